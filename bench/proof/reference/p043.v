(* p043 *)
Require Import List.
Require Import Lia.

Lemma general : forall l a, fold_left Nat.add l a = a + fold_right Nat.add 0 l.
Proof. induction l as [|x l IH]; intros a; simpl; [lia|]. rewrite IH; lia. Qed.

Theorem target : forall l : list nat, fold_left Nat.add l 0 = fold_right Nat.add 0 l.
Proof.
  intros; apply general.
Qed.
