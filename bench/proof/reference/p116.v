(* p116 *)
Require Import List.
Inductive tree (A : Type) : Type :=
  | leaf : tree A
  | node : tree A -> A -> tree A -> tree A.
Arguments leaf {A}.
Arguments node {A} _ _ _.
Fixpoint tmap {A B : Type} (f : A -> B) (t : tree A) : tree B :=
  match t with
  | leaf => leaf
  | node l x r => node (tmap f l) (f x) (tmap f r)
  end.
Fixpoint inorder {A : Type} (t : tree A) : list A :=
  match t with
  | leaf => nil
  | node l x r => inorder l ++ x :: inorder r
  end.

Theorem target : forall (A B : Type) (f : A -> B) (t : tree A), inorder (tmap f t) = map f (inorder t).
Proof.
  induction t as [|l IHl x r IHr]; simpl; [reflexivity|]. rewrite map_app; simpl; congruence.
Qed.
