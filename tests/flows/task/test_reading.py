"""How the critic reads an answer in small: citations, quotes, what a reader sees, forms of words, numbers."""

from __future__ import annotations

import asyncio
import json

import pytest

from indagate.flows.task import AcceptanceCriteria, check_answer
from indagate.flows.task.critic.citation import citation
from indagate.flows.task.critic.code import code_quality
from indagate.flows.task.critic.critique import settle
from indagate.flows.task.critic.element import elements
from indagate.flows.task.critic.hard import Worked, worked_checks
from indagate.flows.task.critic.inflection import same_word
from indagate.flows.task.critic.verdict import Finding
from indagate.flows.task.critic.visible import Block, is_code, is_empty, plain, split_blocks
from indagate.flows.task.plan import Wanted
from indagate.flows.task.roles.critic import CRITIC, Judged, Judgement, JudgeQuestion

SOURCES = {
    "a.md": "The pump was serviced in May 2021. It isn't new.", "b.md": "Nothing to see.", "x": "One.",
    "d.md": "The counterparts met; parts came late.",
}  # fmt: skip


# --- citations ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ("He [sic] said it [c.md].", {"citation", "citation resolves"}), ("It is so [sic] [a.md].", set()),
        ("On [0, 1] it is so [a.md].", set()), ("“One.” [x]", set()), ("It is so [sic].", {"citation"}),
        ("“It isn't new” [a.md] and “Nine lives” [b.md]", {"quotes"}), ("“Nothing to see” [a.md] [b.md]", set()),
        ("“Nothing to see” [a.md], [b.md]", set()), ("“Nothing to see” [a.md] and [b.md]", {"quotes"}),
        ("“The pump [of the house] was serviced” [a.md].", set()),
        ("First.\n\nAnd second: “The pump [of the house] was serviced” [a.md].", set()),
        ("“A quote.” Then a note [of the house] [a.md].", {"citation resolves", "quotes"}),
        ("“… absent words” [a.md]", {"quotes"}), ("“… It isn't new” [a.md]", set()),
        ("“parts came” [d.md]", set()), ("“parts … met” [d.md]", {"quotes"}), ("“counterparts … parts” [d.md]", set()),
        ("“counterparts … parts … late” [d.md]", set()), ("“parts … came late” [d.md]", set()),
    ],
)  # fmt: skip
def test_brackets_are_citations_or_the_writers_own_words(answer: str, wrong: set[str]) -> None:
    """A tick, `sic`, an interval and what is put into a quote name no source; each quote stands in its own source."""
    found = citation(answer, {"require_citation": True}, SOURCES)
    assert {one.check for one in found if not one.passed} == wrong
    assert {one.cap for one in found} == {0.3}


def test_findings_on_citations_say_what_was_found() -> None:
    def told(answer: str, required: bool = True) -> list[str]:
        return [one.message for one in citation(answer, {"require_citation": required}, SOURCES)]

    assert told("It is so.") == ["no source is cited"] and told("It is so.", required=False) == []
    assert told("It is so [a.md].") == [
        "there are citations", "each citation leads to a source", "each quote stands in its source",
    ]  # fmt: skip
    assert told("“No pump” [a.md]", required=False)[1] == "not in the source: 'No pump'"
    assert told("It is so [e.md].")[1] == "no source has the name 'e.md'"


# --- what a reader sees ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "prose", "blocks"),
    [
        ("a\n```py\nx\n```\nb", "a\n\nb", [Block("py", "x")]),
        ("~~~~\n~~~\ny\n~~~~\nc", "\nc", [Block("", "~~~\ny")]),
        ("a\n```python\nz\nw", "a\n", [Block("python", "z\nw")]),
        ("```\n``` py\n```\nc", "\nc", [Block("", "``` py")]),
        ("1. ```py\n   x = 1\n     y\n z\n   ```", "", [Block("py", "x = 1\n  y\nz")]),
        ("```{.Python .numberLines}\nx\n```", "", [Block("python", "x")]),
        ("```\n\n```", "", [Block("", "")]),
        ("no code", "no code", []),
    ],
)  # fmt: skip
def test_code_and_prose_are_divided_by_fences(text: str, prose: str, blocks: list[Block]) -> None:
    """A fence is closed by one of its sign that is as long; the rest of a list's code is taken back to the margin."""
    assert split_blocks(text) == (prose, blocks)


def test_lines_of_code_are_known_with_their_fences() -> None:
    assert is_code(["a", "```", "x", "```", "b", "~~~", "y"]) == [False, True, True, True, False, True, True]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('<SPAN style="display:none">secret\nword</SPAN>none', "none"), ("<STYLE>\nsecret\n</STYLE>none", "none"),
        ("<p hidden>secret\n</p>none", "none"), ("[a link](https://example.org \"title\")", "a link"),
        ("> quoted", "quoted"), ("## Head", "Head"), ("snake_case and _this_", "snake_case and this"),
    ],
)  # fmt: skip
def test_marks_and_hidden_elements_are_not_seen(text: str, shown: str) -> None:
    assert plain(text) == shown


def test_an_answer_of_code_alone_or_of_a_sign_is_one() -> None:
    assert not is_empty("```\nx\n```") and not is_empty("∞") and not is_empty("# Head\n\nText")
    assert is_empty("```\n \n```") and is_empty("# Head") and is_empty("Head\n---") and is_empty("***\n___")


@pytest.mark.parametrize(
    ("answer", "element", "there"),
    [
        ("An algo-\nrithm", "algorithm", True), ("a state-\nmachine", "state machine", True),
        ("Kindern, nicht wahr", "Kind", True), ("Children like Kindern", "Kind", False),
        ("Wir sehen Kindern gern zu, weil sie spielen", "Kind", True),
        ("two words", "two words more", False), ("one two", "one|three", True), ("three", "one|two", False),
    ],
)  # fmt: skip
def test_required_words_are_sought_across_hyphens_and_in_the_answers_language(
    answer: str, element: str, there: bool
) -> None:
    (found,) = elements(answer, AcceptanceCriteria(required_elements=[element]))
    assert (found.passed, found.cap) == (there, 0.4)
    assert found.message == f"{element!r} is there" if there else f"{element!r} is required and missing"
    (found,) = elements(answer, AcceptanceCriteria(prohibited_elements=[element]))
    assert (found.passed, found.cap) == (not there, 0.3)
    assert found.message == f"{element!r} is prohibited and there" if there else f"{element!r} is not there"


@pytest.mark.parametrize(
    ("answer", "element"), [("It is guaranteed.", "guаranteed|certain"), ("It is guаranteed.", "guarаnteed")]
)
def test_look_alike_letters_hide_nothing_on_either_side(answer: str, element: str) -> None:
    """Cyrillic letters in the prohibition, or in both and in other places."""
    (found,) = elements(answer, AcceptanceCriteria(prohibited_elements=[element]))
    assert not found.passed


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("b12", "b12s", False), ("its", "it", False), ("form", "ford", False), ("лесом", "лесами", True),
        ("еды", "едами", True), ("едой", "едами", True), ("домик", "дымок", False), ("люди", "человеку", False),
        ("рынком", "рынок", True), ("ребёнок", "дети", True), ("cat's", "cats", True), ("fly", "flies", True),
        ("стена", "стенд", False), ("сон", "сын", False), ("окна", "окон", True), ("сосна", "сосен", True),
    ],
)  # fmt: skip
def test_forms_of_short_words_and_of_words_with_digits(one: str, other: str, same: bool) -> None:
    assert same_word(one, other) is same and same_word(other, one) is same


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [("Kind", "Kindern", True), ("Buch", "Bücher", True), ("Frau", "Frauen", True), ("Tag", "Tal", False),
     ("Hand", "Hund", False), ("Lehrerin", "Lehrerinnen", True), ("Haus", "Hausmeister", False)],
)  # fmt: skip
def test_german_plurals_and_cases(one: str, other: str, same: bool) -> None:
    assert same_word(one, other, german=True) is same and same_word(other, one, german=True) is same


# --- code -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "told", "found"),
    [
        ("No code.", {"require_code": False}, []), ("No code.", {}, []),
        ("No code.", {"require_code": True}, [("code", False, "there is no block of code")]),
        ("```\n>>> 1 +\n```", {}, []), ("```python\n>>> 1 +\n```", {}, [("code parses", False, None)]),
        ("```\n \n```", {"require_code": True}, [("code", False, "there is no block of code")]),
        ("```py\nx = 1\n```\n```bash\nls\n```", {"require_code": True},
         [("code", True, "2 blocks of code"), ("code parses", True, "the code parses")]),
        ("```py\nx = 1\n```\n```py\ny = (\n```", {}, [("code parses", False, None)]),
        ("```py\nawait x\n```", {}, [("code parses", True, "the code parses")]),
        ("```bash\nls\n```", {"tests": "assert x"}, [("code", True, "1 blocks of code"),
         ("tests", False, "there is no Python to be tested")]),
        ("```py\nx = (\n```", {"tests": "assert x"}, [("code", True, None), ("code parses", False, None)]),
        ("```py\nx = 1\n```", {"tests": ""}, [("code parses", True, "the code parses"), ("tests", False, None)]),
        ("```py\nx = 1\n```", {"tests": "assert True"}, [("code", True, "1 blocks of code"),
         ("code parses", True, "the code parses"), ("tests", False, None)]),
    ],
)  # fmt: skip
def test_what_is_found_of_code(answer: str, told: dict[str, object], found: list[tuple[str, bool, str | None]]) -> None:
    """A session of the interpreter is no program, unless it says that it is; what does not parse is not run."""
    seen = asyncio.run(code_quality(answer, told))
    assert [(one.check, one.passed) for one in seen] == [(check, passed) for check, passed, _ in found]
    for one, (_, _, message) in zip(seen, found, strict=True):
        assert message in (None, one.message) and one.cap == 0.3


def test_of_two_blocks_the_tests_run_both() -> None:
    answer = "```py\ndef f(x):\n    return g(x) + 1\n```\n\nand\n\n```py\ndef g(x):\n    return 2 * x\n```"
    *_, tests = asyncio.run(code_quality(answer, {"tests": "assert f(2) == 5"}))
    assert (tests.check, tests.passed, tests.message) == ("tests", True, "its tests pass")


# --- numbers, units, parts ------------------------------------------------------------------------------------------


def missed(answer: str, result: str, unit: str = "") -> set[str]:
    wanted = (Wanted("it", "", unit),) if unit else ()
    work = Worked("How much?", wanted, (result,), closed=True, computed=(result,))
    return {finding.check for finding in worked_checks(answer, work) if not finding.passed}


@pytest.mark.parametrize(
    ("stated", "result", "wrong"),
    [
        ("1326.33 EUR", "1326.325", set()), ("1326.33 EUR", "1326.31666667", {"numbers"}),
        ("1326.32 EUR", "1326.324", set()), ("10 EUR", "10.4", set()), ("10 EUR", "9.6", {"numbers"}),
        ("11 EUR", "10.4", {"numbers"}), ("-1326.32 EUR", "-1326.324", set()),
    ],
)  # fmt: skip
def test_a_result_may_be_rounded_by_half_of_its_last_digit(stated: str, result: str, wrong: set[str]) -> None:
    """Where two digits at least are left of it."""
    assert missed(f"It is {stated}.", f"≈ {result}") == wrong


def test_one_number_in_the_unit_asked_for_is_enough() -> None:
    assert missed("It is 12 EUR for 12 people.", "12", "EUR") == set()
    work = Worked("12 EUR or 12 kg for 12 people?", (Wanted("it", "", "EUR"),))
    (numbers, dimension) = worked_checks("It is 12 EUR for 12 people.", work)
    assert (dimension.message, dimension.cap) == ("it: given in EUR or a like unit", 1.0)
    assert (numbers.message, numbers.cap) == ("each number was shown by a tool, a source or the goal", 1.0)
    (_, dimension) = worked_checks("It is 12 kg.", work)
    assert (dimension.message, dimension.cap) == ("it: no value in EUR", 0.4)


def test_a_part_without_an_answer_is_named_and_caps_the_score() -> None:
    part, numbers = worked_checks("It is so.", Worked("Why and how?", unanswered=("How?",)))
    assert part == Finding("part", False, "a part has no answer: How?", 0.4) and numbers.passed


def test_without_material_a_number_is_named_and_binds_nobody() -> None:
    (found,) = worked_checks("It is 5 km and 7 km, 5 km.", Worked("How far?"))
    assert (found.passed, found.cap) == (True, 1.0)
    assert found.message == "in no tool's result, no source and not in the goal: 5 km, 7 km"
    (found,) = worked_checks("It is 5 km.", Worked("How far?", closed=True, put_in=("3", "4", "3")))
    assert found.message.endswith(": 5 km; a calculation rests on numbers that the agent put in: 3, 4")
    assert (found.passed, found.cap) == (False, 0.4)


def test_an_answer_of_a_form_is_held_to_it_and_its_values_to_what_was_shown() -> None:
    form = json.dumps({"type": "object", "required": ["km"], "properties": {"km": {"type": "number"}}})
    work = Worked("How far?", shown=("It is 5 km.",), closed=True, form=form)
    good, numbers = worked_checks('{"km": 5}', work)
    assert (good.passed, good.message, numbers.passed) == (True, "the answer is of the form asked for", True)
    bad, _ = worked_checks("{}", work)
    assert (bad.check, bad.passed, bad.cap) == ("form", False, 0.4) and "'km' is a required property" in bad.message
    _, numbers = worked_checks('{"km": 6}', work)
    assert not numbers.passed


# --- the verdict ----------------------------------------------------------------------------------------------------


def test_the_least_cap_of_what_is_missed_binds_whoever_judged() -> None:
    missed = [Finding("one", False, "no one", 0.4), Finding("two", False, "no two", 0.3), Finding("three", True, "x")]
    alone = settle(missed, None, 0.2, "")
    assert (alone.score, alone.judged, alone.feedback, alone.items) == (0.3, None, "no one; no two", ())
    opinion = Judgement((Judged(1.0, "all well"), Judged(0.6, "half"), Judged(0.5)), "more")
    judged = settle(missed, opinion, 0.2, "m")
    assert (judged.score, judged.judged, judged.by) == (0.3, 0.7, "m") and not judged.accepted
    assert judged.feedback == "no one; no two; half; more"
    assert judged.items == ((1.0, "all well"), (0.6, "half"), (0.5, ""))
    assert settle([], opinion, 0.7, "m").accepted and not settle([], opinion, 0.701, "m").accepted
    assert Judgement(()).score == 0.0
    assert settle([], Judgement((Judged(1 / 3),)), 0, "m").score == 0.3333


def test_a_judge_says_something_of_each_item_in_numbers_from_0_to_1() -> None:
    asked = JudgeQuestion("goal", "answer", ("one", "two"))
    assert CRITIC.check is not None

    def complaints(*scores: float) -> list[str]:
        return list(CRITIC.check(asked, Judgement(tuple(map(Judged, scores)))))  # type: ignore[misc]

    assert complaints(0.0, 1.0) == []
    assert complaints(0.5) == ["there are 2 items to judge, and 1 judgements"]
    assert complaints(0.5, 1.1) == ["a score is a number from 0 to 1, not 1.1"]
    assert complaints(-0.1, 1.0) == ["a score is a number from 0 to 1, not -0.1"]


def test_checks_are_made_only_where_they_are_asked_for() -> None:
    answer = "2 + 2 = 5 [nowhere.md]\n```py\nx = (\n```"
    plain_ones = asyncio.run(check_answer("goal", answer, AcceptanceCriteria()))
    assert [(one.check, one.passed) for one in plain_ones] == [("answer", True)]
    checks = {"code_quality": {}, "math": {}, "citation": {}}
    found = asyncio.run(check_answer("goal", answer, AcceptanceCriteria(domain_specific_checks=checks)))
    assert {one.check for one in found if not one.passed} == {"code parses", "arithmetic", "citation resolves"}
    (empty,) = asyncio.run(check_answer("goal", "# ", AcceptanceCriteria()))
    assert (empty.check, empty.passed, empty.cap) == ("answer", False, 0.0)
