"""What a report says of itself: its parts, where they are from, what limits it. Plain text; `rendering` shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import get_args

from indagate.evidence.fact import Fact
from indagate.evidence.source import Source
from indagate.flow.worded import Basis
from indagate.flows.mission import excerpt
from indagate.flows.mission.claim import Claim
from indagate.flows.mission.constraint import told
from indagate.flows.mission.phrases import Phrases, phrases_for
from indagate.flows.mission.record import Mission
from indagate.models import RULE
from indagate.render import count

SHOWN = 20
"""Sources that were left out, and files not read, that are named."""


def sections(mission: Mission) -> Iterator[tuple[str, tuple[Claim, ...]]]:
    """Yield every part of the question with its claims, in the order of the plan; some got none."""
    for dimension in mission.dimensions:
        written = mission.sections.get(dimension.name)
        yield dimension.name, written.claims if written is not None else ()


def origin(mission: Mission, fact: Fact, words: Phrases) -> str:
    """Return where an excerpt stands: title and name of the document, place in it, publisher, date."""
    source = mission.sources[fact.source]
    title = source.title if source.title == source.locator else f"{source.title} ({source.locator})"
    place = fact.place.removeprefix(source.title).removeprefix(" › ")
    return ", ".join(part for part in (title, place, source.publisher, dated(source, words)) if part)


def headline(name: str) -> str:
    """Return a dimension's name as a heading."""
    return name[:1].upper() + name[1:]


def byline(mission: Mission) -> str:
    """Return the line under the bottom line: which mission, when, from how much, written by what."""
    words = phrases_for(mission.spoken)
    day = datetime.fromtimestamp((mission.written or mission.born).at / 1000, UTC)
    return words["byline"].format(
        run=mission.run, day=words["day"].format(day), documents=mission.documents,
        sources=len(mission.sources), facts=len(mission.facts), by=mission.written_by,
    )  # fmt: skip


def refusal(mission: Mission, words: Phrases) -> str:
    """Say that there is no bottom line: as for a part, or since the model's was not usable and no rule words one."""
    if not _unwritten(mission):
        return words["cut_short" if _early(mission) else "not_found"]
    return words["unwritten"] if mission.cited else words["no_sentence"].format(facts=len(mission.active))


def gap(mission: Mission, words: Phrases, name: str) -> str:
    """Say that there is nothing on a part of the question, and how much was found on it and not read."""
    early, facts = _early(mission), len(mission.facts_of(name))
    key = "cut_short" if early else "no_sentence" if facts else "not_found"
    return f"{words[key].format(facts=facts)} {unread(mission, words, name)}".strip()


def _early(mission: Mission) -> bool:
    return bool(mission.spent or mission.unpaid or mission.searches_failed)


def _unwritten(mission: Mission) -> bool:
    written = mission.sections.get("")
    if _early(mission) or written is None:
        return False
    return bool(mission.cited) if written.by == RULE else written.answered and not written.claims


def looked(mission: Mission, words: Phrases) -> str:
    """Say what was found and not read; else how much was searched, unless the research ended early."""
    left, queries = unread(mission, words), sum(len(tried) for tried in mission.queries.values())
    if left or mission.spent or mission.unpaid or _unwritten(mission):
        return left
    return words["looked"].format(queries=queries, documents=mission.documents)


def unread(mission: Mission, words: Phrases, dimension: str = "") -> str:
    """Say how many passages were found, for a part of the question or for any, and not read; nothing where all were."""
    left = mission.unread(dimension)
    n, m = len(left), len({path for path, _ in left})
    many = {"passages": count(n, "passage"), "documents": count(m, "document")}
    return words["unread"].format(n=n, m=m, **many) if left else ""


def way_on(mission: Mission) -> str:
    """Say how to go on with a larger budget, where the budget ended before the report could be written from all."""
    fork = f"fork it (indagate fork {mission.run} --at {mission.paid_to}) and resume the fork with --budget-…, or "
    way = f"To go on with a larger budget, {fork if mission.paid_to else ''}ask again."
    return way if mission.unpaid else ""


def who_says(mission: Mission, fact: Fact, words: Phrases) -> str:
    """Introduce one side of a divergence."""
    source = mission.sources[fact.source]
    publisher = source.publisher or source.title
    return words["says"].format(source=source.id, publisher=publisher, date=dated(source, words))


def verdict(mission: Mission, name: str, words: Phrases) -> str:
    """Say which side of a conflict is preferred and why, or that both stand; empty while it is open."""
    resolution = mission.resolutions.get(name)
    if resolution is None:
        return ""
    source = mission.facts[resolution.preferred].source if resolution.preferred else ""
    return words["preferred" if source else "both_stand"].format(source=source, reason=resolution.reason.rstrip("."))


def limitations(mission: Mission, words: Phrases) -> list[str]:
    """Return what a reader must know of the report's limits."""
    lines = kept_to(mission)
    if mission.spent:
        lines.append(f"The research ended early: {mission.spent}.")
    if mission.unpaid:
        lines += [line for line in (unread(mission, words), way_on(mission)) if line]
    if done := mission.report:
        for said, roles in (
            ("Answered by the rules, where the model gave no usable answer", done.instead),
            ("Answered by the rules, or by nobody, because the budget was spent", done.by_rule),
        ):
            lines += [f"{said}: {', '.join(roles)}."] if roles else []
        lines += done.support.lines
        lines += [words["not_done"].format(roles=", ".join(done.not_done))] if done.not_done else []
    judged = not excerpt.is_excerpt(mission)
    if mission.completed is not None and judged:
        lines += [caveat + "." for caveat in mission.completed.caveats]
    if mission.reflections and judged:
        last = mission.reflections[-1]
        named = zip(words["parts"].split(" | "), last.parts, strict=False)
        parts = ", ".join(f"{name} {share:.0%}" for name, (_, share) in named)
        lines.append(words["quality"].format(total=f"{last.quality:.1f}", parts=parts))
    failed = [task for task in mission.tasks.values() if task.status == "FAILED"]
    lines += [f"{task.id} failed: {task.result}." for task in failed]
    if survey := mission.survey:
        lines += [f"Searched by words and by meaning; {survey.embedded}."] if survey.embedded else []
        lines += [*_files("Could not be read", survey.unreadable), *_files("Read only in part", survey.partly)]
    if mission.refused:
        lines.append(f"Refused, because its quote does not support it: {count(mission.refused, 'statement')}.")
    lines += statement(mission, words)
    return lines


def _files(said: str, files: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield a line for each file, up to `SHOWN`, and how many more there are."""
    yield from (f"{said}: {path} ({why})." for path, why in files[:SHOWN])
    if len(files) > SHOWN:
        yield f"{said}: {count(len(files) - SHOWN, 'more file')}."


def kept_to(mission: Mission) -> list[str]:
    """Return what the person limits the sources to, and what that left out."""
    lines = [f"Sources were limited: {'; '.join(told(mission.constraints))}."] if mission.constraints else []
    out = mission.left_out | {mission.sources[name].locator: why for name, why in mission.barred.items()}
    shown = [f"{path} ({why})" for path, why in sorted(out.items())[:SHOWN]]
    more = f", and {len(out) - SHOWN} more" if len(out) > SHOWN else ""
    lines += [f"Left out by these limits: {', '.join(shown)}{more}."] if out else []
    if mission.constraints and len(mission.barred) == len(mission.sources):
        lines.append("These limits left no source to read." if out else "No source was found that they allow.")
    return lines


def statement(mission: Mission, words: Phrases) -> list[str]:
    """Return what the report says of its sentences, counted from them."""
    claims = [claim for section in mission.sections.values() for claim in section.claims]
    if all(claim.basis == "verbatim" for claim in claims):
        return [words["closed"]]
    claims.sort(key=lambda claim: get_args(Basis).index(claim.basis))
    groups = Counter(words["verbatim"] if claim.basis == "verbatim" else _told(claim, words) for claim in claims)
    return [f"{', '.join(text.format(count=number) for text, number in groups.items())}.", words["open"]]


def _told(claim: Claim, words: Phrases) -> str:
    """Return a claim's basis as words with a place for how many are like it."""
    by, judge = (name.replace("{", "{{").replace("}", "}}") for name in (claim.by, claim.supported_by))
    said = words["inferred" if claim.basis == "inference" else "worded"].replace("{by}", by)
    if judge:
        return said + words["judged"].format(judge=judge)
    return said if claim.by == RULE else said + words["unjudged"]


def dated(source: Source, words: Phrases) -> str:
    """Return the date that a source states; else that of its file, said to be that."""
    if source.published or not source.saved:
        return str(source.published or words["undated"])
    return words["saved"].format(source.saved)
