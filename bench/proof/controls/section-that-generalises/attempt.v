Require Import List.
Section Maps.
  Variables A B : Type.
  Variable f : A -> B.
  Theorem target (l m : list A) : map f (l ++ m) = map f l ++ map f m.
  Proof. induction l as [|a l IH]; simpl; [reflexivity|]. rewrite IH. reflexivity. Qed.
End Maps.
