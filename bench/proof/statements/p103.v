(* p103 *)
Inductive tree (A : Type) : Type :=
  | leaf : tree A
  | node : tree A -> A -> tree A -> tree A.
Arguments leaf {A}.
Arguments node {A} _ _ _.
Fixpoint tmap {A B : Type} (f : A -> B) (t : tree A) : tree B :=
  match t with
  | leaf => leaf
  | node l x r => node (tmap f l) (f x) (tmap f r)
  end.

Theorem target :
  forall (A B C : Type) (f : A -> B) (g : B -> C) (t : tree A), tmap g (tmap f t) = tmap (fun x => g (f x)) t.
