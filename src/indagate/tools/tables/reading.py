"""What a column of texts holds: decided from its distinct values, and said as SQL that converts it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from indagate.cells import numeral
from indagate.cells.moment import Order, Read, read_date, speaks_for
from indagate.cells.name import literal
from indagate.cells.numeral import Decimals, Numeral
from indagate.tools.tables.table import ColumnKind, Grain, NoteKind
from indagate.vocabulary import vocabulary

ENOUGH = 0.75
"""The share of cells from which on a column is of a kind, and the rest of its cells are odd."""
MISSING = frozenset(
    vocabulary(
        """
na n/a n.a. #n/a nan null none nil - -- – — . .. ... … ? missing unknown нет н/д н.д. нд #ref! #div/0! #value! #null!
#name? k.a. entfällt
"""
    )
) | {"нет данных", "no data", "not available", "keine angabe", "k. a."}
_TRUTHS = ({"true", "false"}, {"yes", "no"}, {"да", "нет"}, {"ja", "nein"}, {"oui", "non"})
_TRUE = frozenset({"true", "yes", "да", "ja", "oui"})
_DATED = re.compile(
    r"\b(date|day|month|quarter|week|time|period|when|datum|tag|monat|quartal|woche|zeit|дата|день|месяц|квартал|неделя|"
    r"период|время)\b|_(date|day|at|on)$|^(date|dt|ds)_?",
    re.I,
)
_YEARLY = re.compile(r"\b(year|years|yr|jahr|jahre|год|года|годы)\b|^год|_year\b|year_|^year|year$", re.I)
_CODED = re.compile(
    r"\b(id|code|zip|postcode|phone|plz|inn|инн|код|индекс|телефон|kod|nr|no|number|номер|fips|isbn)\b|_id$|^id_|_code$",
    re.I,
)
_CONVERTED = frozenset({"%", "‰"})


@dataclass(frozen=True, slots=True)
class Remark:
    """Something odd about a column."""

    kind: NoteKind
    text: str
    count: int = 0


@dataclass(slots=True)
class Reading:
    """How a column is read. `sql` has `{c}` for the raw column; `dates` maps texts to ISO dates where SQL cannot."""

    kind: ColumnKind
    sql: str
    unit: str = ""
    grain: Grain = ""
    dates: bool = False
    order: Order = "dmy"
    packed: bool = False
    remarks: list[Remark] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Hints:
    """What the file tells: its decimal sign, whether days are likelier first, a unit that the heading has.

    `whole` says that the values that are looked at are all that the column has.
    """

    decimal: Decimals | None = None
    day_first: bool = True
    unit: str = ""
    whole: bool = False


Values = Sequence[tuple[str, int]]
"""Distinct texts and how often each occurs, most frequent first."""
BREAKS = "\\t\\n\\v\\f\\r\x1c-\x1e\x85\u2028\u2029"
"""What breaks lines and leaves gaps in them, for a regular expression."""
TEXT = f"regexp_replace({{c}}, '[ {BREAKS}]+', ' ', 'g')"
"""A text on one line, as it is told."""
Way = tuple[str, str]
"""A way of writing a unit: what stands before the number, and what stands after it."""
Measure = tuple[str, dict[tuple[str, str], float], list[Remark]]
"""A column's unit, by what each way of writing one is multiplied, and remarks."""


def decide(heading: str, values: Values, hints: Hints) -> Reading:
    """Return what a column is, by its heading and its most frequent distinct values."""
    told = [(text, count) for text, count in values if text.lower() not in MISSING]
    missing = sum(count for text, count in values if text.lower() in MISSING)
    if not values:
        return Reading("text", TEXT, remarks=[Remark("empty-column", "has no values at all")])
    if not told:
        return Reading("text", "NULL", remarks=[Remark("empty-column", "has only words for missing values", missing)])
    reading = _boolean(told) or _date(heading, told, hints) or _number(heading, told, hints)
    if reading is None:
        return Reading("text", TEXT, remarks=list(_mixture(heading, told, hints)))
    if missing:
        words = sorted({text for text, _ in values if text.lower() in MISSING})
        listed = ", ".join(repr(word) for word in words[:5])
        reading.remarks.append(Remark("missing-words", f"{listed} are taken as missing values", missing))
    return reading


def _boolean(told: Values) -> Reading | None:
    found = {text.lower() for text, _ in told}
    if len(found) == 2 and found in _TRUTHS:
        yes = ", ".join(f"'{word}'" for word in sorted(found & _TRUE))
        no = ", ".join(f"'{word}'" for word in sorted(found - _TRUE))
        return Reading(
            "boolean", f"CASE WHEN lower({{c}}) IN ({yes}) THEN true WHEN lower({{c}}) IN ({no}) THEN false END"
        )
    return None


# --- dates ----------------------------------------------------------------------------------------------------------


def _date(heading: str, told: Values, hints: Hints) -> Reading | None:
    total = sum(count for _, count in told)
    packed = bool(_DATED.search(heading)) and all(len(text) == 8 for text, _ in told)
    proof: Counter[str] = Counter()
    for text, count in told:
        if spoken := speaks_for(text):
            proof[spoken] += count
    order: Order = "dmy" if hints.day_first else "mdy"
    if proof:
        order = "dmy" if proof["dmy"] >= proof["mdy"] else "mdy"
    read = [(found, count) for text, count in told if (found := read_date(text, order, packed=packed)) is not None]
    if sum(count for _, count in read) < ENOUGH * total:
        return None
    reading = _dated(read)
    reading.order, reading.packed = order, packed
    ambiguous = not proof and any(_both_ways(text) for text, _ in told)
    if ambiguous:
        said = "day before month" if order == "dmy" else "month before day"
        reading.remarks.append(Remark("ambiguous-date", f"day and month could be either way round; read as {said}"))
    return reading


def _both_ways(text: str) -> bool:
    one, other = read_date(text, "dmy"), read_date(text, "mdy")
    return one is not None and other is not None and one != other


def _dated(read: list[tuple[Read, int]]) -> Reading:
    """Return the reading of a column of dates; with a clock anywhere, of moments."""
    if any(" " in text for (text, _), _ in read):
        return Reading("moment", "TRY_CAST({d} AS TIMESTAMP)", dates=True)
    grains = Counter(grain for (_, grain), _ in read)
    grain = grains.most_common(1)[0][0]
    if grain == "day":
        grain = _coarser({text for (text, _), _ in read})
    return Reading("date", "TRY_CAST({d} AS DATE)", grain=grain, dates=True)


def _coarser(days: set[str]) -> Grain:
    """Return what dates of days stand for, where all are first days of years, quarters or months."""
    if len(days) < 3 or any(not day.endswith("-01") for day in days):
        return "day"
    months = {day[5:7] for day in days}
    if months == {"01"}:
        return "year"
    return "quarter" if months <= {"01", "04", "07", "10"} and len(months) > 1 else "month"


# --- numbers --------------------------------------------------------------------------------------------------------


def _number(heading: str, told: Values, hints: Hints) -> Reading | None:
    total = sum(count for _, count in told)
    zeros = sum(count for text, count in told if numeral.leads_with_zero(text))
    if zeros and (zeros >= 0.05 * total or _CODED.search(heading)):
        return None  # a code: its zeros would be lost
    decimal = numeral.decide_decimal(numeral.decimal_votes(told), hints.decimal)
    read = [(found, count) for text, count in told if (found := numeral.read_numeral(text, decimal)) is not None]
    if sum(count for _, count in read) < ENOUGH * total:
        return None
    long = _is_long(read)
    if long and _is_code(heading, told):
        return None  # as a number it would lose digits
    measure = _measure(read, hints.unit)
    if measure is None:
        return None
    unit, factors, remarks = measure
    kept = sum(count for found, count in read if (found.prefix, found.suffix) in factors)
    if kept < ENOUGH * total:
        return None
    whole = all(found.whole for found, _ in read) and set(factors.values()) == {1.0} and not long
    if long:
        remarks.append(Remark("long-numbers", "its very long numbers are read to about their first sixteen digits"))
    years = whole and unit in ("", "year", "год") and _is_years(heading, [found.value for found, _ in read])
    if decimal == "," and any("," in text for text, _ in told):
        remarks.append(Remark("decimal-comma", "its comma is read as the decimal sign"))
    shape = _plain_shape(decimal, whole)
    plain = hints.whole and all(re.fullmatch(shape, t) or not numeral.read_numeral(t, decimal) for t, _ in told)
    return Reading(
        "integer" if whole else "number", _number_sql(decimal, factors, whole, plain), "" if years else unit,
        "year" if years else "", remarks=remarks,
    )  # fmt: skip


def _is_long(read: Sequence[tuple[Numeral, int]]) -> bool:
    """Whether there are whole numbers that as numbers would lose digits."""
    return any(abs(found.value) >= 2**53 and found.whole for found, _ in read)


def _is_code(heading: str, told: Values) -> bool:
    """Whether very long numbers identify: by the heading, or all of one length, without signs and not rounded."""
    plain = all(text.isdigit() and len(text) == len(told[0][0]) for text, _ in told)
    rounded = sum(text.endswith("000") for text, _ in told)
    return bool(_CODED.search(heading)) or (plain and 2 * rounded < len(told))


def _is_years(heading: str, values: list[float]) -> bool:
    return bool(_YEARLY.search(heading.strip())) and all(1000 <= value <= 2200 for value in values)


def _measure(read: list[tuple[Numeral, int]], heading: str) -> Measure | None:
    """Return the column's unit and by what each way of writing one is multiplied; None where they cannot be united."""
    ways: Counter[Way] = Counter()
    for found, count in read:
        ways[found.prefix, found.suffix] += count
    lettered = _letters(ways)
    names = {way: _unit_name(way, lettered) for way in ways}
    marked = [way for way in ways if names[way]]
    base = heading or (names[max(marked, key=lambda way: ways[way])] if marked else "")
    share = sum(ways[way] for way in marked) / sum(ways.values())
    if marked and not heading and share < 0.5 and not all(names[way] in _CONVERTED for way in marked):
        return None if share > 1 - ENOUGH else _without(ways, names)
    factors, remarks, strange = {}, [], 0
    for way, count in ways.items():
        factor = _factor(names[way], base, lettered)
        if factor is None:
            strange += count
        else:
            factors[way] = factor
    if any(not _plausible(name) for name in names.values()):
        return None
    converted = sum(ways[way] for way, factor in factors.items() if factor != 1.0)
    if converted:
        listed = ", ".join(sorted({names[way] for way in factors if factors[way] != 1.0}))
        remarks.append(Remark("unit-mix", f"values in {listed} were converted to {base or 'plain numbers'}", converted))
    if strange:
        listed = ", ".join(sorted({names[way] for way in ways if way not in factors}))
        remarks.append(Remark("unit-mix", f"values in {listed} cannot be converted to {base}", strange))
    bare = sum(ways[way] for way in ways if not names[way])
    if bare and marked and not heading and base:
        remarks.append(Remark("unit-bare", f"cells without a unit are taken to be in {base}", bare))
    return base, factors, remarks


def _without(ways: Counter[Way], names: dict[Way, str]) -> Measure:
    """Return the reading of plain numbers among which few cells carry units: those are odd."""
    return "", {way: 1.0 for way in ways if not names[way]}, []


def _letters(ways: Counter[Way]) -> bool:
    """Whether K, M, B after numbers multiply: where money is counted, or several of them occur."""
    letters = {suffix.upper() for _, suffix in ways if len(suffix) == 1 and suffix.lower() in numeral.MULTIPLES}
    money = any(prefix for prefix, suffix in ways if suffix.upper() in letters)
    return bool(letters) and (money or (len(letters) > 1 and {"", *letters} >= {s.upper() for _, s in ways}))


def _unit_name(way: Way, lettered: bool) -> str:
    prefix, suffix = way
    if lettered and suffix.lower() in numeral.MULTIPLES:
        suffix = {"k": "thousand", "m": "million", "b": "billion", "t": "trillion"}.get(suffix.lower(), suffix)
    return f"{suffix} {prefix}".strip() if prefix else suffix


def _factor(name: str, base: str, lettered: bool) -> float | None:
    if not name:
        multiple = numeral.split_unit(base)[0] if lettered else 1
        return float(1 / multiple)
    return numeral.factor_between(name, base)


def _plausible(name: str) -> bool:
    """Whether what stands after numbers may be a unit at all: known, or one short word."""
    if not name or numeral.known_unit(name):
        return True
    if len(name) == 1 and name.isalpha() and name.lower() not in numeral.MULTIPLES:
        return False  # 2D and 3D are names
    return len(name) <= 14 and len(name.split()) <= 2 and not re.search(r"\d{2}|[:;@]", name)


def _number_sql(decimal: Decimals, factors: dict[Way, float], whole: bool, plain: bool) -> str:
    """Return the SQL of a column of numbers; where all are `plain`, without the long pattern, which is dear to make."""
    kind = "BIGINT" if whole else "DOUBLE"
    digits_only = _plain_sql(decimal, factors, whole, kind)
    if plain and digits_only:
        return f"CASE {digits_only}END"
    shape = _literal(numeral.pattern(decimal))

    def part(number: int) -> str:
        return f"regexp_extract({{c}}, {shape}, {number})"

    digits = f"regexp_replace({part(5)}, '[^0-9{decimal}]', '', 'g')"
    if decimal == ",":
        digits = f"replace({digits}, ',', '.')"
    minus = f"({part(1)} <> '' OR {part(2)} IN ('-', '−') OR {part(4)} IN ('-', '−'))"
    sign = f"(CASE WHEN {minus} THEN -1 ELSE 1 END)"
    number = f"TRY_CAST({digits} AS BIGINT)" if whole else f"TRY_CAST(({digits} || {part(6)}) AS DOUBLE)"
    fits = f"regexp_matches({{c}}, {shape}) AND ({part(1)} = '') = ({part(8)} = '')"
    arms = " ".join(
        f"WHEN {part(3)} = {_literal(prefix)} AND trim({part(7)}) = {_literal(suffix)} "
        f"THEN {1 if whole else repr(factor)}"
        for (prefix, suffix), factor in factors.items()
    )
    return f"CASE {digits_only}WHEN {fits} THEN CAST({number} * {sign} * (CASE {arms} END) AS {kind}) END"


def _plain_shape(decimal: Decimals, whole: bool) -> str:
    return "-?[0-9]+" if whole else f"-?[0-9]+([{decimal}][0-9]+)?"


def _plain_sql(decimal: Decimals, factors: dict[Way, float], whole: bool, kind: str) -> str:
    """Return the arm for cells of nothing but digits, which spares them the long pattern: most are such."""
    factor = factors.get(("", ""))
    if factor is None:
        return ""
    shape = _plain_shape(decimal, whole)
    text = "replace({c}, ',', '.')" if decimal == "," else "{c}"
    scaled = "" if whole or factor == 1.0 else f" * {factor!r}"
    return f"WHEN regexp_full_match({{c}}, '{shape}') THEN TRY_CAST({text} AS {kind}){scaled} "


def _literal(text: str) -> str:
    """A literal of SQL within a text that is still to be formatted."""
    return literal(text).replace("{", "{{").replace("}", "}}")


# --- mixtures -------------------------------------------------------------------------------------------------------


def _mixture(heading: str, told: Values, hints: Hints) -> Iterator[Remark]:
    """Say of a text column that many of its cells would be numbers or dates."""
    total = sum(count for _, count in told)
    decimal = hints.decimal or "."
    numbers = [(read, count) for text, count in told if (read := numeral.read_numeral(text, decimal)) is not None]
    share = sum(count for _, count in numbers) / total
    if share >= ENOUGH and _is_long(numbers) and _is_code(heading, told) and not _CODED.search(heading):
        yield Remark("codes", "its very long numbers are taken for codes, so it is kept as text")
    units = {f"{read.prefix}{read.suffix}" for read, _ in numbers} - {""}
    if share >= ENOUGH and len(units) > 1 and all(numeral.known_unit(unit) for unit in units):
        listed = ", ".join(sorted(units)[:6])
        yield Remark("unit-mix", f"values in {listed} cannot be converted into each other, so it is kept as text")
    elif 1 - ENOUGH < share < ENOUGH and not any(numeral.leads_with_zero(text) for text, _ in told):
        yield Remark("mixed", f"{share:.0%} of its cells are numbers and the rest is not, so it is kept as text")
    dates = sum(count for text, count in told if read_date(text, "dmy") or read_date(text, "mdy")) / total
    if 1 - ENOUGH < dates < ENOUGH:
        yield Remark("mixed", f"{dates:.0%} of its cells are dates and the rest is not, so it is kept as text")
