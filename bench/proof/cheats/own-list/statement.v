Require Import List.

Theorem target : forall l : list nat, rev l = l.
