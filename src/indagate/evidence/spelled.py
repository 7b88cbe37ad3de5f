"""Numbers written in words: English, German and Russian, with halves, dozens and their inflections."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from indagate.evidence.vocabulary import vocabulary

HALF = Decimal("0.5")


@dataclass(frozen=True, slots=True)
class Spelled:
    """A number in words; `part` when it names a share of a whole ("half", "two thirds")."""

    value: Decimal
    start: int
    end: int
    part: bool = False


_EN_SMALL = {
    word: number
    for number, word in enumerate(
        vocabulary(
            """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
eighteen nineteen
"""
        )
    )
} | {
    word: 10 * number
    for number, word in enumerate(
        vocabulary(
            """
twenty thirty forty fifty sixty seventy eighty ninety
"""
        ),
        start=2,
    )
}
_RU_SMALL = {
    form: number
    for number, forms in enumerate(
        (
            "ноль нуль ноля нуля",
            "один одна одно одного одной одну одному одним одном",
            "два две двух двум двумя",
            "три трех трем тремя",
            "четыре четырех четырем четырьмя",
            "пять пяти пятью",
            "шесть шести шестью",
            "семь семи семью",
            "восемь восьми восемью восьмью",
            "девять девяти девятью",
            "десять десяти десятью",
            "одиннадцать одиннадцати одиннадцатью",
            "двенадцать двенадцати двенадцатью",
            "тринадцать тринадцати тринадцатью",
            "четырнадцать четырнадцати четырнадцатью",
            "пятнадцать пятнадцати пятнадцатью",
            "шестнадцать шестнадцати шестнадцатью",
            "семнадцать семнадцати семнадцатью",
            "восемнадцать восемнадцати восемнадцатью",
            "девятнадцать девятнадцати девятнадцатью",
        )
    )
    for form in forms.split()
} | {
    form: number
    for forms, number in (
        ("двадцать двадцати двадцатью", 20),
        ("тридцать тридцати тридцатью", 30),
        ("сорок сорока", 40),
        ("пятьдесят пятидесяти пятьюдесятью", 50),
        ("шестьдесят шестидесяти шестьюдесятью", 60),
        ("семьдесят семидесяти семьюдесятью", 70),
        ("восемьдесят восьмидесяти", 80),
        ("девяносто девяноста", 90),
        ("сто ста", 100),
        ("двести двухсот двумстам", 200),
        ("триста трехсот тремстам", 300),
        ("четыреста четырехсот четыремстам", 400),
        ("пятьсот пятисот", 500),
        ("шестьсот шестисот", 600),
        ("семьсот семисот", 700),
        ("восемьсот восьмисот", 800),
        ("девятьсот девятисот", 900),
    )
    for form in forms.split()
}
_DE_ONES = {
    "ein": 1,
    "eins": 1,
    "zwei": 2,
    "zwo": 2,
    "drei": 3,
    "vier": 4,
    "fünf": 5,
    "sechs": 6,
    "sieben": 7,
    "acht": 8,
    "neun": 9,
    "zehn": 10,
    "elf": 11,
    "zwölf": 12,
    "dreizehn": 13,
    "vierzehn": 14,
    "fünfzehn": 15,
    "sechzehn": 16,
    "siebzehn": 17,
    "achtzehn": 18,
    "neunzehn": 19,
}
_DE_TENS = {
    "zwanzig": 20,
    "dreißig": 30,
    "dreissig": 30,
    "vierzig": 40,
    "fünfzig": 50,
    "sechzig": 60,
    "siebzig": 70,
    "achtzig": 80,
    "neunzig": 90,
}
_one = "|".join(sorted(_DE_ONES, key=len, reverse=True))
_ten = "|".join(_DE_TENS)
_DE_BELOW_100 = re.compile(rf"(?:(?P<unit>{_one})und(?P<tens>{_ten})|(?P<ten>{_ten})|(?P<one>{_one}))")
_DE_SHAPE = re.compile(rf"(?:{_one}|{_ten}|hundert|tausend|und)+")

# Words for which a multiplier follows the count; a bare plural ("thousands of") is no number.
SCALES: dict[str, Decimal] = {
    word: Decimal(10) ** power
    for words, power in (
        ("hundred hundert", 2),
        ("thousand thousands k tsd tausend тысяча тысячи тысяч тысячу тысячам тысячей тысячами тысячах тыс 千", 3),
        ("万 萬 만", 4),
        ("lakh lakhs", 5),
        (
            "million millions mn mln mio millionen миллион миллиона миллионов миллиону миллионам "
            "миллионом миллионами млн",
            6,
        ),
        ("crore crores", 7),
        ("亿 億 억", 8),
        (
            "billion billions bn bln milliarde milliarden mrd миллиард миллиарда миллиардов миллиарду "
            "миллиардам миллиардом млрд",
            9,
        ),
        ("trillion trillions tn trn billionen bio триллион триллиона триллионов триллионам трлн 兆", 12),
        ("billiarde billiarden quadrillion", 15),
    )
    for word in words.split()
}
_SCALE_WORDS = frozenset(
    vocabulary(
        """
hundred thousand million billion trillion hundert tausend тысяча миллион миллиард триллион
"""
    )
)
_DOZENS: dict[str, int | Decimal] = {
    "dozen": 12, "dutzend": 12, "дюжина": 12, "дюжины": 12, "дюжину": 12, "десяток": 10,
    "anderthalb": Decimal("1.5"), "eineinhalb": Decimal("1.5"), "полтора": Decimal("1.5"), "полторы": Decimal("1.5"),
    "полутора": Decimal("1.5"),
}  # fmt: skip
_HALVES = frozenset(
    vocabulary(
        """
half halves hälfte halb halbe halber halben halbes половина половины половину половине половиной пол
"""
    )
)
_PARTS = {
    "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fifth": 5, "fifths": 5, "tenth": 10, "tenths": 10,
    "drittel": 3, "viertel": 4, "fünftel": 5, "zehntel": 10,
    "треть": 3, "трети": 3, "четверть": 4, "четверти": 4,
}  # fmt: skip
_ARTICLES = frozenset(["a", "an", "one", "ein", "eine", "einen", "einem", "einer"])
# "the first half of 2019", "в первой половине": a period, not a share.
_PERIOD_BEFORE = re.compile(
    r"(?:first|second|other|latter|better|half|ersten?|zweiten?|первой|второй|первая|вторая|первую|вторую)[\s-]+$",
    re.IGNORECASE,
)
_AND = frozenset(("and", "und", "с"))
_WORD = re.compile(r"[^\W\d_]+")
_JOIN = re.compile(r"[ \u00a0\u2009\u202f]*-?[ \u00a0\u2009\u202f]*\n?")


@lru_cache(maxsize=8_192)
def german(word: str) -> int | None:
    """The value of a German number in one word ("zweihundertfünfzig"), None when it is no number."""
    if not _DE_SHAPE.fullmatch(word) or word in ("und", "ein"):
        return None
    total = 0
    if "tausend" in word:
        head, _, word = word.partition("tausend")
        thousands = _below_1000(head) if head else 1
        if thousands is None:
            return None
        total, word = thousands * 1000, word.removeprefix("und")
    if not word:
        return total
    rest = _below_1000(word)
    return None if rest is None else total + rest


def _below_1000(word: str) -> int | None:
    total = 0
    if "hundert" in word:
        head, _, word = word.partition("hundert")
        if head and head not in _DE_ONES:
            return None
        total, word = 100 * _DE_ONES.get(head, 1), word.removeprefix("und")
        if not word:
            return total
    match = _DE_BELOW_100.fullmatch(word)
    if not match:
        return None
    if match["unit"]:
        return total + _DE_ONES[match["unit"]] + _DE_TENS[match["tens"]]
    return total + (_DE_TENS[match["ten"]] if match["ten"] else _DE_ONES[match["one"]])


@lru_cache(maxsize=16_384)
def _small(word: str) -> int | None:
    """The value of one word below its scale, without the article-like ones."""
    if word in _EN_SMALL:
        return _EN_SMALL[word]
    plain = word.replace("ё", "е")
    if plain in _RU_SMALL:
        return _RU_SMALL[plain]
    half = re.fullmatch(r"(\w+)einhalb", word)
    if half:
        return None
    return german(word) if len(word) > 2 and word not in ("hundert", "tausend") else None


def spelled(text: str, language: str | None) -> list[Spelled]:
    """The numbers in words of `text`, left to right; a lone "one" is a pronoun and left out."""
    tokens = [(match.group().lower(), match.start(), match.end()) for match in _WORD.finditer(text)]
    found: list[Spelled] = []
    index = 0
    while index < len(tokens):
        number, used = _at(text, tokens, index, language)
        if number is not None:
            found.append(number)
        index += max(1, used)
    return found


_Tokens = list[tuple[str, int, int]]


def _at(text: str, tokens: _Tokens, index: int, language: str | None) -> tuple[Spelled | None, int]:
    word, start, end = tokens[index]
    if word in ("elf", "acht", "sieben", "neun", "null") and language not in ("de", None):
        return None, 1
    if word in _HALVES:
        return _half(text, tokens, index), 1
    if word in _DOZENS:
        return Spelled(Decimal(_DOZENS[word]), start, end), 1
    mixed = re.fullmatch(r"(\w+)einhalb", word)
    if mixed and (whole := german(mixed.group(1))) is not None:
        return Spelled(whole + HALF, start, end), 1
    if word in ("треть", "drittel") or (word in _ARTICLES and _next_is_part(text, tokens, index)):
        at = index if word in _PARTS else index + 1
        return Spelled(Decimal(1) / _PARTS[tokens[at][0]], start, tokens[at][2], part=True), at - index + 1
    if _small(word) is None and word not in _SCALE_WORDS:
        return None, 1
    return _sequence(text, tokens, index)


def _next_is_part(text: str, tokens: _Tokens, index: int) -> bool:
    following = tokens[index + 1][0] if index + 1 < len(tokens) else ""
    return following in _PARTS and not following.endswith("s") and _joined(text, tokens, index + 1)


def _joined(text: str, tokens: _Tokens, index: int) -> bool:
    return bool(_JOIN.fullmatch(text, tokens[index - 1][2], tokens[index][1]))


def _half(text: str, tokens: _Tokens, index: int) -> Spelled | None:
    word, start, end = tokens[index]
    if _PERIOD_BEFORE.search(text, max(0, start - 12), start):
        return None
    if index and _joined(text, tokens, index) and tokens[index - 1][0] in ("anderthalb", "с", "and"):
        return None
    if word == "пол" and not text.startswith("-", end):
        return None
    return Spelled(HALF, start, end, part=True)


def _sequence(text: str, tokens: _Tokens, index: int) -> tuple[Spelled | None, int]:
    """Reads "two hundred and five thousand", "двадцать пять тысяч", "two and a half" from `index`."""
    total, group = Decimal(0), Decimal(0)
    last: int | None = None
    at = index
    end = tokens[index][2]
    while at < len(tokens) and (at == index or _joined(text, tokens, at)):
        word = tokens[at][0]
        small = _small(word)
        if small is not None:
            if last is not None and not (small and small < _slot(last)):
                break
            group, last = group + small, small
        elif word in SCALES and word not in ("k", "bio"):
            scale = SCALES[word]
            if total and scale >= _lowest(total) and scale > 100:
                break
            if scale == 100:
                group = (group or Decimal(1)) * 100
            else:
                total, group = total + (group or Decimal(1)) * scale, Decimal(0)
            last = int(scale)
        elif word in _AND:
            half = _and_half(text, tokens, at)
            if half:
                group, end, at = group + HALF, tokens[half][2], half + 1
                last = 1
                continue
            if not (word == "and" and last is not None and last >= 100 and _small_follows(text, tokens, at)):
                break
            at += 1
            continue
        elif word in _PARTS and last is not None and not total and group < 10 and _small(tokens[at - 1][0]) is not None:
            return Spelled(group / _PARTS[word], tokens[index][1], tokens[at][2], part=True), at - index + 1
        else:
            break
        end = tokens[at][2]
        at += 1
    if at == index + 1 and tokens[index][0] in (
        "one",
        "один",
        "одна",
        "одно",
        "одного",
        "одной",
        "одну",
        "одном",
        "одним",
        "одному",
        "eins",
    ):
        return (Spelled(Decimal(1), tokens[index][1], end) if _counts(text, end) else None), 1
    return Spelled(total + group, tokens[index][1], end), at - index


def _slot(last: int) -> int:
    """The bound below which the next word may add to the last ("twenty" + "five", "сто" + "двадцать")."""
    if last >= 1000:
        return 1000
    if last >= 100:
        return 100
    return 10 if last >= 20 and last % 10 == 0 else 0


def _lowest(total: Decimal) -> Decimal:
    exponent = total.normalize().as_tuple().exponent
    return Decimal(10) ** ((int(exponent) // 3) * 3)


def _small_follows(text: str, tokens: _Tokens, at: int) -> bool:
    return at + 1 < len(tokens) and _small(tokens[at + 1][0]) is not None and _joined(text, tokens, at + 1)


def _and_half(text: str, tokens: _Tokens, at: int) -> int | None:
    for ahead in (at + 1, at + 2):
        if ahead < len(tokens) and tokens[ahead][0] in _HALVES and _joined(text, tokens, ahead):
            return ahead
        if ahead >= len(tokens) or tokens[ahead][0] not in ("a", "one"):
            return None
    return None


_COUNTED = re.compile(r"[\s-]*(?:percent|per cent|prozent|процент|hour|minute|second|day|week|month|year|час|минут|секунд|д(?:ень|ня)|недел|месяц|год|stund|tag|woche|monat|jahr|met|kilo|mile|euro|dollar|pound|руб|доллар|метр|кило|тонн|ton)", re.IGNORECASE)  # noqa: E501  # fmt: skip


def _counts(text: str, end: int) -> bool:
    """Whether a unit follows, so that "one" is a count."""
    return bool(_COUNTED.match(text, end))
