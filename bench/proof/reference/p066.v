(* p066 *)
Require Import List Arith.
Fixpoint insert (x : nat) (l : list nat) : list nat :=
  match l with
  | nil => cons x nil
  | cons y k => if x <=? y then cons x l else cons y (insert x k)
  end.
Fixpoint sort (l : list nat) : list nat :=
  match l with
  | nil => nil
  | cons x k => insert x (sort k)
  end.

Lemma insert_length : forall x l, length (insert x l) = S (length l).
Proof. induction l as [|y l IH]; simpl; [reflexivity|]. destruct (x <=? y); simpl; congruence. Qed.

Theorem target : forall l : list nat, length (sort l) = length l.
Proof.
  induction l as [|x l IH]; simpl; [reflexivity|]. rewrite insert_length, IH. reflexivity.
Qed.
