"""The tools of the report flow: what its steps do in the world, heavy work in processes that can be killed.

What counts against a budget is looking into tables; reading them and writing what was found does not, so that there is
a report at any budget.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from indagate.errors import EffectFailed, Unreadable
from indagate.flows.report.figures.spec import FigureSpec
from indagate.flows.report.files import Kept, Language, Result, SeriesFile, Task
from indagate.flows.report.keeping import keep
from indagate.flows.report.printing import Request
from indagate.flows.report.study import Job
from indagate.sandbox import run_killable
from indagate.storage import Blobs, Home
from indagate.storage.typed import json_decoder
from indagate.tools import tool
from indagate.tools.series import HeldSeries
from indagate.tools.tables.table import Catalog, DataFile

if TYPE_CHECKING:
    from indagate.tools.tables import Tables
    from indagate.tools.tables.tables import Progress

STUDY = 900.0
"""Seconds that a task on tables may take."""
MEMORY = 4 << 30
"""Bytes of address space of a process that calculates."""


@dataclass(frozen=True, slots=True)
class Opened:
    """Tables that were read, and how long it took."""

    data: Catalog
    seconds: float


@dataclass(frozen=True, slots=True)
class Surveyed:
    """What a folder of documents holds."""

    documents: int
    titles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Earlier:
    """What a finished run found."""

    results: tuple[Kept, ...]
    data: Catalog
    series: tuple[HeldSeries, ...] = ()


@dataclass(frozen=True, slots=True)
class Printed:
    """Files that were written and kept: path below the run's folder, digest; and those that could not be, with why."""

    files: tuple[tuple[str, str], ...]
    missing: tuple[tuple[str, str], ...] = ()


@tool(counts=False)
def open_data(home: Home, folder: str, more: tuple[DataFile, ...]) -> Opened:
    """Read tables of the store and of a folder, and keep the bytes of their files. Raises `Unreadable`."""
    from indagate.tools.tables import find_data

    began, store = time.monotonic(), home.store
    kept_before = (replace(file, path="") for file in more)
    files = _in_store(_each_once((*kept_before, *(find_data(Path(folder)) if folder else ()))), store)
    with tables_of(files, folder or "what was fetched", home) as tables:
        data = tables.describe()
    kept = tuple(_kept(file, store) for file in data.files)
    return Opened(replace(data, files=kept), round(time.monotonic() - began, 2))


def tables_of(files: Sequence[DataFile], where: str, home: Home, progress: Progress | None = None) -> Tables:
    """Open the tables of files, read into a database of the home. Raises `Unreadable` where there is not one table."""
    from indagate.tools.tables import Tables

    hint = "CSV, TSV, JSON, GeoJSON, XLSX, ODS, SQLite and Parquet are read."
    if not files:
        raise Unreadable(f"there are no tables in {where}", hint=hint)
    tables = Tables.open(files, home.root / "tables", progress)
    data = tables.describe()
    if not data.tables:
        tables.close()
        why = "; ".join(f"{note.file}: {note.text}" for note in data.notes[:3])
        raise Unreadable(f"no table in {where} could be read: {why or 'they hold no rows'}", hint=hint)
    return tables


def _each_once(files: Iterable[DataFile]) -> tuple[DataFile, ...]:
    """Return the files, each once. Raises `Unreadable` where two that differ bear one name: it must stand for one."""
    found: dict[str, DataFile] = {}
    for file in files:
        if found.setdefault(file.label, file).sha256 != file.sha256:
            raise Unreadable(
                f"two files that differ are called {file.label}",
                hint="Rename one of them; what has changed since an earlier report is reported without --continue.",
            )
    return tuple(found.values())


def _kept(file: DataFile, store: Blobs) -> DataFile:
    """Keep a file's bytes; it is known by its digest from then on. Raises `Unreadable` if it changed meanwhile."""
    if store.put(Path(file.path).read_bytes()) != file.sha256:
        raise Unreadable(f"{file.label} was changed while it was read", hint="Run again when nothing writes to it.")
    return replace(file, path="")


def archived(data: Catalog, store: Blobs) -> tuple[DataFile, ...]:
    """Return the files of a catalogue as the content store keeps them."""
    return _in_store(data.files, store)


def _in_store(files: Iterable[DataFile], store: Blobs) -> tuple[DataFile, ...]:
    """Return files with the place of each: those that have none of their own lie in the store."""
    return tuple(file if file.path else replace(file, path=str(store.local(file.sha256))) for file in files)


@tool(counts=False)
def take_earlier(home: Home, sha: str) -> Earlier:
    """Return what a finished run found, from the content store. Raises `Corrupt`."""
    return json_decoder(Earlier).decode(home.store.get(sha))


@tool(counts=False)
def survey_documents(home: Home, folder: str) -> Surveyed:
    """Say what a folder of documents holds. Raises `Unreadable`."""
    from indagate.corpus import Corpus

    corpus = Corpus.open(home.documents(folder), home.corpora)
    corpus.refresh()
    entries = corpus.documents()
    return Surveyed(len(entries), tuple(str(entry.title or entry.path) for entry in entries[:60]))


@tool
async def study_tables(home: Home, data: Catalog, task: Task, query: str, language: Language) -> Kept:
    """Do a task on tables, and keep what it found. Raises `EffectFailed` or `TimedOut`."""
    database = await asyncio.to_thread(_database, data, home)
    job = Job(task, database, data, query, language)
    answer = await run_killable(
        "indagate.flows.report.study:answer", msgspec.json.encode(job), timeout=STUDY, memory=MEMORY
    )
    return await asyncio.to_thread(keep, json_decoder(Result).decode(answer), home.store)


def _database(data: Catalog, home: Home) -> str:
    """Return the database of archived tables, made again where it is gone."""
    from indagate.tools.tables import Tables

    with Tables.open(archived(data, home.store), home.root / "tables") as tables:
        return str(tables.database)


@tool(counts=False)
def file_away(home: Home, result: Result) -> Kept:
    """Keep what a task found."""
    return keep(result, home.store)


@tool(counts=False)
def draw(home: Home, charts: tuple[FigureSpec, ...], series: tuple[SeriesFile, ...], language: Language) -> Printed:
    """Draw figures as pages of their own, and keep them."""
    from indagate.flows.report.printing import draw_pages

    return Printed(tuple(draw_pages(home, charts, series, language)))


@tool(counts=False)
async def write_files(home: Home, request: Request, seconds: float) -> Printed:
    """Write the report's files in a process that can be killed, and keep them. Raises `EffectFailed`, `TimedOut`."""
    try:
        asked = msgspec.json.encode(replace(request, home=str(home.root)))
        answer = await run_killable("indagate.flows.report.printing:answer", asked, timeout=seconds)
    except EffectFailed as failure:
        raise EffectFailed(f"the report could not be written: {failure.message}") from failure
    printed = json_decoder(Printed).decode(answer)
    for _, sha in printed.files:  # the process kept them in the home's folder
        await asyncio.to_thread(home.store.claim, sha)
    return printed
