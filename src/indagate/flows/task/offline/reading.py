"""A table as a goal is read on it: which columns and values it names, under which conditions, and what is left over."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from indagate.flows.task.offline.goal import Goal
from indagate.flows.task.offline.intent import comparisons, whens
from indagate.flows.task.offline.schema import NUMERIC, Column, Sheet, alike, form_of, words_of
from indagate.flows.task.offline.spare import NOTHING, SPARE, says_nothing, small

COUNTED = ("units", "quantity", "menge", "stückzahl", "количество", "amount")
WORTH = ("revenue", "turnover", "sales", "umsatz", "erlös", "выручка", "value", "worth")
_PRICED = ("price", "preis", "цена")


@dataclass(slots=True)
class Reading:
    """A table as a goal is read on it: the columns it names, its conditions, and the words left over."""

    sheet: Sheet
    named: list[Column] = field(default_factory=list)
    where: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    own: bool = False
    score: float = 0.0


def read(goal: Goal, sheet: Sheet) -> Reading:
    """Match a goal's words with a table: its values first, then its columns and its own name."""
    found = Reading(sheet)
    text = goal.plain
    taken: set[int] = set()
    words = list(words_of(text))
    for column in sheet.columns:
        hits = [value for value in column.values if _has_value(value, words, taken)]
        if hits:
            listed = ", ".join("'" + value.replace("'", "''") + "'" for value in hits)
            found.where.append(f"{column.sql} IN ({listed})" if len(hits) > 1 else f"{column.sql} = {listed}")
    _columns(sheet, words, taken, found)
    for when in whens(text):
        dated = next((c for c in sheet.columns if c.kind in ("date", "moment")), None)
        yearly = next((c for c in sheet.columns if c.grain == "year" and c.kind in NUMERIC), None)
        if dated is not None:
            found.where.append(when.sql.format(c=dated.sql))
        elif yearly is not None and when.sql.startswith("year("):
            found.where.append(f"{yearly.sql} = {when.words}")
        else:
            continue
        taken |= {n for n, word in enumerate(words) if word in words_of(when.words)}
    _compare(text, words, taken, found)
    found.own = any(any(form_of(word, one) for one in sheet.words) for word in words)
    for n, word in enumerate(words):
        if n in taken or says_nothing(word) or any(form_of(word, one) for one in sheet.words):
            continue
        if word in WORTH and worth(sheet):
            continue
        found.left.append(word)
    found.score = 2 * len(found.named) + 2 * len(found.where) + found.own - 3 * len(found.left)
    return found


def _has_value(value: str, words: list[str], taken: set[int]) -> bool:
    """Whether a value stands in the goal; its words are then accounted for."""
    parts = words_of(value)
    if not parts or (len(parts) == 1 and (parts[0] in SPARE or small(parts[0]))):
        return False
    for at in range(len(words) - len(parts) + 1):
        if all(_names(words[at + n], part) for n, part in enumerate(parts)):
            taken |= set(range(at, at + len(parts)))
            return True
    return False


def _names(word: str, part: str) -> bool:
    """Whether a word of the goal is a word of a value; small words and those of questions only if they are equal."""
    return word == part or (word not in SPARE and not small(word) and form_of(word, part))


def _columns(sheet: Sheet, words: list[str], taken: set[int], found: Reading) -> None:
    """Find the columns that are named, those with more of their words in the goal first; then booleans."""
    scored: list[tuple[int, float, Column, set[int], bool]] = []
    for column in sheet.columns:
        telling = [word for word in column.words if not word.isdigit()]
        direct = {n for n, word in enumerate(words) if n not in taken and any(form_of(word, one) for one in telling)}
        loose = {n for n, word in enumerate(words) if n not in taken and any(alike(word, one) for one in telling)}
        if (
            direct
            or (loose and not all(words[n] in SPARE for n in loose))
            or (loose and column.kind in ("date", "moment"))
        ):
            share = len({words[n] for n in direct}) / max(1, len(telling))
            scored.append((len({words[n] for n in direct}), share, column, direct or loose, bool(direct)))
    used: set[int] = set()
    for _, _, column, places, _ in sorted(scored, key=lambda one: (-one[0], -one[1], min(one[3]))):
        if places <= used:
            continue  # its words name another column better
        used |= places
        nothing = any(n and words[n - 1] in NOTHING for n in places)
        if nothing and column.kind != "boolean":
            found.where.append(f"{column.sql} IS NULL")
            taken |= places
            continue
        if column.kind == "boolean":
            at = min(places)
            before = words[at - 1] if at else ""
            truth = "FALSE" if before in ("not", "nicht", "не", "no") or words[at].startswith(("in", "un")) else "TRUE"
            found.where.append(f"{column.sql} = {truth}")
        else:
            found.named.append(column)
        taken |= places
    for column in sheet.columns:
        if column.kind == "boolean" and not any(column.sql in one for one in found.where):
            for n, word in enumerate(words):
                if any(word in (f"in{one}", f"un{one}", f"не{one}") for one in column.words):
                    found.where.append(f"{column.sql} = FALSE")
                    taken.add(n)


def _compare(text: str, words: list[str], taken: set[int], found: Reading) -> None:
    for sign, value, at in comparisons(text):
        numbers = [column for column in found.named if column.kind in NUMERIC]
        if not numbers:
            continue
        near = min(numbers, key=lambda column: min((abs(place - at) for place in _places(column, text)), default=10**6))
        found.where.append(f"{near.sql} {sign} {value}")
        if len(found.named) > 1:
            found.named.remove(near)
        taken |= {n for n, word in enumerate(words) if word == value}


def _places(column: Column, text: str) -> list[int]:
    return [
        m.start() for m in re.finditer(r"[^\W_]+", text) if any(alike(m[0].casefold(), one) for one in column.words)
    ]


def worth(sheet: Sheet) -> str:
    """Return what rows are worth where a table has a price and a quantity."""
    price = next(
        (c for c in sheet.columns if c.kind in NUMERIC and any(alike(w, p) for w in c.words for p in _PRICED)), None
    )
    count = next(
        (
            c
            for c in sheet.columns
            if c.kind in NUMERIC and c is not price and any(form_of(w, p) for w in c.words for p in COUNTED)
        ),
        None,
    )
    return f"{count.sql} * {price.sql}" if price and count else ""
