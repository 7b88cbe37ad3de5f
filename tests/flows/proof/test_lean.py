"""The Lean checker: genuine diagnostics, and the whole path against a stand-in; the real one where it is present."""

from __future__ import annotations

import asyncio
import os
import shutil
from pathlib import Path

import pytest

from indagate.app import App, Handle
from indagate.flows.proof import FLOW, ProofInput, leantext
from indagate.flows.proof.checkers.lean import STANDARD, Lean, diagnostics
from indagate.flows.proof.statement import lock, read_statement
from indagate.flows.proof.verdict import Verdict

SORRY = (
    '{"caption":"","data":"declaration uses \'sorry\'","endPos":{"column":8,"line":1},"fileName":"A.lean",'
    '"isSilent":false,"keepFullRange":false,"kind":"hasSorry","pos":{"column":0,"line":1},"severity":"warning"}'
)
ERROR = (
    '{"caption":"","data":"unsolved goals\\n⊢ False","endPos":{"column":31,"line":2},"fileName":"A.lean",'
    '"isSilent":false,"keepFullRange":false,"kind":"[anonymous]","pos":{"column":23,"line":2},"severity":"error"}'
)
STAND_IN = r"""#!/bin/sh
# Answers like lean --json: the file's words decide; -o leaves a compiled file. What a tactic block proves of the locked
# statement it tells by the statement's own words: 3 < 2 is false, 2 < 1 → contradicts itself, 1 + 1 = 2 is trivial.
case "$1" in --version) echo 'Lean (version 4.12.0, x86_64-unknown-linux-gnu, commit abc, Release)'; exit 0;; esac
if [ "$1" = --run ]; then  # a program that reads compiled files
  word=$(sed -n 's/^ *IO.println "\([0-9a-f]*\) asked"$/\1/p' "$2")
  grep -q UNASKED $(for dir in $(echo "$LEAN_PATH" | tr ':' ' '); do ls "$dir"/*.olean; done) && exit 1
  grep -q HIDDEN $(for dir in $(echo "$LEAN_PATH" | tr ':' ' '); do ls "$dir"/*.olean; done) && echo "$word hidden"
  grep -q CHOICE $(for dir in $(echo "$LEAN_PATH" | tr ':' ' '); do ls "$dir"/*.olean; done) && echo "$word propext"
  echo "$word asked"
  exit 0
fi
out=; file=
while [ $# -gt 0 ]; do case "$1" in -o) out=$2; shift;; *.lean) file=$1;; esac; shift; done
fail() { cat "@FOLDER@/error.json"; exit 1; }
locked=$(cat "$file" $(for dir in $(echo "$LEAN_PATH" | tr ':' ' '); do ls "$dir"/*.olean 2>/dev/null; done))
says() { echo "$locked" | grep -q "$1"; }
if grep -q WRONG "$file"; then fail; fi
if grep -q HOLE "$file"; then cat "@FOLDER@/hole.json"; fi
if grep -Eq 'theorem (Refuted|refutation)' "$file"; then says '3 < 2' || fail; fi
if grep -q 'theorem Vacuous' "$file"; then says '2 < 1 →' || fail; fi
if grep -q 'theorem Trivial' "$file"; then says '1 + 1 = 2' || fail; fi
if grep -q 'theorem target : 3 < 2 := by' "$file"; then fail; fi
name=$(sed -n 's/^#print axioms //p' "$file")
if [ -n "$name" ]; then
  if says OTHER; then fail; fi
  words="does not depend on any axioms"
  if says CHOICE; then words="depends on axioms: [propext, Classical.choice]"; fi
  sed "s/@SAID@/'$name' $words/" "@FOLDER@/axioms.json"
fi
[ -n "$out" ] && cp "$file" "$out"
exit 0
"""
SAID = (
    '{"caption":"","data":"@SAID@","endPos":{"column":6,"line":4},"fileName":"J.lean","isSilent":false,'
    '"keepFullRange":false,"kind":"[anonymous]","pos":{"column":0,"line":4},"severity":"information"}'
)


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "bin"
    folder.mkdir()
    for name, said in (("error", ERROR), ("hole", SORRY), ("axioms", SAID)):
        (folder / f"{name}.json").write_text(said + "\n")
    for name, text in (
        ("lean", STAND_IN.replace("@FOLDER@", str(folder))),
        ("lake", '#!/bin/sh\n[ "$1" = env ] && shift\nexec "$@"\n'),
        ("leanchecker", "#!/bin/sh\nexit 0\n"),
    ):  # fmt: skip
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


def judge(attempt: str, axioms: tuple[str, ...] = (), statement: str = "1 + 1 = 2") -> Verdict:
    return asyncio.run(Lean().judge(lock(read_statement(statement, "lean"), axioms), attempt, seconds=60.0))


def test_genuine_lines_are_read() -> None:
    """Severity, hole, place and words are found; lines that are no diagnostics are passed over."""
    hole, error = diagnostics(f"info: building\n{SORRY}\n\n{ERROR}\n[1]\n")
    assert (hole.severity, hole.hole, hole.line) == ("warning", True, 1)
    assert (error.severity, error.hole, error.line, error.column) == ("error", False, 2, 23)
    assert error.text == "unsolved goals\n⊢ False"


@pytest.mark.usefixtures("stand_in")
def test_the_whole_path_against_a_stand_in() -> None:
    """Honest, broken, holed, foreign and axiom-using attempts each get their verdict."""
    good = "theorem target : 1 + 1 = 2 := rfl\n"
    assert judge(good).verdict == "accepted"
    assert judge(good + "-- WRONG").reason.startswith("compile: unsolved goals")
    assert judge(good + "-- HOLE").reason.startswith("holes")
    assert judge(good + "-- OTHER").reason.startswith("statement")
    assert "propext, Classical.choice, which is not allowed" in judge(good + "-- CHOICE").reason
    assert judge(good + "-- CHOICE", STANDARD).verdict == "accepted"
    assert judge("theorem target : 1 + 1 = 2 := by sorry").reason.startswith("scan")


@pytest.mark.usefixtures("stand_in")
def test_the_axioms_are_asked_of_a_program_that_imports_nothing_of_the_attempts() -> None:
    """What an elaborator of the attempt's hides is found; where the program cannot run, the verdict is lowered."""
    good = "theorem target : 1 + 1 = 2 := rfl\n"
    assert "it rests on hidden, which is not allowed" in judge(good + "-- HIDDEN").reason
    lowered = judge(good + "-- UNASKED")
    assert lowered.verdict == "checked-not-replayed" and "could not ask" in lowered.reason


@pytest.mark.parametrize(
    "text",
    [
        "run_meta IO.println 1", "attribute [command_elab Lean.Parser.Command.printAxioms] mine", "by run_tac skip",
        "@[local command_elab x] def f := 1", "attribute [local macro x] f", "theorem t : True := by_elab skip",
    ],
)  # fmt: skip
def test_what_could_answer_for_lean_is_refused_at_sight(text: str) -> None:
    """Elaborators and commands that run code of the attempt's."""
    assert leantext.trick(text)


@pytest.mark.usefixtures("stand_in")
def test_without_a_replay_nothing_is_accepted(tmp_path: Path) -> None:
    """leanchecker is missing: checked, not replayed."""
    (tmp_path / "bin" / "leanchecker").unlink()
    assert judge("theorem target : 1 + 1 = 2 := rfl\n").verdict == "checked-not-replayed"


@pytest.mark.usefixtures("stand_in")
def test_the_statement_itself_is_attacked() -> None:
    """A false one is refuted, whoever claims a proof; a vacuous and a trivial one are flagged for the human."""
    assert judge("theorem target : 3 < 2 := PROOF\n", statement="3 < 2").verdict == "refuted"
    vacuous = judge("theorem target : 2 < 1 → 4 = 5 := PROOF\n", statement="2 < 1 → 4 = 5")
    assert vacuous.verdict == "accepted"
    assert "for you to judge: vacuity" in vacuous.reason
    trivial = {attack.name: attack for attack in judge("theorem target : 1 + 1 = 2 := rfl\n").attacks}
    assert trivial["triviality"].survived is False
    assert trivial["vacuity"].survived is True
    assert trivial["refutation"].survived is True
    assert trivial["fidelity"].survived is None
    assert not any(trivial[name].required for name in ("triviality", "vacuity", "fidelity"))


@pytest.mark.usefixtures("stand_in")
def test_a_conclusion_that_is_false_by_itself_is_not_called_vacuous() -> None:
    """`P → False` is how a negation is said: its premises are meant to clash."""
    names = [
        attack.name for attack in judge("theorem target : 2 < 1 → False := P\n", statement="2 < 1 → False").attacks
    ]
    assert "vacuity" not in names
    assert "refutation" in names


def research(home: Path, statement: str) -> Handle:
    async def go() -> Handle:
        async with App(home) as app:
            handle = await app.start(FLOW, ProofInput(statement, "lean"))
            await handle.drive()
            await handle.leave()
            return handle

    return asyncio.run(go())


@pytest.mark.usefixtures("stand_in")
def test_a_run_with_lean_reaches_breakthrough(tmp_path: Path) -> None:
    """The same loop drives Lean; its attempts are Lean files, its second run finds the proof in the gallery."""
    handle = research(tmp_path / "home", "theorem target : 1 + 1 = 2")
    assert handle.record.state == "BREAKTHROUGH"
    assert handle.record.proof.made.text.startswith("theorem target : 1 + 1 = 2 := by")
    assert (handle.folder / "approaches/001/attempts/001.lean").is_file()
    assert (handle.folder / "approaches/001/attacks/001-triviality.json").is_file()
    assert research(tmp_path / "home", "theorem target : 1 + 1 = 2").record.trial.name == "gallery"


@pytest.mark.usefixtures("stand_in")
def test_a_false_statement_is_refuted_with_lean(tmp_path: Path) -> None:
    """No attempt proves it, an instance proves the negation: REFUTED, with the refutation as its file."""
    handle = research(tmp_path / "home", "theorem target : 3 < 2")
    assert handle.record.state == "REFUTED"
    assert "theorem refutation : ¬ (3 < 2) := by" in handle.record.proof.made.text


def test_without_lean_a_run_is_blocked_with_the_lines_that_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BLOCKED, and how to get it on Debian, on macOS and with elan."""
    monkeypatch.setenv("PATH", str(tmp_path))
    record = research(tmp_path / "home", "theorem target : 1 + 1 = 2").record
    assert record.state == "BLOCKED"
    for line in ("Debian, Ubuntu: apt install elan", "brew install elan-init", "elan default stable"):
        assert line in record.blocker


def test_the_real_lean_where_it_is_present() -> None:
    """An honest attempt stands and a hole falls, with the user's own toolchain."""
    if shutil.which("lean") is None:
        pytest.skip("LEAN IS NOT INSTALLED: the Lean checker was tested against a stand-in only (elan default stable)")
    assert judge("theorem target : 1 + 1 = 2 := rfl\n", STANDARD).stands
    assert not judge("theorem target : 1 + 1 = 2 := by exact (sorryAx _)\n", STANDARD).stands
