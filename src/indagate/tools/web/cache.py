"""What was fetched before: kept in the home, so that a page is asked for once, and later only whether it changed."""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from indagate.errors import Corrupt
from indagate.storage import Blobs, Home, write_by_rename
from indagate.tools.web.spelling import canonical_url
from indagate.tools.web.wire import Answer

FRESH = 3600.0
"""Seconds in which a page is not asked for again."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One answer to one address: a page, whose bytes the content store has, or a redirect."""

    url: str
    at: float
    status: int
    location: str = ""
    content_type: str = ""
    etag: str = ""
    modified: str = ""
    sha: str = ""

    @property
    def fresh(self) -> bool:
        """Whether it need not be asked for again."""
        return 0 <= time.time() - self.at < FRESH

    @property
    def conditions(self) -> dict[str, str]:
        """The headers that ask for the page only if it has changed."""
        said = {"If-None-Match": self.etag, "If-Modified-Since": self.modified} if self.sha else {}
        return {name: value for name, value in said.items() if value}


class Cache:
    """Answers by address; the files can be deleted at any time, and then pages are fetched anew."""

    def __init__(self, folder: Path, store: Blobs) -> None:
        self.folder = folder
        self.store = store

    @classmethod
    def of(cls, home: Home, place: str, allow: tuple[str, ...]) -> Cache:
        """Return the cache of this place in a home: what only those may fetch who `allow` it, only they are served."""
        seen_by = hashlib.sha256("\n".join(sorted(allow)).encode()).hexdigest()[:12] if allow else "public"
        return cls(home.root / place / seen_by, home.store)

    def get(self, url: str) -> Kept | None:
        """Return what is kept of an address, or of another spelling of it; None where its bytes are gone."""
        return self._read(url) or self._read(canonical_url(url))

    def put(self, kept: Kept) -> Kept:
        """Keep an answer; a page also under its canonical address. Raises `StorageError`."""
        text = json.dumps(asdict(kept), ensure_ascii=False).encode()
        names = {kept.url} if kept.location else {kept.url, canonical_url(kept.url)}
        for name in sorted(names):
            write_by_rename(self._path(name), text)
        return kept

    def keep(self, url: str, answer: Answer) -> Kept:
        """Keep a page with its bytes. Raises `StorageError`."""
        said = answer.headers.get
        return self.put(
            Kept(
                url, time.time(), 200, "", said("content-type", "")[:200], said("etag", "")[:500],
                said("last-modified", "")[:100], self.store.put(answer.body),
            )
        )  # fmt: skip

    def renew(self, kept: Kept) -> Kept:
        """Keep an answer as one that was given now. Raises `StorageError`."""
        return self.put(replace(kept, at=time.time()))

    def _read(self, url: str) -> Kept | None:
        try:
            kept = Kept(**json.loads(self._path(url).read_bytes()))
        except (OSError, ValueError, TypeError):
            return None
        if kept.sha:
            try:
                self.store.claim(kept.sha)
                self.store.get(kept.sha)
            except Corrupt:
                return None
        return kept

    def _path(self, url: str) -> Path:
        name = hashlib.sha256(url.encode("utf-8", "surrogatepass")).hexdigest()
        return self.folder / name[:2] / f"{name}.json"
