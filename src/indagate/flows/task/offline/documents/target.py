"""What kind of thing a goal asks for: money, a measure, a count; for one of what."""

from __future__ import annotations

import re
from dataclasses import dataclass

from indagate.evidence.word import STOPS
from indagate.flows.task.offline.documents.amount import amounts_in, known, per_words
from indagate.flows.task.offline.documents.cue import HOW_MANY, IN_UNIT, KINDS, MONEY, PER
from indagate.flows.task.offline.documents.saying import Saying
from indagate.flows.task.offline.meaning import is_weak
from indagate.flows.task.offline.speech import AUXILIARY, SKIP
from indagate.tools.calculator.dimension import Powers

PART = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_DEGREES = (("deg", 1),)
_EACH = re.compile(r"each|every|jede|кажд", re.IGNORECASE)
_TO_ONE = re.compile(
    r"\b(?:to|in|at|on|for|from|of|by|an|bei|in|auf)\s+(?:an?|einem|einer|einen)\s+(?P<what>[^\W\d_]+(?: [^\W\d_]+)?)|"
    r"\b(?P<one>an?|ein|eine)\s+(?P<who>[^\W\d_]+)\s+(?:on average|im (?:durchschnitt|schnitt|mittel))",
    re.IGNORECASE,
)
"""One of what an average is of: to a public night on average."""


@dataclass(frozen=True, slots=True)
class Target:
    """What kind of thing is asked for.

    `kind` is money, measure, count, ratio, date, clock or any; `powers` what a measure may be, `unit` the unit that the
    goal names, `nouns` what is counted, `per` what the answer is for one of.
    """

    kind: str
    powers: tuple[Powers, ...] = ()
    unit: str = ""
    nouns: tuple[str, ...] = ()
    per: tuple[str, ...] = ()


def target_of(said: Saying) -> Target:
    """Return what kind of thing a goal asks for."""
    per_found = PER.search(said.text)
    per = _per_of(per_found, said.spoken) if per_found else _article(said.text)
    if not per and said.has("mean") and (one := _TO_ONE.search(said.text)):
        per = per_words(one["what"] or one["who"])
    if said.has("percent", "times") and not any(one.percent for one in said.numbers):
        return Target("ratio")
    text = said.text
    if re.search(r"\b(?:at what time|what time|when .*\bo'clock|um wie ?viel uhr|in welcher stunde|"
                 r"в котором часу|во сколько(?! раз| руб| обо))\b",
                 text, re.IGNORECASE):  # fmt: skip
        return Target("clock")
    if re.search(r"\b(?:when(?= (?:is|was|does|did|will|do|must|should|can|has|are|were)\b)|(?:on|by|"
                 r"until) (?:what|which) (?:date|day)|what date|which day|(?:bis )?wann|an welchem (?:tag|"
                 r"datum)|когда|"
                 r"какого числа|до какого)\b", text, re.IGNORECASE) and not re.search(r"\bhow (?:many|much|"
                     r"old|long)\b|\bwie\b|сколько", text, re.IGNORECASE):  # fmt: skip
        return Target("date")
    unit = IN_UNIT.search(text)
    if unit and (named := unit_named(unit["unit"])):
        measure = known(named)
        return Target("measure", (measure.powers,), named, (), per) if measure else Target("money", per=per)
    return _counted(said, per)


def asks_each(text: str) -> bool:
    """Whether a goal asks for each of something: per night, every night; not for one night."""
    found = PER.search(text)
    return found is None or bool(found["what"] or found["often"]) or bool(_EACH.match(found[0]))


def _article(text: str) -> tuple[str, ...]:
    """Return the unit that a goal asks the price of one of: what a tonne costs."""
    found = re.search(
        r"\b(?:does|do|is|kostet|cost|price of|стоит)\s+(?:an?|one|eine?|один|"
        r"одна)?\s*(?P<unit>[^\W\d_]{4,}(?: [^\W\d_]+)?)",
        text,
        re.IGNORECASE,
    )
    words = per_words(found["unit"]) if found else ()
    return words if words and known(words[0]) else ()


def _per_of(found: re.Match[str], spoken: str) -> tuple[str, ...]:
    """Return what the answer is for one of: a unit, or the words of a thing."""
    words = per_words(found["what"] or found["one"] or found["time"] or found["often"])
    return (
        words
        if words and known(words[0])
        else tuple(word for word in words if not is_weak(word, spoken, capital=True) or word == words[0])
    )


def _counted(said: Saying, per: tuple[str, ...]) -> Target:
    found = HOW_MANY.search(said.text)
    if found:
        nouns = [m for m in PART.finditer(found["np"]) if m[0].casefold() not in SKIP]
        if nouns:
            for place, name in enumerate((" ".join(m[0] for m in nouns[:2]), nouns[0][0], *(m[0] for m in nouns[1:3]))):
                if (named := unit_named(name)) and not _goes_with(named, nouns, said.spoken):
                    if place > 1 and any(is_weak(m[0].casefold(), said.spoken) for m in nouns[: place - 1]):
                        break
                    measure = known(named)
                    return (
                        Target("measure", (measure.powers,), named, (), per)
                        if measure and measure.powers != _DEGREES
                        else Target("any")
                        if measure
                        else Target("money", per=per)
                    )
            phrase: list[str] = []
            for place, match in enumerate(nouns[:4]):
                word = match[0].casefold()
                if (
                    (place or word in STOPS or word in AUXILIARY or said.spoken == "ru")
                    and is_weak(word, said.spoken, capital=match[0][0].isupper())
                    and word not in ("people", "person", "personen", "menschen", "человек")
                ):
                    break
                phrase.append(word)
            if phrase and "difference" not in said.cues:
                mass = re.match(r"how much|wie ?viel\b", found[0], re.IGNORECASE)
                return Target("any" if mass else "count", nouns=tuple(phrase), per=per)
    if MONEY.search(said.text):
        return Target("money", per=per)
    for words, powers in KINDS:
        if re.search(rf"\b(?:{words})\b", said.text, re.IGNORECASE):
            return Target("measure", powers, per=per)
    return Target("any", per=per)


def _goes_with(unit: str, nouns: list[re.Match[str]], spoken: str) -> bool:
    """Whether an English unit in the singular only goes with the noun behind it: day tickets."""
    if spoken != "en" or unit.endswith("s") or len(unit) < 3:
        return False
    place = next((n for n, match in enumerate(nouns) if match[0] == unit), len(nouns))
    return (
        place + 1 < len(nouns)
        and nouns[place + 1].start() == nouns[place].end() + 1
        and not is_weak(nouns[place + 1][0], "en")
    )


def unit_named(name: str) -> str:
    """Return a phrase as the unit that it is, of two words or the first; money as its sign; else nothing."""
    for part in dict.fromkeys((name, name.split()[0])):
        amount = next(amounts_in(f"1 {part}"), None)
        if amount is not None and amount.money:
            return amount.unit
        if known(part):
            return part
    return ""
