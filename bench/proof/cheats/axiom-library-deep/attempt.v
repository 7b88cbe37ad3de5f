Require Import Eqdep.
Theorem target : forall (A : Type) (x : A) (p : x = x), p = eq_refl.
Proof. intros A x p. apply UIP_refl. Qed.
