"""What a run knows after each event, and how it is shown: on a terminal, to a program, to a model."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest

from flows.notes.talk import TODAY
from indagate.cells.cell import Cell, Key
from indagate.cells.label import same
from indagate.engine import Stamp
from indagate.errors import InputError
from indagate.flow.worded import Attributed, Supporting
from indagate.flows.notes import chart as c
from indagate.flows.notes.entry import Entry, Reading
from indagate.flows.notes.plot import Figure, Point, in_html, in_terminal
from indagate.flows.notes.query import Cited, Found, Query
from indagate.flows.notes.record import Notes, NotesInput
from indagate.flows.notes.roles.writer import WriteQuestion, told, write
from indagate.flows.notes.supporting import grounds, remarks, unsupported
from indagate.flows.notes.views import (
    answer_of,
    brief,
    cited_lines,
    declined_line,
    details,
    near_of,
    noted_lines,
    outcome,
    questions,
    summary,
    warnings,
)
from indagate.flows.notes.wording import apart, reading_lines, shown, value_lines
from indagate.models import RULE
from indagate.models.role import WAYS_OUT

RAN = Cited(date(2026, 10, 19), 3, "ran 5 km")


def cell(
    value: float = 5,
    *,
    name: str = "sum",
    when: str = "",
    n: int | None = 1,
    missing: int = 0,
    scope: Sequence[str] = (),
) -> Cell:
    keys = (Key("date", when, same("date"), "day"),) if when else ()
    return Cell(
        value, "km", same("total distance"), keys, "q", name, n=n, missing=missing, filters=tuple(map(same, scope))
    )


def found(*cells: Cell, form: Any = "plain", **more: Any) -> Found:
    given: dict[str, Any] = {"sql": "SELECT 1", "said": "total distance, in run", "cited": (RAN,)} | more
    return Found(Query(form, "how far?"), cells=cells, **given)


def notes(*events: object, text: str = "how far?", mode: Any = "tell") -> Notes:
    record = Notes(NotesInput(text, TODAY, mode))
    for number, event in enumerate(events):
        record.fold(event, Stamp(number, 0))
    return record


ASKED = c.Routed("QUERY", ("running",), "", "how far?", "", RULE)
LOGGED = c.Routed("LOG", ("running",), "ran 5 km")
NEAR = Found(Query("plain", "how far?"), declined=True, words=("uphill",), near=(RAN,), whole=True)


def test_an_input_without_words_is_refused() -> None:
    with pytest.raises(InputError, match="there is nothing to note"):
        NotesInput(" \n", TODAY)


def test_a_run_knows_what_was_planned_found_and_is_missing_each_once() -> None:
    one = found(cell(), gaps=("1 note names run without a value",))
    told_of = notes(
        ASKED, c.ExpansionRequested("recovery", "why"), c.Expanded("recovery"), c.Expanded("running"),
        c.RetrievalPlanned((one.query,), "", "a warning"), c.Retrieved((one,)), c.FoundInsufficient("no pace"),
        c.RetrievalPlanned((one.query,), "", "a warning"), c.Retrieved((one,)), c.EnoughKnown(("no pace", "")),
        c.FoundSufficient(("no pulse",)),
    )  # fmt: skip
    assert told_of.domains == ["running", "recovery"] and (told_of.expansions, told_of.expanding) == (2, "")
    assert told_of.warnings == ["a warning"] and told_of.replans == 1 and told_of.searched and not told_of.forked
    assert told_of.gaps == ["1 note names run without a value", "no pace", "no pulse"]
    assert told_of.tried == [one.query, one.query] and told_of.found == (one, one) and told_of.answers == (one,)
    assert notes(c.BothReady(("running",))).forked and notes().input_type == ""
    assert notes(ASKED, c.ExpansionRequested("recovery")).expanding == "recovery"


def test_a_question_to_the_person_is_asked_once_and_declined_is_what_is_missing() -> None:
    asks = (c.Ask("Which race?", "the pace depends on it", ("5 km", "10 km")), c.Ask("When?", "it is not noted"))
    asked = notes(ASKED, c.ClarificationNeeded(("race",)), c.Asked(asks))
    assert asked.wanted == ("race",) and asked.clarified == 1 and asked.gaps == []
    assert questions(asked) == "Which race? (the pace depends on it)\n  5 km · 10 km\nWhen? (it is not noted)"
    answered = notes(ASKED, c.Asked(asks), c.UserAnswered("the 10 km one"))
    assert answered.told == ["the 10 km one"] and not answered.declined
    declined = notes(ASKED, c.Asked(asks), c.UserDeclined())
    assert declined.declined and declined.gaps == ["Which race?", "When?"] and declined.told == []
    assert declined.unanswered and not answered.unanswered


def test_what_failed_is_cut_from_the_answer_and_named() -> None:
    drafted = c.Drafted(
        ("a.", "b."),
        (RAN,),
        "m",
        "",
        (Attributed("a.", "worded", "m"), Attributed("b.", "cell", "m")),
        Supporting(cut=1),
    )
    kept = notes(ASKED, c.Retrieved((found(cell()),)), drafted, c.FailedOver((c.Failing("safety", "not safe", "a."),)))
    assert kept.sentences == ("b.",) and kept.partial and kept.gaps == ["safety: not safe"]
    assert [one.text for one in kept.claims] == ["b."] and kept.support == Supporting(cut=1)
    assert answer_of(kept) == "b.\nA partial answer: safety: not safe" and outcome(kept) == "partial"
    whole = notes(ASKED, c.Retrieved((found(cell()),)), drafted, c.FailedOver((c.Failing("accuracy", "wrong"),)))
    assert whole.sentences == () and details(whole)["answer"].startswith("A partial answer: accuracy: wrong")
    incomplete = notes(ASKED, drafted, c.FailedOver((c.Failing("completeness", "more"),)))
    assert incomplete.sentences == ("a.", "b.")
    again = notes(ASKED, drafted, c.FailedRetry((c.Failing("accuracy", "wrong"),)))
    assert (again.retries, again.failing[0].reason, again.sentences) == (1, "wrong", ("a.", "b."))


def test_an_answer_is_shown_with_the_notes_it_rests_on_and_a_program_gets_all() -> None:
    one = found(cell(), gaps=("a gap",), disclosures=("a remark",))
    told_of = notes(ASKED, c.Retrieved((one,)), c.Drafted(("You ran 5 km.",), (RAN,)))
    assert summary(told_of) == "You ran 5 km.\n  2026-10-19:3  ran 5 km" and outcome(told_of) == "done"
    shown_of = details(told_of)
    assert (shown_of["answer"], shown_of["declined"], shown_of["gaps"]) == ("You ran 5 km.", [], ["a gap"])
    assert shown_of["evidence"] == [{"date": "2026-10-19", "line": 3, "text": "ran 5 km"}] and shown_of["nearest"] == []
    (query,) = shown_of["queries"]
    assert query["gaps"] == ["a remark", "a gap"] and query["said"] == "total distance, in run"
    assert query["cells"][0]["value"] == 5 and query["cells"][0]["unit"] == "km" and query["cells"][0]["n"] == 1
    assert (shown_of["asks"], shown_of["noted"], shown_of["read"], shown_of["by"]) == ([], None, [], RULE)
    json.dumps(shown_of)


def test_a_question_that_was_not_understood_shows_why_the_nearest_notes_and_the_ways_out() -> None:
    told_of = notes(ASKED, c.Retrieved((NEAR,)), c.Drafted((), ()))
    assert summary(told_of).splitlines() == [
        "Not answered; not understood: uphill.", "Notes that hold all your words:", "  2026-10-19:3  ran 5 km",
        *WAYS_OUT.splitlines(),
    ]  # fmt: skip
    assert outcome(told_of) == "needs_model" and not told_of.unanswered and near_of(told_of) == ([RAN], True)
    shown_of = details(told_of)
    assert shown_of["answer"] == "" and shown_of["nearest_hold_all_words"] and len(shown_of["nearest"]) == 1
    assert shown_of["declined"] == [{"question": "how far?", "words": ["uphill"], "reason": ""}]
    partly = notes(ASKED, c.Retrieved((Found(Query("plain", "x"), declined=True, near=(RAN,)),)))
    assert "The nearest notes:" in summary(partly)
    assert "No note has these words." in summary(
        notes(ASKED, c.Retrieved((Found(Query("plain", "x"), declined=True),)))
    )
    assert notes(ASKED, c.Retrieved((NEAR, found(cell())))).declined_queries == ()


@pytest.mark.parametrize(
    ("words", "reason", "line"),
    [
        (("up",), "", "Not answered; not understood: up."), ((), "no values", "Not answered; no values."),
        (("up", "x"), "why", "Not answered; not understood: up, x. why."),
        ((), "", "Not answered; the question is not one of the forms that are read without a model."),
    ],
)  # fmt: skip
def test_why_a_question_is_not_answered_is_one_line(words: tuple[str, ...], reason: str, line: str) -> None:
    assert declined_line(Found(Query("plain", "x"), declined=True, words=words, reason=reason)) == line


def test_what_is_missing_and_nowhere_noted_is_an_answer_that_was_not_given() -> None:
    told_of = notes(ASKED, c.EnoughKnown(("no race is noted",)), c.Drafted((), (), "m"))
    assert told_of.unanswered and answer_of(told_of) == "Not answered from the notes: no race is noted"
    assert details(told_of)["declined"] == [{"question": "how far?", "words": [], "reason": "no race is noted"}]
    assert not notes(LOGGED, c.EnoughKnown(("x",))).unanswered and not notes(ASKED).unanswered
    assert not notes(ASKED, c.Retrieved((found(cell(), gaps=("x",)),))).unanswered


def test_a_note_is_shown_with_its_place_what_was_read_and_what_may_be_learnt() -> None:
    reading = Reading(
        (Entry(TODAY, "run", "distance", 5.0, "km", kind="race", time="07:30"), Entry(TODAY, "mood", aside="other")),
        ("3 x",),
    )
    told_of = notes(LOGGED, c.Kept(TODAY, 3, "ran 5 km"), c.Parsed(reading, "m", "w", offers=("learn x",)))
    assert noted_lines(told_of) == [
        "Noted: 2026-10-20, line 3", "  run race  distance  5 km  2026-10-20 07:30",
        "  mood                      2026-10-20  not counted: other",
        "  not read: 3 x", "  keep it from now on: indagate notes learn x",
    ]  # fmt: skip
    assert (
        details(told_of)["noted"] == {"date": "2026-10-20", "line": 3, "text": "ran 5 km"}
        and details(told_of)["by"] == "m"
    )
    assert details(told_of)["unread"] == ["3 x"] and [one["what"] for one in details(told_of)["read"]] == [
        "run",
        "mood",
    ]
    assert summary(told_of).endswith("\nw") and noted_lines(notes(LOGGED)) == []
    corrected = notes(c.Routed("CORRECTION", (), "x"), c.Stored(TODAY, 4, "x"))
    assert noted_lines(corrected) == ["Correction noted: 2026-10-20, line 4"]
    assert [one.what for one in reading.counted] == ["run"]


def test_reading_many_notes_is_told_with_who_read_them() -> None:
    told_of = notes(LOGGED, c.Parsed(Reading(), "m", "", 2, 1, 3), mode="read")
    assert noted_lines(told_of) == ["2 notes read by m: 1 value"] and details(told_of)["noted"] is None
    assert details(told_of)["read_notes"] == {"notes": 2, "values": 1, "left": 3, "by": "m"}
    assert noted_lines(notes(LOGGED, c.Parsed(Reading(), RULE, "", 0, 0, 3), mode="read")) == ["0 notes read: 0 values"]
    assert notes(LOGGED, c.Parsed(Reading())).read is None


def test_a_damaged_context_and_nothing_are_said() -> None:
    aside = notes(LOGGED, c.Observed((), aside="context-damaged-1.json"))
    assert warnings(aside) == ["context.json was damaged and put aside: context-damaged-1.json"]
    assert warnings(notes(LOGGED, c.Observed(()))) == []
    assert summary(notes(c.Routed("NOTHING", ()))) == "Nothing noted." and brief(notes(text="ran 5 km")) == "ran 5 km"


def test_of_many_notes_the_first_eight_are_shown() -> None:
    many = [Cited(TODAY, n, "x") for n in range(9)]
    assert cited_lines(many)[-1] == "  … 1 more (--json gives all)" and len(cited_lines(many)) == 9
    assert len(cited_lines(many[:8])) == 8 and cited_lines(many[:8])[-1] == "  2026-10-20:7  x"


def test_a_result_is_shown_to_a_model_with_its_slots_and_what_it_rests_on() -> None:
    one = cell(n=2, missing=1, scope=["date in 2026"])
    (text,) = shown([found(one, form="sql", gaps=("g",), disclosures=("d",))])
    assert text.splitlines() == [
        "sql: how far?", f"{{{one.name}.value}} = 5 km = total distance (date in 2026); 2 rows, 1 without a value",
        "note: d", "note: g", "rests on 2026-10-19:3 ran 5 km",
    ]  # fmt: skip
    assert shown([found(cell(n=None), cited=())])[0].endswith("= total distance")
    assert shown([found(cited=())]) == ("plain: how far?\nno rows",)
    assert shown([NEAR])[0].splitlines() == ["plain: how far?", "refused: uphill", "near: 2026-10-19:3 ran 5 km"]
    assert shown([Found(Query("words", "x"))]) == ("words: x\nno note has these words",)
    many = found(
        *(cell(when=f"2026-10-{n:02}") for n in range(1, 31)),
        *(cell(name="b", when=f"2026-10-{n:02}") for n in range(1, 31)),
    )
    assert shown([many])[0].count("= total distance") == 40


def test_values_are_lines_with_their_rows_and_conditions_that_all_share_are_said_once() -> None:
    cells = [
        cell(5, when="2026-10-01", scope=["in run", "a"]),
        cell(6, when="2026-10-02", scope=["in run"], n=3, missing=2),
    ]
    assert [one.scope for one in apart(cells).values()] == ["a; date: 2026-10-01", "date: 2026-10-02"] and apart(
        []
    ) == {}
    assert value_lines(found(*cells, gaps=("g",))) == [
        "  a; date: 2026-10-01: 5 km  (total distance; 1 row)",
        "  date: 2026-10-02: 6 km  (total distance; 3 rows, 2 without a value)",
        "  note: g",
    ]  # fmt: skip
    assert value_lines(found()) == ["  no rows"] and reading_lines(Reading()) == []


def question(*results: Found) -> WriteQuestion:
    return WriteQuestion("how far?", results, (), (), (), False, ())


def test_the_template_says_the_query_its_values_their_rows_and_what_is_left_out() -> None:
    assert told(found(cell(n=1))) == ["total distance, in run: 5 km (total distance; 1 entry)."]
    assert told(found(cell(n=2, missing=1), gaps=("g",), disclosures=("d",))) == [
        "total distance, in run: 5 km (total distance; 2 entries, 1 of them without a value).", "d; g."
    ]  # fmt: skip
    assert told(found(cell(n=None))) == ["total distance, in run: 5 km (total distance)."]
    assert told(found()) == ["total distance, in run: Nothing that is noted fits.."]
    many = told(found(*(cell(n, when=f"2026-10-{n:02}") for n in range(1, 15))))[0]
    assert many.count("total distance;") == 12 and many.endswith("; … and 2 more values.")
    assert "more value" not in told(found(*(cell(n, when=f"2026-10-{n:02}") for n in range(1, 13))))[0]
    assert write(question(NEAR, found(cell()))).sentences == tuple(told(found(cell())))


def test_a_sentence_may_rest_on_notes_cells_and_what_was_looked_for_in_vain() -> None:
    empty = Found(Query("words", "zebra"))
    told_of = notes(ASKED, c.Retrieved((found(cell(), gaps=("g",)), empty)), c.UserAnswered("a race"))
    own = grounds(told_of, f"You ran {{{cell().name}.value}}.", ("expertise",))
    assert own.quotes == ("ran 5 km", "a race") and "Nothing is noted of: zebra" in own.beside
    assert own.known == ("expertise", "g") and own.asked == ("how far?", "how far?")
    assert any("5 km" in text for text in own.cells) and not grounds(told_of, "", ()).cells
    assert remarks(["x 99"], RULE, told_of) == ("x 99",) and remarks([], "m", told_of) == ()
    (marked,) = remarks(["Nothing of zebra, and 99 of it."], "m", told_of)
    assert "99" not in marked


def test_verify_names_a_sentence_whose_number_nobody_computed() -> None:
    def checked(text: str, template: str, by: str = "m") -> list[str]:
        claim = Attributed(text, "cell", by, "", template)
        told_of = notes(ASKED, c.Retrieved((found(cell()),)), c.Drafted((text,), (RAN,), by, "", (claim,)))
        return [one.code for one in unsupported(told_of)]

    assert checked("You ran 5 km.", f"You ran {{{cell().name}.value}}.") == []
    assert checked("You ran 77 km.", "You ran 77 km.") == ["number-not-held"]
    assert checked("You ran 77 km.", "You ran {cnone1.value}.") == ["number-not-held"]
    assert checked("You ran 77 km.", "", RULE) == [] and list(unsupported(notes(ASKED))) == []


def figure(*values: float, monthly: bool = False, unit: str = "km") -> Figure:
    points = tuple(Point(date(2026, 10, 1 + n), value) for n, value in enumerate(values))
    return Figure("Distance, <run>", unit, points, ("a gap",), "SELECT '<1>'", monthly)


def test_a_figure_in_the_terminal_has_a_bar_for_each_value() -> None:
    assert in_terminal(figure(10, 5, -2.5, 0, 1.26)) == [
        "Distance, <run> (km)", f"  2026-10-01    10  {'█' * 40}", f"  2026-10-02     5  {'█' * 20}",
        f"  2026-10-03  -2.5  -{'█' * 10}",
        "  2026-10-04     0  ", f"  2026-10-05  1.26  {'█' * 5}", "  note: a gap",
    ]  # fmt: skip
    assert in_terminal(figure(0, unit=""))[:2] == ["Distance, <run>", "  2026-10-01  0  "]
    assert in_terminal(figure(8, 1.1, monthly=True))[2] == f"  2026-10  1.1  {'█' * 5}▌"


def test_a_figure_as_a_page_holds_every_value_the_gaps_and_the_query_and_nothing_unescaped() -> None:
    page = in_html(figure(1234.5, -5, 0))
    assert (
        "<title>Distance, &lt;run&gt; (km)</title>" in page and "<run>" not in page and "&#x27;&lt;1&gt;&#x27;" in page
    )
    assert (
        page.count("<circle") == 3 and "<th scope=row>2026-10-02</th><td>-5</td>" in page and "<li>a gap</li>" in page
    )
    assert (
        "1,234.5" in page
        and "<th scope=col>km</th>" in page
        and "<th scope=col>value</th>" in in_html(figure(1, unit=""))
    )
    assert "cx=64.0 cy=16.0" in page and "cx=744.0 cy=275.0" in page and "cx=404.0 cy=276.0" in page
    assert (
        page.count("text-anchor=end>") == 6 and "text-anchor=start>2026-10-01" in page and ">2026-10-03</text>" in page
    )
    single = in_html(figure(0))
    assert single.count("2026-10-01</text>") == 1 and "cy=276.0" in single and "text-anchor=end>1</text>" in single
    assert ">2026-10</text>" in in_html(figure(1, 2, monthly=True))
