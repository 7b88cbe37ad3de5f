From Coq Require Lia ZArith PeanoNat.
(* Large natural numbers, which are kept as decimal digits: their values as binary numbers, read digit by digit. *)
Module Nf_literals.
Import Lia ZArith PeanoNat.
Local Open Scope nat_scope.
Local Open Scope Z_scope.

Fixpoint read (d : Decimal.uint) (a : Z) : Z := match d with
  | Decimal.Nil => a
  | Decimal.D0 d => read d (10 * a) | Decimal.D1 d => read d (10 * a + 1) | Decimal.D2 d => read d (10 * a + 2)
  | Decimal.D3 d => read d (10 * a + 3) | Decimal.D4 d => read d (10 * a + 4) | Decimal.D5 d => read d (10 * a + 5)
  | Decimal.D6 d => read d (10 * a + 6) | Decimal.D7 d => read d (10 * a + 7) | Decimal.D8 d => read d (10 * a + 8)
  | Decimal.D9 d => read d (10 * a + 9)
  end.
Lemma read_is d : forall a, Z.of_nat (Nat.of_uint_acc d a) = read d (Z.of_nat a).
Proof. induction d as [|d IH|d IH|d IH|d IH|d IH|d IH|d IH|d IH|d IH|d IH]; intro a; cbn [Nat.of_uint_acc read]; [reflexivity | ..];
  rewrite IH, Nat.tail_mul_spec; f_equal; lia. Qed.
Lemma literal_is d : Nat.of_num_uint (Number.UIntDecimal d) = Z.to_nat (read d 0).
Proof. change 0 with (Z.of_nat 0). rewrite <- read_is, Nat2Z.id. reflexivity. Qed.
Ltac literal u H := let k := eval vm_compute in (Z.of_num_uint u) in
  lazymatch u with Number.UIntDecimal ?d => assert (H : Nat.of_num_uint u = Z.to_nat k) by exact (literal_is d) end.
Ltac literals := repeat match goal with
  | |- context [Nat.of_num_uint ?u] => let E := fresh in literal u E; rewrite !E in *; clear E
  | _ : context [Nat.of_num_uint ?u] |- _ => let E := fresh in literal u E; rewrite !E in *; clear E
  end.
End Nf_literals.
