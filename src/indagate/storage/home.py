"""The folder where indagate keeps its journal, archived bytes, indexes and the runs' files."""

from __future__ import annotations

import logging
import os
import stat
import sys
from dataclasses import field
from pathlib import Path

from indagate.errors import InputError
from indagate.frozen import dataclass
from indagate.storage.address import address_of, bucket_of, given_home, is_shared, without_password
from indagate.storage.blobs import Blobs
from indagate.storage.content import ContentStore
from indagate.storage.private import FOLDER, tighten
from indagate.storage.writing import storage_errors


class Ambient:
    """What a tool needs and what says nothing about what is asked of it: where things are, how long it may take.

    Arguments of such a type are left out of an effect's identity, so that a run whose home was moved, or that has less
    time left after a restart, repeats nothing.
    """

    __slots__ = ()


PROJECT = ".indagate"
"""The name of a project's home."""
NOTES_HERE = "notes-here"
"""The file by which a project's home keeps the notes that are taken in the project."""


def project() -> Path | None:
    """Return the nearest `.indagate` of this user in the working folder or above it, or None."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        try:
            found = (folder / PROJECT).stat()
        except OSError:
            continue
        if stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid():  # another user's could name what is loaded
            return folder / PROJECT
    return None


def data_folder() -> Path:
    """Return the folder for this user's data: `XDG_DATA_HOME/indagate`, on macOS in the user's Library."""
    chosen = os.environ.get("XDG_DATA_HOME", "")
    if chosen.startswith("/"):
        return Path(chosen, "indagate")
    return Path.home() / ("Library/Application Support" if sys.platform == "darwin" else ".local/share") / "indagate"


def _of_environment() -> Path | None:
    named = os.environ.get("INDAGATE_HOME")
    return given_home(named) if named else None


@dataclass(frozen=True, slots=True)
class Home(Ambient):
    """Paths below one home folder. Nothing is created until `prepare` or the first write.

    With an `address` the journal is not in the folder but in Postgres; with a `bucket` archived bytes are there, and
    every machine has a folder of its own. As a run's driver has it, `pins` says of which folders of documents the run
    reads what they held at its birth, by path and digest.
    """

    root: Path
    address: str = ""
    bucket: str = ""
    pins: tuple[tuple[str, str], ...] = field(default=(), compare=False)

    @classmethod
    def find(cls, given: Path | str | None = None) -> Home:
        """Return the home that was given, else `INDAGATE_HOME`, else the project's.

        That is the nearest folder `.indagate` of this user in the working folder or above it, else a new one here.
        """
        return cls._at((given_home(given) if given else _of_environment()) or project() or Path(PROJECT))

    @classmethod
    def for_notes(cls, given: Path | str | None = None) -> Home:
        """Return the home of a person's notes: as `find` where one is given or in `INDAGATE_HOME`, else the user's own.

        A project's home that holds a file `notes-here` keeps the notes that are taken in the project.
        """
        here = given_home(given) if given else _of_environment()
        if here is None:
            found = project()
            here = found if found is not None and (found / NOTES_HERE).exists() else data_folder()
        return cls._at(here)

    @classmethod
    def _at(cls, root: Path) -> Home:
        root = root.expanduser().absolute()
        if root.exists() and not root.is_dir():
            raise InputError(f"the home {root} is a file, not a folder", hint="Set INDAGATE_HOME to a folder.")
        return cls(root, address_of(root), bucket_of(root))

    def prepare(self) -> Home:
        """Make the folder, for its owner alone; one that others could read is closed to them, which is logged.

        A folder that holds other files and no journal keeps its permissions. Raises `StorageError`.
        """
        with storage_errors(self.root):
            self.root.parent.mkdir(parents=True, exist_ok=True)
            self.root.mkdir(mode=FOLDER, exist_ok=True)
            empty = next(self.root.iterdir(), None) is None
        if (empty or self.journal.exists()) and tighten(self.root) and not empty:
            logging.getLogger("indagate").warning(
                "indagate: other users of this machine could read %s; it is now for you alone (mode 0700)", self.root
            )
        return self

    @property
    def exists(self) -> bool:
        """Whether there may be runs: a journal's file is there, or the journal is in Postgres."""
        return bool(self.address) or self.journal.exists()

    @property
    def shared(self) -> bool:
        """Whether other machines read what is archived here: it is in a bucket, or in a folder beside an address."""
        return is_shared(self.root)

    @property
    def label(self) -> str:
        """The home as a message names it."""
        return without_password(self.address) if self.address else str(self.root)

    @property
    def journal(self) -> Path:
        """The journal's database file."""
        return self.root / "journal.db"

    @property
    def corpora(self) -> Path:
        """The folder of corpus indexes, which can be deleted and are rebuilt."""
        return self.root / "corpora"

    @property
    def store(self) -> Blobs:
        """The content-addressed store: in the folder, or in a bucket with copies in the folder."""
        if self.bucket:
            from indagate.storage.bucket import bucket

            return bucket(self.bucket, self.root / "store")
        return ContentStore(self.root / "store")

    def documents(self, folder: str) -> Path:
        """Return where this machine has a folder of documents, or a file: itself, or as it was when a run pinned it.

        Raises `Corrupt` where something of it is lost, `StorageError`.
        """
        sha = dict(self.pins).get(folder)
        if sha is None:
            return Path(folder)
        from indagate.storage.snapshot import lay_out

        return lay_out(sha, self.store, self.root / "snapshots")

    @property
    def runs(self) -> Path:
        """The folder with the runs' folders."""
        return self.root / "runs"

    def run_folder(self, run: str) -> Path:
        """Return the folder in which a run shows its files."""
        return self.runs / run
