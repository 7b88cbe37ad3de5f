"""Writing a report's files, in a process that can be killed; what was written is kept in the content store."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from indagate.errors import IndagateError
from indagate.flows.report.arguments import arguments
from indagate.flows.report.figures.spec import FigureSpec, Series
from indagate.flows.report.files import Language, SeriesFile
from indagate.flows.report.pages import document as pages
from indagate.flows.report.text import Aggregation, Citations, Claim, Glossary, Headline, Passage, TableText
from indagate.flows.report.wording import sure
from indagate.flows.report.wording.paragraph import paragraph
from indagate.storage import Home

ROWS_OF_DATA = 20_000
COLUMNS = 40
"""Series that stand side by side on a sheet, at most."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be written: the text, its figures with their series, sources, words, and in which forms."""

    query: str
    language: Language
    style: str
    style_folder: str
    date: str
    framed: bool
    aggregation: Aggregation
    charts: tuple[FigureSpec, ...]
    series: tuple[SeriesFile, ...]
    citations: Citations
    glossary: Glossary
    formats: tuple[str, ...]
    seconds: float = 180.0
    home: str = ""


def answer(request: bytes) -> bytes:
    """Write what a request asks for; the paths and digests of what was written as JSON."""
    from indagate.flows.report.work import Printed

    asked = msgspec.json.decode(request, type=Request)
    home = Home(Path(asked.home))
    files: list[tuple[str, str]] = []
    missing: list[tuple[str, str]] = []
    with tempfile.TemporaryDirectory(prefix="report-") as scratch:
        for name, path in _written(asked, Path(scratch), missing):
            files.append((f"output/{name}", home.store.put(path.read_bytes())))
    return msgspec.json.encode(Printed(tuple(files), tuple(missing)))


def _written(asked: Request, folder: Path, missing: list[tuple[str, str]]) -> Iterator[tuple[str, Path]]:
    """Write each form; what cannot be written goes to `missing` with the reason."""
    from indagate.flows.report.pages import html, pdf, workbook

    figures = [embedded(chart, asked.series) for chart in asked.charts]
    styles = [Path(asked.style_folder)] if asked.style_folder else []
    page = html.write_html(compiled(asked), figures, folder, style_folders=styles)
    if "pdf" in asked.formats:
        target = folder / "report.pdf"
        try:
            refit = html.refitting(compiled(asked), figures, style_folders=styles)
            if unseen := pdf.write_pdf(page, target, seconds=asked.seconds, refit=refit):
                missing.append(("letters in report.pdf", unseen))
            yield "report.pdf", target
        except IndagateError as error:
            missing.append(("report.pdf", f"{error.message}{'. ' + error.hint if error.hint else ''}"))
    if "xlsx" in asked.formats:
        target = folder / "data_pack.xlsx"
        workbook.write_xlsx(compiled(asked), target, figures)
        yield "data_pack.xlsx", target
    if missing:
        told = compiled(asked)
        told = replace(told, limitations=(*told.limitations, *(_unwritten(*one, asked.language) for one in missing)))
        page = html.write_html(told, figures, folder, style_folders=styles)
    yield "report.html", page


def _unwritten(name: str, why: str, language: Language) -> str:
    """Return the remark that a file could not be written."""
    return f"Не удалось записать {name}: {why}" if language == "ru" else f"{name} could not be written: {why}"


def embedded(chart: FigureSpec, series: Sequence[SeriesFile]) -> FigureSpec:
    """Return a figure with the values of its series files in it."""
    known = {f"{one.id}.json": one for one in series}
    filled = tuple(_filled(one, known.get(one.file)) for one in chart.series)
    return replace(chart, series=filled)


def _filled(series: Series, file: SeriesFile | None) -> Series:
    if file is None:
        return series
    x = tuple(str(value) if value is not None else None for value in file.x)
    return replace(series, x=x, y=file.y, file="")


def draw_pages(
    home: Home, charts: Sequence[FigureSpec], series: Sequence[SeriesFile], language: Language
) -> Iterator[tuple[str, str]]:
    """Draw each figure as a page of its own; yield its path below the run's folder and its digest."""
    from indagate.flows.report.figures import render_charts

    with tempfile.TemporaryDirectory(prefix="charts-") as scratch:
        drawn = render_charts([embedded(chart, series) for chart in charts], Path(scratch), language=language)
        for path in drawn:
            yield f"output/charts/{path.name}", home.store.put(path.read_bytes())


# --- the document ---------------------------------------------------------------------------------------------------


class _Marks:
    """Adds to claims what they cite, and how sure the finding of each is, once."""

    def __init__(self, asked: Request) -> None:
        self._findings = {one.id: one for one in asked.aggregation.findings if one.tail is not None}
        self._language = asked.language

    def __call__(self, claim: Claim) -> str:
        """Return a claim's text with its marks."""
        text = _cited(claim)
        finding = next((one for name in claim.findings if (one := self._findings.pop(name, None))), None)
        if finding is None:
            return text
        return f"{text} [~{_DOTS.get(finding.confidence, 1)} {sure(finding, self._language)}]"


_DOTS = {"high": 3, "medium": 2}


def compiled(asked: Request) -> pages.Document:
    """Return the document that the pages are written from."""
    text, marked = asked.aggregation, _Marks(asked)
    takeaways = tuple(marked(one) for one in text.key_takeaways)
    sections = tuple(
        pages.Section(one.title, tuple(_blocks(one.passages, asked.language, marked))) for one in text.sections
    )
    return pages.Document(
        text.title, asked.query, asked.language, asked.style, asked.date, text.subtitle,
        tuple(_headline(one) for one in text.headlines), takeaways, sections,
        arguments(text) if asked.style == "warp" or asked.framed else (),
        tuple(_cited(one) for one in text.recommendations), tuple(_cited(one) for one in text.limitations),
        tuple(pages.Source(one.id, one.title, one.where, one.date, one.note) for one in asked.citations.sources),
        tuple(pages.Term(one.term, one.meaning) for one in asked.glossary.entries),
        (*_data_tables(asked.series, asked.language), *_ends(asked.series, asked.language),
         *_comparisons(text, asked.charts)), asked.framed,
    )  # fmt: skip


def _headline(one: Headline) -> pages.Headline:
    return pages.Headline(one.value, one.label, one.note)


def _cited(claim: Claim) -> str:
    """Return a claim's text with its citations."""
    if not claim.sources:
        return claim.text
    mark = f"[@{','.join(claim.sources)}]"
    return f"{claim.text[:-1]} {mark}{claim.text[-1]}" if claim.text.endswith(".") else f"{claim.text} {mark}"


def _blocks(passages: Sequence[Passage], language: Language, marked: _Marks) -> Iterator[pages.Block]:
    for passage in passages:
        match passage.kind:
            case "paragraph":
                yield pages.Paragraph(paragraph([marked(claim) for claim in passage.claims], language))
            case "bullets":
                yield pages.Bullets(tuple(marked(claim) for claim in passage.claims))
            case "chart":
                yield pages.FigureRef(passage.chart)
            case "table":
                assert passage.table is not None
                yield pages.TableBlock(_table(passage.table))


def _table(table: TableText) -> pages.DataTable:
    columns = tuple(pages.Column(name, unit, kind) for name, unit, kind in table.columns)  # type: ignore[arg-type]
    return pages.DataTable(table.title, columns, table.rows, table.note)


def _data_tables(series: Sequence[SeriesFile], language: Language) -> Iterator[pages.DataTable]:
    """Yield the series as tables; those over the same times stand side by side in one."""
    together: dict[tuple[object, ...], list[SeriesFile]] = {}
    for one in series:
        together.setdefault(one.x, []).append(one)
    when = "Время" if language == "ru" else "Time"
    for times, found in together.items():
        for first in range(0, len(found), COLUMNS):
            held = found[first : first + COLUMNS]
            columns = (pages.Column(when, "", "date"), *(pages.Column(one.title, one.unit, "number") for one in held))
            rows = tuple(zip(times[:ROWS_OF_DATA], *(one.y[:ROWS_OF_DATA] for one in held), strict=True))
            name = held[0].title if len(held) == 1 else f"{held[0].title} … {held[-1].title}"
            yield pages.DataTable(name, columns, rows, "; ".join(f"{one.id}.json, {one.query}" for one in held))


def _ends(series: Sequence[SeriesFile], language: Language) -> Iterator[pages.DataTable]:
    """Yield a table that holds the series against each other: where each begins and ends, its change, its extremes."""
    rows: list[tuple[pages.Cell, ...]] = []
    for one in series:
        known = [(x, y) for x, y in zip(one.x, one.y, strict=True) if y is not None]
        if len(known) > 1:
            (start, first), (end, last) = known[0], known[-1]
            percent = (last / first - 1) * 100 if one.scale == "ratio" and first > 0 and last > 0 else None
            values = [y for _, y in known]
            rows.append((one.title, one.unit, start, first, end, last, percent, min(values), max(values)))
    if len(rows) < 2:
        return
    ru = language == "ru"
    heads = (
        "Ряд Единица С Первое По Последнее Изменение Наименьшее Наибольшее"
        if ru
        else "Series Unit From First To Last Change Lowest Highest"
    ).split()
    kinds: tuple[pages.ColumnKind, ...] = (
        "text", "text", "date", "number", "date", "number", "percent", "number", "number",
    )  # fmt: skip
    columns = tuple(
        pages.Column(head, "%" if kind == "percent" else "", kind) for head, kind in zip(heads, kinds, strict=True)
    )
    yield pages.DataTable("Ряды" if ru else "Series", columns, tuple(rows), sheet="comparison")


def _comparisons(text: Aggregation, charts: Sequence[FigureSpec]) -> Iterator[pages.DataTable]:
    """Yield what is compared, for the workbook: the tables that stand in the text, and what figures hold of groups."""
    for part in text.sections:
        for passage in part.passages:
            if passage.kind == "table" and passage.table is not None and part.id != "data":
                yield replace(_table(passage.table), sheet="comparison")
    for chart in charts:
        if chart.kind not in ("bar", "treemap") or chart.x.kind != "category":
            continue
        names = list(dict.fromkeys(str(x) for one in chart.series for x in one.x))
        held = [dict(zip(map(str, one.x), one.y, strict=True)) for one in chart.series]
        columns = (
            pages.Column(chart.x.label),
            *(pages.Column(one.name, chart.y.unit, "number") for one in chart.series),
        )
        rows = tuple((name, *(values.get(name) for values in held)) for name in names)
        yield pages.DataTable(chart.title, columns, rows, chart.subtitle, "comparison")
