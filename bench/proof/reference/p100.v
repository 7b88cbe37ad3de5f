(* p100 *)
Inductive tree (A : Type) : Type :=
  | leaf : tree A
  | node : tree A -> A -> tree A -> tree A.
Arguments leaf {A}.
Arguments node {A} _ _ _.
Fixpoint nodes {A : Type} (t : tree A) : nat :=
  match t with
  | leaf => 0
  | node l _ r => S (nodes l + nodes r)
  end.
Fixpoint leaves {A : Type} (t : tree A) : nat :=
  match t with
  | leaf => 1
  | node l _ r => leaves l + leaves r
  end.
Require Import Lia.

Theorem target : forall (A : Type) (t : tree A), leaves t = nodes t + 1.
Proof.
  induction t; simpl; lia.
Qed.
