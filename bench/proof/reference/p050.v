(* p050 *)
Require Import Arith.
Inductive tree : Type :=
  | leaf : tree
  | node : tree -> nat -> tree -> tree.
Fixpoint size (t : tree) : nat :=
  match t with
  | leaf => 0
  | node l _ r => S (size l + size r)
  end.
Fixpoint height (t : tree) : nat :=
  match t with
  | leaf => 0
  | node l _ r => S (Nat.max (height l) (height r))
  end.
Require Import Lia.

Theorem target : forall t : tree, size t < 2 ^ height t.
Proof.
  induction t as [|l IHl x r IHr]; [simpl; lia|]. cbn [size height Nat.pow].
  pose proof (Nat.pow_le_mono_r 2 (height l) (Nat.max (height l) (height r)) ltac:(lia) ltac:(lia)).
  pose proof (Nat.pow_le_mono_r 2 (height r) (Nat.max (height l) (height r)) ltac:(lia) ltac:(lia)). lia.
Qed.
