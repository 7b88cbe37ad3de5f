"""What a checker can do: everything the flow knows of Coq or Lean goes through here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from indagate.flows.proof.statement import Language, Lock, Statement
from indagate.flows.proof.verdict import Compiled, Verdict


@dataclass(frozen=True, slots=True)
class Probe:
    """Whether a checker is there, which version, and how to get it where it is not."""

    name: Language
    version: str = ""
    replay: bool = False
    wall: str = ""
    install: str = ""

    @property
    def there(self) -> bool:
        """Whether it can be used."""
        return bool(self.version)


class Checker(Protocol):
    """A proof checker."""

    @property
    def language(self) -> Language:
        """What it checks."""

    @property
    def suffix(self) -> str:
        """How its files end."""

    async def probe(self) -> Probe:
        """Look for the checker."""

    async def compile(self, text: str, *, seconds: float) -> Compiled:
        """Compile a file of ours or an attempt's in the jail; nothing it prints is believed."""

    async def ill_formed(self, statement: Statement, *, seconds: float) -> str:
        """Return why a statement does not compile, or nothing."""

    async def judge(
        self, lock: Lock, attempt: str, *, seconds: float, negated: bool = False, advice: bool = True,
        within: float | None = None,
    ) -> Verdict:  # fmt: skip
        """Put an attempt through every attack; `negated` asks whether it proves the negation.

        Without `advice` the attacks that are for the human's information only are left out. `seconds` bounds each
        program that is run, `within` all of them together.
        """


def checker_of(language: str) -> Checker:
    """Return the checker of a name. Raises `InputError` naming those there are."""
    from indagate.errors import InputError

    if language in ("coq", "rocq"):
        from indagate.flows.proof.checkers.coq import Coq

        return Coq()
    if language == "lean":
        from indagate.flows.proof.checkers.lean import Lean

        return Lean()
    raise InputError(f"there is no checker {language!r}", hint="Checkers: coq, lean.")
