From Coq Require Lia Reals Lra Psatz Nsatz.
(* Tactics for real numbers: fields, polynomials, quotients and roots as unknowns, logarithms as sums. *)
Module Nf_reals.
Import Lia Reals Lra Psatz Nsatz.
Local Open Scope nat_scope.
Local Open Scope R_scope.

Lemma root x y : 0 <= y -> y * y = x -> sqrt x = y.
Proof. intros N <-. apply sqrt_square, N. Qed.
Lemma of_root a b : 0 < b -> sqrt a = b -> a = b * b.
Proof.
  intros P E. destruct (Rle_lt_dec 0 a) as [L|L]; [rewrite <- E; symmetry; apply sqrt_sqrt, L|].
  rewrite sqrt_neg_0 in E; lra.
Qed.
Lemma same_squares a b : 0 <= a -> 0 <= b -> a * a = b * b -> a = b.
Proof. intros. apply Rsqr_inj; assumption. Qed.

(* products and sums taken apart; what a hypothesis says of a variable or function is put in *)
Ltac opened := repeat match goal with
  | H : _ /\ _ |- _ => destruct H
  | H : exists _, _ |- _ => destruct H
  | H : (_, _) = (_, _) |- _ => injection H as ? ?
  | H : Nat.divide _ _ |- _ => destruct H
  | x := _ |- _ => subst x
  | |- _ /\ _ => split
  | |- _ <-> _ => split; intro
  end.
(* equations follow from equations alone (nsatz overlooks those that stand beside others): powers are written out, inverses of numbers are unknowns of which the product is known *)
Ltac algebraic := repeat match goal with H : ?T |- _ => lazymatch type of T with Prop => lazymatch T with @eq R _ _ => fail | _ => clear H end end end;
  unfold Rdiv in *; cbn [Rpow_def.pow] in *; repeat match goal with
  | |- context [/ IZR ?k] => inverse_of k
  | _ : context [/ IZR ?k] |- _ => inverse_of k
  end; solve [nsatz]
with inverse_of k := let E := fresh "E" in assert (E : / IZR k * IZR k = 1) by (apply Rinv_l; lra);
  let i := fresh "i" in set (i := / IZR k) in *; clearbody i.
Ltac natural := repeat match goal with
  | H : @eq nat ?x _ |- _ => is_var x; subst x
  | H : @eq nat _ ?x |- _ => is_var x; subst x
  end.
Ltac nonzero := first [ assumption | lra | discriminate | timeout 2 nra
  | apply Rinv_neq_0_compat; nonzero | apply Rmult_integral_contrapositive_currified; nonzero
  | apply pow_nonzero; nonzero | apply Rgt_not_eq; nonzero | apply Rlt_not_eq; nonzero
  | apply Rgt_not_eq; apply sqrt_lt_R0; lra | intro; subst; lra | intro; nra ].
Ltac applied := repeat match goal with
  | H : forall x, ?f x = _ |- _ => is_var f; progress (rewrite !H in *); clear H
  | H : forall x, ?f x = _ |- _ => is_var f; clear H
  | H : forall x, _ -> ?f x = _ |- _ => is_var f; match goal with
      | |- context [f ?a] => rewrite (H a) in * by nonzero
      | _ : context [f ?a] |- _ => rewrite (H a) in * by nonzero end
  end.
Ltac valued := repeat match goal with
  | H : ?x = ?t |- _ => is_var x; lazymatch t with context [x] => fail | _ => subst x end
  | H : ?t = ?x |- _ => is_var x; lazymatch t with context [x] => fail | _ => subst x end
  end.
Ltac numbers := rewrite ?INR_IZR_INZ in *; cbn [Z.of_nat Pos.of_succ_nat Pos.succ] in *;
  repeat match goal with
  | |- context [sum_f_R0 _ _] => progress cbn [sum_f_R0]
  | _ : context [sum_f_R0 _ _] |- _ => progress cbn [sum_f_R0] in *
  end.
Ltac prepared := intros; opened; natural; opened; applied; cbn beta iota delta [Nat.add Nat.mul Nat.sub Nat.pow] in *; numbers; valued.

(* a quotient is a product with an unknown i, of which i * b = 1 is known *)
Ltac inverted := repeat match goal with
  | |- context [?a / ?b] => unfold Rdiv
  | H : context [?a / ?b] |- _ => unfold Rdiv in H
  end; repeat match goal with
  | |- context [/ ?b] => lazymatch b with IZR _ => fail | _ => idtac end;
      let N := fresh "N" in assert (N : b <> 0) by nonzero;
      let E := fresh "E" in pose proof (Rinv_l b N) as E; let i := fresh "i" in set (i := / b) in *; clearbody i
  | _ : context [/ ?b] |- _ => lazymatch b with IZR _ => fail | _ => idtac end;
      let N := fresh "N" in assert (N : b <> 0) by nonzero;
      let E := fresh "E" in pose proof (Rinv_l b N) as E; let i := fresh "i" in set (i := / b) in *; clearbody i
  end.
(* roots of squares are computed, equations between roots squared *)
Ltac square_root e := first [ rewrite (root e 0) in * by lra | rewrite (root e 1) in * by lra | rewrite (root e 2) in * by lra
  | rewrite (root e 3) in * by lra | rewrite (root e 4) in * by lra | rewrite (root e 5) in * by lra | rewrite (root e 6) in * by lra
  | rewrite (root e 7) in * by lra | rewrite (root e 8) in * by lra | rewrite (root e 9) in * by lra | rewrite (root e 10) in * by lra
  | rewrite (root e 11) in * by lra | rewrite (root e 12) in * by lra | rewrite (root e 13) in * by lra ].
Ltac roots := repeat match goal with
  | H : sqrt ?a = ?b |- _ => apply of_root in H; [ | first [lra | apply sqrt_lt_R0; lra ] ]
  | |- context [sqrt ?e] => lazymatch e with context [sqrt _] => fail | _ => square_root e end
  | _ : context [sqrt ?e] |- _ => lazymatch e with context [sqrt _] => fail | _ => square_root e end
  end.
Ltac nonnegative := first [ assumption | lra | apply Rmult_le_pos; nonnegative | apply Rplus_le_le_0_compat; nonnegative
  | apply pow_le; nonnegative | apply sqrt_pos | timeout 2 nra ].
Ltac by_squares := match goal with |- @eq R _ _ => apply same_squares; [nonnegative | nonnegative | first [solve [timeout 2 algebraic] | timeout 2 nra]] end.
Ltac instantiated := repeat match goal with
  | H : forall x : R, _ = _ |- _ => pose proof (H 0); pose proof (H 1); pose proof (H (-1)); pose proof (H 2); pose proof (H 3); clear H
  | H : forall n : nat, _ = _ |- _ => pose proof (H 0%nat); pose proof (H 1%nat); pose proof (H 2%nat); pose proof (H 3%nat);
      pose proof (H 4%nat); pose proof (H 5%nat); pose proof (H 6%nat); pose proof (H 7%nat); pose proof (H 8%nat);
      pose proof (H 9%nat); pose proof (H 10%nat); clear H
  end.
(* logarithms of numbers and products become sums *)
Ltac factor n := lazymatch eval vm_compute in (Z.eqb (Z.modulo n 2) 0, Z.eqb (Z.modulo n 3) 0, Z.eqb (Z.modulo n 5) 0, Z.eqb (Z.modulo n 7) 0) with
  | (true, _, _, _) => constr:(2%Z) | (_, true, _, _) => constr:(3%Z) | (_, _, true, _) => constr:(5%Z) | (_, _, _, true) => constr:(7%Z) end.
Ltac log_of n := let p := factor n in let k := eval vm_compute in (Z.div n p) in
  lazymatch k with 1%Z => fail | _ => replace (ln (IZR n)) with (ln (IZR p) + ln (IZR k)) in *
    by (rewrite <- ln_mult by lra; f_equal; lra) end.
Ltac logs := repeat match goal with
  | |- context [ln (IZR ?n)] => log_of n
  | _ : context [ln (IZR ?n)] |- _ => log_of n
  | |- context [ln (?a * ?b)] => rewrite (ln_mult a b) by first [lra | nra]
  | H : context [ln (?a * ?b)] |- _ => rewrite (ln_mult a b) in H by first [lra | nra]
  | |- context [ln (?a ^ ?b)] => rewrite (ln_pow a) by first [lra | nra]
  | H : context [ln (?a ^ ?b)] |- _ => rewrite (ln_pow a) in H by first [lra | nra]
  end;
  repeat match goal with
  | |- context [ln (IZR ?n)] => lazymatch goal with _ : 0 < ln (IZR n) |- _ => fail | _ => idtac end;
      assert (0 < ln (IZR n)) by (rewrite <- ln_1; apply ln_increasing; lra)
  | _ : context [ln (IZR ?n)] |- _ => lazymatch goal with _ : 0 < ln (IZR n) |- _ => fail | _ => idtac end;
      assert (0 < ln (IZR n)) by (rewrite <- ln_1; apply ln_increasing; lra)
  end.
Ltac named := repeat match goal with
  | |- context [ln ?b] => let l := fresh "l" in set (l := ln b) in *; clearbody l
  | _ : context [ln ?b] |- _ => let l := fresh "l" in set (l := ln b) in *; clearbody l
  end.
Ltac logarithmic := try (match goal with |- @eq R _ (IZR _) => apply ln_inv; [ first [lra | nra] | first [lra | nra] | ] end); logs; numbers; named.
(* a root is an unknown s, of which 0 <= s and s * s = b are known *)
Ltac rooted := repeat match goal with
  | |- context [sqrt ?b] => lazymatch b with context [sqrt _] => fail | _ => idtac end; let P := fresh "P" in
      destruct (Rle_lt_dec 0 b) as [P|P]; [ | try (exfalso; first [lra | timeout 2 nra]); rewrite (sqrt_neg_0 b) in * by lra ];
      [ let E := fresh "E" in pose proof (sqrt_sqrt b P) as E; pose proof (sqrt_pos b);
        let s := fresh "s" in set (s := sqrt b) in *; clearbody s | .. ]
  | _ : context [sqrt ?b] |- _ => lazymatch b with context [sqrt _] => fail | _ => idtac end; let P := fresh "P" in
      destruct (Rle_lt_dec 0 b) as [P|P]; [ | try (exfalso; first [lra | timeout 2 nra]); rewrite (sqrt_neg_0 b) in * by lra ];
      [ let E := fresh "E" in pose proof (sqrt_sqrt b P) as E; pose proof (sqrt_pos b);
        let s := fresh "s" in set (s := sqrt b) in *; clearbody s | .. ]
  end.
Ltac signed := unfold Rabs, Rmax, Rmin in *;
  repeat match goal with
  | |- context [Rcase_abs ?a] => destruct (Rcase_abs a)
  | _ : context [Rcase_abs ?a] |- _ => destruct (Rcase_abs a)
  | |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b)
  | _ : context [Rle_dec ?a ?b] |- _ => destruct (Rle_dec a b)
  end.
(* squares of variables and of their differences, as facts *)
Ltac squared := repeat match goal with x : R |- _ => lazymatch goal with
    | _ : 0 <= Rsqr x |- _ => fail | _ => pose proof (Rle_0_sqr x) end end;
  repeat match goal with x : R, y : R |- _ => lazymatch goal with
    | _ : 0 <= Rsqr (x - y) |- _ => fail | _ : 0 <= Rsqr (y - x) |- _ => fail
    | _ => pose proof (Rle_0_sqr (x - y)); pose proof (Rle_0_sqr (x + y)) end end; unfold Rsqr in *.
(* quotients in equations multiplied out *)
Ltac fractions := repeat match goal with
  | H : @eq R ?a ?b |- _ =>
      lazymatch constr:((a, b)) with context [Rdiv _ _] => idtac | context [Rinv _] => idtac end;
      (field_simplify_eq in H; [ | repeat split; nonzero .. ]);
      lazymatch type of H with context [Rdiv _ _] => fail | context [Rinv _] => fail | _ => idtac end
  end.
Ltac cleared := try (field_simplify_eq; [ | repeat split; nonzero .. ]).
(* squares of x - c, for one c after another *)
Ltac shifted := match goal with x : R |- _ =>
  let at_ c := (pose proof (Rle_0_sqr (x - c)); unfold Rsqr in *; first [lra | timeout 1 nra]) in
  first [ at_ 1 | at_ 2 | at_ 3 | at_ (-1) | at_ (-2) | at_ (1/2) | at_ 4 | at_ 5 | at_ (-3) | at_ (3/2) | at_ (5/2) | at_ 6 | at_ 7 ] end.
(* a difference that is not zero has an inverse *)
Ltac unequal := repeat match goal with H : ?a <> ?b |- _ =>
  let i := fresh "i" in let E := fresh "E" in
  assert (exists i, i * (a - b) = 1) as [i E] by (exists (/ (a - b)); apply Rinv_l; intro; apply H; lra); clear H end.
(* the next integer above a number: computed where the number is a quotient or a root of known ones, else one of a few *)
Ltac above r := let at_ k := (rewrite <- (tech_up r k) in * by floor_bound) in
  let near k := let l := eval vm_compute in (k - 1)%Z in let h := eval vm_compute in (k + 1)%Z in first [ at_ k | at_ h | at_ l ] in
  lazymatch r with
  | IZR ?a / IZR ?b => let k := eval vm_compute in (a / b + 1)%Z in near k
  | IZR ?a * / IZR ?b => let k := eval vm_compute in (a / b + 1)%Z in near k
  | / IZR ?b => let k := eval vm_compute in (1 / b + 1)%Z in near k
  | sqrt (IZR ?a) => let k := eval vm_compute in (Z.sqrt a + 1)%Z in near k
  | IZR ?a => let k := eval vm_compute in (a + 1)%Z in near k
  | _ => first [ at_ 0%Z | at_ 1%Z | at_ 2%Z | at_ 3%Z | at_ 4%Z | at_ 5%Z | at_ 6%Z | at_ 7%Z | at_ 8%Z | at_ 9%Z | at_ 10%Z | at_ (-1)%Z | at_ (-2)%Z ]
  end
with floor_bound := first [ lra | match goal with
  | |- sqrt ?a < ?b => apply Rsqr_incrst_0; [unfold Rsqr; rewrite sqrt_sqrt; lra | apply sqrt_pos | lra]
  | |- ?b <= sqrt ?a + 1 => apply Rplus_le_reg_r with (-(1)); ring_simplify; apply Rsqr_incr_0;
      [unfold Rsqr; rewrite sqrt_sqrt; lra | lra | apply sqrt_pos] end ].
Ltac floors := unfold Int_part, frac_part in *; repeat match goal with
  | |- context [up ?r] => above r
  | _ : context [up ?r] |- _ => above r
  end; cbn [Z.sub Z.add Z.mul Z.opp Z.pos_sub Pos.pred_double] in *.
Ltac polynomial := first [lra | timeout 4 nra | solve [timeout 4 algebraic]].
Ltac mentions_root := match goal with |- context [sqrt _] => idtac | _ : context [sqrt _] |- _ => idtac end.
Ltac mentions_log := match goal with |- context [ln _] => idtac | _ : context [ln _] |- _ => idtac end.
Ltac mentions_quotient := match goal with |- context [_ / _] => idtac | _ : context [_ / _] |- _ => idtac | |- context [/ _] => idtac | _ : context [/ _] |- _ => idtac end.
Ltac first_look := prepared; first
  [ solve [lra] | solve [field] | solve [field; repeat split; nonzero] | solve [timeout 3 nra] 
  | solve [cleared; first [lra | timeout 3 nra]]
  | solve [fractions; cleared; first [lra | timeout 3 nra]] ].
Ltac second_look := prepared; first
  [ solve [mentions_root; roots; first [lra | solve [field; repeat split; nonzero] | timeout 3 nra | rooted; first [lra | timeout 3 nra | timeout 4 by_squares]]]
  | solve [mentions_log; logarithmic; first [lra | solve [field; repeat split; nonzero] | fractions; cleared; timeout 3 nra | inverted; polynomial]]
  | solve [mentions_quotient; inverted; polynomial]
  | solve [match goal with |- context [Rabs _] => idtac | _ : context [Rabs _] |- _ => idtac end; signed; first [lra | timeout 3 nra]]
  | solve [shifted]
  | solve [squared; timeout 5 nra]
  | solve [unequal; timeout 5 algebraic]
  | solve [match goal with |- context [up _] => idtac | |- context [Int_part _] => idtac end; floors; first [lra | reflexivity | lia]]
  | solve [timeout 4 algebraic]
  | solve [mentions_root; inverted; rooted; cleared; polynomial] ].
Ltac third_look := intros; opened; natural; opened; instantiated; numbers; polynomial.
(* sums and products over a natural number, and powers, by induction: the number itself is a real that is not negative *)
Ltac counted := rewrite ?S_INR, ?plus_INR, ?mult_INR, ?INR_IZR_INZ in *; cbn [Z.of_nat Pos.of_succ_nat Pos.succ] in *;
  repeat match goal with
  | |- context [IZR (Z.of_nat ?n)] => is_var n; pose proof (pos_INR n); rewrite INR_IZR_INZ in *;
      let r := fresh "r" in set (r := IZR (Z.of_nat n)) in *; clearbody r
  | _ : context [IZR (Z.of_nat ?n)] |- _ => is_var n; pose proof (pos_INR n); rewrite INR_IZR_INZ in *;
      let r := fresh "r" in set (r := IZR (Z.of_nat n)) in *; clearbody r
  end.
Ltac settled := first [ lra | solve [field; repeat split; nonzero] | timeout 3 nra | solve [inverted; polynomial]
  | solve [cleared; first [lra | timeout 3 nra]] ].
Ltac unfolded := cbn [sum_f_R0 prod_f_R0 Rpow_def.pow Nat.add Nat.sub Nat.mul (*DEFINED*)] in *; rewrite ?Nat.sub_0_r in *.
Ltac next := first [ match goal with IH : _ = _ |- _ => rewrite IH end | idtac ]; counted; settled.
Ltac first_one := cbn in *; counted; first [ exfalso; lia | settled ].
Ltac grown := intros; natural; match goal with n : nat |- _ => induction n as [|n IH]; [ first_one | ]; first
  [ solve [unfolded; next] | solve [specialize (IH ltac:(lia)); unfolded; next]
  | destruct n as [|n]; [ first_one | specialize (IH ltac:(lia)); unfolded; next ] ] end.
End Nf_reals.
