Require Import List.
Definition rev {A : Type} (l : list A) : list A := l.
Theorem target : forall l : list nat, rev l = l.
Proof. reflexivity. Qed.
