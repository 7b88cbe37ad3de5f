(* p008 *)
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
Inductive ascending : list nat -> Prop :=
  | asc_nil : ascending nil
  | asc_one : forall x, ascending (cons x nil)
  | asc_more : forall x y l, x <= y -> ascending (cons y l) -> ascending (cons x (cons y l)).
Require Import Lia.

Lemma insert_ascending : forall x l, ascending l -> ascending (insert x l).
Proof.
  intros x l H; induction H as [|y|y z l Hle H IH].
  - constructor.
  - simpl. destruct (Nat.leb_spec x y); repeat constructor; lia.
  - simpl. destruct (Nat.leb_spec x y); [repeat constructor; assumption|].
    simpl in IH. destruct (Nat.leb_spec x z); constructor; try lia; exact IH.
Qed.

Theorem target : forall l : list nat, ascending (sort l).
Proof.
  induction l; simpl; [constructor|]. apply insert_ascending; assumption.
Qed.
