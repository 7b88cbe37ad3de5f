"""A search task: rounds of a few queries, the plan's first, until two bring nothing new or the cap is reached."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from indagate.evidence.duplicate import fingerprint
from indagate.flow import Context
from indagate.flows.mission import library
from indagate.flows.mission.ask import one_line
from indagate.flows.mission.chart import Searched, SourcesFound
from indagate.flows.mission.constraint import told
from indagate.flows.mission.finding import Found, Hit
from indagate.flows.mission.reader import MOST, READER
from indagate.flows.mission.record import WHOLE, Mission, Task
from indagate.flows.mission.searcher import JUDGE, QUERY_WRITER, JudgeQuestion, QueryQuestion, Verdict
from indagate.flows.mission.side import Dimension
from indagate.flows.mission.sources import everything
from indagate.models import RULE
from indagate.render import count

ROUNDS = 4
LIMIT = 24
"""Passages a query."""
SOURCES = 12
"""Documents that a search task chooses for reading."""
TITLES = 60
"""Titles of what there is that a query-writer and a planner are shown."""
KNOWN = 20
"""Findings on the sides that a side needs that a query-writer is shown."""


async def search_task(task: Task, attempt: int, ctx: Context[Mission]) -> str:
    """Search, judge, and choose what is worth reading; return a line about it. Raises `EffectError`."""
    given = ctx.record.input
    if not (given.corpus or given.web):
        return await _chosen(task, (), ctx)
    if reads_whole(ctx):
        return await _whole(task, ctx)
    trail = _Trail(_tried(task, attempt, ctx.record))
    dry = 0
    for round_ in range(1, ROUNDS + 1):
        async with ctx.scope(f"{attempt}.{round_}"):
            queries = await _queries(task, round_, trail, ctx)
            if not queries:
                break
            fresh = await _round(task, round_, queries, trail, ctx)
        dry = 0 if fresh else dry + 1
        if dry == 2 or trail.enough(ctx.record.dimension(task.dimension)):
            break
    chosen, passages = await _chosen(task, _ranked(trail), ctx), count(len(trail.hits), "passage")
    return f"{chosen} in {passages}, {trail.discarded} discarded{_limited(trail.left_out)}"


async def _chosen(task: Task, ranked: tuple[Found, ...], ctx: Context[Mission], most: int = SOURCES) -> str:
    """Record what is to be read: the person's own pages, then the best of what was found; return how many."""
    urls = ctx.record.input.urls
    own = tuple(Found(url, url, "relevant", "given by the user", ()) for url in urls)
    others = tuple(item for item in ranked if item.path not in urls)
    chosen = (*own, *others[:most])
    await ctx.emit(SourcesFound(task.id, chosen))
    return count(len(chosen), "source")


@dataclass(slots=True)
class _Trail:
    """What a search task has done so far: queries tried, passages kept, how they were graded."""

    tried: list[str]
    hits: dict[tuple[str, int], Hit] = field(default_factory=dict)
    graded: dict[tuple[str, int], Verdict] = field(default_factory=dict)
    discarded: int = 0
    left_out: dict[str, str] = field(default_factory=dict)

    def enough(self, dimension: Dimension) -> bool:
        """Whether as many passages as facts are aimed at are relevant, of two documents or more."""
        good = [key for key, verdict in self.graded.items() if verdict.grade == "relevant"]
        return len(good) >= dimension.target and len({path for path, _ in good}) > 1


def _tried(task: Task, attempt: int, mission: Mission) -> list[str]:
    """Return the queries that were tried for the side: those of its other tasks, and those that failed before."""
    others = [other.id for other in mission.tasks.values() if other.dimension == task.dimension and other.id != task.id]
    return [query for name in (*others, *[task.id][: attempt - 1]) for query in mission.queries.get(name, ())]


async def _round(task: Task, round_: int, queries: list[str], trail: _Trail, ctx: Context[Mission]) -> int:
    """Search by these queries, have the passages graded, record the round; return how many are worth reading."""

    async def one(query: str) -> list[Hit]:
        return await library.search(query, LIMIT, task.id, ctx)

    trail.tried += queries
    seen = {fingerprint(hit.text) for hit in trail.hits.values()}
    found: dict[tuple[object, ...], Hit] = {}
    for hit in itertools.chain.from_iterable(await ctx.each(queries, one, key=str)):
        # Of a page only the snippet is known: another page with the same one may be had where this one may not.
        key = (hit.path, hit.start) if library.is_page(hit.path) else fingerprint(hit.text)
        if key not in seen and (hit.path, hit.start) not in trail.hits:
            found.setdefault(key, hit)
    new, out = library.admitted(found.values(), ctx.record.constraints)
    trail.left_out |= out
    verdicts = await _judge(task, new, ctx) if new else []
    for hit, verdict in zip(new, verdicts, strict=True):
        if verdict.grade != "discarded":
            trail.hits[hit.path, hit.start], trail.graded[hit.path, hit.start] = hit, verdict
    grades = [verdict.grade for verdict in verdicts]
    relevant, partial, discarded = (grades.count(grade) for grade in ("relevant", "partial", "discarded"))
    trail.discarded += discarded
    left_out = tuple(sorted(out.items()))
    await ctx.emit(Searched(task.id, round_, tuple(queries), len(new), relevant, partial, discarded, left_out))
    return relevant + partial


def reads_whole(ctx: Context[Mission]) -> bool:
    """Whether a model reads all there is: a small folder, and nothing else to search."""
    survey = ctx.record.survey
    small = survey is not None and 0 < survey.passages <= library.PASSAGES
    return small and not ctx.record.input.web and ctx.answered_by(READER) != RULE


async def _whole(task: Task, ctx: Context[Mission]) -> str:
    """Choose every passage of a small folder."""
    kept, out = library.admitted(await ctx.call(everything, library.library_of(ctx)), ctx.record.constraints)
    by_path: dict[str, list[Hit]] = {}
    for hit in kept:
        by_path.setdefault(hit.path, []).append(hit)
    queries = (ctx.record.dimension(task.dimension).question,)
    await ctx.emit(Searched(task.id, 1, queries, len(kept), len(kept), 0, 0, tuple(sorted(out.items()))))
    chosen = tuple(Found(path, hits[0].title, "relevant", WHOLE, _spans(hits)) for path, hits in by_path.items())
    sources = await _chosen(task, chosen, ctx, len(chosen))
    return f"{sources}, all {count(len(kept), 'passage')} of the folder{_limited(out)}"


def _limited(out: Mapping[str, str]) -> str:
    return f", {count(len(out), 'document')} left out by the limits" if out else ""


def _spans(hits: Iterable[Hit]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((hit.start, hit.end) for hit in hits))


async def _queries(task: Task, round_: int, trail: _Trail, ctx: Context[Mission]) -> list[str]:
    mission = ctx.record
    seen = tuple(hit.text for hit in list(trail.hits.values())[:LIMIT])
    side = mission.dimension(task.dimension)
    known = tuple(fact.statement for name in side.after for fact in mission.facts_of(name))[:KNOWN]
    question = QueryQuestion(
        mission.core_question, side, task.description, round_, tuple(trail.tried), seen, mission.listing[:TITLES],
        known, told(mission.constraints),
    )  # fmt: skip
    untried = mission.tasks[task.id].attempts < 2 and not trail.tried and task.description == side.question
    queries = (untried and side.queries) or (await ctx.ask(QUERY_WRITER, question)).queries
    return [query for query in dict.fromkeys(map(one_line, queries)) if query and query not in trail.tried]


async def _judge(task: Task, hits: list[Hit], ctx: Context[Mission]) -> list[Verdict]:
    mission = ctx.record
    most = MOST if ctx.answered_by(READER) == RULE and not mission.input.web else SOURCES
    question = JudgeQuestion(mission.core_question, mission.dimension(task.dimension), tuple(hits), most)
    verdicts = {verdict.number: verdict for verdict in (await ctx.ask(JUDGE, question)).verdicts}
    silent = "the judge did not grade it"
    return [verdicts.get(number, Verdict(number, "discarded", silent)) for number in range(len(hits))]


def _ranked(trail: _Trail) -> tuple[Found, ...]:
    """Return the documents found, best first: by the grade of their best passage, then by its score."""
    hits, graded = trail.hits, trail.graded
    by_path: dict[str, list[Hit]] = {}
    for key in sorted(hits, key=lambda key: (graded[key].grade != "relevant", -hits[key].score, key)):
        by_path.setdefault(key[0], []).append(hits[key])
    best = {path: graded[path, found[0].start] for path, found in by_path.items()}
    return tuple(
        Found(path, found[0].title, best[path].grade, best[path].reason, _spans(found))
        for path, found in by_path.items()
    )
