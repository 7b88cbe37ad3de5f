(* p097 *)
Inductive tree : Type :=
  | leaf : tree
  | node : tree -> nat -> tree -> tree.
Fixpoint mirror (t : tree) : tree :=
  match t with
  | leaf => leaf
  | node l x r => node (mirror r) x (mirror l)
  end.

Theorem target : forall t : tree, mirror (mirror t) = t.
Proof.
  induction t; simpl; congruence.
Qed.
