Require Import ZArith.
#[local] Hint Resolve Z.mul_comm : core.
Local Open Scope Z_scope.
Local Tactic Notation "by" "hint" := solve [auto].
Theorem target : forall a b : Z, a * b = b * a.
Proof. by hint. Qed.
