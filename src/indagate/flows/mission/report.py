"""The report: what was written, with every claim cited, and the registry of sources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from indagate.evidence import Conflict, Fact, Source, weight
from indagate.flow.worded import undone
from indagate.flows.mission import excerpt
from indagate.flows.mission.claim import Claim
from indagate.flows.mission.computed import told as told_of
from indagate.flows.mission.constraint import told
from indagate.flows.mission.phrases import Phrases, phrases_for
from indagate.flows.mission.record import Mission
from indagate.models import RULE
from indagate.models.role import WAYS_OUT
from indagate.render import count, escape, in_table

PARAGRAPH = 5
"""Sentences of a paragraph."""
SHOWN = 20
"""Sources that were left out, and files not read, that are named."""


def render_report(mission: Mission) -> str:
    """Return the report in Markdown: claims with footnotes, divergences, limitations, sources."""
    words = phrases_for(mission.spoken)
    parts = [f"# {escape(mission.input.question)}"]
    if excerpt.is_excerpt(mission):
        parts += [*_excerpts(mission, words)]
    else:
        parts += [f"## {words.bottom_line}", *_bottom_line(mission, words), *_compared(mission), byline(mission)]
        for name, claims in sections(mission):
            parts += [f"## {escape(headline(name))}", *(paragraphs(claims, words) or [refusal(mission, words)])]
    if mission.divergences:
        parts += [f"## {words.divergences}", *(_divergence(mission, name, words) for name in mission.divergences)]
    parts += [f"## {words.limitations}", "\n".join(f"- {line}" for line in limitations(mission, words))]
    parts += [f"## {words.sources}", *_registry(mission, words)]
    notes = "\n".join(footnote(mission, mission.facts[name], words) for name in mission.cited)
    return "\n\n".join([*parts, notes] if notes else parts) + "\n"


def sections(mission: Mission) -> Iterator[tuple[str, tuple[Claim, ...]]]:
    """Yield every part of the question with its claims, in the order of the plan; some got none."""
    for dimension in mission.dimensions:
        written = mission.sections.get(dimension.name)
        yield dimension.name, written.claims if written is not None else ()


def _excerpts(mission: Mission, words: Phrases) -> Iterator[str]:
    """Yield the body of a report that no model wrote: what it is, and each part's passages."""
    yield f"**{words.excerpts}** {words.no_model} {escape(WAYS_OUT)}"
    yield byline(mission)
    alone = len(mission.dimensions) == 1
    for name, _ in sections(mission):
        if not alone:
            yield f"## {escape(headline(mission.dimension(name).question))}"
        for group in excerpt.groups(mission, name, words):
            yield f"{'##' if alone else '###'} {escape(group.heading)}"
            if group.facts:
                yield "\n".join(_excerpt(mission, fact, name, words) for fact in group.facts)
    pairs = excerpt.differences(mission)
    if pairs:
        yield f"## {words.differ}"
    for pair in pairs:
        yield "\n".join(
            f"- {who_says(mission, fact, words)} {escape(fact.statement)}{marks((fact.id,))}" for fact in pair
        )


def _excerpt(mission: Mission, fact: Fact, name: str, words: Phrases) -> str:
    said = escape(excerpt.marked(mission, fact, name)).replace(excerpt.OPEN, "**").replace(excerpt.CLOSE, "**")
    return f"- {words.quote.format(said)}{marks((fact.id,))} — {escape(origin(mission, fact, words))}"


def origin(mission: Mission, fact: Fact, words: Phrases) -> str:
    """Return where an excerpt stands: title and name of the document, place in it, publisher, date."""
    source = mission.sources[fact.source]
    title = source.title if source.title == source.locator else f"{source.title} ({source.locator})"
    place = fact.place.removeprefix(source.title).removeprefix(" › ")
    return ", ".join(part for part in (title, place, source.publisher, _dated(source, words)) if part)


def headline(name: str) -> str:
    """Return a dimension's name as a heading."""
    return name[:1].upper() + name[1:]


def marks(names: tuple[str, ...]) -> str:
    """Return the footnote marks for facts."""
    return "".join(f"[^{name}]" for name in names)


def claim_line(claim: Claim, words: Phrases) -> str:
    """Return a claim as it stands in the report, marked where it is not its source's own words."""
    how = f" ({escape(told_of(claim.computed))})" if claim.computed else ""
    return f"{escape(claim.text)}{how}{label_of(claim, words)}{marks(claim.facts)}"


def label_of(claim: Claim, words: Phrases) -> str:
    """Return the mark in Markdown at a claim that was worded or inferred, with the space before it; else nothing."""
    label = words.label(claim.basis)
    return f" *{label}*" if label else ""


def byline(mission: Mission) -> str:
    """Return the line under the bottom line: which mission, when, from how much, written by what."""
    words = phrases_for(mission.spoken)
    day = datetime.fromtimestamp((mission.written or mission.born).at / 1000, UTC)
    line = words.byline.format(
        run=mission.run,
        day=words.day.format(day),
        documents=mission.documents_searched,
        sources=len(mission.sources),
        facts=len(mission.facts),
        by=mission.written_by,
    )
    return f"*{line}*"


def paragraphs(claims: Sequence[Claim], words: Phrases) -> list[str]:
    """Return claims as prose, some sentences to a paragraph."""
    lines = [claim_line(claim, words) for claim in claims]
    return [" ".join(lines[start : start + PARAGRAPH]) for start in range(0, len(lines), PARAGRAPH)]


def _compared(mission: Mission) -> Iterator[str]:
    """Yield the table of what is compared, where the writer of the bottom line made one."""
    written = mission.sections.get("")
    table = written.table if written is not None else None
    if table is None:
        return
    lines = [f"| | {' | '.join(map(in_table, table.columns))} |", f"|{'---|' * (len(table.columns) + 1)}"]
    for row in table.rows:
        cells = [f"{in_table(cell.text)}{marks(cell.facts)}" if cell else "–" for cell in row.cells]
        lines.append(f"| {in_table(row.label)} | {' | '.join(cells)} |")
    yield "\n".join(lines)


def _bottom_line(mission: Mission, words: Phrases) -> list[str]:
    written = mission.sections.get("")
    claims = written.claims if written else ()
    lines = [claim_line(claim, words) for claim in claims]
    if written is not None and written.answered and claims:
        return paragraphs(claims, words)
    if lines:
        quoted = "\n".join(f"- {_nearest(claim, words)}" for claim in claims)
        return [f"**{refusal(mission, words)}** {words.nearest}", quoted]
    return [f"**{refusal(mission, words)}** {looked(mission, words)}"]


def _nearest(claim: Claim, words: Phrases) -> str:
    """Return a claim that does not answer: in quotation marks where it is its source's own words."""
    verbatim = claim.basis == "verbatim"
    return f"{words.quote.format(escape(claim.text))}{marks(claim.facts)}" if verbatim else claim_line(claim, words)


def refusal(mission: Mission, words: Phrases) -> str:
    """Say that there is no answer: it was not found, or the research ended before it could be."""
    return words.cut_short if mission.spent or mission.searches_failed else words.not_found


def looked(mission: Mission, words: Phrases) -> str:
    """Say how much was searched."""
    queries = sum(len(tried) for tried in mission.queries.values())
    return words.looked.format(queries=queries, documents=mission.documents_searched)


def _divergence(mission: Mission, name: str, words: Phrases) -> str:
    conflict: Conflict = mission.conflicts[name]
    lines = [f"**{escape(conflict.about)}** ({escape(conflict.difference)})", ""]
    for side in (mission.facts[conflict.a], mission.facts[conflict.b]):
        lines.append(f"- {who_says(mission, side, words)} {escape(side.statement)}{marks((side.id,))}")
    said = verdict(mission, name, words)
    return "\n".join([*lines, "", said] if said else lines)


def who_says(mission: Mission, fact: Fact, words: Phrases) -> str:
    """Introduce one side of a divergence."""
    source = mission.sources[fact.source]
    date = _dated(source, words)
    return words.says.format(source=source.id, publisher=escape(source.publisher or source.title), date=date)


def verdict(mission: Mission, name: str, words: Phrases) -> str:
    """Say which side of a conflict is preferred and why, or that both stand; empty while it is open."""
    resolution = mission.resolutions.get(name)
    if resolution is None:
        return ""
    if resolution.preferred:
        source = mission.facts[resolution.preferred].source
        return words.preferred.format(source=source, reason=escape(resolution.reason))
    return words.both_stand.format(reason=escape(resolution.reason))


def limitations(mission: Mission, words: Phrases) -> list[str]:
    """Return what a reader must know of the report's limits."""
    lines = kept_to(mission)
    if mission.spent:
        lines.append(f"The research ended early: {escape(mission.spent)}.")
    if mission.instead:
        lines.append(f"Answered by the rules, where the model gave no usable answer: {', '.join(mission.instead)}.")
    if mission.by_rule:
        lines.append(f"Written by the rules, because the budget was spent: {', '.join(mission.by_rule)}.")
    lines += map(escape, mission.support.lines)
    if mission.shortened:
        lines.append(f"Left out, to keep the report {mission.input.length}: {count(mission.shortened, 'sentence')}.")
    lines += undone(mission.not_done)
    judged = not excerpt.is_excerpt(mission)
    if mission.completed is not None and judged:
        lines += [escape(caveat) + "." for caveat in mission.completed.caveats]
    if mission.reflections and judged:
        last = mission.reflections[-1]
        shares = [share for _, share in last.parts]
        parts = ", ".join(f"{name} {share:.0%}" for name, share in zip(words.parts, shares, strict=False))
        lines.append(words.quality.format(total=f"{last.quality:.1f}", parts=parts))
    failed = [task for task in mission.tasks.values() if task.status == "FAILED"]
    lines += [f"{task.id} failed: {escape(task.result)}." for task in failed]
    if mission.survey and mission.survey.embedded:
        lines.append(f"Searched by words and by meaning; {escape(mission.survey.embedded)}.")
    if mission.survey:
        lines += _files("Could not be read", mission.survey.unreadable)
        lines += _files("Read only in part", mission.survey.partly)
    if mission.refused:
        lines.append(f"Refused, because its quote does not support it: {count(len(mission.refused), 'statement')}.")
    lines += statement(mission, words)
    return lines


def _files(said: str, files: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield a line for each file, up to `SHOWN`, and how many more there are."""
    yield from (f"{said}: {escape(path)} ({escape(why)})." for path, why in files[:SHOWN])
    if len(files) > SHOWN:
        yield f"{said}: {count(len(files) - SHOWN, 'more file')}."


def kept_to(mission: Mission) -> list[str]:
    """Return what the person limits the sources to, and what that left out."""
    lines = [f"Sources were limited: {escape('; '.join(told(mission.constraints)))}."] if mission.constraints else []
    out = mission.left_out | {mission.sources[name].locator: why for name, why in mission.barred.items()}
    shown = [f"{escape(path)} ({escape(why)})" for path, why in list(out.items())[:SHOWN]]
    more = f", and {len(out) - SHOWN} more" if len(out) > SHOWN else ""
    lines += [f"Left out by these limits: {', '.join(shown)}{more}."] if out else []
    if mission.constraints and len(mission.barred) == len(mission.sources):
        lines.append("These limits left no source to read." if out else "No source was found that they allow.")
    return lines


def statement(mission: Mission, words: Phrases) -> list[str]:
    """Return what the report says of its sentences, counted from them."""
    claims = [claim for section in mission.sections.values() for claim in section.claims]
    if all(claim.basis == "verbatim" for claim in claims):
        return [words.closed]
    groups = Counter(
        words.verbatim if claim.basis == "verbatim" else _told(claim, words)
        for claim in sorted(claims, key=lambda claim: ("verbatim", "cell", "worded", "inference").index(claim.basis))
    )
    return [f"{', '.join(text.format(count=number) for text, number in groups.items())}.", words.open]


def _told(claim: Claim, words: Phrases) -> str:
    """Return a claim's basis as words with a place for how many are like it."""
    wording = words.inferred if claim.basis == "inference" else words.worded
    by = wording.replace("{by}", _braced(claim.by))
    if claim.supported_by:
        return by + words.judged.format(judge=_braced(claim.supported_by))
    return by if claim.by == RULE else by + words.unjudged


def _braced(name: str) -> str:
    return escape(name).replace("{", "{{").replace("}", "}}")


def _registry(mission: Mission, words: Phrases) -> list[str]:
    used = {mission.facts[name].source for name in mission.cited}
    cited = [source for name, source in mission.sources.items() if name in used]
    others = [source for name, source in mission.sources.items() if name not in used]
    parts = [_table(mission, cited, words)] if cited else []
    if others:
        parts += [f"### {words.not_cited}", _table(mission, others, words)]
    return parts or ["–"]


def _dated(source: Source, words: Phrases) -> str:
    """Return the date that a source states; else that of its file, said to be that."""
    if source.published or not source.saved:
        return str(source.published or words.undated)
    return words.saved.format(source.saved)


def _table(mission: Mission, sources: list[Source], words: Phrases) -> str:
    lines = [f"| {' | '.join(words.columns)} |", f"|{'---|' * len(words.columns)}"]
    for source in sources:
        cells = (
            source.id, source.title, source.publisher or "–", _dated(source, words), str(source.kind),
            f"{weight(source, mission.today):.2f}", source.locator, source.file,
        )  # fmt: skip
        lines.append(f"| {' | '.join(in_table(cell) for cell in cells)} |")
    return "\n".join(lines)


def footnote(mission: Mission, fact: Fact, words: Phrases) -> str:
    """Return a fact's footnote: quote, source, title, place, address, access date."""
    source = mission.sources[fact.source]
    place = f", {escape(fact.place)}" if fact.place else ""
    return (
        f"[^{fact.id}]: {_quoted(fact)} — {source.id}, *{escape(source.title)}*{place}, "
        f"{escape(source.locator)}, {words.accessed} {source.accessed:%Y-%m-%d}."
    )


def _quoted(fact: Fact) -> str:
    """Return a fact's quote in quotation marks: each cell of a row in its own, and a term apart."""
    term, line, description = fact.quote.partition("\n")
    if line and fact.statement.startswith(f"{term.strip().rstrip(':')}: "):
        return f"“{escape(term.strip())}” “{escape(description.strip())}”"
    return " | ".join(f"“{escape(cell)}”" for cell in fact.quote.split(" | "))
