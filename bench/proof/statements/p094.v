(* p094 *)
Require Import ZArith.
Open Scope Z_scope.

Theorem target : forall n d : Z, 0 <= n -> 1 < d -> d < n * n + n + 41 -> (n * n + n + 41) mod d <> 0.
