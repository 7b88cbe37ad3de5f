(* Tactics for equations in real numbers: roots of polynomials in one unknown, common factors, powers with real exponents,
   quotients in inequalities, whole numbers among the reals. *)
Module Nf_solving.
Import Lia Reals Lra Psatz Nsatz.
Local Open Scope nat_scope.
Local Open Scope R_scope.

(* a function is put in wherever it is applied, with what it asks of its arguments *)
Ltac head t := lazymatch t with ?f _ => head f | _ => t end.
Ltac side := first [ assumption | lra | lia | discriminate | Nf_reals.nonzero | split; side | solve [left; side] | solve [right; side] ].
Ltac put_in := repeat match goal with
  | H : forall x, _ |- _ => progress (rewrite !H in * by side)
  end.
Ltac applied := repeat match goal with
  | H : forall x y, ?f x y = ?r |- context [?f ?a ?b] => is_var f; rewrite (H a b) in *
  | H : forall x y, _ -> ?f x y = _ |- context [?f ?a ?b] => is_var f; rewrite (H a b) in * by side
  | H : forall x y, _ -> _ -> ?f x y = _ |- context [?f ?a ?b] => is_var f; rewrite (H a b) in * by side
  | H : forall x, _ -> _ -> ?f x = _ |- context [?f ?a] => is_var f; rewrite (H a) in * by side
  | H : forall x, _ -> ?f x = _ |- context [?f ?a] => is_var f; rewrite (H a) in * by side
  | H : forall x, _ -> ?f x = _, _ : context [?f ?a] |- _ => is_var f; rewrite (H a) in * by side
  end.
(* an equation for all numbers, at some where its condition holds *)
Ltac instance H a := try pose proof (H a ltac:(side)).
Ltac instantiated := repeat match goal with
  | H : forall x : R, _ -> _ = _ |- _ =>
      instance H 0; instance H 1; instance H (-1); instance H 2; instance H (-2); instance H 3; instance H 4; clear H
  end.
(* known roots of a polynomial in one unknown: it is one of them *)
Ltac is_root H x c := let P := type of H in
  let Q := eval pattern x in P in lazymatch Q with ?F _ => let T := eval cbv beta in (F c) in
    assert T by (clear; lra) end.
Ltac root_of H x k := first
  [ is_root H x 0; k 0 | is_root H x 1; k 1 | is_root H x (-1); k (-1) | is_root H x 2; k 2 | is_root H x (-2); k (-2)
  | is_root H x 3; k 3 | is_root H x (-3); k (-3) | is_root H x 4; k 4 | is_root H x (-4); k (-4) | is_root H x 5; k 5
  | is_root H x (-5); k (-5) | is_root H x 6; k 6 | is_root H x (-6); k (-6) | is_root H x 7; k 7 | is_root H x (-7); k (-7)
  | is_root H x 8; k 8 | is_root H x (-8); k (-8) | is_root H x 9; k 9 | is_root H x (-9); k (-9) | is_root H x 10; k 10
  | is_root H x (-10); k (-10) | is_root H x 11; k 11 | is_root H x (-11); k (-11) | is_root H x 12; k 12 | is_root H x (-12); k (-12)
  | is_root H x 13; k 13 | is_root H x (-13); k (-13) | is_root H x 14; k 14 | is_root H x (-14); k (-14) | is_root H x 15; k 15
  | is_root H x (1/2); k (1/2) | is_root H x (-1/2); k (-1/2) | is_root H x (3/2); k (3/2) | is_root H x (-3/2); k (-3/2)
  | is_root H x (5/2); k (5/2) | is_root H x (-5/2); k (-5/2) | is_root H x (1/3); k (1/3) | is_root H x (2/3); k (2/3)
  | is_root H x (-1/3); k (-1/3) | is_root H x (-2/3); k (-2/3) | is_root H x (4/3); k (4/3) | is_root H x (-4/3); k (-4/3)
  | is_root H x (1/4); k (1/4) | is_root H x (3/4); k (3/4) | is_root H x 16; k 16 | is_root H x 18; k 18 | is_root H x 20; k 20 ].
Ltac split_root H x := root_of H x ltac:(fun c => root_of H x ltac:(fun d =>
  tryif constr_eq c d then fail else
  let E := fresh "E" in assert (E : (x - c) * (x - d) = 0) by first [lra | nra];
  clear H; apply Rmult_integral in E; destruct E as [E|E];
  [ assert (x = c) by (clear - E; lra) | assert (x = d) by (clear - E; lra) ]; clear E; subst x)).
Ltac quadratic := match goal with x : R, H : @eq R _ _ |- _ => split_root H x end.
Ltac conclusion := first [ lra | timeout 2 nra | solve [timeout 4 Nf_reals.algebraic] ].
(* one of several equations: the product of the differences is zero *)
Ltac either := lazymatch goal with
  | |- ?a = ?b \/ ?c = ?d => let E := fresh "E" in assert (E : (a - b) * (c - d) = 0) by conclusion;
      apply Rmult_integral in E; destruct E; [left; lra | right; lra]
  | |- ?a = ?b \/ ?c = ?d \/ ?e = ?f => let E := fresh "E" in assert (E : (a - b) * ((c - d) * (e - f)) = 0) by conclusion;
      apply Rmult_integral in E; destruct E as [E|E]; [left; lra | apply Rmult_integral in E; destruct E; [right; left; lra | right; right; lra]]
  end.
Ltac polynomial := lazymatch goal with
  | |- _ \/ _ => first [ solve [left; polynomial] | solve [right; polynomial] | either ]
  | |- _ => first [ conclusion | exfalso; first [lra | timeout 2 nra] ]
  end.
Ltac branched := repeat quadratic; polynomial.
(* a factor that is not zero is left out *)
Ltac without v := let E := fresh "E" in match goal with |- ?a = ?b =>
  assert (E : v * (a - b) = 0) by first [ lra | timeout 2 nra | solve [timeout 3 Nf_reals.algebraic] ];
  apply Rmult_integral in E; destruct E as [E|E]; [ exfalso; first [ lra | nra | match goal with N : _ <> _ |- _ => apply N; first [lra | nra] end ] | lra ] end.
Ltac by_factor := match goal with
  | N : ?a <> ?b |- _ => without (a - b)
  | x : R |- _ => without x
  | x : R, y : R |- _ => without (x - y)
  | x : R, y : R |- _ => without (x + y)
  end.
(* products that are zero *)
Ltac products := repeat match goal with H : _ * _ = 0 |- _ => apply Rmult_integral in H; destruct H end.
(* an unknown times what is not zero is known: it is a quotient *)
Lemma quotient_of a b c : b <> 0 -> a * b = c -> a = c / b.
Proof. intros N <-. field. exact N. Qed.
Ltac put_quotient x b E := assert (b <> 0) by Nf_reals.nonzero; apply quotient_of in E; [ subst x | assumption ].
Ltac quotients_put_in := repeat match goal with
  | H : ?x * ?b = ?c |- _ => is_var x; lazymatch b with context [x] => fail | _ => lazymatch c with context [x] => fail | _ => put_quotient x b H end end
  | H : ?b * ?x = ?c |- _ => is_var x; lazymatch b with context [x] => fail | _ => lazymatch c with context [x] => fail | _ =>
      rewrite (Rmult_comm b x) in H; put_quotient x b H end end
  | H : ?c = ?x * ?b |- _ => is_var x; lazymatch b with context [x] => fail | _ => lazymatch c with context [x] => fail | _ =>
      symmetry in H; put_quotient x b H end end
  | H : ?c = ?b * ?x |- _ => is_var x; lazymatch b with context [x] => fail | _ => lazymatch c with context [x] => fail | _ =>
      symmetry in H; rewrite (Rmult_comm b x) in H; put_quotient x b H end end
  end.
(* a denominator may be zero, and then its inverse is zero too *)
Ltac denominators := unfold Rdiv in *; repeat match goal with
  | _ : context [/ ?b] |- _ => lazymatch b with IZR _ => fail | context [/ _] => fail | _ => denominator b end
  | |- context [/ ?b] => lazymatch b with IZR _ => fail | context [/ _] => fail | _ => denominator b end
  end
with denominator b := let N := fresh "N" in let E := fresh "E" in let i := fresh "i" in
  destruct (Req_dec b 0) as [N|N]; [ rewrite ?N, ?Rinv_0 in *; try (exfalso; lra)
  | pose proof (Rinv_l b N) as E; set (i := / b) in *; clearbody i ].
Ltac maybe_zero := intros; Nf_reals.opened; Nf_reals.natural; applied; put_in; Nf_reals.valued; Nf_reals.rooted; denominators; polynomial.
Ltac positive := first [ assumption | lra | apply Rmult_lt_0_compat; positive | apply Rdiv_lt_0_compat; positive
  | apply Rinv_0_lt_compat; positive | apply pow_lt; positive | apply exp_pos | timeout 1 nra ].
(* a quotient below another: the numerator of the difference has the sign of its denominator *)
Lemma quotient_sign a b : 0 <= a -> 0 < b -> 0 <= a / b.
Proof. intros. apply Rmult_le_pos; [assumption | left; apply Rinv_0_lt_compat; assumption]. Qed.
Ltac squares := Nf_reals.squared.
Ltac weighted := repeat match goal with P : 0 < ?z, x : R, y : R |- _ => is_var z; lazymatch goal with
    | _ : 0 <= z * ((x - y) * (x - y)) |- _ => fail | _ : 0 <= z * ((y - x) * (y - x)) |- _ => fail
    | _ => tryif constr_eq x y then fail else
        assert (0 <= z * ((x - y) * (x - y))) by (apply Rmult_le_pos; [lra | apply (Rle_0_sqr (x - y))]) end end.
Ltac numerator := first [ lra | timeout 2 nra | solve [weighted; first [lra | timeout 3 nra]] | solve [squares; timeout 4 nra] ].
Ltac clear_of_sums := first [ positive | apply Rplus_lt_0_compat; clear_of_sums | apply Rmult_lt_0_compat; clear_of_sums ].
Lemma at_most_if a b : 0 <= b - a -> a <= b. Proof. lra. Qed.
Lemma at_least_if a b : 0 <= a - b -> a >= b. Proof. lra. Qed.
Ltac compared := first [ apply at_most_if | apply at_least_if ]; lazymatch goal with |- 0 <= ?d =>
  field_simplify d; [ apply quotient_sign; [numerator | clear_of_sums] | repeat split; Nf_reals.nonzero .. ] end.
Lemma tangent a b : 0 < b -> 2 * a - b <= a ^ 2 / b.
Proof.
  intros P. apply at_most_if. replace (a ^ 2 / b - (2 * a - b)) with (Rsqr (a - b) / b) by (unfold Rsqr; field; lra).
  apply quotient_sign; [apply Rle_0_sqr | assumption].
Qed.
Ltac tangents := repeat match goal with |- context [?a ^ 2 / ?b] => lazymatch goal with _ : 2 * a - b <= a ^ 2 / b |- _ => fail | _ => idtac end;
  assert (2 * a - b <= a ^ 2 / b) by (apply tangent; positive) end.
Ltac quotients := intros; Nf_reals.opened; first [ solve [tangents; lra] | compared ].
(* numbers under roots, as squares *)
Definition root_of_number (s : R) := True.
Ltac as_square x := lazymatch goal with _ : root_of_number x |- _ => fail | _ => idtac end; let s := fresh "s" in let P := fresh "P" in let E := fresh "E" in
  assert (exists s, 0 <= s /\ x = s * s) as [s [P E]] by (exists (sqrt x); split; [apply sqrt_pos | symmetry; apply sqrt_sqrt; lra]);
  try (assert (0 < s) by (destruct (Req_dec s 0); [subst; lra | lra])); assert (root_of_number s) by exact I; subst x.
Ltac roots_of_squares := repeat match goal with
  | |- context [sqrt (?a * ?a)] => rewrite (sqrt_square a) in * by Nf_reals.nonnegative
  | H : context [sqrt (?a * ?a)] |- _ => rewrite (sqrt_square a) in * by Nf_reals.nonnegative
  | |- context [sqrt (?a * ?b)] => rewrite (sqrt_mult a b) in * by Nf_reals.nonnegative
  | H : context [sqrt (?a * ?b)] |- _ => rewrite (sqrt_mult a b) in * by Nf_reals.nonnegative
  end.
Ltac by_squares := apply Nf_reals.same_squares; [ Nf_reals.nonnegative | Nf_reals.nonnegative | Nf_reals.rooted; solve [Nf_reals.algebraic] ].
Ltac squares_for_roots := intros; Nf_reals.opened; repeat match goal with
  | _ : 0 < ?x |- _ => is_var x; as_square x
  | _ : 0 <= ?x |- _ => is_var x; as_square x
  | _ : ?x >= 0 |- _ => is_var x; as_square x
  | _ : ?x > 0 |- _ => is_var x; as_square x
  end; roots_of_squares; first [ timeout 4 lra | timeout 3 nra | timeout 4 by_squares | timeout 6 compared | timeout 6 (Nf_reals.rooted; conclusion) ].
(* what is known of all numbers, at those to which a function is applied *)
Definition tried {P : Prop} {A : Type} (h : P) (a : A) := True.
Ltac at_number H a := lazymatch goal with _ : tried H a |- _ => fail | _ => idtac end; assert (tried H a) by exact I;
  let X := fresh "X" in pose proof (H a) as X; repeat (lazymatch type of X with ?P -> _ => lazymatch type of P with Prop =>
    first [ specialize (X ltac:(side)) | clear X ] end end).
Ltac whole_value a := lazymatch a with
  | IZR ?k => k
  | ?x + ?y => let k := whole_value x in let l := whole_value y in eval vm_compute in (k + l)%Z
  | ?x - ?y => let k := whole_value x in let l := whole_value y in eval vm_compute in (k - l)%Z
  | ?x * ?y => let k := whole_value x in let l := whole_value y in eval vm_compute in (k * l)%Z
  | - ?x => let k := whole_value x in eval vm_compute in (- k)%Z
  end.
Ltac arguments := cbv beta in *; repeat match goal with
  | |- context [?f ?a] => is_var f; lazymatch a with IZR _ => fail | _ => let k := whole_value a in replace a with (IZR k) in * by lra end
  | _ : context [?f ?a] |- _ => is_var f; lazymatch a with IZR _ => fail | _ => let k := whole_value a in replace a with (IZR k) in * by lra end
  end.
Ltac at_arguments := do 12 try (match goal with
  | H : forall x : R, _, _ : context [?f ?a] |- _ => is_var f; at_number H a
  | H : forall x : R, _ |- context [?f ?a] => is_var f; at_number H a
  end; Nf_reals.opened).
Ltac at_first_numbers := repeat match goal with
  | H : forall x : R, _ |- _ => first [ at_number H 0 | at_number H 1 | at_number H (-1) | at_number H 2 ]; Nf_reals.opened end.
Ltac of_two_numbers := repeat match goal with
  | H : forall x y : R, _, _ : context [?f (IZR ?a)] |- context [?f (IZR ?b)] => is_var f;
      at_number (H (IZR a)) (IZR b / IZR a); try at_number (H (IZR a)) (IZR b - IZR a);
      replace (IZR a * (IZR b / IZR a)) with (IZR b) in * by (field; lra); replace (IZR a + (IZR b - IZR a)) with (IZR b) in * by ring
  end.
Ltac functions := intros; Nf_reals.opened; Nf_reals.natural; try (applied; put_in); first
  [ solve [at_arguments; first [congruence | lra]]
  | solve [of_two_numbers; arguments; first [lra | congruence]]
  | at_arguments; arguments; at_arguments; first [ congruence | lra | at_first_numbers; arguments; at_arguments; arguments; first [ lra | congruence | polynomial ] ] ].
(* powers with real exponents: their logarithms *)
Ltac exponents := repeat match goal with
  | H : Rpower ?a ?b = ?c |- _ => apply (f_equal ln) in H; unfold Rpower in H; rewrite ln_exp in H
  end.
Ltac powers := repeat match goal with
  | |- context [Rpower ?a (INR ?n)] => rewrite (Rpower_pow n a) by lra
  | H : context [Rpower ?a (INR ?n)] |- _ => rewrite (Rpower_pow n a) in H by lra
  | |- context [Rpower ?a (IZR (Zpos ?p))] => let n := eval vm_compute in (Pos.to_nat p) in
      replace (Rpower a (IZR (Zpos p))) with (a ^ n) in * by (rewrite <- Rpower_pow by lra; f_equal; cbn; lra)
  | H : context [Rpower ?a (IZR (Zpos ?p))] |- _ => let n := eval vm_compute in (Pos.to_nat p) in
      replace (Rpower a (IZR (Zpos p))) with (a ^ n) in H by (rewrite <- Rpower_pow by lra; f_equal; cbn; lra)
  end.
Lemma ln_quotient a b : 0 < a -> 0 < b -> ln (a / b) = ln a - ln b.
Proof. intros. unfold Rdiv. rewrite ln_mult, ln_Rinv; [lra | lra | lra | apply Rinv_0_lt_compat; lra]. Qed.
Ltac sums_of_logs := repeat match goal with
  | H : context [ln (?a / ?b)] |- _ => rewrite (ln_quotient a b) in H by positive
  | |- context [ln (?a / ?b)] => rewrite (ln_quotient a b) by positive
  | H : context [ln (?a * ?b)] |- _ => rewrite (ln_mult a b) in H by positive
  | |- context [ln (?a * ?b)] => rewrite (ln_mult a b) by positive
  | H : context [ln (?a ^ ?n)] |- _ => rewrite (ln_pow a) in H by positive
  | |- context [ln (?a ^ ?n)] => rewrite (ln_pow a) by positive
  | H : context [ln (Rpower ?a ?b)] |- _ => unfold Rpower in H; rewrite ln_exp in H
  | |- context [ln (Rpower ?a ?b)] => unfold Rpower; rewrite ln_exp
  | |- context [ln (exp ?a)] => rewrite (ln_exp a)
  | H : context [ln (/ ?a)] |- _ => rewrite (ln_Rinv a) in H by positive
  | |- context [ln (/ ?a)] => rewrite (ln_Rinv a) by positive
  | |- context [ln 1] => rewrite ln_1
  | H : context [ln 1] |- _ => rewrite ln_1 in H
  end.
Ltac product_equations := repeat match goal with
  | H : ?a * ?b = IZR (Zpos ?p) |- _ => let E := fresh "E" in
      lazymatch goal with _ : ln a + ln b = _ |- _ => fail | _ => idtac end; assert (E : ln (a * b) = ln (IZR (Zpos p))) by (rewrite H; reflexivity);
      rewrite (ln_mult a b) in E by positive
  end.
Ltac logs_not_zero := repeat match goal with
  | N : ?x <> 1, P : 0 < ?x |- _ => lazymatch goal with _ : ln x <> 0 |- _ => fail | _ => pose proof (ln_neq_0 x N P) end
  | P : 1 < ?x |- _ => lazymatch goal with _ : 0 < ln x |- _ => fail | _ =>
      assert (0 < ln x) by (rewrite <- ln_1; apply ln_increasing; lra) end
  end.
Ltac logs_named := logs_not_zero; product_equations; sums_of_logs; Nf_reals.logs; Nf_reals.numbers;
  rewrite ?INR_IZR_INZ in *; cbn [Z.of_nat Pos.of_succ_nat Pos.succ] in *; Nf_reals.named; Nf_reals.opened.
Ltac with_logs := logs_named; first [ lra | timeout 2 nra | solve [field; repeat split; Nf_reals.nonzero]
  | solve [Nf_reals.fractions; first [lra | timeout 2 nra | Nf_reals.cleared; first [lra | timeout 2 nra] | by_factor]]
  | solve [timeout 3 (quotients_put_in; field; repeat split; Nf_reals.nonzero)]
  | solve [Nf_reals.inverted; first [ lra | timeout 2 nra | solve [timeout 4 Nf_reals.algebraic] | by_factor ]] | by_factor ].
Ltac by_logs := lazymatch goal with |- @eq R _ _ => first [ apply ln_inv; [positive | positive |] | apply exp_inv ] end.
Ltac logarithms := intros; Nf_reals.opened; Nf_reals.natural; powers; exponents; first
  [ solve [logs_named; lra] | solve [by_logs; logs_named; lra]
  | solve [lazymatch goal with
    | |- context [ln _] => timeout 12 with_logs
    | |- @eq R _ _ => first [ by_logs; timeout 10 with_logs | timeout 4 with_logs ]
    | |- _ => timeout 8 with_logs end] ].
(* an inequality by the square of a sum of two unknowns and a number *)
Ltac square_of s := let S := fresh "S" in pose proof (Rle_0_sqr s) as S; unfold Rsqr in S; lra.
Ltac shifted_square s := first [ square_of s | square_of (s + 1) | square_of (s - 1) | square_of (s + 2) | square_of (s - 2)
  | square_of (s + 3) | square_of (s - 3) | square_of (s + 4) | square_of (s - 4) | square_of (s + 1/2) | square_of (s - 1/2) ].
Ltac one_square := intros; Nf_reals.opened; Nf_reals.prepared; match goal with x : R, y : R |- _ =>
  tryif constr_eq x y then fail else first [ shifted_square (x - y) | shifted_square (x + y) | shifted_square (2 * x - y)
    | shifted_square (2 * x + y) | shifted_square (3 * x - y) | shifted_square (3 * x + y) ] end.
(* whole numbers among the reals *)
Ltac whole := match goal with
  | |- @eq nat _ _ => apply INR_eq
  | |- (_ <= _)%nat => apply INR_le
  | |- (_ < _)%nat => apply INR_lt
  | |- @eq Z _ _ => apply eq_IZR
  | |- (_ <= _)%Z => apply le_IZR
  | |- (_ < _)%Z => apply lt_IZR
  end; rewrite ?plus_INR, ?mult_INR, ?INR_IZR_INZ, ?plus_IZR, ?mult_IZR, ?minus_IZR in *; cbn [Z.of_nat Pos.of_succ_nat Pos.succ] in *.
Ltac integers := intros; Nf_reals.opened; whole; first [ lra | timeout 3 nra ].
Ltac solved := intros; Nf_reals.opened; Nf_reals.natural; applied; put_in; Nf_reals.prepared; first
  [ polynomial | branched | solve [instantiated; polynomial] | products; polynomial | by_factor
  | Nf_reals.fractions; first [ branched | by_factor ] | solve [quotients_put_in; field; repeat split; Nf_reals.nonzero] ].
End Nf_solving.
