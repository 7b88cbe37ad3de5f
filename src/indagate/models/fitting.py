"""What a role shows, cut to a model's context: by rank, the longest first, and never a person's own few words."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from indagate.engine import encode
from indagate.models.role import Role

BYTES_A_TOKEN = 3
"""Few texts have more tokens than a third of their bytes."""
LONG = 1_200
"""Characters of a text from which on it may be cut, and those that then stay at least."""
CUT = " … [cut to fit]"


def less(role: Role[Any, Any], question: Any, over: int) -> tuple[Any, bool] | None:
    """Return a question that shows less, since it has so many tokens too much; None where nothing can be left out.

    Beside it, whether what it leaves out is shown nowhere: what the role shortens itself says so where it stands.

    First the oldest results by reference, where the role can; then what is last in the longest of its ranked fields, or
    of all its lists where it ranks none; then the end of the longest text.
    """
    if over <= 0:
        return None
    if role.shorten is not None and (shorter := role.shorten(question)) is not None:
        return shorter, False
    names = role.ranked or tuple(field.name for field in fields(question))
    lists = [name for name in names if isinstance(value := getattr(question, name), tuple) and len(value) > 1]
    if lists:
        longest = max(lists, key=lambda name: len(encode(getattr(question, name))))
        items = getattr(question, longest)
        kept, freed = len(items), 0
        while kept > 1 and freed < over:
            kept -= 1
            freed += len(encode(items[kept])) // (2 * BYTES_A_TOKEN)  # what is shown of an item may be less of it
        return replace(question, **{longest: items[:kept]}), True
    texts = [field.name for field in fields(question) if isinstance(getattr(question, field.name), str)]
    longest = max(texts, key=lambda name: len(getattr(question, name)), default="")
    text = getattr(question, longest) if longest else ""
    if len(text) <= LONG + len(CUT):
        return None
    kept = max(LONG, len(text) - len(CUT) - over * BYTES_A_TOKEN)
    return replace(question, **{longest: text[:kept].removesuffix(CUT) + CUT}), True
