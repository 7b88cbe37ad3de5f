(* p058 *)
Require Import List.

Theorem target : forall (A : Type) (p : A -> bool) (l : list A), filter p (rev l) = rev (filter p l).
Proof.
  induction l as [|a l IH]; simpl; [reflexivity|].
  rewrite filter_app, IH; simpl. destruct (p a); simpl; [reflexivity|apply app_nil_r].
Qed.
