"""Required and prohibited elements: words and phrases, in any case and inflection, wherever a reader sees them."""

from __future__ import annotations

import re

from indagate.evidence.language import language
from indagate.flows.task.criteria import AcceptanceCriteria
from indagate.flows.task.critic.inflection import same_word
from indagate.flows.task.critic.verdict import Finding
from indagate.flows.task.critic.visible import look_alike, plain

MISSED, FORBIDDEN = 0.4, 0.3
"""The most that an answer scores without what is required, or with what is prohibited."""
_PIECE = re.compile(r"\d+(?:[.,:]\d+)*|(?:[^\W\d_]|[\u0300-\u036f])+(?:['’][^\W\d_]+)*\d*|[+#%$€£&@=<>/]")
_GERMAN = re.compile(r"[äöüß]|\b(?:der|die|das|und|ist|ein|eine|nicht|mit|für|auf)\b", re.IGNORECASE)


def elements(answer: str, acceptance: AcceptanceCriteria) -> list[Finding]:
    """Return whether each required element is there, and each prohibited one is not."""
    text = _pieces(plain(answer))
    joined = _pieces(re.sub(r"-\n[ \t]*", "", plain(answer)))
    german = language(answer) == "de" or bool(_GERMAN.search(answer))
    found = []
    for element in acceptance.required_elements:
        there = any(_there(one, text, german) or _there(one, joined, german) for one in _alternatives(element))
        message = f"{element!r} is there" if there else f"{element!r} is required and missing"
        found.append(Finding("required", there, message, MISSED))
    for element in acceptance.prohibited_elements:
        seen = [_pieces(look_alike(plain(answer))), text, joined]
        there = any(_there(one, words, german) for one in _alternatives(element) for words in seen)
        there = there or any(_there(one, seen[0], german) for one in _alternatives(look_alike(element)))
        message = f"{element!r} is prohibited and there" if there else f"{element!r} is not there"
        found.append(Finding("prohibited", not there, message, FORBIDDEN))
    return found


def _alternatives(element: str) -> list[list[str]]:
    return [pieces for part in element.split("|") if (pieces := _pieces(part))]


def _pieces(text: str) -> list[str]:
    return _PIECE.findall(text)


def _there(wanted: list[str], text: list[str], german: bool) -> bool:
    """Whether the words of a phrase stand one after the other."""
    starts = range(len(text) - len(wanted) + 1)
    return any(all(same_word(one, text[at + n], german) for n, one in enumerate(wanted)) for at in starts)
