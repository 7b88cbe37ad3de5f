"""What a question wants done with what it names: the nth, the top ones, days in a row, a share, a difference.

An operation is read off the words of the question, which is then asked as the plain question beneath: "my second
longest run" is the longest run, and of those the second.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from indagate.flows.notes.calendarwords import AND, MONTHS, TO
from indagate.flows.notes.measure import MILE, POUND, UNITS
from indagate.flows.notes.offline import cues
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.token import plain


@dataclass(frozen=True, slots=True)
class Operation:
    """A question without the words of its operations, and what they are; see `Query` for what the names mean.

    `but` is what the question leaves out, `unit` the word by which it asks for a unit.
    """

    text: str
    kind: Literal["", "streak", "pause", "share", "rank"] = ""
    nth: int = 1
    top: int = 0
    median: bool = False
    absent: bool = False
    difference: bool = False
    but: str = ""
    unit: str = ""


_NUMBERS = {
    "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
    **{f"{n}th": n for n in range(4, 21)}, "2nd": 2, "3rd": 3,
}  # fmt: skip
_RU_NUMBERS = {"втор": 2, "трет": 3, "четверт": 4, "пят": 5, "шест": 6, "седьм": 7, "восьм": 8, "девят": 9, "десят": 10}
_RU_ENDING = "(?:ой|ый|ий|ая|ую|ое|ого|ому|ом|ым|ья|ью|ье|ьего|ьем|ьей)"
_ORDINAL = rf"(?P<nth>{'|'.join(_NUMBERS)}|(?:{'|'.join(_RU_NUMBERS)}){_RU_ENDING})"
_MANY = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "ten": 10, "два": 2, "две": 2, "три": 3,
    "четыре": 4, "пять": 5, "десять": 10, "двух": 2, "трех": 3, "пяти": 5, "couple of": 2,
}  # fmt: skip
_COUNT = rf"(?P<top>\d{{1,2}}|{'|'.join(_MANY)})"
_SUPERLATIVE = (
    r"(?:longest|shortest|heaviest|lightest|fastest|slowest|biggest|largest|smallest|highest|lowest|best|worst|"
    r"furthest|farthest|most expensive|cheapest|most|сам\w+ \w+)"
)
_NTH_BEST = pattern(rf"\b{_ORDINAL}[ -](?P<rest>{_SUPERLATIVE})\b|\b{_ORDINAL.replace('nth', 'ru')} по \w+")
_NTH_LAST = pattern(
    rf"\b(?:{_ORDINAL}|next)[ -](?:to|from)[ -](?:the[ -])?last\b|\bpenultimate\b|\blast but one\b|"
    r"\b(?:one )?before (?:the )?last(?= (?:run|time|lift|session|workout))|\b(?P<ru>предпоследн\w+)"
)
_NTH = pattern(rf"\b{_ORDINAL}\b(?! (?:half|week|quarter|month|day|of|половин|недел|квартал|месяц|числ))")
_TOP = pattern(
    rf"\b(?:top|топ)[ -]{_COUNT}\b|\b(?P<lead>last|latest|first|most recent|последн\w+|"
    rf"перв\w+) {_COUNT.replace('top', 'some')} "
    r"(?!days?|nights?|weeks?|months?|years?|hours?|km|kg|дн|недел|месяц|лет|год|час|ноч|км|кг)(?=[^\W\d])|"
    rf"\b{_COUNT.replace('top', 'few')} (?P<of>{_SUPERLATIVE}|"
    r"(?:последн|перв)\w+(?= (?!дн|недел|месяц|лет|год|час|ноч)))\b|"
    rf"\b(?P<most>{_SUPERLATIVE}) {_COUNT.replace('top', 'many')} (?=[^\W\d])"
)
_STREAK = pattern(
    r"\b(?:longest|best|biggest|record|current|сам\w+ \w+|рекордн\w+) (?:\w+ ){0,2}?(?:streak|серия|серию|series|"
    r"run of days)\b|"
    r"\bstreaks?\b|\b(?:days?|nights?|times)? ?(?:in a row|in succession|running without a break)\b|"
    r"\bconsecutive(?:ly)?(?: days| nights)?\b|\b(?:дней |дня |раз )?подряд\b|\b(?:tage )?(?:am stück|hintereinander)\b"
)
_PAUSE = pattern(
    r"\b(?:what was |what is |what's |how long (?:was|is) )?(?:my |the )?(?:longest|biggest|largest|greatest) "
    r"(?:\w+ )?(?:gap|break|pause|interval|stretch|time|period|dry spell)(?: in days)?(?: ever)? "
    r"(?P<how>between|without|from|in)\b(?: my| any| a| two| having)*|"
    r"\b(?:the )?longest (?:i|i've|i have|have i) (?:\w+ ){0,2}?(?:gone|went|go|been) without\b|"
    r"\bсам\w+ (?:больш|длинн|долг)\w+ (?:перерыв|промежуток|пауза|паузу)\w* (?:между|без|в)\b"
)
_SHARE = pattern(
    r"\b(?:what|which|как\w+) (?:percentage|percent|share|fraction|proportion|part|доля|долю|процент|часть)\w*"
    r"(?: of| от| из)?(?: all)?(?: of)?(?: my| the)?|\bсколько процентов\b|"
    r"\bhow (?:large|big) a (?:share|part) of(?: my)?|"
    r"\b(?:percentage|proportion|share) of(?: my| all| the)*"
)
_MEDIAN = pattern(r"\bmedians?\b|\bмедиан\w*\b")
_RANK = pattern(
    r"\b(?:which|what) (?P<what>exercise|lift|meal|category|categories|kind of \w+|"
    r"type of \w+)s?\b(?!.*\b(?:calor\w*|kcal|protein)\b)(?=(?:(?!\b(?:when|the day)\b).)*\b(?:most|"
    r"least|"
    r"often|biggest|highest|more)\b)|\b(?:on|for) what\b(?=.*\b(?:most|least)\b)|\bwhat\b(?=.*\b(?:most|"
    r"least) (?:money )?on\b)|"
    r"\bна что\b(?=.*\b(?:больше|меньше) всего\b)|\bкак\w+ (?:упражнени\w+|категори\w+)\b(?=.*\b(?:чаще|больше|реже) )"
)
_ABSENT = pattern(
    r"\b(?P<days>how many (?:\w+ )?(?:days|nights|mornings)|сколько (?:\w+ )?(?:дней|ночей)|how many times in days)\b"
    r"(?P<mid>[^?]*?)\b(?P<no>(?P<did>did|do|have|had|was|were) (?:i|my) (?:not|never)|did not|didn'?t|"
    r"without(?: any| a)?|"
    r"with no|no|not|(?:я )?не|без)\b"
)
_DIFFERENCE = pattern(
    r"\bhow (?:many|much) (?:more|less|fewer|further|farther|longer|shorter|heavier|lighter|faster|slower|higher|lower|"
    r"better|worse|cheaper)\b|\bby how (?:much|many)\b|\b(?:what(?:'s| is| was) the )?difference\b|"
    r"\b(?:на сколько|насколько) (?:\w+ )?(?:больше|меньше|дольше|дальше|тяжелее|легче|быстрее|медленнее|выше|ниже)\b|"
    r"\bразниц\w+\b"
)
_BUT = pattern(
    r",?\s*\b(?:other than|except(?:ing)?(?: for| on| in)?|excluding|excl\.?|not counting|not including|besides|"
    r"apart from|aside from|without counting|disregarding|ignoring|leaving out|leaving aside|but not|not with|"
    r"not on|not in|not during|outside(?: of)?|"
    r"minus|net of|save for|barring|"
    r"if (?:you|we|i) (?:leave out|ignore|exclude)|"
    r"кроме|не считая|не учитывая|без уч[её]та|за исключением|исключая|помимо|außer|ohne)\s+(?P<what>[^?.,!;]+)"
)
_TIME_SIGN = pattern(
    r"\s+(?:in|on|during|since|this|last|over|from|until|within|for|altogether|в|за|на|с|со|im|in total|ever|did|do|"
    r"have|was)\b"
)
_UNIT_ASKED = pattern(
    r"(?:\b(?:how many|how much|in|total|number of|more|fewer|less|compare|all|all the|сколько|в|больше|"
    r"wie viele?) |^\W*|\((?=\w+\)))"
    r"(?:(?:whole|total|всего|я|full|my|the|all) )*"
    r"(?P<unit>km/h|kph|mph|км/ч|kmh|[^\W\d_]+)\b(?!['-])"
)
_SO_FAR = pattern(
    r"\b(so far|thus far|as far as (?:i|we|you) (?:know|can tell|remember|see)|of all time|all[ -]time|"
    r"за вс[её] время|за весь период)\b",
    re.IGNORECASE,
)
_NOTED_NOT = pattern(
    r"\b(?:note|noted|log|logged|write|wrote|written|record|recorded|mention\w*|запис\w+|"
    r"отме\w+)(?: down)?,? (?:that|что) (?:i|я)\b"
)
_DAYS_WITHOUT = pattern(r"\W*(?:days|nights|дней|дни|ночей|ночи) (?:without|with no|без)\b[^:,]*$")
_FREE = pattern(r"\b(?P<what>[^\W\d]+)-(?:free|less) (?P<days>days|nights)\b", re.IGNORECASE)
_SPEED = frozenset(("km/h", "kph", "kmh", "км/ч"))
_SHOWN = {
    ("length", MILE): "mi", ("length", 0.001): "m", ("length", 1.0): "km", ("mass", POUND): "lb", ("mass", 1.0): "kg",
    ("time", 60.0): "h", ("time", 1.0): "min", ("volume", 0.001): "ml", ("volume", 1.0): "l",
}  # fmt: skip


_OTHERS_PART = pattern(
    r"(?i),?\s*\b(?:without|not counting|excluding|leaving out|minus|less) (?:my )?(?P<who>[^\W\d]+)'s"
    r"(?: (?:part|share|half|portion|own|kilomet\w+|km|runs?|stuff))*"
)
"""What leaves out somebody else's doings, which are not counted anyhow."""
_MONEY_WITHOUT = pattern(
    r"(?i)\b(?P<money>spend\w*|spent|expenses|outlay|costs|потратил\w*|расход\w*|"
    r"трат\w*)\b(?P<mid>[^?]{0,40}?)(?<!дни )(?<!дней )(?<!днях )(?<!дням )(?<!days )\b(?:without|без)\s+"
)


def _somebody(word: str) -> bool:
    return plain(word).removesuffix("'s") in cues.NAMES | cues.KIN


def operation(text: str) -> Operation:
    """Return what is to be done, and the question beneath."""
    text = _OTHERS_PART.sub(lambda match: " " if _somebody(match["who"]) else match[0], text)
    text = _MONEY_WITHOUT.sub(r"\g<money>\g<mid>excluding ", text)
    made = _excluded(Operation(_FREE.sub(r"\g<days> without \g<what>", _SO_FAR.sub(" ", text))))
    low = plain(made.text)
    unit = unit_asked(low)
    made = replace(made, difference=bool(_DIFFERENCE.search(low)), unit=unit["unit"] if unit else "")
    for read in (_median, _absent, _pause, _streak, _share, _ranked, _one_of):
        made = read(made, plain(made.text))
    return made


def unit_shown(word: str) -> tuple[str, str]:
    """Return the dimension that a word for a unit asks for, and the unit of ours in which to show it, if there is."""
    if word in _SPEED:
        return "pace", "km/h"
    known = UNITS.get(word)
    if known is None:
        return "", ""
    kind, factor = known
    return kind, _SHOWN.get((kind, factor), "")


def unit_asked(low: str) -> re.Match[str] | None:
    """Return where a question asks for a unit: "how many miles", "in pounds"; nothing where it asks for none."""
    for match in _UNIT_ASKED.finditer(low):
        word = match["unit"]
        known = UNITS.get(word)
        if word in _SPEED or (
            word != "second"
            and known
            and (len(word) > 1 or word == "k")
            and not known[0].startswith(("money", "count", "percent"))
        ):
            return match
    return None


def _cut(text: str, start: int, end: int, instead: str = "") -> str:
    return f"{text[:start]} {instead} {text[end:]}"


def _excluded(made: Operation) -> Operation:
    match = _BUT.search(plain(made.text))
    if not match:
        return made
    what = match["what"]
    stop = next((m.start() for m in _TIME_SIGN.finditer(what) if m.start() > 2), len(what))
    end = match.start("what") + stop
    return replace(made, text=_cut(made.text, match.start(), end), but=made.text[match.start("what") : end])


def _median(made: Operation, low: str) -> Operation:
    match = _MEDIAN.search(low)
    return replace(made, median=True, text=_cut(made.text, *match.span(), "average")) if match else made


def _absent(made: Operation, low: str) -> Operation:
    if _DAYS_WITHOUT.match(low):
        made = replace(made, text=f"{'сколько' if _russian(low) else 'how many'} {made.text.strip()}")
        low = plain(made.text)
    neither = re.search(r"\bneither\b(.*?)\bnor\b", low)
    if neither and re.search(r"\bdays\b", low):
        both = made.text[slice(*neither.span(1))]
        text = f"{_often(low)} {made.text[: neither.start()]}{both}or{made.text[neither.end() :]}"
        return replace(made, absent=True, text=text)
    match = _ABSENT.search(low)
    if re.search(r"\b(?:прошло без|passed without|gone by without)\b", low) or _NOTED_NOT.search(low):
        return made  # it asks how long ago, or what was noted not to have happened
    if not match or re.search(r"\b(more|less|fewer|больше|меньше)\s*$", low[: match.start("no")]):
        return made
    instead = f"{match['did']} i" if match["did"] else "did i" if match["no"] in {"didn't", "didnt", "did not"} else ""
    return replace(made, absent=True, text=_cut(made.text, match.start("no"), match.end("no"), instead))


def _pause(made: Operation, low: str) -> Operation:
    match = _PAUSE.search(low)
    if not match or made.absent:
        return made
    return replace(made, kind="pause", text=_cut(made.text, *match.span(), _often(low)))


def _streak(made: Operation, low: str) -> Operation:
    match = _STREAK.search(low)
    if not match or made.kind or re.search(r"\b(barbell|тяг\w+)\b", low):
        return made
    text = _cut(made.text, *match.span())
    text = re.sub(r"(?i)\b(at most|maximum|max|at the most|максимум|самое большее|the most)\b", " ", text)
    text = re.sub(r"(?i)^\W*(what|how long) (was|is|were)", "", text)
    return replace(made, kind="streak", text=f"{_often(low)} {text}")


def _often(low: str) -> str:
    return "сколько раз" if _russian(low) else "how often"


def _share(made: Operation, low: str) -> Operation:
    match = _SHARE.search(low)
    if not match or made.kind:
        return made
    return replace(made, kind="share", text=_cut(made.text, *match.span(), "сколько" if _russian(low) else "how many"))


def _russian(low: str) -> bool:
    return bool(re.search("[а-я]", low))


def _ranked(made: Operation, low: str) -> Operation:
    match = _RANK.search(low)
    if not match or made.kind:
        return made
    return replace(made, kind="rank")


def _one_of(made: Operation, low: str) -> Operation:
    """Read which one, or how many of the first, last or best are meant."""
    if made.kind:
        return made
    match = _NTH_BEST.search(low)
    if match:
        rest = match["rest"] or "самая большая"
        return replace(made, nth=_nth(match["nth"] or match["ru"]), text=_cut(made.text, *match.span(), rest))
    match = _NTH_LAST.search(low)
    if match:
        last = "последняя" if match["ru"] else "last"
        return replace(made, nth=_nth(match["nth"] or "second"), text=_cut(made.text, *match.span(), last))
    match = _TOP.search(low)
    if match:
        said = match["top"] or match["some"] or match["few"] or match["many"]
        count = int(said) if said.isdecimal() else _MANY[said]
        instead = match["lead"] or match["of"] or match["most"] or "best"
        instead = {"последние": "последняя", "последних": "последняя", "первые": "первая", "первых": "первая"}.get(
            instead, instead
        )
        return replace(made, top=count, text=_cut(made.text, *match.span(), instead)) if count > 1 else made
    match = next((one for one in _NTH.finditer(low) if not _of_month(low, one)), None)
    if match and not re.search(r"\b(на|за)\s+$", low[: match.start()]):
        first = "первая" if _russian(match["nth"]) else "first"
        if re.match(r" раз\b", low[match.end() :]):
            end = match.end() + 4
            start = match.start() - 2 * low[: match.start()].endswith("в ") - low[: match.start()].endswith("во ") * 3
            return replace(made, nth=_nth(match["nth"]), text=_cut(made.text, max(0, start), end, "впервые"))
        return replace(made, nth=_nth(match["nth"]), text=_cut(made.text, *match.span(), first))
    return made


def _of_month(low: str, match: re.Match[str]) -> bool:
    """Whether "the 16th" is a day of a month."""
    before = re.findall(r"[^\W\d]+", low[: match.start()])[-2:]
    after = re.match(r"\s*(?:of\s+)?([^\W\d]+)", low[match.end() :])
    if match[0][0].isdecimal() and (after is None or after[1] in MONTHS or after[1] in TO | AND):
        return True
    return any(word in MONTHS for word in before[-1:]) or (after is not None and after[1] in MONTHS)


def _nth(word: str | None) -> int:
    if not word:
        return 2
    return _NUMBERS.get(word) or next((n for stem, n in _RU_NUMBERS.items() if word.startswith(stem)), 2)
