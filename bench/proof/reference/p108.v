(* p108 *)
Inductive ev : nat -> Prop :=
  | ev_0 : ev 0
  | ev_SS : forall n, ev n -> ev (S (S n)).
Require Import Lia.

Theorem target : forall n : nat, ev n -> exists k : nat, n = k + k.
Proof.
  intros n H; induction H as [|n H [k IH]]; [exists 0; reflexivity|]. exists (S k); lia.
Qed.
