Require Import List.
Lemma step : forall (A : Type) (l m : list A), length (l ++ m) = length l + length m.
Proof. induction l as [|a l IH]; intros m; simpl; [reflexivity|]. rewrite IH. reflexivity. Qed.
Theorem target : forall (A : Type) (x : A) (l : list A), length (l ++ x :: nil) = S (length l).
Proof. intros A x l. rewrite step. simpl. rewrite <- plus_n_Sm, <- plus_n_O. reflexivity. Qed.
