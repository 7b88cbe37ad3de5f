"""kill -9 anywhere, resume: nothing completed is repeated, nothing is lost, the files have no doubled line."""

from __future__ import annotations

import random
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from flows_for_tests import DISH, traced
from places import begun, journal_at

from indagate.engine import Row, replay
from indagate.engine.view import ViewRenderer
from indagate.storage import Home

pytestmark = pytest.mark.crash


def rows_of(home: Path) -> list[Row]:
    journal = journal_at(home)
    try:
        return [row for run in journal.runs()[:1] for row in journal.rows(run.id)]
    finally:
        journal.close()


def all_rows(home: Path) -> list[Row]:
    journal = journal_at(home)
    try:
        return [row for run in journal.runs() for row in journal.rows(run.id)]
    finally:
        journal.close()


def events(rows: list[Row]) -> Counter[tuple[Any, ...]]:
    """The set of what happened: kinds, names, keys and bodies of events."""
    return Counter((row.kind, row.name, row.key, row.body) for row in rows if row.kind in ("move", "emit", "signal"))


_CALLS = {
    "look": lambda key: f"look {key}", "append": lambda key: f"append {key}", "fetch": lambda _: "fetch shared",
    "large": lambda _: "large", "ask judge": lambda _: "ask good?", "broken": lambda _: "broken",
}  # fmt: skip


def completed(rows: list[Row]) -> set[str]:
    """The side-file lines of effects that the journal has as done or failed."""
    found = set()
    for row in rows:
        if row.kind in ("done", "fail") and row.name in _CALLS:
            item = row.key.partition("/")[2].rpartition("#")[0]
            found.add(_CALLS[row.name](item or "100"))
    return found


def check(home: Path, reference: list[Row], before: list[Row], calls: dict[str, int]) -> None:
    """Hold a finished run against an undisturbed one, and against what it had done when it was killed."""
    rows = rows_of(home)
    expected = {key: n for key, n in events(reference).items() if key[1] != "Gathered"}
    found = {key: n for key, n in events(rows).items() if key[1] != "Gathered"}
    assert found == expected
    after = traced(home / "side.txt")
    for call in completed(before):
        assert after[call] == calls[call], f"{call} was completed and yet repeated"
    for call, times in after.items():
        assert times <= calls.get(call, 0) + 1
    check_files(home, rows)


def check_files(home: Path, rows: list[Row]) -> None:
    """The files on disk are what the journal renders, byte for byte; no log line is doubled or missing."""
    journal = journal_at(home)
    name = journal.runs()[0].name  # its id may be 2: a birth that was killed takes a number of Postgres's with it
    journal.close()
    again = home / "again"
    renderer = ViewRenderer(DISH.views, again, Home(home).store)
    renderer.open()
    replayed = replay(DISH, name, rows, renderer.note)
    renderer.flush_logs()
    renderer.flush_pages(replayed.record)
    live = Home(home).run_folder(name)
    assert (live / "logs/all.log").read_bytes() == (again / "logs/all.log").read_bytes()
    assert (live / "page.md").read_bytes() == (again / "page.md").read_bytes()
    numbers = [int(line.split("\t")[0]) for line in (live / "logs/all.log").read_text().splitlines()]
    assert numbers == sorted(set(numbers))
    assert not list(live.rglob(".*")), "a draft was left behind"


@pytest.fixture(scope="module")
def reference(nursery: Any, tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    home = tmp_path_factory.mktemp("undisturbed")
    answer = nursery.drive(home).join()
    assert answer == {"status": "finished", "state": "END"}
    rows = rows_of(home)
    assert all(times == 1 for times in traced(home / "side.txt").values())
    check_files(home, rows)
    return rows


def kill_and_resume(nursery: Any, home: Path, reference: list[Row], kill: list[Any]) -> None:
    home.mkdir()
    assert nursery.drive(home, kill).join() == {}, "it should have been killed"
    resume(nursery, home, reference)


def resume(nursery: Any, home: Path, reference: list[Row]) -> None:
    before, calls = all_rows(home), traced(home / "side.txt")
    assert nursery.drive(home).join() == {"status": "finished", "state": "END"}
    check(home, reference, before, calls)


def places(rows: list[Row]) -> list[int]:
    """A row of every distinct state and kind."""
    chosen: dict[tuple[Any, ...], int] = {}
    state = ""
    for row in rows:
        state = row.stands or state
        chosen.setdefault((state, row.kind, row.name if row.kind != "emit" else ""), row.seq)
    return sorted(chosen.values())


def test_a_run_killed_after_a_row_of_every_state_and_kind_ends_like_an_undisturbed_one(
    nursery: Any, reference: list[Row], tmp_path: Path
) -> None:
    """kill -9 after one row of every distinct state and kind of row."""
    kinds = {row.kind for row in reference}
    assert {"born", "wake", "move", "emit", "signal", "start", "done", "fail"} <= kinds
    for row in places(reference):
        kill_and_resume(nursery, tmp_path / f"row{row}", reference, ["row", row])


@pytest.mark.parametrize(
    ("kill", "what"),
    [
        (["os.rename", "/store/", 1], "before a stored result is in place"),
        (["os.rename", "page.md", 1], "before the first page"),
        (["os.rename", "page.md", 3], "between a row and its page"),
        (["open", "all.log", 2], "before the log is written"),
        (["open", "all.log", 3], "between a row and its log line"),
        (["open", "side.txt", 5], "before an effect"),
    ],
)
def test_a_run_killed_between_a_file_and_its_row_goes_on(
    nursery: Any, reference: list[Row], tmp_path: Path, kill: list[Any], what: str
) -> None:
    """The process dies inside the writing of a file: what is half there is mended or ignored."""
    kill_and_resume(nursery, tmp_path / "home", reference, ["event", *kill])


def test_a_run_killed_after_its_result_is_stored_and_before_the_row_does_that_effect_again(
    nursery: Any, reference: list[Row], tmp_path: Path
) -> None:
    """The bytes are in the store, the row that names them is not: the effect was in flight."""
    home = tmp_path / "home"
    home.mkdir()
    # After the rename the folder is opened to be synced: that is after the file and before its row.
    assert nursery.drive(home, ["event", "open", "/store/", 2]).join() == {}
    assert list((home / "store").rglob("*")), "nothing was stored yet"
    resume(nursery, home, reference)


def test_a_line_that_was_torn_by_the_kill_is_written_again_whole(
    nursery: Any, reference: list[Row], tmp_path: Path
) -> None:
    """The file system kept half of the last line only."""
    home = tmp_path / "home"
    home.mkdir()
    assert nursery.drive(home, ["event", "open", "all.log", 3]).join() == {}
    (log,) = home.rglob("all.log")
    whole = log.read_bytes()
    log.write_bytes(whole[: whole.rindex(b"\n", 0, -1) + 4])
    resume(nursery, home, reference)


@pytest.mark.parametrize("seed", range(3))
def test_a_run_killed_at_a_random_moment_and_again_goes_on(
    nursery: Any, reference: list[Row], tmp_path: Path, seed: int
) -> None:
    """Three kills from outside, at moments that nothing in the process chose."""
    kill_at_random(nursery, reference, tmp_path, seed)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(100, 150))
def test_fifty_runs_killed_at_random_moments_go_on(
    nursery: Any, reference: list[Row], tmp_path: Path, seed: int
) -> None:
    """Fifty random moments."""
    kill_at_random(nursery, reference, tmp_path, seed)


@pytest.mark.exhaustive
def test_a_run_killed_after_any_row_ends_like_an_undisturbed_one(
    nursery: Any, reference: list[Row], tmp_path: Path
) -> None:
    """kill -9 after every single row."""
    for row in range(len(reference)):
        kill_and_resume(nursery, tmp_path / f"row{row}", reference, ["row", row])


def kill_at_random(nursery: Any, reference: list[Row], home: Path, seed: int) -> None:
    dice = random.Random(seed)
    before: list[Row] = []
    calls: dict[str, int] = {}
    for _ in range(3):
        process = nursery.drive(home)
        time.sleep(dice.uniform(0.02, 0.25))
        process.kill()
        before, calls_now = (all_rows(home) if begun(home) else []), traced(home / "side.txt")
        for call, times in calls.items():
            assert calls_now[call] <= times + 1
        calls = calls_now
    assert nursery.drive(home).join() == {"status": "finished", "state": "END"}
    check(home, reference, before, calls)
