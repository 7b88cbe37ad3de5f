"""Facts that contradict each other, and what they disagree about; never averaged."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Literal

from indagate.evidence import scope
from indagate.evidence.claim import Claim, claims
from indagate.evidence.clause import Token, tokens
from indagate.evidence.differing import differ
from indagate.evidence.fact import Fact, Status, order
from indagate.evidence.language import language
from indagate.evidence.meeting import Meeting, meetings
from indagate.evidence.source import Source
from indagate.evidence.supersession import superseding

_WORDS = 8


class Severity(StrEnum):
    """How much a conflict matters."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class Conflict:
    """Facts `a` and `b` (ids, in canonical order, with their sources) give different answers `about` one thing.

    `favours` is the fact that the sources' own words speak for, and `ground` those words: that the other is out of
    date, or only hearsay.
    """

    a: str
    b: str
    a_source: str
    b_source: str
    about: str
    kind: Literal["number", "date", "negation", "name"]
    severity: Severity
    difference: str
    favours: str = ""
    ground: str = ""


def conflicts(facts: Iterable[Fact], sources: Mapping[str, Source]) -> list[Conflict]:
    """The contradictions among the active facts of known sources, in canonical order; two facts conflict once."""
    active = sorted((fact for fact in facts if fact.status is Status.ACTIVE and fact.source in sources), key=order)
    said = [claim for at, fact in enumerate(active) for claim in claims(at, fact, sources[fact.source])]
    within: dict[int, list[Claim]] = defaultdict(list)
    for claim in said:
        within[claim.fact].append(claim)
    met: dict[tuple[int, int], list[Meeting]] = defaultdict(list)
    for meeting in meetings(said):
        one, other = active[meeting.one.fact], active[meeting.other.fact]
        if one.source == other.source and one.start < other.end and other.start < one.end:
            continue
        met[meeting.one.fact, meeting.other.fact].append(meeting)
    found = []
    for (first, second), differing in sorted(met.items()):
        strong = _told(differing, within)
        if not strong:
            continue
        ground = superseding(active[first], active[second], active, sources)
        if not ground[0]:
            ground = _hearsay(active[first], active[second], strong[0])
        found.append(_conflict(active[first], active[second], strong, ground))
    return found


def _told(differing: list[Meeting], within: Mapping[int, list[Claim]]) -> list[Meeting]:
    """The differences that count: values before denials, and for each value the one of the other's that it is nearest.

    A value that agrees with another cell of the row that it meets differs from nothing.
    """
    values = [each for each in differing if each.one.sort != "negation"]
    if not values:
        return differing
    nearest: dict[tuple[str, str], Meeting] = {}
    for each in sorted(values, key=lambda meeting: (meeting.unsure, meeting.share)):
        sentence = each.one if each.other.row else each.other
        row = each.other if each.other.row else each.one
        if row.row and not sentence.row and _agrees(sentence, within[row.fact]):
            continue
        nearest.setdefault((each.one.text, each.one.unit) if row is each.other else (each.other.text, row.unit), each)
    return [each for each in values if each in nearest.values()]


def _agrees(sentence: Claim, cells: list[Claim]) -> bool:
    """Whether some cell of a row has the value of a sentence."""
    value = sentence.value
    return value is not None and any(
        cell.unit == sentence.unit and cell.value and not differ(cell.value, value) for cell in cells
    )


def _conflict(one: Fact, other: Fact, differing: list[Meeting], ground: tuple[str, str]) -> Conflict:
    severity = min((_severity(each) for each in differing), key=list(Severity).index)
    return Conflict(
        one.id, other.id, one.source, other.source, _about(one, other, differing), differing[0].one.sort, severity,
        ", ".join(dict.fromkeys(each.text for each in differing)), *ground,
    )  # fmt: skip


def _severity(meeting: Meeting) -> Severity:
    """By the size of the difference; one step less where the two are not quite worded alike."""
    sizes = (Severity.HIGH if meeting.share >= Decimal("0.4") else
             Severity.MEDIUM if meeting.share >= Decimal("0.1") else Severity.LOW)  # fmt: skip
    if not meeting.unsure:
        return sizes
    return Severity.MEDIUM if sizes is Severity.HIGH else Severity.LOW


def _hearsay(one: Fact, other: Fact, meeting: Meeting) -> tuple[str, str]:
    """The side that is not only hearsay, when the other says of itself that it is."""
    left, right = meeting.one.hedge, meeting.other.hedge
    if bool(left) == bool(right) or one.source == other.source:
        return "", ""
    kept, words = (other, left) if left else (one, right)
    return kept.id, f"the other says of itself “{words.strip()}”"


def _about(one: Fact, other: Fact, differing: list[Meeting]) -> str:
    """The words that both say, in the order of the statement that has more of them; neighbours stand together."""
    shared = {form for each in differing for form in _shared(each)}
    phrases = [_phrases(fact, shared) for fact in (one, other)]
    best = max(phrases, key=lambda found: sum(len(phrase.split()) for phrase in found))
    if not best:
        return " ".join(sorted(shared)[:_WORDS])
    kept: list[str] = []
    for phrase in best:
        if sum(len(each.split()) for each in kept) + len(phrase.split()) > _WORDS and kept:
            break
        kept.append(phrase)
    return ", ".join(kept)


def _shared(meeting: Meeting) -> set[str]:
    narrow = {form for claim in (meeting.one, meeting.other) for form in _scope_words(claim)}
    held = [claim.own | claim.around for claim in (meeting.one, meeting.other)]
    return set(meeting.shared) | narrow | {form for form in held[0] & held[1] if scope.caps(form)}


def _scope_words(claim: Claim) -> set[str]:
    return {group for _, groups in claim.scopes for group in groups}


def _phrases(fact: Fact, shared: set[str]) -> list[str]:
    """The shared words of a statement as spelled, run together where only a hyphen or space parts them."""
    text = fact.statement
    code = language(text)
    found: list[tuple[int, int]] = []
    seen: set[str] = set()
    for token in tokens(text, code):
        new = set(token.forms) & shared - seen
        if not new:
            continue
        seen |= new
        if found and _run_on(text, found[-1], token):
            found[-1] = (found[-1][0], token.end)
        else:
            found.append((token.start, token.end))
    return [text[start:end] for start, end in found]


def _run_on(text: str, phrase: tuple[int, int], token: Token) -> bool:
    """Whether a word goes on with the phrase before it; a name does not run on into the verb after it."""
    start, end = phrase
    named = start > 0 and text[start].isupper() and token.text.islower()
    return not named and bool(re.fullmatch(r"[ \u00a0]|-(?:[^\W\d_]{1,3}-)?", text[end : token.start]))
