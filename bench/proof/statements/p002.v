(* p002 *)
forall A B : Prop, (~ B -> ~ A) -> A -> B
