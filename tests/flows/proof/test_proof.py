"""Proof runs end to end with real Coq: proved, refuted, stopped, blocked, reviewed, killed and resumed."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from indagate.app import App, Handle
from indagate.budget import Budget
from indagate.engine.journal import Journal
from indagate.engine.row import Done, Row, decode
from indagate.flows.proof import FLOW, ProofInput
from indagate.flows.proof.chart import Filed
from indagate.flows.proof.portfolio import OWN

DRIVE = Path(__file__).with_name("drive.py")
SWAP = "forall A B : Prop, A /\\ B -> B /\\ A"


def research(
    home: Path, given: ProofInput, seconds: float = 60.0, signals: tuple[tuple[str, str], ...] = (),
    calls: int | None = None,
) -> Handle:  # fmt: skip
    async def go() -> Handle:
        async with App(home) as app:
            handle = await app.start(FLOW, given, budget=Budget(seconds=seconds, calls=calls))
            await handle.drive()
            for word, text in signals:
                await app.signal(handle.name, word, text)
                await handle.drive()
            await handle.leave()
            return handle

    return asyncio.run(go())


@pytest.mark.usefixtures("coq")
def test_a_true_statement_reaches_breakthrough_and_a_human_proves_it(tmp_path: Path) -> None:
    """A flaw leads back to ACT and to another proof; only the review makes it PROVED; the gallery has it afterwards."""
    said = (("flaw", "I do not like this one"), ("confirm", "read"))
    handle = research(tmp_path, ProofInput(SWAP, informal="And is commutative."), signals=said)
    assert handle.record.state == "PROVED"
    assert handle.record.review == ["flaw: I do not like this one", "confirmed. read"]
    assert handle.record.attempts == 2
    folder = handle.folder
    for name in ("problem.md", "state.md", "knowledge.md", "statement.lock.json", "breakthrough.md", "review.md",
                 "literature/survey.md", "approaches/001/hypothesis.md", "approaches/001/attempts/001.v",
                 "approaches/001/attacks/001-replay.json"):  # fmt: skip
        assert (folder / name).is_file(), name
    assert "**Phase**: PROVED" in (folder / "state.md").read_text()
    assert f"Theorem target : {SWAP}." in (folder / "approaches/001/attempts/001.v").read_text()
    assert "awaits review" in next((tmp_path / "notices").glob("*.md")).read_text()
    again = research(tmp_path, ProofInput(SWAP))
    assert again.record.trial.name == "gallery"
    assert again.record.state == "BREAKTHROUGH"


@pytest.mark.usefixtures("coq")
def test_the_post_mortem_of_an_induction_names_the_goals_at_which_it_got_stuck(tmp_path: Path) -> None:
    """Who reads why an induction failed sees the goal that a lemma would have to close; the log tells the story."""
    text = (
        "Fixpoint run (n a : nat) : nat := match n with O => a | S m => run m (S (S a)) end.\n"
        "Theorem target : forall n, run n 0 = n + n."
    )
    handle = research(tmp_path, ProofInput(text), seconds=120.0, calls=14)
    tried = next(trial for trial in handle.record.trials if trial.name == "induction")
    said = (handle.folder / f"approaches/{tried.number:03d}/post-mortem.md").read_text()
    assert "## Goals at which it got stuck\n- `(forall" in said
    assert "run" in said.partition("## Goals")[2]
    log = (handle.folder / "research.log").read_text()
    assert "Explored the statement as it stands: " in log
    assert "AttemptFailed needs-generalisation" in log


@pytest.mark.usefixtures("coq")
def test_arithmetic_is_tried_before_the_library_is_searched(tmp_path: Path) -> None:
    """A statement about numbers only is proved by them alone, and nothing is asked of the library."""
    record = research(tmp_path, ProofInput("forall n m : nat, n * m = m * n")).record
    assert (record.state, record.trial.name, record.lemmas) == ("BREAKTHROUGH", "arithmetic", ())
    assert (record.trial.direction, record.hints) == (OWN, ())


@pytest.mark.usefixtures("coq")
@pytest.mark.parametrize("false", ["forall A B : Prop, (A -> B) -> B -> A", "forall n m : nat, n - m = m - n"])
def test_a_false_statement_is_refuted_by_the_checker(tmp_path: Path, false: str) -> None:
    """A small instance gives a proof of the negation, which is attacked in ACT like any proof, with its files."""
    handle = research(tmp_path, ProofInput(false))
    assert handle.record.state == "REFUTED"
    assert "Theorem refutation" in (handle.folder / "breakthrough.md").read_text()
    approach = handle.folder / f"approaches/{handle.record.trial.number:03d}"
    assert "survived every required attack" in (approach / "status.md").read_text()
    assert (approach / "attacks/001-axioms.json").is_file()
    log = (handle.folder / "research.log").read_text()
    assert "REFUTED Refuted its negation is proved (counterexample)" in log
    assert " VERIFY " not in log


@pytest.mark.usefixtures("coq")
def test_peirce_without_axioms_is_stopped_with_post_mortems(tmp_path: Path) -> None:
    """What has no constructive proof ends STOPPED; every approach tells why it failed; lessons are kept."""
    handle = research(tmp_path, ProofInput("forall A B : Prop, ((A -> B) -> A) -> A"), seconds=8.0)
    record = handle.record
    assert record.state == "STOPPED"
    done = [trial for trial in record.trials if trial.insight]
    assert done
    assert all(trial.failure for trial in done)
    first = (handle.folder / "approaches/001/post-mortem.md").read_text()
    assert first.startswith("# Post-mortem: approach-001 decide")
    assert "**Failure class**: needs-axiom" in first
    assert "tauto" in first
    assert list((tmp_path / "lessons").glob("*.json"))


def test_a_missing_checker_blocks_with_the_lines_that_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without coqc the run is BLOCKED and says how to get it on Debian, on macOS and with opam."""
    monkeypatch.setenv("PATH", str(tmp_path))
    handle = research(tmp_path, ProofInput(SWAP))
    assert handle.record.state == "BLOCKED"
    for line in ("apt install coq", "brew install coq", "opam install coq"):
        assert line in handle.record.blocker


@pytest.mark.usefixtures("coq")
def test_a_statement_that_does_not_compile_is_an_error(tmp_path: Path) -> None:
    """Nothing is researched before the statement itself is well-formed."""
    assert research(tmp_path, ProofInput("forall n : nat, n = nonsense")).record.state == "ERROR"


def drive(home: Path, kill_at: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(DRIVE), str(home), SWAP.replace("B /\\ A", "B /\\ A /\\ B"), str(kill_at)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def journal_of(home: Path) -> list[Row]:
    journal = Journal.open(home / "journal.db")
    rows = list(journal.rows(journal.run("last").id))
    journal.close()
    return rows


@pytest.fixture(scope="module")
def undisturbed(coq: None, tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    """The rows of a run that nobody kills."""
    home = tmp_path_factory.mktemp("whole")
    ended = drive(home, 1 << 40)
    assert ended.stdout.split()[1] == "BREAKTHROUGH", ended.stderr
    return journal_of(home)


SHARES = [
    pytest.param(state, share, marks=() if share == 0.5 else pytest.mark.exhaustive)
    for state in ("ACT", "VERIFY") for share in (0.0, 0.25, 0.5, 0.75, 1.0)
]  # fmt: skip


@pytest.mark.crash
@pytest.mark.parametrize(("state", "share"), SHARES)
def test_killed_in_act_and_verify_nothing_finished_is_repeated(
    state: str, share: float, undisturbed: list[Row], tmp_path: Path
) -> None:
    """Kill -9 after a row of the state, resume: every effect is done once and the same moves are made."""
    stands, inside = "", []
    for row in undisturbed:
        stands = row.stands or stands
        if stands == state:
            inside.append(row.seq)
    assert drive(tmp_path, inside[int(share * (len(inside) - 1))]).returncode == -signal.SIGKILL
    resumed = drive(tmp_path, 1 << 40)
    assert resumed.stdout.split()[1] == "BREAKTHROUGH", resumed.stderr
    again = journal_of(tmp_path)
    done = Counter((row.key, row.name) for row in again if row.kind == "done")
    assert [what for what, times in done.items() if times > 1] == []
    moves = [row.name for row in undisturbed if row.kind == "move"]
    assert [row.name for row in again if row.kind == "move"] == moves


@pytest.mark.crash
@pytest.mark.parametrize("name", ["AttemptMade", pytest.param("file_away", marks=pytest.mark.exhaustive)])
def test_killed_as_an_attempt_is_recorded_its_files_are_there_all_the_same(
    name: str, undisturbed: list[Row], tmp_path: Path
) -> None:
    """The record never names an attempt whose files are not on record."""
    last = max(row.seq for row in undisturbed if row.name == name)
    assert drive(tmp_path, last).returncode == -signal.SIGKILL
    assert drive(tmp_path, 1 << 40).stdout.split()[1] == "BREAKTHROUGH"
    assert filed(journal_of(tmp_path)) == filed(undisturbed)


def filed(rows: list[Row]) -> set[str]:
    """Return the paths of the files that a run has put into its folder."""
    return {path for row in rows if row.name == "Filed" for path, _ in decode(row.body, Filed).files}


@pytest.mark.usefixtures("coq")
def test_the_budgets_seconds_are_those_that_the_checker_used_of_the_processor(tmp_path: Path) -> None:
    """Time that passes on the wall is not counted; what the checkers used is, also when the run is read again."""

    async def go() -> None:
        async with App(tmp_path) as app:
            handle = await app.start(FLOW, ProofInput(SWAP), budget=Budget(seconds=40.0))
            began = time.monotonic()
            await handle.drive()
            wall, ledger = time.monotonic() - began, handle.budget
            assert 0 < ledger.seconds == ledger.spent.seconds < wall
            compiled = [row for row in app.engine.journal.rows(1) if (row.kind, row.name) == ("done", "compile_text")]
            assert compiled and all(decode(row.body, Done).spent.seconds > 0 for row in compiled)
            assert app.past(handle.name).seconds == pytest.approx(ledger.seconds)
            await handle.leave()

    asyncio.run(go())


@pytest.mark.usefixtures("coq")
def test_a_budget_of_less_than_an_attempt_takes_stops_the_run(tmp_path: Path) -> None:
    """A tenth of a second of the processor is used up by the first programs."""
    assert research(tmp_path, ProofInput(SWAP), seconds=0.1).record.state == "STOPPED"
