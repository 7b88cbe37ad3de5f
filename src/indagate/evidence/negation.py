"""Whether a sentence denies something, in English, German and Russian."""

from __future__ import annotations

import re

NEGATION = re.compile(
    r"\b(?:not|no|never|neither|nor|none|cannot|without|unable|fails? to|failed to|\w+n['’]t"
    r"|nicht|kein(?:e[nrsm]?)?|nie|niemals|weder|ohne"
    r"|не|нет|ни|никогда|нельзя|без|невозможно)\b",
    re.IGNORECASE,
)
_EASILY = (
    r"\b(?:without (?:any |further |much )?(?:troubles?|problems?|difficult(?:y|ies)|effort|fail"
    r"|delay|exceptions?|doubt)"
    r"|ohne (?:weiteres|probleme?|schwierigkeiten|mühe|ausnahmen?|zweifel)"
    r"|без (?:проблем|труда|исключени[йя]|сомнени[йя]|усили[йя]))\b"
)
"""What says how something is done, and denies nothing of it."""
# Negations that deny nothing: "no more than 5", "not only", "без учёта" bounds a number or adds to it.
_EMPTY = re.compile(
    r"\b(?:no (?:more|less|fewer|later|earlier) than|not (?:only|more than|less than|least)|"
    r"nicht nur|nicht mehr als|nicht weniger als|"
    r"не только|не менее|не более|не меньше|не больше)\b|" + _EASILY,
    re.IGNORECASE,
)


def negated(text: str) -> bool:
    """Whether `text` holds an odd number of denials, bounds such as "not more than" apart."""
    return len(NEGATION.findall(_EMPTY.sub(" ", text))) % 2 == 1
