"""Series of remote sources in a report: tables like any other, with whose they are beside them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import get_args
from urllib.parse import urlsplit

from indagate.evidence.check import Violation
from indagate.flows.report.figures.spec import FigureSpec
from indagate.flows.report.figuring import source_line
from indagate.flows.report.files import Cited, Language
from indagate.flows.report.speech import counted
from indagate.flows.report.text import Claim
from indagate.storage import Blobs
from indagate.tools.series import HeldSeries, SeriesNote, SeriesRequest, recheck
from indagate.tools.series.registry import find_source
from indagate.tools.tables.table import DataFile
from indagate.tools.web import Guard

_STATUSES = {
    "estimated": "оценка", "forecast": "прогноз", "provisional": "предварительные данные",
    "after a break in the series": "после разрыва ряда",
}  # fmt: skip


def each_once(words: Sequence[str], allow: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of series, of two that ask for the same one the first.

    Raises `InputError` for a wrong word, `Blocked` for one with an address that is neither public nor in `allow`.
    """
    asked: dict[SeriesRequest, str] = {}
    for word in words:
        request = SeriesRequest.parse(word)
        if request.base:
            Guard(allow).check(request.base)
        asked.setdefault(request, word)
    return tuple(asked.values())


def receivers(words: Sequence[str]) -> tuple[str, ...]:
    """Return the hosts that are asked for series, each once. Raises `InputError` for a wrong word."""
    asked = [SeriesRequest.parse(word) for word in words]
    return tuple(dict.fromkeys(urlsplit(one.base or find_source(one.source).base).hostname or "" for one in asked))


def as_file(held: HeldSeries) -> DataFile:
    """Return the table of a series as a file of the content store."""
    return DataFile(held.label, "", held.table, held.size)


def told(held: HeldSeries, language: Language) -> tuple[str, ...]:
    """Say whose a series is, what was asked for, and how new it is."""
    ru = language == "ru"
    state = f"{'состояние у источника' if ru else 'as the source had it on'} {held.updated}" if held.updated else ""
    return tuple(filter(None, (_owner(held), held.word, state)))


def attributed(
    charts: Sequence[FigureSpec], series: Mapping[str, HeldSeries], language: Language
) -> tuple[FigureSpec, ...]:
    """Return figures of series with the line that their source asks for, in place of the name of a file."""
    lines = [  # a figure of an earlier report may be in the other language
        (source_line(label, drafted), source_line(_owner(held), language))
        for label, held in series.items()
        for drafted in get_args(Language)
    ]

    def line(source: str) -> str:
        return next((owner + source.removeprefix(file) for file, owner in lines if source.startswith(file)), source)

    return tuple(replace(chart, source=line(chart.source)) for chart in charts)


def remarks(series: Collection[HeldSeries], cited: Sequence[Cited], language: Language) -> tuple[Claim, ...]:
    """Return what a reader should know of series: countries without data, values that are forecast; each cited."""
    known = {source.title: source.id for source in cited}
    begin = "О ряде" if language == "ru" else "On"
    return tuple(
        Claim(
            f"{begin} {held.title}: {_russian(note) if language == 'ru' else note.text}.", sources=(known[held.label],)
        )
        for held in series
        if held.label in known
        for note in held.notes
    )


def unproved(series: Mapping[str, HeldSeries], files: Collection[DataFile], store: Blobs) -> Iterator[Violation]:
    """Yield what does not follow from the archived answers of series, or is not what the report was made from."""
    used = {file.label: file.sha256 for file in files}
    for label, held in series.items():
        for line in recheck(held, store):
            yield Violation("archive-changed", label, line)
        if used.get(label) != held.table:
            yield Violation("archive-changed", label, f"{held.word}: the report was not made from what was fetched")


def _russian(note: SeriesNote) -> str:
    """Return a note in Russian; what a plug-in says in its own words stays as it is."""
    match note.kind:
        case "absent" if note.numbers:
            lacking, asked = note.numbers
            return f"нет данных по {lacking} из {asked} запрошенных"
        case "absent":
            return f"нет данных по {', '.join(note.names)}"
        case "empty":
            return f"нет ни одного значения для {', '.join(note.names)}"
        case "groups":
            return "среди стран есть и группы стран (World, Euro area, High income); складывать их значения нельзя"
        case "status" if note.numbers and note.names:
            many = counted(note.numbers[0], "ru", ("", ""), ("значение", "значения", "значений"))
            return f"{many} — {_STATUSES.get(note.names[0], note.names[0])}"
    return note.text


def _owner(held: HeldSeries) -> str:
    return held.attribution.removeprefix("Source: ")
