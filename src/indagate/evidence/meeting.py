"""Whether two claims speak of one thing, and what they then say differently."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from indagate.evidence import scope
from indagate.evidence.claim import Claim
from indagate.evidence.concept import known
from indagate.evidence.dated import Dated
from indagate.evidence.differing import differ, share

_Postings = dict[tuple[str, str, frozenset[str], str], list[int]]
_EXTREMES = frozenset(("lowest", "highest"))
DENIED = "one denies what the other states"
_UNKNOWN = 1
"""Words beyond the dictionary that each side may have when two languages meet."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two claims about one thing that differ: by what share (1 for what has no size), and how unsure the match is."""

    one: Claim
    other: Claim
    share: Decimal
    unsure: int
    shared: frozenset[str]
    text: str


def meetings(claims: list[Claim]) -> Iterator[Meeting]:
    """Claims that differ about one thing, each pair once.

    One of two that meet has only words that the other says or has around it: so its rarest word leads to the other.
    """
    postings: _Postings = defaultdict(list)
    for at, claim in enumerate(claims):
        for key in _keys(claim):
            for form in claim.own | claim.around:
                postings[*key, form].append(at)
    tried: set[tuple[int, int]] = set()
    for at, claim in enumerate(claims):
        if not any(not scope.generic(form) for form in claim.own):
            continue
        if claim.sort == "negation" and not claim.denied:
            continue
        for near in _near(claim, postings):
            pair = (min(at, near), max(at, near))
            if near == at or pair in tried:
                continue
            tried.add(pair)
            found = _meet(claims[pair[0]], claims[pair[1]])
            if found:
                yield found


def _keys(claim: Claim) -> set[tuple[str, str, frozenset[str]]]:
    """What two claims have in common that meet at all, one of these at least."""
    marks = (claim.marks,) if claim.marks else (claim.marks, claim.titled)
    return {(claim.sort, claim.unit, one) for one in marks}


def _near(claim: Claim, postings: _Postings) -> Iterable[int]:
    """The claims that hold this one's rarest word, or for a denial one of the three rarest."""
    return {at for key in _keys(claim) for at in _keyed(claim, key, postings)}


def _keyed(claim: Claim, key: tuple[str, str, frozenset[str]], postings: _Postings) -> Iterable[int]:
    lists = sorted((postings.get((*key, form), []) for form in claim.own), key=len)
    if claim.sort == "negation":
        return {at for held in lists[:3] for at in held}
    found = set(lists[0]) if lists else set()
    bilingual = sorted((postings.get((*key, form), []) for form in claim.own if known(form)), key=len)
    return found | set(bilingual[0] if bilingual else ())


def _meet(one: Claim, other: Claim) -> Meeting | None:
    if one.fact == other.fact or not _comparable(one, other):
        return None
    met = _subject(one, other)
    if met is None:
        return None
    shared, unsure = met
    if one.sort == "number":
        return _number(one, other, shared, unsure)
    if one.sort == "date":
        return _date(one, other, shared, unsure)
    if one.sort == "name":
        return _name(one, other, shared, unsure)
    if one.denied == other.denied or one.modal != other.modal or one.unit != other.unit:
        return None
    return Meeting(one, other, Decimal(1), unsure, shared, DENIED)


def _comparable(one: Claim, other: Claim) -> bool:
    """Whether nothing but the words' agreement is left to ask: marks, conditions, rates, years, one source's labels."""
    if one.marks != other.marks and not _marked_alike(one, other):
        return False
    if one.rate and other.rate and one.rate != other.rate:
        return False
    if one.condition != other.condition and (one.sort != "negation" or (one.condition and other.condition)):
        return False
    if one.source == other.source and (
        one.sort == "negation" or not (one.alone and other.alone) or one.row or other.row or one.condition
        or other.condition or one.own != other.own or one.scopes != other.scopes
        or one.marks != other.marks or one.place != other.place
    ):  # fmt: skip
        return False
    if one.row and other.row and one.label != other.label and one.language == other.language:
        return False
    return _years(one, other) and _years(other, one)


def _marked_alike(one: Claim, other: Claim) -> bool:
    """Whether one names the very model that the other, which names none, has in its title."""
    return bool(one.marks or other.marks) and (one.marks or one.titled) == (other.marks or other.titled)


def _years(one: Claim, other: Claim) -> bool:
    """Whether both may speak of one year; a statement's own years count before those around it."""
    mine, theirs = one.years or one.years_around, other.years or other.years_around
    if mine and theirs:
        return bool(mine & theirs)
    # A year that only one names is that of the other if it is the year that the other was published in.
    return not one.years or not other.published or any(abs(year - other.published) <= 1 for year in one.years)


def _subject(one: Claim, other: Claim) -> tuple[frozenset[str], int] | None:
    """The words that both say, and how many only one says; None when they speak of different things."""
    foreign = bool(one.language and other.language and one.language != other.language)
    mine, theirs = one.own, other.own
    unknown = 0
    if foreign:
        unknown = len([form for form in mine ^ theirs if not known(form)])
        odd = max(len([form for form in own if not known(form)]) for own in (mine - theirs, theirs - mine))
        if odd > _UNKNOWN:
            return None
        mine, theirs = (
            frozenset(form for form in own if known(form) or form in mine & theirs) for own in (mine, theirs)
        )
    left, right = mine - theirs - other.around, theirs - mine - one.around
    if left and right:
        return None
    both = mine & theirs
    shared = both | (mine & other.around) | (theirs & one.around)
    if not any(not scope.generic(form) for form in both):
        return None
    extras = left | right
    named = bool(one.names & other.names) or _marked_alike(one, other)
    if (len(shared) < 2 and (extras or foreign or mine != theirs)) or not _allowed(one, other, extras, shared, named):
        return None
    if len(both) <= 2 and not named and not _same_setting(one, other):
        return None
    narrowing = _narrowing(one, other)
    if narrowing is None:
        return None
    return shared, len(extras) + unknown + narrowing


def _allowed(one: Claim, other: Claim, extras: frozenset[str], shared: frozenset[str], named: bool) -> bool:
    """Whether the words that only one says leave the subject what it is."""
    if not extras:
        return True
    if (one.label | other.label) & extras or (one.row and other.row) or one.sort == "name":
        return False
    if one.sort == "date":
        return named and extras <= one.adjuncts | other.adjuncts  # where it happened, of something that has a name
    if one.sort == "negation" and (not one.modal or extras - one.adjuncts - other.adjuncts):
        return False
    if extras & (one.modifiers | other.modifiers):
        return False
    besides = extras & (one.adjuncts | other.adjuncts)
    said = len(extras - besides) + bool(besides)  # "in calm water" says one thing more
    return said <= (max(1, len(shared)) if named else len(shared) - 1)


def _same_setting(one: Claim, other: Claim) -> bool:
    """Whether headings and titles allow that few words are said of one thing: one has none, or they share a word."""
    if not one.setting or not other.setting:
        return True
    shared = (one.setting & (other.setting | other.own)) | (other.setting & one.own)
    return any(not scope.generic(form) for form in shared)


def _narrowing(one: Claim, other: Claim) -> int | None:
    """How many kinds of narrowing only one side has; None when both narrow, but not to the same."""
    mine, theirs = dict(one.scopes), dict(other.scopes)
    for kind in mine.keys() & theirs.keys():
        if not mine[kind] & theirs[kind]:
            return None
    alone = (mine.keys() - theirs.keys() - one.narrowed_around) | (theirs.keys() - mine.keys() - other.narrowed_around)
    if "sum" in alone:
        return None
    for claim, kinds in ((one, mine), (other, theirs)):
        if any(kind in alone and kind in kinds for kind in scope.narrowed(claim.modifiers)):
            return None
    extremes = sum(len((mine | theirs)[kind] & _EXTREMES) for kind in alone)
    return len(alone) + extremes


def _number(one: Claim, other: Claim, shared: frozenset[str], unsure: int) -> Meeting | None:
    left, right = one.value, other.value
    if left is None or right is None or (one.role == "delta") != (other.role == "delta"):
        return None
    limits = one.role == other.role and one.role in ("cap", "floor")
    if {one.role, other.role} == {"cap", "floor"}:
        return None
    if not limits and one.role != other.role:
        cap, plain = (left, right) if other.role == "plain" else (right, left)
        over = plain.value > cap.value if "cap" in (one.role, other.role) else plain.value < cap.value
        if not over:
            return None
    if not differ(left, right, limits):
        return None
    unsure += bool(one.years) != bool(other.years)
    return Meeting(one, other, share(left, right), unsure, shared, f"{one.text} against {other.text}")


def _date(one: Claim, other: Claim, shared: frozenset[str], unsure: int) -> Meeting | None:
    left, right = one.dated, other.dated
    if left is None or right is None or not _other_day(left, right):
        return None
    near = bool(left.year and right.year and abs(left.year - right.year) <= 1 and not (left.month and right.month))
    return Meeting(
        one, other, Decimal("0.2") if near else Decimal(1), unsure, shared, f"{left.text} against {right.text}"
    )


def _other_day(one: Dated, other: Dated) -> bool:
    """Whether two dates name different days in what both give: year, month, day."""
    given = [(one.year, other.year), (one.month, other.month), (one.day, other.day)]
    return not (one.decade or other.decade) and any(left and right and left != right for left, right in given)


def _name(one: Claim, other: Claim, shared: frozenset[str], unsure: int) -> Meeting | None:
    if one.names != other.names or one.who & other.who or one.own != other.own:
        return None
    left, right = (" ".join(sorted(claim.who)) for claim in (one, other))
    return Meeting(one, other, Decimal(1), unsure, shared, f"{left} against {right}")
