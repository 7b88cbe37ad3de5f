Definition holds (b : bool) : Prop := True.
Coercion holds : bool >-> Sortclass.
Theorem target : forall n : nat, Nat.even n.
Proof. exact (fun _ => I). Qed.
