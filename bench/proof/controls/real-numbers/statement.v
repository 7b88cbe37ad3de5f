Require Import Reals.
Open Scope R_scope.

Theorem target : forall x : R, 0 <= x * x.
