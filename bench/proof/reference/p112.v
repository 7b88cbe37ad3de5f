(* p112 *)
Require Import ZArith.
Open Scope Z_scope.

Theorem target :
  forall a b c d n : Z, (a*a + n*b*b) * (c*c + n*d*d) = (a*c - n*b*d) * (a*c - n*b*d) + n * ((a*d + b*c) * (a*d + b*c)).
Proof.
  intros; ring.
Qed.
