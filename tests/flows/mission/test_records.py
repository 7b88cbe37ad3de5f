"""Verifying a record that says what it may not; the commands' folders; lines of the logs; rejected edits of task.md."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from cli.program import User
from flows.mission.runs import CORPUS, Finished
from flows.mission.samples import BORN, fold, planned, settled, source, with_facts
from flows.mission.test_logs import fields, told
from flows.mission.test_taskpage_edit import edited, refused
from indagate.engine import Broke, Note, Row, encode
from indagate.evidence.check import Violation
from indagate.flows.mission.ask import one_line
from indagate.flows.mission.chart import (
    Approved,
    Archived,
    CheckInDue,
    Complete,
    ConflictsFound,
    DirectiveChanged,
    Dispatched,
    Reflected,
    ReportWritten,
    SectionWritten,
    Settled,
    SourcesFound,
    Steered,
    Surveyed,
    TaskEdited,
    TasksAdded,
)
from indagate.flows.mission.claim import Claim, Table, TableCell, TableRow
from indagate.flows.mission.constraint import Constraints
from indagate.flows.mission.finding import Found
from indagate.flows.mission.logs import audit, heading, reasoning
from indagate.flows.mission.side import Dimension, TaskSpec
from indagate.flows.mission.taskedit import read_task
from indagate.flows.mission.taskpage import cells, content_type, description, iso, render_task, row
from indagate.flows.mission.verify import check
from indagate.storage import Home

# --- verify ---------------------------------------------------------------------------------------------------------


def breaches(done: Finished, *claims: Claim, table: Table | None = None) -> list[Violation]:
    """What is wrong with a record whose bottom line says this, the report on disk aside."""
    written = {**done.record.sections, "": SectionWritten("", claims, by="openai:w", table=table)}
    found = check(replace(done.record, sections=written), done.folder, Home.find(done.home).store)
    return [one for one in found if not one.where.startswith("report.md")]


def test_a_claim_that_is_said_to_be_verbatim_has_to_be(finished: Finished) -> None:
    """A quote, or whole sentences of it; in other words it is worded."""
    one = finished.record.facts["Fact-001"]
    assert breaches(finished, Claim(one.quote, (one.id,), "verbatim")) == []
    assert breaches(finished, Claim("It is so.", (one.id,), "worded")) == []
    (breach,) = breaches(finished, Claim("It is so.", (one.id,), "verbatim"))
    assert (breach.code, breach.where) == ("false-basis", "It is so.")


def test_a_claim_cites_facts_of_the_run_that_hold_what_it_says(finished: Finished) -> None:
    """Each that is none is named, and so is a number, an uncited sentence."""
    one = finished.record.facts["Fact-001"]
    found = breaches(finished, Claim("It is so.", (one.id, "Fact-998", "Fact-999")))
    assert sorted((breach.code, breach.message[:17]) for breach in found) == [
        ("dangling-citation", "it cites Fact-998"), ("dangling-citation", "it cites Fact-999"),
    ]  # fmt: skip
    assert [breach.code for breach in breaches(finished, Claim("It is 98,765 so.", (one.id,)))] == ["number-not-held"]
    assert [breach.code for breach in breaches(finished, Claim("It is so.", ()))] == ["uncited"]
    assert [breach.code for breach in breaches(finished, Claim("It is so.", ("Fact-999",)))] == [
        "uncited",
        "dangling-citation",
    ]


def test_a_computed_value_is_computed_again(finished: Finished) -> None:
    """From the numbers of the quotes that its sentence cites."""
    one = next(fact for fact in finished.record.facts.values() if "40 dB" in fact.quote)
    right, wrong, strange = (
        Claim(f"It is {value} so.", (one.id,), "cell", computed=((how, value),))
        for how, value in (("40 dB + 40 dB", "80 dB"), ("40 dB + 40 dB", "81 dB"), ("40 dB + 77 dB", "117 dB"))
    )
    assert breaches(finished, right) == []
    assert [(one.code, one.message) for one in breaches(finished, wrong)] == [
        ("not-computed", "40 dB + 40 dB is 80 dB, not 81 dB"),
    ]  # fmt: skip
    ((code, message),) = [(one.code, one.message) for one in breaches(finished, strange)]
    assert code == "not-computed" and "no quote holds" in message


def test_a_cell_of_a_comparison_is_words_of_a_quote(finished: Finished) -> None:
    """Another is named by its words."""
    one = finished.record.facts["Fact-001"]
    words = " ".join(one.quote.split()[:3])
    good, bad = TableCell(words, (one.id,)), TableCell("forty-two whales", (one.id,))
    assert breaches(finished, table=Table(("A", "B"), (TableRow("r", (good, TableCell())),))) == []
    found = breaches(finished, table=Table(("A", "B"), (TableRow("r", (good, bad)),)))
    assert [(breach.code, breach.where) for breach in found] == [("false-basis", "forty-two whales")]


def test_every_lost_copy_of_a_source_is_named(own: Finished) -> None:
    """Bytes and text alike, not only the first."""
    one = own.record.sources["S01"]
    (own.folder / one.file).unlink()
    text = own.folder / one.text_file
    text.chmod(0o600)
    held = text.read_bytes()
    text.unlink()
    text.write_bytes(held + b"x")
    found = [
        breach
        for breach in check(own.record, own.folder, Home.find(own.home).store)
        if breach.where.startswith("assets")
    ]
    assert [(breach.code, breach.where) for breach in found] == [
        ("missing-file", one.file),
        ("archive-changed", one.text_file),
    ]


def test_a_report_is_held_against_the_record_only_once_there_is_one(finished: Finished, tmp_path: Path) -> None:
    """Under way there is none; in ERROR the recorded facts are it."""
    folder = tmp_path / "run"
    shutil.copytree(finished.folder, folder)
    (folder / "report.md").unlink()
    store = Home.find(finished.home).store
    assert [one.code for one in check(finished.record, folder, store)] == ["missing-file"]
    (folder / "report.md").write_bytes(b"\xff\xfe")
    assert [one.code for one in check(finished.record, folder, store)] == ["missing-file"]


# --- commands -------------------------------------------------------------------------------------------------------


def test_single_files_are_read_as_a_folder_of_copies(tmp_path: Path) -> None:
    """The same files make the same folder; what cannot be read is an error that names it."""
    user = User(tmp_path)
    asked = ("research", "How loud may a heat pump be at night?", "--yes", "--json", "-q", "--max-iterations", "2")
    one, other = CORPUS / "noise-ordinance.txt", CORPUS / "blog-first-winter.md"
    done = user(*asked, "--corpus", one, "--corpus", other)
    assert done.json["sources"] >= 1
    (folder,) = (tmp_path / ".indagate" / "archives").glob("files-*")
    assert {path.name for path in folder.iterdir()} == {one.name, other.name}
    assert (folder / one.name).read_bytes() == one.read_bytes()
    user(*asked, "--corpus", one, "--corpus", other)
    assert list((tmp_path / ".indagate" / "archives").glob("files-*")) == [folder]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((), "there is nothing to read"),
        (("nowhere",), "is not there"),
        (("a.md", "."), "is no file"),
        (("a.md", "b/a.md"), "two of the files have one name"),
    ],
)
def test_what_is_no_corpus_is_an_error(given: tuple[str, ...], said: str, tmp_path: Path) -> None:
    """With exit code 2, before there is a run."""
    (tmp_path / "b").mkdir()
    for name in ("a.md", "b/a.md"):
        (tmp_path / name).write_text("# A\n\nSome words that say something.\n")
    options = [word for path in given for word in ("--corpus", path)]
    done = User(tmp_path)("research", "How loud?", "--yes", *options)
    assert (done.code, said in done.err) == (2, True), done.err


def test_a_finished_run_is_asked_by_the_command(own: Finished) -> None:
    """In a new run, from its evidence, without being asked to approve."""
    user = User(own.home.parent)
    done = user("ask-run", "last", "What grant is there?", "--home", own.home, "--json", "-q")
    assert done.json["run"] != own.name and done.json["state"] == "COMPLETED"


# --- logs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "level"),
    [
        (CheckInDue("10 iterations have passed"), "WARNING"),
        (Settled("S-1", "FAILED", "no"), "ERROR"),
        (Settled("S-1", "COMPLETED", "yes"), "INFO"),
        (Broke("no", "X", "RESEARCHING"), "ERROR"),
        (Steered("x"), "INFO"),
        (ConflictsFound(()), "WARNING"),
    ],
)
def test_a_line_of_the_audit_trail_says_how_grave_it_is(event: object, level: str) -> None:
    """The gravest of what it tells."""
    line, _ = told(planned(), event)
    assert line.split()[1] == level


def test_a_dispatch_tells_the_iteration_and_the_attempt() -> None:
    """A second attempt is of the same iteration."""
    mission = fold(planned(), Dispatched("S-1", "searcher", "x"))
    line, sentence = told(mission, Dispatched("S-1", "searcher", "x", 2))
    sent = fields(line, "task_dispatched")
    assert (sent["iteration"], sent["attempt"]) == ("1", "2")
    assert sentence == "Turned to S-1, “cost?”, in another way this time."
    assert heading(Dispatched("S-1", "x", "x", 2), fold(mission, *[Dispatched("S-2", "x", "x")] * 4)) is None


def test_a_search_tells_what_it_found_and_a_reading_what_it_saved() -> None:
    """And how many iterations a plan may take, which the limit bounds."""
    mission = fold(planned(), SourcesFound("S-1", tuple(Found(f"{n}.md", "", "relevant", "", ()) for n in range(3))))
    found = fields(told(mission, Settled("S-1", "COMPLETED", "x", 2))[0], "subagent_result")
    assert (found["sources_found"], found["sources_saved"], found["facts_extracted"], found["attempts"]) == (
        "3",
        "none",
        "0",
        "2",
    )
    two = with_facts(planned(), ["It costs EUR 5."])
    done = fields(told(two, Settled("R-2", "COMPLETED", "x"))[0], "subagent_result")
    assert (done["facts_extracted"], done["sources_saved"]) == ("0", "none")


def test_when_tasks_come_to_rest_the_numbers_of_the_sources_are_told() -> None:
    """With their files; where nothing was archived there is nothing to tell."""
    line, _ = told(with_facts(planned(), ["It costs EUR 5."]), CheckInDue("x"))
    named = fields(line, "sources_numbered")
    assert (named["sources"], named["facts"]) == ("S01 = doc-001.md (assets/docs/s01.md)", "1")
    assert "sources_numbered" not in told(planned(), CheckInDue("x"))[0]
    assert "sources_numbered" not in told(with_facts(planned(), ["It costs EUR 5."]), Steered("x"))[0]


def test_the_end_counts_what_was_used_and_what_was_consulted() -> None:
    """Sources and facts."""
    mission = with_facts(planned(), ["It costs EUR 5.", "A pump weighs 80 kg."])
    fold(mission, Archived("R-2", source(2)))
    fold(settled(mission), Complete("x"))
    done = fields(told(mission, ReportWritten(1, ("Fact-002", "Fact-999")))[0], "mission_completed")
    assert (done["sources_used"], done["sources_consulted"]) == ("1", "2")
    assert (done["facts_collected"], done["facts_cited"], done["iterations"]) == ("2", "2", "2")


def test_the_beginning_tells_the_question_the_folder_and_the_limits() -> None:
    """In both logs; without a folder none is named."""
    mission = planned()
    mission.input = replace(mission.input, limits=Constraints(kinds=("news",)), max_iterations=7)
    born = Row(0, "born", "born", "", BORN, None, b"{}")
    line = audit(born, None, mission)
    assert line is not None and line.startswith("2026-01-01T00:00:00.000Z INFO mission_started ")
    begun = fields(line, "mission_started")
    assert (begun["topic"], begun["corpus"], begun["max_iterations"]) == ("What does it cost?", "/sources", "7")
    assert (begun["limits"], begun["mission_id"], begun["status"]) == (
        "only news sources",
        "DR-20260101-001",
        "RESEARCHING",
    )
    assert (
        reasoning(born, None, mission)
        == "The question is: What does it cost? The sources are the documents in /sources."
    )
    mission.input = replace(mission.input, corpus="")
    assert reasoning(born, None, mission) == "The question is: What does it cost?"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("pause", "for the night", "Paused: for the night."),
        ("refused", "too late!", "Could not follow a signal: too late!"),
        ("traceback", "File x", None),
    ],
)
def test_notes_that_concern_a_person_are_told(name: str, text: str, said: str | None) -> None:
    """Others stand in the audit trail alone."""
    assert reasoning(Row(9, "note", name, "", BORN, None, encode(Note(text))), None, planned()) == said


def test_a_survey_names_five_files_that_it_could_not_read_and_counts_the_others() -> None:
    """In the sentence; the audit trail has all."""
    files = tuple((f"{n}.pdf", "locked") for n in range(7))
    line, sentence = told(planned(approved=False), Surveyed(7, 90, (), files, files[:5]))
    assert sentence == (
        "There is this to read: 7 documents with 90 passages. Could not read “0.pdf”, “1.pdf”, “2.pdf”, “3.pdf”, "
        "“4.pdf” and 2 more. Read only in part “0.pdf”, “1.pdf”, “2.pdf”, “3.pdf”, “4.pdf”."
    )
    assert fields(line, "surveyed")["unreadable"].count("locked") == 7


def test_tasks_that_were_added_are_named_with_what_they_do() -> None:
    """The last ones; a reflection says what is thin."""
    mission = planned()
    _, sentence = told(
        mission, TasksAdded((TaskSpec("S", "the rent", "cost"), TaskSpec("R", "Read: it", "cost")), "user", "more")
    )
    assert sentence == "user added S-3, “the rent”; R-3, “it”: more."
    assert "nothing" in told(planned(), TasksAdded((), "user", "why?"))[1]
    _, sentence = told(settled(planned()), Reflected(7.04, (), (("cost", 2, 3), ("noise", 3, 3)), "on"))
    assert sentence == "The evidence is worth 7.0 of 10. Still thin: “cost” (2 of 3). So: on."
    approved = told(planned(approved=False), Approved("mind it!"))[1]
    assert approved == "The plan was approved by user: mind it!"


# --- the page of a mission ------------------------------------------------------------------------------------------


def test_a_row_of_a_table_is_read_back_whatever_stands_in_it() -> None:
    """Escaped bars divide nothing; the last one may be missing."""
    assert cells(row(["a", r"b \| c", ""])) == ["a", r"b \| c", ""]
    assert cells("| a | b") == ["a", "b"]
    assert cells("| a |  b  |") == ["a", "b"]
    assert cells("no row") == []


def test_a_task_is_described_without_its_type_and_a_source_by_its_kind() -> None:
    """A description that is nothing but a type stays."""
    tasks = planned().tasks
    assert description(tasks["S-1"]) == "cost?"
    assert description(replace(tasks["S-1"], description="Search:")) == "Search:"
    assert description(replace(tasks["S-1"], description=" ")) == "…"
    assert description(tasks["R-1"]) == "Read what is found on cost"
    kinds = {"text/html": "HTML", "application/pdf": "PDF", "image/tiff": "TIFF", "": "unknown"}
    assert {name: content_type(replace(source(1), media_type=name)) for name in kinds} == kinds
    assert iso(BORN + 61_999) == "2026-01-01T00:01:01Z"
    assert one_line(" a\n\u200b b ") == "a b"


def test_what_ended_meanwhile_is_neither_reworded_nor_cancelled_by_an_older_page() -> None:
    """A rewording that came to the same is none; a cancelled task that has ended since stays."""
    mission = planned()
    base = render_task(mission)
    fold(mission, TaskEdited("S-1", "the price?"))
    assert read_task(mission, base, base.replace("Search: cost?", "Search: the price?")) == []
    fold(mission, Settled("S-1", "COMPLETED", "x"))
    gone = base.replace("- [ ] [S-1]: Search: cost? (Status: PENDING, DependsOn: [P-1])\n", "")
    assert read_task(mission, base, gone) == []


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ([("| cost | cost? |", "| cost | |")], "the dimension cost has no question"),
        ([("| cost | cost? | 0.5 | 3 | 0 |", "| cost | cost? | 1.1 | 3 | 0 |")], "`1.1` is no weight"),
        ([("| cost | cost? | 0.5 | 3 | 0 |", "| cost | cost? | 0.5 | 0 | 0 |")], "`0` is no target of facts"),
        (
            [("| cost | cost? | 0.5 | 3 | 0 |", "| cost | cost? | 0.5 | 3 | 1 |")],
            "the column Current is counted by the run",
        ),
        (
            [("| noise | noise? | 0.5 | 3 | 0 |", "| cost | x | 0.5 | 3 | 0 |")],
            "there is a dimension cost already|noise",
        ),
        ([("- Time: since 2020-01-01", "- Time: since 2020-01-01\n- Time: until 2021")], "is no constraint"),
        ([("- Time: since 2020-01-01", "- Time: lately")], "is in none of the forms"),
    ],
)
def test_an_edit_that_cannot_be_taken_in_is_refused_with_what_is_expected(
    changes: list[tuple[str, str]], said: str
) -> None:
    """The line is named; nothing of the edit is done."""
    message = refused(planned(), *changes)
    assert any(part in message for part in said.split("|")), message
    assert message.startswith("task.md line ") and "; expected: " in message


def test_a_directive_that_was_given_cannot_be_taken_back() -> None:
    """What is added is one, once."""
    mission = fold(planned(), Steered("mind the rent"))
    assert "cannot be taken back here" in refused(mission, ("- mind the rent\n", ""))
    again = edited(mission, ("- mind the rent\n", "- mind the rent\n- and noise\n- and noise\n"))
    assert again == [Steered("and noise")]


def test_a_dimension_changes_by_its_cells_and_the_others_stay() -> None:
    """A weight with a comma, a new side with the least that it needs."""
    (event,) = edited(
        planned(), ("| cost | cost? | 0.5 | 3 | 0 |", "| cost | What? | 1,0 | 999 | 0 |\n| rent | | | | |")
    )
    assert isinstance(event, DirectiveChanged)
    assert event.dimensions == (
        Dimension("cost", "What?", 1.0, 999), Dimension("noise", "noise?", 0.5, 3), Dimension("rent", "rent", 0.5, 3),
    )  # fmt: skip
    assert (event.core_question, event.constraints) == ("", None)
