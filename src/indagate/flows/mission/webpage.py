"""The report as one self-contained HTML page: the same words, all text escaped, nothing loaded from elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from indagate.evidence import Source, language, weight
from indagate.flows.mission import excerpt, report
from indagate.flows.mission.computed import told
from indagate.flows.mission.phrases import Phrases, phrases_for
from indagate.flows.mission.record import Mission
from indagate.models.role import WAYS_OUT
from indagate.render import unescape, visible

if TYPE_CHECKING:
    from jinja2 import Template


@cache
def _template() -> Template:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    folder = Path(__file__).parent / "templates"
    environment = Environment(
        loader=FileSystemLoader(folder), autoescape=True, undefined=StrictUndefined,
        finalize=lambda value: visible(value) if type(value) is str else value,
    )  # fmt: skip
    return environment.get_template("report.html")


@dataclass(frozen=True, slots=True)
class _Row:
    """A source as the registry shows it."""

    id: str
    title: str
    publisher: str
    published: str
    kind: str
    weight: str
    locator: str
    file: str
    text_file: str


def render_html(mission: Mission) -> str:
    """Return the report as HTML."""
    words = phrases_for(mission.spoken)
    written = mission.sections.get("")
    used = {mission.facts[name].source for name in mission.cited}
    excerpts = excerpt.is_excerpt(mission)
    rows = [(_row(mission, source), name in used) for name, source in mission.sources.items()]
    return _template().render(
        language=mission.input.language or language(mission.input.question) or "en",
        question=mission.input.question,
        byline=unescape(report.byline(mission)).strip("*"),
        words=words,
        answered=bool(written and written.answered),
        labels={name: words.label(name) for name in ("verbatim", "cell", "worded", "inference")},
        bottom=written.claims if written else (),
        comparison=written.table if written else None,
        paragraph=report.PARAGRAPH,
        how=told,
        refusal=report.refusal(mission, words),
        looked=report.looked(mission, words),
        sections=[] if excerpts else [(report.headline(name), claims) for name, claims in report.sections(mission)],
        excerpts=_excerpts(mission, words) if excerpts else [],
        ways_out=WAYS_OUT,
        differences=[
            [
                {"who": unescape(report.who_says(mission, fact, words)), "text": fact.statement, "fact": fact.id}
                for fact in pair
            ]
            for pair in excerpt.differences(mission)
        ],
        divergences=[_divergence(mission, name, words) for name in mission.divergences],
        limits=[unescape(line) for line in report.limitations(mission, words)],
        cited=[row for row, cited in rows if cited],
        others=[row for row, cited in rows if not cited],
        numbers={name: number for number, name in enumerate(mission.cited, 1)},
        notes=[_note(mission, name) for name in mission.cited],
    )


def _excerpts(mission: Mission, words: Phrases) -> list[dict[str, object]]:
    """Return the parts of the question, each with its passages, the words asked marked in them."""
    found: list[dict[str, object]] = []
    for name, _ in report.sections(mission):
        groups = [
            {
                "heading": group.heading,
                "passages": [
                    {"text": _pieces(excerpt.marked(mission, fact, name)), "fact": fact.id,
                     "origin": report.origin(mission, fact, words)}
                    for fact in group.facts
                ],
            }
            for group in excerpt.groups(mission, name, words)
        ]  # fmt: skip
        found.append({"title": report.headline(mission.dimension(name).question), "groups": groups})
    return found


def _pieces(text: str) -> list[tuple[str, bool]]:
    """Return a passage in pieces, each with whether it is one of the words asked."""
    found = []
    for piece in text.split(excerpt.OPEN):
        word, closed, rest = piece.partition(excerpt.CLOSE)
        found += [(word, True), (rest, False)] if closed else [(piece, False)]
    return found


def _row(mission: Mission, source: Source) -> _Row:
    return _Row(
        source.id, source.title, source.publisher, str(source.published or ""), str(source.kind),
        f"{weight(source, mission.today):.2f}", source.locator, source.file,
        source.text_file,
    )  # fmt: skip


def _divergence(mission: Mission, name: str, words: Phrases) -> dict[str, object]:
    conflict = mission.conflicts[name]
    sides = [
        {"who": unescape(report.who_says(mission, mission.facts[side], words)),
         "text": mission.facts[side].statement, "fact": side}
        for side in (conflict.a, conflict.b)
    ]  # fmt: skip
    verdict = unescape(report.verdict(mission, name, words))
    return {"about": conflict.about, "difference": conflict.difference, "sides": sides, "verdict": verdict}


def _note(mission: Mission, name: str) -> dict[str, str]:
    fact = mission.facts[name]
    source = mission.sources[fact.source]
    return {
        "fact": name, "quote": " ".join(fact.quote.split()), "source": source.id, "title": source.title,
        "place": fact.place, "locator": source.locator, "accessed": f"{source.accessed:%Y-%m-%d}",
    }  # fmt: skip
