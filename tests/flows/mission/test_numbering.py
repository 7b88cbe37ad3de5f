"""The same question on the same documents gives the same report, whatever finishes first."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from flows.mission.runs import CORPUS, QUESTION, Finished, research
from flows.mission.samples import fact, fold, planned, source
from indagate.evidence.fact import Conflict, Resolution
from indagate.evidence.source import source_id
from indagate.flows.mission.chart import (
    AllSettled,
    Archived,
    ConflictResolved,
    ConflictsFound,
    ReadThrough,
    SourcesFound,
)
from indagate.flows.mission.finding import Found

SHOWN = ("report.md", "report.html", "logs/facts.md")
CLOCK = re.compile(r"DR-\d{8}-\d{3}|\d{4}-\d{2}-\d{2}T[\d:.+Z-]+|\d{4}-\d{2}-\d{2} \d{2}:\d{2}(?::\d{2})?(?: UTC)?")


def files(folder: Path) -> dict[str, str]:
    """Return what a person opens, without the run's name and the clock."""
    pages = {name: CLOCK.sub("*", (folder / name).read_text()) for name in SHOWN}
    assets = sorted(path.relative_to(folder).as_posix() for path in (folder / "assets").rglob("*") if path.is_file())
    return {**pages, "assets": "\n".join(assets)}


@pytest.fixture(scope="module")
def one_at_a_time(tmp_path_factory: pytest.TempPathFactory) -> Finished:
    return research(tmp_path_factory.mktemp("calm"), max_parallel=1)


@pytest.mark.parametrize("at_once", [2, 5, 16])
def test_the_report_does_not_hang_on_how_many_tasks_run_at_once(
    at_once: int, one_at_a_time: Finished, tmp_path: Path
) -> None:
    """Numbers of sources and facts, files and pages are those of a run that does one task after another."""
    assert files(research(tmp_path / "home", max_parallel=at_once).folder) == files(one_at_a_time.folder)


@pytest.mark.crash
def test_a_run_that_was_killed_in_its_middle_ends_in_the_same_report(one_at_a_time: Finished, tmp_path: Path) -> None:
    """kill -9 while it searches and reads, then the printed line."""
    home = tmp_path / "home"
    indagate = [str(Path(sys.executable).parent / "indagate")]
    started = subprocess.Popen(
        [*indagate, "research", QUESTION, "--corpus", str(CORPUS), "--yes", "--quiet", "--home", str(home)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    log = "runs/*/logs/orchestrator.log"
    deadline = time.monotonic() + 60
    while started.poll() is None and time.monotonic() < deadline:
        if any("read_through" in path.read_text() for path in home.glob(log)):
            os.kill(started.pid, signal.SIGKILL)
            break
        time.sleep(0.01)
    assert started.wait() == -signal.SIGKILL, "the run ended before it could be killed"
    assert subprocess.run([*indagate, "resume", "last", "--home", str(home)], stdout=subprocess.DEVNULL).returncode in (
        0,
        4,
    )
    (folder,) = (path.parent for path in home.glob("runs/*/report.md"))
    assert files(folder) == files(one_at_a_time.folder)
    shutil.rmtree(home)


@pytest.mark.parametrize("arrival", [(1, 2, 3), (3, 2, 1), (2, 3, 1)])
def test_sources_are_numbered_by_their_rank_and_facts_by_their_place(arrival: tuple[int, ...]) -> None:
    """Whatever is read first; ids that were given at a rest stay."""
    ranked = [source(number) for number in (1, 2, 3)]
    mission = planned()
    fold(mission, SourcesFound("S-1", tuple(Found(one.locator, one.title, "relevant", "", ()) for one in ranked)))
    for number in arrival:
        one = ranked[number - 1]
        fold(mission, Archived("R-1", one, one.locator))
        name = mission.source_of[one.locator]
        fold(mission, ReadThrough("R-1", one.locator, (fact(f"It weighs {number} kg.", name),)))
    fold(mission, AllSettled())
    assert [one.locator for one in mission.sources.values()] == [one.locator for one in ranked]
    assert list(mission.sources) == [source_id(number) for number in (1, 2, 3)]
    assert [(name, one.statement) for name, one in mission.facts.items()] == [
        (f"Fact-00{number}", f"It weighs {number} kg.") for number in (1, 2, 3)
    ]
    assert [one.source for one in mission.facts.values()] == list(mission.sources)


def test_a_contradiction_found_while_tasks_run_stays_between_its_facts() -> None:
    """The facts get other numbers at the next rest, and so do the contradiction, its resolution and what replaced."""
    ranked = [source(1), source(2)]
    mission = planned()
    fold(mission, SourcesFound("S-1", tuple(Found(one.locator, one.title, "relevant", "", ()) for one in ranked)))
    for one, text in ((ranked[1], "It weighs 8 kg."), (ranked[0], "It weighs 5 kg.")):
        fold(mission, Archived("R-1", one, one.locator))
        fold(mission, ReadThrough("R-1", one.locator, (fact(text, mission.source_of[one.locator]),)))
    fold(mission, ConflictsFound((Conflict("Fact-001", "Fact-002", "weight", "8 against 5"),)))
    fold(mission, ConflictResolved("Conflict-1", Resolution("Fact-002", "Fact-001", "it is newer")), AllSettled())
    found, settled = mission.divergences["Conflict-1"], mission.resolutions["Conflict-1"]
    assert [mission.facts[name].statement for name in (found.a, found.b)] == ["It weighs 8 kg.", "It weighs 5 kg."]
    assert (settled.preferred, settled.deprecated) == ("Fact-001", "Fact-002")
    assert mission.facts["Fact-002"].superseded_by == "Fact-001"
