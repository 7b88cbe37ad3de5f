Notation "1" := O.
