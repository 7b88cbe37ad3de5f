"""A person's word about a mission as typed amendments, and the exact forms understood without a model."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
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
        return ", ".join(told(self.limits)) or f"{'focus on' if self.act == 'focus' else self.act} {self.value}".strip()


def exact(text: str) -> tuple[tuple[Amendment, ...], str]:
    """Return the amendments of a text in exact forms, and the first part of it that is in none of them, if any."""
    found: list[Amendment] = []
    for part in re.split(r"\s*[;,]\s*(?:and\s+)?|\s+and\s+|(?<=[^\d])\.\s+", " ".join(text.split()).strip(" .!")):
        try:
            found.append(form(part))
        except ValueError:
            return tuple(found), part or text
    return tuple(found), ""


def form(text: str) -> Amendment:
    """Return the amendment of a text in one exact form. Raises `ValueError` for what is in none."""
    bare = " ".join(text.split()).strip(" .!")
    for match in filter(None, (pattern.fullmatch(bare) for pattern in _EXACT)):
        ((name, value),) = match.groupdict().items()
        if name in get_args(Act):
            return Amendment(cast(Act, name), "" if name == "finish" else value.strip())
        one: dict[str, Any] = {"since": value, "until": value, "exclude": [value]}
        with contextlib.suppress(ValueError):
            return Amendment("limit", "", limits_of(**{name: one.get(name, re.split(r"\s+or\s+|/", value))}))
    raise ValueError(f"{text!r} is in none of the forms: {'; '.join(FORMS)}")


def limits_in(forms: Iterable[str]) -> Constraints:
    """Return the limits of texts, each in one exact form. Raises `ValueError` for what is no limit."""
    made = [form(text) for text in forms]
    if others := [item.said for item in made if item.act != "limit"]:
        raise ValueError(f"{others[0]!r} is no limit on sources")
    return reduce(Constraints.with_more, (item.limits for item in made), UNLIMITED)


def refusal(text: str) -> str:
    """Say that a text was not understood, and the forms that are."""
    return f"not understood: “{text[:120]}”; without a model these are: {'; '.join(FORMS)}"


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
