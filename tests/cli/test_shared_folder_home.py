"""A home in Postgres with a folder that machines share: a run reads what was there when it began, on each of them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from parts.postgres import Cluster, running
from parts.scripted import Scripted

from .program import CORPUS
from .test_bucket_home import Machine
from .test_flows_on_server import QUESTION, killed_at, told

SUM = "What is the total price?"


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    with running() as made:
        yield made


@pytest.fixture
def address(server: Cluster) -> str:
    return server.database()


@pytest.fixture
def machines(address: str, tmp_path: Path) -> tuple[Machine, Machine]:
    """Two machines with a folder that both have, and folders of their own."""
    settings = {"INDAGATE_HOME": f"{address}?blobs={tmp_path / 'shared'}"}
    one, other = (Machine(tmp_path / name, settings) for name in ("one", "other"))
    for machine in (one, other):
        machine.folder.mkdir()
    return one, other


@pytest.mark.crash
def test_a_mission_goes_on_with_the_documents_as_they_were_although_their_folder_has_gone(
    machines: tuple[Machine, Machine], server: Cluster, address: str
) -> None:
    """The same events as those of a run that nobody disturbed, and it verifies on both."""
    one, other = machines
    papers = one.folder / "papers"
    shutil.copytree(CORPUS, papers)
    with Scripted(latency=0.05) as service:
        words = ("research", QUESTION, "--corpus", papers, "--model", service.model, "--yes", "--max-parallel", "1")
        calm = one(*words, "-q", "--home", "calm")
        assert calm.code == 0, calm.err
        assert not (one.folder / "calm" / "snapshots").exists(), "one machine reads its folder itself"
        expected, rows = told(one, "--home", "calm")
        until = next(number for number, row in enumerate(rows) if row["name"] == "survey")
        assert killed_at(one, server, address, words, until + 2)
        shutil.rmtree(papers)
        ended = other("resume", "last", "--yes", "-q")
        assert ended.code == 0, ended.err
    assert told(other)[0] == expected
    assert other("verify", "last").code == 0 == one("verify", "last").code


@pytest.mark.parametrize("given", ["tables", "tables/sales.csv"])
def test_a_task_asks_the_tables_as_they_were_when_it_began_and_is_verified_by_them(
    machines: tuple[Machine, Machine], given: str
) -> None:
    """A folder of tables, or one file; other values lie there when another machine takes the run up."""
    one, other = machines
    tables = one.folder / "tables"
    tables.mkdir()
    (tables / "sales.csv").write_text("item,price\nlamp,20\nchair,35\n")
    begun = one("task", SUM, "--data", given, "--queue", "--json")
    assert begun.code == 0, begun.err
    (tables / "sales.csv").write_text("item,price\nlamp,1\nchair,2\n")
    ended = other("resume", begun.json["run"], "--yes", "-q")
    assert ended.code == 0 and "55" in ended.out, ended.out + ended.err
    assert other("verify", "last").code == 0 == one("verify", "last").code
    shutil.rmtree(tables)
    assert one("verify", "last").code == 0
    kept = next((one.folder.parent / "shared" / "snapshots").rglob("sales.csv"))
    kept.chmod(0o600)
    kept.write_text("item,price\nlamp,1\nchair,2\n")
    assert one("verify", "last").code == 0, "what was laid out is no evidence"


def test_a_table_given_alone_keeps_what_is_said_of_its_columns_and_its_own_name(
    machines: tuple[Machine, Machine],
) -> None:
    """By the `columns.yaml` beside it, also where it is a link into a folder of objects: as on one machine."""
    one, other = machines
    (one.folder / "objects").mkdir()
    (one.folder / "objects" / "5f3a").write_text("item,price\nlamp,20\nchair,35\n")
    (one.folder / "prices.csv").symlink_to("objects/5f3a")
    (one.folder / "columns.yaml").write_text("price: {is: rate, unit: EUR}\n")
    refused = one("task", SUM, "--data", "prices.csv", "-q")
    assert refused.code == 4 and "price does not add up" in refused.out
    begun = one("task", "What is the average price?", "--data", "prices.csv", "--queue", "--json").json["run"]
    for path in one.folder.glob("*.*"):
        path.unlink()
    ended = other("resume", begun, "--yes", "-q")
    assert ended.code == 0 and "27.5 EUR" in ended.out and "in prices" in ended.out, ended.out
    assert other("verify", begun).code == 0


def test_all_that_is_read_of_a_folder_of_tables_is_kept(machines: tuple[Machine, Machine]) -> None:
    """Also what lies in a folder that documents are not sought in."""
    one, other = machines
    (one.folder / "g" / "node_modules").mkdir(parents=True)
    (one.folder / "g" / "node_modules" / "sales.csv").write_text("item,price\nlamp,20\nchair,35\n")
    begun = one("task", SUM, "--data", "g", "--queue", "--json").json["run"]
    shutil.rmtree(one.folder / "g")
    ended = other("resume", begun, "--yes", "-q")
    assert ended.code == 0 and "55" in ended.out, ended.out


@pytest.mark.parametrize("words", [("research", QUESTION, "--corpus"), ("task", SUM, "--data")])
def test_a_folder_in_which_there_is_nothing_is_refused_before_there_is_a_run(
    machines: tuple[Machine, Machine], words: tuple[str, ...]
) -> None:
    """Exit 2, and which."""
    one, _ = machines
    (one.folder / "empty").mkdir()
    refused = one(*words, "empty", "--yes", "-q") if words[0] == "research" else one(*words, "empty", "-q")
    assert refused.code == 2 and "empty: there " in refused.err, refused.err
    assert one("runs", "--json").json == []


def test_tables_that_the_store_has_lost_are_named_by_verify(machines: tuple[Machine, Machine]) -> None:
    """Exit 1, and which."""
    one, _ = machines
    (one.folder / "sales.csv").write_text("item,price\nlamp,20\nchair,35\n")
    assert one("task", SUM, "--data", "sales.csv", "-q").code == 0
    for path in (one.folder.parent / "shared" / "store").rglob("*"):
        if path.is_file() and path.read_bytes().startswith(b"item,price"):
            path.unlink()
    verified = one("verify", "last")
    assert verified.code == 1 and "sales.csv" in verified.out
