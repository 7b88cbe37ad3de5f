(* p120 *)
Require Import List.
Fixpoint rev_onto {A : Type} (l acc : list A) : list A :=
  match l with
  | nil => acc
  | cons x k => rev_onto k (cons x acc)
  end.

Lemma general : forall (A : Type) (l acc : list A), rev_onto l acc = rev l ++ acc.
Proof. induction l as [|a l IH]; intros acc; simpl; [reflexivity|]. rewrite IH, <- app_assoc. reflexivity. Qed.

Theorem target : forall (A : Type) (l : list A), rev_onto l nil = rev l.
Proof.
  intros; rewrite general; apply app_nil_r.
Qed.
