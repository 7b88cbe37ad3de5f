(* p134 *)
Inductive seq (A : Type) : Type :=
  | empty : seq A
  | push : A -> seq A -> seq A.
Arguments empty {A}.
Arguments push {A} _ _.
Fixpoint snoc {A : Type} (s : seq A) (x : A) : seq A :=
  match s with
  | empty => push x empty
  | push y t => push y (snoc t x)
  end.
Fixpoint turn {A : Type} (s : seq A) : seq A :=
  match s with
  | empty => empty
  | push y t => snoc (turn t) y
  end.

Lemma turn_snoc : forall (A : Type) (s : seq A) x, turn (snoc s x) = push x (turn s).
Proof. induction s as [|y s IH]; intros x; simpl; [reflexivity|]. rewrite IH. reflexivity. Qed.

Theorem target : forall (A : Type) (s : seq A), turn (turn s) = s.
Proof.
  induction s as [|y s IH]; simpl; [reflexivity|]. rewrite turn_snoc, IH. reflexivity.
Qed.
