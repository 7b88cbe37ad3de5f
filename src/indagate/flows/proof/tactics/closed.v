From Coq Require List Lia ZArith NArith Znumtheory PeanoNat Arith Factorial Zify ZifyNat.
(* Tactics for closed terms: natural numbers computed as binary ones, powers by repeated squaring, sums over lists;
   and for variables in a known range: each value is put in and the rest computed. *)
Module Nf_closed.
Import List Lia ZArith NArith Znumtheory PeanoNat Arith Factorial Zify ZifyNat.
Local Open Scope nat_scope.
Local Open Scope Z_scope.

(* remainders of powers by repeated squaring *)
Fixpoint power_mod (a m : Z) (p : positive) : Z := match p with
  | xH => a mod m
  | xO q => let r := power_mod a m q in (r * r) mod m
  | xI q => let r := power_mod a m q in (a * ((r * r) mod m)) mod m
  end.
Lemma power_mod_is a m p : (a ^ Zpos p) mod m = power_mod a m p.
Proof.
  induction p as [p IH|p IH|]; cbn [power_mod].
  - replace (Zpos (xI p)) with (1 + (Zpos p + Zpos p)) by lia. rewrite !Z.pow_add_r, Z.pow_1_r by lia.
    rewrite <- IH, <- Zmult_mod, Zmult_mod_idemp_r. reflexivity.
  - replace (Zpos (xO p)) with (Zpos p + Zpos p) by lia. rewrite Z.pow_add_r by lia. rewrite <- IH, <- Zmult_mod. reflexivity.
  - rewrite Z.pow_1_r. reflexivity.
Qed.
Lemma mod_sum a b m r s : a mod m = r -> b mod m = s -> (a + b) mod m = (r + s) mod m.
Proof. intros <- <-. apply Zplus_mod. Qed.
Lemma mod_difference a b m r s : a mod m = r -> b mod m = s -> (a - b) mod m = (r - s) mod m.
Proof. intros <- <-. apply Zminus_mod. Qed.
Lemma mod_product a b m r s : a mod m = r -> b mod m = s -> (a * b) mod m = (r * s) mod m.
Proof. intros <- <-. apply Zmult_mod. Qed.
Lemma power_mod_of a m r p : a mod m = r -> power_mod a m p = power_mod r m p.
Proof.
  intros <-. induction p as [p IH|p IH|]; cbn [power_mod]; rewrite ?IH.
  - symmetry. apply Zmult_mod_idemp_l.
  - reflexivity.
  - symmetry. apply Zmod_mod.
Qed.
Lemma mod_power a m p r : a mod m = r -> (a ^ Zpos p) mod m = power_mod r m p.
Proof. intros E. rewrite power_mod_is. apply power_mod_of, E. Qed.
(* natural numbers as binary ones *)
Fixpoint factorial (n : nat) : Z := match n with O => 1 | S m => Z.of_nat n * factorial m end.
Lemma factorial_is n : Z.of_nat (fact n) = factorial n.
Proof. induction n as [|n IH]; [reflexivity|]. change (fact (S n)) with (S n * fact n)%nat. rewrite Nat2Z.inj_mul, IH. reflexivity. Qed.
Lemma divides_nat a b : (Z.of_nat a | Z.of_nat b) -> Nat.divide a b.
Proof.
  intros [k E]. exists (Z.to_nat k). destruct a as [|a]; [lia|]. apply Nat2Z.inj. rewrite Nat2Z.inj_mul.
  rewrite Z2Nat.id; nia.
Qed.
Lemma divides_Z a b : Nat.divide a b -> (Z.of_nat a | Z.of_nat b).
Proof. intros [k ->]. exists (Z.of_nat k). lia. Qed.
Lemma gcd_is a b : Z.of_nat (Nat.gcd a b) = Z.gcd (Z.of_nat a) (Z.of_nat b).
Proof.
  symmetry. apply Z.gcd_unique; [lia | apply divides_Z, Nat.gcd_divide_l | apply divides_Z, Nat.gcd_divide_r |].
  intros q A B. apply Z.divide_abs_l in A. apply Z.divide_abs_l in B. apply Z.divide_abs_l.
  rewrite <- (Z2Nat.id (Z.abs q)) in * by lia. apply divides_Z, Nat.gcd_greatest; apply divides_nat; assumption.
Qed.
Lemma gcd_by_lcm a b : (Nat.gcd a b * Nat.lcm a b = a * b)%nat.
Proof.
  unfold Nat.lcm. destruct (Nat.gcd_divide_r a b) as [k E]. remember (Nat.gcd a b) as g. destruct g as [|g].
  - symmetry in Heqg. apply Nat.gcd_eq_0 in Heqg. destruct Heqg as [-> ->]. reflexivity.
  - assert (D : (b / S g = k)%nat) by (rewrite E; apply Nat.div_mul; discriminate). rewrite D, E. lia.
Qed.
Lemma lcm_is a b : Z.of_nat (Nat.lcm a b) = Z.of_nat a * (Z.of_nat b / Z.gcd (Z.of_nat a) (Z.of_nat b)).
Proof. unfold Nat.lcm. rewrite Nat2Z.inj_mul, Nat2Z.inj_div, gcd_is. reflexivity. Qed.

Section Values.
Context (a b : nat) (x y z m : Z).
Lemma of_sum : Z.of_nat a = x -> Z.of_nat b = y -> x + y = z -> Z.of_nat (a + b) = z. Proof. lia. Qed.
Lemma of_product : Z.of_nat a = x -> Z.of_nat b = y -> x * y = z -> Z.of_nat (a * b) = z. Proof. intros; subst; lia. Qed.
Lemma of_difference : Z.of_nat a = x -> Z.of_nat b = y -> Z.max 0 (x - y) = z -> Z.of_nat (a - b) = z. Proof. lia. Qed.
Lemma of_power : Z.of_nat a = x -> Z.of_nat b = y -> x ^ y = z -> Z.of_nat (a ^ b) = z. Proof. intros <- <- <-. apply Nat2Z.inj_pow. Qed.
Lemma of_quotient : Z.of_nat a = x -> Z.of_nat b = y -> x / y = z -> Z.of_nat (a / b) = z. Proof. intros <- <- <-. apply Nat2Z.inj_div. Qed.
Lemma of_remainder : Z.of_nat b = m -> Z.of_nat a mod m = z -> Z.of_nat (a mod b) = z. Proof. intros <- <-. apply Nat2Z.inj_mod. Qed.
Lemma of_gcd : Z.of_nat a = x -> Z.of_nat b = y -> Z.gcd x y = z -> Z.of_nat (Nat.gcd a b) = z. Proof. intros <- <- <-. apply gcd_is. Qed.
Lemma of_lcm : Z.of_nat a = x -> Z.of_nat b = y -> x * (y / Z.gcd x y) = z -> Z.of_nat (Nat.lcm a b) = z. Proof. intros <- <- <-. apply lcm_is. Qed.
Lemma of_factorial : factorial a = z -> Z.of_nat (fact a) = z. Proof. intros <-. apply factorial_is. Qed.
Lemma rest_of_sum : Z.of_nat a mod m = x -> Z.of_nat b mod m = y -> (x + y) mod m = z -> Z.of_nat (a + b) mod m = z.
Proof. intros A B <-. rewrite Nat2Z.inj_add. apply mod_sum; assumption. Qed.
Lemma rest_of_product : Z.of_nat a mod m = x -> Z.of_nat b mod m = y -> (x * y) mod m = z -> Z.of_nat (a * b) mod m = z.
Proof. intros A B <-. rewrite Nat2Z.inj_mul. apply mod_product; assumption. Qed.
Lemma rest_of_power p : Z.of_nat a mod m = x -> Z.of_nat b = Zpos p -> power_mod x m p = z -> Z.of_nat (a ^ b) mod m = z.
Proof. intros A B <-. rewrite Nat2Z.inj_pow, B. apply mod_power, A. Qed.
Lemma rest_of_value : Z.of_nat a = x -> x mod m = z -> Z.of_nat a mod m = z. Proof. intros <- <-. reflexivity. Qed.
Lemma equal_by_value : Z.of_nat a = x -> Z.of_nat b = y -> (x =? y) = true -> a = b. Proof. lia. Qed.
Lemma unequal_by_value : Z.of_nat a = x -> Z.of_nat b = y -> (x =? y) = false -> a <> b. Proof. lia. Qed.
Lemma less_by_value : Z.of_nat a = x -> Z.of_nat b = y -> (x <? y) = true -> (a < b)%nat. Proof. lia. Qed.
Lemma not_less_by_value : Z.of_nat a = x -> Z.of_nat b = y -> (x <? y) = false -> ~ (a < b)%nat. Proof. lia. Qed.
Lemma at_most_by_value : Z.of_nat a = x -> Z.of_nat b = y -> (x <=? y) = true -> (a <= b)%nat. Proof. lia. Qed.
Lemma not_at_most_by_value : Z.of_nat a = x -> Z.of_nat b = y -> (x <=? y) = false -> ~ (a <= b)%nat. Proof. lia. Qed.
Lemma divides_by_value : Z.of_nat a = x -> Z.of_nat b = y -> (negb (x =? 0) && (y mod x =? 0))%bool = true -> Nat.divide a b.
Proof.
  intros <- <- T. apply andb_prop in T. destruct T as [N T]. apply divides_nat, Z.mod_divide; [|lia].
  intro E. rewrite E in N. discriminate.
Qed.
Lemma not_divides_by_value : Z.of_nat a = x -> Z.of_nat b = y -> (negb (x =? 0) && negb (y mod x =? 0))%bool = true -> ~ Nat.divide a b.
Proof.
  intros <- <- T D. apply andb_prop in T. destruct T as [N T]. apply divides_Z, Z.mod_divide in D;
    [ rewrite D in T; discriminate | intro E; rewrite E in N; discriminate ].
Qed.
End Values.
Lemma of_folded l a : Z.of_nat (fold_left Nat.add l a) = fold_left Z.add (map Z.of_nat l) (Z.of_nat a).
Proof. revert a. induction l as [|b l IH]; intro a; cbn; [reflexivity|]. rewrite IH, Nat2Z.inj_add. reflexivity. Qed.
Lemma of_fold l z : fold_left Z.add (map Z.of_nat l) 0 = z -> Z.of_nat (fold_left Nat.add l 0%nat) = z.
Proof. intros <-. apply of_folded. Qed.
Ltac by_value := vm_compute; reflexivity.
Ltac worth := lazymatch goal with
  | |- Z.of_nat (Nat.add _ _) = _ => eapply of_sum; [worth | worth | by_value]
  | |- Z.of_nat (Nat.mul _ _) = _ => eapply of_product; [worth | worth | by_value]
  | |- Z.of_nat (Nat.sub _ _) = _ => eapply of_difference; [worth | worth | by_value]
  | |- Z.of_nat (Nat.pow _ _) = _ => eapply of_power; [worth | worth | by_value]
  | |- Z.of_nat (Nat.div _ _) = _ => eapply of_quotient; [worth | worth | by_value]
  | |- Z.of_nat (Nat.modulo _ _) = _ => eapply of_remainder; [worth | rest]
  | |- Z.of_nat (Nat.gcd _ _) = _ => eapply of_gcd; [worth | worth | by_value]
  | |- Z.of_nat (Nat.lcm _ _) = _ => eapply of_lcm; [worth | worth | by_value]
  | |- Z.of_nat (fact _) = _ => eapply of_factorial; by_value
  | |- Z.of_nat (fold_left Nat.add _ 0%nat) = _ => eapply of_fold; by_value
  | |- Z.of_nat (Z.to_nat ?k) = _ => apply Z2Nat.id; vm_compute; discriminate
  | |- _ => by_value
  end
with rest := lazymatch goal with
  | |- Z.of_nat (Nat.add _ _) mod _ = _ => eapply rest_of_sum; [rest | rest | by_value]
  | |- Z.of_nat (Nat.mul _ _) mod _ = _ => eapply rest_of_product; [rest | rest | by_value]
  | |- Z.of_nat (Nat.pow _ _) mod _ = _ => first [ eapply rest_of_power; [rest | worth | by_value] | eapply rest_of_value; [worth | by_value] ]
  | |- _ => eapply rest_of_value; [worth | by_value]
  end.
Ltac compared L := eapply L; [worth | worth | by_value].
Ltac remainder := lazymatch goal with
  | |- (_ + _) mod _ = _ => eapply eq_trans; [ eapply mod_sum; remainder | vm_compute; reflexivity ]
  | |- (_ - _) mod _ = _ => eapply eq_trans; [ eapply mod_difference; remainder | vm_compute; reflexivity ]
  | |- (_ * _) mod _ = _ => eapply eq_trans; [ eapply mod_product; remainder | vm_compute; reflexivity ]
  | |- (?a ^ ?b) mod _ = _ => let k := eval vm_compute in b in change b with k;
      lazymatch k with
      | Zpos _ => eapply eq_trans; [ eapply mod_power; remainder | vm_compute; reflexivity ]
      | _ => vm_compute; reflexivity end
  | |- _ => vm_compute; reflexivity
  end.


Ltac computed := vm_compute; first [ reflexivity | discriminate | intuition discriminate
  | repeat split; first [reflexivity | intro; discriminate] ].
Ltac binary := lazymatch goal with
  | |- @eq nat _ _ => compared equal_by_value
  | |- @eq N _ _ => apply N2Z.inj; rewrite ?N2Z.inj_mod, ?N2Z.inj_add, ?N2Z.inj_mul, ?N2Z.inj_pow by discriminate; first [remainder | computed]
  | |- (_ <> _ :> nat) => compared unequal_by_value
  | |- (_ < _)%nat => compared less_by_value
  | |- (_ > _)%nat => compared less_by_value
  | |- (_ <= _)%nat => compared at_most_by_value
  | |- (_ >= _)%nat => compared at_most_by_value
  | |- Nat.divide _ _ => compared divides_by_value
  | |- _ mod _ = _ => first [remainder | computed]
  | |- (_ | _) => first [timeout 3 computed | apply Z.mod_divide; [discriminate | remainder]]
  | |- _ /\ _ => split; binary
  | |- _ => computed
  end.
(* what is summed is written out; known functions are put in *)
Ltac opened := repeat match goal with
  | H : _ /\ _ |- _ => destruct H
  | H : exists _, _ |- _ => destruct H
  | H : (_, _) = (_, _) |- _ => injection H as ? ?
  | H : Nat.divide _ _ |- _ => destruct H
  | H : Z.divide _ _ |- _ => destruct H
  | x := _ |- _ => subst x
  | |- _ /\ _ => split
  end.
Ltac put_in := repeat match goal with
  | H : forall x, ?f x = _ |- _ => is_var f; progress (rewrite !H in *); clear H
  | H : forall x y, ?f x y = _ |- _ => is_var f; progress (rewrite !H in *); clear H
  | H : forall x, _ -> ?f x = _ |- context [?f ?a] => is_var f; rewrite (H a) in * by lia
  | H : forall x y, _ -> ?f x y = _ |- context [?f ?a ?b] => is_var f; rewrite (H a b) in * by lia
  | H : forall x y, _ -> _ -> ?f x y = _ |- context [?f ?a ?b] => is_var f; rewrite (H a b) in * by lia
  | H : forall x, ?f x = _ |- context [map ?f ?l] => rewrite (map_ext f _ H l); clear H
  | H : ?x = _ |- _ => is_var x; subst x
  | H : _ = ?x |- _ => is_var x; subst x
  end.
Ltac written := cbn [fold_left fold_right map seq list_sum length app flat_map list_prod]; cbv beta.
Ltac totalled := intros; opened; put_in; intros; opened; Nf_literals.literals; first [ timeout 3 binary | written; put_in; timeout 6 binary | timeout 6 computed ].

(* each value of a variable with a known bound *)
Ltac refuted := match goal with
  | |- (_ <= _)%nat => apply Nat.nlt_ge; intro
  | |- (_ < _)%nat => apply Nat.nle_gt; intro
  | |- (_ <= _)%Z => apply Z.nlt_ge; intro
  | |- (_ < _)%Z => apply Z.nle_gt; intro
  | |- (_ >= _)%nat => apply Nat.nlt_ge; intro
  | |- (_ > _)%nat => apply Nat.nle_gt; intro
  | |- _ => idtac
  end.
Definition prime_test (p : Z) : bool := (1 <? p) && forallb (fun d => negb (p mod Z.of_nat d =? 0)) (seq 2 (Z.to_nat p - 2)).
Lemma prime_tested p : prime p -> prime_test p = true.
Proof.
  intros P. pose proof (prime_ge_2 p P). unfold prime_test. apply andb_true_intro. split; [lia|].
  apply forallb_forall. intros d D. apply in_seq in D. apply Bool.negb_true_iff, Z.eqb_neq. intro E.
  apply Z.mod_divide in E; [|lia]. apply prime_divisors in E; [|assumption]. lia.
Qed.
Lemma test_prime p : prime_test p = true -> prime p.
Proof.
  intros T. unfold prime_test in T. apply andb_prop in T. destruct T as [L F]. apply prime_alt. split; [lia|].
  intros d D. intros V. rewrite forallb_forall in F. specialize (F (Z.to_nat d)).
  rewrite Z2Nat.id in F by lia. apply Z.mod_divide in V; [|lia]. rewrite V in F.
  assert (X : In (Z.to_nat d) (seq 2 (Z.to_nat p - 2))) by (apply in_seq; lia). apply F in X. discriminate.
Qed.
Ltac contradicted := exfalso; match goal with
  | H : prime ?p |- _ => apply prime_tested in H; assert (prime_test p = false) by (vm_compute; reflexivity); congruence
  | H : ~ prime ?p |- _ => apply H; apply test_prime; vm_compute; reflexivity
  | H : Nat.divide ?a ?b |- _ => revert H; compared not_divides_by_value
  | H : @eq nat ?a ?b |- _ => revert H; compared unequal_by_value
  | H : ?a <> ?b |- _ => apply H; vm_compute; reflexivity
  | H : (?a < ?b)%nat |- _ => revert H; compared not_less_by_value
  | H : (?a <= ?b)%nat |- _ => revert H; compared not_at_most_by_value
  | H : @eq Z _ _ |- _ => revert H; vm_compute; discriminate
  | H : ~ _ |- _ => apply H; vm_compute; reflexivity
  end.
Ltac leaf := first [ lazymatch goal with _ : context [Nat.pow _ _] |- _ => fail | _ => lia end | contradicted | solve [binary] | lia | solve [timeout 1 (Zify.zify; Z.to_euclidean_division_equations; lia)] ].
Ltac each n k tac := destruct (Nat.eq_dec n k); [ subst n; tac | lazymatch k with O => exfalso; lia | S ?j => each n j tac end ].
Ltac each_Z x k lo tac := destruct (Z.eq_dec x k); [ subst x; tac | lazymatch eval vm_compute in (k <=? lo) with
  | true => exfalso; lia | _ => let j := eval vm_compute in (k - 1) in each_Z x j lo tac end ].
(* an exponent is small where the power is *)
Lemma exponent_bound a n c : (2 <= a -> 0 < c -> a ^ n <= c -> n <= Nat.log2 c)%nat.
Proof. intros A C E. apply Nat.log2_le_pow2; [exact C|]. apply Nat.le_trans with (a ^ n)%nat; [apply Nat.pow_le_mono_l, A | exact E]. Qed.
Ltac positive_powers := repeat match goal with
  | _ : context [Nat.pow ?a ?n] |- _ => is_var n; lazymatch goal with _ : (0 < a ^ n)%nat |- _ => fail | _ => idtac end;
      assert (0 < a ^ n)%nat by (apply Nat.neq_0_lt_0, Nat.pow_nonzero; lia)
  end.
Ltac bounded_exponents := positive_powers; repeat match goal with
  | _ : context [Nat.pow ?a ?n], H : _ = ?c |- _ => is_var n; lazymatch goal with _ : (n <= _)%nat |- _ => fail | _ => idtac end;
      lazymatch c with S _ => idtac | Z.to_nat _ => idtac end;
      let B := fresh "B" in assert (B : (a ^ n <= c)%nat) by (timeout 2 nia);
      apply exponent_bound in B; [ let l := eval vm_compute in (Nat.log2 c) in change (n <= l)%nat in B | lia | lia ]
  end.
Ltac below n hi := assert (n <= hi)%nat by first [ lia | timeout 2 nia ].
Ltac ranged tac := match goal with
  | n : nat |- _ => first [ below n 12%nat; each n 12%nat tac | below n 100%nat; each n 100%nat tac ]
  | x : Z |- _ => first [ assert (-1 <= x <= 12) by first [lia | timeout 2 nia]; each_Z x 12 (-1) tac
      | assert (-100 <= x <= 100) by first [lia | timeout 2 nia]; each_Z x 100 (-100) tac ]
  end.
Ltac tabled := intros; opened; put_in; Nf_literals.literals; intros; refuted; intros; opened; put_in; bounded_exponents;
  first [ leaf | ranged ltac:(first [ leaf | opened; ranged ltac:(first [ leaf | opened; ranged leaf ]) ]) ].
(* a common divisor and a common multiple *)
Ltac multiples := intros; opened; repeat match goal with
  | _ : context [Nat.lcm ?a ?b] |- _ => lazymatch goal with _ : (Nat.gcd a b * Nat.lcm a b = a * b)%nat |- _ => fail | _ => idtac end;
      pose proof (gcd_by_lcm a b)
  end; repeat match goal with H : Nat.gcd _ _ = _ |- _ => rewrite H in * end;
  repeat match goal with H : Nat.lcm _ _ = _ |- _ => rewrite H in * end; first [ lia | nia ].
End Nf_closed.
