(* p052 *)
Fixpoint factorial (n : nat) : nat :=
  match n with
  | O => 1
  | S k => S k * factorial k
  end.
Fixpoint factorial_acc (n acc : nat) : nat :=
  match n with
  | O => acc
  | S k => factorial_acc k (S k * acc)
  end.
Require Import Lia.

Lemma general : forall n a, factorial_acc n a = factorial n * a.
Proof. induction n as [|n IH]; intros a; [simpl; lia|]. simpl factorial_acc. rewrite IH. simpl factorial. nia. Qed.

Theorem target : forall n : nat, factorial_acc n 1 = factorial n.
Proof.
  intros n; rewrite general; lia.
Qed.
