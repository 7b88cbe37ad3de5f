"""What the tasks of a mission do with a model: plans within the plan, comparisons, rounds of searches, readings."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from flows.mission.runs import research as by_rule
from indagate.app import App
from indagate.budget import Budget
from indagate.flows.mission import FLOW, Mission, MissionInput, chart
from indagate.flows.mission.constraint import Constraints, limits_of
from models.material import quick
from parts.scripted import Asked, Scripted, says
from parts.scripted import read as reading

QUESTION = "How loud may a heat pump be at night in Lindental?"
PAPERS = {
    "ordinance.md": "# Ordinance\n\nThe noise limit for a heat pump in Lindental at night is 35 dB(A) in 2024.\n",
    "blog.md": "# Blog\n\nThe noise limit for a heat pump in Lindental at night is 70 dB(A) in 2024.\n",
}
ALMANAC = "".join(f"## Page {n}\n\nThe ferry to Holm number {n} leaves.\n\n" for n in range(105))
"""Too much to be read whole."""


@dataclass
class Run:
    """A mission that was driven: its record, what happened, its folder."""

    record: Mission
    events: list[Any]
    folder: Path

    def of(self, kind: type) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def report(self) -> str:
        return (self.folder / "report.md").read_text(encoding="utf-8")


def drive(
    tmp_path: Path, service: Scripted, papers: dict[str, str] = PAPERS, *words: tuple[str, str],
    roles: tuple[str, ...] = (), budget: Budget | None = None, **given: Any,
) -> Run:  # fmt: skip
    """Drive a mission on these papers; `words` are signals, each given where the run waits."""
    corpus = tmp_path / "papers"
    corpus.mkdir(exist_ok=True)
    for name, text in papers.items():
        (corpus / name).write_text(text, encoding="utf-8")
    events: list[Any] = []

    async def go() -> Run:
        async with App(tmp_path / "home", answerers=quick(service.model, answerers=roles)) as app:
            app.engine.watchers.append(lambda run, row, event, record: events.append(event))
            asked = MissionInput(QUESTION, str(corpus), **{"approve": True, "max_iterations": 20, **given})
            handle = await app.start(FLOW, asked, budget=budget)
            await handle.drive()
            for name, text in words:
                await app.signal(handle.name, name, text)
                await handle.drive()
            assert not app.verify(handle.name)
            return Run(handle.record, events, handle.folder)

    return asyncio.run(go())


def sides(*names: str, **more: Any) -> Callable[[Asked], Any]:
    """A planner that makes these sides, and in a task of the plan seven others."""

    def plan(asked: Asked) -> Any:
        if "go deeper" in asked.text:
            deeper = [{"name": f"new {n}", "question": f"What of {n}?", "weight": 0.5} for n in range(5)]
            return {"core_question": "x", "dimensions": [{"name": names[0].upper(), "question": "?"}, *deeper]}
        made = [{"name": name, "question": f"How loud is {name}?", "weight": 0.5, "facts": 1} for name in names]
        return {"core_question": QUESTION, "dimensions": made, **more}

    return plan


def contradicting(asked: Asked) -> Any:
    """A reflector that finds its first two facts to contradict each other."""
    names = re.findall(r"^(Fact-\d+) ", asked.text, re.MULTILINE)
    return {"enough": True, "contradictions": [{"facts": names[:2], "reason": "35 against 70"}]}


def test_a_plan_within_the_plan_adds_three_sides_that_are_new(tmp_path: Path) -> None:
    """Once the sides that it needs have been read, whose findings it is shown; each at half its weight."""
    tasks = [{"kind": "plan", "description": "go deeper", "sides": ["pumps"]}]
    with Scripted(answers={"planner": sides("pumps", tasks=tasks)}) as service:
        run = drive(tmp_path, service)
        shown = service.of("planner")[1].text
    assert "35 dB(A)" in shown and "70 dB(A)" in shown
    task = run.record.tasks["P-2"]
    assert (task.status, task.result, task.after) == ("COMPLETED", "3 sides added", ("R-1",))
    added = [item for item in run.record.dimensions if item.depth]
    assert [(item.name, item.depth, item.reason) for item in added] == [(f"new {n}", 1, "go deeper") for n in range(3)]
    assert {item.weight for item in added} == {round(added[0].weight, 3)} and added[0].weight < 0.2
    (event,) = run.of(chart.TasksAdded)
    assert (event.by, event.reason, [spec.kind for spec in event.tasks]) == ("P-2", "go deeper", ["S", "R"] * 3)
    assert [spec.after for spec in event.tasks] == [(), ("+0",), (), ("+2",), (), ("+4",)]
    assert all(run.record.tasks[f"R-{n}"].status == "COMPLETED" for n in range(1, 5))


def test_a_comparison_of_the_plan_finds_contradictions_that_a_resolver_settles(tmp_path: Path) -> None:
    """It is a task like any other; the loser no longer counts, and the report says who is preferred."""
    tasks = [{"kind": "conflict", "description": "compare", "sides": ["pumps"]}]
    answers = {
        "planner": sides("pumps", tasks=tasks), "reflector": contradicting,
        "resolver": lambda asked: {"holds": "first", "reason": "It is the law"},
    }  # fmt: skip
    with Scripted(answers=answers) as service:
        run = drive(tmp_path, service)
    assert run.record.tasks["C-1"].result == "1 contradiction between the facts so far"
    assert (run.record.tasks["C-2"].conflict, run.record.tasks["C-2"].result) == ("Conflict-1", "It is the law")
    assert len(run.of(chart.ConflictsFound)) == 1 and len(run.of(chart.ConflictResolved)) == 1
    assert Counter(fact.status for fact in run.record.facts.values()) == {"ACTIVE": 1, "DEPRECATED": 1}
    assert "because It is the law." in run.report and "## Divergences" in run.report


def test_a_comparison_that_finds_nothing_says_so(tmp_path: Path) -> None:
    """And no contradiction is recorded."""
    tasks = [{"kind": "conflict", "description": "compare", "sides": ["pumps"]}]
    with Scripted(answers={"planner": sides("pumps", tasks=tasks)}) as service:
        run = drive(tmp_path, service)
    assert run.record.tasks["C-1"].result == "0 contradictions between the facts so far"
    assert not run.of(chart.ConflictsFound) and not run.record.conflicts
    assert "## Divergences" not in run.report


def test_reflection_finds_a_contradiction_and_a_resolver_settles_it_once(tmp_path: Path) -> None:
    """It is found again and not asked about again."""
    with Scripted(answers={"reflector": contradicting, "planner": sides("pumps")}) as service:
        run = drive(tmp_path, service)
    assert list(run.record.conflicts) == ["Conflict-1"]
    assert [task.kind for task in run.record.tasks.values()].count("C") == 1
    assert "Both stand: They speak of different conditions." in run.report
    assert run.record.resolutions["Conflict-1"].preferred is None


def test_a_small_folder_is_read_whole_and_its_limits_hold(tmp_path: Path) -> None:
    """Nothing is searched for; twins are read once; what the limits leave out is named."""
    papers = {**PAPERS, "twin.md": PAPERS["blog.md"], "z.md": "# Z\n\nThe pump of the house was painted green.\n"}
    with Scripted(answers={"planner": sides("pumps")}) as service:
        run = drive(tmp_path, service, papers, limits=limits_of(exclude=["z.md"]))
        assert not service.of("query-writer") and not service.of("judge")
        shown = "\n".join(asked.text for asked in service.of("reader"))
    (searched,) = run.of(chart.Searched)
    assert (searched.round, searched.queries, searched.hits) == (1, ("How loud is pumps?",), 2)
    assert (searched.relevant, searched.partial, searched.discarded) == (2, 0, 0)
    assert searched.left_out == (("z.md", "left out by “z.md”"),)
    (found,) = run.of(chart.SourcesFound)
    assert [(item.path, item.grade, item.reason) for item in found.found] == [
        ("blog.md", "relevant", "a small folder is read whole"),
        ("ordinance.md", "relevant", "a small folder is read whole"),
    ]
    assert (
        run.record.tasks["S-1"].result == "2 sources, all 2 passages of the folder, 1 document left out by the limits"
    )
    assert run.record.tasks["R-1"].result == "2 facts from 2 sources, 0 refused at the door"
    assert {fact.by for fact in run.record.facts.values()} == {service.model}
    assert "painted green" not in shown and shown.count("70 dB(A)") == 1


def searched(tmp_path: Path, service: Scripted, papers: dict[str, str] | None = None, **given: Any) -> Run:
    """A mission on a folder that is too large to be read whole."""
    return drive(tmp_path, service, {**(PAPERS if papers is None else papers), "almanac.md": ALMANAC}, **given)


def asking(*queries: str) -> Callable[[Asked], Any]:
    """A query-writer that asks this in its rounds, one after another."""

    def write(asked: Asked) -> Any:
        number = int(re.findall(r"This is round (\d+)\.", asked.text)[0])
        return {"queries": [queries[number - 1]] if number <= len(queries) else []}

    return write


def grading(*grades: str) -> Callable[[Asked], Any]:
    """A judge that gives the first passage the first grade, and so on, and grades no more."""

    def judge(asked: Asked) -> Any:
        numbers = re.findall(rf"^(\d+)\. <data {asked.mark}>", asked.text, re.MULTILINE)
        return {"verdicts": [{"number": int(n), "grade": grade, "reason": f"so {grade}"}
                             for n, grade in zip(numbers, grades, strict=False)]}  # fmt: skip

    return judge


ANIMALS = ("badgers", "otters", "herons", "voles", "newts")


@pytest.mark.parametrize(
    ("queries", "grade", "rounds"),
    [
        (ANIMALS, "discarded", 2),  # two that bring nothing of use
        (("whales", "badgers", "sharks", "otters", "herons"), "partial", 4),  # one of two does, up to the cap
        (("badgers", "whales", "sharks", "otters"), "partial", 3),
        (ANIMALS, "partial", 4),  # the cap
        (ANIMALS[:2], "partial", 2),  # nothing else comes to mind
        (("badgers",) * 3, "partial", 1),  # no query twice
        ((), "partial", 0),
    ],
)
def test_a_search_ends_when_rounds_bring_nothing_new_or_the_cap_is_reached(
    queries: tuple[str, ...], grade: str, rounds: int, tmp_path: Path
) -> None:
    """Four rounds at most; what is only partly of use is not enough."""
    answers = {"planner": sides("pumps"), "query-writer": asking(*queries), "judge": grading(*[grade] * 60)}
    papers = {f"{name}.md": f"# On {name}\n\nSome {name} were seen at the brook in May.\n" for name in ANIMALS}
    with Scripted(answers=answers) as service:
        run = searched(tmp_path, service, papers, max_iterations=1)
    assert [event.round for event in run.of(chart.Searched)] == list(range(1, rounds + 1))


def test_a_search_ends_with_as_many_relevant_passages_as_facts_are_aimed_at_of_two_documents(tmp_path: Path) -> None:
    """One document is not enough, however much of it is relevant."""
    answers = {"planner": sides("pumps"), "query-writer": asking("heat pump noise", "ferry Holm", "Lindental"),
               "judge": grading(*["relevant"] * 60)}  # fmt: skip
    with Scripted(answers=answers) as service:
        run = searched(tmp_path, service, max_iterations=1)
    (event,) = run.of(chart.Searched)
    assert event.relevant == event.hits == 2
    (tmp_path / "one").mkdir()
    with Scripted(answers=answers) as service:
        run = searched(tmp_path / "one", service, {"blog.md": PAPERS["blog.md"]}, max_iterations=1)
    assert len(run.of(chart.Searched)) == 2


def test_passages_are_graded_kept_and_chosen_best_first(tmp_path: Path) -> None:
    """What the judge does not grade is discarded; relevant documents come before partial ones."""
    answers = {"planner": sides("pumps"), "query-writer": asking("heat pump noise limit Lindental night"),
               "judge": grading("partial", "relevant")}  # fmt: skip
    papers = {**PAPERS, "third.md": "# Third\n\nA heat pump makes noise, and has a limit at night.\n"}
    with Scripted(answers=answers) as service:
        run = searched(tmp_path, service, papers, max_iterations=1)
    (event,), (found,) = run.of(chart.Searched), run.of(chart.SourcesFound)
    assert (event.hits, event.relevant, event.partial, event.discarded) == (3, 1, 1, 1)
    assert [(item.grade, item.reason) for item in found.found] == [
        ("relevant", "so relevant"), ("partial", "so partial"),
    ]  # fmt: skip
    assert run.record.tasks["S-1"].result == "2 sources in 2 passages, 1 discarded"


def test_passages_that_came_before_are_not_judged_again(tmp_path: Path) -> None:
    """Under another query, or with the same words in another document."""
    papers = {**PAPERS, "twin.md": f"# Twin\n\n{PAPERS['blog.md'].partition('# Blog')[2]}"}
    answers = {"planner": sides("pumps"), "query-writer": asking("heat pump noise", "noise limit pump"),
               "judge": grading("partial", "partial")}  # fmt: skip
    with Scripted(answers=answers) as service:
        run = searched(tmp_path, service, papers, max_iterations=1)
        assert len(service.of("judge")) == 1
        tried = service.of("query-writer")[1].text
    assert [event.hits for event in run.of(chart.Searched)] == [2, 0]
    assert "heat pump noise" in tried and "70 dB(A)" in tried


def planning(*queries: str) -> Callable[[Asked], Any]:
    """A planner that also says what its one side is searched for first."""
    plan = sides("pumps")

    def made(asked: Asked) -> Any:
        answer = plan(asked)
        answer["dimensions"][0]["queries"] = list(queries)
        return answer

    return made


def test_what_the_plan_searches_for_first_is_the_first_round(tmp_path: Path) -> None:
    """Nobody is asked for it; a query-writer that is asked for the next round knows what was tried."""
    answers = {"planner": planning("heat pump noise", " heat  pump noise", "dB(A)"), "judge": grading("partial"),
               "query-writer": asking("heat pump noise", "ferry Holm")}  # fmt: skip
    with Scripted(answers=answers) as service:
        run = searched(tmp_path, service, max_iterations=1)
        asked = service.of("query-writer")
        assert "This is round 2." in asked[0].text and "- heat pump noise\n- dB(A)" in asked[0].text
    assert [event.queries for event in run.of(chart.Searched)][:2] == [("heat pump noise", "dB(A)"), ("ferry Holm",)]
    assert "heat pump noise; dB(A)" in (run.folder / "task.md").read_text("utf-8")


def test_a_search_that_was_reworded_or_comes_again_is_not_the_one_that_was_planned(tmp_path: Path) -> None:
    """Its queries are chosen for what it asks now."""
    answers = {"planner": planning("ferry Holm"), "query-writer": asking("heat pump noise"),
               "reader": lambda asked: {"facts": []}}  # fmt: skip
    with Scripted(answers=answers) as service:
        run = searched(tmp_path, service, max_iterations=8)
        asked = [asked.text for asked in service.of("query-writer") if "This is round 1." in asked.text]
    again = [task for task in run.record.tasks.values() if task.kind == "S" and task.id != "S-1"]
    assert len(asked) == len(again) >= 1 and all("in another way" in text for text in asked)
    assert all("- ferry Holm" in text for text in asked)


def test_a_query_writer_is_shown_what_other_searches_of_its_side_tried(tmp_path: Path) -> None:
    """And what was found on the sides that it needs."""
    plan = sides("pumps", "rules")

    def needing(asked: Asked) -> Any:
        made = plan(asked)
        made["dimensions"][1]["after"] = ["pumps"]
        return made

    answers = {"planner": needing, "query-writer": asking("heat pump noise"), "judge": grading("relevant", "relevant"),
               "reader": lambda asked: {"facts": []} if "loud is rules" in asked.text else reading(asked)}  # fmt: skip
    with Scripted(answers=answers) as service:
        run = searched(tmp_path, service)
        rules = [asked.text for asked in service.of("query-writer") if "How loud is rules" in asked.text]
    assert [task.dimension for task in run.record.tasks.values() if task.kind == "S"].count("rules") <= 2
    assert "70 dB(A) in 2024" in rules[0]
    again = [text for text in rules if "in another way" in text]
    assert all("heat pump noise" in text for text in again)


def test_without_a_model_for_reading_a_judge_keeps_three(tmp_path: Path) -> None:
    """Each part is shown three passages at most; a model reads twelve."""
    papers = {
        f"{n:02d}.md": f"# Paper {n}\n\nThe noise of heat pump number {n} at night was {n + 20} dB in town.\n"
        for n in range(15)
    }
    answers = {"planner": sides("pumps"), "query-writer": asking("heat pump noise night")}
    for roles, many in ((("reader=rule", "judge=rule"), 3), (("judge=rule",), 12)):
        place = tmp_path / str(many)
        place.mkdir()
        with Scripted(answers=answers) as service:
            run = searched(place, service, papers, roles=roles, max_iterations=1)
        assert sum(event.relevant for event in run.of(chart.Searched)) == many
        assert len(run.of(chart.SourcesFound)[0].found) == many


def test_a_search_that_no_task_reads_gets_a_reading(tmp_path: Path) -> None:
    """As one that a person added; one that found nothing needs none."""
    edit = (("approve", ""),)
    with Scripted(answers={"planner": sides("pumps")}) as service:
        corpus = tmp_path / "papers"
        corpus.mkdir()
        for name, text in PAPERS.items():
            (corpus / name).write_text(text)

        async def go() -> Mission:
            async with App(tmp_path / "home", answerers=quick(service.model)) as app:
                handle = await app.start(FLOW, MissionInput(QUESTION, str(corpus)))
                await handle.drive()
                page = handle.folder / "task.md"
                old = page.read_text()
                page.write_text(old.replace("## Knowledge", "- [ ] Search: the colour of pumps\n\n## Knowledge"))
                await app.signal(handle.name, *edit[0])
                await handle.drive()
                return handle.record

        record = asyncio.run(go())
    read = next(task for task in record.tasks.values() if task.description == "what S-2 found")
    assert (read.kind, read.after, read.by, read.status) == ("R", ("S-2",), "plan", "COMPLETED")
    assert read.dimension == "the colour of pumps"


def unreadable(tmp_path: Path, *words: tuple[str, str], **given: Any) -> tuple[Run, Scripted]:
    """A mission whose papers go before they are read."""
    with Scripted(answers={"planner": sides("pumps")}) as service:
        corpus = tmp_path / "papers"
        corpus.mkdir()
        for name, text in PAPERS.items():
            (corpus / name).write_text(text)
        events: list[Any] = []

        async def go() -> Run:
            async with App(tmp_path / "home", answerers=quick(service.model)) as app:
                app.engine.watchers.append(lambda run, row, event, record: events.append(event))
                handle = await app.start(FLOW, MissionInput(QUESTION, str(corpus), **given))
                await handle.drive()
                corpus.rename(tmp_path / "elsewhere")
                await app.signal(handle.name, "approve")
                await handle.drive()
                for name, text in words:
                    await app.signal(handle.name, name, text)
                    await handle.drive()
                return Run(handle.record, events, handle.folder)

        return asyncio.run(go()), service


def test_a_task_that_fails_is_tried_again_and_then_another_takes_its_place_once(tmp_path: Path) -> None:
    """A critical one is put to the person, who may have the report written."""
    run, _ = unreadable(tmp_path, ("write", ""))
    asked = run.of(chart.CheckInDue)
    assert asked[0].reason == "a critical task has failed"
    failed = [task for task in run.record.tasks.values() if task.status == "FAILED"]
    assert failed and all(task.attempts == 2 for task in failed if not task.instead_of)
    assert [event.recovery for event in run.of(chart.TaskFailed)].count("trying again with another approach") >= 1
    added = [event for event in run.of(chart.TasksAdded) if event.by == "recovery"]
    assert [event.reason for event in added] == [f"in place of {asked[0].task}"]
    assert all(spec.instead_of == asked[0].task for spec in added[0].tasks)
    assert added[0].tasks[0].description == "in another way: How loud is pumps?"
    assert run.record.state == "COMPLETED" and run.record.spent == "the user asked for the report now"
    assert f"{asked[0].task} failed: " in run.report


@pytest.mark.parametrize("at_once", [1, 3, 8])
def test_a_check_in_comes_after_ten_iterations_and_not_again_once_it_was_met(at_once: int, tmp_path: Path) -> None:
    """Not before ten more, and no later for tasks that run at once; what waited then runs."""
    plan = sides(*(f"side {letter}" for letter in "abcdefgh"))
    with Scripted(answers={"planner": plan}) as service:
        run = drive(tmp_path, service, PAPERS, ("answer", ""), check_in=True, max_iterations=50, max_parallel=at_once)
    assert [event.reason for event in run.of(chart.CheckInDue)] == ["10 iterations have passed"]
    assert (run.record.iteration, run.record.state) == (16, "COMPLETED")


@pytest.mark.parametrize("most", [1, 2, 3])
def test_no_more_tasks_are_begun_than_iterations_are_allowed(most: int, tmp_path: Path) -> None:
    """By the input or by the budget, whichever is less; what was found by then is written."""
    for place, given in (("a", {"max_iterations": most}), ("b", {"budget": Budget(iterations=most)}),
                         ("c", {"max_iterations": most, "budget": Budget(iterations=most + 1)})):  # fmt: skip
        (tmp_path / place).mkdir()
        with Scripted(answers={"planner": sides("pumps", "rules", "costs")}) as service:
            run = drive(tmp_path / place, service, max_parallel=8, **given)
        assert run.record.iteration == most == len(run.of(chart.Dispatched))
        assert run.record.spent == f"all {most} iterations are spent"


@pytest.mark.parametrize("most", [1, 2, 5])
def test_no_more_tasks_run_at_once_than_allowed(most: int, tmp_path: Path) -> None:
    """All that are ready run, up to the bound."""
    running: set[str] = set()
    seen = [0]
    with Scripted(answers={"planner": sides("pumps", "rules", "costs")}) as service:
        run = drive(tmp_path, service, max_parallel=most)
    for event in run.events:
        if isinstance(event, chart.Dispatched):
            running.add(event.task)
        elif isinstance(event, chart.Settled):
            running.discard(event.task)
        seen.append(len(running))
    assert max(seen) == min(most, 3)


def test_sentences_that_what_they_rest_on_does_not_say_are_left_out_and_counted(tmp_path: Path) -> None:
    """A judge drops one, cuts one; what stays names who judged it."""

    def bottom(asked: Asked) -> Any:
        names = re.findall(r"^(Fact-\d+) ", asked.text, re.MULTILINE)
        texts = (
            "Pumps are green and loud.",
            "Pumps may hum, and they may sing.",
            "Pumps make some noise.",
            "It is 99 dB.",
        )
        return {"answered": True, "sentences": [{"text": text, "facts": names[:1]} for text in texts]}

    def support(asked: Asked) -> Any:
        made = []
        for number, part in enumerate(re.split(r"^Sentence \d+.*:$", asked.text, flags=re.MULTILINE)[1:], 1):
            if "green" in part:
                made.append({"number": number, "verdict": "no"})
            elif "sing" in part:
                made.append({"number": number, "verdict": "partly", "supported": "Pumps may hum."})
            else:
                made.append({"number": number, "verdict": "yes"})
        return {"verdicts": made}

    with Scripted(answers={"planner": sides("pumps"), "bottom-line": bottom, "support": support}) as service:
        run = drive(tmp_path, service)
    assert [claim.text for claim in run.record.sections[""].claims] == ["Pumps may hum.", "Pumps make some noise."]
    assert {claim.supported_by for claim in run.record.sections[""].claims} == {service.model}
    assert run.record.report is not None
    counted = run.record.report.support
    assert (counted.refused, counted.unsupported, counted.cut) == (1, 1, 1)
    assert "judged supported by" in run.report and "green" not in run.report.partition("## Sources")[0]


@pytest.mark.parametrize(
    ("changes", "why"),
    [(["drop pumps"], "is the only side"), (["budget 3 tasks"], "may begin 20 tasks already"), ([], "not understood"),
     (None, "not understood")],
)  # fmt: skip
def test_a_sentence_that_changes_nothing_is_answered_with_the_reason(
    changes: list[str] | None, why: str, tmp_path: Path
) -> None:
    """Whoever understood it; the run goes on."""
    answers = {"planner": sides("pumps"), "steerer": lambda asked: {"changes": changes}}
    faults = {"steerer": [says("No idea.", always=True)]} if changes is None else {}
    with Scripted(answers=answers, faults=faults) as service:
        run = drive(tmp_path, service, PAPERS, ("approve", "Please be kind to them"), approve=False)
    (event,) = run.of(chart.Redirected)
    assert why in event.why and "Please be kind to them" in event.why
    assert not event.amendments and not event.tasks
    assert (run.record.state, run.record.followed) == ("COMPLETED", 1)


def test_a_sentence_of_a_person_adds_a_side_with_its_tasks(tmp_path: Path) -> None:
    """As the model understood it; a side that is there already is not added again."""
    long = "the colour of the pumps " * 5
    answers = {
        "planner": sides("pumps"),
        "steerer": lambda asked: {"changes": ["add Pumps", f"add {long}", "since 2020"]},
    }
    with Scripted(answers=answers) as service:
        run = drive(tmp_path, service, PAPERS, ("approve", "Please look at more"), approve=False)
        shown = service.of("steerer")[0].text
    (event,) = run.of(chart.Redirected)
    assert event.by == service.model and not event.why
    (side,) = event.dimensions
    assert (side.name, side.question, side.weight, side.target) == (long.strip()[:80], long.strip(), 0.5, 2)
    assert [(spec.kind, spec.dimension, spec.after) for spec in event.tasks] == [
        ("S", side.name, ()),
        ("R", side.name, ("+0",)),
    ]
    assert run.record.constraints == Constraints(since=run.record.constraints.since)
    assert "pumps" in shown and "Blog" in shown


def test_without_a_model_what_is_left_out_of_a_question_is_found_again(tmp_path: Path) -> None:
    """A part with nothing is searched for once more, in the words that it has; then the report says so."""
    corpus = tmp_path / "papers"
    corpus.mkdir()
    (corpus / "a.md").write_text(PAPERS["blog.md"])
    done = by_rule(tmp_path / "home", "Who sings? How loud is a heat pump at night?", corpus)
    searches = [task for task in done.record.tasks.values() if task.kind == "S" and task.dimension == "Who sings"]
    assert [task.description for task in searches] == ["Who sings?", "in another way: Who sings?"]
    assert done.record.completed is not None
    assert done.record.completed.caveats == ("Who sings: none of the 1 facts aimed at",)


def test_a_reading_reads_what_its_own_search_found(tmp_path: Path) -> None:
    """What other sides found is theirs, however early it was there."""
    corpus = tmp_path / "papers"
    corpus.mkdir()
    (corpus / "noise.md").write_text("# Noise\n\nA heat pump hums at 35 dB at night.\n")
    (corpus / "grant.md").write_text("# Grant\n\nThe grant is EUR 9,000 for each house.\n")
    done = by_rule(tmp_path / "home", "How does it hum at night? What grant is there?", corpus, max_parallel=1)
    assert done.record.read == {("R-1", "noise.md"), ("R-2", "grant.md")}
    assert {(fact.dimension, fact.by) for fact in done.record.facts.values()} == {
        (item.name, "rule") for item in done.record.dimensions
    }
