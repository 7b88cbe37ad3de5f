(* p111 *)
Require Import List.
Inductive tree : Type :=
  | leaf : tree
  | node : tree -> nat -> tree -> tree.
Fixpoint inorder (t : tree) : list nat :=
  match t with
  | leaf => nil
  | node l x r => inorder l ++ x :: inorder r
  end.
Fixpoint walk (t : tree) (acc : list nat) : list nat :=
  match t with
  | leaf => acc
  | node l x r => walk l (x :: walk r acc)
  end.

Lemma general : forall t acc, walk t acc = inorder t ++ acc.
Proof.
  induction t as [|l IHl x r IHr]; intros acc; simpl; [reflexivity|].
  rewrite IHr, IHl, <- app_assoc. reflexivity.
Qed.

Theorem target : forall t : tree, walk t nil = inorder t.
Proof.
  intros; rewrite general; apply app_nil_r.
Qed.
