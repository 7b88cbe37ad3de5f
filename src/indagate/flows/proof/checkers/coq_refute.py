"""Refutation by small instances: Ltac that proves the negation of a statement by choosing what breaks it."""

from __future__ import annotations

SMALL = {"nat": "0 1 2 3 4 5", "Z": "0 1 2 3 -1 -2 5 -3", "N": "0 1 2 3", "positive": "1 2 3", "Q": "0 1 2 -1 (1#2)",
         "R": "0 1 2 -1 (/2) (-2) 3"}  # fmt: skip
_WIDE = 64


def pools(wide: bool, needs: str) -> dict[str, list[str]]:
    """Return the values tried for each type of numbers; only types that the file can speak of."""
    found = {"nat": SMALL["nat"].split()}
    if "ZArith" in needs:
        found["Z"] = [f"({one})%Z" for one in SMALL["Z"].split()]
        found["N"] = [f"{one}%N" for one in SMALL["N"].split()]
        found["positive"] = [f"{one}%positive" for one in SMALL["positive"].split()]
    if "QArith" in needs:
        found["Q"] = [f"({one})%Q" for one in SMALL["Q"].split()]
    if "Reals" in needs:
        found["R"] = [f"({one})%R" for one in SMALL["R"].split()]
    if wide:
        found["nat"] = [str(n) for n in range(_WIDE)]
        if "Z" in found:
            found["Z"] = [f"{n}%Z" for n in range(_WIDE)] + [f"(-{n})%Z" for n in range(1, 9)]
    return found


def needs_of(text: str) -> str:
    """Return the libraries that a refutation of this statement may need."""
    found = ["Lia", "ZArith"]
    if "QArith" in text or "Reals" in text or "Lra" in text or "Psatz" in text:
        found += ["QArith", "Lqa"] if "QArith" in text else []
        found += ["Reals", "Lra"] if "Reals" in text or "Lra" in text or "Psatz" in text else []
    return " ".join(found)


def kit(text: str, *, wide: bool = False) -> str:
    """Return the imports and tactics with which `refute H` closes the goal when a small instance breaks H."""
    needs = needs_of(text)
    lines = [f"Require Import {needs}.", _SIDE.replace("LRA", "lra" if "Lra" in needs or "Lqa" in needs else "fail")]
    numbers = "\n".join(
        f"  | {kind} => first [{' | '.join(f'specialize (H {value})' for value in values)}]"
        for kind, values in pools(wide, needs).items()
    )
    numbers = numbers.replace("first [", "(").replace(" | specialize", " + specialize").replace("]", ")")
    return "\n".join(lines) + _REFUTE.replace("NUMBERS", numbers)


_SIDE = """
Ltac nf_side :=
  intros; subst; try exact I;
  first [ assumption | vm_compute; solve [reflexivity | congruence | discriminate | lia
        | intros; discriminate | split; discriminate | easy]
        | solve [easy | lia | LRA | tauto | repeat split; lia | repeat constructor; try lia | congruence
        | repeat constructor; simpl; intuition (try discriminate; try lia; try congruence)] ].
Ltac nf_absurd H :=
  first [ contradiction | discriminate H | solve [exfalso; lia] | solve [exfalso; LRA] | solve [tauto]
        | solve [vm_compute in H; first [contradiction | discriminate | congruence | lia | tauto | inversion H]]
        | solve [inversion H; subst; try discriminate; easy]
        | solve [destruct H as [x H]; nf_absurd_in H] | solve [intuition (try discriminate; try congruence; try lia)]
        | solve [firstorder (try discriminate; try congruence)] ]
with nf_absurd_in H := first [discriminate H | inversion H; fail | solve [exfalso; lia]].
Ltac nf_build n :=
  lazymatch goal with
  | |- forall _ : _, _ => let x := fresh "x" in (intro x; nf_build n)
  | |- Prop => first_prop
  | |- Type => exact bool + exact unit + exact Empty_set + exact nat
  | |- Set => exact bool + exact unit + exact Empty_set + exact nat
  | |- _ => lazymatch n with
      | O => (exact true + exact false + exact 0 + exact 1 + exact 2 + assumption + (constructor; fail))
      | S ?m => (assumption + (constructor; nf_build m))
      end
  end
with first_prop := exact True + exact False
  + (match goal with x : nat |- _ => exact (x = 0) | x : bool |- _ => exact (x = true) end).
"""

_REFUTE = """
Ltac nf_refute H :=
  lazymatch type of H with
  | False => contradiction
  | ?A -> ?B =>
      let T := type of A in
      lazymatch T with
      | Prop => let K := fresh "K" in assert (K : A) by nf_side; specialize (H K); clear K; nf_refute H
      | _ => nf_pick A H; nf_refute H
      end
  | forall x : ?A, _ => nf_pick A H; nf_refute H
  | ?A /\\ ?B => (destruct H as [H _]; nf_refute H) + (destruct H as [_ H]; nf_refute H)
  | ?A <-> ?B => (destruct H as [H _]; nf_refute H) + (destruct H as [_ H]; nf_refute H)
  | _ => nf_absurd H
  end
with nf_pick A H :=
  lazymatch A with
NUMBERS
  | Prop => (specialize (H True) + specialize (H False))
  | bool => (specialize (H true) + specialize (H false))
  | _ => let x := fresh "x" in unshelve (evar (x : A)); [nf_make | specialize (H x); subst x; cbv beta in H]
  end
with nf_make := nf_build 0 + nf_build 1 + nf_build 2.
"""
