From Coq Require List Lia ZArith Znumtheory Zify ZifyNat ZifyBool ZifyPow PeanoNat Arith.
(* Tactics for natural numbers and integers: computation, linear and nonlinear arithmetic, small ranges, residues. *)
Module Nf_numbers.
Import List Lia ZArith Znumtheory PeanoNat Arith Zify ZifyNat ZifyBool ZifyPow.
Local Open Scope nat_scope.
Local Open Scope Z_scope.

(* what is hidden is taken apart, what is known is put in *)
Ltac opened := repeat match goal with
  | H : _ /\ _ |- _ => destruct H
  | H : exists _, _ |- _ => destruct H
  | H : (_, _) = (_, _) |- _ => injection H as ? ?
  | H : Z.divide _ _ |- _ => destruct H
  | H : Nat.divide _ _ |- _ => destruct H
  | H : Nat.even _ = true |- _ => apply Nat.even_spec in H; destruct H
  | H : Nat.odd _ = true |- _ => apply Nat.odd_spec in H; destruct H
  | H : Nat.Even _ |- _ => destruct H
  | H : Nat.Odd _ |- _ => destruct H
  | H : Z.even _ = true |- _ => apply Z.even_spec in H; destruct H
  | H : Z.odd _ = true |- _ => apply Z.odd_spec in H; destruct H
  | H : Z.Even _ |- _ => destruct H
  | H : Z.Odd _ |- _ => destruct H
  | x := _ |- _ => subst x
  end.
Ltac valued := repeat match goal with
  | H : forall x, ?f x = _ |- _ => is_var f; rewrite !H in *; clear H
  | H : ?x = _ |- _ => is_var x; subst x
  | H : _ = ?x |- _ => is_var x; subst x
  end.
Ltac prepared := intros; opened; valued; opened; Nf_literals.literals.
Ltac atoms := repeat match goal with
  | |- context [Z.of_nat ?x] => is_var x; let z := fresh "z" in set (z := Z.of_nat x) in *; clearbody z
  | _ : context [Z.of_nat ?x] |- _ => is_var x; let z := fresh "z" in set (z := Z.of_nat x) in *; clearbody z
  end.
Ltac integral := Zify.zify; atoms; repeat match goal with
  | H : 0 <= _ ^ _ |- _ => clear H | H : 0 < _ ^ _ |- _ => clear H
  | H : _ -> True -> 0 <= _ ^ _ |- _ => clear H | H : _ -> _ -> 0 < _ ^ _ |- _ => clear H end.

(* closed quotients, remainders and powers are computed *)
Ltac constant c := lazymatch c with Z0 => idtac | Zpos _ => idtac | Zneg _ => idtac end.
Ltac settle t := let c := eval vm_compute in t in constant c; change t with c in *.
Ltac settled := repeat match goal with
  | |- context [Z.modulo ?a ?b] => settle (Z.modulo a b)
  | _ : context [Z.modulo ?a ?b] |- _ => settle (Z.modulo a b)
  | |- context [Z.div ?a ?b] => settle (Z.div a b)
  | _ : context [Z.div ?a ?b] |- _ => settle (Z.div a b)
  | |- context [Z.pow ?a ?b] => settle (Z.pow a b)
  | _ : context [Z.pow ?a ?b] |- _ => settle (Z.pow a b)
  end.
Ltac linear := integral; settled; Z.to_euclidean_division_equations; first [ lia | nia ].

(* residues of the integer variables *)
Definition met (x : Z) := True.
Ltac residue m x :=
  let q := fresh "q" in let r := fresh "r" in let E := fresh "E" in
  pose proof (Z.div_mod x m ltac:(lia)) as E; pose proof (Z.mod_pos_bound x m ltac:(lia));
  set (q := x / m) in *; set (r := x mod m) in *; clearbody q r;
  assert (met q) by exact I; assert (met r) by exact I; subst x.
Ltac by_cases := repeat match goal with B : 0 <= ?r < ?m |- _ => is_var r;
  let rec go k := lazymatch k with
    | Z0 => exfalso; clear -B; lia
    | _ => let j := eval vm_compute in (k - 1) in
        destruct (Z.eq_dec r j) as [E|E]; [ subst r; clear B | assert (B' : 0 <= r < j) by (clear -B E; lia);
          clear B E; rename B' into B; go j ] end in go m end.
Ltac modular m := prepared; integral;
  repeat match goal with x : Z |- _ => lazymatch goal with _ : met x |- _ => fail | _ => residue m x end end;
  repeat match goal with H : met _ |- _ => clear H end; by_cases; try solve [lia].

(* cases of a variable in a small range *)
Ltac ranged x lo hi :=
  let rec go k := lazymatch eval vm_compute in (k <? lo) with
    | true => exfalso; lia
    | _ => let j := eval vm_compute in (k - 1) in let E := fresh "E" in
        destruct (Z.eq_dec x k) as [E|E]; [ subst x; first [lia | nia] | go j ] end in
  go hi.
Ltac bounded x k := first
  [ assert (-1 <= x <= 12) by k; ranged x (-1) 12
  | assert (-60 <= x <= 60) by k; ranged x (-60) 60 ].
Ltac enumerated := prepared; integral; Z.to_euclidean_division_equations;
  match goal with x : Z |- _ => first [bounded x ltac:(lia) | bounded x ltac:(timeout 3 nia)] end.
(* a factor of a known number is one of its divisors *)
Definition divisors (c : Z) := filter (fun d => Z.eqb (c mod d) 0) (map Z.of_nat (seq 1 (Z.to_nat c))).
Lemma is_divisor x y c : 0 < x -> 0 < c -> x * y = c -> In x (divisors c).
Proof.
  intros P C E. assert (1 <= y) by nia. assert (x <= c) by nia. apply filter_In. split.
  - apply in_map_iff. exists (Z.to_nat x). split; [lia|]. apply in_seq. lia.
  - apply Z.eqb_eq. subst c. rewrite Z.mul_comm. apply Z_mod_mult.
Qed.
(* the list is computed once, by the virtual machine, and so again when the proof is closed *)
Ltac listed D := lazymatch type of D with In _ ?l => let v := eval vm_compute in l in
  let E := fresh "E" in assert (E : l = v) by (vm_cast_no_check (eq_refl v)); rewrite E in D; clear E; cbn [In] in D end.
Ltac not_zero x := destruct (Z.eq_dec x 0); [ exfalso; subst x; lia | first [ lia | timeout 2 nia ] ].
Ltac of_product x H := let D := fresh "D" in pose proof H as D; apply is_divisor in D; [ | not_zero x | lia ];
  listed D; repeat (destruct D as [D|D]; [ subst x; first [ lia | divide_out; by_factors | timeout 2 nia | settled; lia ] | ]); contradiction
with divide_out := match goal with
  | H : ?e * Zpos ?c = Zpos ?p |- _ => let q := eval vm_compute in (Zpos p / Zpos c) in assert (e = q) by lia; clear H
  | H : Zpos ?c * ?e = Zpos ?p |- _ => let q := eval vm_compute in (Zpos p / Zpos c) in assert (e = q) by lia; clear H
  end
with by_factors := match goal with
  | H : ?x * ?y = Zpos _ |- _ => first [ is_var x; of_product x H | is_var y; rewrite (Z.mul_comm x y) in H; of_product y H ]
  | H : Zpos _ = _ * _ |- _ => symmetry in H; by_factors
  end.
Ltac factored := prepared; integral; by_factors.
(* greatest common divisors and least common multiples: both numbers divide the multiple *)
Lemma in_range x k c : (0 < c -> c = k * x -> In x (map Z.to_nat (divisors (Z.of_nat c))))%nat.
Proof.
  intros C E. apply in_map_iff. exists (Z.of_nat x). split; [lia|].
  apply is_divisor with (Z.of_nat k); [destruct x; lia | lia | subst c; lia].
Qed.
Ltac multiple x L := destruct L as [?k L]; apply in_range in L; [ | lia ]; listed L;
  repeat (destruct L as [L|L]; [ subst x | ]); try contradiction.
Ltac multiples := intros; opened; repeat match goal with
  | H : Nat.lcm ?a ?b = ?c |- _ => is_var a; pose proof (Nat.divide_lcm_l a b); is_var b; pose proof (Nat.divide_lcm_r a b);
      revert H
  | H : Nat.lcm ?a ?b = ?c |- _ => is_var a; pose proof (Nat.divide_lcm_l a b); revert H end; intros;
  repeat match goal with H : Nat.lcm ?a ?b = ?c, L : Nat.divide ?x (Nat.lcm ?a ?b) |- _ => rewrite H in L; multiple x L end;
  vm_compute in *; first [ discriminate | lia | congruence ].
(* what a known number divides: the quotient is the witness, residues of the variables decide *)
Ltac residue_of_nat c x := let E := fresh "E" in let q := fresh "q" in let r := fresh "r" in
  pose proof (Nat.div_mod x c ltac:(lia)) as E; pose proof (Nat.mod_upper_bound x c ltac:(lia));
  set (q := Nat.div x c) in *; set (r := Nat.modulo x c) in *; clearbody q r; subst x.
Ltac between := repeat match goal with H : ?r < ?m, K : 0 <= ?r |- _ => is_var r; constant m; pose proof (conj K H); clear H K end.
Ltac decided c := first
  [ solve [ match goal with n : nat |- _ => residue_of_nat c n end; integral; between; by_cases; lia ]
  | solve [ match goal with x : Z |- _ => residue (Z.of_nat c) x; idtac end;
      integral; cbn [Z.of_nat Pos.of_succ_nat Pos.succ] in *; by_cases; lia ]
  | solve [ match goal with n : nat, m : nat |- _ => residue_of_nat c n; residue_of_nat c m end; integral; between; by_cases; lia ] ].
Ltac composed := first [ assumption | apply Z.divide_refl | apply Nat.divide_refl
  | apply Nat.gcd_divide_l | apply Nat.gcd_divide_r | apply Nat.divide_lcm_l | apply Nat.divide_lcm_r
  | apply Z.gcd_divide_l | apply Z.gcd_divide_r | apply Z.divide_lcm_l | apply Z.divide_lcm_r
  | apply Nat.gcd_greatest; composed | apply Nat.lcm_least; composed | apply Z.gcd_greatest; composed | apply Z.lcm_least; composed
  | (apply Z.divide_add_r + apply Z.divide_sub_r + apply Z.divide_mul_r + apply Z.divide_mul_l
     + apply Nat.divide_add_r + apply Nat.divide_mul_r + apply Nat.divide_mul_l + apply Nat.divide_sub_r
     + (eapply Z.divide_trans; [eassumption | ]) + (eapply Nat.divide_trans; [eassumption | ])); composed ].
Ltac quotient := first [ solve [intros; timeout 3 composed] | by_quotient ]
with by_quotient := intros; opened; match goal with
  | |- ex (fun k : nat => ?E = Nat.mul ?c k) => exists (Nat.div E c); decided c
  | |- ex (fun k : nat => ?E = Nat.mul k ?c) => exists (Nat.div E c); decided c
  | |- ex (fun k : nat => Nat.mul ?c k = ?E) => exists (Nat.div E c); decided c
  | |- ex (fun k : Z => ?E = Z.mul ?c k) => exists (Z.div E c); let d := eval vm_compute in (Z.to_nat c) in decided d
  | |- ex (fun k : Z => ?E = Z.mul k ?c) => exists (Z.div E c); let d := eval vm_compute in (Z.to_nat c) in decided d
  | |- Nat.divide ?c ?E => exists (Nat.div E c); decided c
  | |- Z.divide ?c ?E => exists (Z.div E c); let d := eval vm_compute in (Z.to_nat c) in decided d
  | |- Nat.Even ?E => exists (Nat.div E 2); decided 2%nat
  | |- Nat.even ?E = true => apply Nat.even_spec; exists (Nat.div E 2); decided 2%nat
  end.
(* induction on a natural number, with the first cases apart *)
Ltac grow := cbn [Nat.pow Nat.sub Nat.add fact] in *; first [ lia | nia | cbn in *; lia | cbn in *; nia ].
Ltac grown := intros; match goal with n : nat |- _ =>
  induction n as [|n IH]; [ grow | ]; first [ grow | destruct n as [|n]; [ grow | first [ grow | destruct n as [|n]; [ grow
    | first [ grow | destruct n as [|n]; [grow | first [ grow | destruct n as [|n]; [grow|]; specialize (IH ltac:(lia)); grow ] ] ] ] ] ] ] end.
(* what divides a sum of powers, by induction: the powers are unknowns of which the next value is known *)
Ltac unrolled := repeat progress (rewrite ?Nat.add_1_r, ?Nat.add_0_r, ?Nat.mul_succ_r, ?Nat.pow_add_r, ?Nat.pow_mul_r, ?Nat.pow_succ_r',
  ?Nat2Z.inj_succ, ?Nat2Z.inj_add, ?Nat2Z.inj_mul in *; rewrite ?Z.pow_add_r, ?Z.pow_mul_r, ?Z.pow_succ_r in * by lia;
  cbn [Z.of_nat Pos.of_succ_nat Pos.succ] in * ); closed_powers
with closed_powers := repeat match goal with
  | |- context [Nat.pow ?a ?b] => let c := eval vm_compute in (Nat.pow a b) in known c; change (Nat.pow a b) with c in *
  | _ : context [Nat.pow ?a ?b] |- _ => let c := eval vm_compute in (Nat.pow a b) in known c; change (Nat.pow a b) with c in *
  | |- context [Z.pow ?a ?b] => settle (Z.pow a b)
  | _ : context [Z.pow ?a ?b] |- _ => settle (Z.pow a b)
  end
with known c := lazymatch c with O => idtac | S ?d => known d end.
Ltac powers_named := repeat match goal with
  | |- context [Nat.pow ?a ?b] => let p := fresh "p" in assert (Nat.pow a b <> 0%nat) by (apply Nat.pow_nonzero; discriminate);
      set (p := Nat.pow a b) in *; clearbody p
  | |- context [Z.pow ?a ?b] => let p := fresh "p" in set (p := Z.pow a b) in *; clearbody p
  end.
Ltac as_remainder := lazymatch goal with
  | |- Nat.divide _ _ => apply Nat.mod_divide; [discriminate|]
  | |- Z.divide _ _ => apply Z.mod_divide; [discriminate|]
  | |- ex (fun k : nat => ?E = Nat.mul ?c k) => let D := fresh in assert (D : Nat.modulo E c = 0%nat);
      [ | apply Nat.mod_divide in D; [destruct D as [k D]; exists k; lia | discriminate] ]
  | |- ex (fun k : nat => ?E = Nat.mul k ?c) => let D := fresh in assert (D : Nat.modulo E c = 0%nat);
      [ | apply Nat.mod_divide in D; [destruct D as [k D]; exists k; lia | discriminate] ]
  | |- ex (fun k : Z => ?E = Z.mul ?c k) => let D := fresh in assert (D : Z.modulo E c = 0%Z);
      [ | apply Z.mod_divide in D; [destruct D as [k D]; exists k; lia | discriminate] ]
  | |- ex (fun k : Z => ?E = Z.mul k ?c) => let D := fresh in assert (D : Z.modulo E c = 0%Z);
      [ | apply Z.mod_divide in D; [destruct D as [k D]; exists k; lia | discriminate] ]
  | |- Nat.modulo _ _ = _ => idtac
  | |- Z.modulo _ _ = _ => idtac
  end.
Ltac next := unrolled; powers_named; zify; Z.to_euclidean_division_equations; lia.
Ltac stepped := match goal with n : nat |- _ =>
  induction n as [|n IH]; [ first [lia | vm_compute; reflexivity | solve [unrolled; lia]] | first
    [ solve [next] | solve [specialize (IH ltac:(lia)); next]
    | destruct n; [vm_compute; reflexivity | specialize (IH ltac:(lia)); next] ] ] end.
Ltac by_powers := intros; as_remainder; stepped.
Ltac quick := prepared; first [ lia | timeout 4 nia ].
Ltac divided := prepared; linear.
Ltac residues := first
  [ solve [timeout 4 (modular 2)] | solve [timeout 4 (modular 3)] | solve [timeout 5 (modular 4)]
  | solve [timeout 5 (modular 7)] | solve [timeout 5 (modular 8)] | solve [timeout 5 (modular 9)] ].
(* a statement for all natural numbers, at the first few *)
Ltac instances := intros; repeat match goal with H : forall n : nat, _ |- _ =>
    pose proof (H 0%nat); pose proof (H 1%nat); pose proof (H 2%nat); pose proof (H 3%nat); pose proof (H 4%nat);
    pose proof (H 5%nat); clear H end; cbn in *; prepared; first [ lia | congruence | nia ].
End Nf_numbers.
