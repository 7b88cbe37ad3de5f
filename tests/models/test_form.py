"""Forms of answers: schemas and strict reading."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from indagate.flows.mission import FLOW
from indagate.models.form import LONGEST, read_answer, schema_of


@dataclass(frozen=True, slots=True)
class Part:
    """A part."""

    word: Annotated[str, Meta(max_length=5)]
    kind: Literal["a", "b"] = "a"


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole."""

    count: int
    parts: tuple[Part, ...] = ()


def test_a_schema_is_one_closed_object() -> None:
    """Nothing may be added to any object of it, and its root is no reference."""
    schema = schema_of(Whole)
    assert schema["type"] == "object"
    assert schema["additionalProperties"] is False
    assert schema["$defs"]["Part"]["additionalProperties"] is False
    assert schema["required"] == ["count"]


@pytest.mark.parametrize("role", FLOW.roles, ids=lambda role: role.name)
def test_every_role_has_a_schema(role: object) -> None:
    """Also those whose answer type is the output itself."""
    assert schema_of(role.answer or role.output)["type"] == "object"  # type: ignore[attr-defined]


def test_an_answer_is_read_also_from_a_fence() -> None:
    """Some models cannot do without one."""
    assert read_answer('```json\n{"count": 1, "parts": [{"word": "x"}]}\n```', Whole) == Whole(1, (Part("x"),))


@pytest.mark.parametrize(
    "text",
    [
        'Sure! Here you are:\n{"count": 1, "parts": []}\nAnything else?',
        '<think>{"count": 9} would be wrong</think>{"count": 1, "parts": []}',
        'First {"count": 7, "parts": []}, no: {"count": 1, "parts": []}',
        'Set {1, 2} and more: ```\n{"count": 1, "parts": []}\n```',
        '{"count": 1, "parts": [], "confidence": "high"}',
        '{"count": 1, "parts": [{"word": "x", "kind": "b", "start": 3}], "note": "one"}',
    ],
)
def test_an_answer_is_found_within_chatter_and_fields_beside_it_are_passed_over(text: str) -> None:
    """The last object that fits is meant."""
    assert read_answer(text, Whole).count == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "empty"),
        ("no", "not JSON"),
        ("[1]", "form"),
        ('{"count": "1"}', "form"),
        ('{"parts": []}', "count"),
        ('{"count": 1, "prts": []}', r"\$.prts"),
        ('{"count": 1, "parts": [{"word": "x", "kin": "b"}]}', r"\$.parts\[0\].kin"),
        ('{"count": 1, "parts": [{"word": "too long"}]}', "length"),
        ('{"count": 1, "parts": [{"word": "x", "kind": "c"}]}', "kind"),
        (" " * 10 + "x" * LONGEST, "characters"),
        ("[" * 5000, "form"),
    ],
)
def test_what_is_not_of_the_form_is_refused_with_the_reason(text: str, says: str) -> None:
    """The reason is what the model is told."""
    with pytest.raises(ValueError, match=says):
        read_answer(text, Whole)


@given(st.text(max_size=200) | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps))
def test_any_text_is_an_answer_or_a_value_error(text: str) -> None:
    """Nothing else is raised, whatever a model writes."""
    try:
        assert isinstance(read_answer(text, Whole), Whole)
    except ValueError:
        return
