"""What of a computation was given, and what its agent put in: that is no evidence of anything.

A number is given that the goal holds, a tool showed, or a calculation made of given ones; counts, powers of ten and
what one unit is of another may multiply it. Whether a result means what a sentence says is SUPPORT's to judge.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache

from indagate.evidence.dated import dates
from indagate.evidence.holding import missing_numbers
from indagate.evidence.language import language
from indagate.evidence.numeral import numerals
from indagate.evidence.quantity import Quantity, quantities
from indagate.evidence.word import words
from indagate.flows.task.critic.hard import Worked, rounded
from indagate.tools.calculator.dimension import ratios

_COUNTS = frozenset(map(Decimal, (*range(1, 11), 100)))
"""Numbers that may stand by themselves: counts, and what percents are taken of."""
_NUMBER = re.compile(r"(?<![\w.])(?:\d+(?:_\d+)*(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,3}(?!\d))?")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_ADDED = re.compile(r"(?<![eE])[-+−–]|,|\b(?:plus|minus)\b")


def with_result(work: Worked, tool: str, call: str, text: str) -> tuple[Worked, str]:
    """Return how an answer came about with one computation more, and what of its result is evidence."""
    told, strange = json.loads(call), []
    if tool == "calculate":
        strange = put_in(told["expression"], work)
        text = "" if strange else text
    else:
        text = computed(told["code"], json.loads(text)["out"], work)
    shown, results = (*work.shown, text), (*work.computed, text)
    return replace(work, shown=shown, computed=results, put_in=(*work.put_in, *strange)), text


def put_in(expression: str, work: Worked) -> list[str]:
    """Return the numbers of an expression on which its result cannot rest: nobody gave them, or what they multiply."""
    text = _THOUSANDS.sub("", expression)
    given = [found.span.of(text) for found in dates(text)]
    strange = [day for day in given if missing_numbers(day, work.goal, *work.shown)]
    for day in given:
        text = text.replace(day, " ")
    for term in _ADDED.split(text):
        numbers = _NUMBER.findall(term)
        held = [one for one in numbers if _is_given(Decimal(one), work)]
        given += held
        may = _is_constant if held else _COUNTS.__contains__ if len(numbers) == 1 else held.__contains__
        strange += [one for one in numbers if one not in held and not may(Decimal(one))]
    return strange if strange or given else _NUMBER.findall(text)


def computed(code: str, out: str, work: Worked) -> str:
    """Return what a program printed without the numbers and words that stand in its own text and were not given."""
    own = {Decimal(one) for one in _NUMBER.findall(f"{code} {_THOUSANDS.sub('', code)}")}
    days = dates(code)

    def is_own(found: Quantity) -> bool:
        if found.dated:
            return any(map(found.dated.within, days)) and bool(missing_numbers(found.text, work.goal, *work.shown))
        values = own & {value / found.factor for value in found.readings}
        return any(not _is_constant(value) and not _is_given(value, work) for value in values)

    known = {word.text.casefold() for told in (work.goal, *work.shown) for word in words(told)}
    strange = {word.text.casefold() for word in words(code)} - known
    spans = [(found.span.start, found.span.end) for found in quantities(out) if is_own(found)]
    spans += [(one.start, one.end) for one in words(out) if one.text.casefold() in strange and one.text[0].isalpha()]
    for start, end in sorted(spans, reverse=True):
        out = f"{out[:start]}…{out[end:]}"
    return out


def _is_given(number: Decimal, work: Worked) -> bool:
    """Whether a number was shown, as it is or in percent; a result may have been rounded."""
    tried = {number, number * 100} if number < 1 else {number}
    shown = any(tried & _written(text) for text in (work.goal, *work.shown))
    return shown or any(rounded(one, work) for one in quantities(f"{number:f}"))


@lru_cache(maxsize=1_024)
def _written(text: str) -> frozenset[Decimal]:
    """Return the numbers of a text, whatever they are of, as written and with their magnitude; of dates the year."""
    bare = text
    for day in dates(text):
        bare = bare.replace(day.span.of(text), " ")
    plain = [value for one in numerals(bare, language(text)) for value in one.readings]
    return frozenset(map(abs, (*plain, *(one.value / one.factor for one in quantities(text) if one.value))))


def _is_constant(number: Decimal) -> bool:
    """Whether a number says nothing of the matter: a count, a power of ten, how many of a unit another one is."""
    return number in _COUNTS or (number > 0 and number.normalize().as_tuple().digits == (1,)) or number in ratios()
