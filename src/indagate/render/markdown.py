"""Text put into Markdown so that it is shown as it is and cannot act as markup."""

from __future__ import annotations

import re

_BLANK = re.compile("[\x0b\x0c\x1c-\x1f\x85]")
_UNSHOWN = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ufffe\uffff]"
)
_SURROGATE = re.compile("[\ud800-\udfff]")
_ALWAYS = re.compile(r"[\\`*\[\]~]")
_LOOSE_UNDERSCORE = re.compile(r"(?<![^\W_])_|_(?![^\W_])")
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_OPENING = re.compile(r"^(\s*)([#>+=-]|\d+[.)](?=\s|$))")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


def visible(text: str) -> str:
    """Return `text` without control and direction signs, which could act on a terminal; surrogates become U+FFFD."""
    return _SURROGATE.sub("\ufffd", _UNSHOWN.sub("", _BLANK.sub(" ", text)))


def escape(text: str) -> str:
    """Return `text` on one line, with everything that Markdown would take for markup escaped."""
    flat = " ".join(visible(text).split())
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
    """Return what `escape` was given, but for white space and signs that are not visible."""
    return _ESCAPED.sub(r"\1", text)
