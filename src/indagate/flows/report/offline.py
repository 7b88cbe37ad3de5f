"""The rules that plan a report where no model is asked: context, brief, tasks, what is still open, outline."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from indagate.flows.report import ask
from indagate.flows.report.files import DEPTHS, Aspect, Depth, Language, ScopeItem
from indagate.flows.report.layout import NAMED, Layout, relevance
from indagate.flows.report.mention import place_of
from indagate.flows.report.naming import spoken
from indagate.flows.report.speech import counted
from indagate.flows.report.wish import bare, named_aspects
from indagate.tools.tables.table import Catalog

MOST_TOPICS = 8
_SECTION = re.compile(r"^\s*(?:#{1,4}\s*)?(\d{1,2})[.)]\s+(\S.*)$", re.M)
_HEADED = re.compile(r"^\s*#{1,4}\s*\d{1,2}[.)]?\s", re.M)
_CHARTS = re.compile(
    r"(\d{1,2})(?:\s*[-–—]\s*(\d{1,2}))?\s*(?:график|диаграмм|charts?\b|figures?\b|plots?\b|graphs?\b)", re.I
)
_BOX = re.compile(r"[┌┐└┘├┤┬┴┼│]|─{2}")
_DEEP = re.compile(
    r"\b(comprehensive|detailed|in[- ]depth|deep|deep[- ]dive|exhaustive|подробн\w*|детальн\w*|глубок\w*|всесторонн\w*|"
    r"исчерпывающ\w*|развёрнут\w*|развернут\w*|комплексн\w*)\b",
    re.I,
)
_THOROUGH = re.compile(r"\b(thorough|careful|тщательн\w*|основательн\w*)\b", re.I)
_BRIEFLY = re.compile(r"\b(executive|brief|briefly|short|quick|summary|кратк\w*|коротк\w*|сжат\w*|резюме)\b", re.I)
_STRUCTURED = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s", re.M)
_STYLES = (
    ("warp", r"\bwarp\b|\bварп\b"),
    ("academic", r"academic|академическ\w*|научн\w*"),
    ("minimal", r"minimal\w*|минимал\w*"),
)
_TAGS = (
    ("investment", r"invest|stock|share price|bond|portfolio|инвест|акци[ийя]|облигац|портфел"),
    ("crypto", r"crypto|bitcoin|ethereum|крипто|биткоин"),
    ("economy", r"gdp|inflation|unemploy|econom|ввп|инфляц|безработ|эконом"),
    ("sales", r"sales|revenue|customer|продаж|выручк|клиент"),
    ("health", r"health|disease|mortality|life expect|здоров|смертн|продолжительност"),
    ("energy", r"energy|electric|\bpower\b|\boil\b|\bgas\b|энерг|нефт|\bгаз"),
    ("climate", r"climate|temperature|co2|weather|климат|температур|погод"),
    ("people", r"population|demograph|населени|демограф"),
)
_LETTERS = {word.lower(): word for word in ("US", "UK", "EU", "UN", "GDP", "CPI", "USD", "EUR")}
"""Words of files' names that are spelled in capitals."""
ORDER: tuple[Aspect, ...] = ("series", "compare", "relate", "distribution")


def sketches(catalog: Catalog, looks: Sequence[Layout], query: str) -> tuple[ask.Sketch, ...]:
    """Return the tables in short, in the order in which the query names them, then by how much of them it names."""
    ranked = sorted(looks, key=lambda look: (_place(look, query), -_named(look, query)))
    return tuple(
        ask.Sketch(
            look.table, look.title, look.rows, look.time,
            tuple((f"{look.table}.{one.name}", one.title, one.unit) for one in look.measures),
            tuple(group.title for group in look.groups), aspects_of(look, query),
        )
        for look in ranked
    )  # fmt: skip


def aspects_of(look: Layout, query: str) -> tuple[Aspect, ...]:
    """Return from which sides a table can be looked at.

    What labels the times of a plain series divides nothing, unless the query names it.
    """
    found: list[Aspect] = []
    measured = [one for one in look.measures if not one.counted]
    if look.time and look.times >= 8 and measured:
        found.append("series")
    if look.dividing(query):
        found.append("compare")
    if len(measured) > 1 and look.rows >= 8:
        found.append("relate")
    if (not look.time or (look.panel is None and not look.one_row_a_time)) and look.rows >= 8 and measured:
        found.append("distribution")
    return tuple(found)


def _named(look: Layout, query: str) -> float:
    return sum(relevance(text, query) for text in _texts(look))


def _place(look: Layout, query: str) -> int:
    """Return where a query names a table, or what is in it, first."""
    asked = bare(query)
    return min([place_of(one, asked) for one in _texts(look) if relevance(one, asked) >= NAMED], default=len(query))


def _texts(look: Layout) -> list[str]:
    return [look.title, *(one.title for one in look.measures), *(group.title for group in look.groups)]


# --- initial_research -----------------------------------------------------------------------------------------------


def context(asked: ask.ContextQuestion) -> ask.ContextNotes:
    """Say what there is, and what can be asked of it."""
    return ask.ContextNotes(
        tuple(_facts(asked)),
        tuple(dict.fromkeys(title for table in asked.tables for _, title, _ in table.measures))[:40],
        tuple(tag for tag, pattern in _TAGS if re.search(pattern, f"{asked.query} {_words(asked)}", re.I)),
        tuple(_questions(asked)),
    )


def _words(asked: ask.ContextQuestion) -> str:
    return " ".join(
        [title for table in asked.tables for _, title, _ in table.measures] + [t.title for t in asked.tables]
    )


def _facts(asked: ask.ContextQuestion) -> Iterator[str]:
    ru = asked.language == "ru"
    for table in asked.tables:
        rows = counted(table.rows, asked.language, ("row", "rows"), ("строка", "строки", "строк"))
        listed = ", ".join(title + (f" ({unit})" if unit else "") for _, title, unit in table.measures[:8])
        yield (
            f"Таблица «{table.title}»: {rows}; показатели: {listed}"
            if ru
            else f"Table {table.title}: {rows}; measures: {listed}"
        )
    if asked.titles:
        yield f"Документы: {', '.join(asked.titles[:5])}" if ru else f"Documents: {', '.join(asked.titles[:5])}"


def _questions(asked: ask.ContextQuestion) -> Iterator[str]:
    ru = asked.language == "ru"
    said = {
        "series": ("Как «{}» меняется со временем?", "How does {} change over time?"),
        "compare": ("Чем группы различаются по показателю «{}»?", "How do groups differ in {}?"),
        "relate": ("Что связано с показателем «{}»?", "What goes together with {}?"),
        "distribution": ("Как распределён показатель «{}»?", "How is {} distributed?"),
    }
    for table in asked.tables[:6]:
        for aspect in table.aspects[:3]:
            yield said[aspect][0 if ru else 1].format(table.measures[0][1])


# --- brief_builder --------------------------------------------------------------------------------------------------


def triggers(query: str) -> tuple[str, ...]:
    """Return why a query asks for a deep dive: each of the seed's triggers that it fulfils."""
    found = []
    if len(_SECTION.findall(query)) >= 2 or _HEADED.search(query):
        found.append("numbered sections")
    if _CHARTS.search(query):
        found.append("a number of charts")
    if _BOX.search(query):
        found.append("a table drawn with lines")
    if len(query) > 1000 and len(_STRUCTURED.findall(query)) >= 2:
        found.append("a long, structured query")
    if word := _DEEP.search(query):
        found.append(f"the word {word[0]!r}")
    return tuple(found)


def depth_of(query: str) -> Depth:
    """Return the depth that a query asks for."""
    if triggers(query):
        return "deep_dive"
    if _THOROUGH.search(query):
        return "thorough"
    return "executive" if _BRIEFLY.search(query) else "standard"


def brief(asked: ask.BriefQuestion) -> ask.BriefDraft:
    """Tell depth, style and topics from the query and the tables."""
    depth = next((one for one in DEPTHS if one == asked.depth), None) or depth_of(asked.query)
    style = asked.style or next((name for name, pattern in _STYLES if re.search(pattern, asked.query, re.I)), "default")
    charts = _CHARTS.search(asked.query)
    wanted = int(charts[2] or charts[1]) if charts else 0
    goal = " ".join(asked.query.split())[:400]
    return ask.BriefDraft(
        goal, depth, style, tuple(_topics(asked)), triggers=triggers(asked.query), charts=wanted,
        constraints=("только по приложенным данным",) if asked.language == "ru" else ("only from the given material",),
    )  # fmt: skip


def _topics(asked: ask.BriefQuestion) -> Iterator[ScopeItem]:
    """Yield the query's own sections where it has some; else a topic for each table, and one for what ties them."""
    sections = [" ".join(text.split())[:120] for _, text in _SECTION.findall(asked.query)]
    number = 0
    used: set[str] = set()
    for title in sections[:MOST_TOPICS]:
        number += 1
        tables = _fitting(title, asked.tables)
        aspects = tuple(dict.fromkeys(aspect for table in tables for aspect in _asked_aspects(title, table)))
        used |= {table.name for table in tables}
        documents: tuple[Aspect, ...] = ("documents",) if asked.documents else ()
        yield ScopeItem(f"s{number}", title, title, (*aspects, *documents), tuple(table.name for table in tables))
    if not sections:
        for table in asked.tables[:MOST_TOPICS]:
            number += 1
            question = " ".join(asked.query.split())[:300]
            yield ScopeItem(
                f"s{number}", _named_well(table.title, asked.language), question, table.aspects, (table.name,)
            )
        yield from _common(asked, number + 1)
    if asked.documents:
        title = "Что говорят документы" if asked.language == "ru" else "What the documents say"
        yield ScopeItem("s99", title, " ".join(asked.query.split())[:300], ("documents",))


def _named_well(title: str, language: Language) -> str:
    """Return a file's name as a heading."""
    words = re.sub(r"[-_]+", " ", title).split()
    text = spoken(title, language) if len(words) == 1 else " ".join(_LETTERS.get(word.lower(), word) for word in words)
    return f"{text[:1].upper()}{text[1:]}"


def _common(asked: ask.BriefQuestion, number: int) -> Iterator[ScopeItem]:
    timed = [table for table in asked.tables if table.time]
    if len(timed) > 1:
        title = "Связи между таблицами" if asked.language == "ru" else "What ties the tables together"
        yield ScopeItem(f"s{number}", title, title, ("relate",), tuple(table.name for table in timed[:6]))


def _fitting(title: str, tables: Sequence[ask.Sketch]) -> list[ask.Sketch]:
    scored = [(relevance_of(title, table), table) for table in tables]
    best = [table for score, table in scored if score > 0]
    return best or [table for _, table in scored[:2]]


def relevance_of(text: str, table: ask.Sketch) -> float:
    """Return how much of a table a text names."""
    return sum(
        relevance(word, text) for word in (table.title, *(title for _, title, _ in table.measures), *table.groups)
    )


def _asked_aspects(title: str, table: ask.Sketch) -> tuple[Aspect, ...]:
    named = named_aspects(title)
    return tuple(aspect for aspect in table.aspects if aspect in named) or table.aspects


# --- planning, questions_review -------------------------------------------------------------------------------------


def plan(asked: ask.PlanQuestion) -> ask.TaskDrafts:
    """Give each topic its first tasks: an overview of its tables, then its sides in their order."""
    drafts: list[ask.TaskDraft] = []
    known: set[str] = set()
    for item in asked.scope_items:
        fresh = tuple(table for table in item.tables if table not in known)
        known |= set(item.tables)
        if fresh:
            drafts.append(ask.TaskDraft(item.id, "overview", f"{item.title}: overview", fresh))
    for item in asked.scope_items:
        drafts += [_draft(item, aspect) for aspect in _by_query(item)[: asked.tasks]]
    return ask.TaskDrafts(tuple(drafts))


def _by_query(item: ScopeItem) -> list[Aspect]:
    """Return a topic's sides, those that its question names first."""
    named = named_aspects(item.question)
    return sorted(item.aspects, key=lambda aspect: aspect not in named)


def _draft(item: ScopeItem, aspect: Aspect) -> ask.TaskDraft:
    return ask.TaskDraft(item.id, aspect, f"{item.title}: {aspect}", item.tables if aspect != "documents" else ())


def open_tasks(asked: ask.OpenQuestion) -> ask.TaskDrafts:
    """Give each topic tasks for the sides that are still open."""
    items = {item.id: item for item in asked.scope_items}
    drafts: list[ask.TaskDraft] = []
    count: dict[str, int] = {}
    for scope, aspect in asked.open:
        count[scope] = count.get(scope, 0) + 1
        if count[scope] <= asked.tasks:
            drafts.append(_draft(items[scope], aspect))
    return ask.TaskDrafts(tuple(drafts))


# --- execution ------------------------------------------------------------------------------------------------------


def overview(asked: ask.OverviewQuestion) -> ask.Notes:
    """The facts say it all."""
    return ask.Notes(())


def measures(asked: ask.DataQuestion) -> ask.DataChoice:
    """Choose the measures that the query names, then the others in the order of the table."""
    ranked = sorted(asked.measures, key=lambda one: -relevance(one[1], asked.query))
    return ask.DataChoice(tuple(name for name, _, _ in ranked[: asked.most]))


def research(asked: ask.ResearchQuestion) -> ask.ResearchAsk:
    """Ask the documents what the user asked, of this topic."""
    return ask.ResearchAsk(asked.query if asked.question == asked.query else asked.question)
