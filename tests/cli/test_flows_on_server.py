"""Every flow with its journal in Postgres: killed and resumed there, it ends as one in a file that nobody disturbed."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from flows.report.samples import museum
from indagate.engine.row import EVENTS
from parts.postgres import Cluster, running
from parts.scripted import Scripted

from .program import CORPUS, PATIENCE, User

QUESTION = "What is the noise limit at night?"
SWAP = "Theorem target : forall A B : Prop, A /\\ B -> B /\\ A.\n"


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    with running() as made:
        yield made


@pytest.fixture
def service() -> Iterator[Scripted]:
    with Scripted(latency=0.02) as made:
        yield made


def mission(user: User, service: Scripted) -> Sequence[object]:
    return ("research", QUESTION, "--corpus", CORPUS, "--model", service.model, "--yes", "--max-parallel", "1")


def task(user: User, service: Scripted) -> Sequence[object]:
    return ("task", QUESTION, "--corpus", CORPUS)


def notes(user: User, service: Scripted) -> Sequence[object]:
    for home in ("calm", "shared"):  # a notebook is in the home's folder
        assert user("log", "ran 5 km", "--home", home).code == 0
    return ("tell", "ran 7 km in 40 min")


def report(user: User, service: Scripted) -> Sequence[object]:
    data = user.folder / "data"
    if not data.exists():
        museum(data, days=60)
    return ("report", "How did the visitors develop?", "--data", data)


def proof(user: User, service: Scripted) -> Sequence[object]:
    if not shutil.which("coqc"):
        (pytest.fail if os.environ.get("INDAGATE_REQUIRE_REAL") else pytest.skip)(
            "COQ IS NOT INSTALLED (apt install coq)"
        )
    (user.folder / "swap.v").write_text(SWAP)
    return ("prove", "run", "swap.v")


def told(user: User, *home: str) -> tuple[Counter[str], list[dict[str, Any]]]:
    """The events by state and type, and all rows."""
    rows = [json.loads(line) for line in user("events", "last", "--json", *home).out.splitlines()]
    return Counter(f"{row['name']} {row.get('stands') or ''}" for row in rows if row["kind"] in EVENTS), rows


def killed_at(user: User, server: Cluster, address: str, words: Sequence[object], count: int) -> bool:
    """Begin or go on until the journal has so many rows, then kill -9; whether it was in time."""
    until = time.monotonic() + PATIENCE
    with user.begun(*map(str, words), "-q") as process:
        while process.poll() is None and time.monotonic() < until:
            with (
                contextlib.suppress(Exception),
                contextlib.closing(server.connect(address.rpartition("/")[2])) as look,
            ):
                if look.execute("SELECT count(*) FROM indagate.rows").fetchone()[0] >= count:
                    break
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
    return process.returncode == -signal.SIGKILL


@pytest.mark.crash
@pytest.mark.parametrize("flow", [mission, task, notes, report, proof], ids=lambda flow: flow.__name__)
def test_a_flow_killed_twice_with_its_journal_in_postgres_ends_as_an_undisturbed_one_in_a_file(
    server: Cluster, service: Scripted, user: User, flow: Any
) -> None:
    """The same events, nothing completed done twice, what it returns verifies."""
    words = flow(user, service)
    calm = ("--home", "calm")
    undisturbed = user(*words, "-q", *calm)
    assert undisturbed.code in (0, 3, 4), undisturbed
    expected, rows = told(user, *calm)
    address = server.database()
    home = ("--home", f"{address}?blobs={user.folder / 'shared'}")
    assert killed_at(user, server, address, (*words, *home), len(rows) // 3)
    killed_at(user, server, address, ("resume", "last", "--yes", *home), 2 * len(rows) // 3)
    ended = user("resume", "last", "--yes", "-q", *home)
    assert ended.code in (0, 2, 3, 4), ended
    found, after = told(user, *home)
    assert found == expected
    done = Counter((row["key"], row["name"]) for row in after if row["kind"] == "done")
    assert max(done.values()) == 1
    assert user("verify", "last", *home).code == 0
    assert not list((user.folder / "shared" / "runs").rglob(".*.draft"))
