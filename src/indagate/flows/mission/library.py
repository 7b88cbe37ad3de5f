"""Where a mission finds and reads: a folder of documents, the web, or both, behind the same few verbs."""

from __future__ import annotations

from datetime import date
from urllib.parse import urlsplit

from indagate.errors import EffectError
from indagate.evidence import words
from indagate.flows.mission import pages, sources
from indagate.flows.mission.ask import Excerpt
from indagate.flows.mission.chart import Dimension, Found, Surveyed, TaskFailed
from indagate.flows.mission.origin import Recalled, origin_of
from indagate.flows.mission.pages import Held, PageFound
from indagate.flows.mission.record import Mission, Task
from indagate.flows.mission.sources import Hit
from indagate.lab import Lab

PAGES = 10
"""Pages that a query to the web brings at most."""
_TELLING = 6
"""Words from which a snippet speaks for itself."""


async def survey(lab: Lab[Mission]) -> Surveyed:
    """Say what there is to read: what the folder holds; of the web nothing is known before. Raises `EffectError`."""
    given = lab.record.input
    if not given.corpus:
        return Surveyed(0, 0, ())
    return await lab.call(sources.survey, given.corpus, str(lab.home.corpora))


async def rarity(words: tuple[str, ...], lab: Lab[Mission]) -> dict[str, float]:
    """Say how rare words are in the folder; nothing where there was none to search. Raises `EffectError`."""
    given = lab.record.input
    if not given.corpus:
        return {}
    where = (given.corpus, str(lab.home.corpora), words)
    origin = _origin(lab)
    found = await lab.call(sources.rarity, *where, origin) if origin else await lab.call(sources.rarity, *where)
    return dict(zip(words, found, strict=True)) if found else {}


async def recall(task: Task, lab: Lab[Mission]) -> Recalled | None:
    """Return what a search for this brought in the run that this one follows, if it made as many. Raises `EffectError`.

    The first search of a dimension recalls the first one for its question, the second the second.
    """
    origin = _origin(lab)
    if not origin:
        return None
    mission = lab.record
    same = [name for name, other in mission.tasks.items() if other.kind == "S" and other.dimension == task.dimension]
    question = mission.dimension(task.dimension).question
    found = await lab.call(sources.recall, origin, question, same.index(task.id))
    return found[0] if found else None


def _origin(lab: Lab[Mission]) -> str:
    """Return the file that tells what the run that is followed found, or nothing where none is."""
    given = lab.record.input
    file = origin_of(lab.home, given.follows) if given.follows else None
    return str(file) if file is not None and file.exists() else ""


async def search(query: str, limit: int, task: str, lab: Lab[Mission]) -> list[Hit]:
    """Return what the folder and the web have for a query, each in its order, the folder's scores setting the scale.

    A provider that fails is recorded. Raises `EffectError` where nothing could be searched.
    """
    given = lab.record.input
    found: list[Hit] = []
    if given.corpus:
        found = await lab.call(sources.search, given.corpus, str(lab.home.corpora), query, limit)
    if not given.web:
        return found
    try:
        brought = await lab.call(pages.search_web, given.providers, query, PAGES)
    except EffectError as error:
        if not given.corpus:
            raise
        await lab.emit(TaskFailed(task, error.message, "going on with the folder"))
        return found
    if brought.failed:
        reasons = "; ".join(reason for _, reason in brought.failed)
        await lab.emit(TaskFailed(task, reasons, "going on with the other providers"))
    scale = max((hit.score for hit in found), default=1.0) / max((one.score for one in brought.pages), default=1.0)
    return [*found, *(_hit(one, scale) for one in brought.pages)]


def _hit(page: PageFound, scale: float) -> Hit:
    says = page.snippet if len(words(page.snippet)) >= _TELLING else f"{page.title}. {page.snippet}".strip()
    published = date.fromisoformat(page.published) if page.published else None
    host = urlsplit(page.url).hostname or ""
    return Hit(page.url, page.title, host, published, "", says, 0, 0, round(page.score * scale, 4))


def is_page(locator: str) -> bool:
    """Whether a locator is an address of the web; no path of a folder has two slashes in a row."""
    return locator.startswith(("http://", "https://"))


async def archive(found: Found, lab: Lab[Mission]) -> Held:
    """Archive what a search found. Raises `EffectError`."""
    given = lab.record.input
    if is_page(found.path) and given.web:
        return await lab.call(pages.archive_page, str(lab.home.root), given.allow_hosts, found.path)
    where = (given.corpus, str(lab.home.corpora), str(lab.store.root), found.path)
    if origin := _origin(lab):
        return Held(await lab.call(sources.archive, *where, origin), "")
    return Held(await lab.call(sources.archive, *where), "")


async def excerpts(found: Found, held: Held, dimension: Dimension, lab: Lab[Mission]) -> list[Excerpt]:
    """Return what a reader is shown of what was archived. Raises `EffectError`."""
    given = lab.record.input
    if held.document:
        wanted = f"{dimension.name} {dimension.question}"
        return await lab.call(pages.open_page, str(lab.store.root), held.document, found.path, wanted)
    return await lab.call(sources.open_source, given.corpus, str(lab.home.corpora), found.path, found.spans)
