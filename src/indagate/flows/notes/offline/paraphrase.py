"""A question in plainer words: numbers in digits, idioms as the verbs that they stand for, contractions in full."""

from __future__ import annotations

import re

from indagate.flows.notes.measure import UNITS
from indagate.flows.notes.offline.scrap import in_full
from indagate.flows.notes.offline.turn import reworded
from indagate.flows.notes.pattern import pattern

_ONES = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
    "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
    "eighty": 80, "ninety": 90, "hundred": 100,
    "одного": 1, "двух": 2, "трех": 3, "четырех": 4, "пяти": 5, "шести": 6, "семи": 7, "восьми": 8, "девяти": 9,
    "десяти": 10, "два": 2, "три": 3, "четыре": 4, "пять": 5, "шесть": 6, "семь": 7, "восемь": 8, "девять": 9,
    "десять": 10, "одиннадцати": 11, "двенадцати": 12, "пятнадцать": 15, "пятнадцати": 15, "двадцать": 20,
    "двадцати": 20, "тридцать": 30, "тридцати": 30, "сорок": 40, "сорока": 40, "пятьдесят": 50, "пятидесяти": 50,
    "шестьдесят": 60, "шестидесяти": 60, "семьдесят": 70, "семидесяти": 70, "восемьдесят": 80, "восьмидесяти": 80,
    "девяносто": 90, "девяноста": 90, "сто": 100, "ста": 100, "двухсот": 200, "трехсот": 300, "пятисот": 500,
    "шестисот": 600, "семисот": 700, "восьмисот": 800, "тысячи": 1000, "тысяч": 1000,
}  # fmt: skip
_WORD = "|".join(sorted(_ONES, key=len, reverse=True))
_NUMBER = pattern(
    rf"(?<![\w-])(?P<lead>a )?(?P<one>{_WORD})(?:[ -](?P<two>(?!hundred)(?:{_WORD})))?"
    rf"(?P<hundreds>[ -]hundred(?: and)?(?: (?P<rest>{_WORD}))?)?"
    r"(?P<half> and a half| с половиной)?(?![\w])"
)
_OVER = pattern(
    r"\b(more|less|fewer|longer|shorter|heavier|lighter|higher|lower|greater) than$|\b(over|under|above|below|"
    r"beyond|exceeding|"
    r"at least|at most|up to|past|больше|меньше|более|менее|свыше|выше|ниже|дольше|хотя бы|минимум|не менее|"
    r"не более)$"
)
_MONTH_NAMES = {
    "январ": "январе", "феврал": "феврале", "март": "марте", "апрел": "апреле", "май": "мае", "июн": "июне",
    "июл": "июле", "август": "августе", "сентябр": "сентябре", "октябр": "октябре",
    "ноябр": "ноябре", "декабр": "декабре",
}  # fmt: skip
_OF_MONTH = pattern(
    rf"\b({'|'.join(_MONTH_NAMES)})(?:ь|ов)?ск(?:ий|ая|ое|ие|ого|ой|ому|ую|их|им|ими|ом)\b", re.IGNORECASE
)
_OF_SEASON = pattern(r"\b(летн|осенн|весенн|зимн)(?:ий|яя|ее|ие|его|ей|ему|юю|их|им|ими|ем)\b", re.IGNORECASE)
_SEASONS = {"летн": "летом", "осенн": "осенью", "весенн": "весной", "зимн": "зимой"}
_MAY = pattern(
    r"^\W*may(?=\s*[-–—:,?]| (?:how|did|was|what))|\bmay\b(?= (?:vs\.?|versus|or|and|against|compared|than|to|"
    r"till|until|"
    r"through|how|did|was|were|what|when|total|sum|avg|average|mean|max|min|only|so far) )|(?<=\b(?:vs|or) )may\b|"
    r"(?<=\bthan )may\b|(?<=[a-z] )may(?=\s*(?:$|[,;:?!.)–—-]))"
)
_DIFFERS = pattern(
    r"\b(?P<how>differ\w*|compar\w*|разниц\w*|отлича\w*)\b(?P<mid>[^?]*?)\b(?:between|между)\b(?=[^?]*\b(?:and|"
    r"и)\b)",
    re.IGNORECASE,
)
"""What sets two things side by side that else would be the ends of a time."""
_THAN_LAST = pattern(
    r"\b(?P<ru>(?:чем|или|против|с) (?:(?:на|в|за) )?(?:прошл|предыдущ|позапрошл|эт)"
    r"(?:ой|ом|ей|ем|ую|от|ый|ий|у|ым))(?=\W*$)|"
    r"\b(?P<en>than (?:in )?(?:the )?(?:last|"
    r"previous|one before|"
    r"prior|preceding))(?: one)?(?=\W*$)",
    re.IGNORECASE,
)
_OR_THE_SECOND = pattern(
    r"\b(?:в|на|за) (?:перв|втор)\w+ (?P<part>половин\w|недел\w|декад\w) (?P<whole>[^\W\d]+)[^?.]*?\b(?:или|чем) "
    r"(?:во?|на|за) (?:перв|втор)(?:ой|ую)(?=\W*$)",
    re.IGNORECASE,
)
"""Two parts of a month, of which the second is named by its number alone."""
_SO_LONG = pattern(
    r"(\d+)[- ]?(километр|килограмм|час|минут|метр)(?:ов|н)(?:ый|ая|ую|ой|ого|ом|ые|ых|ое|ым)\b", re.IGNORECASE
)
_UNIT_OF = {"километр": "км", "килограмм": "кг", "час": "часов", "минут": "минут", "метр": "м"}
_THE_WEEKEND = pattern(r"(?<!все )\b(?:на|в|за) (?:эти )?выходны[ехй]\b", re.IGNORECASE)
_ANY_WEEKEND = pattern(
    rf"будн|рабоч|обычно|средн|чаще|реже|\bили\b|\bчем\b|кажды|всегда|сколько раз|часто|[а-я](?:аю|яю|лю|шу|жу|ем)\b|"
    rf"{'|'.join(_MONTH_NAMES)}|\bма[йея]\b|\bлет|осен|весн|зим|недел|месяц|\bгод",
    re.IGNORECASE,
)
"""What makes weekends in general of "на выходных", which else are the last ones."""
_WEEK_FROM = pattern(rf"(?<!недел. )\b[сС] \d{{1,2}}(?:-го)? (?:ма[йя]|{'|'.join(_MONTH_NAMES)})\w*(?= или\b|\W*$)")
"""The Monday that names a week, where weeks are spoken of: "с 5 октября или с 12 октября"."""
_THIS_OR_LAST = pattern(
    r"\b(?P<unit>week|month|year)\b(?P<mid>[^?]*?)[,:]?\s+(?:in )?(?P<one>this|last)(?: one)?(?P<or> or | and |, or )"
    r"(?:in )?(?:the )?(?P<other>last|previous|past|this|one before(?: that)?)(?: one)?(?=\W*$)",
    re.IGNORECASE,
)
"""Two weeks, months or years of which only one is called so: "in which week …, in this or in the last"."""
_LONG_FORM = pattern(
    r"\b(?P<how>more|most) (?P<what>long|short|heavy|fast|slow|quick|high|low|big|small|large|cheap|light|hard|strong|"
    r"weak|late|early|great|close)\b(?! [a-z]+s\b)",
    re.IGNORECASE,
)
"""A comparative that is not made as others are: "more long"."""
_UNIT = {"недел": "неделе", "месяц": "месяце", "год": "году", "week": "week", "month": "month", "year": "year"}
_UNMARKED = pattern(r"\b(I)(ve|m)\b|(?<!\w)(didn|don|haven|hasn|wasn|isn|couldn|doesn)(t)\b", re.IGNORECASE)
_SHORT = pattern(r"\b(what|when|where|who|how|which)['’]?s\b(?!\w)", re.IGNORECASE)


def plainer(text: str) -> str:
    """Return a question with its numbers in digits, its idioms and contractions as plain words."""
    text = _UNMARKED.sub(lambda match: f"{match[1] or match[3]}'{match[2] or match[4]}", text.replace("’", "'"))
    text = reworded(_SHORT.sub(r"\1 is", in_full(_MAY.sub("May", text))))
    text = _OF_MONTH.sub(lambda match: "в " + _MONTH_NAMES[match[1].lower()], text)
    text = _OF_SEASON.sub(lambda match: _SEASONS[match[1].lower()], text)
    text = _DIFFERS.sub(r"\g<how>\g<mid>:", text)
    text = _SO_LONG.sub(lambda match: f"{match[1]} {_UNIT_OF[match[2].lower()]}", text)
    text = _OR_THE_SECOND.sub(r"\g<0> \g<part> \g<whole>", text)
    if _THE_WEEKEND.search(text) and not _ANY_WEEKEND.search(text):
        text = _THE_WEEKEND.sub("за выходные", text)
    text = _WEEK_FROM.sub(r"неделя \g<0>", text) if "недел" in text.lower() else text
    text = _LONG_FORM.sub(_short_form, text)
    return _digits(_whole_period(text))


def _short_form(match: re.Match[str]) -> str:
    """Return "more heavy" as "heavier"."""
    root = match["what"].lower().removesuffix("e")
    root = f"{root[:-1]}i" if root.endswith("y") else "bigg" if root == "big" else root
    return root + ("er" if match["how"].lower() == "more" else "est")


def _whole_period(text: str) -> str:
    """Return a text in which "than last" or "чем на прошлой" names its week, month or year, as the one before does."""
    text = _THIS_OR_LAST.sub(r"\g<unit>\g<mid>: \g<one> \g<unit>\g<or>\g<other> \g<unit>", text)
    match = _THAN_LAST.search(text)
    unit = next((word for stem, word in _UNIT.items() if match and stem in text[: match.start()].lower()), "")
    if match is None or not unit:
        return text
    return f"{text[: match.end()]} {unit}" if match["ru"] else f"{text[: match.start()]}than last {unit}"


def _digits(text: str) -> str:
    """Return a text with the numbers in digits that stand before a unit or after a comparison."""
    low, done, made = text.lower().replace("ё", "е"), 0, []
    for match in _NUMBER.finditer(low):
        if match["one"] == "hundred" and not match["lead"]:
            continue
        after = re.match(r"[\s-]*([^\W\d]+)", low[match.end() :])
        unit = UNITS.get(after[1]) if after else None
        known = (
            unit is not None and unit[0] != "count" and after is not None and after[1] not in {"second", "seconds", "m"}
        )
        if not known and not match["half"] and not _OVER.search(low[: match.start()].rstrip()):
            continue
        value: float = _ONES[match["one"]]
        if match["two"]:
            value += _ONES[match["two"]]
        if match["hundreds"]:
            value = value * 100 + (_ONES[match["rest"]] if match["rest"] else 0)
        value += 0.5 if match["half"] else 0
        made.append(f"{text[done : match.start()]}{value:g}")
        done = match.end()
    return "".join(made) + text[done:]
