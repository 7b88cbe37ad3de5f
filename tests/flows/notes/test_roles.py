"""The roles' own functions: what of a model's answer is taken, and what each rule says without one."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from flows.notes.talk import TODAY, keep
from indagate.errors import InputError
from indagate.flows.notes.amendment import Amendment, Command, amendment_of, command_of, line_of, place_of
from indagate.flows.notes.chart import Ask, Failing
from indagate.flows.notes.domain import domains
from indagate.flows.notes.entry import Entry
from indagate.flows.notes.importing import bring_in, day_of, read_notes
from indagate.flows.notes.notebook import Notebook, one_line, read_lines
from indagate.flows.notes.query import Cited, Query
from indagate.flows.notes.reading import batches, expected
from indagate.flows.notes.roles import clarifier, evaluator, observer, parser, planner, router

ALL = tuple(domains().values())
RUNNING, RECOVERY = domains()["running"], domains()["recovery"]


def parsed(text: str, *entries: dict[str, Any], day: date = TODAY) -> parser.Parse:
    asked = parser.ParseQuestion(((day, text),), ALL)
    return parser.to_parse(asked, parser.ParseAnswer(tuple(parser.EntryAnswer(**one) for one in entries)))


def an(**more: Any) -> dict[str, Any]:
    return {"what": "run", "said": "ran 5 km", "measure": "distance", "value": 5.0, "unit": "km"} | more


def test_a_models_entry_is_taken_in_the_notes_own_words() -> None:
    found = parsed(
        "Ran  5 km, then 3 more", an(what="Trail Run", domain="running", kind=" Race ", time="07:30", date="2026-10-19")
    )
    (entry,) = found.readings[0].entries
    assert entry == Entry(
        TODAY - timedelta(1), "trail_run", "distance", 5.0, "km", "running", "race", "07:30", "Ran  5 km"
    )  # fmt: skip
    assert found.readings[0].unread == ("3",) and (found.refused, found.spoilt) == ((), ())
    assert parsed("ran 5 km", an(domain="chess")).readings[0].entries[0].domain == ""
    assert parsed("ran 5 km", an(aside="planned", date="2026-11-01")).readings[0].entries[0].aside == "planned"


@pytest.mark.parametrize(
    ("text", "more", "said"),
    [
        ("ran 5 km", {"said": "ran 6 km"}, "is not in the note"), ("ran 5 km", {"said": ""}, "is not in the note"),
        ("ran 5 km", {"what": " "}, "which thing"), ("ran 5 km", {"measure": ""}, "needs the name of its measure"),
        ("ran 5 km", {"value": None}, "needs the name of its measure"),
        ("ran 5 km", {"unit": "parrots"}, "neither known nor"),
        ("ran 5 km", {"value": 6.0}, "is not the number"),
        ("ran 5 km", {"date": "2026-10-21"}, "after the day of the note"),
        ("ran 5 km", {"date": "soon"}, "is no day like"), ("ran 5 km", {"time": "7:30"}, "is no time of day"),
        ("ran 5 km", {"time": "24:00"}, "is no time of day"), ("ran 5 km", {"note": 2}, "there is no note 2"),
    ],
)  # fmt: skip
def test_an_entry_that_is_not_in_the_note_is_refused_and_a_note_without_another_is_spoilt(
    text: str, more: dict[str, Any], said: str
) -> None:
    found = parsed(text, an(**more))
    assert found.readings[0].entries == () and len(found.refused) == 1 and said in found.refused[0]
    assert found.spoilt == (() if more.get("note") == 2 else (0,))
    assert parsed(text, an(**more), an()).spoilt == ()


@pytest.mark.parametrize(
    ("said", "value", "unit", "taken"),
    [
        ("ran 5 km", 5.0, "km", True), ("ran 5 km", 5000.0, "m", True), ("ran 5k", 5000.0, "m", True),
        ("ran 5 km", 3.106856, "mi", True),
        ("3 sets of 8", 24.0, "", True), ("2 km and 3 km", 5.0, "km", True), ("2 h and 30 min", 150.0, "min", True),
        ("2 km and 3 km", 7.0, "km", False), ("ran five km", 5.0, "km", True), ("slept 23:00-7:00", 8.0, "h", True),
        ("5 km", 5.000001, "km", True), ("5 km", 5.1, "km", False), ("1.200 m", 1200.0, "m", True),
        ("4 mites", 4.0, "mites", True),
    ],
)  # fmt: skip
def test_a_value_is_a_number_of_its_words_converted_or_two_of_them_together(
    said: str, value: float, unit: str, taken: bool
) -> None:
    found = parsed(said, {"what": "thing", "said": said, "measure": "size", "value": value, "unit": unit})
    assert bool(found.readings[0].entries) is taken, found.refused


def test_several_notes_are_read_each_for_itself_and_the_rule_reads_the_short_form() -> None:
    asked = parser.ParseQuestion(((TODAY, "ran 5 km"), (TODAY - timedelta(1), "slept 8 h")), ALL)
    given = [an(), an(note=2, what="sleep", said="slept 8 h", measure="duration", value=8.0, unit="h"), an(note=2)]
    found = parser.to_parse(asked, parser.ParseAnswer(tuple(parser.EntryAnswer(**one) for one in given)))
    assert [[one.what for one in reading.entries] for reading in found.readings] == [["run"], ["sleep"]]
    assert len(found.refused) == 1 and found.spoilt == () and found.readings[1].entries[0].date == TODAY - timedelta(1)
    assert [[one.what for one in reading.entries] for reading in parser.read(asked).readings] == [["run"], ["sleep"]]
    assert parser.unread("3 km, 4 km and 3 km", [Entry(TODAY, "x", said="3 km")]) == ("4",)
    assert parser.day_named(" ") is None and parser.day_named(" 2026-10-03 ") == date(2026, 10, 3)


def routed(text: str, **given: Any) -> router.Route:
    asked = router.RouteQuestion(text, TODAY, ALL, (("2026-10-19:3", "ran 5 km"),))
    return router.to_route(asked, router.Route(**given))


def test_a_route_keeps_the_persons_words_and_known_domains() -> None:
    both = "ran 3 km. How far in all?"
    found = routed(
        both,
        input_type="BOTH",
        domains=("running", "chess", "running"),
        note="ran  3 km.",
        question="How far in all?",
        reason="r",
    )
    assert (found.domains, found.note, found.question, found.reason) == (
        ("running",),
        "ran  3 km.",
        "How far in all?",
        "r",
    )
    own = routed(both, input_type="BOTH", note="ran 4 km", question="")
    assert (own.note, own.question) == (both, both)
    assert (routed(both, input_type="LOG", note="x").note, routed(both, input_type="LOG").question) == (both, "")
    assert (routed(both, input_type="QUERY", question="x").note, routed(both, input_type="QUERY").question) == (
        "",
        both,
    )
    nothing = routed("thanks", input_type="NOTHING", note="x", question="y", reason="r")
    assert (nothing.note, nothing.question, nothing.reason) == ("", "", "r")


def test_a_correction_names_a_note_that_was_shown_and_has_only_its_words() -> None:
    found = routed("it was 6 km", input_type="CORRECTION", note=" ran 6 km ", place="2026-10-19:3", question="x")
    assert (found.note, found.place, found.question) == ("ran 6 km", "2026-10-19:3", "")
    assert routed("forget that", input_type="CORRECTION", place="2026-10-19:3").note == ""
    with pytest.raises(ValueError, match="none of the notes that are shown"):
        routed("it was 6 km", input_type="CORRECTION", note="ran 6 km", place="2026-10-18:3")
    with pytest.raises(ValueError, match="not 7, Tom"):
        routed("it was 6 km", input_type="CORRECTION", note="ran 7 km with Tom", place="2026-10-19:3")


@pytest.mark.parametrize(
    ("text", "kind", "note", "question"),
    [
        ("ran 5 km", "LOG", "ran 5 km", ""), ("How far?", "QUERY", "", "How far?"),
        ("How far? And when?", "QUERY", "", "How far? And when?"),
        ("ran 5 km. How far in all?", "BOTH", "ran 5 km.", "How far in all?"),
        ("Why? I ran 5 km.", "LOG", "Why? I ran 5 km.", ""),
        ("a. b? c?", "BOTH", "a.", "b? c?"), ("a? b. c?", "LOG", "a? b. c?", ""),
        ("ran 5 km\nhow far?", "BOTH", "ran 5 km", "how far?"),
        ("undo", "CORRECTION", "", ""), ("fix 3 ran 6 km", "CORRECTION", "ran 6 km", ""),
    ],
)  # fmt: skip
def test_without_a_model_a_question_ends_in_its_mark_and_comes_last(
    text: str, kind: str, note: str, question: str
) -> None:
    found = router.route(router.RouteQuestion(text, TODAY, ALL))
    assert (found.input_type, found.note, found.question) == (kind, note, question)


def test_the_domains_of_a_text_are_those_whose_words_it_uses() -> None:
    assert router.needed("ran 5 km and slept 8 h", ALL) == ("recovery", "running")
    assert router.needed("nothing of the kind", ALL) == ("general",)


def test_a_plan_looks_for_what_can_be_looked_for() -> None:
    asked = planner.PlanQuestion("how far?", "", TODAY, (RUNNING,), (RECOVERY,))
    searches = (
        planner.Search(sql=" SELECT 1 "),
        planner.Search(words="Anna", first="2026-10-01"),
        planner.Search(sql="SELECT 1"),
    )
    found = planner.to_plan(asked, planner.PlanAnswer("retrieve", searches, "recovery", ("gap",), "why"))
    assert found.queries == (Query("sql", "SELECT 1"), Query("words", "Anna", date(2026, 10, 1))) and found.domain == ""
    assert (found.gaps, found.reason) == (("gap",), "why")
    same_day = planner.to_plan(
        asked, planner.PlanAnswer("retrieve", (planner.Search(words="a", first="2026-10-01", last="2026-10-01"),))
    )
    assert same_day.queries[0].last == date(2026, 10, 1)
    assert planner.to_plan(asked, planner.PlanAnswer("expand", searches, "recovery")) == planner.Plan(
        "expand", (), "recovery"
    )
    assert planner.to_plan(asked, planner.PlanAnswer("write")).step == "write"
    for wrong in (
        planner.PlanAnswer("expand", domain="running"), planner.PlanAnswer("clarify", gaps=(" ",)),
        planner.PlanAnswer("retrieve"),
        planner.PlanAnswer("retrieve", (planner.Search(),)),
        planner.PlanAnswer("retrieve", (planner.Search("SELECT 1", "a"),)),
        planner.PlanAnswer("retrieve", (planner.Search(words="a", first="2026-10-02", last="2026-10-01"),)),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=r"\w"):
            planner.to_plan(asked, wrong)


def test_without_a_model_a_domain_that_is_needed_is_loaded_and_a_question_is_put_once() -> None:
    plain = Query("plain", "how long did I sleep")
    assert planner.plan(planner.PlanQuestion(plain.text, "", TODAY, (RUNNING,), (RECOVERY,))).domain == "recovery"
    asked = planner.PlanQuestion(plain.text, "", TODAY, (RECOVERY,), (RUNNING,))
    assert planner.plan(asked) == planner.Plan("retrieve", (plain,))
    tried = planner.PlanQuestion(plain.text, "", TODAY, (RECOVERY,), (RUNNING,), tried=(plain,))
    assert planner.plan(tried) == planner.Plan("write")
    assert (
        planner.plan(planner.PlanQuestion("zebra", "", TODAY, (RUNNING,), (domains()["general"],))).step == "retrieve"
    )


def test_an_evaluation_names_sentences_by_number_and_a_domains_rule_by_its_words() -> None:
    asked = evaluator.EvaluationQuestion("q", ("Run THROUGH the pain.", "b."), (), (), (), (RUNNING,))
    given = evaluator.EvaluationAnswer(
        (evaluator.FailingAnswer("safety", "r", 2), evaluator.FailingAnswer("accuracy", "s"))
    )
    assert evaluator.to_evaluation(asked, given).failing == (Failing("safety", "r", "b."), Failing("accuracy", "s", ""))
    with pytest.raises(ValueError, match="there is no sentence 3: the answer has 2"):
        evaluator.to_evaluation(asked, evaluator.EvaluationAnswer((evaluator.FailingAnswer("safety", "r", 3),)))
    assert [(one.dimension, one.sentence) for one in evaluator.refused(asked)] == [("safety", "Run THROUGH the pain.")]


def test_preferences_and_facts_are_learnt_of_what_was_told_alone() -> None:
    given = observer.ObserveAnswer(
        tuple(observer.LearntAnswer(kind, "t", f"{kind} x", 0.7) for kind in ("preference", "pattern", "fact"))
    )
    asked = observer.ObserveQuestion(("significant_log",), "x", Cited(TODAY, 3, "x"), (), (), TODAY, "run-1")
    found = observer.to_observation(asked, given).learnt
    assert [(one.kind, one.source, one.certainty, one.day) for one in found] == [
        (kind, "2026-10-20:3", 0.7, TODAY) for kind in ("preference", "pattern", "fact")
    ]  # fmt: skip
    questioned = observer.ObserveQuestion(("post_query",), "x", None, (), (), TODAY, "run-1")
    assert [(one.kind, one.source) for one in observer.to_observation(questioned, given).learnt] == [
        ("pattern", "run-1")
    ]
    corrected = observer.ObserveQuestion(("user_correction",), "x", Cited(TODAY, 3, "x"), (), (), TODAY, "run-1")
    assert [one.kind for one in observer.to_observation(corrected, given).learnt] == ["pattern"]
    assert (
        observer.to_observation(asked, observer.ObserveAnswer((observer.LearntAnswer("fact", "t", " "),))).learnt == ()
    )
    check: Any = clarifier.CLARIFIER.check
    assert check(None, clarifier.Clarification((Ask("When?", ""),))) == [] and check(
        None, clarifier.Clarification((Ask(" ", ""),))
    )


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("correction of 2026-10-03 line 4: ran 6 km", Amendment(date(2026, 10, 3), 4, "ran 6 km")),
        (" deletion of 2026-10-03 line 4 ", Amendment(date(2026, 10, 3), 4)),
        ("deletion of 2026-10-03 line 4: x", Amendment(date(2026, 10, 3), 4)),
        ("correction of 2026-10-03 line 4: ", None), ("correction of 2026-10-03 line 4", None),
        ("deletion of 2026-13-03 line 4", None),
        ("a correction of 2026-10-03 line 4: x", None),
    ],
)  # fmt: skip
def test_a_line_that_amends_is_exact(line: str, found: Amendment | None) -> None:
    assert amendment_of(line) == found
    assert found is None or amendment_of(line_of(found)) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("undo", Command("undo")), ("Undo!", Command("undo")), ("delete 3.", Command("delete", "3")),
        ("delete 2026-10-03:4", Command("delete", "2026-10-03:4")), ("delete the last one", None),
        ("delete that", None),
        ("fix 3: ran 6 km.", Command("fix", "3", "ran 6 km.")),
        ("fix 2026-10-03:4 x", Command("fix", "2026-10-03:4", "x")),
        ("fix it", None), ("undo it", None), ("fix the 3 bikes", None),
    ],
)  # fmt: skip
def test_a_command_is_exact_words(text: str, found: Command | None) -> None:
    assert command_of(text) == found


def test_a_place_is_a_line_of_today_or_of_a_day() -> None:
    assert place_of(" 4 ", TODAY) == (TODAY, 4) and place_of("2026-10-03:4", TODAY) == (date(2026, 10, 3), 4)
    assert (
        place_of("2026-13-03:4", TODAY) is None and place_of("", TODAY) is None and place_of("1234567", TODAY) is None
    )


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-10-03 Sat", date(2026, 10, 3)), ("2026/1/3", date(2026, 1, 3)), ("03.10.2026", date(2026, 10, 3)),
        ("3/10/2026", date(2026, 10, 3)),
        ("8 July 2026", date(2026, 7, 8)), ("8th of July, 2026", date(2026, 7, 8)), ("July 8, 2026", date(2026, 7, 8)),
        ("2 августа 2026", date(2026, 8, 2)),
        ("8. Juli 2026", date(2026, 7, 8)), ("8 Juni", None), ("2026-13-03", None), ("1799-10-03", None),
        ("no day", None),
        ("12026-10-03", None), ("8 parrots 2026", None),
    ],
)  # fmt: skip
def test_a_day_is_read_in_its_usual_forms(text: str, day: date | None) -> None:
    assert day_of(text) == day


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("a.md", "# 2026-10-03\n\n- ran 5 km\n  by the lake\n\n## Notes\n- slept\n## 4.10.2026\n1. swam",
        [(3, "ran 5 km by the lake"), (3, "slept"), (4, "swam")]),
        ("2026-10-03.md", "ran 5 km\n- [x] slept", [(3, "ran 5 km"), (3, "slept")]),
        ("a.csv", "Date;Text\n2026-10-03;ran 5 km\n;\n2026-10-04;\"a\nb\"\n", [(3, "ran 5 km"), (4, "a"), (4, "b")]),
        ("a.tsv", "note\tday\nran 5 km\t2026-10-03\n", [(3, "ran 5 km")]),
        ("a.jsonl", '{"date": "2026-10-03", "text": "ran 5 km\\nslept"}\n\n{"when": "2026-10-04", "title": "b"}',
        [(3, "ran 5 km"), (3, "slept"), (4, "b")]),
        ("a.csv", "", None), ("a.csv", "day,what\n", None), ("a.csv", "date,text\nsoon,x\n", None),
        ("a.jsonl", "[1]", None),
        ("a.jsonl", '{"date": "2026-10-03"}', None), ("a.jsonl", "{", None), ("a.md", "- ran 5 km", None),
        ("a.md", "# 32.13.2026\n- x", None),
    ],
)  # fmt: skip
def test_notes_come_in_from_markdown_tables_and_lines_of_json(
    tmp_path: Path, name: str, text: str, found: list[tuple[int, str]] | None
) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    if found is None:
        with pytest.raises(InputError, match=r"a\.\w+:[12]: "):
            read_notes(path)
    else:
        assert [(day.day, said) for day, said in read_notes(path)] == found


def test_of_notes_that_are_there_the_same_number_is_left_out(tmp_path: Path) -> None:
    notebook = Notebook(keep(tmp_path, "2026-10-03 ran 5 km") / "notebook")
    day = date(2026, 10, 3)
    told = [(day, "Ran  5 km"), (day, "ran 5 km"), (date(2026, 10, 2), "slept <!-- x -->")]
    assert bring_in(notebook, told) == 2 and bring_in(notebook, told) == 0
    assert [line.text for line in notebook.read(day)] == ["ran 5 km", "ran 5 km"]
    assert [line.text for line in notebook.read(date(2026, 10, 2))] == ["slept < !-- x -->"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("# 2026-10-03\n\n- a\n* b\n+ c\n1. d\n2) e\nf\n",
        [(3, "a"), (4, "b"), (5, "c"), (6, "d"), (7, "e"), (8, "f")]),
        ("- a\n  more\n\n  apart\n- b <!-- run-1 -->\n  more <!-- run-2 -->",
        [(1, "a more"), (4, "apart"), (5, "b more")]),
        ("---\ntags: x\n---\n- a\n---\n***\n- b", [(4, "a"), (7, "b")]), ("---\n- a", [(2, "a")]),
        ("<!-- c -->\n- [ ] a\n#tag\n#", [(2, "a"), (3, "#tag")]),
        ("- - <!-- run-1 -->\n-", [(1, "-")]), ("  indented\n- a", [(1, "indented"), (2, "a")]),
    ],
)  # fmt: skip
def test_a_days_markdown_is_read_as_notes(text: str, lines: list[tuple[int, str]]) -> None:
    assert [(one.line, one.text) for one in read_lines(text)] == lines


def test_marks_of_runs_are_read_and_what_is_written_stays_on_one_line() -> None:
    assert [one.mark for one in read_lines("- a <!-- run-1 -->\n- b\n- c\n  d <!-- run-2 -->")] == [
        "run-1",
        "",
        "run-2",
    ]
    assert one_line(" a\n b <!-- c ") == "a b < !-- c"


def test_notes_are_read_in_batches_of_twenty_or_two_thousand_characters() -> None:
    assert [len(batch) for batch in batches([(TODAY, "x")] * 41)] == [20, 20, 1] and batches([]) == []
    assert [len(batch) for batch in batches([(TODAY, "x" * 1000)] * 3)] == [2, 1]
    assert [len(batch) for batch in batches([(TODAY, "x" * 3000), (TODAY, "x")])] == [1, 1]
    (cost,) = expected([(TODAY, "x" * 30)] * 30)
    assert (cost.calls, expected([])) == (2, [])


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.jsonl", "[1]", "a.jsonl:1: this line is no JSON object"),
        ("a.csv", f"date,text\n2026-10-03,{'x' * 100_001}\n", "a.csv:2: a cell has more than 100000 characters"),
    ],
)
def test_what_is_no_note_is_refused_with_its_own_reason(tmp_path: Path, name: str, text: str, said: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as refused:
        read_notes(path)
    assert said in str(refused.value)
