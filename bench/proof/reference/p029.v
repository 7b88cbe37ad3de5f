(* p029 *)
Require Import Arith Bool.
Inductive tree : Type :=
  | leaf : tree
  | node : tree -> nat -> tree -> tree.
Fixpoint put (x : nat) (t : tree) : tree :=
  match t with
  | leaf => node leaf x leaf
  | node l y r => if x <? y then node (put x l) y r else if y <? x then node l y (put x r) else t
  end.
Fixpoint member (x : nat) (t : tree) : bool :=
  match t with
  | leaf => false
  | node l y r => if x <? y then member x l else if y <? x then member x r else true
  end.

Theorem target : forall (x : nat) (t : tree), member x (put x t) = true.
Proof.
  induction t as [|l IHl y r IHr]; simpl.
  - rewrite Nat.ltb_irrefl. reflexivity.
  - destruct (x <? y) eqn:E; simpl; [rewrite E; exact IHl|].
    destruct (y <? x) eqn:F; simpl; rewrite E, F; [exact IHr|reflexivity].
Qed.
