"""A run whose flow is other code now is shown and verified, and driven only where a person says so."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

from small_flow import Given, Story, Went, engine_at, revive, small

from indagate.engine.step_version import bare, version_of
from indagate.flow import Context, Flow
from indagate.tools import tool

FLOW = '''
"""A flow."""
from dataclasses import dataclass
from indagate import Chart, Context, Final, Flow, Record, Wait, Work, Signal, tool

@dataclass(frozen=True)
class Asked: ...

@dataclass(frozen=True)
class Allowed: ...

@dataclass(frozen=True)
class Done: ...

@tool
async def look(what: str) -> str:
    return what

# a comment
async def asking(record, ctx: Context) -> Asked:
    """Ask."""
    await ctx.call(look, "this")
    return Asked()

async def doing(record, ctx: Context) -> Done:
    await ctx.call(look, "WORD")
    return Done()

FLOW = Flow(
    chart=Chart("errand", 1, "ASKING", [
        Work("ASKING", {Asked: "WAITING"}), Wait("WAITING", {Allowed: "DOING"}), Work("DOING", {Done: "END"}),
        Final("END"),
    ]),
    record=Record, input=str, steps={"asking": asking, "doing": doing}, signals=[Signal("allow", Allowed)],
)
'''


def indagate(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "indagate", *words, "--home", str(folder / "home")]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, env={**os.environ})


def test_a_changed_step_is_shown_and_not_driven_until_a_person_accepts_it(tmp_path: Path) -> None:
    """Other comments and docstrings do not matter; other code does, and the way out is said."""
    file = tmp_path / "errand.py"
    file.write_text(FLOW)
    assert indagate(tmp_path, "run", f"{file}:FLOW", "x", "--quiet").returncode == 3
    file.write_text(FLOW.replace("# a comment", "\n# another one\n").replace('"""Ask."""', '"""Ask somebody."""'))
    assert indagate(tmp_path, "resume", "last", "--quiet").returncode == 3
    file.write_text(FLOW.replace("WORD", "that"))
    refused = indagate(tmp_path, "resume", "last", "--quiet")
    assert refused.returncode == 2
    assert "the code of its steps changed" in refused.stderr
    assert "--accept-differences" in refused.stderr
    assert "WAITING" in indagate(tmp_path, "show", "last").stdout
    assert indagate(tmp_path, "resume", "last", "--quiet", "--accept-differences").returncode == 3
    sent = indagate(tmp_path, "signal", "last", "allow")
    assert sent.returncode in (0, 3), sent.stderr
    assert indagate(tmp_path, "resume", "last", "--quiet").returncode == 0
    again = indagate(tmp_path, "resume", "last")
    assert again.returncode == 0, "a run that has just ended is no error"
    assert "END (it has ended; there is nothing to resume)" in again.stdout


def test_what_a_step_rests_on_within_its_package_belongs_to_its_version(tmp_path: Path) -> None:
    """A module that the steps import, a relative one too; not one that they do not."""
    script = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from indagate.engine.step_version import version_of\n"
        "from pack.flow import steps\nprint(version_of([steps.doing]))"
    )
    folder = tmp_path / "pack" / "flow"
    folder.mkdir(parents=True)
    files = {
        "steps.py": "from . import near\nfrom pack.flow.parts import (\n    LIMIT,\n)\n\nasync def doing(r, c): ...\n",
        "near.py": "A = 1\n", "parts.py": "LIMIT = 1\n", "views.py": "B = 1\n", "__init__.py": "",
    }  # fmt: skip

    def version(**changed: str) -> str:
        for name, text in {**files, **{f"{key}.py": value for key, value in changed.items()}}.items():
            (folder / name).write_text(text)
        done = subprocess.run(
            [sys.executable, "-B", "-c", script, str(tmp_path)], capture_output=True, text=True, check=True
        )
        return done.stdout

    first = version()
    assert version(views="B = 2\n") == first
    assert version(near="A = 2\n") != first
    assert version(parts="LIMIT = 2\n") != first
    assert version(parts="# more\nLIMIT = 1  # as before\n") == first


def test_only_code_counts() -> None:
    """Docstrings, comments and blank lines do not; a text that is used does, whatever is in it."""
    plain = 'def f():\n    return "a # b"\n'
    assert bare('"""Top."""\n# c\ndef f():\n    """Say \'#\'.\n\n    More."""\n    return "a # b"  # d\n') == bare(
        plain
    )
    assert bare('def f():\n\n    """Say."""\n\n    # e\n    return "a # b"\n') == bare(plain)
    assert bare(plain) != bare(plain.replace("# b", "# c"))
    table = 'A = (\n    "one"\n    "two"\n)\n'
    assert bare(table) != bare(table.replace("two", "three"))
    prompt = 'def f():\n    x = """\n    # ask\n    """\n'
    assert bare(prompt) != bare(prompt.replace("ask", "beg"))
    assert len(version_of([test_only_code_counts])) == 12


def test_a_patch_holds_for_visits_that_begin_with_it_and_stays_what_it_was(tmp_path: Path) -> None:
    """A visit that had bought goes on without the patch, after every restart; a new run has it from its beginning."""
    bought: list[str] = []

    @tool
    async def buy(what: str) -> str:
        bought.append(what)
        return what

    def flow(*, patch: bool, ends: bool) -> Flow:
        async def working(record: Story, ctx: Context[Story]) -> Went:
            found = await ctx.call(buy, "new way" if patch and await ctx.patched("cheaper") else "old way")
            if not ends:
                bought.append("hangs")
                await asyncio.Event().wait()
            return Went(found)

        return small(working, steps_version="1")

    async def drive_a_while(path: Path, kind: Flow) -> str:
        """Drive the home's run until it ends or hangs."""
        async with engine_at(path) as engine:
            driver = await (revive(engine, kind) if engine.journal.runs() else engine.create(kind, Given()))
            hung = bought.count("hangs")
            task = asyncio.ensure_future(engine.drive(driver))
            while not task.done() and bought.count("hangs") == hung:
                await asyncio.sleep(0.005)
            driver.stop()
            await task
            return str(driver.record.result)

    async def go() -> None:
        old, new = tmp_path / "old", tmp_path / "new"
        await drive_a_while(old, flow(patch=False, ends=False))
        await drive_a_while(old, flow(patch=True, ends=False))
        assert await drive_a_while(old, flow(patch=True, ends=True)) == "old way"
        await drive_a_while(new, flow(patch=True, ends=False))
        assert await drive_a_while(new, flow(patch=True, ends=True)) == "new way"

    asyncio.run(go())
    assert bought == ["old way", "hangs", "hangs", "new way", "hangs"]
