"""The rules that write: sections, title, and the checks on what a model writes in their stead."""

from __future__ import annotations

import re
from collections.abc import Sequence

from indagate.evidence.support import strange_addresses
from indagate.flows.report import ask
from indagate.flows.report.backing import unbacked

SENTENCES = 4
"""Sentences of a paragraph at most."""
PARAGRAPHS = 8
"""Paragraphs of a section at most."""
TITLE = 140
"""Signs of a report's title at most."""


def section(asked: ask.SectionQuestion) -> ask.SectionDraft:
    """Let what one figure shows be a paragraph: the heaviest first, what is without a figure last."""
    groups: dict[str, list[ask.Told]] = {}
    for one in asked.told:
        groups.setdefault(one.chart, []).append(one)
    bare = groups.pop("", [])
    kinds = {one.kind for one in asked.told}
    tabled = {"difference", "courses"} if "differences" in kinds else {"courses"}
    if kinds - tabled:  # what stands whole in a table is not told once more
        bare = [one for one in bare if one.kind not in tabled]
    parts = [part[:SENTENCES] for part in groups.values()] + [bare[:SENTENCES]]
    paragraphs = [_ordered(part) for part in parts[:PARAGRAPHS] if part]
    return ask.SectionDraft(tuple(tuple(ask.DraftClaim(one.text, (one.id,)) for one in part) for part in paragraphs))


def _ordered(part: list[ask.Told]) -> list[ask.Told]:
    """Return the findings of a paragraph, plain description first."""
    return sorted(part, key=lambda one: one.kind not in ("level", "growth", "distribution"))


_MANNER = re.compile(
    r"^(a |an )?(comprehensive|detailed|in-depth|deep|thorough|brief|short|quick|подробн\w*|детальн\w*|глубок\w*|"
    r"кратк\w*|тщательн\w*|всесторонн\w*)(\s\w+){0,2}:\s+",
    re.I,
)
"""How a query asks to be answered, before it says what it asks."""


def head(asked: ask.HeadQuestion) -> ask.Head:
    """Call the report by its query's first sentence."""
    text = " ".join(re.sub(r"[#*_`┌┐└┘├┤┬┴┼│─]+", " ", asked.query).split())
    first = re.split(r"(?<=[.?!])\s", _MANNER.sub("", text))[0]
    title = first if len(first) <= TITLE else f"{first[: TITLE - 3].rsplit(' ', 1)[0]}…"
    return ask.Head(f"{title[:1].upper()}{title[1:]}".rstrip("."), "")


def reword(asked: ask.EditQuestion) -> ask.Rewordings:
    """Replace needless anglicisms in Russian sentences; other wording stands."""
    if asked.language != "ru":
        return ask.Rewordings(())
    from indagate.flows.report.language import edit_anglicisms

    found = []
    for number, text in asked.sentences:
        edited, anglicisms = edit_anglicisms(text)
        if anglicisms and edited != text:
            found.append(
                ask.Rewording(number, edited, ", ".join(f"{one.word} → {one.suggestion}" for one in anglicisms))
            )
    return ask.Rewordings(tuple(found))


# --- checks on what a model answers: complaints are sent back to it once --------------------------------------------


def check_brief(asked: ask.BriefQuestion, draft: ask.BriefDraft) -> Sequence[str]:
    """Complain about tables that are not there and topics without a side."""
    tables = {table.name for table in asked.tables}
    found = [
        f"topic {item.id} names no table {name!r}"
        for item in draft.scope_items
        for name in item.tables
        if name not in tables
    ]
    found += [f"topic {item.id} has no aspects" for item in draft.scope_items if not item.aspects]
    if not draft.scope_items:
        found.append("there must be at least one topic")
    if len({item.id for item in draft.scope_items}) < len(draft.scope_items):
        found.append("two topics have the same id")
    return found


def check_plan(asked: ask.PlanQuestion, drafts: ask.TaskDrafts) -> Sequence[str]:
    """Complain about topics and tables that are not there."""
    scopes = {item.id for item in asked.scope_items}
    tables = {table.name for table in asked.tables}
    found = [f"there is no topic {one.scope!r}" for one in drafts.tasks if one.scope not in scopes]
    found += [f"there is no table {name!r}" for one in drafts.tasks for name in one.tables if name not in tables]
    return found if drafts.tasks else ["there must be at least one task"]


def check_open(asked: ask.OpenQuestion, drafts: ask.TaskDrafts) -> Sequence[str]:
    """Complain about tasks for what is not open."""
    return [
        f"{one.scope}/{one.aspect} is not open" for one in drafts.tasks if (one.scope, one.aspect) not in asked.open
    ]


def check_measures(asked: ask.DataQuestion, choice: ask.DataChoice) -> Sequence[str]:
    """Complain about measures that are not there."""
    known = {name for name, _, _ in asked.measures}
    found = [f"there is no measure {name!r}" for name in choice.measures if name not in known]
    return found or ([] if choice.measures else ["choose at least one measure"])


def check_readings(asked: ask.ChartsQuestion, readings: ask.ChartReadings) -> Sequence[str]:
    """Complain about figures and findings that are not there, and numbers that no finding has."""
    charts, told = {name for name, _ in asked.charts}, {one.id: one.text for one in asked.told}
    found = [f"there is no chart {one.chart!r}" for one in readings.insights if one.chart not in charts]
    for one in readings.insights:
        found += [f"there is no finding {name!r}" for name in one.findings if name not in told]
        found += strange_parts(one.text, [told[name] for name in one.findings if name in told])
    return found


def check_story(asked: ask.StoryQuestion, draft: ask.StoryDraft) -> Sequence[str]:
    """Complain about findings and topics that are not there."""
    told, scopes = {one.id for one in asked.told}, {name for name, _ in asked.scope_items}
    named = [draft.answer, draft.hook, draft.context, draft.climax, *draft.development]
    found = [f"there is no finding {name!r}" for name in named if name and name not in told]
    return found + [f"there is no topic {name!r}" for name in draft.section_order if name not in scopes]


def check_section(asked: ask.SectionQuestion, draft: ask.SectionDraft) -> Sequence[str]:
    """Complain about findings that are not there, and numbers that the cited findings do not hold."""
    told = {one.id: one.text for one in asked.told}
    found = []
    for paragraph in draft.paragraphs:
        for claim in paragraph:
            found += [f"there is no finding {name!r}" for name in claim.findings if name not in told]
            found += strange_parts(claim.text, [told[name] for name in claim.findings if name in told])
    return found


def strange_parts(text: str, told: Sequence[str]) -> list[str]:
    """Return complaints about numbers and addresses in a text that the findings' sentences do not hold."""
    known = {numeral for sentence in told for numeral in unbacked(sentence, (), ())}
    return [
        f"{numeral} stands in none of the findings you cite"
        for numeral in unbacked(text, (), ())
        if numeral not in known
    ] + [f"a sentence may hold no address: {address[:100]}" for address in strange_addresses(text, told)]
