"""`demo`: the promises shown on the example documents, each by commands that a person would type, with no key."""

from __future__ import annotations

import contextlib
import difflib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

COMMANDS = typer.Typer()
WAITS = 3
"""The exit code of a run that waits for a person: a proof is reviewed by one."""
EXCERPTS = 4
"""The exit code of a research without a model: passages as they stand, and no answer."""
QUESTION = (
    "What does a heat pump cost in an existing house in Lindental? "
    "What share of the eligible costs does the grant cover? What is the noise limit at night in a residential area?"
)
TABLE_QUESTION = "How did the electricity use of the trial house develop by month?"
TODAY = "2026-10-22"
NOTES = (("2026-10-20", "ran 5 km"), ("2026-10-21", "ran 7.5 km in 45 min"))
SUM = "how far did I run in October?"
STATEMENT = "forall n : nat, n + 0 = n"
OPTIONAL = (
    ("chromium", ("chromium", "chromium-browser", "google-chrome", "chrome"), "the report as PDF"),
    ("coq", ("coqc", "rocq"), "a proof"),
)
"""Programs that a part of the demonstration needs, and which part."""


@COMMANDS.command()
def demo(
    home: Annotated[
        Path | None, typer.Option("--home", metavar="DIR", help="Keep the runs here, not in a new temporary folder.")
    ] = None,
) -> None:
    """Show what indagate promises, on its example documents, with no key and no network.

    Exits with 1 if a promise was not kept.
    """
    place = home.expanduser().absolute() if home else Path(tempfile.mkdtemp(prefix="indagate-demo-"))
    shown = Demonstration(place, documents())
    kept = all([shown.research(), shown.killed(), shown.verified(), shown.changed(), shown.notes(), shown.table()])
    shown.optional()
    typer.echo(f"\nreport  {shown.report}\nhome    {place}")
    typer.echo("With a model:  indagate research … --model PROVIDER:NAME (docs/models.md), or INDAGATE_MODEL")
    raise typer.Exit(0 if kept else 1)


def documents() -> Path:
    """Return the folder of the example documents, in the wheel or beside the sources. Raises `InputError`."""
    import indagate
    from indagate.errors import InputError

    package = Path(indagate.__file__).parent
    for folder in (package / "examples" / "heat-pumps", package.parents[1] / "examples" / "heat-pumps"):
        if folder.is_dir():
            return folder
    raise InputError("the example documents are not installed", hint="They ship in the wheel and in the repository.")


@dataclass
class Demonstration:
    """The steps, in one home; each says in a line what it shows and whether that held."""

    home: Path
    corpus: Path
    run: str = ""
    half: int = 0
    report: str = ""
    step: int = 0

    def research(self) -> bool:
        """Ask the question, and keep how many lines of progress there were."""
        self._head("research over fourteen documents, without a model: passages as they stand, and no answer")
        words = ("research", QUESTION, "--corpus", str(self.corpus), "--yes", "--json")
        done = self._run(*words, line=f'research "{QUESTION}" --corpus examples/heat-pumps --yes')
        told = _json(done.stdout)
        self.run, self.report = told.get("run", ""), told.get("report") or ""
        self.half = len(done.stderr.splitlines()) // 2
        if done.returncode != EXCERPTS or not self.report:
            return self._held(False, done.stderr.strip()[-300:])
        shown = re.findall(
            r"^(?:#+ (?:Passages|Nearest)|- “).*", Path(self.report).read_text(encoding="utf-8"), re.MULTILINE
        )
        for line in shown[:2]:
            typer.echo(f"  {line}")
        return self._held(True, f"{told['facts']} passages from {told['sources']} sources, archived and cited")

    def killed(self) -> bool:
        """Do the same, kill it in its middle, resume it, and compare the two reports."""
        self._head("the same, killed with -9 in its middle and resumed: nothing completed is done again")
        words = ("research", QUESTION, "--corpus", str(self.corpus), "--yes", "--json")
        process = subprocess.Popen(
            self._command(*words), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
            text=True, env=self._environment(),
        )  # fmt: skip
        seen = 0
        assert process.stderr is not None
        for _ in process.stderr:
            seen += 1
            if seen >= self.half:
                process.kill()
                break
        process.stderr.close()
        process.wait()
        first, whole = self.run, self.report
        resumed = self._run("resume", "last", "--yes", "--json")
        told = _json(resumed.stdout)
        if resumed.returncode != EXCERPTS or not told.get("report"):
            return self._held(False, resumed.stderr.strip()[-300:])
        self.run, self.report = told["run"], told["report"]
        before, after = _timeless(Path(whole), first), _timeless(Path(self.report), self.run)
        differing = [line for line in difflib.unified_diff(before, after, lineterm="", n=0) if line[:1] in "+-"][2:]
        if differing:
            return self._held(False, f"the reports differ in {len(differing)} lines, the first: {differing[0][:160]}")
        return self._held(True, f"killed after {seen} events; {self.run} gives the report of {first}, line by line")

    def verified(self) -> bool:
        """Prove the report again."""
        self._head("verify: every quote, number and citation proved again from the archive, offline")
        done = self._run("verify", self.run)
        return self._held(done.returncode == 0, done.stdout.strip())

    def changed(self) -> bool:
        """Change a byte of a source, see it named, and put it back."""
        self._head("one byte of an archived source changed: verify names it")
        with _changed_byte(Path(self.report).parent) as file:
            done = self._run("verify", self.run)
        named = next((line for line in done.stdout.splitlines() if file.name in line or file.stem in line), "")
        again = self._run("verify", self.run, line="")
        return self._held(done.returncode == 1 and bool(named) and again.returncode == 0, named[:200] or file.name)

    def notes(self) -> bool:
        """Note two things and ask for their sum."""
        self._head("notes, and a sum with the rows it rests on")
        for day, text in NOTES:
            self._run("log", text, "--as-of", day)
        done = self._run("ask", SUM, "--as-of", TODAY)
        for line in done.stdout.rstrip().splitlines():
            typer.echo(f"  {line}")
        rows = [day for day, _ in NOTES if day in done.stdout]
        return self._held("12.5 km" in done.stdout and len(rows) == len(NOTES), f"{len(rows)} rows named")

    def table(self) -> bool:
        """Write a report on a table, with figures."""
        self._head("a table turned into an illustrated report: every number can be calculated again")
        data = self.home / "demo-data"
        data.mkdir(parents=True, exist_ok=True)
        for file in self.corpus.glob("*.csv"):
            shutil.copy(file, data)
        forms = "html,pdf" if _found(OPTIONAL[0][1]) else "html"
        line = f'report "{TABLE_QUESTION}" --data DIR --format {forms}'
        done = self._run("report", TABLE_QUESTION, "--data", str(data), "--format", forms, "--json", "-q", line=line)
        told = _json(done.stdout)
        if done.returncode or not told.get("report"):
            return self._held(False, done.stderr.strip()[-300:])
        figures = _json(Path(told["folder"], "state", "chart_data.json").read_text(encoding="utf-8")).get("charts", [])
        proved = self._run("verify", told["run"])
        return self._held(
            bool(figures) and proved.returncode == 0, f"{told['report']}, figures: {len(figures)}; it verifies"
        )

    def optional(self) -> None:
        """Show a proof where a prover is there, and say what was left out."""
        for name, commands, what in OPTIONAL:
            if not _found(commands):
                typer.echo(f"\nskipped: {what}, since {name} is not installed (indagate doctor says how to get it)")
            elif name == "coq":
                self._head("a proof, judged against its locked statement")
                statement = self.home / "statement.v"
                statement.write_text(f"{STATEMENT}\n")
                done = self._run("prove", "run", str(statement), "--json", line=f'prove run FILE  # "{STATEMENT}"')
                told = _json(done.stdout)
                self._held(done.returncode in (0, WAITS), str(told.get("summary") or told.get("state", done.stderr)))

    def _head(self, what: str) -> None:
        self.step += 1
        typer.echo(f"\n{self.step}. {what}")

    def _held(self, held: bool, what: str) -> bool:
        typer.echo(f"  {'✓' if held else '✗ NOT KEPT:'} {what}")
        return held

    def _command(self, *words: str) -> list[str]:
        return [sys.executable, "-m", "indagate", *words]

    def _environment(self) -> dict[str, str]:
        return {**os.environ, "INDAGATE_HOME": str(self.home), "INDAGATE_MODEL": "rule"}

    def _run(self, *words: str, line: str | None = None) -> subprocess.CompletedProcess[str]:
        typed = " ".join(f'"{word}"' if " " in word else word for word in words) if line is None else line
        if typed:
            typer.echo(f"  $ indagate {typed}")
        return subprocess.run(
            self._command(*words), capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
            env=self._environment(),
        )  # fmt: skip


@contextlib.contextmanager
def _changed_byte(folder: Path) -> Iterator[Path]:
    """Change a byte in the middle of an archived text while the block runs; yield the file."""
    texts = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.stat().st_mode & 0o222 == 0]
    file = next(path for path in texts if path.suffix in (".txt", ".md"))
    mode, content = file.stat().st_mode, file.read_bytes()
    middle = len(content) // 2
    file.chmod(0o600)
    try:
        file.write_bytes(content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :])
        yield file
    finally:
        file.write_bytes(content)
        file.chmod(mode)


def _timeless(report: Path, run: str) -> list[str]:
    """Return a report's lines without its run's name and the clock."""
    text = report.read_text(encoding="utf-8").replace(run, "RUN")
    return re.sub(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?", "TIME", text).splitlines()


def _found(commands: tuple[str, ...]) -> bool:
    return any(shutil.which(command) for command in commands)


def _json(text: str) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(text)
    except ValueError:
        return {}
    return found
