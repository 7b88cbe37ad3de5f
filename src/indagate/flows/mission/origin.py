"""What a follow-up starts from: a finished run's sources laid out as a folder, cited as they were first archived."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path, PurePosixPath

from indagate.engine import encode
from indagate.evidence.source import Source
from indagate.flows.mission.record import Mission, MissionInput
from indagate.storage import Home
from indagate.storage.typed import json_decoder
from indagate.storage.writing import write_by_rename


def follow_up(home: Home, run: str, mission: Mission, question: str) -> MissionInput:
    """Return what a follow-up on a finished run starts from, its sources laid out in a folder.

    Of a web page it holds the words that were read from it, so that what it does not show stays unread.
    Raises `InputError` for an empty question, `Corrupt` if the content store has lost a source.
    """
    given, folder = MissionInput(question, approve=True, follows=run), folder_of(home, run)
    sources: dict[str, Source] = {}
    for locator, name in mission.source_of.items():
        source = replace(mission.sources[name], locator=locator)
        page = not source.local and source.media_type in ("text/html", "application/xhtml+xml")
        path = PurePosixPath(locator)
        if page:
            path = PurePosixPath(f"{name.lower()}.txt")
        elif not source.local or path.is_absolute() or ".." in path.parts or ":" in locator:
            path = PurePosixPath(PurePosixPath(source.file).name)
        home.store.link(source.text_sha256 if page else source.sha256, folder / path)
        sources[str(path)] = source
    write_by_rename(origin_of(home, run), encode(sources))
    return replace(given, corpus=str(folder) if sources else "")


def folder_of(home: Home, run: str) -> Path:
    """Return the folder in which a finished run's sources are laid out."""
    return home.root / "archives" / run


def origin_of(home: Home, run: str) -> Path:
    """Return the file that tells what a follow-up of a run starts from."""
    return home.root / "archives" / f"{run}.origin.json"


@lru_cache(maxsize=8)
def decoded(file: str) -> dict[str, Source]:
    """Return the sources that `follow_up` laid out, by their path in the folder, from the file that it wrote."""
    return json_decoder(dict[str, Source]).decode(Path(file).read_bytes())


def as_first_archived(source: Source, path: str, file: str) -> Source:
    """Return a source that was read again as it was first archived; its text is the one that was read now."""
    first = decoded(file).get(path)
    return replace(first, id="", file="", text_file="", text_sha256=source.text_sha256) if first else source
