"""What documents say in numbers: each with its unit, what it counts, per what, in which year, and the "
"words around it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal

from indagate.flows.task.offline.documents.counted import digits_for_words
from indagate.flows.task.offline.goal import iso_dates, plain_numbers, spoken_in
from indagate.flows.task.offline.word import words_of
from indagate.tools.calculator.dimension import measure

MONEY = (
    (r"[£]|GBP|pounds?(?: sterling)?", "£", Decimal(1)), (r"pence|p", "£", Decimal("0.01")),
    (r"[€]|EUR|euros?", "€", Decimal(1)), (r"Cents?", "€", Decimal("0.01")),
    (r"[$]|USD|dollars?", "$", Decimal(1)), (r"₽|RUB|руб(?:\.|л\w*)?", "рублей", Decimal(1)),
    (r"коп(?:\.|е\w*)?", "рублей", Decimal("0.01")), (r"CHF|Franken|francs?", "CHF", Decimal(1)),
)  # fmt: skip
_SIGN = r"[£€$₽]|EUR|USD|GBP|CHF"
_TIMES = {"million": 10**6, "millions": 10**6, "mio": 10**6, "millionen": 10**6, "млн": 10**6, "миллион": 10**6,
          "миллиона": 10**6, "миллионов": 10**6, "billion": 10**9, "mrd": 10**9, "milliarden": 10**9, "млрд": 10**9,
          "thousand": 1000, "tsd": 1000, "tausend": 1000, "тыс": 1000, "тысяч": 1000, "тысячи": 1000}  # fmt: skip
_MANY = "|".join(_TIMES)
_NUMBER = re.compile(
    rf"(?<![\w.,:/-])(?P<sign>{_SIGN})?\s?(?P<n>\d+(?:\.\d+)?)(?![\d:]|-\d|\.\d)(?:\s?(?P<many>{_MANY})\b\.?)?"
    r"\s?(?P<unit>[£€$₽%]|°[CF]|[^\W\d_]+(?:[²³/·-][^\W\d_]*)*)?",
    re.IGNORECASE,
)
_DATE = re.compile(r"(?<!\d)\d{4}-\d\d-\d\d(?!\d)")
_YEAR = re.compile(r"(?<![\d.,])(?:1[5-9]|20)\d\d(?![\d.]\d|\d)")
_SPAN = re.compile(
    r"(?P<h>\d+)\s?(?:hours?|h|Stunden?|час\w*)\s(?:and |und |и )?(?P<m>\d+)\s?(?:minutes?|min|Minuten?|"
    r"минут\w*)",
    re.IGNORECASE,
)
_WHAT = r"(?:(?:одн|кажд)\w+\s+)?(?P<what>[^\W\d_]{2,}(?:-[^\W\d_]+)*)"
_PER = (
    re.compile(rf"^\s*(?:a|an|per|pro|je|в|за|на|/)\s+{_WHAT}", re.IGNORECASE),
    re.compile(
        rf"^[^.;:,|]{{0,40}}?\b(?:per|pro|je|for each|for every|for one|on one|to one|für jede[nrs]?|"
        rf"für eine?[nr]?|(?:на|в|за) "
        rf"(?=одн|кажд))\s+{_WHAT}",
        re.IGNORECASE,
    ),
)
_AT = re.compile(r"\d\s?(?P<what>[^\W\d_]+(?:[·-][^\W\d_]+)*)\s+(?:at|zu(?: je)?|à|je|по|for)\s*$", re.IGNORECASE)
_BACK = re.compile(
    r"\b(?:it|this|that|these|they|she|he|her|his|its|their|es|sie|er|dies\w*|davon|dafür|darin|ihr\w*|"
    r"sein\w*|on|он|она|оно|они|"
    r"это\w*|её|ее|его|их|ней|нём|них)\b",
    re.IGNORECASE,
)
"""Words by which a sentence points back to the one before."""
_FREE = re.compile(r"\b(?:free|nothing|frei|kostenlos|gratis|umsonst|бесплатно)\b", re.IGNORECASE)
_FRACTIONS = (
    ("2/3", r"two[- ]thirds|zwei drittel\w*|дв(?:е|ух) трет\w+"), ("3/4", r"three[- ]quarters|"
                                                                          r"drei viertel\w*|тр(?:и|"
                                                                          r"[её]х) четверт\w+"),
    ("1/3", r"(?:a|one)[- ]third|ein(?:em)? drittel|треть\w*"), ("1/4", r"(?:a|one)[- ]quarter|"
                                                                        r"ein(?:em)? viertel|четверть\w*"),
    ("1/5", r"(?:a|one)[- ]fifth|ein(?:em)? fünftel"), ("1/10", r"(?:a|one)[- ]tenth|ein(?:em)? zehntel"),
    ("1/2", r"half|(?:die )?hälfte|halbe[nr]?|половин\w+"), ("2", r"double|twice|das doppelte|doppelte[nr]?|"
                                                                  r"вдвое больше|двойн\w+"),
)  # fmt: skip
_BEFORE_YEAR = re.compile(
    r"\b(?:the year before|year earlier|im (?:jahr davor|vorjahr)|годом ранее|"
    r"в предыдущем году|годом раньше)\b",
    re.IGNORECASE,
)
_ONE_COSTS = re.compile(
    r"(?:^|[;,.]\s*)(?:a|an|one|ein|eine|один|одна|"
    r"одно)\s+(?P<what>[^\W\d_]+)\s+(?:costs?|kostet\w*|сто\w+)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Fact:
    """A number that a document says.

    `noun` is the word behind it or its unit, `near` the words of its clause, `said` those of its sentence, `about`
    those of the headings, the title and the paragraph's beginning; `per` what it is for one of; `part` is a fraction
    where it is one of something else. `place` is where it stands.
    """

    amount: Decimal
    unit: str
    noun: str
    near: tuple[str, ...]
    said: tuple[str, ...]
    about: tuple[str, ...]
    sentence: str
    source: str
    place: tuple[int, int, int]
    year: str = ""
    per: str = ""
    money: bool = False
    part: str = ""
    row: tuple[str, ...] = ()
    column: tuple[str, ...] = ()
    tail: str = field(default="", compare=False)

    @property
    def number(self) -> str:
        """The amount as the calculator reads it."""
        return f"{self.amount.normalize():f}"

    @property
    def percent(self) -> bool:
        """Whether it is a percentage or a fraction of something else."""
        return self.unit == "%" or bool(self.part)

    @property
    def share(self) -> str:
        """The percentage or fraction, as the calculator reads it."""
        return f"({self.part})" if self.part else f"{self.number}%"


@dataclass(frozen=True, slots=True)
class Dated:
    """A day or a year that a document says, with the words around it."""

    date: str
    said: tuple[str, ...]
    near: tuple[str, ...]
    about: tuple[str, ...]
    sentence: str
    source: str
    place: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Book:
    """The facts of some passages."""

    facts: tuple[Fact, ...]
    dates: tuple[Dated, ...]

    @property
    def heads(self) -> frozenset[str]:
        """The words of the headings of rows and columns."""
        return frozenset(word for fact in self.facts for word in (*fact.row, *fact.column))


def read_texts(texts: list[dict[str, str]]) -> Book:
    """Return what documents say in numbers and dates; each text with its `path` and `title`."""
    facts: list[Fact] = []
    dates: list[Dated] = []
    for number, text in enumerate(texts):
        about, heading, spoken = words_of(text["title"]), "", spoken_in(text["text"])
        year = next(iter(_YEAR.findall(text["title"])), "")
        for part, block in enumerate(re.split(r"\n\s*\n", text["text"])):
            lines = block.strip().splitlines()
            if not lines:
                continue
            if len(lines) == 1 and len(block) < 90 and not re.search(r"[.!?:;|]\s*$|\|", block):
                heading = lines[0]
                year = next(iter(_YEAR.findall(heading)), year)
                continue
            above = (*about, *words_of(heading))
            if len(lines) > 1 and all("|" in line for line in lines[:2]):
                facts += _table(lines, above, text["path"], (number, part), spoken)
                continue
            lead = words_of(re.split(r"[.:\n]", block.strip(), maxsplit=1)[0])[:4]
            before: tuple[str, ...] = ()
            for place, sentence in enumerate(_sentences(block)):
                back = before if _BACK.search(sentence) else ()
                before = words_of(sentence)[:6]
                found = Said(sentence, (*above, *lead, *back), text["path"], (number, part, place), year, spoken)
                facts += _apart(list(found.facts()))
                dates += found.dates()
    return Book(tuple(facts), tuple(dates))


def _apart(facts: list[Fact]) -> list[Fact]:
    """Return the facts of a sentence, each without the words that stand beside a later one only."""
    found = []
    for number, fact in enumerate(facts):
        later = {word for one in facts[number + 1 :] if one.near != fact.near for word in one.near} - set(fact.near)
        found.append(replace(fact, said=tuple(word for word in fact.said if word not in later)))
    return found


def _sentences(block: str) -> list[str]:
    parts = re.split(r"(?<=[.!?])\s+(?=[^a-zа-я])|\n(?=\s*[-*•])", block)
    found = [" ".join(part.split()).lstrip("-*• ") for part in parts if part.strip()]
    merged: list[str] = []
    for one in found:  # "22. September", "im ca." are no ends
        if merged and re.search(
            r"(?:(?<![\d.,])\b\d{1,2}|\b(?:Nr|ca|St|Dr|Mr|Mrs|No|г|ул|руб|тыс|млн))\.$", merged[-1]
        ):
            merged[-1] += f" {one}"
        else:
            merged.append(one)
    return merged


def _table(lines: list[str], about: tuple[str, ...], path: str, at: tuple[int, int], spoken: str) -> Iterator[Fact]:
    cells = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines if "|" in line]
    rows = [row for row in cells if not all(re.fullmatch(r":?-+:?|", cell) for cell in row)]
    heads = rows[0]
    for number, row in enumerate(rows[1:]):
        label = words_of(digits_for_words(row[0]))
        for place, cell in enumerate(row[1:], 1):
            head = heads[place] if place < len(heads) else ""
            for found in list(_numbers(plain_numbers(cell, spoken)))[:1]:
                words = (*label, *words_of(head))
                yield Fact(
                    found.amount, found.unit, found.noun, words, words, about, f"{row[0]}: {head} {cell}", path,
                    (*at, number * 100 + place), money=found.money, row=label, column=words_of(head),
                )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Found:
    amount: Decimal
    unit: str
    noun: str
    money: bool
    start: int
    end: int


def _numbers(text: str) -> Iterator[_Found]:
    for match in _NUMBER.finditer(text):
        amount = Decimal(match["n"]) * _TIMES.get((match["many"] or "").casefold(), 1)
        unit = match["sign"] or match["unit"] or ""
        for pattern, sign, factor in MONEY:
            if re.fullmatch(pattern, unit, re.IGNORECASE if len(unit) > 1 else 0):
                end = max(match.end("n"), match.end("many")) if match["sign"] else match.end()
                yield _Found(amount * factor, sign, sign, True, match.start(), end)
                break
        else:
            noun = unit.casefold()
            yield _Found(amount, unit, noun, False, match.start(), match.end())


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
        text = digits_for_words(plain_numbers(iso_dates(self.sentence), self.spoken))
        return _SPAN.sub(lambda m: f"{int(m['h']) * 60 + int(m['m'])} minutes", text)

    def dates(self) -> Iterator[Dated]:
        """Yield the days that the sentence names, and the years where it names no day."""
        text = self.plain
        said = words_of(text)
        days = list(_DATE.finditer(text))
        for match in days or list(_YEAR.finditer(text)):
            near = words_of(_clause(text, match.start(), match.end()))
            yield Dated(match[0], said, near, self.about, self.sentence, self.path, self.place)

    def facts(self) -> Iterator[Fact]:
        """Yield the numbers of the sentence that are neither dates nor years."""
        text = _DATE.sub(lambda m: " " * len(m[0]), self.plain)
        said = words_of(text)
        own = [year for year in _YEAR.findall(text) if year in self.sentence]
        before: Fact | None = None
        for match in _numbers(text):
            written = re.match(r"\s*(\d{4})(?!\d|\.\d)", text[match.start : match.end])
            dated = written is not None and _YEAR.fullmatch(written[1]) and written[1] in self.sentence
            if dated and not match.money and not measure(match.unit):
                continue
            clause = _clause(text, match.start, match.end)
            year = self._year_of(text, match, own)
            per = self._per(text, match)
            near = words_of(clause)
            fact = Fact(
                match.amount, match.unit, match.noun, near, said, self.about, self.sentence, self.path,
                self.place, year, per, match.money, tail=text[match.end :],
            )  # fmt: skip
            if before is not None and re.search(r"\((?:1[5-9]|20)\d\d:\s*[£€$]?\s?$", text[: match.start]):
                unit = before.unit if before.money and not match.money else fact.unit or before.unit
                fact = replace(fact, near=before.near, noun=before.noun, unit=unit, money=before.money)
            elif before is not None and _BEFORE_YEAR.search(clause):
                noun, unit = match.noun or before.noun, match.unit or before.unit
                fact = replace(fact, near=(*before.near, *near), noun=noun, unit=unit)
            yield fact
            before = fact
        yield from self._parts(text, said)

    def _parts(self, text: str, said: tuple[str, ...]) -> Iterator[Fact]:
        """Yield what costs nothing, and what is a fraction of something else."""
        for match in _FREE.finditer(text):
            near = words_of(_clause(text, match.start(), match.end()))
            yield Fact(
                Decimal(0), "", "", near, said, self.about, self.sentence, self.path, self.place, self.year, money=True,
            )  # fmt: skip
        for part, words in _FRACTIONS:
            for match in re.finditer(rf"\b(?:{words})\b", self.sentence, re.IGNORECASE):
                near = words_of(_clause(self.sentence, match.start(), match.end()))
                yield Fact(
                    Decimal(0), "", "", near, words_of(self.sentence), self.about, self.sentence, self.path, self.place,
                    self.year, part=part, tail=self.sentence[match.end() :],
                )  # fmt: skip

    def _year_of(self, text: str, match: _Found, own: list[str]) -> str:
        """Return the year that a number is of: beside it, else the sentence's, else the document's."""
        if beside := re.search(r"\((\d{4}):\s*[£€$]?\s?$", text[: match.start]):
            return str(beside[1])
        clause = _clause(text, match.start, match.end)
        if _BEFORE_YEAR.search(clause):
            known = own[0] if own else self.year
            return str(int(known) - 1) if known else ""
        near: list[str] = [year for year in _YEAR.findall(clause) if year in own]
        outside: list[str] = [year for year in own if not re.search(rf"\({year}:", text)]
        if len(set(near)) == 1:
            return near[0]
        if len(set(outside)) == 1:
            return outside[0]
        return "" if outside else self.year

    def _per(self, text: str, match: _Found) -> str:
        tail = text[match.end :]
        nxt = next((found.start for found in _numbers(tail) if found.start > 2), len(tail))
        for pattern in _PER:
            if found := pattern.match(tail[:nxt]):
                return found["what"].casefold()
        if match.money and (found := _AT.search(text[: match.start])):
            return found["what"].casefold()
        if match.money and (found := _ONE_COSTS.search(text[: match.start])):
            return found["what"].casefold()
        return ""


def _clause(text: str, start: int, end: int) -> str:
    """Return the clause that a stretch stands in."""
    left = max((m.end() for m in re.finditer(r"[,;:(—–]\s|[;(]|\s(?:and|und|и|but|aber)\s", text[:start])), default=0)
    right = re.search(r"[,;:)—–](?:\s|$)|\s?\(|\s(?:and|und|и|but|aber)\s", text[end:])
    return text[left : end + (right.start() if right else len(text) - end)]
