"""The folder where indagate keeps its journal, archived bytes, indexes and the runs' files."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from indagate.errors import InputError
from indagate.store.content import ContentStore
from indagate.store.writing import storage_errors


@dataclass(frozen=True, slots=True)
class Home:
    """Paths below one home folder. Nothing is created until `prepare` or the first write."""

    root: Path

    @classmethod
    def find(cls, given: Path | None = None) -> Home:
        """Return the home that was given, else `INDAGATE_HOME`, else `./.indagate`."""
        root = given or Path(os.environ.get("INDAGATE_HOME") or ".indagate")
        root = root.expanduser().absolute()
        if root.exists() and not root.is_dir():
            raise InputError(f"the home {root} is a file, not a folder", hint="Set INDAGATE_HOME to a folder.")
        return cls(root)

    def prepare(self) -> Home:
        """Make the folder. Raises `StorageError` when it cannot be made."""
        with storage_errors(self.root):
            self.root.mkdir(parents=True, exist_ok=True)
        return self

    @property
    def journal(self) -> Path:
        """The journal's database file."""
        return self.root / "journal.db"

    @property
    def corpora(self) -> Path:
        """The folder of corpus indexes, which can be deleted and are rebuilt."""
        return self.root / "corpora"

    @property
    def store(self) -> ContentStore:
        """The content-addressed store."""
        return ContentStore(self.root / "store")

    def run_folder(self, run: str) -> Path:
        """Return the folder in which a run shows its files."""
        return self.root / "runs" / run
