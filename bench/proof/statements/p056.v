(* p056 *)
forall A B : Prop, ((A -> B) -> A) -> A
