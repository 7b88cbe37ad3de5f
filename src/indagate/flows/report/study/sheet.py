"""A task's sheet: what was asked of the tables, calculated and found so far, and the tools to go on with."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from indagate.cells.name import literal, quoted
from indagate.flows.report.figures.spec import FigureSpec
from indagate.flows.report.files import (
    Calculation,
    Confidence,
    Finding,
    FindingKind,
    Label,
    Language,
    Number,
    Query,
    Result,
    SeriesFile,
    Task,
)
from indagate.flows.report.layout import Group, Layout, Measure, layouts, relevance
from indagate.flows.report.methods import calculate
from indagate.flows.report.outcome import Outcome
from indagate.flows.report.wish import asks_for, bare, named_aspects
from indagate.tools.tables.table import Catalog, Cell, Rows
from indagate.tools.tables.worker import ask

POINTS = 3000
"""Times of a series above which days are united to weeks, and weeks to months."""
ASKED = 0.6
"""What it adds to a finding's weight that the query asks for its side of the matter."""
WISHED = 2.0
"""What it adds that the query asks for this very kind of finding."""
ROWS = 20_000
_MISSING = (
    "", "NA", "N/A", "N.A.", "#N/A", "NAN", "NULL", "NIL", "?", "-", "--", "–", "—", "UNKNOWN", "MISSING",
    "НЕТ ДАННЫХ", "Н/Д", "НЕ УКАЗАНО", "НЕИЗВЕСТНО",
)  # fmt: skip
"""What stands in cells that name no group."""
_PLACES = re.compile(r"countr|continent|region|iso|nation|стран|континент|регион|материк", re.I)
"""Groups among which NA is a place: Namibia, North America."""
_HEAVY: dict[FindingKind, float] = {
    "regime_change": 1.0, "lead_lag": 0.95, "trend": 0.9, "anomaly": 0.85, "correlation": 0.8,
    "volatility_regime": 0.75,
    "seasonality": 0.7, "composition": 0.65, "ranking": 0.6, "growth": 0.55, "level": 0.4, "mix": 1.0,
    "outlier": 0.5, "distribution": 0.35, "missing": 0.3, "steadiness": 0.45, "difference": 0.7, "differences": 0.8,
    "relation": 0.3, "cycle": 0.85,
    "summary": 0.2, "months": 0.4, "courses": 0.4,
}  # fmt: skip

_OF_GROUPS = ("regime_change", "trend", "anomaly", "volatility_regime", "seasonality", "cycle", "level")
"""Findings that weigh less of one group than of the whole."""


@dataclass(frozen=True, slots=True)
class Job:
    """A task to be done on a database: with the catalogue of its tables, for a query in a language."""

    task: Task
    database: str
    catalog: Catalog
    query: str
    language: Language


class Sheet:
    """One task under way."""

    def __init__(self, job: Job) -> None:
        self.job = job
        known = {one.table: one for one in layouts(job.catalog, job.language, job.query)}
        self.looks: dict[str, Layout] = {name: known[name] for name in job.task.tables if name in known}
        self.queries: list[Query] = []
        self.rows: dict[str, Rows] = {}
        self.charts: dict[str, FigureSpec] = {}
        self.files: dict[str, SeriesFile] = {}
        self.notes: list[str] = []
        self._calculations: list[Calculation] = []
        self._findings: list[Finding] = []

    def result(self) -> Result:
        """Return what the task found."""
        return Result(
            self.job.task, tuple(self.queries), tuple(self._calculations), tuple(self._findings),
            tuple(self.files.values()), tuple(self.charts.values()), notes=tuple(self.notes),
        )  # fmt: skip

    def ask(self, sql: str, params: tuple[Cell, ...] = (), limit: int = ROWS) -> str:
        """Ask once; return the query's id."""
        for known in self.queries:
            if known.sql == sql and known.params == params:
                return known.id
        query = Query(f"{self.job.task.id}.q{len(self.queries) + 1}", sql, params)
        self.rows[query.id] = ask(self.job.database, sql, params, limit)
        self.queries.append(query)
        return query.id

    def do(self, method: str, query: str, units: Mapping[str, str] | str = "", **options: Cell) -> tuple[str, Outcome]:
        """Calculate; return the calculation's id and what it gave."""
        found = calculate(method, self.rows[query], options)
        unit_of = units if isinstance(units, Mapping) else dict.fromkeys(found.numbers, units)
        name = f"{self.job.task.id}.c{len(self._calculations) + 1}"
        numbers = tuple(Number(key, value, unit_of.get(key, "")) for key, value in found.numbers.items())
        labels = tuple(Label(key, text) for key, text in found.labels.items())
        self._calculations.append(
            Calculation(name, method, query, tuple(sorted(options.items())), numbers, labels, found.tail)
        )
        return name, found

    def find(
        self, kind: FindingKind, look: Layout, column: str, calculation: str, strength: float, *,
        tail: float | None = None, group: str = "", partner: str = "", at: str = "", rising: bool | None = None,
        lag: int = 0,
        value: float | None = None, unit: str = "", figure: str = "",
    ) -> None:  # fmt: skip
        """Note a finding; its weight comes from its kind, its strength (0–1) and whether the query names it."""
        near = max(relevance(text, bare(self.job.query)) for text in (f"{column} {look.title} {group}", partner))
        near += ASKED if self.job.task.aspect in named_aspects(self.job.query) else 0.0
        near += WISHED if asks_for(self.job.query, kind, column) else 0.0
        part = 0.75 if group and kind in _OF_GROUPS else 1.0
        confidence: Confidence = "high" if tail is None or tail < 1e-3 else "medium" if tail < 0.01 else "low"
        name = f"{self.job.task.id}.f{len(self._findings) + 1}"
        direction = "" if rising is None else "up" if rising else "down"
        self._findings.append(
            Finding(
                name, kind, self.job.task.id, self.job.task.scope, PurePosixPath(look.file).stem, column, calculation,
                round(part * _HEAVY[kind] * (0.5 + 0.5 * min(1.0, strength)) * (1 + near), 4), tail, confidence, group,
                partner, at, direction, lag, value, unit, figure,  # type: ignore[arg-type]
            )
        )  # fmt: skip

    @property
    def found_any(self) -> bool:
        """Whether anything was found so far."""
        return bool(self._findings)

    def wanted(self, look: Layout) -> list[Measure]:
        """Return the measures of a table that the task names; all where it names none of them."""
        named = {name.partition(".")[2] for name in self.job.task.measures if name.partition(".")[0] == look.table}
        return [one for one in look.measures if not named or one.name in named]


def given(group: Group) -> str:
    """Return the SQL of whether a row names its group: neither an empty cell nor a code for one, such as NA."""
    name = f"upper(trim(CAST({quoted(group.name)} AS VARCHAR)))"
    codes = [code for code in _MISSING if code != "NA" or not _PLACES.search(group.title)]
    return f"{quoted(group.name)} IS NOT NULL AND {name} NOT IN ({', '.join(literal(code) for code in codes)})"


def shown_time(look: Layout) -> str:
    """Return the SQL of a table's times, united where they are very many."""
    time = quoted(look.time)
    if look.times > 20 * POINTS:
        return f"CAST(date_trunc('month', {time}) AS DATE)"
    if look.times > POINTS:
        return f"CAST(date_trunc('week', {time}) AS DATE)"
    return time


def picked(sql: str, columns: str, rows: int) -> str:
    """Return the SQL of at most `ROWS` rows of a query, evenly picked in the order of its columns, both ends included.

    So the least, the greatest and all quantiles are those of the whole, however often a value occurs.
    """
    every = -(-rows // (ROWS - 1))
    return (
        f"WITH whole AS ({sql}), placed AS (SELECT *, row_number() OVER (ORDER BY {columns}) AS place FROM whole) "
        f"SELECT {columns} FROM placed WHERE (place - 1) % {every} = 0 OR place = (SELECT count(*) FROM whole) "
        f"ORDER BY {columns}"
    )
