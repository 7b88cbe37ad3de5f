"""What the wire may never name: every flow's form is walked, and attacked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from indagate.app import find_flow
from indagate.app.describing import describe, schema_of
from indagate.app.registry import SHIPPED

WIRED = ("mission", "notes", "proof", "report", "task")
FREE = {
    "mission": {"question", "only", "since", "until", "exclude", "source_languages", "places", "language"},
    "notes": {"text"}, "proof": {"statement", "informal"}, "report": {"query"},
    "task": {"goal", "required", "prohibited"},
}  # fmt: skip
"""The fields that hold free text: nothing in src reads them as a path or an address."""
HOSTILE = (
    "/etc/passwd", "../secret", "a/b", "C:\\x", "~", "http://10.0.0.1/", "file:///etc/passwd", "user@host", "a b",
    "x;rm", "$(id)", ".", "..", "a\x00b", "a\nb", "ａ／ｂ", "-rf",
)  # fmt: skip


def strings(schema: Any, root: Any, field: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every place of a schema that takes text, with the field that it is in."""
    if "$ref" in schema:
        yield from strings(root["$defs"][schema["$ref"].rpartition("/")[2]], root, field)
    for name, inner in schema.get("properties", {}).items():
        yield from strings(inner, root, field or name)
    for inner in (schema.get("items"), *schema.get("prefixItems", ()), *schema.get("anyOf", ())):
        if isinstance(inner, dict):
            yield from strings(inner, root, field)
    assert schema.get("additionalProperties") in (None, False), f"{field} takes any key"
    kind = schema.get("type")
    if kind == "string" or (kind is None and not {"$ref", "anyOf", "enum", "const", "properties"} & set(schema)):
        yield field, schema


@pytest.mark.parametrize("name", WIRED)
def test_every_text_of_a_wire_form_is_free_text_a_date_a_fixed_word_or_a_name(name: str) -> None:
    """A field is not on the wire unless its flow declares it, and what it declares holds no path and no address."""
    form = find_flow(name).flow.wire
    assert form is not None
    schema = schema_of(form)
    found = list(strings(schema, schema))
    assert {field for field, _ in found} >= FREE[name]
    for field, inner in found:
        if field in FREE[name]:
            assert inner["maxLength"] <= 20_000, field
        elif "enum" not in inner and inner.get("format") != "date":
            for word in HOSTILE:
                assert not re.search(inner["pattern"], word), f"{name}.{field} takes {word!r}"


def test_the_walk_sees_a_field_that_is_not_declared_safe() -> None:
    """A plain text, or a mapping, does not pass."""
    plain = msgspec.json.schema(msgspec.defstruct("Plain", [("folder", str)]))
    assert [field for field, inner in strings(plain, plain) if "pattern" not in inner] == ["folder"]
    mapping = msgspec.json.schema(msgspec.defstruct("Mapping", [("sources", dict[str, str])]))
    with pytest.raises(AssertionError, match="any key"):
        list(strings(mapping, mapping))


def test_flows_without_a_wire_form_say_so() -> None:
    """The agent of a task is started by tasks alone."""
    assert describe(find_flow("react").flow)["wire"] is None
    assert {name for name in SHIPPED if find_flow(name).flow.wire is not None} == set(WIRED)
