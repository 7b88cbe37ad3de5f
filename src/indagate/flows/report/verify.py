"""Proving a finished report again: archived files, every calculation from them, every number in the text, its files."""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from indagate.errors import Corrupt, IndagateError
from indagate.evidence.check import Violation
from indagate.flows.report.backing import expected, unbacked
from indagate.flows.report.compose import CATALOG, CHANGES, left_out
from indagate.flows.report.editing import claims_of, names_of
from indagate.flows.report.files import Calculation, Language, Number, Result
from indagate.flows.report.keeping import results_of
from indagate.flows.report.language import omens
from indagate.flows.report.record import Report
from indagate.flows.report.remote import unproved
from indagate.flows.report.review import found_in
from indagate.flows.report.supporting import unsupported
from indagate.flows.report.text import Aggregation
from indagate.flows.report.work import archived
from indagate.storage import Blobs, digest
from indagate.tools.tables.table import Catalog


def check(report: Report, folder: Path, store: Blobs) -> list[Violation]:
    """Return every breach: in the archive, in the calculations, in the text, and in the files on disk."""
    data = report.data
    found = list(_archive(report, store))
    found += unproved(report.series, data.files if data else (), store)
    results: dict[str, Result] = {}
    try:
        results = results_of(report.results, store)
    except Corrupt as error:
        found.append(Violation("archive-changed", "results", error.message))
    else:
        found += _cited(results, store)
    if data is not None and data.tables and not found:
        found += _recomputed(data, results, store)
    if report.aggregation is not None and results:
        found += _text(report, results, report.aggregation)
    found += _files(report, folder)
    return list(dict.fromkeys(found))


def _archive(report: Report, store: Blobs) -> Iterator[Violation]:
    """Check the bytes of the tables."""
    for file in report.data.files if report.data else ():
        try:
            store.get(file.sha256)
        except Corrupt as error:
            yield Violation("archive-changed", file.label, error.message)


def _cited(results: Mapping[str, Result], store: Blobs) -> Iterator[Violation]:
    """Check the bytes of documents that are cited."""
    for result in results.values():
        for source in result.sources:
            if source.sha256:
                try:
                    store.get(source.sha256)
                except Corrupt as error:
                    yield Violation("archive-changed", source.where, error.message)


def _recomputed(data: Catalog, results: Mapping[str, Result], store: Blobs) -> Iterator[Violation]:
    """Read the archived tables afresh and do every calculation again."""
    from indagate.flows.report.study import again
    from indagate.tools.tables import Tables

    unread = {note.file for note in data.notes if note.kind == "unreadable"}  # nothing is told from these
    files = [file for file in archived(data, store) if file.label not in unread]
    with tempfile.TemporaryDirectory(prefix="verify-") as scratch:
        with Tables.open(files, Path(scratch)) as tables:
            fresh, database = tables.describe(), str(tables.database)
        if fresh.notes != tuple(one for one in data.notes if one.file not in unread) or fresh.tables != data.tables:
            yield Violation("text-changed", "data", "the archived tables are not read as they were")
        for result in results.values():
            queries = {query.id: query for query in result.queries}
            for calculation in result.calculations:
                try:
                    for name, was, now in again(queries, calculation, database):
                        shown = "nothing" if now is None else f"{now:.6g}"
                        yield Violation(
                            "number-not-held",
                            calculation.id,
                            f"{name} is recorded as {was:.6g} and calculated as {shown}",
                        )
                except IndagateError as error:
                    yield Violation("number-not-held", calculation.id, error.message)


def known_calculations(report: Report, results: Mapping[str, Result]) -> Mapping[str, Calculation]:
    """Return all calculations by id, with those on the catalogue and the coverage."""
    known = {one.id: one for result in results.values() for one in result.calculations}
    if report.data is not None:
        counts = tuple(
            Number(f"{note.file}|{note.table}|{note.column}|{note.kind}", note.count) for note in report.data.notes
        )
        known[CATALOG] = Calculation(CATALOG, CATALOG, "", (), counts)
    if report.aggregation is not None:
        struck = (Number("left_out", len(left_out(report.aggregation.changes))),)
        known[CHANGES] = Calculation(CHANGES, CHANGES, "", (), struck)
    if report.coverage is not None:
        numbers = (Number("current", report.coverage.current), Number("target", report.coverage.target))
        known["coverage"] = Calculation("coverage", "coverage", "", (), numbers)
    return known


def _stands(shown: str, text: str) -> bool:
    """Whether what is shown stands in a sentence; at its beginning a name has a capital."""
    return shown in text or text.startswith(shown[:1].upper() + shown[1:])


def _text(report: Report, results: Mapping[str, Result], text: Aggregation) -> Iterator[Violation]:
    """Check every number of the text against its calculation, and that none stands there without one."""
    language: Language = report.brief.preferences.language if report.brief else "en"
    known, names = known_calculations(report, results), names_of(report, results.values())
    for head in text.headlines:
        for one in head.shown:
            calculation = known.get(one.calculation)
            if calculation is None or expected(one, calculation, language) != one.text:
                yield Violation("number-not-held", "headlines", f"{one.text} is not what {one.calculation} gives")
    for where, claim in claims_of(text):
        for word in omens(claim.text, names):
            yield Violation("technical-analysis", where, f"{word} is read from a chart: {claim.text[:80]}")
        for one in claim.shown:
            calculation = known.get(one.calculation)
            right = expected(one, calculation, language) if calculation else None
            if right is None:
                yield Violation(
                    "number-not-held", where, f"{one.text} comes from {one.calculation}, which is not there"
                )
            elif right != one.text or not _stands(one.text, claim.text):
                yield Violation("number-not-held", where, f"{one.text} should read {right}: {claim.text[:80]}")
        if not claim.sources:
            for numeral in unbacked(claim.text, claim.shown, names):
                yield Violation("number-not-held", where, f"{numeral} comes from no calculation: {claim.text[:80]}")
    yield from _cells(text, known)
    if report.data is not None:
        query = report.input.query
        found = found_in(results.values(), report.data, language, query)
        items = report.brief.scope_items if report.brief else ()
        asked = [query, *((report.brief.goal,) if report.brief else ()), *(one.question for one in items)]
        yield from unsupported(text, found, [*asked, *(one.title for one in items)])


def _cells(text: Aggregation, known: Mapping[str, Calculation]) -> Iterator[Violation]:
    """Check every number in a table against the calculations that the table is made from."""
    for section in text.sections:
        for table in (passage.table for passage in section.passages if passage.table is not None):
            held = {one.value for name in table.calculations if name in known for one in known[name].numbers}
            for row in table.rows:
                for cell in row:
                    if isinstance(cell, int | float) and not isinstance(cell, bool) and not _held(cell, held):
                        yield Violation(
                            "number-not-held", section.id, f"{cell:g} in {table.title} is calculated nowhere"
                        )


def _held(cell: float, held: Collection[float]) -> bool:
    """Whether a number of a table is one of those calculated: as it is, in percent, or in millions."""
    near = 1e-9 * max(1.0, abs(cell))
    return any(abs(cell - value * scale) <= near for value in held for scale in (1.0, 100.0, 1e-6))


def _files(report: Report, folder: Path) -> Iterator[Violation]:
    """Check the files on disk against their digests."""
    for path, sha in (*report.outputs, *report.pages):
        try:
            content = (folder / path).read_bytes()
        except OSError as error:
            yield Violation("missing-file", path, f"{path} cannot be read: {error.strerror}")
            continue
        if digest(content) != sha:
            yield Violation("report-changed", path, "the file is not as it was written")
