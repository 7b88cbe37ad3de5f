"""The plan: a question's sides as dimensions, and what a person's amendments make of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from indagate.flows.mission.ask import Plan, PlanQuestion
from indagate.flows.mission.chart import Constraints, Dimension
from indagate.flows.mission.offline.constraint import constraints, tidy
from indagate.flows.mission.offline.question import alone, divide, label, shared_topic
from indagate.flows.mission.offline.term import bag, strength, terms

FOCUS = 2.0
"""How much more a dimension weighs that a person wants the focus on."""

_ADD = re.compile(
    r"^(?:please\s+)?(?:(?:and\s+)?also\s+(?:cover|include|add|look at|consider|check|research|find out|say|answer|"
    r"ask)?|add|include|cover|consider|"
    r"look (?:also )?(?:at|into)|take .{0,9}into account|what about|how about|and|plus|"
    r"(?:und\s+)?auch\s+(?:noch\s+)?|zusätzlich(?: auch)?|ergänze|nimm(?: auch)?|füge|berücksichtige(?: auch)?|"
    r"behandle(?: auch)?|betrachte(?: auch)?|"
    r"(?:и\s+)?(?:ещё|еще|также)\s*(?:добавь(?:те)?|включи(?:те)?|рассмотри(?:те)?|учти(?:те)?|изучи(?:те)?)?|"
    r"добавь(?:те)?|включи(?:те)?|рассмотри(?:те)?|учти(?:те)?)\b\s*"
    r"(?:(?:the topic of|the question of|тему|вопрос о|вопрос)\s+)?(?P<what>.+)$",
    re.IGNORECASE,
)
_DROP = re.compile(
    r"^(?:please\s+)?(?:drop|remove|skip|leave out|omit|ignore|forget(?: about)?|delete|exclude|without|no|never mind|"
    r"(?:don['’]?t|do not) (?:cover|include|research|look at|care about|need)|"
    r"streiche|entferne|ohne|kein\w*|ignoriere|vergiss|(?:lass|lasse|lassen Sie)|nicht|"
    r"убери(?:те)?|удали(?:те)?|исключи(?:те)?|пропусти(?:те)?|без|не нужно|не надо|не рассматривай(?:те)?|"
    r"выкинь(?:те)?)\b\s+(?P<what>.+?)(?:\s+(?:weg|aus|raus|fort|out))?$",
    re.IGNORECASE,
)
_FOCUS = re.compile(
    r"^(?:please\s+)?(?:(?:focus|concentrate)(?: (?:more|mainly|mostly))? on|prioriti[sz]e|emphasi[sz]e|more "
    r"(?:weight|emphasis|focus) (?:on|to)|more (?:on|about)|mainly|mostly|above all|"
    r"give more weight to|konzentriere? dich (?:mehr )?auf|(?:lege? den )?(?:Schwerpunkt|Fokus)(?: liegt| legen)? "
    r"auf|fokussiere(?: dich)? auf|vor allem|mehr (?:über|zu|Gewicht auf)|"
    r"сосредоточься на|сосредоточьтесь на|сделай(?:те)? (?:упор|акцент) на|акцент на|упор на|главное|в основном|"
    r"прежде всего|больше (?:внимания|о|про))\b[\s:–-]*(?P<what>.+)$",
    re.IGNORECASE,
)
_LESS = re.compile(
    r"^(?:less (?:weight |emphasis )?(?:on|about|to)|weniger (?:über|zu|Gewicht auf)|меньше (?:внимания|о|"
    r"про))\s+(?P<what>.+)$",
    re.IGNORECASE,
)
_ONLY = re.compile(r"^(?:only|just|nur|только|лишь)\s+(?P<what>.+)$", re.IGNORECASE)
_ACT = (
    r"also|add|include|cover|drop|remove|skip|leave out|omit|focus|concentrate|prioriti[sz]e|don['’]?t|do not|less|"
    r"more|"
    r"auch|zusätzlich|ergänze|füge|streiche|entferne|lass|ohne|konzentriere?|vor allem|weniger|mehr|nimm|"
    r"также|ещё|еще|добавь(?:те)?|включи(?:те)?|учти(?:те)?|убери(?:те)?|удали(?:те)?|исключи(?:те)?|сосредоточ\w+|"
    r"сделай|без|только"
)
_CLAUSES = re.compile(
    rf"\s*[;\n]\s*|(?<=[^\d])[.!](?:\s+|$)|\s*,?\s+(?:and|but|then|und|aber|dann|и|а|но)\s+(?=(?:{_ACT})\b)|"
    rf"\s*,\s*(?=(?:{_ACT})\b)",
    re.IGNORECASE,
)
_ITEMS = re.compile(r"\s*,\s*(?:(?:and|und|и)\s+)?|\s+(?:and|und|и|as well as|sowie)\s+", re.IGNORECASE)
_ASIDE = re.compile(
    r"^(?:the|die|der|das|den|dem|any|all|alle|about|auf|part|mit)\s+|\s+(?:ab|hinzu|mit auf|auf|ein|dazu|too|as "
    r"well|instead|part|question|dimension|section|bitte|please|entirely|"
    r"Teil|Frage|часть|вопрос|тоже|ebenfalls|mehr)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Draft:
    """A plan in the making; weights are relative."""

    dimensions: tuple[Dimension, ...]
    constraints: Constraints
    topic: str


def plan(question: PlanQuestion) -> Plan:
    """Decompose a question by its wording, and let each amendment change the result."""
    core = tidy(question.question)
    kept, matter = constraints(core)
    parts = divide(matter)
    target = 4 if len(parts) == 1 else 3 if len(parts) <= 3 else 2
    dimensions = tuple(Dimension(part.name, part.question, 1.0, target) for part in parts)
    topic = shared_topic([re.sub(r" \([^()]*\)\W*$", "", part.question) for part in parts]).text
    draft = _Draft(_distinct(dimensions), kept, topic)
    for amendment in question.amendments:
        for clause in _CLAUSES.split(tidy(amendment)):
            if clause.strip(" ,."):
                draft = _amended(draft, clause.strip(" ,."))
    return Plan(core, _weighed(draft.dimensions), draft.constraints)


def _amended(draft: _Draft, clause: str) -> _Draft:
    """The draft after one clause of an amendment; what fits nothing becomes a dimension of that text."""
    limits, rest = constraints(clause)
    if limits.sources or limits.language or limits.exclusions:
        draft = replace(draft, constraints=_joined(draft.constraints, limits))
        if not _says_more(rest, limits):
            return draft
        clause = rest
    drop = _DROP.match(clause)
    if drop:
        return _dropped(draft, drop["what"])
    for pattern, factor in ((_FOCUS, FOCUS), (_LESS, 1 / FOCUS)):
        match = pattern.match(clause)
        if match:
            return _reweighed(draft, match["what"], factor)
    only = _ONLY.match(clause)
    if only:
        named = [
            one for what in _targets(draft, only["what"]) if (one := _matching(draft.dimensions, what)) is not None
        ]
        if named:
            return replace(draft, dimensions=tuple(d for d in draft.dimensions if d in named))
        geography, when = limits.geography, limits.time
        if geography or when:
            return replace(draft, constraints=_joined(draft.constraints, limits))
    if not terms(clause) or (limits.time and not _says_more(clause, limits)):
        return replace(draft, constraints=_joined(draft.constraints, limits)) if limits != Constraints() else draft
    add = _ADD.match(clause)
    what = add["what"] if add and terms(add["what"]) else clause
    items = _items(what) if add else [what]
    for item in items:
        draft = _added(draft, item)
    return draft


def _says_more(text: str, limits: Constraints) -> bool:
    """Whether a clause holds words beyond those of its constraints."""
    held = bag(
        " ".join(
            (
                limits.time,
                limits.geography,
                limits.language,
                limits.sources,
                limits.exclusions,
                "only use sources nur только",
            )
        )
    )
    return any(not strength(term, held) for term in terms(text))


def _joined(one: Constraints, other: Constraints) -> Constraints:
    def both(first: str, second: str) -> str:
        return first if not second or second in first else f"{first}, {second}" if first else second

    return Constraints(
        both(one.time, other.time), both(one.geography, other.geography), both(one.language, other.language),
        both(one.sources, other.sources), both(one.exclusions, other.exclusions),
    )  # fmt: skip


def _bare(text: str) -> str:
    """What an amendment names, without the small words around it."""
    text = text.strip(" ,.:;–-")
    while (shorter := _ASIDE.sub("", text).strip(" ,.:;")) != text and shorter:
        text = shorter
    return text


def _items(text: str) -> list[str]:
    """The things an amendment lists: short ones joined by commas or "and"; a longer text is one thing."""
    found = [_bare(item) for item in _ITEMS.split(_bare(text))]
    found = [item for item in found if item and terms(item)]
    return found if len(found) > 1 and all(len(item.split()) <= 4 for item in found) else [_bare(text)]


def _targets(draft: _Draft, text: str) -> list[str]:
    whole = _bare(text)
    items = _items(text)
    if len(items) > 1 and all(_matching(draft.dimensions, item) is not None for item in items):
        return items
    return [whole]


def _matching(dimensions: Sequence[Dimension], text: str) -> Dimension | None:
    """The dimension that a text names: the one whose name shares most with it, else whose question does."""
    sought = terms(text)
    if not sought:
        return None

    def likeness(item: Dimension) -> tuple[float, float]:
        by_name = sum(strength(term, bag(item.name)) for term in sought) / len(sought)
        own = bag(item.question.split(" (")[0])
        return by_name, sum(strength(term, own) for term in sought) / len(sought)

    best = max(dimensions, key=likeness, default=None)
    return best if best is not None and max(likeness(best)) >= 0.5 else None


def _dropped(draft: _Draft, what: str) -> _Draft:
    for item in _targets(draft, what):
        gone = _matching(draft.dimensions, item)
        if gone is not None and len(draft.dimensions) > 1:
            draft = replace(draft, dimensions=tuple(d for d in draft.dimensions if d is not gone))
        else:
            draft = replace(draft, constraints=_joined(draft.constraints, Constraints(exclusions=item)))
    return draft


def _reweighed(draft: _Draft, what: str, factor: float) -> _Draft:
    for item in _targets(draft, what):
        meant = _matching(draft.dimensions, item)
        if meant is None:
            draft = _added(draft, item)
            meant = draft.dimensions[-1]
        heavier = replace(meant, weight=meant.weight * factor, target=4 if factor > 1 else 2)
        draft = replace(draft, dimensions=tuple(heavier if d is meant else d for d in draft.dimensions))
    return draft


def _added(draft: _Draft, what: str) -> _Draft:
    known = _matching(draft.dimensions, what)
    if known is not None and all(strength(term, bag(known.name)) for term in terms(what)):
        return draft
    question = alone(what[0].upper() + what[1:], draft.topic, draft.constraints.geography)
    name = label(what, without=draft.topic)
    mean = sum(item.weight for item in draft.dimensions) / max(1, len(draft.dimensions))
    return replace(draft, dimensions=_distinct((*draft.dimensions, Dimension(name, question, mean, 3))))


def _distinct(dimensions: tuple[Dimension, ...]) -> tuple[Dimension, ...]:
    """The dimensions with names that differ."""
    made: list[Dimension] = []
    names: set[str] = set()
    for item in dimensions:
        name, count = item.name, 1
        while name.casefold() in names:
            count += 1
            name = f"{item.name} {count}"
        names.add(name.casefold())
        made.append(replace(item, name=name))
    return tuple(made)


def _weighed(dimensions: tuple[Dimension, ...]) -> tuple[Dimension, ...]:
    """The dimensions with weights of two decimals that sum to 1."""
    total = sum(item.weight for item in dimensions)
    weights = [round(item.weight / total, 2) for item in dimensions]
    weights[0] = round(weights[0] + 1 - sum(weights), 2)
    return tuple(replace(item, weight=weight) for item, weight in zip(dimensions, weights, strict=True))
