"""What several words of a sentence tell is one thing: quantities of it added up, its name further on, its words."""

from __future__ import annotations

from dataclasses import replace

from indagate.flows.notes.measure import Measure
from indagate.flows.notes.offline.draft import Draft, field_of, has


def joined(drafts: list[Draft]) -> list[Draft]:
    """Return the drafts, a distance that nothing names with the thing that the sentence names further on."""
    found: list[Draft] = []
    open_ = False
    for one in drafts:
        last = found[-1] if found and open_ else None
        shared = (
            [mark for mark in one.marks if any(mark.activity is other.activity for other in last.marks)] if last else []
        )
        if last is None or not shared or not _same_doing(last, one) or any(has(last, measure) for measure in one.found):
            found.append(one)
            open_ = one.guessed
        else:
            found[-1] = replace(one, marks=shared, found=[*last.found, *one.found], start=last.start)
    return found


def _same_doing(last: Draft, one: Draft) -> bool:
    """Whether a thing may only name what was told before it: a place of it, or a word with a value of its own."""
    tells = bool(one.found) or not any(mark.bare for mark in one.marks)
    named = not one.guessed and not one.weak and tells
    return named and (last.why, last.who, last.day) == (one.why, one.who, one.day)


def lend(drafts: list[Draft], kept: list[Draft]) -> None:
    """Let a thing have the words of what is no thing by itself, and stands behind it: "cycled to work", "a run by the
    lake"."""
    last: Draft | None = None
    for one in sorted(drafts, key=lambda draft: draft.at):
        if one in kept:
            last = one
        elif (
            last is not None
            and one.why == last.why
            and not any(k.start <= one.at < k.end for k in kept if k is not last)
        ):
            last.end = max(last.end, one.end)


def added(draft: Draft, one: Measure) -> bool:
    """Add a quantity to the one of its kind that a draft has, if totals of it make sense; return whether it was."""
    for at, other in enumerate(draft.found):
        if other.kind != one.kind or one.kind in {"sets", "reps", "mass", "number", "clock"}:
            continue
        if one.kind == "money" and other.unit != one.unit:
            continue
        if one.kind == "length" and one.unit != other.unit and abs(one.value - other.value) <= 0.03 * other.value:
            return True  # "5k, 3.1 mi in 32:50"
        fields = [mark.activity.fields.get(field_of(mark.activity, other)) for mark in draft.marks]
        if any(item is not None and item.sum for item in fields):
            draft.found[at] = replace(other, value=other.value + one.value, end=max(other.end, one.end))
            return True
    return False
