"""Doing one task: looking into tables, or having a mission read the documents."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from indagate.flow import Context
from indagate.flows.report import ask
from indagate.flows.report.compose import phrase
from indagate.flows.report.files import Brief, Cited, InitialContext, Kept, Quoted, Result, Task
from indagate.flows.report.keeping import read
from indagate.flows.report.record import Report
from indagate.flows.report.roles import DATA, OVERVIEW, RESEARCH
from indagate.flows.report.work import file_away, study_tables

MEASURES = {"executive": 4, "standard": 8, "thorough": 14, "deep_dive": 40}
"""Measures that a task looks into, by depth."""
COMPARED = 40
"""Measures that are held against kinds at any depth: which differ most is told of all of them, or of none."""
QUOTED = 6


class Executing:
    """What the tasks of one round have in common."""

    def __init__(self, ctx: Context[Report], brief: Brief, context: InitialContext) -> None:
        self._ctx = ctx
        self._brief = brief
        self._context = context
        self.language = brief.preferences.language

    async def do(self, task: Task) -> Kept:
        """Do a task, and keep what it found. Raises `EffectError` or `BudgetSpent`."""
        home = self._ctx.home
        if task.kind == "research":
            return await self._ctx.call(file_away, home, await self._research(task))
        if task.kind == "data":
            task = replace(task, measures=await self._measures(task))
        language = self.language
        kept = await self._ctx.call(study_tables, home, self._context.data, task, self._context.query, language)
        if task.kind == "overview":
            result = read(kept, self._ctx.store)
            facts = tuple(
                f"{one.table} {one.column}: {one.kind} {one.value:g}"
                for one in result.findings
                if one.value is not None
            )
            notes = await self._ctx.ask(OVERVIEW, ask.OverviewQuestion(self._context.query, language, facts[:40]))
            if notes.notes:
                result = replace(result, notes=(*result.notes, *notes.notes))
                return await self._ctx.call(file_away, home, result)
        return kept

    async def failed(self, task: Task, why: str) -> Kept:
        """Keep that a task failed, and why."""
        return await self._ctx.call(file_away, self._ctx.home, Result(task, failed=why))

    async def _measures(self, task: Task) -> tuple[str, ...]:
        """Have the measures of a task chosen, where it names none and there are more than its depth allows."""
        from indagate.flows.report.layout import layouts

        measures = tuple(
            (f"{look.table}.{one.name}", one.title, one.unit)
            for look in layouts(self._context.data, self._context.language, self._context.query)
            if look.table in task.tables
            for one in look.measures
        )
        most = COMPARED if task.aspect == "compare" else MEASURES[self._brief.preferences.depth]
        if task.measures or len(measures) <= most:
            return task.measures
        choice = await self._ctx.ask(DATA, ask.DataQuestion(self._context.query, task.description, measures, most))
        known = {name for name, _, _ in measures}
        return tuple(name for name in choice.measures if name in known)[:most]

    async def _research(self, task: Task) -> Result:
        """Have a mission of its own read the documents; what it found comes with its quotations.

        One that the budget cut short leaves the task unpaid, whatever it has found until then.
        """
        item = next(one for one in self._brief.scope_items if one.id == task.scope)
        asked = await self._ctx.ask(RESEARCH, ask.ResearchQuestion(self._context.query, item.title, item.question))
        flow = self._ctx.flow("mission")
        given = flow.input(question=asked.question, corpus=self._ctx.record.input.corpus, approve=True)
        mission = await self._ctx.run(flow, given, key=task.id)
        failed = phrase("spent", self.language) if mission.unpaid else ""
        return replace(_told(mission, task), run=str(mission.run), failed=failed)


def _told(mission: Any, task: Task) -> Result:
    """Return what a mission's bottom line and sections say, with quotations and sources."""
    written = [mission.sections[""]] if "" in mission.sections else []
    written += [section for name, section in mission.sections.items() if name]
    quoted: dict[str, Quoted] = {}
    sources: dict[str, Cited] = {}
    for section in written:
        if not section.answered:
            continue
        for claim in section.claims:
            facts = [mission.facts[name] for name in claim.facts if name in mission.facts]
            if not facts or len(quoted) >= QUOTED:
                continue
            fact = facts[0]
            source = mission.sources[fact.source]
            name = f"{task.id}_{source.id}".lower().replace("-", "_")
            day = source.published.isoformat()[:10] if source.published else ""
            sources[name] = Cited(name, source.title, source.locator, source.sha256, day, fact.quote)
            quoted.setdefault(
                claim.text, Quoted(claim.text, fact.quote, name, claim.basis, claim.by, claim.supported_by)
            )
    notes = () if quoted or mission.unpaid else ("the documents do not say",)
    return Result(task, quoted=tuple(quoted.values()), sources=tuple(sources.values()), notes=notes)
