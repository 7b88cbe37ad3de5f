(* p087 *)
Require Import List.

Theorem target : forall (A B : Type) (f : A -> B) (l : list A), NoDup (map f l) -> NoDup l.
Proof.
  intros; eapply NoDup_map_inv; eassumption.
Qed.
