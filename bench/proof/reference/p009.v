(* p009 *)
Require Import ZArith.
Open Scope Z_scope.
Require Import Lia.

Theorem target : forall a b : Z, Z.max a b + Z.min a b = a + b.
Proof.
  intros; lia.
Qed.
