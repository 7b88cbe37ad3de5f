"""Entries of things that no domain knows, read from the notes that have their noun, with the number that is at it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from indagate.flows.notes.entry import Fact, Item, Note
from indagate.flows.notes.index import Index
from indagate.flows.notes.lexicon import Lexicon
from indagate.flows.notes.noun import AMOUNT, MARK, domain_of, is_noun, roots_of
from indagate.flows.notes.offline.cues import corrects
from indagate.flows.notes.offline.parse import parse
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.query import Query
from indagate.flows.notes.token import cyrillic, plain, stem, tokens

UNEVEN = "operation"
"""What cannot be worked out: a total of notes of which only some tell a number, or of too many notes."""
MOST_NOTES = 400
"""So many notes are read for one question: a millisecond for each."""
LEAST_NOTES = 2
"""In so many notes a noun must be said to be a thing of which count is kept."""
_TOTAL = pattern(r"\b(?:итого|всего|in total|total|altogether)\W+(\d{1,3})\b")
"""What gives the number of several told before it."""


_SAME = """
    lesson урок; page страниц; book книг; letter письм писем; student ученик студент; pupil ученик; patient пациент;
    customer клиент; client клиент; order заказ; delivery доставк; parcel посылк; ticket билет; exam экзамен;
    call звонок звонк; email письм писем; plant растени; egg яйц; apple яблок; bottle бутылк; pill таблетк; visit визит;
    trip поездк; song песн песен; film фильм; movie фильм; task задач; row строк; bouquet букет; candle свеч
"""
"""Words for things that are often counted, and the beginnings of what they are in Russian."""


def _foreign(said: str) -> tuple[str, ...]:
    """Return what means the same in the other language: урок for a lesson."""
    pairs = [line.split() for line in _SAME.split(";")]
    if cyrillic(said):
        return tuple(form for one, *others in pairs if said.startswith(tuple(others)) for form in (one, f"{one}s"))
    return tuple(f"{other}*" for one, *others in pairs if one == stem(said) for other in others if len(other) > 2)


def stems_of(name: str) -> tuple[str, ...]:
    """Return the stems by which the notes are found that have a noun."""
    said = name.removeprefix(MARK)
    return tuple(dict.fromkeys((*roots_of(said), *_foreign(said))))


def facts_of(name: str, notes: Iterable[Note]) -> list[Fact]:
    """Return what some notes tell of a noun; said in the other language, only where a number is at it."""
    own = domain_of(name)
    said = name.removeprefix(MARK)
    lexicon = Lexicon([own])
    foreign = Lexicon([replace(own, vocabulary={"noun": _foreign(said) or (said,)})])
    found = []
    for note in notes:
        if corrects(plain(note.text)):
            continue
        items = parse(note.text, note.day, lexicon)
        items = items or tuple(one for one in parse(note.text, note.day, foreign) if AMOUNT in one.values or one.why)
        found += [Fact(one, note.day, note.line, note.text) for one in _added_up(items, note.text)]
    return sorted(found, key=lambda fact: (fact.item.day, fact.day, fact.line))


def _added_up(items: tuple[Item, ...], text: str) -> tuple[Item, ...]:
    """Return the items of a note, or one with the number that the note gives for all of them."""
    total = _TOTAL.search(plain(text))
    if not items or total is None:
        return items
    return (replace(items[0], values={AMOUNT: float(total[1])}),)


def uneven(facts: list[Fact]) -> bool:
    """Whether some notes tell how many and others do not, so that no total can be given."""
    own = [AMOUNT in fact.item.values for fact in facts if not fact.item.why]
    return any(own) and not all(own)


def candidates(query: Query) -> list[str]:
    """Return the words of a question that may be a thing of which the notes keep count, in their order."""
    words = [*query.words, *(word for side in query.sides for word in side.words)]
    low = [token.low for token in tokens(query.asked or query.text) if token.word]
    said = [plain(word.said) for word in words if word.strict and not word.without]
    return sorted({one for one in said if one in low}, key=low.index)


def names_noun(query: Query) -> str:
    """Return the noun that a query is about, or of which it asks for the days, or nothing."""
    some = [*(one.domain for one in query.subjects), *(side.subject.domain for side in query.sides)]
    return next((name for name in some if is_noun(name)), "")


def as_noun(query: Query, index: Index, lexicon: Lexicon) -> Iterator[Query]:
    """Yield a question read with one word of it after the other as a thing of which the notes keep count."""
    from indagate.flows.notes.offline.question import understand

    if query.who or query.prefer or query.plans or query.agenda or query.unknown or query.kept:
        return
    if not query.subjects and not _COUNTS.search(plain(query.asked or query.text)):
        return
    low = plain(query.asked or query.text)
    words = candidates(query)
    counted = [word for word in words if re.search(_AT_NUMBER + re.escape(word), low)]
    if not counted and any(one.activity == "spend" for one in query.subjects):
        return  # "how much was the bike"
    for word in counted[:1] or words:
        name = MARK + word
        spread = index.spread(stems_of(name), query.as_of)
        if spread > MOST_NOTES and counted:
            yield replace(query, unknown=UNEVEN)
        if not LEAST_NOTES <= spread <= MOST_NOTES:
            continue
        facts = index.of_noun(name, query.as_of)
        if len({(fact.day, fact.line) for fact in facts if not fact.item.why}) < LEAST_NOTES:
            continue
        read = understand(query.asked or query.text, query.as_of, Lexicon([*lexicon.domains.values(), domain_of(name)]))
        if names_noun(read) != name or read.form not in _FORMS or read.unknown:
            continue
        summed = read.field and is_noun(read.subjects[0].domain) and read.form in _NUMBERS
        yield replace(read, unknown=UNEVEN) if summed and uneven(facts) else read


_COUNTS = pattern(
    r"\b(?:how (?:many|often|frequently|long since)|number of|total|on average|"
    r"per (?:day|week|month)|which days|what days|"
    r"(?:last|first|latest|most recent) (?:time|day|date)|when (?:did|have|had) i|since i (?:last )?|сколько|как часто|"
    r"в среднем|количество|число|всего|в какие дни|по каким дням|(?:последний|первый|прошлый) раз|впервые|"
    r"больше|меньше|more [\w-]+ (?:in|on|during|this|last)|fewer|the (?:most|fewest))\b"
)
"""What asks for the number or the days of something, rather than for what a note says of it."""
_AT_NUMBER = (
    r"\b(?:how many|number of|количество|число|сколько(?: всего)?|\d+|one|two|three|four|five|six|seven|eight|nine|ten|"
    r"одного?|дв[ае]|три|четыре|пять|шесть|семь|восемь|девять|десять) (?:my |мо\w+ |different )?"
)
"""What stands before the noun of which the number is asked for, or given."""
_NUMBERS = frozenset(("sum", "count", "average", "trend", "compare", "record", "share"))
_FORMS = _NUMBERS | {"often", "last", "first", "list", "value", "verdict"}
