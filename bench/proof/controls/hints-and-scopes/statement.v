Require Import ZArith.

Theorem target : forall a b : Z, (a * b = b * a)%Z.
