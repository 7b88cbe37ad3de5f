Require Import List.
Inductive rose : Type := branch : list rose -> rose.
Fixpoint weight (t : rose) : nat :=
  match t with
  | branch ts => S (fold_right Nat.add 0 (map weight ts))
  end.
Require Import Lia.
Definition pair (t u : rose) : rose := branch (t :: u :: nil).
Lemma weight_pair : forall t u, weight (pair t u) = S (weight t + weight u).
Proof. intros t u. unfold pair. simpl. lia. Qed.
Theorem target : forall t u : rose, weight (branch (t :: u :: nil)) = S (weight t + weight u).
Proof. exact weight_pair. Qed.
