Require Import ZArith Uint63.

Theorem target : forall i : int, (i + 1 - 1)%uint63 = i.
