"""Conditions on the columns that a goal names: comparisons, equal numbers, yes and no, and values that are missing."""

from __future__ import annotations

import re

from indagate.flows.task.offline.tables.compare import comparisons
from indagate.flows.task.offline.tables.linked import NOT, Condition, Linked
from indagate.flows.task.offline.tables.query import of_kind
from indagate.flows.task.offline.tables.schema import NUMERIC, Column
from indagate.tools.calculator.dimension import measure

_SPEAKS_OF = (
    ("temperature", r"warmer|colder|hotter|wärmer|kälter|heißer|теплее|холоднее|degrees|grad|градус\w*|°"),
    ("age", r"older|younger|älter|jünger|старше|младше"),
    ("price", r"\bcosts?\b|dearer|cheaper|kost(?:en|et|ete)\b|teurer|billiger|стоит|стоят|дороже|дешевле"),
    ("duration", r"longer|shorter|länger|kürzer|дольше|короче"),
    ("weight", r"heavier|lighter|weigh|schwerer|leichter|wieg|тяжелее|легче|вес(?:ит|ят)"),
)
"""Words of comparisons that speak of a kind of column without naming it."""


def bind(linked: Linked) -> None:
    """Turn what a goal says of columns into conditions."""
    _compare(linked)
    _equal(linked)
    _flags_and_gaps(linked)


def _compare(linked: Linked) -> None:
    """Attach comparisons to numeric columns: the one named behind the number, else the nearest before, "
    "else the only one."""
    for found in comparisons(linked.text):
        places = {n for n, token in enumerate(linked.tokens) if found.start <= token.start < found.end}
        if any(one.start <= found.number < one.end for one in (c.period for c in linked.conditions) if one):
            continue
        column, at = _compared(linked, found.number, found.end, found.start)
        if column is None:
            continue
        places |= {n for n, token in enumerate(linked.tokens) if n - 1 in places and _is_unit(token.word)}
        linked.conditions.append(Condition("compare", found.sql.format(c=column.sql), found.start, column))
        linked.claimed |= places
        kept = [one for one in linked.mentions if not (one.column is column and one.at == at)]
        linked.mentions = kept


def _implied(linked: Linked, start: int) -> Column | None:
    """Return the column that the words of a comparison speak of: warmer, cost more than, longer."""
    said = " ".join(linked.text[: start + 30].split()[-6:])
    for kind, words in _SPEAKS_OF:
        if re.search(words, said, re.IGNORECASE):
            return of_kind(linked.sheet, kind)
    return None


def _is_unit(word: str) -> bool:
    return bool(measure(word)) or bool(
        re.fullmatch(r"degrees?|grad|градус\w*|euros?|dollars?|pounds?|рубл\w*|eur|usd|gbp", word)
    )


def _equal(linked: Linked) -> None:
    """Read a number right behind a column's name as its value: vintage 2023, room 12."""
    tokens = linked.tokens
    for n, token in enumerate(tokens):
        if n == 0 or n in linked.claimed or not re.fullmatch(r"\d+(?:\.\d+)?", token.word):
            continue
        mention = next((one for one in linked.mentions if one.at == tokens[n - 1].start), None)
        if mention is None or mention.column.kind not in NUMERIC:
            continue
        linked.conditions.append(
            Condition("compare", f"{mention.column.sql} = {token.word}", token.start, mention.column)
        )
        linked.mentions.remove(mention)
        linked.claimed.add(n)


def _compared(linked: Linked, number: int, end: int, start: int) -> tuple[Column | None, int]:
    numeric = [one for one in linked.mentions if one.column.kind in NUMERIC]
    behind = [
        one for one in numeric if one.at >= number and len(re.findall(r"[^\W_]+", linked.text[end : one.at])) <= 1
    ]
    if behind:
        return behind[0].column, behind[0].at
    if (implied := _implied(linked, start)) is not None:
        return implied, -1
    before = [one for one in numeric if one.at < start]
    if before:
        return before[-1].column, before[-1].at
    if len(numeric) == 1:
        return numeric[0].column, numeric[0].at
    return None, -1


def _flags_and_gaps(linked: Linked) -> None:
    """Turn columns of yes and no into conditions, and columns that something lacks."""
    tokens = linked.tokens
    place = {token.start: n for n, token in enumerate(tokens)}
    for mention in list(linked.mentions):
        n = place.get(mention.at, -1)
        before = tokens[n - 1].word if n > 0 else ""
        if mention.column.kind == "boolean":
            negated = before in NOT or tokens[n].word.startswith(("in", "un", "не"))
            linked.conditions.append(
                Condition(
                    "flag", f"{mention.column.sql} = {'FALSE' if negated else 'TRUE'}", mention.at, mention.column
                )
            )
            linked.mentions.remove(mention)
        elif before in ("no", "without", "ohne", "kein", "keine", "keinen", "без", "нет", "missing") or (
            before in ("a", "an", "any", "einen", "eine") and n > 1 and tokens[n - 2].word in ("without", "ohne")
        ):
            linked.conditions.append(Condition("missing", f"{mention.column.sql} IS NULL", mention.at, mention.column))
            linked.mentions.remove(mention)
            linked.claimed |= {
                one
                for one in (n - 1, n - 2)
                if one >= 0 and tokens[one].word in ("no", "without", "ohne", "без", "нет")
            }
    for column in linked.sheet.columns:
        if column.kind == "boolean" and not any(one.column is column for one in linked.conditions):
            for n, token in enumerate(tokens):
                if any(token.word in (f"in{one}", f"un{one}", f"не{one}") for one in column.words):
                    linked.conditions.append(Condition("flag", f"{column.sql} = FALSE", token.start, column))
                    linked.claimed.add(n)
