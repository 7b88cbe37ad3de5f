"""Forms made of the JSON Schema of a flow's wire form, and what is said in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from indagate.app.describing import schema_of
from indagate.flow.wire import ShelfName
from indagate.server.page.render import Form, one
from indagate.server.problem import Refused

if TYPE_CHECKING:
    from indagate.flow import Flow

LONG = 1_000
"""Signs from which on a text is written in several lines."""


@dataclass(frozen=True)
class Field:
    """A field of a form: `kind` is area, text, number, date, check, choice, many or lines (one item a line)."""

    name: str
    kind: str
    required: bool = False
    default: Any = ""
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    whole: bool = False

    @property
    def label(self) -> str:
        """What stands above it."""
        words = self.name.replace("_", " ")
        return words[:1].upper() + words[1:]

    def written(self, form: Form, preset: str = "") -> str:
        """Return what stands in it: what was said, else what is set for it, else its default."""
        if self.name in form:
            return form[self.name][-1]
        default = self.default
        return preset or ("\n".join(map(str, default)) if isinstance(default, list | tuple) else str(default))

    def read(self, form: Form) -> Any:
        """Return what a form says in it; None where it says nothing. Raises `Refused` for a number that is none."""
        if self.kind == "check":
            return bool(one(form, self.name))
        if self.kind == "many":
            return [choice for choice in form.get(self.name, []) if choice in self.choices]
        text = one(form, self.name)
        if self.kind == "lines":
            return [line.strip() for line in text.splitlines() if line.strip()]
        if not text and not self.required:
            return None
        if self.kind != "number":
            return text
        try:
            return int(text) if self.whole else float(text)
        except ValueError:
            raise Refused(422, "input_error", f"{self.label} takes a number, not {text[:40]!r}") from None


def fields_of(flow: Flow, shelves: Sequence[str]) -> tuple[str, tuple[Field, ...]]:
    """Return what a flow's wire form says of itself, and its fields; names of shelves are chosen from `shelves`."""
    assert flow.wire is not None
    schema = schema_of(flow.wire)
    form = schema["$defs"][schema["$ref"].rpartition("/")[2]]
    required = set(form.get("required", ()))
    doc = " ".join(form.get("description", "").replace("`", "").split())
    return doc, tuple(_field(name, item, name in required, shelves) for name, item in form["properties"].items())


def _field(name: str, item: Mapping[str, Any], required: bool, shelves: Sequence[str]) -> Field:
    default = "" if item.get("default") is None else item["default"]
    item = next((kind for kind in item.get("anyOf", ()) if kind.get("type") != "null"), item)
    if item.get("description") == schema_of(ShelfName)["description"]:
        return Field(name, "choice", required, default, ("", *shelves))
    if "enum" in item:
        return Field(name, "choice", required, default, tuple(item["enum"]))
    kind = item.get("type")
    if kind == "boolean":
        return Field(name, "check", default=bool(default))
    if kind in ("integer", "number"):
        return Field(
            name, "number", required, default, least=item.get("minimum"), most=item.get("maximum"),
            whole=kind == "integer",
        )  # fmt: skip
    if kind == "array":
        inner = item.get("items", {})
        return Field(name, "many" if "enum" in inner else "lines", required, default, tuple(inner.get("enum", ())))
    if item.get("format") == "date":
        return Field(name, "date", required, default)
    return Field(name, "area" if item.get("maxLength", LONG) >= LONG else "text", required, default)
