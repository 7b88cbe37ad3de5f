"""Which queries of a model may go to the web where a mission also reads a folder: see docs/web.md."""

from __future__ import annotations

from dataclasses import dataclass

from indagate.flow import Context
from indagate.flows.mission.planner import PLANNER
from indagate.flows.mission.record import Mission
from indagate.flows.mission.searcher import QUERY_WRITER
from indagate.flows.mission.sources import Library
from indagate.models import RULE
from indagate.tools import tool
from indagate.tools.web.egress import Known, may_ask

SEARCH = "web_search"
_MOST = 400_000
"""Characters of the documents, those seen first, in which a query is sought in other spellings; words in all."""
_QUESTION = 400


@dataclass(frozen=True, slots=True)
class Seen:
    """What a model had seen when it wrote a query: the person's words, documents of the folder, snippets of the web."""

    said: str
    documents: tuple[str, ...]
    snippets: str


@tool(counts=False)
def vet(library: Library, query: str, seen: Seen, earlier: tuple[str, ...]) -> str:
    """Return why a query may not leave, or nothing; `earlier` are those that have left."""
    corpus = library.open()
    texts: list[str] = []
    for path in dict.fromkeys((*seen.documents, *(entry.path for entry in corpus.documents()))):
        texts.append(corpus.document(path).text)
        if sum(map(len, texts)) > _MOST:
            break

    def holds(words: tuple[str, ...]) -> frozenset[str]:
        counts, _ = corpus.frequencies(words)
        return frozenset(word for word, count in zip(words, counts, strict=True) if count)

    known = Known(seen.said, "\n".join(texts)[:_MOST], seen.snippets, holds)
    return may_ask(query, known, earlier)


def guarded(ctx: Context[Mission]) -> bool:
    """Whether a model that sees a folder chooses what is asked of others."""
    given = ctx.record.input
    if not (given.corpus and given.web) or SEARCH in given.allow:
        return False
    return any(ctx.answered_by(role) != RULE for role in (PLANNER, QUERY_WRITER))


def said(mission: Mission, task: str) -> str:
    """Return what the person said: the question, and the directive that a task follows."""
    name = mission.tasks[task].dimension
    return "\n".join((mission.input.question, name if name in mission.directives else ""))


def instead(mission: Mission) -> str:
    """Return what is asked of the web where a query may not leave: the question, as the person put it."""
    return " ".join(mission.input.question.split())[:_QUESTION]
