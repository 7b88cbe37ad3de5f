"""A person's word about a mission as typed amendments, and the exact forms understood without a model."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

from indagate.flows.mission.constraint import UNLIMITED, Constraints, limits_of, told

Act = Literal["limit", "drop", "add", "focus", "finish", "budget"]
"""Limit the sources, drop a side, add one, weigh one more, write the report now, allow so many tasks."""
FORMS = (
    "only official sources", "only from HOST", "only by PUBLISHER", "only in LANGUAGE", "since YEAR[-MONTH[-DAY]]",
    "until YEAR", "place: NAME or NAME", "leave out SOURCE (S02, a kind, a host, words of its title)", "drop SIDE",
    "add QUESTION", "focus on SIDE", "finish", "budget N tasks",
)  # fmt: skip
"""How each amendment is written, by people, in task.md and by models; a person parts several by commas or `and`."""


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


def form(text: str) -> Amendment:
    """Return the amendment of a text in one exact form. Raises `ValueError` for what is in none."""
    made, _ = _part(" ".join(text.split()).strip(" ."), "")
    if made is None:
        raise ValueError(f"{text!r} is in none of the forms: {'; '.join(FORMS)}")
    return made


def limits_in(forms: Iterable[str]) -> Constraints:
    """Return the limits of texts, each in one exact form. Raises `ValueError` for what is no limit."""
    made = UNLIMITED
    for text in forms:
        if (item := form(text)).act != "limit":
            raise ValueError(f"{text!r} is no limit on sources")
        made = made.with_more(item.limits)
    return made


def refusal(text: str) -> str:
    """Say that a text was not understood, and the forms that are."""
    return f"not understood: “{text[:120]}”; without a model these are: {'; '.join(FORMS)}"


def _part(part: str, before: str) -> tuple[Amendment | None, str]:
    for match in filter(None, (pattern.fullmatch(part) for pattern in _EXACT)):
        ((name, text),) = match.groupdict().items()
        try:
            return _made(name, text.strip()), name
        except ValueError:
            continue
    if before in _GOING_ON and not re.match(r"(?:only|since|until|add|focus|finish|budget)\b", part, re.IGNORECASE):
        return _part(f"{_GOING_ON[before]} {part}", "")
    return None, ""


def _made(name: str, text: str) -> Amendment:
    """Return the amendment of a form by the name of its group: a limit, or an act. Raises `ValueError`."""
    if name in get_args(Act):
        return Amendment(cast(Act, name), "" if name == "finish" else text)
    one: dict[str, Any] = {"since": text, "until": text, "exclude": [text]}
    return Amendment("limit", "", limits_of(**{name: one.get(name, re.split(r"\s+or\s+|/", text))}))


_GOING_ON = {"exclude": "leave out", "drop": "drop"}
_EXACT = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?:only|just) (?:use )?(?P<kinds>(?:[a-z]+(?:\s+or\s+|/))*[a-z]+(?: sources?)?)",
        r"only (?:sources )?in (?P<languages>[a-z]+(?: or [a-z]+)*)",
        r"only (?P<languages>[a-z]+) sources?",
        r"only from (?P<hosts>\S+(?: or \S+)*)",
        r"only by (?P<publishers>.+)",
        r"(?:only )?since (?P<since>[\d-]+)",
        r"(?:only )?until (?P<until>[\d-]+)",
        r"places?: ?(?P<places>.+)",
        r"(?:leave out|exclude) (?P<exclude>.+)",
        r"drop (?:the (?:side|section) )?(?P<drop>.+)",
        r"(?:add|also (?:look at|cover|include)) (?P<add>.+)",
        r"focus on (?P<focus>.+)",
        r"(?P<finish>finish|write now|write the report)(?: now)?",
        r"budget (?P<budget>\d{1,4})(?: tasks| iterations)?",
    )
)
"""Each form; its group is named for the field of the limits, or the act, that it holds."""
