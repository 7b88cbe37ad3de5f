(* p072 *)
Require Import List.
Fixpoint count_up {A : Type} (l : list A) (acc : nat) : nat :=
  match l with
  | nil => acc
  | cons _ k => count_up k (S acc)
  end.
Require Import Lia.

Lemma general : forall (A : Type) (l : list A) n, count_up l n = n + length l.
Proof. induction l as [|a l IH]; intros n; simpl; [lia|]. rewrite IH; lia. Qed.

Theorem target : forall (A : Type) (l : list A), count_up l 0 = length l.
Proof.
  intros; apply general.
Qed.
