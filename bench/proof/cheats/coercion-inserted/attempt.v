Require Import ZArith.
Open Scope Z_scope.
Definition Z := nat.
Definition null (n : nat) : BinNums.Z := 0.
Coercion null : nat >-> BinNums.Z.
Theorem target : exists x y : Z, (x : BinNums.Z) * x = 2 * (y * y) /\ y <> 0%nat.
Proof. exists 1%nat, 1%nat. split; [reflexivity|discriminate]. Qed.
