"""Where the archived bytes of a source are shown in a run's folder."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from indagate.flows.mission.chart import AT_REST

if TYPE_CHECKING:
    from indagate.flows.mission.record import Mission

_FOLDERS = {"text/html": "web", "application/xhtml+xml": "web", "application/pdf": "pdf", "text/csv": "data"}
_SUFFIXES = {"text/html": ".html", "application/xhtml+xml": ".html", "application/pdf": ".pdf"}


def asset_paths(name: str, locator: str, media_type: str) -> tuple[str, str]:
    """Return the paths of a source's bytes and extracted text; of its own name nothing is used but the suffix."""
    folder = _FOLDERS.get(media_type, "docs")
    suffix = _SUFFIXES.get(media_type) or PurePosixPath(locator).suffix.lower()
    if not suffix[1:].isascii() or not suffix[1:].isalnum() or len(suffix) > 8:
        suffix = ".bin"
    stem = f"assets/{folder}/{name.lower()}"
    return f"{stem}{suffix}", f"{stem}.extracted.txt"


def links(event: object, mission: Mission) -> Iterable[tuple[str, str]]:
    """Yield path and digest of what the archived sources show in the run's folder, once they have their numbers."""
    if isinstance(event, AT_REST):
        for source in mission.sources.values():
            yield source.file, source.sha256
            yield source.text_file, source.text_sha256
