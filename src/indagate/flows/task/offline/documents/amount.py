"""Numbers in texts: each with its unit or money, what it counts, and what it is for one of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from indagate.flows.task.offline.goal import month_of
from indagate.flows.task.offline.meaning import is_verb
from indagate.flows.task.offline.spare import small
from indagate.flows.task.offline.speech import ANYBODY, ENDS, LINK, NIGHTS, NO_CONTAINER
from indagate.flows.task.offline.word import words_of
from indagate.tools.calculator.dimension import Measure, measure

MONEY = (
    (r"[£]|GBP|pounds?(?: sterling)?", "£", Decimal(1)), (r"pence|p", "£", Decimal("0.01")),
    (r"[€]|EUR|euros?", "€", Decimal(1)), (r"Cents?", "€", Decimal("0.01")),
    (r"[$]|USD|dollars?", "$", Decimal(1)), (r"₽|RUB|руб(?:\.|л\w*)?", "рублей", Decimal(1)),
    (r"коп(?:\.|е\w*)?", "рублей", Decimal("0.01")), (r"CHF|Franken|francs?", "CHF", Decimal(1)),
    (r"kr|kronor|kroner|Kronen|крон\w*", "kr", Decimal(1)),
)  # fmt: skip
_SIGN = r"[£€$₽]|EUR|USD|GBP|CHF"
_TIMES = {"million": 10**6, "millions": 10**6, "mio": 10**6, "millionen": 10**6, "млн": 10**6, "миллион": 10**6,
          "миллиона": 10**6, "миллионов": 10**6, "billion": 10**9, "mrd": 10**9, "milliarden": 10**9, "млрд": 10**9,
          "thousand": 1000, "tsd": 1000, "tausend": 1000, "тыс": 1000, "тысяч": 1000, "тысячи": 1000}  # fmt: skip
_NUMBER = re.compile(
    rf"(?<![\w.,:/§№])(?<!\d[-–])(?<!§\s)(?<!№\s)(?<!Nr\.\s)(?<!No\.\s)(?P<sign>{_SIGN})?\s?(?P<n>\d+(?:\.\d+)?)(?![\d:]|[-–]\d|\.\d|(?:st|nd|rd|th)\b)"
    rf"(?:\s?(?P<many>{'|'.join(_TIMES)})\b\.?)?"
    r"[\s-]?(?P<unit>[£€$₽%]|°[CF]|[^\W\d_]+(?:[²³/·][^\W\d_]*)*)?",
    re.IGNORECASE,
)
_NEXT = re.compile(r"[\s-]+(?P<word>[^\W\d_]+(?:[-'’][^\W\d_]+)*)")
_CURRENCIES = frozenset({"GBP", "EUR", "USD", "RUB", "CHF", "JPY", "SEK", "NOK", "DKK", "PLN"})
_ONE = r"(?:(?:each|every|one|single|jede\w*|eine?[nrms]?|одн\w+|кажд\w+)\s+)?"
_THING = r"[^\W\d_]{2,}(?:[-·][^\W\d_]+)*(?:[ -][^\W\d_]+){0,2}"
_PER = (
    re.compile(rf"^\s*(?:/\s?|(?:a|an|each|every|per|pro|je|в|за|на)\s+){_ONE}(?P<what>{_THING})", re.IGNORECASE),
    re.compile(
        rf"^[^.;:,|\d]{{0,40}}?\b(?:per|pro|je|for each|for every|for one|"
        rf"for an?(?= [^\W\d_]+ (?:[^\W\d_]+ )?of\b)|(?:on|to|in|into|from) (?:each|every|one)|an?(?= (?:day|"
        rf"week|month|year|hour|night|minute)\b)|für jede\w*|für eine?[nr]?|auf (?:jede\w*|eine?[nr]?)|"
        rf"in (?:jeder|der|einer)(?= (?:stunde|minute|sekunde|woche|nacht|saison)\b)|am(?= tag\b)|"
        rf"im(?= (?:monat|jahr)\b(?! \d))|(?:на|в|за|с) "
        rf"(?=одн|кажд))\s+{_ONE}(?P<what>{_THING})",
        re.IGNORECASE,
    ),
)  # fmt: skip
_OFTEN = {
    "hour": r"hourly|stündlich\w*|ежечасн\w+", "day": r"daily|täglich\w*|ежедневн\w+",
    "week": r"weekly|wöchentlich\w*|еженедельн\w+", "month": r"monthly|monatlich\w*|ежемесячн\w+|monats\w{4,}",
    "year": r"yearly|annual(?:ly)?|jährlich\w*|ежегодн\w+|jahres\w{4,}",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Amount:
    """A number as it stands in a text: `nouns` are the words that it counts, `per` what it is for one of."""

    value: Decimal
    unit: str
    nouns: tuple[str, ...]
    money: bool
    start: int
    end: int

    @property
    def percent(self) -> bool:
        """Whether it is a percentage."""
        return self.unit == "%"


def amounts_in(text: str) -> Iterator[Amount]:
    """Yield the numbers of a text whose numbers are in plain form."""
    for match in _NUMBER.finditer(text):
        value = Decimal(match["n"]) * _TIMES.get((match["many"] or "").casefold(), 1)
        end = max(match.end("n"), match.end("many"))
        money = _money(match["sign"] or match["unit"] or "", text[match.end() :])
        if money is not None:
            sign, factor = money
            stop = end if match["sign"] else match.end()
            yield Amount(value * factor, sign, _nouns(text, stop), True, match.start(), stop)
            continue
        word = match["unit"] or ""
        if month_of(word) and word != "may" and len(word) > 3:
            continue
        unit, stop = _unit(word, text, end, match.end())
        yield Amount(value, unit, _nouns(text, stop), False, match.start(), stop)


def _money(unit: str, after: str) -> tuple[str, Decimal] | None:
    """Return the currency that a word or sign is, and how much of it; pounds of flour are a weight."""
    if unit.casefold() in ("pound", "pounds") and re.match(r"\s+of\b", after):
        return None
    for pattern, sign, factor in MONEY:
        if unit and re.fullmatch(pattern, unit, re.IGNORECASE if len(unit) > 1 else 0):
            return sign, factor
    return None


def _unit(word: str, text: str, end: int, stop: int) -> tuple[str, int]:
    """Return the unit behind a number, of one or two words, and where it ends; where it is none, none."""
    if word in ("%", "°C", "°F"):
        return word, stop
    if word.casefold().startswith(("per cent", "percent", "prozent", "процент")):
        return "%", stop
    two = _NEXT.match(text, stop)
    if word == "per" and two and two["word"] == "cent":
        return "%", two.end()
    if two and (pair := f"{word} {two['word']}") and known(pair):
        return pair, two.end()
    return (word, stop) if word and known(word) else ("", end)


def known(word: str) -> Measure | None:
    """Return what a unit measures, in whatever case it is written."""
    if not word or (len(word) == 1 and word in "aàвсск"):
        return None
    found = measure(word) or (measure(word.casefold()) if len(word) > 3 else None)
    return None if found is None or dict(found.powers).keys() & _CURRENCIES else found


def _nouns(text: str, at: int) -> tuple[str, ...]:
    """Return up to three words behind a number, to the end of its phrase."""
    found: list[str] = []
    while len(found) < 3 and (match := _NEXT.match(text, at)):
        word = match["word"].casefold()
        if (word in ENDS and word not in LINK) or (found and is_verb(word)):
            break
        at = match.end()
        if word not in LINK and not small(word):
            found += words_of(word)
        elif found:
            break
    return tuple(found)


def per_of(text: str, amount: Amount, until: int) -> tuple[str, ...]:
    """Return what a number is for one of, by the words behind it: 15 kg for each hive, £9 per launch."""
    tail = text[amount.end : until]
    for pattern in _PER:
        if found := pattern.match(tail):
            return per_words(found["what"])
    return ()


_ALSO = re.compile(
    rf"^[^.;:,|\d]{{0,45}}?(?:\b(?:per|pro|je|an?|each|every|за|в|на)\s+|/\s?){_ONE}[^\W\d_]+\s*"
    rf"(?:(?:and|und|и|per|pro|je|/|в|за|an?)\s*)+{_ONE}(?P<what>[^\W\d_]{{2,}})",
    re.IGNORECASE,
)
_EVERYBODY = re.compile(
    r"(?:^|[.;:,]\s+)(?:на|за|для)\s+(?:одного\s+)?(?P<what>[^\W\d_]+)\s+в\s+"
    r"(?P<also>день|сутки|неделю|месяц|год|час)\b",
    re.IGNORECASE,
)


def also_per(text: str, amount: Amount, until: int) -> tuple[str, ...]:
    """Return what else a number is for one of, behind its first "per": a head and morning, per person per night."""
    found = _ALSO.match(text[amount.end : until])
    words = per_words(found["what"]) if found else ()
    return words if words and (known(words[0]) or words[0] in NIGHTS or words[0] in ANYBODY) else ()


def shared_pers(text: str) -> tuple[tuple[str, ...], ...]:
    """Return what all numbers of a sentence are for one of, by how it begins: на ребёнка в день."""
    found = _EVERYBODY.search(text)
    return (per_words(found["what"]), per_words(found["also"])) if found else ()


_SO_MANY = re.compile(
    r"^\s*(?:for (?:each|every)|per|every|je(?: angefangene)?|alle|für (?:je|jeweils)|за каждые|каждые|за|на)\s+"
    r"(?P<n>\d+(?:\.\d+)?)\s?(?P<unit>[^\W\d_]+)",
    re.IGNORECASE,
)


def per_many(text: str, amount: Amount) -> tuple[Decimal, str, int] | None:
    """Return of how many of a unit a number is, and where that ends: 1 for every 15 minutes."""
    found = _SO_MANY.match(text[amount.end :])
    if found is None or known(found["unit"]) is None or Decimal(found["n"]) <= 1:
        return None
    return Decimal(found["n"]), found["unit"], amount.end + found.end()


def per_words(what: str) -> tuple[str, ...]:
    """Return what a number is for one of: a unit as it is written, or the words of a thing."""
    found: list[str] = []
    parts = what.split()
    for place, part in enumerate(parts):
        if found and part[0].islower() and parts[place - 1][0].isupper():
            break  # ein Honigglas fasst
        if place + 1 < len(parts) and known(pair := f"{part} {parts[place + 1]}"):
            return (pair,)
        if known(part) or part.casefold() == "night":
            return (part.casefold() if len(part) > 3 else part,)
        if (part.casefold() in ENDS or (is_verb(part.casefold()) and part.endswith(("s", "ed")))) and found:
            break
        found += [word for word in words_of(part) if word not in ENDS]
    return tuple(found)


def per_before(text: str, since: int) -> tuple[str, ...]:
    """Return what a number is for one of, by the words before it since another number: a chair costs, each box "
    "holds."""
    if found := re.search(
        r"(?<!every )(?<!each )(?<!alle )(?<!каждые )(?<![\d.])\d+(?:\.\d+)?\s?"
        r"(?P<what>[^\W\d_]+(?:[·-][^\W\d_]+)*)[^\W\d_ ]*(?: (?:of|"
        r"von) [^\W\d_]+)?,?(?: [^\W\d_]+){0,2}\s+(?:at|zu je|à|je|по)\s*[£€$]?\s*$",
        text,
        re.IGNORECASE,
    ):
        return per_words(found["what"])
    before = text[since:]
    if since and (own := _PER[0].match(before)):
        before = before[own.start("what") + len(own["what"].split()[0]) :]  # that is said of the number before
    if found := re.search(
        r"\b(?P<what>[^\W\d_]{3,})\s+(?:of|zu|à|von|по|(?P<with>with|mit))\s+(?:about |etwa )?$",
        before, re.IGNORECASE,
    ):  # fmt: skip
        container = found["what"].casefold()
        many = found["with"] and since and re.search(r"\d$", text[:since])  # 38 nights with 1292 visitors
        if container not in ENDS and container not in NO_CONTAINER and not known(container) and not many:
            return words_of(container)
    if found := re.search(
        r"\b(?:the|die|der|das|an?|eine?|one)\s+(?P<what>[^\W\d_]{3,}(?:[ -][^\W\d_]+)?)\b[^.;:\d]{0,25}$",
        before,
        re.IGNORECASE,
    ):
        unit = per_words(found["what"])
        if unit and known(unit[0]):
            return unit
    if found := re.search(
        r"(?:^|[.;:,]\s+|\b(?:und|and|и)\s+)(?:(?:each|every|one|an?|eine?|jede[rs]?|один|одна|одно|кажд\w+)\s+)"
        r"(?P<what>(?:[^\W\d_]+[ -]){1,3})[^.;:,\d]{0,60}$",
        before,
        re.IGNORECASE,
    ):
        return per_words(found["what"])
    if found := re.search(
        r"\b(?:per|pro|je|each|every|jede[rnms]?|кажд\w+|(?:в|за|на) (?:одн\w+|кажд\w+)|(?:in|on) an?(?= (?:day|week|"
        r"month|year|hour)\b)|in einem|in einer|in der(?= (?:woche|stunde|minute|"
        r"sekunde)\b))\s+(?P<what>[^\W\d_]+)[^.;:\d]{0,60}$",
        before, re.IGNORECASE,
    ):  # fmt: skip
        return per_words(found["what"])
    return ()


def often(clause: str) -> str:
    """Return the stretch of time that an adverb or adjective makes a number the rate of: daily, monthly rent."""
    return next((unit for unit, words in _OFTEN.items() if re.search(rf"\b(?:{words})\b", clause, re.IGNORECASE)), "")
