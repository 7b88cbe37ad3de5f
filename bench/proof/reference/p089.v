(* p089 *)
Require Import List.

Theorem refutation :
  ~ (forall (f : nat -> nat) (p : nat -> bool) (l : list nat), map f (filter p l) = filter p (map f l)).
Proof.
  intros H; discriminate (H S (fun n => match n with O => true | _ => false end) (0 :: nil)).
Qed.
