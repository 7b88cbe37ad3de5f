(* p043 *)
Require Import List.

Theorem target : forall l : list nat, fold_left Nat.add l 0 = fold_right Nat.add 0 l.
