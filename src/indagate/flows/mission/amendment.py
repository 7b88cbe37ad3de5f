"""A person's word about a mission as typed amendments, and the exact forms understood without a model."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal

from indagate.flows.mission.constraint import UNLIMITED, Constraints, limits_of, told

Act = Literal["limit", "drop", "add", "focus", "finish", "budget"]
"""Limit the sources, drop a side, add one, weigh one more, write the report now, allow so many tasks."""
FORMS = (
    "only official sources", "only from HOST", "only in LANGUAGE", "since YEAR[-MONTH[-DAY]]", "until YEAR",
    "place: NAME or NAME", "leave out SOURCE (S02, a kind, a host, words of its title)", "drop SIDE", "add QUESTION",
    "focus on SIDE", "finish", "budget N tasks",
)  # fmt: skip
"""How each amendment is written where no model reads it; several are parted by commas, semicolons or `and`."""


@dataclass(frozen=True, slots=True)
class Amendment:
    """One change of a mission's course: the limits that it adds, or the side, question or number that it names."""

    act: Act
    value: str = ""
    limits: Constraints = UNLIMITED

    @property
    def said(self) -> str:
        """The amendment in words."""
        return ", ".join(told(self.limits)) or f"{self.act} {self.value}".strip()


def exact(text: str) -> tuple[tuple[Amendment, ...], str]:
    """Return the amendments of a text in exact forms, and the first part of it that is in none of them, else nothing.

    A part without a verb goes on with the form before it: "leave out S02 and S05".
    """
    found: list[Amendment] = []
    rest, before = " ".join(text.split()).strip(" .!"), ""
    if not rest:
        return (), text
    for piece in re.split(r"\s*[;,]\s*(?:and\s+)?|\s+and\s+|(?<=[^\d])\.\s+", rest):
        part = re.sub(r"^(?:please|and)\s+|\s+please$", "", piece.strip(" .!"), flags=re.IGNORECASE)
        made, verb = _part(part, before)
        if made is None:
            return tuple(found), part or text
        found.append(made)
        before = verb
    return tuple(found), ""


def limits_in(amendments: Iterable[Amendment]) -> Constraints:
    """Return all limits that amendments add."""
    made = UNLIMITED
    for item in amendments:
        made = made.with_more(item.limits)
    return made


def refusal(text: str) -> str:
    """Say that a text was not understood, and the forms that are."""
    return f"not understood: “{text[:120]}”; without a model these are: {'; '.join(FORMS)}"


def _part(part: str, before: str) -> tuple[Amendment | None, str]:
    for verb, pattern, make in _EXACT:
        match = re.fullmatch(pattern, part, re.IGNORECASE)
        if match is not None:
            try:
                return make(match[1].strip() if match.re.groups else ""), verb
            except ValueError:
                continue
    if before in ("leave out", "drop") and not re.match(r"(?:only|since|until|add|focus|finish|budget)\b", part, re.I):
        return _part(f"{before} {part}", "")
    return None, ""


def _limit(**given: Any) -> Amendment:
    return Amendment("limit", "", limits_of(**given))


def _either(text: str) -> list[str]:
    return re.split(r"\s+or\s+|/", text)


def _act(act: Act) -> Callable[[str], Amendment]:
    return lambda text: Amendment(act, text)


_EXACT: tuple[tuple[str, str, Callable[[str], Amendment]], ...] = (
    (
        "",
        r"(?:only|just) (?:use )?((?:[a-z]+(?:\s+or\s+|/))*[a-z]+ sources?)",
        lambda text: _limit(kinds=_either(text)),
    ),
    ("", r"only (?:sources )?in ([a-z]+(?: or [a-z]+)*)", lambda text: _limit(languages=_either(text))),
    ("", r"only ([a-z]+) sources?", lambda text: _limit(languages=_either(text))),
    ("", r"only from (\S+)", lambda text: _limit(hosts=[text])),
    ("", r"(?:only )?since ([\d-]+)", lambda text: _limit(since=text)),
    ("", r"(?:only )?until ([\d-]+)", lambda text: _limit(until=text)),
    ("", r"places?: ?(.+)", lambda text: _limit(places=_either(text))),
    ("leave out", r"(?:leave out|exclude) (.+)", lambda text: _limit(exclude=[text])),
    ("drop", r"drop (?:the (?:side|section) )?(.+)", _act("drop")),
    ("", r"(?:add|also (?:look at|cover|include)) (.+)", _act("add")),
    ("", r"focus on (.+)", _act("focus")),
    ("", r"(?:finish|write now|write the report)(?: now)?", _act("finish")),
    ("", r"budget (\d{1,4})(?: tasks| iterations)?", _act("budget")),
)
