Notation "1" := O : nat_scope.
