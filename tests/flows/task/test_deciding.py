"""What an agent decides in small: the rule's next step, a model's turn as a step, and what may be sent out."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest

from indagate.engine import Broke, Stamp
from indagate.flows.task.material import Material
from indagate.flows.task.react.chart import (
    Call,
    Concluded,
    Count,
    LoopDetected,
    Muddled,
    RanOut,
    Resigned,
    Step,
    Thought,
    ToolUsed,
)
from indagate.flows.task.react.leaving import decide, guarded
from indagate.flows.task.react.record import React, ReactInput
from indagate.flows.task.roles.thinker import (
    THINKER,
    Offered,
    PastTurn,
    Seen,
    Thinking,
    ThinkingAnswer,
    ThinkQuestion,
    ToolChoice,
    conclude,
    exchanges,
    expression_of,
    from_turn,
    holds_all,
    offered_tools,
    shorten,
    think,
    thinking,
)
from indagate.models import ToolCall, Turn

CALCULATE, TABLES, SEARCH = (Offered(name, "", '{"type": "object"}') for name in (
    "calculate", "ask_tables", "search_documents"
))  # fmt: skip


def asked(question: str, *tools: Offered, seen: tuple[Seen, ...] = (), **more: Any) -> ThinkQuestion:
    turns = tuple(PastTurn("", (one,)) for one in seen)
    return ThinkQuestion(question, "", more.pop("part", ""), tools, turns, 5, "2026-01-01", **more)


def call(found: Thinking) -> tuple[str, dict[str, Any]]:
    (one,) = found.calls
    return one.tool, json.loads(one.arguments)


# --- the rule -------------------------------------------------------------------------------------------------------


def test_an_expression_is_calculated_and_then_answered() -> None:
    question = "What is 6 * 7?"
    assert call(think(asked(question, CALCULATE, SEARCH))) == ("calculate", {"expression": "6 * 7"})
    done = Seen("calculate", '{"expression": "6 * 7"}', "SUCCESS", "42")
    assert think(asked(question, CALCULATE, seen=(done,))).answer == "6 * 7 = 42"
    other = Seen("calculate", '{"expression": "6 * 8"}', "SUCCESS", "48")
    assert call(think(asked(question, CALCULATE, seen=(other,)))) == ("calculate", {"expression": "6 * 7"})
    elsewhere = Seen("python", '{"expression": "6 * 7"}', "SUCCESS", "42")
    assert think(asked(question, CALCULATE, seen=(elsewhere,))).calls
    failed = think(asked(question, CALCULATE, seen=(Seen("calculate", '{"expression": "6 * 7"}', "FAILED", "broken"),)))
    assert (failed.answer, failed.error) == ("", "needs_model") and "cannot do it: broken" in failed.reason


def test_an_expression_without_a_calculator_is_sought_elsewhere() -> None:
    """And the part of an agent, not the whole goal, is its question."""
    assert call(think(asked("What is 6 * 7?", SEARCH)))[0] == "search_documents"
    assert think(asked("What is 6 * 7?")).error == "needs_model"
    assert call(think(asked("What is love?", CALCULATE, part="What is 6 * 7?"))) == (
        "calculate", {"expression": "6 * 7"},
    )  # fmt: skip


def test_an_answer_of_a_form_is_not_made_up_by_rule() -> None:
    found = think(asked("What is 6 * 7?", CALCULATE, form="{}"))
    assert found.error == "needs_model" and "an answer of a form of yours is written by a model only" in found.reason


def test_the_tables_are_asked_first_and_what_they_say_is_the_answer() -> None:
    question = "What is the total revenue?"
    assert call(think(asked(question, TABLES, SEARCH))) == ("ask_tables", {"question": question})
    told = '{"understood": true, "text": "It is 30 EUR."}'
    found = think(
        asked(question, TABLES, SEARCH, seen=(Seen("ask_tables", f'{{"question": "{question}"}}', "SUCCESS", told),))
    )
    assert (found.answer, found.calls) == ("It is 30 EUR.", ())


def test_documents_are_searched_in_the_questions_own_letters_and_the_sentence_that_holds_all_is_quoted() -> None:
    """With its file and heading; the second sentence of the second passage, too."""
    question = "What is the noise limit in Köln?"
    first = think(asked(question, SEARCH))
    assert call(first) == ("search_documents", {"query": question, "limit": 3}) and "Köln" in first.calls[0].arguments
    passages = [
        {"text": "Nothing of it.", "path": "a.md", "heading": "A"},
        {"text": "It is loud. The noise limit in Köln is\n45 dB.", "path": "b.md", "heading": "Limits"},
    ]
    arguments = json.dumps({"query": question, "limit": 3}, ensure_ascii=False)

    def after(status: str, text: str) -> Thinking:
        return think(asked(question, SEARCH, seen=(Seen("search_documents", arguments, status, text),)))

    assert after("SUCCESS", json.dumps(passages)).answer == "“The noise limit in Köln is 45 dB.” [b.md, Limits]"
    del passages[1]["heading"]
    assert after("SUCCESS", json.dumps(passages)).answer == "“The noise limit in Köln is 45 dB.” [b.md]"
    declined = after("SUCCESS", json.dumps([{"text": " It is loud. ", "path": "b.md"}]))
    assert (declined.answer, declined.error) == ("", "needs_model") and declined.reason.endswith(
        "\nnearest: “It is loud.” [b.md]"
    )
    assert (
        after("FAILED", "no index").reason == "no rule answers this exactly; a model would: --model, or INDAGATE_MODEL"
    )


def test_what_tables_and_documents_nearly_hold_is_both_shown() -> None:
    question = "What is the noise limit?"
    seen = (
        Seen(
            "ask_tables", json.dumps({"question": question}), "SUCCESS", '{"understood": false, "text": "not: noise"}'
        ),
        Seen(
            "search_documents",
            json.dumps({"query": question, "limit": 3}),
            "SUCCESS",
            '[{"text": "Quiet.", "path": "q"}]',
        ),
    )
    assert think(asked(question, TABLES, SEARCH, seen=seen)).reason.splitlines()[1:] == [
        "not: noise",
        "nearest: “Quiet.” [q]",
    ]


def test_where_turns_run_out_the_rule_answers_from_what_was_found_or_says_nothing() -> None:
    done = Seen("calculate", '{"expression": "6 * 7"}', "SUCCESS", "42")
    assert conclude(asked("What is 6 * 7?", CALCULATE, seen=(done,))) == "6 * 7 = 42"
    assert conclude(asked("What is 6 * 7?", CALCULATE)) == ""
    assert conclude(asked("What is love?", CALCULATE)) == ""


@pytest.mark.parametrize(
    ("question", "expression"),
    [
        ("How many m are in 3 km", "3 km in m"),
        ("How many days between 2025-01-01 and 2025-02-01?", "2025-02-01 - 2025-01-01"),
        ("how many days are there from 2025-01-01 until 2025-02-01", "2025-02-01 - 2025-01-01"),
        ("pi", ""),
        ("convert 5 km in m", "5 km in m"),
        ("How many minutes in 2 h?", "2 h in minutes"),
        ("2 +", ""),
    ],
)
def test_units_and_days_are_expressions_too(question: str, expression: str) -> None:
    assert expression_of(question, date(2026, 1, 1)) == expression


def test_a_sentence_that_is_nothing_but_the_question_holds_it() -> None:
    assert holds_all("noise limit", "noise limit?") and not holds_all("noise", "noise limit?")


# --- a model's turn -------------------------------------------------------------------------------------------------


def test_calls_beside_an_answer_are_made_while_turns_are_left_in_which_they_can_be_read() -> None:
    given = ThinkingAnswer("t", [ToolChoice(" calculate ", '{"expression": "1"}')], "It is 1.")
    for left, calls, answer in ((2, 1, ""), (1, 0, "It is 1."), (0, 0, "It is 1.")):
        question = ThinkQuestion("g", "", "", (), (), left, "2026-01-01")
        found = thinking(question, given)
        assert (found.thought, len(found.calls), found.answer) == ("t", calls, answer)
    last = ThinkQuestion("g", "", "", (), (), 1, "2026-01-01")
    assert thinking(last, ThinkingAnswer("t", given.calls, " ")).calls == (Call("calculate", '{"expression": "1"}'),)
    assert thinking(last, ThinkingAnswer("t", [], "So.")).answer == "So."


def test_a_turn_with_calls_has_its_text_as_thought() -> None:
    found = from_turn(asked("g"), Turn((ToolCall("x", "calculate", "{}"),), "I compute."))
    assert found == Thinking("I compute.", (Call("calculate", "{}"),))
    assert from_turn(asked("g"), Turn(text='{"thought": "t", "calls": 3}')).answer == '{"thought": "t", "calls": 3}'
    whole = '{"thought": "t", "calls": [], "answer": "So."}'
    assert from_turn(asked("g"), Turn(text=whole)) == Thinking("t", (), "So.")


def test_tools_and_earlier_turns_are_handed_over_as_a_provider_takes_them() -> None:
    (tool,) = offered_tools(asked("g", Offered("calculate", "Compute.", '{"type": "object"}')))
    assert (tool.name, tool.doc, tool.schema) == ("calculate", "Compute.", {"type": "object"})
    turn = PastTurn("t", (Seen("a", '{"x": 1}', "SUCCESS", "one"), Seen("b", "[1]", "TIMEOUT", "late")))
    (found,) = exchanges(ThinkQuestion("g", "", "", (), (PastTurn("first"), turn), 3, "2026-01-01"))
    assert [(one.name, one.arguments) for one in found.turn.calls] == [("a", '{"x": 1}'), ("b", "{}")]
    assert len({one.id for one in found.turn.calls}) == 2
    assert found.results == ("one", "TIMEOUT: late") and found.turn.text == "t"


def test_one_long_result_of_several_is_shortened_and_no_other_is_lost() -> None:
    """Of the last turn by half, of an earlier one to its beginning; one of 600 characters stays."""
    texts = ("a" * 600, "b" * 601, "c" * 900)
    turn = PastTurn("t", tuple(Seen("read", "{}", "SUCCESS", text) for text in texts))
    early = shorten(ThinkQuestion("g", "", "", (), (turn, PastTurn("u"), PastTurn("v")), 3, "2026-01-01"))
    assert early is not None and [one.thought for one in early.turns] == ["t", "u", "v"]
    first, second, third = (one.text for one in early.turns[0].seen)
    assert (first, third) == (texts[0], texts[2]) and second.startswith("b" * 200 + " …") and "b" * 201 not in second
    late = shorten(ThinkQuestion("g", "", "", (), (PastTurn("u"), turn), 3, "2026-01-01"))
    assert late is not None and late.turns[1].seen[1].text.startswith("b" * 300 + " …")


def test_an_answer_of_a_form_is_checked_and_a_call_is_none() -> None:
    form = '{"type": "object"}'
    assert THINKER.check is not None

    def complaints(given: Thinking, form: str) -> list[str]:
        return list(THINKER.check(asked("g", form=form), given))  # type: ignore[misc]

    assert complaints(Thinking("t", answer="[]"), form) and not complaints(Thinking("t", answer="{}"), form)
    assert not complaints(Thinking("t", answer="[]"), "") and not complaints(Thinking("t"), form)
    assert not complaints(Thinking("t", (Call("a"),), "[]"), form)


# --- what may leave -------------------------------------------------------------------------------------------------

GOAL = "What does the Köln pump station move? See http://goal.example/named"
PRIVATE = Material("papers", web=True)


def used(tool: str, arguments: str, status: Any = "SUCCESS", text: str = "") -> ToolUsed:
    return ToolUsed(tool, arguments, status, text)


def decided(
    *calls: tuple[str, Any],
    earlier: tuple[ToolUsed, ...] = (),
    material: Material = PRIVATE,
    goal: str = GOAL,
    **remote: frozenset[str],
) -> list[tuple[str, str]]:
    """What becomes of calls after earlier ones: the arguments as they go out, and why they do not."""
    react = React(ReactInput(goal, material=material))
    react.steps = [Step("before", earlier), Step("now")]
    made = [Call(tool, told if isinstance(told, str) else json.dumps(told)) for tool, told in calls]
    return [(one.call.arguments, one.refused) for one in decide(react, made, remote)]


@pytest.mark.parametrize(
    ("material", "held"),
    [
        (Material("papers", web=True), True),
        (Material(data="tables", web=True), True),
        (Material("papers", mcp="m"), True),
        (Material(data="tables", mcp="m"), True),
        (Material("papers"), False),
        (Material(web=True), False),
        (Material(mcp="m"), False),
        (Material(web=True, mcp="m"), False),
        (Material("papers", "tables"), False),
        (Material(), False),
    ],
)
def test_calls_are_held_back_where_private_material_and_others_meet(material: Material, held: bool) -> None:
    assert guarded(material) is held
    ((arguments, refused),) = decided(("web_search", {"query": "Bluebird"}), material=material)
    assert bool(refused) is held and (held or arguments == '{"query": "Bluebird"}')


def test_a_query_goes_out_in_the_goals_words_and_order() -> None:
    ((arguments, refused),) = decided(("web_search", {"query": "STATION pump köln", "more": 1}))
    assert refused == "" and json.loads(arguments) == {"query": "köln pump station"} and "köln" in arguments
    ((_, refused),) = decided(("web_search", {"query": "pump Bluebird"}))
    assert "may not leave the machine" in refused and refused.endswith("; the user can allow it (--allow web_search)")
    ((arguments, refused),) = decided(
        ("web_search", {"query": "Bluebird"}), material=Material("p", web=True, allow=("web_search",))
    )
    assert (arguments, refused) == ('{"query": "Bluebird"}', "")


@pytest.mark.parametrize("broken", ["", "no json", "[1]", '{"url": 5}'])
def test_a_call_that_is_no_object_reads_nothing(broken: str) -> None:
    ((_, refused),) = decided(("web_read", broken))
    assert "was not found" in refused


def results(*urls: str) -> str:
    """Return what a search shows of pages; what has a space is the text of the one before."""
    pages = [{"url": url, "title": "A page", "snippet": ""} for url in urls if " " not in url]
    pages[-1]["snippet"] = next((text for text in urls if " " in text), "")
    return json.dumps(pages)


def test_an_address_is_read_that_a_search_brought_or_the_goal_names() -> None:
    """Not one of a search that failed, of another tool, or in the text of a result; the rest of the arguments stays."""
    url = "http://found.example/a"
    brought = used("web_search", "{}", text=results(url))
    ((arguments, refused),) = decided(("web_read", {"url": url, "page": 2}), earlier=(brought,))
    assert (json.loads(arguments), refused) == ({"url": url, "page": 2}, "")
    assert decided(("web_read", {"url": "http://goal.example/named"}))[0][1] == ""
    for use in (
        used("web_search", "{}", "FAILED", results(url)),
        used("python", "{}", "SUCCESS", results(url)),
        used("web_read", "{}", "SUCCESS", results(url)),
        used("web_search", "{}", text=results("http://found.example/b", f'see {url} and "url":"{url}"')),
    ):
        ((_, refused),) = decided(("web_read", {"url": url}), earlier=(use,))
        assert refused.endswith("; the user can allow it (--allow web_read)")


def test_twelve_pages_of_a_site_are_read_and_no_more() -> None:
    """Counted over earlier turns and within one; what was refused counts for nothing, nor what was read before."""
    urls = [f"http://found.example/{n}" for n in range(14)]
    brought = used("web_search", "{}", text=results(*urls))
    reads = [("web_read", {"url": url}) for url in urls]
    assert [not refused for _, refused in decided(*reads, earlier=(brought,))] == [True] * 12 + [False] * 2
    done = tuple(used("web_read", json.dumps({"url": url})) for url in urls[:12])
    assert decided(reads[12], earlier=(brought, *done))[0][1] and not decided(reads[3], earlier=(brought, *done))[0][1]
    blocked = tuple(used("web_read", json.dumps({"url": url}), "BLOCKED") for url in urls[:12])
    assert not decided(reads[12], earlier=(brought, *blocked))[0][1]
    failed = tuple(used("web_read", json.dumps({"url": url}), "FAILED") for url in urls[:12])
    assert decided(reads[12], earlier=(brought, *failed))[0][1]
    others = tuple(used("read_document", json.dumps({"url": url})) for url in urls[:12])
    assert not decided(reads[12], earlier=(brought, *others))[0][1]


@pytest.mark.parametrize(
    ("arguments", "sent"),
    [
        ({"text": "pump station"}, {"text": "pump station"}),
        ({"text": "STATION pump pump"}, {"text": "pump station"}),
        ({"text": "pump \u200b station"}, {"text": "pump station"}),
        ({}, {}),
        *(({"text": text}, None) for text in ("Bluebird", "ab", "", "of the", 5, 0.5, True, None, ["pump"])),
        ({"text": {"text": "pump"}}, None),
        ({"other": "pump"}, None),
    ],
)  # fmt: skip
def test_a_tool_of_another_machine_gets_words_of_the_goal(
    arguments: dict[str, Any], sent: dict[str, Any] | None
) -> None:
    """As a search has them; one that runs here gets whatever it is given."""
    fields = frozenset({"text"})
    ((given, refused),) = decided(("far__say", arguments), material=Material("papers", mcp="m"), far__say=fields)
    assert (refused == "") is (sent is not None) and json.loads(given) == (sent if sent is not None else {})
    here = decided(("near__say", arguments), material=Material("papers", mcp="m"), far__say=fields)
    assert here == [(json.dumps(arguments), "")]


# --- what an agent's run remembers ----------------------------------------------------------------------------------


STAMP = Stamp(1, 0)


def folded(*events: object, **given: Any) -> React:
    react = React(ReactInput("goal", **given))
    for event in events:
        react.fold(event, STAMP)
    return react


def test_turns_are_thoughts_and_answers_that_could_not_be_used() -> None:
    react = folded(Thought("a", ()), Muddled("no JSON"), Muddled("nothing"), Concluded("b", "So.", "m"))
    assert (react.turns, react.muddles, react.reason, react.answer, react.by) == (4, 2, "nothing", "So.", "m")
    before = (Step("x"), Step("y"))
    assert folded(Thought("a", ()), steps=before, files=(("f", "1"),)).turns == 3
    assert folded(files=(("f", "1"),)).files == {"f": "1"}


def test_results_stand_in_the_order_of_their_calls_and_once_each() -> None:
    """What failed or was not kept is no evidence; of equal calls the last counts."""
    uses = (
        ToolUsed("b", "{}", "SUCCESS", "two\n  words", "r2", 1),
        ToolUsed("a", "{}", "SUCCESS", "x" * 300, "r1", 0, (("f", "1"),)),
        ToolUsed("c", "{}", "FAILED", "why", "", 2),
        ToolUsed("c", "{}", "SUCCESS", "none", "", 3),
    )
    again = ToolUsed("b", "{}", "SUCCESS", "again", "r3", 0)
    react = folded(Thought("t", ()), *uses, Thought("u", ()), again)
    assert [use.tool for use in react.steps[0].uses] == ["a", "b", "c", "c"] and react.files == {"f": "1"}
    assert [(one.source, one.ref, one.summary) for one in react.found] == [("a", "r1", "x" * 200), ("b", "r3", "again")]
    assert react.statistics == (
        ("a", (Count("SUCCESS", 1),)), ("b", (Count("SUCCESS", 2),)), ("c", (Count("FAILED", 1), Count("SUCCESS", 1))),
    )  # fmt: skip


def test_every_way_of_ending_has_its_name() -> None:
    for event, error, reason, answer in (
        (Resigned("t", "needs_model", "why"), "needs_model", "why", ""),
        (RanOut("spent", "half"), "out_of_budget", "spent", "half"),
        (Broke("the disk is full", "EffectFailed"), "EffectFailed", "the disk is full", ""),
        (Broke("the disk is full"), "broken", "the disk is full", ""),
        (LoopDetected(Call("a"), 3, "half"), "looped", "it asked for a 3 times with the same arguments", "half"),
    ):
        react = folded(event)
        assert (react.error, react.reason, react.answer) == (error, reason, answer)
