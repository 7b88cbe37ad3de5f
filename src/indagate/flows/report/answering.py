"""Which findings answer the query: for each side of the matter that it asks for, those nearest to what it names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from indagate.flows.report.compose import phrase, unrelated, weighed
from indagate.flows.report.files import Aspect, Calculation, Finding, FindingKind, Language
from indagate.flows.report.joint import joint
from indagate.flows.report.layout import NAMED, relevance
from indagate.flows.report.mention import asked_of, place_of
from indagate.flows.report.offline import ORDER
from indagate.flows.report.review import OVER_TIME, Found
from indagate.flows.report.text import Claim
from indagate.flows.report.wish import COUNTED, Wish, aspect_places, bare, named_aspects, wish_of

TABLES = 5
"""Tables or measures that a query names of which each is answered."""
FEW = 3
"""Measures that are all told of where the query names none; also how many of one side are told at most."""
TABLE = 0.6
"""How near a measure is whose table the query names."""
_ANSWERS: Mapping[Aspect, tuple[FindingKind, ...]] = {
    "series": ("trend", "regime_change", "cycle", "level"), "compare": ("mix", "growth", "ranking", "composition"),
    "relate": ("lead_lag", "correlation"), "distribution": ("distribution",),
}  # fmt: skip


def answers(
    found: Found, query: str, language: Language, done: Sequence[Calculation] = ()
) -> Iterator[Finding | Claim]:
    """Yield what answers each side of the matter that the query names: a finding, or that there is none."""
    told: list[Finding] = []
    wish, named, near = wish_of(query), named_aspects(query), Nearness(found, query)
    for aspect in _sides(query):
        if (
            aspect == "series"
            and told
            and ("series" not in named or ((wish.growth or wish.evenness) and not _change_asked(wish)))
        ):
            continue
        if aspect == "relate" and wish.difference and (claim := joint(found, near.query, language)):
            yield claim
            continue
        fresh = [one for one in _of_side(aspect, found, query, near) if one not in told]
        told += fresh
        yield from fresh
        if aspect == "relate" and not fresh:
            loose = "no_lead" if wish.leads else "loose" if weighed(done) else ""
            yield Claim(phrase(loose, language)) if loose else unrelated(found, done, language)
        if aspect == "series" and wish.seasons and not _of(found, ("seasonality", "months")):
            yield Claim(phrase("no_season", language))
    if wish.odd and told:
        odd = _of(found, ("anomaly", "outlier"))
        same = [one for one in odd if one.column == told[0].column] or odd
        yield same[0] if same else Claim(phrase("no_oddity", language))


def _change_asked(wish: Wish) -> bool:
    """Whether a query asks how things changed, beside which of them did most."""
    return wish.over_time or wish.seasons or wish.cycles


def _sides(query: str) -> list[Aspect]:
    """Return the sides of the matter in the order in which a query asks for them; change over time if it names none."""
    places = aspect_places(query)
    if wish_of(query).together and wish_of(query).difference:  # what sets apart: both, and what goes along first
        places["relate"] = min(places.get("relate", 0), places.get("compare", 0))
    return sorted(_wanted_sides(query), key=lambda aspect: places.get(aspect, len(query)))


def _wanted_sides(query: str) -> list[Aspect]:
    """Return the sides of the matter that a query asks for, what it asks for in so many words first."""
    named, wish = named_aspects(query), wish_of(query)
    first: list[Aspect] = ["relate"] if wish.together and not wish.seasons else []
    first += ["compare"] if wish.growth or wish.evenness or wish.difference or wish.counted else []
    order = list(dict.fromkeys([*first, *(one for one in ORDER if one in named)]))
    if "compare" not in order and wish.groups:
        order.append("compare")
    return order if "series" in order or wish.odd or wish.difference else [*order, "series"]


def _of_side(aspect: Aspect, found: Found, query: str, near: Nearness) -> list[Finding]:
    """Return what answers one side of the matter."""
    wish = wish_of(query)
    if aspect == "relate" and not wish.leads:
        return _relations(found, query, near)
    if aspect == "compare" and (special := _compared(found, query, near)):
        return special
    kinds = _kinds(aspect, wish)
    fitting = [one for one in _of(found, kinds) if aspect != "series" or not _any_part(one, query)]
    ranked = sorted(fitting, key=lambda one: _rank(one, kinds, found, query, near))
    told = _each_measure(ranked, found, query, aspect, near)
    if aspect != "series" or wish.seasons or wish.growth:
        return told
    return _side_by_side(told, found, near)


def _side_by_side(told: Sequence[Finding], found: Found, near: Nearness) -> list[Finding]:
    """Return what is told of measures over time; of a table that the query names, its measures in one sentence.

    What it names of them besides has its own sentence still.
    """
    surveys = {one.table: one for one in _of(found, ("courses",)) if near.of_table(one)}
    kept: list[Finding] = []
    for one in told:
        if one.table not in surveys or near.own(one) >= NAMED:
            kept.append(one)
        elif surveys[one.table] not in kept:
            kept.append(surveys[one.table])
    return kept


def _compared(found: Found, query: str, near: Nearness) -> list[Finding]:
    """Return what answers a question on counts, growth, evenness or differences; nothing where it asks none of them."""
    wish = wish_of(query)
    told: list[Finding] = []
    if wish.counted:
        counts = [one for one in _of(found, ("ranking",)) if one.column == COUNTED]
        told += sorted(counts, key=lambda one: -relevance(_partner(one, found), query))[:1]
    if wish.growth:
        told += _nearest(_of(found, ("growth",)), near)[:1]
    if wish.evenness:
        told += _nearest(_of(found, ("steadiness",)), near)[:1]
    if wish.difference:
        named = [one for one in _of(found, ("difference",)) if near.own(one) >= NAMED]
        told += named[:2] or _each_table(_of(found, ("differences",)), near) or _of(found, ("difference",))[:2]
    return told


def _nearest(findings: Sequence[Finding], near: Nearness) -> list[Finding]:
    """Return findings by how much of them the query names, of equals those of many columns side by side first."""
    return sorted(findings, key=lambda one: (-near(one), bool(one.column), -one.weight))


def _each_table(findings: Sequence[Finding], near: Nearness) -> list[Finding]:
    """Return the heaviest finding of each table, of a few tables, in the order in which the query names them."""
    first: dict[str, Finding] = {}
    for one in findings:
        first.setdefault(one.table, one)
    return sorted(first.values(), key=near.place)[:TABLES]


def _relations(found: Found, query: str, near: Nearness) -> list[Finding]:
    """Return how measures go together: strong relations of what the query names, else what there is, however loose.

    Two measures that are called alike (two temperatures) say little of what goes together, and come last.
    """
    strong = [one for one in _of(found, ("lead_lag", "correlation")) if near(one) >= NAMED]
    loose = _of(found, ("relation",))
    both = [one for one in loose if _names_both(one, found, query, near)] if not strong else []
    chosen = sorted(both or strong or loose, key=lambda one: (_alike(one, found), -abs(one.value or 0.0)))
    return chosen[: TABLES if both else 2]


def _names_both(finding: Finding, found: Found, query: str, near: Nearness) -> bool:
    return near(finding) >= NAMED and relevance(_partner(finding, found), query) >= NAMED


def _alike(finding: Finding, found: Found) -> bool:
    return relevance(_title(finding, found), _partner(finding, found)) >= NAMED


def _any_part(finding: Finding, query: str) -> bool:
    """Whether a finding is of one group that the query does not name: such a one answers no question on the whole."""
    return bool(finding.group) and finding.kind in OVER_TIME and relevance(finding.group, query) < 1.0


def _kinds(aspect: Aspect, wish: Wish) -> tuple[FindingKind, ...]:
    """Return the kinds of findings that answer a side of the matter, the likeliest first."""
    kinds = _ANSWERS[aspect]
    if aspect == "series" and wish.cycles:
        kinds = ("cycle", *kinds)
    if aspect == "series" and wish.seasons:
        return ("seasonality", "months", *kinds)
    if aspect == "compare" and not wish.over_time:
        return tuple(kind for kind in kinds if kind not in ("growth", "mix"))
    return ("lead_lag",) if aspect == "relate" and wish.leads else kinds


def _rank(
    finding: Finding, kinds: tuple[FindingKind, ...], found: Found, query: str, near: Nearness
) -> tuple[bool, int, float, int, int, float]:
    """Return by what answers are ordered: what the query names, in its order; then by columns, kinds and weight."""
    over_time = finding.kind in OVER_TIME
    place = list(found.subjects).index((finding.table, finding.column)) if over_time and finding.column else -1
    by = relevance(_partner(finding, found), query) if finding.partner and not over_time else 0.0
    named = near(finding) >= NAMED or (over_time and near.of_table(finding))
    where = near.place(finding) if named and over_time else 0
    return not named, where, -near(finding) - by, place, kinds.index(finding.kind), -finding.weight


def _each_measure(ranked: Sequence[Finding], found: Found, query: str, aspect: Aspect, near: Nearness) -> list[Finding]:
    """Return the first finding; over time the first of each measure that the query names, of groups of each division.

    Of all measures that it names by one word a few are told, of each word at least one; of one measure two divisions.
    """
    if aspect == "compare":
        by: dict[str, Finding] = {}
        for one in ranked:
            if not by or (one.column == ranked[0].column and relevance(_partner(one, found), query) >= NAMED):
                by.setdefault(one.partner, one)
        return list(by.values())[:2]
    chosen: dict[tuple[str, str], Finding] = {}
    nothing = not any(near(one) >= NAMED for one in ranked)
    few = nothing and len({(one.table, one.column) for one in ranked}) <= FEW
    for one in ranked:
        if not chosen or (aspect == "series" and (few or near(one) >= NAMED or near.of_table(one))):
            chosen.setdefault((one.table, one.column), one)
    firsts = {near.place(one): one for one in reversed(chosen.values())}
    told = [one for one in chosen.values() if one in firsts.values()][:TABLES]
    more = [one for one in chosen.values() if one not in told][: max(0, FEW - len(told))]
    return [one for one in chosen.values() if one in told or one in more]


def _of(found: Found, kinds: Sequence[FindingKind]) -> list[Finding]:
    return [one for one in found.findings if one.kind in kinds and one.partner != "part"]


class Nearness:
    """How much of what a finding measures a query names; where it names a table and none of its measures, of all."""

    def __init__(self, found: Found, query: str) -> None:
        self._found = found
        self.query = bare(query)
        self._own = {where: self._told(*where) for where in dict.fromkeys((f.table, f.column) for f in found.findings)}
        self._named = {table for (table, _), own in self._own.items() if own >= NAMED}
        self._tables = {table for table, _ in self._own if relevance(table, self.query) >= NAMED}
        self._tables -= {
            table
            for (table, column), own in self._own.items()
            if own >= NAMED and any(asked_of(table, text, self.query) for text in self._called(table, column))
        }

    def _called(self, table: str, column: str) -> tuple[str, str]:
        return self._found.names.get((table, column), column), column

    def _told(self, table: str, column: str) -> float:
        return max(relevance(text, self.query) for text in self._called(table, column))

    def own(self, finding: Finding) -> float:
        """Return how much of a finding's own measure the query names."""
        return self._own.get((finding.table, finding.column), 0.0)

    def of_table(self, finding: Finding) -> bool:
        """Whether the query names the table that a finding is from, and not only to say of what it asks."""
        return finding.table in self._tables

    def place(self, finding: Finding) -> int:
        """Return where the query names a finding's measure first; where it names only its table, that."""
        table, column = finding.table, finding.column
        own = min(place_of(text, self.query) for text in self._called(table, column))
        return own if self.own(finding) >= NAMED else place_of(table, self.query)

    def __call__(self, finding: Finding) -> float:
        """Return from 0 to 1 how near a finding is; one more where the query names its group."""
        named = finding.kind in OVER_TIME and finding.group and relevance(finding.group, self.query) == 1.0
        table = TABLE if self.of_table(finding) and finding.table not in self._named else 0.0
        beside = NAMED if finding.kind == "courses" and finding.table in self._named else 0.0
        return max(self.own(finding), table, beside) + float(bool(named))


def _title(finding: Finding, found: Found) -> str:
    return found.names.get((finding.table, finding.column), finding.column)


def _partner(finding: Finding, found: Found) -> str:
    named = (title for (_, heading), title in found.names.items() if heading == finding.partner)
    return found.names.get((finding.table, finding.partner)) or next(named, finding.partner)
