"""A search task: rounds of a few queries, until two rounds bring nothing new or the cap is reached."""

from __future__ import annotations

from collections.abc import Iterable

from indagate.evidence import fingerprint, quantities
from indagate.flow import Context
from indagate.flows.mission import library
from indagate.flows.mission.ask import Candidate, JudgeQuestion, QueryQuestion, Verdict
from indagate.flows.mission.asked import Asked
from indagate.flows.mission.chart import Found, Searched, SourcesFound
from indagate.flows.mission.record import Mission, Task
from indagate.flows.mission.roles import JUDGE, QUERY_WRITER, READER
from indagate.flows.mission.rules import MOST
from indagate.flows.mission.sources import Hit
from indagate.models import RULE
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
    """Search, judge, and choose what is worth reading; return a line about it. Raises `EffectError`."""
    if reads_whole(ctx):
        return await _whole(task, ctx)
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
    chosen = _choose(hits, graded)
    await ctx.emit(SourcesFound(task.id, chosen))
    return f"{count(len(chosen), 'source')} in {count(len(hits), 'passage')}, {discarded} discarded"


def reads_whole(ctx: Context[Mission]) -> bool:
    """Whether a model reads all there is: a small folder, and nothing else to search."""
    survey = ctx.record.survey
    small = survey is not None and 0 < survey.passages <= library.PASSAGES
    return small and not ctx.record.input.web and ctx.answered_by(READER) != RULE


async def _whole(task: Task, ctx: Context[Mission]) -> str:
    """Choose every passage of a small folder, the documents in the order in which the side's words find them."""
    query = " ".join(Asked.of(ctx.record.dimension(task.dimension).question).words)
    by_path: dict[str, list[Hit]] = {}
    for hit in await library.everything(task.id, query, ctx):
        by_path.setdefault(hit.path, []).append(hit)
    number = sum(map(len, by_path.values()))
    await ctx.emit(Searched(task.id, 1, (query,), number, number, number, 0, 0))
    why = "a small folder is read whole"
    chosen = tuple(Found(path, hits[0].title, "relevant", why, _spans(hits)) for path, hits in by_path.items())
    await ctx.emit(SourcesFound(task.id, chosen))
    return f"{count(len(chosen), 'source')}, all {count(number, 'passage')} of the folder"


def _spans(hits: Iterable[Hit]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((hit.start, hit.end) for hit in hits))


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

    seen = {fingerprint(hit.text) for hit in known.values()}
    found: dict[tuple[object, ...], Hit] = {}
    for hits in await ctx.each(queries, one, key=str):
        for hit in hits:
            # Of a page only the snippet is known: another page with the same one may be had where this one may not.
            key = (hit.path, hit.start) if library.is_page(hit.path) else fingerprint(hit.text)
            if key not in seen and (hit.path, hit.start) not in known:
                found.setdefault(key, hit)
    return list(found.values())


async def _judge(task: Task, hits: list[Hit], ctx: Context[Mission]) -> list[Verdict]:
    mission = ctx.record
    candidates = tuple(
        Candidate(number, hit.path, hit.title, hit.heading, hit.text, hit.score, hit.published)
        for number, hit in enumerate(hits)
    )
    dimension = mission.dimension(task.dimension)
    most = MOST if ctx.answered_by(READER) == RULE and not mission.input.web else SOURCES
    question = JudgeQuestion(mission.core_question, dimension, candidates, mission.constraints.exclusions, most)
    verdicts = {verdict.number: verdict for verdict in (await ctx.ask(JUDGE, question)).verdicts}
    silent = "the judge did not grade it"
    return [verdicts.get(number, Verdict(number, "discarded", silent)) for number in range(len(hits))]


def _choose(hits: dict[tuple[str, int], Hit], graded: dict[tuple[str, int], Verdict]) -> tuple[Found, ...]:
    """Return the documents to read, best first: by the grade of their best passage, then by its score."""
    by_path: dict[str, list[tuple[str, int]]] = {}
    for key in hits:
        by_path.setdefault(key[0], []).append(key)

    def order(key: tuple[str, int]) -> tuple[int, float]:
        return _GRADES[graded[key].grade], -hits[key].score

    best = {path: min(keys, key=order) for path, keys in by_path.items()}
    chosen = []
    for path in sorted(by_path, key=lambda path: (order(best[path]), path))[:SOURCES]:
        first = best[path]
        grade = graded[first].grade
        assert grade != "discarded"
        spans = _spans(hits[key] for key in by_path[path])
        chosen.append(Found(path, hits[first].title, grade, graded[first].reason, spans))
    return tuple(chosen)
