"""Text put into Markdown so that it is shown as it is and cannot act as markup."""

from __future__ import annotations

import re

_ALWAYS = re.compile(r"[\\`*\[\]~]")
_LOOSE_UNDERSCORE = re.compile(r"(?<![^\W_])_|_(?![^\W_])")
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_OPENING = re.compile(r"^(\s*)([#>+=-]|\d+[.)](?=\s|$))")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


def escape(text: str) -> str:
    """Return `text` on one line, with everything that Markdown would take for markup escaped."""
    flat = " ".join(text.split())
    flat = _ALWAYS.sub(lambda sign: "\\" + sign[0], flat)
    flat = _LOOSE_UNDERSCORE.sub(lambda sign: "\\" + sign[0], flat)
    flat = _TAG.sub(r"\\<", flat)
    flat = _ENTITY.sub(r"\\&", flat)
    return _OPENING.sub(_open, flat)


def _open(found: re.Match[str]) -> str:
    sign = found[2]
    return f"{found[1]}{sign[:-1]}\\{sign[-1]}"


def in_table(text: str) -> str:
    """Return `text` as `escape` does, fit for a table's cell."""
    return escape(text).replace("|", "\\|")


def unescape(text: str) -> str:
    """Return what `escape` was given, but for white space."""
    return _ESCAPED.sub(r"\1", text)
