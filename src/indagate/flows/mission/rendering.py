"""The report as Markdown and as one self-contained HTML page: the same words, all text escaped, nothing loaded."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from indagate.evidence.fact import Fact
from indagate.evidence.language import language
from indagate.evidence.source import weight
from indagate.flows.mission import excerpt, report
from indagate.flows.mission.computed import told
from indagate.flows.mission.page import Markdown, template
from indagate.flows.mission.phrases import label, phrases_for
from indagate.flows.mission.record import Mission
from indagate.flows.mission.taskpage import render_facts
from indagate.render import escape

PARAGRAPH = 5
"""Sentences of a paragraph."""
_SIGN = "\ue000"
"""What stands around a marked word until the page's own sign is put there."""


def has_report(mission: Mission) -> bool:
    """Whether there is a report: a written one, or once the mission was in ERROR the facts that are recorded."""
    return mission.written is not None or (mission.stopped and bool(mission.facts))


def render_report(mission: Mission) -> str:
    """Return the report in Markdown: claims with footnotes, what differs, limitations, sources; before, the facts."""
    if mission.written is None:
        return render_facts(mission, phrases_for(mission.spoken)["stopped"])
    page = template("report.md", escape).render(_shown(mission))
    return re.sub(r"\n{3,}", "\n\n", page).strip() + "\n"


def render_html(mission: Mission) -> str:
    """Return the report as HTML."""
    return template("report.html").render(_shown(mission))


def _shown(mission: Mission) -> dict[str, Any]:
    """Return what the templates of a report show."""
    words = phrases_for(mission.spoken)
    written = mission.sections.get("")
    used = {mission.facts[name].source for name in mission.cited}
    parts = list(report.sections(mission))
    return {
        "language": mission.input.language or language(mission.input.question) or "en",
        "question": mission.input.question,
        "byline": report.byline(mission),
        "words": words,
        "label": partial(label, words=words),
        "paragraph": PARAGRAPH,
        "how": told,
        "who": partial(report.who_says, mission, words=words),
        "marked": partial(_marked, mission),
        "pieces": partial(excerpt.pieces, mission),
        "origin": partial(report.origin, mission, words=words),
        "dated": partial(report.dated, words=words),
        "weight": lambda source: f"{weight(source, mission.today):.2f}",
        "excerpts": [
            {"name": name, "title": report.headline(mission.dimension(name).question),
             "groups": excerpt.groups(mission, name, words)}
            for name, _ in parts
        ] if excerpt.is_excerpt(mission) else [],
        "differences": excerpt.differences(mission),
        "answered": bool(written and written.answers),
        "bottom": written.claims if written else (),
        "comparison": written.table if written else None,
        "refusal": report.refusal(mission, words),
        "looked": report.looked(mission, words),
        "sections": [(report.headline(name), claims, report.gap(mission, words, name)) for name, claims in parts],
        "divergences": [
            {"about": one.about, "difference": one.difference, "verdict": report.verdict(mission, name, words),
             "sides": (mission.facts[one.a], mission.facts[one.b])}
            for name, one in mission.divergences.items()
        ],
        "limits": report.limitations(mission, words),
        "appraisals": {locator: one for locator, one in mission.appraisals.items() if one.parts},
        "cited": [source for name, source in mission.sources.items() if name in used],
        "others": [source for name, source in mission.sources.items() if name not in used],
        "numbers": {name: number for number, name in enumerate(mission.cited, 1)},
        "notes": [(fact, mission.sources[fact.source]) for fact in (mission.facts[name] for name in mission.cited)],
    }  # fmt: skip


def _marked(mission: Mission, fact: Fact, name: str) -> object:
    """Return a passage as Markdown in quotation marks, the words asked in bold."""
    pieces = ((text.replace(_SIGN, ""), asked) for text, asked in excerpt.pieces(mission, fact, name))
    text = escape("".join(f"{_SIGN}{text}{_SIGN}" if asked else text for text, asked in pieces)).replace(_SIGN, "**")
    return Markdown(phrases_for(mission.spoken)["quote"].format(text))
