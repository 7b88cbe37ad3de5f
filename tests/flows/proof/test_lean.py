"""The Lean checker: genuine diagnostics, and the whole path against a stand-in; the real one where it is present."""

from __future__ import annotations

import asyncio
import os
import shutil
from pathlib import Path

import pytest

from indagate.app import App
from indagate.flows.proof import FLOW, ProofInput
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
# Answers like lean --json: the file's words decide; -o leaves a compiled file.
case "$1" in --version) echo 'Lean (version 4.12.0, x86_64-unknown-linux-gnu, commit abc, Release)'; exit 0;; esac
out=; file=
while [ $# -gt 0 ]; do case "$1" in -o) out=$2; shift;; *.lean) file=$1;; esac; shift; done
if grep -q WRONG "$file"; then echo '@ERROR@'; exit 1; fi
if grep -q HOLE "$file"; then echo '@SORRY@'; fi
name=$(sed -n 's/^#print axioms //p' "$file")
if [ -n "$name" ]; then
  said="'$name' does not depend on any axioms"
  for dir in $(echo "$LEAN_PATH" | tr ':' ' '); do
    if grep -qs CHOICE "$dir"/*.olean; then said="'$name' depends on axioms: [propext, Classical.choice]"; fi
    if grep -qs OTHER "$dir"/*.olean; then echo '@ERROR@'; exit 1; fi
  done
  echo "{\"caption\":\"\",\"data\":\"$said\",\"fileName\":\"J.lean\",\"kind\":\"[anonymous]\",\"pos\":{\"column\":0,\"line\":4},\"severity\":\"information\"}"
fi
[ -n "$out" ] && cp "$file" "$out"
exit 0
"""  # noqa: E501


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "bin"
    folder.mkdir()
    script = STAND_IN.replace("@ERROR@", ERROR.replace("\\n", "\\\\n")).replace("@SORRY@", SORRY.replace("'", ""))
    for name, text in (
        ("lean", script), ("lake", '#!/bin/sh\n[ "$1" = env ] && shift\nexec "$@"\n'),
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
def test_without_a_replay_nothing_is_accepted(tmp_path: Path) -> None:
    """leanchecker is missing: checked, not replayed."""
    (tmp_path / "bin" / "leanchecker").unlink()
    assert judge("theorem target : 1 + 1 = 2 := rfl\n").verdict == "checked-not-replayed"


@pytest.mark.usefixtures("stand_in")
def test_a_run_with_lean_reaches_breakthrough(tmp_path: Path) -> None:
    """The same loop drives Lean; its attempts are Lean files."""

    async def research() -> tuple[str, str]:
        async with App(tmp_path / "home") as app:
            handle = await app.start(FLOW, ProofInput("theorem target : 1 + 1 = 2", "lean"))
            await handle.drive()
            return handle.record.state, handle.record.proof.made.text

    state, text = asyncio.run(research())
    assert state == "BREAKTHROUGH"
    assert text.startswith("theorem target : 1 + 1 = 2 := by")


def test_the_real_lean_where_it_is_present() -> None:
    """An honest attempt stands and a hole falls, with the user's own toolchain."""
    if shutil.which("lean") is None:
        pytest.skip("LEAN IS NOT INSTALLED: the Lean checker was tested against a stand-in only (elan default stable)")
    assert judge("theorem target : 1 + 1 = 2 := rfl\n", STANDARD).stands
    assert not judge("theorem target : 1 + 1 = 2 := by exact (sorryAx _)\n", STANDARD).stands
