"""What a note tells not to have been, or only in general: "no run today", "squat day skipped", "I like to run"."""

from __future__ import annotations

from indagate.flows.notes.lexicon import Hit
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.token import plain

_BEFORE_IT = pattern(
    r"\b(no|not|без|not a|никак\w*|without|zero|off|kein\w*)\s*$|\b(не|didn'?t|did not|skipped|skip|missed|"
    r"cancell?ed|never|"
    r"instead of|вместо|нет|ни|пропустил\w*|отменил\w*|haven'?t|couldn'?t|wasn'?t|nicht|ohne)\b[^,]{0,30}$"
)
_AFTER_IT = pattern(
    r"\W*((day|session|workout|training|practice|тренировк\w+)\s)?((is|was|were|день|сегодня|today)\s)?(cancell?ed|"
    r"skipped|didn'?t happen|отменил\w*|отменен\w*|"
    r"не было|не делал\w*|пропустил\w*|пропущена?|не состоял\w*|"
    r"не бегал\w*|не болит|не болел\w*|не болят|не пошел|не пошла|нет\b|fiel aus|gone|none|"
    r"в порядке|прош(ло|ла|ел)|doesn'?t hurt|didn'?t hurt|no pain|not hurting|without pain|без боли|pain[- ]free)"
)
_ALL_WELL = pattern(r"\W*(?:(?:is|was|feels|felt|are|much) )*(?:fine|ok|okay|quiet|good|perfect)\b")
"""What denies a complaint, and nothing else: "knee is fine"."""
_NOT_DENIED = pattern(r"\bне (очень|так|спеша|торопясь|только|слишком)\b|\bnot (only|just|too)\b|no problem|не выспал")


def denies(text: str, since: int, hit: Hit, end: int, *, complaint: bool) -> bool:
    """Whether a clause denies an activity: right before it, or after it; a complaint by being well."""
    before = plain(text[since : hit.start])
    if _BEFORE_IT.search(before):
        return not _NOT_DENIED.search(plain(text[since : hit.end]))
    after = plain(text[hit.end : end])
    return bool(_AFTER_IT.match(after)) or (complaint and bool(_ALL_WELL.match(after)))


_GENERAL = pattern(
    r"\b(i (like|love|prefer|enjoy|hate)|люблю|нравится|предпочитаю|ненавижу|usually|обычно|always|всегда|"
    r"from now on|отныне|(?:gives?|makes?|keeps?) me)\b"
)


def in_general(text: str, start: int, hit: Hit, end: int) -> bool:
    """Whether a mention without a value speaks of the thing in general: "I like to run", "люблю бегать"."""
    return bool(_GENERAL.search(plain(text[start:end]))) or plain(text[hit.start : hit.end]).endswith(("ть", "ться"))
