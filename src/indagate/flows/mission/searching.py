"""A search task: rounds of a few queries, until two rounds bring nothing new or the cap is reached."""

from __future__ import annotations

from collections import Counter

from indagate.evidence import quantities
from indagate.flow import Context
from indagate.flows.mission import library
from indagate.flows.mission.ask import Candidate, JudgeQuestion, QueryQuestion, Verdict
from indagate.flows.mission.chart import Dimension, Found, Searched, SourcesFound
from indagate.flows.mission.offline import worth
from indagate.flows.mission.origin import Recalled
from indagate.flows.mission.record import Mission, Task
from indagate.flows.mission.roles import JUDGE, QUERY_WRITER
from indagate.flows.mission.sources import Hit
from indagate.render import count

ROUNDS = 4
LIMIT = 24
"""Passages a query."""
SOURCES = 12
"""Documents that a search task chooses for reading."""
_GRADES = {"relevant": 0, "partial": 1}


class Novelty:
    """What a task has seen; something is new when it brings a number, an authority or a first find."""

    def __init__(self) -> None:
        self._numbers: set[str] = set()
        self._authorities: set[str] = set()
        self._any = False

    def brings(self, hit: Hit) -> bool:
        """Take a passage in; say whether it brings anything new."""
        numbers = {f"{item.value} {item.unit}" for item in quantities(hit.text)} - self._numbers
        authority = hit.publisher or hit.path
        new = not self._any or bool(numbers) or authority not in self._authorities
        self._numbers |= numbers
        self._authorities.add(authority)
        self._any = True
        return new


async def search_task(task: Task, attempt: int, ctx: Context[Mission]) -> str:
    """Search, judge, and choose what is worth reading; return a line about it. Raises `EffectError`.

    A follow-up does not search again for what the run that it follows searched for.
    """
    if (recalled := await library.recall(task, ctx)) is not None:
        return await _recalled(task, recalled, ctx)
    novelty, dry = Novelty(), 0
    own: list[str] = []
    hits: dict[tuple[str, int], Hit] = {}
    graded: dict[tuple[str, int], Verdict] = {}
    tried = [query for other in ctx.record.tasks.values() if other.dimension == task.dimension and other.id != task.id
             for query in ctx.record.queries.get(other.id, ())]  # fmt: skip
    discarded = 0
    for round_ in range(1, ROUNDS + 1):
        async with ctx.scope(f"{attempt}.{round_}"):
            queries = await _queries(task, round_, tried, hits, ctx)
            if not queries:
                break
            tried += queries
            new = await _fresh_hits(task, queries, own, hits, ctx)
            own += queries
            verdicts = await _judge(task, new, ctx) if new else ()
            fresh = 0
            for hit, verdict in zip(new, verdicts, strict=True):
                if verdict.grade == "discarded":
                    discarded += 1
                    continue
                key = (hit.path, hit.start)
                hits[key], graded[key] = hit, verdict
                fresh += novelty.brings(hit)
            graded_as = [verdict.grade for verdict in verdicts].count
            await ctx.emit(
                Searched(
                    task.id, round_, tuple(queries), len(new), fresh,
                    graded_as("relevant"), graded_as("partial"), graded_as("discarded"),
                )
            )  # fmt: skip
        dry = 0 if fresh else dry + 1
        if dry == 2:
            break
    chosen = _choose(hits, graded, ctx.record.dimension(task.dimension))
    await ctx.emit(SourcesFound(task.id, chosen))
    return f"{count(len(chosen), 'source')} in {count(len(hits), 'passage')}, {discarded} discarded"


async def _recalled(task: Task, search: Recalled, ctx: Context[Mission]) -> str:
    passages = Counter(item.grade for item in search.found for _ in item.spans)
    await ctx.emit(
        Searched(
            task.id, 1, search.queries, passages.total(), 0, passages["relevant"], passages["partial"], 0,
            recalled=search.documents,
        )
    )  # fmt: skip
    await ctx.emit(SourcesFound(task.id, search.found))
    return f"{count(len(search.found), 'source')}, as the run that this one follows found them"


async def _queries(
    task: Task, round_: int, tried: list[str], hits: dict[tuple[str, int], Hit], ctx: Context[Mission]
) -> list[str]:
    mission = ctx.record
    seen = tuple(hit.text for hit in list(hits.values())[:LIMIT])
    question = QueryQuestion(
        mission.core_question, mission.dimension(task.dimension), task.description, round_, tuple(tried), seen,
        tuple(mission.directives),
    )  # fmt: skip
    answer = await ctx.ask(QUERY_WRITER, question)
    return [query for query in dict.fromkeys(answer.queries) if query.strip() and query not in tried]


async def _fresh_hits(
    task: Task, queries: list[str], before: list[str], known: dict[tuple[str, int], Hit], ctx: Context[Mission]
) -> list[Hit]:
    async def one(query: str) -> list[Hit]:
        earlier = (*before, *queries[: queries.index(query)])
        return await library.search(query, LIMIT, task.id, ctx, seen=known.values(), earlier=earlier)

    found: dict[tuple[str, int], Hit] = {}
    for hits in await ctx.each(queries, one, key=str):
        for hit in hits:
            if (hit.path, hit.start) not in known:
                found.setdefault((hit.path, hit.start), hit)
    return list(found.values())


async def _judge(task: Task, hits: list[Hit], ctx: Context[Mission]) -> list[Verdict]:
    mission = ctx.record
    candidates = tuple(
        Candidate(number, hit.path, hit.title, hit.heading, hit.text, hit.score, hit.published)
        for number, hit in enumerate(hits)
    )
    dimension = mission.dimension(task.dimension)
    question = JudgeQuestion(mission.core_question, dimension, candidates, mission.constraints.exclusions)
    verdicts = {verdict.number: verdict for verdict in (await ctx.ask(JUDGE, question)).verdicts}
    silent = "the judge did not grade it"
    return [verdicts.get(number, Verdict(number, "discarded", silent)) for number in range(len(hits))]


def _choose(
    hits: dict[tuple[str, int], Hit], graded: dict[tuple[str, int], Verdict], dimension: Dimension
) -> tuple[Found, ...]:
    """Return the documents to read, best first: by the grade of their best passage, then by how it bears."""
    by_path: dict[str, list[tuple[str, int]]] = {}
    for key in hits:
        by_path.setdefault(key[0], []).append(key)
    bears = {key: worth(dimension, hit.text, hit.heading, hit.title) for key, hit in hits.items()}

    def order(key: tuple[str, int]) -> tuple[int, float, float]:
        return _GRADES[graded[key].grade], -bears[key], -hits[key].score

    best = {path: min(keys, key=order) for path, keys in by_path.items()}
    chosen = []
    for path in sorted(by_path, key=lambda path: (order(best[path]), path))[:SOURCES]:
        first = best[path]
        grade = graded[first].grade
        assert grade != "discarded"
        spans = tuple((hits[key].start, hits[key].end) for key in sorted(by_path[path], key=lambda key: key[1]))
        chosen.append(Found(path, hits[first].title, grade, graded[first].reason, spans))
    return tuple(chosen)
