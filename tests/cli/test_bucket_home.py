"""A home in Postgres and a bucket: machines that share nothing else, on which runs go on, verify and are moved."""

from __future__ import annotations

import contextlib
import json
import shutil
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from flows.report.samples import museum
from parts.bucket import S3, SECRET, serving
from parts.postgres import Cluster, Proxy, running
from parts.scripted import Scripted

from .program import CORPUS, PATIENCE, User
from .test_flows_on_server import QUESTION, killed_at, told

NOW = {"INDAGATE_GC_GRACE": "0"}


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    with running() as made:
        yield made


@pytest.fixture(scope="module")
def s3() -> Iterator[S3]:
    with serving() as made:
        yield made


@dataclass(frozen=True)
class Machine(User):
    """A person at a machine: a folder with all that is on it, and how it reaches the server and the bucket."""

    settings: dict[str, str] = field(default_factory=dict)

    def environment(self, **extra: str) -> dict[str, str]:
        return super().environment(**{**self.settings, **extra})

    @property
    def copies(self) -> list[Path]:
        """The copies of archived bytes that it has."""
        return [path for path in (self.folder / ".data").rglob("store/??/*") if not path.name.startswith(".")]


class Team:
    """Two machines, a database, and a bucket."""

    def __init__(self, server: Cluster, s3: S3, folder: Path, port: int = 0) -> None:
        self.bucket = s3.bucket()
        self.address = server.database()
        self.shared = f"s3://{self.bucket}/team"
        settings = {**s3.settings(port), "INDAGATE_HOME": f"{self.address}?blobs={self.shared}"}
        self.one, self.other = (Machine(folder / name, settings) for name in ("one", "other"))
        for machine in (self.one, self.other):
            machine.folder.mkdir()


@pytest.fixture
def team(server: Cluster, s3: S3, tmp_path: Path) -> Team:
    return Team(server, s3, tmp_path)


def report_of(machine: Machine, run: str) -> str:
    """A run's report as the files on this machine have it, without what differs between two runs of one question."""
    folder = Path(machine("show", run, "--json").json["folder"])
    return (folder / "report.md").read_text().replace(run, "RUN")


@pytest.mark.crash
def test_a_mission_killed_on_one_machine_goes_on_on_another_and_verifies_on_both(team: Team, server: Cluster) -> None:
    """The bytes archived before the kill are there, no effect is repeated, and the report is that of a calm run."""
    one, other = team.one, team.other
    with Scripted(latency=0.05) as service:
        words = ("research", QUESTION, "--corpus", CORPUS, "--model", service.model, "--yes", "--max-parallel", "1")
        calm = one(*words, "-q", "--json", "--home", "calm")
        assert calm.code == 0, calm.err
        expected, rows = told(one, "--home", "calm")
        until = [row["name"] for row in rows].index("archive")
        assert killed_at(one, server, team.address, words, until + 30)
        run = other("runs", "--json").json[0]["run"]
        ended = other("resume", run, "--yes", "-q")
        assert ended.code == 0, ended.err
    found, after = told(other)
    assert found == expected
    done = Counter((row["key"], row["name"]) for row in after if row["kind"] == "done")
    assert max(done.values()) == 1
    assert other("verify", run).code == 0 == one("verify", run).code
    assert report_of(one, run) == report_of(other, run)
    undisturbed = Path(calm.json["folder"], "report.md").read_text().replace(calm.json["run"], "RUN")
    assert report_of(other, run) == undisturbed
    replayed = one("replay", run, "--json").json
    assert not replayed["different"] and not replayed["missing"]


@pytest.mark.crash
def test_a_machine_without_the_folder_goes_on_with_the_documents_as_they_were_at_the_start(
    team: Team, server: Cluster
) -> None:
    """The folder is on one machine only and changes after the kill; the report is that of a calm run before."""
    one, other = team.one, team.other
    papers = one.folder / "papers"
    shutil.copytree(CORPUS, papers)
    with Scripted(latency=0.05) as service:
        words = ("research", QUESTION, "--corpus", papers, "--model", service.model, "--yes", "--max-parallel", "1")
        calm = one(*words, "-q", "--json", "--home", "calm")
        assert calm.code == 0, calm.err
        expected, rows = told(one, "--home", "calm")
        until = next(number for number, row in enumerate(rows) if row["name"] == "survey")
        assert killed_at(one, server, team.address, words, until + 2)
        run = other("runs", "--json").json[0]["run"]
        shutil.rmtree(papers)
        ended = other("resume", run, "--yes", "-q")
        assert ended.code == 0, ended.err
    assert told(other)[0] == expected
    undisturbed = Path(calm.json["folder"], "report.md").read_text().replace(calm.json["run"], "RUN")
    assert report_of(other, run) == undisturbed
    assert other("verify", run).code == 0 == one("verify", run).code
    assert "snapshots" not in json.dumps(other.rows(run))
    laid_out = list((other.folder / ".data").rglob("snapshots/*"))
    assert len(laid_out) == 1
    archive = laid_out[0].parents[1] / "archives" / "DR-20200101-001"
    archive.mkdir(parents=True)
    assert other("delete", run, "--yes").code == 0
    assert other("gc", "--yes", **NOW).code == 0
    assert not laid_out[0].exists() and not archive.exists()


def test_a_task_and_its_research_read_what_the_run_pinned(team: Team) -> None:
    """A child run reads the documents of its parent."""
    one, other = team.one, team.other
    papers = one.papers("heat.txt")
    (papers / "heat.txt").write_text("# Heat pumps\n\nThe noise limit at night is 35 dB in pure residential areas.\n")
    begun = one("task", QUESTION, "--corpus", papers, "--queue", "--json")
    assert begun.code == 0, begun.err
    shutil.rmtree(papers)
    ended = other("resume", begun.json["run"], "--yes", "-q")
    assert ended.code == 0 and "35 dB" in ended.out, ended.out + ended.err
    assert list((other.folder / ".data").rglob("snapshots/*/heat.txt"))
    assert len(other("runs", "--all", "--json").json) > 1


def test_a_report_with_its_tables_is_written_on_a_machine_that_has_none_of_the_bytes(team: Team) -> None:
    """Tables and results come from the bucket, and what the process that writes the files kept is there too."""
    museum(team.one.folder / "data", days=60)
    done = team.one("report", "How did the visitors develop?", "--data", "data", "-q", "--json")
    assert done.code in (0, 4), done.err
    assert not team.other.copies
    verified = team.other("verify", done.json["run"])
    assert verified.code == 0, verified.out + verified.err
    assert team.other.copies


def test_an_object_that_was_changed_in_the_bucket_is_named_by_verify_on_both_machines(team: Team, s3: S3) -> None:
    """Also where a good copy is at hand; sent again, all is well."""
    run = team.one("research", QUESTION, "--corpus", CORPUS, "--yes", "-q", "--json").json["run"]
    assert team.other("verify", run).code == 0
    rows = map(json.loads, team.one("events", run, "--json").out.splitlines())
    archived = next(row for row in rows if row["kind"] == "done" and row["name"] == "archive")
    sha = archived["body"]["result"]["sha256"]
    key = f"team/store/{sha[:2]}/{sha}"
    whole = s3.change(team.bucket, key, b"other")
    for machine in (team.one, team.other):
        verified = machine("verify", run)
        assert verified.code == 1 and f"{sha[:12]}" in verified.out and "have been changed" in verified.out
    assert team.one("doctor").code == 1 and key in team.one("doctor").out
    s3.change(team.bucket, key, whole)
    assert team.other("verify", run).code == 0


def test_a_bucket_that_goes_away_in_mid_run_stops_it_with_what_to_do_and_it_goes_on(
    server: Cluster, s3: S3, tmp_path: Path
) -> None:
    """Exit 2, one message, no failure in the journal; resumed when the bucket is back, it ends and verifies."""
    proxy = Proxy(s3.port)
    team = Team(server, s3, tmp_path, proxy.port)

    def cut_off() -> None:
        until = time.monotonic() + 60
        sql = "SELECT 1 FROM indagate.rows WHERE name = 'archive' AND kind = 'done'"
        while time.monotonic() < until:
            with (
                contextlib.suppress(Exception),
                contextlib.closing(server.connect(team.address.rpartition("/")[2])) as db,
            ):
                if db.execute(sql).fetchone():
                    break
            time.sleep(0.01)
        proxy.away = True
        proxy.cut()

    thread = threading.Thread(target=cut_off)
    thread.start()
    with Scripted(latency=0.1) as service:
        words = ("research", QUESTION, "--corpus", CORPUS, "--model", service.model, "--yes", "--max-parallel", "1")
        stopped = team.one(*words, "-q")
        thread.join()
        assert stopped.code == 2, stopped.out + stopped.err
        assert team.shared in stopped.err and str(proxy.port) in stopped.err and "indagate resume" in stopped.err
        assert SECRET not in stopped.err + stopped.out
        assert not [row for row in team.one.rows() if row["kind"] == "fail"]
        proxy.away = False
        ended = team.other("resume", "last", "--yes", "-q")
        assert ended.code == 0, ended.err
    assert team.one("verify", "last").code == 0 == team.other("verify", "last").code
    proxy.close()


def test_what_no_run_names_is_collected_from_the_bucket_in_two_passes_and_the_rest_stays(team: Team, s3: S3) -> None:
    """A deleted run's bytes are set aside by the first gc and removed by the next; the other run verifies."""
    papers = team.one.papers("x.txt", "y.txt")
    gone = team.one("research", "What is in x?", "--corpus", papers, "--yes", "-q", "--json").json["run"]
    first = set(s3.keys(team.bucket))
    kept = team.other("research", QUESTION, "--corpus", CORPUS, "--yes", "-q", "--json").json["run"]
    both = set(s3.keys(team.bucket))
    assert team.other("delete", gone, "--yes").code == 0
    time.sleep(1.1)
    assert set(s3.keys(team.bucket)) == both
    assert team.other("gc", "--yes", **NOW).code == 0
    aside = {key for key in s3.keys(team.bucket) if key.startswith("team/aside")}
    assert aside and {key.replace("/aside/", "/store/") for key in aside} <= first
    time.sleep(1.1)
    content = next(i for i in team.one("gc", "--yes", "--json", **NOW).json["garbage"] if i["kind"] == "content")
    assert content["count"] == len(aside)
    assert not list((team.one.folder / ".data").rglob(f"runs/{gone}")), "its files on the first machine went, too"
    assert set(s3.keys(team.bucket)) == both - {key.replace("/aside/", "/store/") for key in aside}
    assert team.one("verify", kept).code == 0 == team.other("verify", kept).code


def test_gc_on_one_machine_takes_nothing_that_a_run_of_another_will_name(team: Team) -> None:
    """Again and again, with no grace at all, while a model works on the other machine."""
    one = team.one
    with (
        Scripted(latency=0.2) as service,
        one.begun("research", QUESTION, "--corpus", CORPUS, "--model", service.model, "--yes", "-q") as driven,
    ):
        rounds = 0
        while driven.poll() is None:
            assert team.other("gc", "--yes", **NOW).code == 0
            rounds += 1
        assert driven.returncode == 0 and rounds > 1
    assert team.other("verify", "last").code == 0 == one("verify", "last").code


def test_a_home_is_moved_from_a_folder_into_a_bucket_and_back_with_every_byte_proved(
    team: Team, server: Cluster, s3: S3
) -> None:
    """A run made in a folder verifies from the bucket on another machine; one made there verifies in a new folder."""
    one, other = team.one, team.other
    home = one.settings["INDAGATE_HOME"]
    first = one("research", QUESTION, "--corpus", CORPUS, "--yes", "-q", "--json", "--home", "plain").json["run"]
    moved = one("move", "plain", home, "--json")
    assert moved.code == 0, moved.err
    assert len(s3.keys(team.bucket)) == len(list((one.folder / "plain" / "store").glob("??/*")))
    assert other("verify", first).code == 0
    second = other("research", "How far must it stand from a wall?", "--corpus", CORPUS, "--yes", "-q", "--json")
    back = one("move", home, "back", "--json")
    assert back.code == 0 and back.json["runs"] == 2, back.err
    for run in (first, second.json["run"]):
        verified = one("verify", run, "--home", "back")
        assert verified.code == 0, verified.out
    key = s3.keys(team.bucket)[0]
    s3.change(team.bucket, key, b"other")
    refused = one("move", home, "third")
    assert refused.code == 2 and key in refused.err


def test_neither_the_journal_nor_what_is_said_holds_a_key_of_the_bucket(team: Team, server: Cluster) -> None:
    """Credentials are in the environment alone; the bucket's name is shown with the home's."""
    team.one("research", QUESTION, "--corpus", CORPUS, "--yes", "-q")
    look: Any = server.connect(team.address.rpartition("/")[2])
    for table in ("rows", "runs", "inbox", "counters"):
        found = look.execute(f"SELECT count(*) FROM indagate.{table} AS t WHERE t::text LIKE %s", (f"%{SECRET}%",))
        assert found.fetchone()[0] == 0
    look.close()
    for words in (("doctor",), ("show", "last"), ("show", "last", "--json")):
        shown = team.one(*words)
        assert shown.code == 0 and SECRET not in shown.out + shown.err
    kept = [path for path in team.one.folder.rglob("*") if path.is_file() and SECRET.encode() in path.read_bytes()]
    assert not kept


def test_a_bucket_that_cannot_be_used_is_named_before_there_is_a_run(team: Team, tmp_path: Path) -> None:
    """What, where, and what to do; exit code 2, also of a worker."""
    blocked = tmp_path / "blocked" / "obstore"
    blocked.mkdir(parents=True)
    (blocked / "__init__.py").write_text("raise ImportError('not installed')")
    wrong = {"AWS_SECRET_ACCESS_KEY": "not-to-be-shown"}
    mistakes: list[tuple[str, dict[str, str], tuple[str, ...]]] = [
        ("gs://research", {}, ("gs://…", "s3://BUCKET")),
        ("s3://key:not-to-be-shown@research", {}, ("s3://BUCKET", "AWS_SECRET_ACCESS_KEY")),
        (team.shared, {"PYTHONPATH": str(blocked.parent)}, ("obstore", "pip install 'indagate[cluster]'")),
        (team.shared, wrong, (team.shared, "SignatureDoesNotMatch", "AWS_SECRET_ACCESS_KEY")),
        ("s3://none", {}, ("s3://none", "no such bucket")),
        (team.shared, {"AWS_ENDPOINT_URL": "http://127.0.0.1:9"}, (team.shared, "127.0.0.1:9", "cannot be reached")),
    ]
    for place, settings, words in mistakes:
        home = f"{team.address}?blobs={place}"
        refused = team.one("research", QUESTION, "--corpus", CORPUS, "--yes", "-q", "--home", home, **settings)
        assert refused.code == 2 and all(word in refused.err for word in words), (place, refused.err)
        assert "not-to-be-shown" not in refused.err + refused.out
    worker = team.one("worker", "--home", f"{team.address}?blobs={team.shared}", **wrong)
    assert worker.code == 2 and "SignatureDoesNotMatch" in worker.err
    assert team.one("runs", "--json").json == []


@pytest.mark.crash
def test_a_worker_goes_on_with_what_another_machine_archived_before_it_was_killed(team: Team, server: Cluster) -> None:
    """It has neither the bytes nor the files of the other one; the run ends, and verifies on both."""
    one, other = team.one, team.other
    with Scripted(latency=0.05) as service:
        words = ("research", QUESTION, "--corpus", CORPUS, "--model", service.model, "--yes", "--max-parallel", "1")
        assert killed_at(one, server, team.address, words, 60)
        assert one.copies and not other.copies
        with other.begun("worker") as worker:
            until = time.monotonic() + PATIENCE
            while time.monotonic() < until and one("runs", "--json").json[0]["state"] != "COMPLETED":
                assert worker.poll() is None
                time.sleep(0.5)
            worker.terminate()
            worker.wait()
    assert other.copies
    assert one("verify", "last").code == 0 == other("verify", "last").code


def test_a_kill_between_the_copy_and_the_row_leaves_a_run_that_goes_on_on_another_machine(
    team: Team, server: Cluster
) -> None:
    """Killed at many rows, each time resumed on the other machine."""
    one, other = team.one, team.other
    with Scripted(latency=0.02) as service:
        words = ("research", QUESTION, "--corpus", CORPUS, "--model", service.model, "--yes", "--max-parallel", "1")
        assert killed_at(one, server, team.address, words, 40)
        for turn, count in enumerate((80, 120, 160)):
            killed_at((other, one)[turn % 2], server, team.address, ("resume", "last", "--yes"), count)
        ended = other("resume", "last", "--yes", "-q")
        assert ended.code in (0, 2), ended.err
    assert one("verify", "last").code == 0 == other("verify", "last").code
