"""Goals that can be computed from what they say: arithmetic, percent, units, dates, in three languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from indagate.errors import IndagateError
from indagate.flows.task.offline.goal import Goal
from indagate.tools.calculator import evaluate

_N = (
    r"[-−]?(?:[$€£]\s?)?\d[\d]*(?:\.\d+)?(?:\s?(?:[$€£]|(?:EUR|USD|GBP|euros?|dollars?|pounds?|рубл\w*|руб\.?)(?!\w)))?"
)
_D = r"\d{4}-\d\d-\d\d"
_YEAR = re.compile(r"(?:19|20)\d\d")
_P = r"(?:%|percent|per cent|Prozent|процент\w*)"
_LEAD = re.compile(
    r"^\W*(?:(?:please|bitte|пожалуйста)\W+)?(?:what(?:'s| is| are| was| does| do)|compute|calculate|evaluate|"
    r"work out|"
    r"how much (?:is|are|does)|find|solve|determine|add up|was (?:ist|sind|ergibt|macht|gibt)|berechne|rechne|"
    r"ermittle|"
    r"wie ?viel(?:e)? (?:ist|sind|ergibt|macht|gibt)|bestimme|сколько (?:будет|составляет|это)|вычисли(?:те)?|"
    r"посчитай(?:те)?|рассчитай(?:те)?|найди(?:те)?|чему рав(?:но|ен|на|ны)|how many is)\b[\s:]*(?:the |der |"
    r"die |das )?",
    re.IGNORECASE,
)
_WORDS = (
    (r"\b(?:multiplied by|times|mal|multipliziert mit|умножить на|умноженное на)\b", "*"),
    (r"\b(?:divided by|geteilt durch|dividiert durch|(?:раз)?делить на|(?:раз)?делённое на|"
     r"(?:раз)?деленное на)\b", "/"),
    (r"\b(?:plus|плюс|прибавить)\b", "+"), (r"\b(?:minus|минус|отнять|вычесть)\b", "-"),
    (r"\b(?:to the power of|raised to|hoch|в степени)\b", "^"),
    (r"\b(?:squared|zum Quadrat|в квадрате)(?!\w)", "^2"), (r"\b(?:cubed|в кубе)(?!\w)", "^3"),
    (r"\b(?:the )?(?:square root of|(?:Quadrat)?wurzel (?:aus|von)|квадратный корень из|"
     r"корень из)\s+(\d[\d.]*)", r"sqrt(\1)"),
    (r"\b(?:the )?(?:cube root of|Kubikwurzel aus|кубический корень из)\s+(\d[\d.]*)", r"cbrt(\1)"),
    (r"\b(\d+)\s+factorial\b|\bfactorial of (\d+)\b|\bFakultät von (\d+)\b|"
     r"\bфакториал(?: числа)? (\d+)", r"\1\2\3\4!"),
    (rf"{_P}\s*(?:of|von|от)\s+", "% of "),
    (r"\b(?:half of|die Hälfte von|половин\w+ от)\s", "1/2 * "), (r"\b(?:a |one )?third of\s", "1/3 * "),
    (r"\b(?:a |one )?quarter of\s", "1/4 * "), (r"\btwo thirds of\s", "2/3 * "), (r"\bthree quarters of\s", "3/4 * "),
    (r"(?<=\d)\s*[xх](?=\s*\d)", " *"), (r"(?<=\d)\s*:(?=\s*\d)(?!\s*\d\d\b)", " /"),
)  # fmt: skip
_LISTS = {
    "mean": r"average|(?:arithmetic )?mean|durchschnitt|mittelwert|(?:arithmetisch\w+ )?mittel|"
    r"средн\w+(?: арифметическ\w+)?",
    "sum": r"sum|total|summe|сумм\w+", "median": r"median|медиан\w+",
    "gcd": r"greatest common (?:divisor|factor)|gcd|hcf|ggt|größte\w* gemeinsame\w* teiler\w*|нод|"
    r"наибольш\w+ общ\w+ делител\w+",
    "lcm": r"least common multiple|lcm|kgv|kleinste\w* gemeinsame\w* vielfache\w*|нок|наименьш\w+ общ\w+ кратн\w+",
    "max": r"maximum|largest|biggest|greatest|maximum|größte\w*|максимум|наибольш\w+",
    "min": r"minimum|smallest|least|kleinste\w*|минимум|наименьш\w+", "product": r"product|produkt|произведени\w+",
    "stdev": r"standard deviation|standardabweichung|стандартн\w+ отклонени\w+",
}  # fmt: skip
_F = rf"(?:\d+/\d+|{_N})"
_LIST = rf"{_F}(?:\s*(?:,|;|and|und|и|,\s*and)\s*{_F})+"
_RULES: tuple[tuple[str, str], ...] = (
    # what goes together, then percent
    (rf"(?P<n>\d[\d.]*) (?P<what>[^\W\d_]{{3,}})\D{{0,25}}?(?:cost|kost|"
     rf"сто[ия])\w*\s(?P<a>{_N})\D{{0,40}}?(?:cost|kost|сто[ия])\w*\D{{0,12}}?"
     rf"(?P<b>\d[\d.]*) (?P=what)", "{a} / {n} * {b}"),
    (r"(?P<a>\d[\d.]*\s?(?:km|kilomet\w+|mi|miles?|m|metres?|meters?|Kilometer|км|километр\w*|миль))\b\D{1,25}?"
     r"(?P<b>\d[\d.]*\s?(?:h|hours?|min|minutes?|s|seconds?|Stunden?|Minuten?|час\w*|минут\w*)).*?"
     r"(?:average speed|how fast|speed|geschwindigkeit|скорост\w+)", "{a} / ({b})"),
    (rf"(?P<a>{_N})\D{{0,60}}?(?:with|plus|including|and|adding|mit|zuzüglich|und|с|со|плюс)\s(?:a |an |einem? |"
     rf"der )?(?P<p>\d[\d.]*)\s?{_P}\s"
     r"(?:tip|gratuity|service|vat|tax|sales tax|interest|trinkgeld|mwst|mehrwertsteuer|zinsen|чаев\w+|ндс|"
     r"налог\w*)", "{a} + {p}%"),
    (rf"(?P<a>{_N})\D{{0,60}}?(?:discounted|reduced|cut|lowered|cheaper|reduziert|gesenkt|"
     rf"herabgesetzt)\D{{0,6}}?(?:by|um)?\s?(?P<p>\d[\d.]*)\s?{_P}",
     "{a} - {p}%"),
    (rf"(?P<a>{_N})\D{{0,60}}?\bum (?P<p>\d[\d.]*)\s?{_P} (?:reduziert|gesenkt|verringert|herabgesetzt|billiger|"
     rf"günstiger)", "{a} - {p}%"),
    (rf"(?P<a>{_N})\D{{0,60}}?\bum (?P<p>\d[\d.]*)\s?{_P} (?:erhöht|angehoben|teurer|gesteigert)", "{a} + {p}%"),
    # percent
    (rf"(?:by how (?:many|much)|what|um wie ?viel|на сколько).{{0,60}}?{_P}?.{{0,80}}?\b(?:from|von|с|"
     rf"со)\s+(?P<a>{_N})"
     rf"\D{{0,20}}?\b(?:to|auf|до)\s+(?P<b>{_N})", "({b} - {a}) / {a} in percent"),
    (rf"(?:what|which|how many) (?:{_P}|percentage)\w* (?:of (?P<b>{_N}) (?:is|are) (?P<a>{_N})|(?:is|"
     rf"are) (?P<c>{_N}) of (?P<d>{_N}))",
     "{a}{c} / {b}{d} in percent"),
    (rf"(?P<a>{_N}) (?:is|are) (?:what|how many) (?:{_P}|percentage) of (?P<b>{_N})", "{a} / {b} in percent"),
    (rf"wie ?viele? {_P} (?:von (?P<b>{_N}) (?:sind|ist) (?P<a>{_N})|(?:sind|ist|"
     rf"machen) (?P<c>{_N}) von (?P<d>{_N}))",
     "{a}{c} / {b}{d} in percent"),
    (rf"(?:сколько|какой) {_P} (?:составля\w+|"
     rf"это)? ?(?:число )?(?P<a>{_N}) от (?:числа )?(?P<b>{_N})", "{a} / {b} in percent"),
    (rf"сколько {_P} от (?:числа )?(?P<b>{_N}) составля\w+ (?:число )?(?P<a>{_N})", "{a} / {b} in percent"),
    # taxes and discounts, backwards first
    (rf"(?P<a>{_N})\D{{0,60}}?(?:includes?|including|contains?|incl\.?|enthält|inklusive|inkl\.?|включа\w+|"
     rf"в том числе|с)\s"
     rf"(?P<p>\d[\d.]*)\s?{_P}\D*?(?:VAT|tax|MwSt|Mehrwertsteuer|USt|Umsatzsteuer|НДС|налог\w*)\D*"
     rf"(?:net|before|without|excluding|netto\w*|ohne|без)", "{a} / (1 + {p}%)"),
    (rf"(?:net|netto\w*|без НДС)\D{{0,60}}?(?P<a>{_N})\D{{0,60}}?(?:includ|incl|contain|enthält|inkl|"
     rf"включ)\D*?(?P<p>\d[\d.]*)\s?{_P}",
     "{a} / (1 + {p}%)"),
    (rf"after (?:a |the )?(?:discount of )?(?P<p>\d[\d.]*)\s?{_P}(?: discount| reduction|"
     rf" off)?\D{{0,40}}?(?P<a>{_N})\D*?"
     rf"(?:originally|original|before)", "{a} / (1 - {p}%)"),
    (rf"nach (?:einem |dem )?(?:rabatt|abzug|"
     rf"nachlass) von (?P<p>\d[\d.]*)\s?{_P}\D{{0,40}}?(?P<a>{_N})\D*?(?:vorher|ursprünglich)",
     "{a} / (1 - {p}%)"),
    (rf"после скидки (?:в )?(?P<p>\d[\d.]*)\s?{_P}\D{{0,40}}?(?P<a>{_N})\D*?(?:до скидки|первоначальн|изначальн|"
     rf"раньше)",
     "{a} / (1 - {p}%)"),
    (rf"(?P<p>\d[\d.]*)\s?{_P}\s*(?:discount|off|reduction|rabatt|nachlass|"
     rf"скидк\w+)\D{{0,30}}?(?P<a>{_N})", "{a} - {p}%"),
    (rf"(?P<a>{_N})\D{{0,40}}?(?:with|minus|less|after|abzüglich|mit|со|минус|after a)\s(?:a |an |einem |скидкой )?"
     rf"(?:discount of |rabatt von |скидк\w+ )?(?P<p>\d[\d.]*)\s?{_P}\s*(?:discount|off|rabatt|nachlass|"
     rf"скидк\w+)", "{a} - {p}%"),
    (rf"(?:discount|rabatt|nachlass|скидк\w+)\D{{0,15}}?(?P<p>\d[\d.]*)\s?{_P}\D{{0,40}}?(?P<a>{_N})", "{a} - {p}%"),
    (rf"(?P<a>{_N})\D{{0,40}}?(?:reduced|decreased|lowered|cut|falls?|fell|gesenkt|verringert|reduziert|"
     rf"уменьш\w+|сниз\w+|"
     rf"подешевел\w*)\D{{0,15}}?(?:by|um|на) (?P<p>\d[\d.]*)\s?{_P}", "{a} - {p}%"),
    (rf"(?:reduce|decrease|lower|senke|verringere|уменьши\w*|снизь\w*) (?P<a>{_N}) (?:by|um|"
     rf"на) (?P<p>\d[\d.]*)\s?{_P}", "{a} - {p}%"),
    (rf"(?P<a>{_N})\D{{0,40}}?(?:increased|raised|grows?|grew|rises?|rose|plus|erhöht|zuzüglich|steigt|gestiegen|"
     rf"увелич\w+|"
     rf"повы\w+|вырос\w*|подорожал\w*)\D{{0,15}}?(?:by|um|на)? ?(?P<p>\d[\d.]*)\s?{_P}", "{a} + {p}%"),
    (rf"(?:increase|raise|erhöhe|увеличь\w*) (?P<a>{_N}) (?:by|um|на) (?P<p>\d[\d.]*)\s?{_P}", "{a} + {p}%"),
    (rf"(?P<p>\d[\d.]*)\s?{_P}\s*(?:tip|vat|tax|mwst|mehrwertsteuer|trinkgeld|чаев\w+|ндс|interest|"
     rf"zinsen)?\D{{0,12}}?"
     rf"\b(?:of|on|von|auf|от)\s(?:the |einem |числа |суммы )?\D{{0,20}}?(?P<a>{_N})", "{p}% of {a}"),
    (rf"(?P<p>\d[\d.]*)\s?{_P}\s*off\s(?:of )?(?P<a>{_N})", "{a} - {p}%"),
    (rf"(?:add|plus|zuzüglich|прибавь\w*|добавь\w*) (?P<p>\d[\d.]*)\s?{_P}\D{{0,25}}?\b(?:to|zu|"
     rf"к) (?P<a>{_N})", "{a} + {p}%"),
    (rf"\b(?:from|von|с|со) (?P<a>{_N})\D{{0,12}}?\b(?:to|auf|"
     rf"до) (?P<b>{_N}).*?(?:{_P}|percentage)",
     "({b} - {a}) / {a} in percent"),
    # division
    (r"(?:remainder|rest|остаток)\D{0,40}?(?P<a>\d+)\D{1,30}?(?P<b>\d+)", "{a} mod {b}"),
    (rf"(?:difference|differenz|unterschied|разност\w+|разниц\w+)\s(?:between|of|zwischen|von|между)?\s?(?:числами )?"
     rf"(?P<a>{_N}) (?:and|und|и) (?P<b>{_N})", "abs({a} - {b})"),
    # dates
    (rf"(?:how many|number of)\s(?:full )?(?:weekdays|working days|workdays|"
     rf"business days)\D*(?P<a>{_D})\D*(?P<b>{_D})", "workdays({a}, {b} + 1 day)"),
    (rf"(?:born|geboren|родил\w+)\D*(?P<a>{_D})\D*(?:how old|wie alt|сколько лет)\D*(?P<b>{_D})", "years({a}, {b})"),
    (rf"(?:how many|wie ?viele|сколько) (?P<u>hours?|minutes?|Stunden|Minuten|час\w+|"
     rf"минут\w*)\D*(?P<a>{_D}[T ]\d\d?:\d\d)\D+(?P<b>{_D}[T ]\d\d?:\d\d)",
     "({b} - {a}) in {u}"),
    (rf"(?<!many )(?:day of the week|weekday\b|what day|which day|wochentag|"
     rf"день недели)\D*(?P<a>{_D})", "weekday({a})"),
    (rf"(?P<a>{_D})\D*(?:day of the week|weekday|wochentag|день недели)", "weekday({a})"),
    (rf"(?:working days|workdays|weekdays|business days|werktage|arbeitstage|"
     rf"рабочих дн\w+)\D*(?P<a>{_D})\D*(?P<b>{_D})", "workdays({a}, {b} + 1 day)"),
    (rf"(?:how old|wie alt|сколько лет)\D*(?P<a>{_D})\D*(?P<b>{_D})", "years({a}, {b})"),
    (rf"(?:how many|wie ?viele|сколько) (?:full |whole |volle |полных )?(?P<u>days?|weeks?|hours?|minutes?|Tage|"
     rf"Wochen|Stunden|дн\w+|недел\w+|час\w+)"
     rf"\D*(?P<a>{_D})\D*(?P<b>{_D})", "({b} - {a}) in {u}"),
    (rf"(?:how many|wie ?viele|сколько) (?:full |whole |volle |полных )?(?:years?|jahre|"
     rf"лет)\D*(?P<a>{_D})\D*(?P<b>{_D})", "years({a}, {b})"),
    (rf"(?P<n>\d+) (?P<u>days?|weeks?|months?|years?|Tage?n?|Wochen?|Monate?n?|Jahre?n?|дн\w+|день|недел\w+|"
     rf"месяц\w*|год\w*|лет)"
     rf" (?:after|from|later than|nach|ab|после|с|от|со)(?: dem| даты)? (?P<a>{_D})", "{a} + {n} {u}"),
    (rf"(?P<n>\d+) (?P<u>days?|weeks?|months?|years?|Tage?n?|Wochen?|Monate?n?|Jahre?n?|дн\w+|день|недел\w+|"
     rf"месяц\w*|год\w*|лет)"
     rf" (?:before|earlier than|vor|до|перед)(?: dem)? (?P<a>{_D})", "{a} - {n} {u}"),
    (rf"(?P<a>{_D})\D{{0,30}}?(?:plus|\+|in|через|спустя)\s?(?P<n>\d+) (?P<u>days?|weeks?|months?|years?|Tage?n?|"
     rf"Wochen?|Monate?n?|"
     rf"Jahre?n?|дн\w+|день|недел\w+|месяц\w*|год\w*|лет)", "{a} + {n} {u}"),
    (rf"(?:calendar week|week number|kalenderwoche|номер недели)\D*(?P<a>{_D})", "week({a})"),
    (r"(?:is|was|ist|war|является ли)?\s*(?P<a>\d{4})\D*(?:leap year|schaltjahr|високосн\w+)", "leap({a}-01-01)"),
)  # fmt: skip
_COUNTS = (
    (r"\b(?:one|a|an|eine?[nm]?|один|одну|одна)(?= (?:day|week|month|year|hour|Tag|Woche|Monat|Jahr|день|недел|"
     r"месяц|год))", "1"),
    (r"\b(?:two|zwei|два|две)(?= (?:day|week|month|year|hour|Tag|Woche|Monat|Jahr|дн|недел|месяц|год))", "2"),
    (r"\b(?:three|drei|три)(?= (?:day|week|month|year|hour|Tag|Woche|Monat|Jahr|дн|недел|месяц|год))", "3"),
    (r"\b(?:six|sechs|шесть)(?= (?:day|week|month|year|hour|Tag|Woche|Monat|Jahr|дн|недел|месяц|год))", "6"),
)  # fmt: skip
"""Small numbers in words, before spans of time."""
_TIMES = re.compile(
    r"(?:how (?:much time|long|many (?:hours|minutes))|wie ?(?:viel zeit|lange|viele (?:stunden|minuten))|"
    r"сколько (?:времени|часов|минут))"
    r".*?\b(?P<a>\d{1,2}[:.]\d\d)\D{1,20}?(?P<b>\d{1,2}[:.]\d\d)(?!\d)",
    re.IGNORECASE,
)
_UNITS = (
    r"(?:how many|how much|wie ?viele?|сколько) (?P<v>.+?) (?:are there in|are in|is in|in|are|is|sind(?: in)?|"
    r"ist|hat|haben|entsprechen|в|во|содержится в|составля\w+)"
    r" (?:an? (?=\d))?(?P<a>\d[\d.]*|one|an?|eine[mr]?|одно[мй]) ?(?P<u>.+)",
    r"(?:convert|express|change|rechne|wandle|переведи\w*|выразите?|"
    r"перевести)?\s*(?P<a>[-−]?\d[\d.]*) ?(?P<u>.+?) (?:in|to|into|as|nach|в|во) (?P<v>.+?)(?: um)?",
    r"(?P<a>\d[\d.]*) ?(?P<u>.+?)[ ,—–-]+(?:это )?(?:сколько|how many|wie ?viele?) (?P<v>.+)",
)
_RATES = (
    (r"\b(?:kilometres|kilometers|kilometern?|километр\w*) (?:per|an|pro|в) (?:hour|stunde|час)\b", "km/h"),
    (r"\b(?:metres|meters|metern?|метр\w*) (?:per|pro|в) (?:second|sekunde|секунду)\b", "m/s"),
    (r"\b(?:miles|meilen|мил\w+) (?:per|pro|в) (?:hour|stunde|"
     r"час)\b", "mph"), (r"\bкм/ч\b", "km/h"), (r"\bм/с\b", "m/s"),
    (r"\bgrad celsius\b|\bградус\w* (?:по )?цельси\w*", "°C"), (r"\bgrad fahrenheit\b|"
                        r"\bградус\w* (?:по )?фаренгейт\w*", "°F"),
    (r"\bdegrees? celsius\b", "°C"), (r"\bdegrees? fahrenheit\b", "°F"),
)  # fmt: skip
_ZERO = re.compile(r"(?<=\s)(?:zero|nought|null|ноль|нуль|нуля|ноля)(?!\w)", re.IGNORECASE)
_SPANS = {"Tag": "days", "Woche": "weeks", "Monat": "months", "Jahr": "years", "Stunde": "hours", "Minute": "minutes",
          "дн": "days", "день": "days", "недел": "weeks", "месяц": "months", "год": "years", "лет": "years",
          "час": "hours", "минут": "minutes"}  # fmt: skip
_ONES = ("one", "a", "an", "eine", "einem", "einer", "одном", "одной")


def expression_of(goal: Goal, today: date) -> str:
    """Return what a goal asks to be computed, as the calculator reads it, or nothing if it is not self-contained."""
    return next((one for one in _candidates(goal.plain) if one and not _fault(one, today)), "")


def undefined(goal: Goal, today: date) -> str:
    """Return what a goal asks to be computed where that has no value, as it divides by zero; else nothing."""
    text = _ZERO.sub("0", goal.plain)
    return next((one for one in _candidates(text) if one and _fault(one, today) == "division by zero"), "")


def _candidates(text: str) -> Iterator[str]:
    text = re.sub(r"[?. ]+$|(?<!\d)!+$", "", text.strip())
    for read in (_bare, _listed, _time, _ruled, _converted):
        yield from read(text)


def _fault(expression: str, today: date) -> str:
    """Return what is wrong with an expression, or nothing."""
    try:
        evaluate(expression, today)
    except IndagateError as error:
        return error.message
    return ""


def _bare(text: str) -> Iterator[str]:
    """An expression that only has words around it."""
    bare = _LEAD.sub("", text)
    for pattern, sign in _WORDS:
        bare = re.sub(pattern, sign, bare, flags=re.IGNORECASE)
    bare = bare.strip(" =:?")
    signs = re.search(r"[-+*/^%!×÷·√−]|\b(?:sqrt|cbrt|mod|of)\b", bare)
    if signs and re.search(r"\d", bare) and not re.fullmatch(_D, bare):
        yield bare


def _listed(text: str) -> Iterator[str]:
    """The mean, sum, median and so on of numbers that the goal lists."""
    for name, words in _LISTS.items():
        found = re.search(rf"\b(?:{words})\b\D{{0,40}}?(?P<list>{_LIST})\s*$", text, re.IGNORECASE)
        if found:
            numbers = re.findall(_F, re.sub(r"\b(?:and|und|и)\b", ",", found["list"]))
            yield " * ".join(numbers) if name == "product" else f"{name}({', '.join(numbers)})"


def _time(text: str) -> Iterator[str]:
    found = _TIMES.search(text)
    if not found:
        return
    first, then = (one.replace(".", ":").split(":") for one in (found["a"], found["b"]))
    start, end = (int(hour) * 60 + int(minute) for hour, minute in (first, then))
    over = "24 h + " if end < start else ""
    yield f"({over}{then[0]} h + {then[1]} min) - ({first[0]} h + {first[1]} min) in min"


def _ruled(text: str) -> Iterator[str]:
    """What the first rules that fit say, each with its units and, where these are not alike, without them."""
    for words, digit in _COUNTS:
        text = re.sub(words, digit, text, flags=re.IGNORECASE)
    for pattern, form in _RULES:
        found = re.search(pattern, text, re.IGNORECASE)
        if found:
            parts = {name: value or "" for name, value in found.groupdict().items()}
            parts = {**dict.fromkeys("abcdnpu", ""), **parts}
            if parts["u"]:
                parts["u"] = _span(parts["u"])
            if not (_YEAR.fullmatch(parts["a"]) and _YEAR.fullmatch(parts["b"])):
                yield form.format(**parts)
                yield form.format(**{**parts, **{one: re.sub(r"[^\d.+-]", "", parts[one]) for one in "abcd"}})


def _span(name: str) -> str:
    return next((there for here, there in _SPANS.items() if name.casefold().startswith(here.casefold())), name)


def _converted(text: str) -> Iterator[str]:
    """A quantity in other units."""
    for pattern, name in _RATES:
        text = re.sub(pattern, name, text, flags=re.IGNORECASE)
    text = re.sub(
        r"^\W*(?:what is|what are|was sind|was ist|wie ?viel (?:ist|sind)|сколько (?:это|будет)|how much is)\s+",
        "",
        text,
        flags=re.IGNORECASE,
    )
    for pattern in _UNITS:
        found = re.fullmatch(rf"\W*{pattern}\W*", text, re.IGNORECASE)
        if found:
            amount = "1" if found["a"].casefold() in _ONES else found["a"]
            yield f"{amount} {found['u'].strip()} in {found['v'].strip()}"
