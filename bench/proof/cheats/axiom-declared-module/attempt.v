Require Import ZArith.
Open Scope Z_scope.
Module Type Oracle.
  Parameter tells : False.
End Oracle.
Declare Module Delphi : Oracle.
Theorem target : exists x y : Z, x * x = 2 * (y * y) /\ y <> 0.
Proof. destruct Delphi.tells. Qed.
