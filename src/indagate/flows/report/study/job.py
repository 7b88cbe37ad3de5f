"""A task on tables: asked for as JSON, done, and done again to prove it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec

from indagate.flows.report.files import Aspect, Calculation, Query, Result
from indagate.flows.report.methods import calculate
from indagate.flows.report.study.groups import compare
from indagate.flows.report.study.overview import overview
from indagate.flows.report.study.relations import relate
from indagate.flows.report.study.series import series
from indagate.flows.report.study.sheet import ROWS, Job, Sheet
from indagate.flows.report.study.spread import distribution
from indagate.tools.tables.worker import ask

_SIDES: Mapping[Aspect, Callable[[Sheet], None]] = {
    "overview": overview, "series": series, "compare": compare, "relate": relate, "distribution": distribution,
}  # fmt: skip


def answer(request: bytes) -> bytes:
    """Do the job that a request holds; the result as JSON."""
    return msgspec.json.encode(study(msgspec.json.decode(request, type=Job)))


def study(job: Job) -> Result:
    """Do a task on tables."""
    sheet = Sheet(job)
    _SIDES[job.task.aspect](sheet)
    return sheet.result()


def again(
    queries: Mapping[str, Query], calculation: Calculation, database: str
) -> Iterator[tuple[str, float, float | None]]:
    """Do a calculation again; yield each number that differs: its name, what it was, what it is now."""
    query = queries[calculation.query]
    rows = ask(database, query.sql, query.params, ROWS)
    now = calculate(calculation.method, rows, dict(calculation.options))
    for number in calculation.numbers:
        value = now.numbers.get(number.name)
        if value is None or abs(value - number.value) > 1e-6 * max(1.0, abs(number.value)):
            yield number.name, number.value, value
    for label in calculation.labels:
        if now.labels.get(label.name) != label.text:
            yield label.name, 0.0, None
