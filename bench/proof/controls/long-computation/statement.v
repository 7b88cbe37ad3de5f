Require Import ZArith.
Fixpoint walk (fuel : nat) (seed sum : Z) : Z :=
  match fuel with
  | O => sum
  | S k => walk k ((seed * 1103515245 + 12345) mod 2147483648)%Z (sum + seed mod 7)%Z
  end.

Theorem target : (walk (20 * 1000) 1 0 < walk (20 * 1000) 1 1)%Z.
