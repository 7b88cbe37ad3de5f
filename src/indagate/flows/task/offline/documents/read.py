"""Reading documents for what they say in numbers: sentences, lists and tables of prices."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise

from indagate.flows.task.offline.documents.amount import (
    Amount,
    also_per,
    amounts_in,
    known,
    often,
    per_before,
    per_many,
    per_of,
    per_words,
    shared_pers,
)
from indagate.flows.task.offline.documents.condition import Condition, conditions_in
from indagate.flows.task.offline.documents.counted import digits_for_words
from indagate.flows.task.offline.documents.derived import metered, packed, remaining, totals
from indagate.flows.task.offline.documents.fact import Book, Dated, Fact
from indagate.flows.task.offline.documents.season import in_season, seasons_in
from indagate.flows.task.offline.goal import iso_dates, month_of, plain_numbers, spelled_clocks, spoken_in, with_year
from indagate.flows.task.offline.speech import PEOPLE
from indagate.flows.task.offline.word import words_of

_DATE = re.compile(r"(?<!\d)\d{4}-\d\d-\d\d(?!\d)")
_CLOCK = re.compile(
    r"(?<![\d:.])(?P<h>[01]?\d|2[0-4]):(?P<m>[0-5]\d)(?![\d:])(?:\s?(?P<half>[ap])\.?m\b\.?)?", re.IGNORECASE
)
_YEAR = re.compile(r"(?<![\d.,/-])(?:1[5-9]|20)\d\d(?![\d/]|[.,]\d)")
_SPAN = re.compile(
    r"(?P<h>\d+)\s?(?:hours?|h|Stunden?|час\w*)\s(?:and |und |и )?(?P<m>\d+)\s?(?:minutes?|min|Minuten?|минут\w*)",
    re.IGNORECASE,
)
_BACK = re.compile(
    r"\b(?:it|this|that|these|they|she|he|her|his|its|their|es|sie|er|dies\w*|davon|dafür|darin|ihr\w*|sein\w*|"
    r"он|она|оно|они|это\w*|её|ее|его|их|ней|нём|них)\b",
    re.IGNORECASE,
)
"""Words by which a sentence points back to the one before."""
_FREE = re.compile(r"\b(?:free(?: of charge)?|for nothing|frei|kostenlos|gratis|umsonst|бесплатно)\b", re.IGNORECASE)
_FRACTIONS = (
    ("2/3", r"two[- ]thirds|zwei drittel\w*|дв(?:е|ух) трет\w+"),
    ("3/4", r"three[- ]quarters|drei viertel\w*|тр(?:и|[её]х) четверт\w+"),
    ("1/3", r"(?:a|one)[- ]third|ein(?:em)? drittel|треть\w*"),
    ("1/4", r"(?:a|one)[- ]quarter|ein(?:em)? viertel|четверть\w*"),
    ("1/5", r"(?:a|one)[- ]fifth|ein(?:em)? fünftel"), ("1/10", r"(?:a|one)[- ]tenth|ein(?:em)? zehntel"),
    ("1/2", r"half|(?:die )?hälfte|halbe[nr]?|половин\w+"),
    ("2", r"double|twice|das doppelte|doppelte[nr]?|вдвое больше|двойн\w+"),
)  # fmt: skip
_BEFORE_YEAR = re.compile(
    r"\b(?:the year before|(?:a )?year earlier|im (?:jahr davor|vorjahr)|годом ранее|в предыдущем году|годом раньше)\b",
    re.IGNORECASE,
)
_BARE = re.compile(r"\s*(?:[.,;:)]|$|(?:and|und|и|in|im|on|at|am|today|heute|в|сегодня)\b)", re.IGNORECASE)
"""What follows a number that has neither unit nor noun, and so those of the one before: the Sandpiper 170."""
_CUT = r"\s(?:and|und|и|but|aber|while|während|а|но)\s"
_HEADED = re.compile(r"([^:.\d–—]{2,60})(?::|\s[–—])\s")
_LABEL = re.compile(r"[:—–-]\s+[£€$]?\s?(?:(?:about|around|roughly|rund|etwa|ca\.?|около)\s)?$", re.IGNORECASE)


def read_texts(texts: list[dict[str, str]]) -> Book:
    """Return what documents say in numbers and dates; each text with its `path` and `title`."""
    facts: list[Fact] = []
    dates: list[Dated] = []
    seasons: list[tuple[tuple[str, ...], Condition]] = []
    for number, text in enumerate(texts):
        for found in _blocks(text, number):
            facts += found.facts
            dates += found.dates
            seasons += found.seasons
    titles = {word for text in texts for word in (*words_of(text["title"]), *words_of(_first_line(text["text"])))}
    return Book(tuple(in_season(fact, seasons) for fact in facts), tuple(dates), frozenset(titles), tuple(seasons))


def _first_line(text: str) -> str:
    """Return the title of a text, where its first line is one."""
    first = text.strip().partition("\n")[0]
    return first if len(first) < 90 else ""


def _blocks(text: dict[str, str], number: int) -> Iterator[Book]:
    """Yield what each paragraph, list and table of a document says, with the headings above it."""
    about, heading, spoken = words_of(text["title"]), "", spoken_in(text["text"])
    year = next(iter(_YEAR.findall(text["title"])), "")
    lead: tuple[str, ...] = ()
    for part, block in enumerate(re.split(r"\n\s*\n", text["text"])):
        lines = block.strip().splitlines()
        if not lines:
            continue
        if len(lines) == 1 and len(block) < 90 and not re.search(r"[.!?;|]\s*$|\||:\s", block):
            heading, lead = lines[0], ()
            year = next(iter(_YEAR.findall(heading)), year)
            continue
        above = (*about, *words_of(heading))
        if len(lines) > 1 and all("|" in line for line in lines[:2]):
            yield _table(lines, (*above, *lead), text["path"], (number, part), spoken)
            continue
        own = words_of(re.split(r"[.:\n,;]", block.strip(), maxsplit=1)[0])[:4]
        lead = words_of(block) if block.rstrip().endswith(":") else ()
        facts: list[Fact] = []
        dates: list[Dated] = []
        seasons: list[tuple[tuple[str, ...], Condition]] = []
        before: tuple[str, ...] = ()
        for place, sentence in enumerate(_sentences(block)):
            back = before if _BACK.search(sentence) else ()
            before = words_of(sentence)[:6]
            found = Said(
                sentence, (*above, *(own if place else ()), *back), text["path"], (number, part, place), year, spoken
            )
            own_facts = list(found.facts())
            counted = list(metered(own_facts))
            facts += counted or [*_apart(own_facts), *totals(own_facts), *packed(own_facts), *remaining(own_facts)]
            dates += found.dates()
            seasons += seasons_in(sentence)
        yield Book(tuple(facts), tuple(dates), seasons=tuple(seasons))


def _apart(facts: list[Fact]) -> list[Fact]:
    """Return the facts of a sentence, each without the words that stand beside a later one only."""
    found = []
    for number, fact in enumerate(facts):
        later = {word for one in facts[number + 1 :] if one.near != fact.near for word in one.near} - set(fact.near)
        labels = {word for one in facts[:number] if fact.nouns and one.near != fact.near for word in one.nouns} - set(
            fact.near
        )
        found.append(replace(fact, said=tuple(word for word in fact.said if word not in later | labels)))
    return found


_SHORT = re.compile(
    r"\b(?:Nr|ca|St|Dr|Mr|Mrs|No|г|ул|руб|тыс|млн|etc|inkl|incl|max|min|"
    r"(?:der|die|das|den|dem|zum|am|im|vom) \d{1,2})\.$"
)
_ORDINAL = re.compile(r"(?<![\d.,:£€$])\b\d{1,2}\.$")
_WRAPPED = re.compile(r"(?<=[^\s.!?:;|])[ \t]*\n(?=[ \t]*[^\s:|•*#–—-])")
"""Where a line ends within a sentence."""
WIDE = 55
"""Letters from which on a line may have been wrapped."""


def _unwrapped(block: str) -> str:
    """Return a paragraph with its wrapped lines as one: those that are wide, and end and go on within a sentence."""
    lines = block.split("\n")
    found = lines[0]
    for before, line in pairwise(lines):
        wrapped = len(before) > WIDE and _WRAPPED.search(f"{before}\n{line}")
        found += f" {line.strip()}" if wrapped else f"\n{line}"
    return found


def _sentences(block: str) -> list[str]:
    parts = re.split(r"(?<=[.!?])\s+(?=[^a-zа-я])|\n", _unwrapped(block))
    found = [" ".join(part.split()).lstrip("-*• :") for part in parts if part.strip()]
    for place, one in enumerate(found[:-1]):  # a label on a line of its own
        if len(one) < 60 and not re.search(r"[.!?;:,\d]$", one) and "\n" in block:
            found[place : place + 2] = ["", f"{one}: {found[place + 1]}"]
    found = [one for one in found if one]
    merged: list[str] = []
    for one in found:  # "22. September", "im ca." are no ends; "at 18:45.", "for €4." are
        if merged and (_SHORT.search(merged[-1]) or (_ORDINAL.search(merged[-1]) and month_of(one.split()[0]))):
            merged[-1] += f" {one}"
        else:
            merged.append(one)
    return merged


def _table(lines: list[str], about: tuple[str, ...], path: str, at: tuple[int, int], spoken: str) -> Book:
    """Return the cells of a table as facts: what its column's heading says of unit, and of what for, counts for all."""
    cells = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines if "|" in line]
    rows = [row for row in cells if not all(re.fullmatch(r":?-+:?|", cell) for cell in row)]
    heads = rows[0]
    about = (*about, *words_of(heads[0]))
    facts: list[Fact] = []
    dates: list[Dated] = []
    for number, row in enumerate(rows[1:]):
        label = words_of(digits_for_words(row[0]))
        for place, cell in enumerate(row[1:], 1):
            head = heads[place] if place < len(heads) else ""
            words = (*label, *words_of(head))
            where = (*at, number * 100 + place)
            plain = plain_numbers(iso_dates(cell), spoken)
            sentence = f"{row[0]}: {head} {cell}"
            for moment in [m[0] for m in _DATE.finditer(plain)] + [_of_day(m) for m in _CLOCK.finditer(plain)]:
                dates.append(Dated(moment, words, words, about, sentence, path, where, (), label, words_of(head)))
            bare = _CLOCK.sub(" ", _DATE.sub(" ", _spans(digits_for_words(plain))))
            if not re.match(r"\W*(?:[A-Z]{3}\s?)?\d", bare) or len(re.findall(r"\d+(?:\.\d+)?", bare)) > 1:
                continue
            found = next(amounts_in(bare), None)
            if found is not None:
                unit, money = _headed(head, found)
                per = per_of(bare, found, len(bare)) or _per_head(head) or ((often(head),) if often(head) else ())
                nouns = found.nouns or (() if unit else words_of(head))
                amount = found.value * (Decimal("0.01") if money and unit in ("p", "ct") else 1)
                facts.append(
                    Fact(
                        amount, {"p": "£", "ct": "€"}.get(unit, unit), nouns, words, words, about, sentence, path,
                        where, _year_in(label, head), per, money, row=label, column=words_of(head),
                        conditions=_of_cell(row[0], head, spoken),
                    )
                )  # fmt: skip
    return Book(tuple(facts), tuple(dates))


def _of_cell(label: str, head: str, spoken: str) -> tuple[Condition, ...]:
    """Return when a cell holds, by the labels of its row and column."""
    plain = [digits_for_words(plain_numbers(one, spoken)) for one in (label, head)]
    person = any(PEOPLE.intersection(words_of(one)) for one in plain)
    return tuple(found for one in plain for found in conditions_in(one, person=person))


def _year_in(label: tuple[str, ...], head: str) -> str:
    return next(iter([*_YEAR.findall(" ".join(label)), *_YEAR.findall(head)]), "")


def _per_head(head: str) -> tuple[str, ...]:
    """Return what a column's numbers are for one of: "per night", "€/kg"."""
    found = re.search(
        r"(?:\b(?:per|pro|je|за|на|в|an?(?= (?:day|week|month|year|hour|night)\b))\s+(?:1 )?|/\s?)(?P<what>[^\W\d_]+)",
        head,
        re.IGNORECASE,
    )
    return per_words(found["what"]) if found else ()


def _headed(head: str, found: Amount) -> tuple[str, bool]:
    """Return the unit of a cell: its own, else that of its heading."""
    if found.unit:
        return found.unit, found.money
    for word in re.findall(r"[£€$₽%]|[^\W\d_]+(?:[²³/·][^\W\d_]*)*", re.sub(r"^.*?(?=\(|,|\bin\b|$)", "", head)):
        as_money = next(amounts_in(f"1 {word}"), None)
        if as_money is not None and (as_money.money or as_money.percent):
            return as_money.unit, as_money.money
        if known(word) and not re.search(rf"\b(?:per|pro|je|за)\s+{re.escape(word)}", head):
            return word, False
    return "", False


def _of_day(match: re.Match[str]) -> str:
    """Return a time of day by the 24 hours."""
    hour = int(match["h"]) % 12 + (12 if match["half"] in ("p", "P") else 0) if match["half"] else int(match["h"])
    return f"{hour:02d}:{match['m']}"


def _spans(text: str) -> str:
    return _SPAN.sub(lambda m: f"{int(m['h']) * 60 + int(m['m'])} minutes", text)


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence on its way to facts."""

    sentence: str
    about: tuple[str, ...]
    path: str
    place: tuple[int, int, int]
    year: str
    spoken: str

    @property
    def plain(self) -> str:
        """The sentence with numbers and dates in one form, and small numbers as digits."""
        text = spelled_clocks(iso_dates(with_year(self.sentence.replace("**", ""), self._only_year)))
        return _spans(digits_for_words(plain_numbers(text, self.spoken)))

    @property
    def _only_year(self) -> str:
        """The one year that the sentence names, else that of its heading or document."""
        own = set(_YEAR.findall(self.sentence))
        return own.pop() if len(own) == 1 else "" if own else self.year

    def dates(self) -> Iterator[Dated]:
        """Yield the days and times of day that the sentence names, and the years where it names no day."""
        text = self.plain
        said = words_of(text)
        days = list(_DATE.finditer(text))
        for match in days or list(_YEAR.finditer(text)):
            near = words_of(_clause(text, match.start(), match.end()))
            yield Dated(match[0], said, near, self.about, self.sentence, self.path, self.place)
        for match in _CLOCK.finditer(text):
            near = words_of(_clause(text, match.start(), match.end()))
            yield Dated(_of_day(match), said, near, self.about, self.sentence, self.path, self.place)

    def facts(self) -> Iterator[Fact]:
        """Yield the numbers of the sentence that are neither dates nor years."""
        text = _CLOCK.sub(lambda m: " " * len(m[0]), _DATE.sub(lambda m: " " * len(m[0]), self.plain))
        said = words_of(text)
        own = [year for year in _YEAR.findall(text) if year in self.sentence]
        found = [one for one in amounts_in(text) if not self._is_year(text, one)]
        before: Fact | None = None
        subject: tuple[str, ...] = ()
        until_many = 0
        for place, one in enumerate(found):
            if one.start < until_many:
                continue  # of so many a number before is
            until = found[place + 1].start if place + 1 < len(found) else len(text)
            fact = self._fact(text, one, said, own, until, found[place - 1].end if place else 0)
            if (many := per_many(text, one)) is not None:
                number, unit, until_many = many
                spelled = f"({fact.number} / {number.normalize():f})"
                fact = replace(fact, amount=one.value / number, spelled=spelled, per=(unit,))
            clause = _clause(text, one.start, one.end)
            subject = fact.per if place == 0 and not per_of(text, one, until) else subject
            if before is not None and not fact.per and subject and re.search(r"\b(?:and|und|и)\s", text[: one.start]):
                fact = replace(fact, per=subject)
            if (
                before is not None
                and not one.unit
                and not one.nouns
                and (before.unit or before.nouns)
                and _BARE.match(text[one.end :])
            ):
                fact = replace(fact, unit=before.unit, nouns=before.nouns, per=before.per, money=before.money)
            if before is not None and re.search(r"\((?:1[5-9]|20)\d\d:\s*[£€$]?\s?$", text[: one.start]):
                unit = before.unit if before.money and not one.money else fact.unit or before.unit
                fact = replace(
                    fact, near=before.near, nouns=before.nouns, unit=unit, money=before.money, per=before.per
                )
            elif before is not None and _BEFORE_YEAR.search(clause):
                near, unit = (*before.near, *fact.near), one.unit or before.unit
                fact = replace(fact, near=near, nouns=one.nouns or before.nouns, unit=unit, money=before.money)
            yield fact
            before = fact
        yield from self._parts(text, said)

    def _fact(self, text: str, one: Amount, said: tuple[str, ...], own: list[str], until: int, since: int) -> Fact:
        clause = _clause(text, one.start, one.end)
        label = _HEADED.match(text)
        near = (
            words_of(clause) if label is None or label.end() > one.start else (*words_of(label[1]), *words_of(clause))
        )
        per = per_of(text, one, until) or per_before(text[: one.start], since)
        if not per and (time := often(clause)):
            per = (time,)
        more = also_per(text, one, until)
        also: tuple[tuple[str, ...], ...] = (more,) if per and more and more != per else ()
        if (per or also) == () and (shared := shared_pers(text)):
            per, also = shared[0], shared[1:]
        blank = f"{text[: one.start]}{' ' * (one.end - one.start)}{text[one.end :]}"
        return Fact(
            one.value, one.unit, one.nouns, near, said, self.about, self.sentence, self.path, self.place,
            self._year_of(text, one, own), per, one.money, tail=text[one.end :], also=also,
            conditions=conditions_in(_clause(blank, one.start, one.end)),
        )  # fmt: skip

    def _is_year(self, text: str, one: Amount) -> bool:
        written = re.match(r"\s*(\d{4})(?!\d|\.\d)", text[one.start : one.end])
        year = written is not None and _YEAR.fullmatch(written[1]) and written[1] in self.sentence
        return bool(year) and not one.money and not one.unit

    def _parts(self, text: str, said: tuple[str, ...]) -> Iterator[Fact]:
        """Yield what costs nothing, and what is a fraction of something else."""
        for match in _FREE.finditer(text):
            near = words_of(_clause(text, match.start(), match.end()))
            yield Fact(
                Decimal(0), "", (), near, said, self.about, self.sentence, self.path, self.place, self.year, money=True,
            )  # fmt: skip
        for part, words in _FRACTIONS:
            for match in re.finditer(rf"\b(?:{words})\b", self.sentence, re.IGNORECASE):
                near = words_of(_clause(self.sentence, match.start(), match.end()))
                yield Fact(
                    Decimal(0), "", (), near, words_of(self.sentence), self.about, self.sentence, self.path, self.place,
                    self.year, part=part, tail=self.sentence[match.end() :],
                )  # fmt: skip

    def _year_of(self, text: str, one: Amount, own: list[str]) -> str:
        """Return the year that a number is of: beside it, else the sentence's, else the document's."""
        if beside := re.search(r"\((\d{4}):\s*[£€$]?\s?$", text[: one.start]):
            return str(beside[1])
        clause = _clause(text, one.start, one.end)
        if _BEFORE_YEAR.search(clause):
            known_year = own[0] if own else self.year
            return str(int(known_year) - 1) if known_year else ""
        near: list[str] = [year for year in _YEAR.findall(clause) if year in own]
        behind = re.findall(r"\d\s?[^\W\d_]*\s(?:in|im|for|für|в|за)\s(\d{4})(?!\d)", text[one.end :])
        later = set(behind) & set(own)  # the year of another number: 320 of them, against 290 in 2024
        outside: list[str] = [year for year in own if year not in later and not re.search(rf"\({year}:", text)]
        if len(set(near)) == 1:
            return near[0]
        if len(set(outside)) == 1:
            return outside[0]
        return "" if outside else self.year


def _clause(text: str, start: int, end: int) -> str:
    """Return the clause that a stretch stands in; a label before a colon or a dash belongs to its number."""
    label = _LABEL.search(text[:start])
    until = label.start() if label else start
    left = max((m.end() for m in re.finditer(rf"[,;:(—–]\s|[;(]|{_CUT}", text[:until])), default=0)
    right = re.search(rf"[,;:)—–](?:\s|$)|\s?\(|{_CUT}", text[end:])
    return text[left : end + (right.start() if right else len(text) - end)]
