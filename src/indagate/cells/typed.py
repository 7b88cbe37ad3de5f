"""The type of a raw column of texts, decided from its values, and the SQL that converts them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from indagate.cells.name import literal
from indagate.cells.numeral import Decimals, decide_decimal, decimal_votes, leads_with_zero, pattern, read_numeral
from indagate.cells.table import Period
from indagate.frozen import dataclass

if TYPE_CHECKING:
    import duckdb

    from indagate.cells.moment import Order

SAMPLE = 100_000
"""Rows from which a column's type is decided; of a longer table, drawn at random with a fixed seed."""
DISTINCT = 5_000
"""Distinct texts of these that are looked at."""
FITTING = 0.9
"""The share of texts that must fit a type."""
EMPTY = ("", "na", "n/a", "n.a.", "#n/a", "nan", "null", "<na>")
"""Texts that stand for no value in every column."""
DASHES = ("none", "nil", "-", "--", "–", "—", ".", "..", "...", "?", "missing", "#ref!", "#div/0!", "#value!", "inf",
          "-inf", "нет", "н/д", "k.a.")  # fmt: skip
"""Texts that stand for no value in a column of numbers or dates."""
_TRUTHS = {"true": "false", "yes": "no", "да": "нет", "ja": "nein", "oui": "non", "t": "f"}
_CLOCK = re.compile(r"^([01]?\d|2[0-4]):[0-5]\d(:[0-5]\d(\.\d+)?)?$")
_YEARLY = re.compile(r"(year|date|time|jahr|год|дата|when)", re.I)
_PLAIN = re.compile(r"^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$")
_SPACES = "\u00a0\u202f\u2009\u2007"
Texts = Sequence[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Typing:
    """How a raw column is converted: its type, SQL over `{c}` (trimmed, or NULL) or `{r}` (as read), what was decided.

    `mapped` dates are read text by text in Python: the SQL then looks up the table `{map}`.
    """

    type: str
    sql: str
    period: Period = ""
    unit: str | None = None
    mapped: Order | None = None
    notes: tuple[str, ...] = ()
    clock: bool = False


@dataclass(slots=True)
class Hints:
    """What the rest of the file says of a column: its decimal sign, and whether days come first."""

    decimal: Decimals | None = None
    day_first: bool = False
    votes: Counter[str] = field(default_factory=Counter)


def trimmed(column: str) -> str:
    """Return SQL for a raw text without spaces around it, NULL where it stands for no value."""
    text = f"trim({column}, ' \t\r\n{_SPACES}')"
    return f"CASE WHEN lower({text}) NOT IN ({', '.join(map(literal, EMPTY))}) THEN {text} END"


def take_sample(base: duckdb.DuckDBPyConnection, rows: int) -> None:
    """Make the rows that types are decided from the relation `sample`."""
    drawn = f" USING SAMPLE reservoir({SAMPLE} ROWS) REPEATABLE (7)" if rows > SAMPLE else ""
    base.execute(f"CREATE OR REPLACE TEMP TABLE sample AS SELECT * FROM raw{drawn}")


def texts_of(base: duckdb.DuckDBPyConnection, column: str) -> Texts:
    """Return the distinct texts of a raw column in the sample, the frequent first, and how often each occurs."""
    return base.execute(
        f"SELECT {trimmed('c')} AS t, sum(n)::BIGINT FROM (SELECT {column} AS c, count(*) AS n FROM sample GROUP BY 1) "
        f"GROUP BY 1 HAVING t IS NOT NULL ORDER BY 2 DESC, 1 LIMIT {DISTINCT}"
    ).fetchall()


def decide(heading: str, texts: Texts, hints: Hints) -> Typing:
    """Return the type of a column of texts."""
    told = [(text, count) for text, count in texts if text.lower() not in DASHES]
    if not told:
        return Typing("VARCHAR", "{c}")
    for reader in (_truth, _clock, _dates, _number):
        if found := reader(heading, told, hints):
            return found
    return Typing("VARCHAR", "{c}")


def _truth(_: str, texts: Texts, __: Hints) -> Typing | None:
    found = {text.lower() for text, _ in texts}
    for yes, no in _TRUTHS.items():
        if found == {yes, no} or (found in ({yes}, {no}) and len(yes) > 3):
            return Typing("BOOLEAN", f"CASE lower({{c}}) WHEN '{yes}' THEN true WHEN '{no}' THEN false END")
    return None


def _clock(_: str, texts: Texts, __: Hints) -> Typing | None:
    if _share(texts, lambda text: bool(_CLOCK.match(text))) < FITTING:
        return None
    return Typing("TIME", "try_cast({c} AS TIME)", clock=True)


def _dates(heading: str, texts: Texts, hints: Hints) -> Typing | None:
    from indagate.cells.moment import read_date, speaks_for

    proofs: Counter[Order] = Counter()
    for text, count in texts:
        if proof := speaks_for(text):
            proofs[proof] += count
    order: Order = "dmy" if hints.day_first else "mdy"
    notes: list[str] = []
    if proofs:
        order = max(proofs, key=lambda one: proofs[one])
    elif any(re.match(r"^\d{1,2}\.\d{1,2}\.\d{2,4}\b", text) for text, _ in texts[:50]):
        order = "dmy"
    read = {text: read_date(text, order, packed=bool(re.search(r"date|day|дата|tag|time", heading, re.I)))
            for text, _ in texts}  # fmt: skip
    if _share(texts, lambda text: read[text] is not None) < FITTING:
        return None
    if not proofs and any(re.match(r"^\d{1,2}[-/]\d{1,2}[-/]\d{2,4}", text) for text, _ in texts):
        notes.append(f"day and month cannot be told apart; read as {'day' if order == 'dmy' else 'month'} first")
    periods = Counter(found[1] for found in read.values() if found)
    period = max(periods, key=lambda one: periods[one])
    type_ = "TIMESTAMP" if "" in periods else "DATE"
    period = "" if type_ == "TIMESTAMP" else period
    plain = re.compile(r"^\d{4}-\d\d-\d\d$" if type_ == "DATE" else r"^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)?Z?$")
    if all(plain.match(text) for text, _ in texts if read[text]):
        return Typing(type_, f"try_cast({{r}} AS {type_})", period, notes=tuple(notes))
    if any(not plain.match(text) for text, _ in texts[:5]):
        example = next(text for text, _ in texts if read[text] and not plain.match(text))
        found = read[example]
        assert found is not None
        notes.append(f"texts such as {example!r} are read as {'dates' if type_ == 'DATE' else 'moments'}: {found[0]}")
    return Typing(type_, f"try_cast({{map}} AS {type_})", period, mapped=order, notes=tuple(notes))


def _number(heading: str, texts: Texts, hints: Hints) -> Typing | None:
    from indagate.unit import lookup

    if any(leads_with_zero(text) for text, _ in texts):
        return None
    decimal = decide_decimal(decimal_votes(texts), hints.decimal)
    read = {text: read_numeral(text, decimal) for text, _ in texts}
    if _share(texts, lambda text: read[text] is not None) < FITTING:
        return None
    found = [(numeral, count) for text, count in texts if (numeral := read[text])]
    if any(numeral.whole and abs(numeral.value) >= 2**53 for numeral, _ in found):
        return None
    notes = []
    units: Counter[str] = Counter()
    for numeral, count in found:
        units[numeral.suffix or numeral.prefix] += count
    named = [unit for unit in units if unit]
    if named and not all(lookup(unit) or lookup(unit.rstrip(".")) for unit in named):
        return None
    if len(named) > 1:
        return None
    unit = named[0] if named else None
    if unit and units[""]:
        notes.append(f"some values have no unit beside them; they are taken as {unit}")
    whole = all(numeral.whole for numeral, _ in found)
    type_ = "BIGINT" if whole else "DOUBLE"
    plain = all(_PLAIN.match(text) and (decimal == "." or "." not in text) for text in read if read[text])
    parsed = _numeral_sql(decimal, type_)
    direct = (
        f"CASE WHEN contains({{r}}, '.') THEN {parsed} ELSE try_cast({{r}} AS BIGINT) END"
        if whole
        else "CASE WHEN isfinite(try_cast({r} AS DOUBLE)) THEN try_cast({r} AS DOUBLE) END"
    )
    sql = direct if plain else parsed
    if not plain and decimal == ",":
        notes.append("the comma is taken as the decimal sign")
    if not whole and plain and _are_decimal_years(heading, [numeral.value for numeral, _ in found]):
        value, year = "try_cast({c} AS DOUBLE)", "CAST(floor(try_cast({c} AS DOUBLE)) AS INTEGER)"
        days = f"date_diff('day', make_date({year}, 1, 1), make_date({year} + 1, 1, 1))"
        sql = f"make_date({year}, 1, 1) + CAST(floor(({value} - {year}) * {days} + 1e-6) AS INTEGER)"
        return Typing("DATE", sql, "day", notes=("decimal years are read as dates",))
    return Typing(type_, sql, unit=unit, notes=tuple(notes))


def _numeral_sql(decimal: Decimals, type_: str) -> str:
    parts = f"regexp_extract({{c}}, {literal(pattern(decimal))}, ['o', 's', 'p', 't', 'd', 'e', 'u', 'x'])"
    strip = f"[ {_SPACES}''’{'.' if decimal == ',' else ','}]"
    digits = f"replace(regexp_replace({parts}.d, '{strip}', '', 'g'), ',', '.')"
    minus = f"{parts}.o <> '' OR {parts}.s IN ('-', '−') OR {parts}.t IN ('-', '−')"
    whole = f"NOT contains({digits}, '.') AND " if type_ == "BIGINT" else ""  # a cast would round what has a fraction
    value = f"try_cast({digits} || {parts}.e AS {type_})"
    return f"CASE WHEN {whole}{parts}.d <> '' THEN CASE WHEN {minus} THEN -1 ELSE 1 END * {value} END"


def _are_decimal_years(heading: str, values: Sequence[float]) -> bool:
    """Whether numbers are years with a fraction: named so, and at most a day's precision apart from months or days."""
    inside = all(1500 <= value < 2200 for value in values)
    return inside and len(values) > 3 and bool(_YEARLY.search(heading)) and len({int(v) for v in values}) > 1


def _share(texts: Texts, fits: Callable[[str], bool]) -> float:
    total = sum(count for _, count in texts)
    return sum(count for text, count in texts if fits(text)) / total
