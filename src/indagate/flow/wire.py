"""What may be said of a flow's input over a network: never a folder, a file, a host, a key, a command.

A flow declares its wire form: a frozen dataclass whose fields are free text, numbers, fixed words, or names of what the
operator granted (`ShelfName`, `RunName`), and whose `given` makes the flow's input of them. What it does not declare is
not on the wire; a flow without a wire form cannot be started from there.
"""

from __future__ import annotations

from typing import Annotated, Any, Protocol

from msgspec import Meta

from indagate.storage import Home

NAME = r"^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,62}[A-Za-z0-9])?$"
"""A name that is neither a path nor an address."""
Text = Annotated[str, Meta(min_length=1, max_length=20_000, description="free text, never read as a path or address")]
Words = Annotated[str, Meta(max_length=20_000, description="free text, never read as a path or address")]
Line = Annotated[str, Meta(max_length=200, description="a few words in one line, never read as a path or address")]
ShelfName = Annotated[
    str, Meta(pattern=rf"^$|{NAME}", max_length=64, description="the name of a shelf that the operator granted")
]
RunName = Annotated[str, Meta(pattern=rf"^$|{NAME}", max_length=64, description="the name of a run")]


class Granted(Protocol):
    """What the operator lets be used over the wire."""

    @property
    def home(self) -> Home:
        """The home where runs live."""

    @property
    def allow(self) -> tuple[str, ...]:
        """The tools that may be used although they may change something."""

    @property
    def hosts(self) -> tuple[str, ...]:
        """The hosts that may be fetched from although they are not public."""

    def folder(self, shelf: str) -> str:
        """Return the absolute path of a shelf, or nothing without a name. Raises `InputError` for one not granted."""

    def providers(self, wanted: bool) -> tuple[str, ...]:
        """Return the search providers if the web is wanted. Raises `InputError` where it was not granted."""

    def ended(self, run: str, flow: str) -> tuple[str, Any]:
        """Return the whole name and the record of a run of a flow that has ended. Raises `NoSuchRun`, `InputError`."""


class WireForm(Protocol):
    """A flow's input as it is given over the wire."""

    def given(self, granted: Granted) -> Any:
        """Return the flow's input. Raises `InputError` for what cannot be used or was not granted."""
