"""What may be said of a mission over a network."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from msgspec import Meta

from indagate.errors import InputError
from indagate.flow.wire import Granted, Line, RunName, ShelfName, Text
from indagate.flows.mission.constraint import limits_given
from indagate.flows.mission.record import Length, MissionInput


@dataclass(frozen=True, slots=True)
class MissionWire:
    """A question to documents: those of a shelf, of the web where that was granted, or of a finished mission.

    `approve` lets the plan pass without asking; `check_in` asks every ten iterations; `follows` names a finished
    mission whose evidence answers the question. `only` to `places`
    limit the sources as the options of `research` do; `language` and `length` are the report's.
    """

    question: Text
    corpus: ShelfName = ""
    web: bool = False
    approve: bool = False
    check_in: bool = False
    max_iterations: Annotated[int, Meta(ge=1, le=500)] = 50
    max_parallel: Annotated[int, Meta(ge=1, le=16)] = 4
    follows: RunName = ""
    only: tuple[Line, ...] = ()
    since: Line = ""
    until: Line = ""
    exclude: tuple[Line, ...] = ()
    source_languages: tuple[Line, ...] = ()
    places: tuple[Line, ...] = ()
    language: Line = ""
    length: Length = "standard"

    def given(self, granted: Granted) -> MissionInput:
        """Return the mission's input. Raises `InputError`."""
        if self.follows:
            if self.corpus or self.web:
                raise InputError("a follow-up is answered from its run alone", hint="Leave out corpus and web.")
            from indagate.flows.mission.origin import follow_up

            name, record = granted.ended(self.follows, "mission")
            return replace(follow_up(granted.home, name, record, self.question), check_in=self.check_in)
        if not self.corpus and not self.web:
            raise InputError("there is nothing to read", hint="Name a shelf as corpus, or set web where it is granted.")
        return MissionInput(
            self.question,
            granted.folder(self.corpus),
            approve=self.approve,
            check_in=self.check_in,
            max_iterations=self.max_iterations,
            max_parallel=self.max_parallel,
            web=self.web,
            providers=granted.providers(self.web),
            allow_hosts=granted.hosts if self.web else (),
            allow=tuple(name for name in granted.allow if name == "web_search"),
            limits=limits_given(self.only, self.since, self.until, self.exclude, self.source_languages, self.places),
            language=self.language,
            length=self.length,
        )
