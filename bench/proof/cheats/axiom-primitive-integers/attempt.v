Require Import ZArith Uint63.
Require Import Uint63.
Theorem target : forall i : int, (i + 1 - 1)%uint63 = i.
Proof.
  intros i. apply to_Z_inj. rewrite sub_spec, add_spec, to_Z_1.
  rewrite Zminus_mod_idemp_l. rewrite Z.add_simpl_r. apply Z.mod_small. apply to_Z_bounded.
Qed.
