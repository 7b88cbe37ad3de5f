Structure Magma := { carrier : Type; op : carrier -> carrier -> carrier }.
Canonical constant_magma : Magma := {| carrier := nat; op := fun _ _ => 0 |}.
Definition combine {M : Magma} (x y : carrier M) : carrier M := op M x y.
Canonical minus : Magma := {| carrier := nat; op := Nat.sub |}.
Theorem target : forall n m : nat, combine n m = combine m n.
Proof. reflexivity. Qed.
