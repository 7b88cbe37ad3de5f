"""A reading task: each source that the searches before it found is archived, read, its facts checked at the door."""

from __future__ import annotations

from dataclasses import replace

from indagate.errors import EffectError, EffectFailed, ModelDown
from indagate.evidence.check import Candidate, admit
from indagate.evidence.fact import Fact
from indagate.flow import Context
from indagate.flows.mission import appraising, library, placing
from indagate.flows.mission.chart import Appraised, Archived, LeftOut, ReadThrough, TaskFailed
from indagate.flows.mission.constraint import about, breaks
from indagate.flows.mission.finding import Found
from indagate.flows.mission.reader import READER, Excerpt, ReadQuestion
from indagate.flows.mission.record import Mission, Task
from indagate.flows.mission.searching import SOURCES, reads_whole
from indagate.flows.mission.side import Dimension
from indagate.flows.mission.sources import WHOLE
from indagate.models import RULE
from indagate.render import count
from indagate.tools.web.spelling import canonical_url


async def read_task(task: Task, attempt: int, ctx: Context[Mission]) -> str:
    """Read every source found; return a line about it.

    Raises `EffectError` when there were some and none was readable.
    """
    mission = ctx.record
    found = _to_read(task, mission, attempt)
    if not found:
        return "nothing was found to read"

    async def one(item: Found) -> tuple[int, int] | None:
        try:
            return await _read(task, item, ctx)
        except ModelDown:
            raise
        except EffectError as error:
            await ctx.emit(TaskFailed(task.id, f"{item.path}: {error.message}", "going on with the other sources"))
            return None

    async with ctx.scope(str(attempt)):
        counts = await ctx.each(found, one, key=lambda item: item.path)
    read = [count for count in counts if count is not None]
    if not read and all(item.path in ctx.record.left_out for item in found):
        return "all that was found is left out by the limits"
    if not read:
        raise EffectFailed(f"none of the {len(found)} sources could be read")
    facts, refused = (sum(column) for column in zip(*read, strict=True))
    return f"{count(facts, 'fact')} from {count(len(read), 'source')}, {refused} refused at the door"


def _to_read(task: Task, mission: Mission, attempt: int) -> list[Found]:
    """Return the sources found by the searches that the task waited for, each once, however its address is spelled.

    Where none of them could be read, the other attempt takes what other searches of the run found, if that is more.
    """
    own: dict[str, Found] = {}
    for item in (item for name in task.after for item in mission.found.get(name, ())):
        own.setdefault(canonical_url(item.path), item)
    others = {canonical_url(item.path): item for found in mission.found.values() for item in found}
    fresh = [item for at, item in others.items() if at not in own] if attempt > 1 else []
    return fresh[:SOURCES] or list(own.values())


async def _read(task: Task, item: Found, ctx: Context[Mission]) -> tuple[int, int] | None:
    mission = ctx.record
    held = await library.archive(item, ctx)
    source = held.source
    appraisal = await appraising.for_limits(source, ctx)
    looked = placing.placed(mission, source, ctx.store)
    known = replace(about(appraising.applied(source, appraisal)), places=looked.named if looked.places else None)
    why = breaks(mission.constraints, known, opened=True)
    if why:
        await ctx.emit(LeftOut(task.id, item.path, why))
        return None
    mission = await ctx.emit(Archived(task.id, source, item.path))
    if looked.places:
        mission = await ctx.emit(looked)
    if held.document and mission.led_before(task.id, item.path):
        await ctx.emit(ReadThrough(task.id, item.path, ()))  # another address led to the same page, which is being read
        return 0, 0
    if appraisal is not None:
        mission = await ctx.emit(Appraised(mission.source_of[source.locator], appraisal))
    dimension = mission.dimension(task.dimension)
    wide = ctx.answered_by(READER) != RULE and not reads_whole(ctx)
    excerpts = await library.excerpts(item, held, dimension, ctx, wide=wide)
    done = [mission.tasks[name] for name, path in mission.read if path == item.path and name != task.id]
    again = sum(other.dimension == task.dimension for other in done)
    found = await _extracts(item, dimension, excerpts, again, ctx)
    kept = mission.sources[mission.source_of[source.locator]]  # the same bytes may have been read under another name
    text = ctx.store.get(kept.text_sha256).decode("utf-8", "surrogatepass")
    facts: list[Fact] = []
    refused: list[str] = []
    for candidates, by in found:
        met = [admit(one, text, kept.id, dimension.name, mission.today) for one in candidates]
        passed = [replace(one, by=by) for one in met if isinstance(one, Fact)]
        facts += sorted(passed, key=lambda one: (one.start, one.end, one.statement))
        refused += [one for one in met if isinstance(one, str)]
    await ctx.emit(ReadThrough(task.id, item.path, tuple(facts), tuple(refused)))
    return len(facts), len(refused)


async def _extracts(
    item: Found, dimension: Dimension, excerpts: list[Excerpt], again: int, ctx: Context[Mission]
) -> list[tuple[tuple[Candidate, ...], str]]:
    """Have a source's excerpts read, so many at a time, and return what was found and who read it."""
    question = ctx.record.core_question
    lots = [tuple(excerpts[at : at + WHOLE]) for at in range(0, len(excerpts), WHOLE)]

    async def one(lot: tuple[Excerpt, ...]) -> tuple[tuple[Candidate, ...], str]:
        reading, by = await ctx.ask_by(READER, ReadQuestion(question, dimension, item.title, lot, again))
        return reading.facts, by

    return await ctx.each(lots, one, key=lambda lot: str(lot[0].start))
