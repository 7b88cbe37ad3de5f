"""Numbers in digits and in words: English, German, Russian and Swiss ways, fractions, powers of ten, magnitudes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

SPACES = " \u00a0\u2009\u202f\u2007"
HALF = Decimal("0.5")


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number: its readings (the likeliest first), the size of its last shown digit, and where it stands.

    `part` when it names a share of a whole ("half", "2/3"); `pronoun` for a lone "one", a number only with a unit.
    """

    readings: tuple[Decimal, ...]
    step: Decimal
    start: int
    end: int
    part: bool = False
    pronoun: bool = False


def numerals(text: str, language: str | None) -> list[Numeral]:
    """Return the numbers of a text in order; dotted versions and vague plurals ("thousands of") are not among them."""
    found = [*(_in_digits(text, language) if _DIGIT.search(text) else ()), *_in_words(text)]
    return sorted(found, key=lambda numeral: numeral.start)


# --- digits ---------------------------------------------------------------------------------------------------------

_SIGNS = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
_DIGIT = re.compile(rf"[\d{_SIGNS}]")
_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺−", "0123456789-+-")
_DIGITS = re.compile(
    r"(?P<share>(?<![\w/.,])[1-9]/(?:10|[2-9])(?![\d/]|[.,]\d))|"
    rf"(?=[-−–+±\d{_SIGNS}])(?P<sign>(?<![\w)\]%.,])[-−–+±](?=[\d{_SIGNS}]))?"
    rf"(?P<digits>(?<!\d)(?:\d{{1,3}}(?:[{SPACES}]\d{{3}})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,'’]\d+)*))?"
    rf"(?P<fraction>[{SPACES}]?[{_SIGNS}]|(?<=\d)[{SPACES}]\d/[1-9]\d?(?![\d/]))?"
    rf"(?:[{SPACES}]?[×x·*⋅][{SPACES}]?10(?:\^\(?(?P<hat>[-−+]?\d+)\)?|(?P<raised>[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+))"
    r"|[eE](?P<e>[-+]?\d{1,3})(?![\w.]))?"
)
_DOT_FIRST = frozenset(("en", "zh", "ja", "ko", "th", "he", "hi"))
_COMMA_FIRST = frozenset(("de", "fr", "es", "it", "pt", "nl", "pl", "uk", "bg"))


def _in_digits(text: str, language: str | None) -> Iterator[Numeral]:
    for match in _DIGITS.finditer(text):
        share = _fraction(match["share"]) if match["share"] else Decimal(1)
        if share < 1:
            yield Numeral((share,), Decimal(1), *match.span(), part=True)
        elif numeral := _read(match, language):
            yield numeral
        else:  # "5,10,15" is no number of any convention, and 5/2 are two
            for part in re.finditer(r"\d+", match.group()) if match["share"] or "," in match.group() else ():
                start, end = match.start() + part.start(), match.start() + part.end()
                yield Numeral((Decimal(part.group()),), Decimal(1), start, end)


def _read(match: re.Match[str], language: str | None) -> Numeral | None:
    if match["digits"] is None and match["fraction"] is None:
        return None
    values = readings(match["digits"] or "0", language)
    if match["fraction"] and values:
        part = _fraction(match["fraction"].strip(SPACES))
        values = tuple(value + part for value in values) if values[0] == int(values[0]) else ()
    power = int((match["hat"] or match["raised"] or match["e"] or "0").translate(_SUPERSCRIPT))
    if not values or abs(power) > 400:
        return None
    step = Decimal(1).scaleb(min(0, int(values[0].as_tuple().exponent)) + power)
    sign = -1 if match["sign"] and match["sign"] in "-−–" else 1
    return Numeral(tuple(sign * value.scaleb(power) for value in values), step, *match.span())


def _fraction(sign: str) -> Decimal:
    value = Fraction(sign) if "/" in sign else Fraction(unicodedata.numeric(sign)).limit_denominator(10)
    return Decimal(value.numerator) / value.denominator


@lru_cache(maxsize=16_384)
def readings(literal: str, language: str | None) -> tuple[Decimal, ...]:
    """Return what digits with separators may mean, likeliest first; several only where the language does not tell."""
    bare = re.sub(rf"[{SPACES}'’]", "", literal)
    marks = [char for char in bare if char in ".,"]
    groups = re.split("[.,]", bare)
    if not marks:
        return (Decimal(bare),)
    if len(set(marks)) == 2:  # the last is the decimal one, and the other must separate threes
        whole, _, part = bare.rpartition(marks[-1])
        groups = re.split("[.,]", whole)
        good = marks.count(marks[-1]) == 1 and all(len(one) in (2, 3) for one in groups[1:]) and len(groups[-1]) == 3
        return (Decimal("".join(groups) + "." + part),) if good else ()
    mark = marks[0]
    grouped = len(groups[0]) <= 3 and groups[0] != "0" and all(len(group) == 3 for group in groups[1:])
    indian = mark == "," and len(groups[-1]) == 3 and all(len(group) == 2 for group in groups[1:-1])
    if len(marks) > 1:
        return (Decimal("".join(groups)),) if grouped or indian else ()
    as_decimal, as_group = Decimal(f"{groups[0]}.{groups[1]}"), Decimal("".join(groups))
    if not grouped or (bare != literal and "'" not in literal):
        return (as_decimal,)
    if language in _DOT_FIRST or language in _COMMA_FIRST:
        return (as_group,) if (mark == ",") == (language in _DOT_FIRST) else (as_decimal,)
    if language == "ru":
        return (as_decimal,) if mark == "," else (as_decimal, as_group)
    return (as_group, as_decimal) if mark == "," else (as_decimal, as_group)


# --- words ----------------------------------------------------------------------------------------------------------

_COUNTS = (
    (0, 1, "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
     "seventeen eighteen nineteen"),
    (1, 1, "ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn "
     "achtzehn neunzehn"),
    (0, 1, "ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать "
     "четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать"),
    (2, 10, "twenty thirty forty fifty sixty seventy eighty ninety"),
    (2, 10, "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig"),
    (2, 10, "двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто"),
    (1, 100, "сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот"),
)  # fmt: skip
"""Words from a number on, by steps."""
_FORMS: dict[int | Decimal, str] = {
    1: "eins одна одно одного одной одну одному одним одном", 2: "zwo две двух двум двумя", 3: "трех трем тремя",
    4: "четырех четырем четырьмя", 8: "восьми", 30: "dreissig", 40: "сорока", 80: "восьмидесяти", 90: "девяноста",
    100: "ста", 200: "двухсот", 300: "трехсот", 400: "четырехсот", HALF * 3: "anderthalb полтора полторы полутора",
}  # fmt: skip
_SMALL = {form: Decimal(number) for number, forms in _FORMS.items() for form in forms.split()} | {
    word: Decimal(step * number) for first, step, words in _COUNTS for number, word in enumerate(words.split(), first)
}
_SCALES = tuple(
    (re.compile(words), Decimal(size))
    for size, words in (
        (12, "dozen|dutzend|дюжин[аыу]?"), (100, "hundred|hundert"),
        (10**3, "thousands?|k|tsd|tausend|тысяч(?:[аиуе]|ам|ей|ами|ах)?|тыс|千"), (10**4, "[万萬만]"),
        (10**5, "lakhs?"), (10**6, "millions?|millionen|mn|mln|mio|миллион(?:[ауе]|ов|ам|ом|ами|ах)?|млн"),
        (10**7, "crores?"), (10**8, "[亿億억]"),
        (10**9, "billions?|bn|bln|milliarden?|mrd|миллиард(?:[ауе]|ов|ам|ом|ами|ах)?|млрд"),
        (10**12, "trillions?|tn|trn|billionen|bio|триллион(?:[ауе]|ов|ам)?|трлн|兆"), (10**15, "billiarden?"),
    )
)  # fmt: skip
_FIRST = re.compile(r"dozen|dutzend|дюжина|[mb]illion|trillion|thousand|hundred|тысяча|миллион|миллиард|триллион")
"""Magnitudes that may begin a number; the plural does not, and no abbreviation."""
_HALF = re.compile(r"half|hälfte|halb(?:e[nrsm]?)?|половин(?:[аыуе]|ой)")
_SHARE = {
    "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fifth": 5, "fifths": 5, "tenth": 10, "tenths": 10,
    "drittel": 3, "viertel": 4, "fünftel": 5, "zehntel": 10, "треть": 3, "трети": 3, "четверть": 4, "четверти": 4,
}  # fmt: skip
_ARTICLE = re.compile(r"an?|one|eine?[nmr]?|одна|одну|одной")
_WORD = re.compile(r"[^\W\d_]+")
_AND_HALF = re.compile(r"and (?:(?:a|one) )?half|und halbe?|с половиной")
_JOIN = re.compile(rf"[{SPACES}]*-?[{SPACES}]*\n?")
# "the first half of 2019", "в первой половине": a period, no share.
_PERIOD = re.compile(r"(?:first|second|other|latter|ersten?|zweiten?|перв\w+|втор\w+)[\s-]+$", re.IGNORECASE)


@lru_cache(maxsize=4_096)
def scale(word: str) -> Decimal | None:
    """Return by how much a word multiplies what stands before it: "million"; None for another word."""
    return next((size for words, size in _SCALES if words.fullmatch(word)), None)


@lru_cache(maxsize=16_384)
def _small(word: str) -> Decimal | None:
    """Return the value of one word; a German compound by its parts ("zweihundertfünfundfünfzig")."""
    plain = word.replace("ё", "е")
    if plain in _SMALL:
        return _SMALL[plain]
    if plain.endswith(("и", "ью", "исот", "идесяти")):  # пяти, пятью, пятисот, пятидесяти
        nominative = re.sub(r"(?:и|ью)(?=сот$|десяти$|$)", "ь", plain, count=1)
        return _SMALL.get(nominative.removesuffix("и"))
    for mark, size in (("tausend", 1000), ("hundert", 100)):
        head, found, tail = word.partition(mark)
        if found:
            times = _small(head) if head else Decimal(1)
            rest = _small(tail.removeprefix("und")) if tail else Decimal(0)
            return None if times is None or rest is None else times * size + rest
    if word.endswith("einhalb"):
        whole = _small(word.removesuffix("einhalb"))
        return None if whole is None else whole + HALF
    one, _, ten = word.partition("und")
    ones, tens = _SMALL.get(one), _SMALL.get(ten)
    return ones + tens if ones and tens and ones < 10 and 20 <= tens < 100 else None


@lru_cache(maxsize=16_384)
def _begins(word: str) -> bool:
    """Whether a number in words may begin with a word."""
    shares = _HALF.fullmatch(word) or _ARTICLE.fullmatch(word) or word in ("треть", "четверть")
    return bool(shares or _FIRST.fullmatch(word)) or _small(word) is not None


def _in_words(text: str) -> Iterator[Numeral]:
    tokens = list(_WORD.finditer(text))
    words = [token.group().lower() for token in tokens]
    free = 0
    for at, word in enumerate(words):
        if at < free or not _begins(word):
            continue
        run = [word]
        for one, other in pairwise(tokens[at : at + 12]):
            if not _JOIN.fullmatch(text, one.end(), other.start()):
                break
            run.append(other.group().lower())
        value, used, part = _counted(run)
        start, end = tokens[at].start(), tokens[at + used - 1].end()
        free = at + used
        if used and not (part and _PERIOD.search(text, max(0, start - 12), start)):
            yield Numeral((value,), Decimal(1), start, end, part, pronoun=used == 1 and value == 1)


def _counted(words: Sequence[str]) -> tuple[Decimal, int, bool]:
    """Return the number that words begin with, how many they are (or none), and whether it is a share of a whole."""
    word, following = words[0], words[1] if len(words) > 1 else ""
    if _HALF.fullmatch(word) or word in ("треть", "четверть"):
        return Decimal(1) / _SHARE.get(word, 2), 1, True
    if _ARTICLE.fullmatch(word) and following in _SHARE and not following.endswith("s"):
        return Decimal(1) / _SHARE[following], 2, True
    total = group = room = Decimal(0)
    largest, used = Decimal(10**18), 0
    while used < len(words):
        word = words[used]
        size, small = scale(word) if used or _FIRST.fullmatch(word) else None, _small(word) if word != "ein" else None
        if size and size < largest and word not in ("k", "bio"):
            if size <= 100:
                group = (group or 1) * size
            else:
                total, group, largest = total + (group or 1) * size, Decimal(0), size
            room = size if size >= 100 else Decimal(0)
        elif small is not None and size is None and (not used or 0 < small < room):
            group, room = group + small, _room(small)
        elif used and word in _SHARE and 0 < group < 10 and not total:
            return group / _SHARE[word], used + 1, True
        elif used and (half := _AND_HALF.match(" ".join(words[used : used + 3]))):
            group, room, used = group + HALF, Decimal(0), used + half.group().count(" ")
        elif not (word == "and" and room >= 100 and any(_small(one) is not None for one in words[used + 1 : used + 2])):
            break
        used += 1
    return total + group, used, False


def _room(value: Decimal) -> Decimal:
    """Return below what the next word may add to a number: ten to twenty, a hundred to two hundred."""
    place = next((place for place in (1000, 100, 10) if value % place == 0), 0) if value else 0
    return Decimal(0 if place == 10 and value < 20 else place)
