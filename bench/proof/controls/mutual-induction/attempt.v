Inductive even : nat -> Prop :=
  | even_O : even 0
  | even_S : forall n, odd n -> even (S n)
with odd : nat -> Prop :=
  | odd_S : forall n, even n -> odd (S n).
Scheme even_mut := Minimality for even Sort Prop
  with odd_mut := Minimality for odd Sort Prop.
Ltac finish := first [left; constructor; assumption | right; constructor; assumption].
Theorem target : forall n : nat, even n \/ odd n.
Proof. induction n as [|n [H|H]]; [left; constructor| |]; finish. Qed.
