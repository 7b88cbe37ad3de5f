"""The kind of answer that a question asks for, and whether a text holds one."""

from __future__ import annotations

import re
from enum import StrEnum

from indagate.evidence import Quantity, quantities, words
from indagate.flows.mission.offline.lexis import stems


class Expected(StrEnum):
    """The kind of answer that a question asks for."""

    MONEY = "a sum of money"
    DURATION = "a length of time"
    DATE = "a date"
    LEVEL = "a sound level"
    DISTANCE = "a distance"
    TEMPERATURE = "a temperature"
    SHARE = "a percentage"
    SIZE = "a size"
    LENGTH = "a length"
    NUMBER = "a number"
    AMOUNT = "an amount"
    DECISION = "a yes or no"
    PERSON = "a name"
    REASON = "a reason"
    DEFINITION = "a definition"
    WEEKDAY = "a day of the week"
    TIME = "a time of day"
    FREQUENCY = "how often"
    NAME = "what something is called"
    ANYTHING = "an answer"


# Tried from the top; words of a row are alternatives.
_ASKED: dict[Expected, tuple[str, ...]] = {
    Expected.PERSON: (r"^\W*(?:who|whom|whose|wer|wen|wem|кто|кого|кому)\b",),
    Expected.REASON: (r"^\W*(?:why|warum|wieso|weshalb|почему|зачем)\b",),
    Expected.WEEKDAY: (
        r"\b(?:which|what) (?:week)?days?\b(?! (?:before|after|limit))",
        r"\b(?:welche[mnrs]?) (?:Wochen)?tag(?:en?)?\b",
        r"\b(?:как(?:ой|им|ому|ие)|каким) (?:день|дням|дни)\b",
    ),
    Expected.TIME: (
        r"\b(?:at what|what) time\b|\bwhat hours?\b|\bum wie ?viel Uhr\b|\bво сколько\b|\bв как(?:ое время|ом часу)\b",
    ),
    Expected.DEFINITION: (
        r"^\W*what (?:is|are) (?:meant by|an? |(?!the\b|\w+ed\b))(?:[^\s?]+ ?){1,5}"
        r"(?:(?:in|of|for|on) (?:[^\s?]+ ?){1,4})?\?*$",
        r"^\W*what (?:does|do) .{1,50} (?:mean|stand for|denote)\b|^\W*how (?:is|are) .{1,50} defined\b|^\W*define\b",
        r"^\W*was (?:ist|sind) (?:eine?[nrms]? |(?!der\b|die\b|das\b))(?:[^\s?]+ ?){1,5}\?*$",
        r"^\W*was (?:bedeutet|heißt|bezeichnet|versteht man)\b|^\W*wofür steht\b|^\W*wie (?:ist|sind"
        r"|wird) .{1,50} definiert\b",
        r"^\W*что (?:такое|означает|значит|называ\w+|понима\w+)\b",
    ),
    Expected.FREQUENCY: (r"\bhow (?:often|frequently)\b|\bwie (?:oft|häufig)\b|\bкак часто\b|\bсколько раз\b",),
    Expected.DURATION: (
        r"\bhow (?:long|many (?:seconds|minutes|hours|days|weeks|months|years))\b",
        r"\bwie (?:lange|viele (?:Sekunden|Minuten|Stunden|Tage|Wochen|Monate|Jahre))\b",
        r"\bсколько (?:времени|секунд|минут|часов|дней|недель|месяцев|лет)\b|\bкак долго\b",
        r"\b(?:lifetime|duration|Lebensdauer)\b",
    ),
    Expected.LEVEL: (
        r"\bhow (?:loud|noisy)\b|\bwie laut\b|\bнасколько (?:громк|шумн)\w*|\bуровень шума\b",
        r"\b(?:noise|sound|Lärm|Schall)\w*[ -]?(?:limit|level|pegel|grenz)\w*",
    ),
    Expected.DISTANCE: (
        r"\bhow (?:far|high|tall|deep|wide|close|near)\b|\bwie (?:weit|tief|breit|nah)\b",
        r"\b(?:как далеко|на каком расстоянии)\b",
    ),
    Expected.TEMPERATURE: (
        r"\bhow (?:hot|cold|warm)\b|\b(?:what|which) (?:\w+ ){0,2}temperature\b",
        r"\bwie (?:heiß|kalt|warm)\b|\bwelche \w*temperatur\b|\bкак\w+ температур\w+",
    ),
    Expected.SHARE: (
        r"\b(?:what|which) (?:percentage|share|proportion|fraction)\b|\bwie viel prozent\b",
        r"\bwelcher (?:anteil|prozentsatz)\b|\b(?:какой процент|какая доля|сколько процентов)\b",
    ),
    Expected.MONEY: (
        r"\b(?:costs?|prices?|expensive|pay|paid|fees?|salary)\b",
        r"\b(?:kosten|kostet|preise?|teuer|gebühr(?:en)?|bezahlen|zahlen)\b",
        r"\b(?:стоит|стоят|стоимость|цена|цены|платить|обойд[её]тся)\b",
    ),
    Expected.DATE: (
        r"^\W*(?:since |until |by )?(?:when|what year|which year|in (?:what|which) (?:year|month)|(?:what|which) "
        r"date)\b",
        r"^\W*(?:seit |bis |ab )?(?:wann|in welchem (?:jahr|monat))\b",
        r"^\W*(?:с |до )?(?:когда|в каком (?:году|месяце)|какого числа)\b",
    ),
    Expected.SIZE: (
        r"\bhow (?:big|large|heavy)\b|\bwie (?:groß|schwer)\b|\bкак(?:ого|ой) (?:размер|объ[её]м|вес)\w*",
        r"\b(?:what|which) is the (?:maximum |minimum |largest |smallest )?(?:size|weight|area|volume)\b",
        r"\bhow much (?:\w+ )?(?:space|memory|storage|disk|RAM)\b",
        r"\bwie ?viel (?:\w+ )?(?:Platz|\w*[Ss]peicher\w*|RAM)\b",
        r"\bсколько (?:\w+ )?(?:места|памяти|пространства)\b",
    ),
    Expected.NUMBER: (
        r"\bhow (?:many|much|fast|old)\b",
        r"\bwie ?viele?\b|\bwie (?:schnell|alt|hoch)\b|\bсколько\b|\bкак быстро\b",
        r"\bwhat (?:is|are) the (?:\w+ ){0,2}(?:number|maximum|minimum|limit|rate|population)\b",
    ),
    Expected.AMOUNT: (
        r"\b(?:what|which) (?:\w+ ){0,2}(?:subsid(?:y|ies)|grants?|funding|rebates?|fines?|penalt(?:y|ies)|"
        r"tax(?:es)?)\b",
        r"\bwelche[rsnm]? (?:\w+ ){0,2}(?:Förderung|Zuschuss|Zuschüsse|Beihilfe|Strafe|Bußgeld|Steuer)\w*",
        r"\bкак\w+ (?:\w+ ){0,2}(?:субсиди|дотаци|штраф|налог|пособи|льгот)\w*",
    ),
    Expected.NAME: (
        r"^\W*(?:where|wo|где)\b",
        r"\b(?:which|what) (?:\w+ )?(?:option|command|file|(?:sub)?director(?:y|ies)|folder|function|parameter"
        r"|setting|variable|"
        r"method|program|field|module|class|flag|keyword|address|key|macro|package|attribute|column|table"
        r"|tool)(?:e?s)?\b",
        r"\bwelche[mnrs]? (?:Option|Befehl|Datei|Verzeichnis|Ordner|Funktion|Parameter|Einstellung|Variable|Programm|"
        r"Feld|Modul|Klasse|Schlüsselwort|Adresse|Taste|Makro|Paket|Spalte|Tabelle|Werkzeug)\w*",
        r"\bкак(?:ой|ая|ое|ие|им|ую|ом|ими) (?:опци|команд|файл|каталог|папк|функци|параметр|настройк|переменн|метод|"
        r"программ|пол[еяю]|модул|класс|ключ|адрес|клавиш|макрос|пакет|столб|таблиц|шаблон)\w*",
    ),
    Expected.DECISION: (
        r"^\W*(?:is|are|was|were|does|do|did|can|could|may|must|should|has|have|will)\b",
        r"^\W*(?:darf|dürfen|muss|müssen|kann|können|ist|sind|gibt es|hat|haben|wird|werden|soll)\b",
        r"^\W*(?:можно|нужно|надо|есть|разрешено|обязательно) ли\b|^\W*[\w-]+ ли\b",
    ),
}
_COMPILED = {kind: re.compile("|".join(patterns), re.IGNORECASE) for kind, patterns in _ASKED.items()}
_MODAL = re.compile(
    r"\b(?:must|may|can|cannot|shall|should|needs?|required?|permitted|allowed|prohibited|forbidden|not|no|is|are|"
    r"muss|müssen|darf|dürfen|kann|können|zulässig|erlaubt|verboten|erforderlich|nicht|kein\w*|ist|sind|"
    r"должн\w+|можно|нельзя|разреш\w+|запрещ\w+|обязательн\w+|требуется|не|нет|нужно|допускается)\b",
    re.IGNORECASE,
)
_OFTEN = re.compile(
    r"\b(?:(?:hour|dai|week|month|quarter|year|annual|night)ly|once|twice|(?:\w+|\d+) times|never|always|periodically"
    r"|every (?:[\w-]+ ){0,2}(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|quarters?|years?|time|\w+day)"
    r"|(?:each|per) (?:second|minute|hour|day|night|week|month|year)|at intervals of"
    r"|(?:stünd|täg|wöchent|monat|viertel\w+|jähr|nächt)lich\w*|(?:ein|zwei|drei|mehr|\w+)mal|niemals"
    r"|all[ej] \w+ (?:Sekunden|Minuten|Stunden|Tage|Wochen|Monate|Jahre)"
    r"|jede[nrs]? (?:\w+ )?(?:Sekunde|Minute|Stunde|Tag|Nacht|Woche|Monat|Jahr|\w+tag)"
    r"|еже(?:дневн|недельн|месячн|годн|часн|минутн)\w*|раза? в \w+|однажды|дважды|никогда"
    r"|кажд\w+ (?:\w+ )?(?:секунд|минут|час|день|дн|недел|месяц|год|лет)\w*)\b",
    re.IGNORECASE,
)
_BECAUSE = re.compile(
    r"\b(?:because|since|due to|owing to|therefore|so that|reason|weil|da|denn|deshalb|wegen|damit|grund|"
    r"потому|так как|поскольку|из-за|причин\w+|чтобы)\b",
    re.IGNORECASE,
)
_DAYS = re.compile(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekdays?|weekends?|(?:Mon|Diens|Donners|Frei|Sams|Sonn)tags?|"
    r"Mittwochs?|Sonnabends?|Werktags?|понедельник\w*|вторник\w*|сред[уаые]\w*|четверг\w*|пятниц\w*|суббот\w*|"
    r"воскресен\w*|будн\w+|выходн\w+)\b",
    re.IGNORECASE,
)
_CLOCK = re.compile(
    r"\b\d{1,2}[:.]\d\d\b|\b\d{1,2} ?(?:a\.?m|p\.?m|o['’]clock|Uhr|час\w*|ч)\b|\b(?:noon|midnight|Mittag|Mitternacht|"
    r"полдень|полночь|утра|вечера)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<![\d.,/-])(?:1[5-9]|20)\d\d(?![\d/-]|[.,]\d)")
_SIGNS = re.compile(
    r"\b(?:\d+|one|two|three|four|five|six|eight|ten|twelve|ein|zwei|drei|vier|acht"
    r"|zehn) (?:\w+ )?(?:characters?|letters?|digits?|"
    r"bytes?|bits?|words?|lines?|pages?|Zeichen|Buchstaben|Ziffern|Wörter|Zeilen|Seiten|символ\w*|знак\w*"
    r"|букв\w*|слов\w*|строк\w*)\b",
    re.IGNORECASE,
)
_DEGREES = re.compile(r"\d ?(?:°|deg(?:rees?)?\b|Grad\b|градус\w*)", re.IGNORECASE)
# A path, an option, a name with signs or capitals in it, something in quotation marks.
_CALLED = re.compile(
    r"(?<![\w/])[/~][\w.-]+/?|(?<!\w)--?[A-Za-z]\w*|\w[_@]\w|\w\.\w*[^\W\d]|\w\(\)|[“”„«'\"’‘`]\S|\b[A-Z]{2,}\b"
    r"|[a-z][A-Z]"
)
_CAPITAL = re.compile(r"(?<=[\w,;] )[A-ZÄÖÜА-ЯЁ][\w-]+")
# Currencies are many, and made-up ones more: a number in a sentence about a price is a price.
_COSTS = re.compile(
    r"\b(?:costs?|prices?|fees?|fares?|charges?|charged|pays?|paid|bill(?:s|ed)?|kosten|kostet|Preise?|Gebühr\w*|zahl(?:t|en)|bezahl\w+"
    r"|стоит|стоят|стоимость|цена|цены|плат\w+|оплат\w+)\b",
    re.IGNORECASE,
)
_CENTS = re.compile(r"\b(?:cents?|Cent|копе\w+|цент\w*)\b", re.IGNORECASE)
_UNITS = {
    Expected.DURATION: ("s", "month"),
    Expected.LEVEL: ("dB",),
    Expected.DISTANCE: ("m",),
    Expected.TEMPERATURE: ("°C", "K", "deg"),
    Expected.SIZE: ("B", "bit", "m", "m2", "m3", "kg", "px"),
}
SOFT = frozenset(
    (Expected.ANYTHING, Expected.AMOUNT, Expected.REASON, Expected.PERSON, Expected.DEFINITION, Expected.NAME)
)
"""Kinds that a good answer may lack: a name answers "what grant", a sentence without "because" answers "why"."""


_ASKS_LIMIT = re.compile(
    r"\b(?:may|allowed|permitted|maximum|max|most|limits?|at most|darf|dürfen|erlaubt|zulässig|höchstens|maximal|"
    r"Grenzwert\w*|"
    r"можно|допускается|разреш\w+|максимальн\w+|предел\w*|не более)\b|\bможет быть\b",
    re.IGNORECASE,
)
_SETS_LIMIT = re.compile(
    r"\b(?:limits?|must not|may not|shall not|not exceed|at most|no more than|up to|maximum|permitted|allowed|"
    r"prohibited|"
    r"höchstens|Grenzwert\w*|maximal|nicht überschreiten|darf|dürfen|zulässig|verboten|"
    r"не более|не выше|не больше|допускается|разреш\w+|запрещ\w+|максимальн\w+|предел\w*)\b",
    re.IGNORECASE,
)
_ASKS_LEAST = re.compile(
    r"\b(?:must|required|minimum|at least|need|muss|müssen|mindestens|minimal\w*|должн\w+|нужно|минимальн\w+|не "
    r"менее)\b",
    re.IGNORECASE,
)
_SETS_LEAST = re.compile(
    r"\b(?:must|at least|minimum|required|no less than|muss|müssen|mindestens|wenigstens|erforderlich|"
    r"должн\w+|не менее|не меньше|не ближе|минимальн\w+|требуется|обязательн\w+)\b",
    re.IGNORECASE,
)
_HEDGED = re.compile(
    r"\b(?:as far as I know|I (?:think|guess|believe|suppose)|perhaps|maybe|allegedly|reportedly|rumou?r\w*|"
    r"soweit ich weiß|ich (?:glaube|denke)|vielleicht|angeblich|"
    r"насколько я знаю|я думаю|возможно|якобы|по слухам)\b"
    r"|\b(?:probably|vermutlich|вероятно)\b(?! the )",
    re.IGNORECASE,
)


def bent(question: str, text: str) -> float:
    """What a text gains by setting the limit that a question asks for, and loses by hedging: -0.2 to 0.15."""
    limit = _ASKS_LIMIT.search(question) and _SETS_LIMIT.search(text)
    least = _ASKS_LEAST.search(question) and _SETS_LEAST.search(text)
    return (0.15 if limit or least else 0.0) - (0.2 if hedged(text) else 0.0)


def hedged(text: str) -> bool:
    """Whether a text says that its writer is not sure."""
    return bool(_HEDGED.search(text))


# "How long must a password be" asks for a length; German "was" is no English verb.
_HOW_LONG_A_THING = re.compile(
    r"\bhow long (?:must|may|can|should|might) (?:[\w-]+ ){1,6}be\b|\bhow long (?:is|are) (?:an?|the) (?:\w+ )?"
    r"(?:name|line|key|password|string|cable|list|text)s?\b|\bwie lang(?: |\b)(?!e)",
    re.IGNORECASE,
)
_WAS = re.compile(
    r"^\W*was (?:ist|sind|bedeutet|macht|tut|heißt|kann|muss|darf|soll|wird|war|hat|passiert|geschieht|bewirkt|"
    r"enthält|steht|zeigt|gilt|kostet|fügt|gibt|\w+t)\b",
    re.IGNORECASE,
)


def expected(question: str) -> Expected:
    """The kind of answer that a question asks for; of several the first in the table."""
    if _HOW_LONG_A_THING.search(question):
        return Expected.LENGTH
    kind = next((kind for kind, pattern in _COMPILED.items() if pattern.search(question)), Expected.ANYTHING)
    return Expected.ANYTHING if kind is Expected.DECISION and _WAS.search(question) else kind


def answers(kind: Expected, text: str) -> bool:
    """Whether a text holds the kind of answer that is expected."""
    match kind:
        case Expected.ANYTHING | Expected.DEFINITION:
            return True
        case Expected.WEEKDAY:
            return bool(_DAYS.search(text))
        case Expected.TIME:
            return bool(_CLOCK.search(text))
        case Expected.DATE if _YEAR.search(text):
            return True
        case Expected.LENGTH | Expected.DURATION if _SIGNS.search(text):
            return True  # "how long are the salt and the hash?" may ask for either
        case Expected.TEMPERATURE if _DEGREES.search(text):
            return True
        case Expected.NAME:
            return bool(_CALLED.search(text))
        case Expected.FREQUENCY:
            return bool(_OFTEN.search(text))
        case Expected.DECISION:
            return bool(_MODAL.search(text))
        case Expected.REASON:
            return bool(_BECAUSE.search(text))
        case Expected.PERSON:
            return bool(_CAPITAL.search(text))
        case Expected.MONEY if _COSTS.search(text) and re.search(r"\d", text):
            return True
        case _:
            return any(fits(kind, item) and not _difference(kind, item, text) for item in quantities(text))


_BY = re.compile(r"\b(?:by|um)\s+(?:about|around|up to|etwa|rund|bis zu)?\s*$", re.IGNORECASE)
_THAN = re.compile(
    r"\W{0,3}(?:\([^)]*\)\s*)?(?:\w+er|more|less|weniger|mehr|\w+ее|больше|меньше|below|above) (?:than|als|чем)\b"
)


def _difference(kind: Expected, quantity: Quantity, text: str) -> bool:
    """Whether a quantity says by how much something differs, "3 dB louder than", which tells no amount."""
    if kind in (Expected.DATE, Expected.DURATION, Expected.AMOUNT):
        return False
    before = text[max(0, quantity.span.start - 14) : quantity.span.start]
    return bool(_BY.search(before) or _THAN.match(text, quantity.span.end))


_SOME_OF = re.compile(r"\b(?:first|last|other|next|ersten|letzten|anderen|перв\w+|последн\w+)\s*$", re.IGNORECASE)


def counts(text: str, noun: frozenset[str]) -> bool:
    """Whether a text says how many of something there are: a number before the noun, or after it in a row or "is"."""
    for item in quantities(text):
        before = text[: item.span.start]
        if not fits(Expected.NUMBER, item) or _SOME_OF.search(before):
            continue
        after = {
            one for word in words(text[item.span.end : item.span.end + 40])[:2] for one in stems(word.text.casefold())
        }
        told = re.search(
            r"(?::|\b(?:is|are|was|were|to|of|ist|sind|beträgt|auf|составляет|равн\w+))\s*\W{0,2}$", before
        )
        if after & noun or (told and {one for word in words(before) for one in stems(word.text.casefold())} & noun):
            return True
    return False


def fits(kind: Expected, quantity: Quantity) -> bool:
    """Whether a quantity is of the expected kind."""
    match kind:
        case Expected.MONEY:
            return quantity.kind == "money" or bool(_CENTS.search(quantity.text))
        case Expected.DATE:
            return quantity.kind in ("date", "year", "time") or quantity.unit in ("s", "month")
        case Expected.LENGTH:
            return quantity.unit in _UNITS[Expected.SIZE]
        case Expected.SIZE:
            return quantity.unit in _UNITS[Expected.SIZE] or quantity.kind == "part"
        case Expected.SHARE:
            return quantity.kind in ("percent", "part")
        case Expected.AMOUNT:
            return quantity.kind in ("percent", "money")
        case Expected.NUMBER:
            return quantity.kind not in ("date", "year", "time") and quantity.unit not in ("s", "month")
        case Expected.DISTANCE:
            return quantity.unit == "m" or quantity.kind == "percent"
        case _:
            return quantity.unit in _UNITS.get(kind, ())
