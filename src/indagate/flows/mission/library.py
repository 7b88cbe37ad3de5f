"""Where a mission finds and reads: a folder of documents, the web, or both, behind the same few verbs."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import fields, replace

from indagate.errors import BudgetSpent, EffectError, ModelError
from indagate.flow import Context
from indagate.flow.embedding import embed_corpus
from indagate.flows.mission import sources
from indagate.flows.mission.chart import Surveyed, TaskFailed
from indagate.flows.mission.constraint import Constraints, breaks
from indagate.flows.mission.finding import Found, Hit, Listed
from indagate.flows.mission.origin import folder_of, origin_of
from indagate.flows.mission.planner import PLANNER
from indagate.flows.mission.reader import Excerpt
from indagate.flows.mission.record import Mission
from indagate.flows.mission.reflector import REFLECTOR
from indagate.flows.mission.searcher import QUERY_WRITER
from indagate.flows.mission.side import Dimension
from indagate.flows.mission.sources import Held
from indagate.flows.mission.steering import STEERER
from indagate.models import RULE
from indagate.tools.web.egress import as_sent, may_ask

PASSAGES = 100
"""Passages up to which a folder is read whole."""
PAGES = 10
"""Pages that a query to the web brings at most."""


async def survey(ctx: Context[Mission]) -> Surveyed:
    """Say what there is to read: what the folder holds, and what the web has first for the question.

    Raises `EffectError` where the folder cannot be read; a web that does not answer, or not before a budget ends, is
    met again by the searches.
    """
    given = ctx.record.input
    found = Surveyed(0, 0, ())
    if given.corpus:
        library = library_of(ctx)
        found = await ctx.call(sources.survey, library)
        if ctx.embedder is not None:
            found = replace(found, embedded=await embed_corpus(ctx, library.open()))
    listing = [*found.listing, *(Listed(url, url) for url in given.urls)]
    if given.web:
        with contextlib.suppress(EffectError, BudgetSpent):
            brought = await ctx.call(sources.search_web, given.providers, instead(ctx.record), PAGES)
            listing += [Listed(*(getattr(page, item.name) for item in fields(Listed))) for page in brought.pages]
    return replace(found, listing=tuple(listing))


def admitted(hits: Iterable[Hit], limits: Constraints) -> tuple[list[Hit], dict[str, str]]:
    """Return the passages that break no limit as far as is known, and the documents that do, each with how."""
    broken = [(hit, breaks(limits, hit, opened=False)) for hit in hits]
    return [hit for hit, why in broken if not why], {hit.path: why for hit, why in broken if why}


def library_of(ctx: Context[Mission]) -> sources.Library:
    """Return what is read: the folder that was given, or, in a follow-up, where the home has laid it out."""
    given = ctx.record.input
    if not given.follows:
        return sources.Library(ctx.home, given.corpus, embedder=ctx.embedder)
    file, folder = origin_of(ctx.home, given.follows), folder_of(ctx.home, given.follows)
    return sources.Library(
        ctx.home, str(folder) if given.corpus else "", str(file) if file.exists() else "", ctx.embedder
    )


async def search(query: str, limit: int, task: str, ctx: Context[Mission]) -> list[Hit]:
    """Return what the folder and the web have for a query, each in its order, the folder's scores setting the scale.

    A provider that fails is recorded, and so is a query that may not leave, for which the person's question is asked of
    the web. Raises `EffectError` where nothing could be searched.
    """
    given = ctx.record.input
    found: list[Hit] = []
    if given.corpus:
        found = await _search_folder(query, limit, task, ctx)
    if not given.web:
        return found
    try:
        brought = await ctx.call(sources.search_web, given.providers, await _leaving(query, task, ctx), PAGES)
    except EffectError as error:
        if not given.corpus:
            raise
        await ctx.emit(TaskFailed(task, error.message, "going on with the folder"))
        return found
    if brought.failed:
        reasons = "; ".join(reason for _, reason in brought.failed)
        await ctx.emit(TaskFailed(task, reasons, "going on with the other providers"))
    scale = max((hit.score for hit in found), default=1.0) / max((one.score for one in brought.pages), default=1.0)
    return [*found, *(replace(one, score=round(one.score * scale, 4)) for one in brought.pages)]


async def _search_folder(query: str, limit: int, task: str, ctx: Context[Mission]) -> list[Hit]:
    """Return what the folder has for a query, by words, and by meaning where an embedding model was asked for."""
    library = library_of(ctx)
    if library.embedder is not None:
        try:
            return await ctx.call(sources.search_both, library, query, limit)
        except ModelError as error:
            await ctx.emit(TaskFailed(task, error.message, "searching the folder by its words alone"))
    return await ctx.call(sources.search, library, query, limit)


async def _leaving(query: str, task: str, ctx: Context[Mission]) -> str:
    """Return what is asked of the web for a query; a person said the question, and the directive of its task."""
    if not guarded(ctx):
        return query
    name = ctx.record.tasks[task].dimension
    said = "\n".join((ctx.record.input.question, name if name in ctx.record.directives else ""))
    if why := may_ask(query, said):
        hint = f"asked the question itself of the web (--allow {SEARCH} lets queries pass)"
        await ctx.emit(TaskFailed(task, f"a query may not leave the machine: {why}", hint))
        return instead(ctx.record)
    return as_sent(query, said)


def is_page(locator: str) -> bool:
    """Whether a locator is an address of the web; no path of a folder has two slashes in a row."""
    return locator.startswith(("http://", "https://"))


async def archive(found: Found, ctx: Context[Mission]) -> Held:
    """Archive what a search found. Raises `EffectError`."""
    given = ctx.record.input
    if is_page(found.path) and (given.web or found.path in given.urls):
        return await ctx.call(sources.archive_page, ctx.home, given.allow_hosts, found.path)
    return Held(await ctx.call(sources.archive, library_of(ctx), found.path), "")


async def excerpts(
    found: Found, held: Held, dimension: Dimension, ctx: Context[Mission], *, wide: bool
) -> list[Excerpt]:
    """Return what a reader is shown of what was archived: with `wide` also what stands around. Raises `EffectError`."""
    if held.document:
        wanted = f"{dimension.name} {dimension.question}"
        return await ctx.call(sources.open_page, ctx.home, held.document, found.path, wanted)
    return await ctx.call(sources.open_source, library_of(ctx), found.path, found.spans, wide=wide)


SEARCH = "web_search"
_QUESTION = 400


def guarded(ctx: Context[Mission]) -> bool:
    """Whether a model that sees a folder chooses what is asked of others, or names, or has named, what is searched."""
    given = ctx.record.input
    if not (given.corpus and given.web) or SEARCH in given.allow:
        return False
    choosing = (PLANNER, QUERY_WRITER, REFLECTOR, STEERER)
    return ctx.record.worded or any(ctx.answered_by(role) != RULE or ctx.by_model(role) for role in choosing)


def instead(mission: Mission) -> str:
    """Return what is asked of the web where a query may not leave: the question, as the person put it."""
    return " ".join(mission.input.question.split())[:_QUESTION]
