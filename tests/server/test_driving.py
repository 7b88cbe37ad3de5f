"""The process that drives a server's runs: what becomes of the runs when it, or the server, is killed or stopped."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from cli.program import User
from parts.postgres import Cluster, running
from parts.scripted import Scripted, hang

from .service import PAPERS, PATIENCE, PROGRAM, QUESTION, Service, events, serving, start, until

pytestmark = pytest.mark.crash
FLOW = ("--shelf", f"papers={PAPERS}")


def alive(pid: int) -> bool:
    """Whether a process runs: one that has ended and was not waited for does not."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    return False


def wait_for(what: Callable[[], object], patience: float = PATIENCE) -> None:
    end = time.monotonic() + patience
    while not what():
        assert time.monotonic() < end, what
        time.sleep(0.02)


def begun(client: httpx2.Client, state: str = "RESEARCHING") -> str:
    """Start a mission, and return its name once it is in a state."""
    run: str = start(client).json()["run"]
    with client.stream("GET", f"/api/runs/{run}/events") as response:
        for _, _, data in events(response):
            if data.get("state") == state:
                break
    return run


def report(client: httpx2.Client, run: str) -> str:
    """The report of a run, without its name and the times."""
    text: str = client.get(f"/api/runs/{run}/files/report.md").text
    assert len(text) > 1_000
    return re.sub(r"\d{4}-\d\d-\d\d[T ][\d:.]+Z?", "", text.replace(run, "RUN"))


def require_whole(client: httpx2.Client, run: str) -> None:
    """The run has ended as one that nothing disturbed, nothing that was done was done again, and all of it holds."""
    until(client, run, "COMPLETED")
    rows = client.get(f"/api/runs/{run}/rows", params={"limit": 1000}).json()["rows"]
    done = [(row["key"], row["name"]) for row in rows if row["kind"] == "done"]
    assert len(done) == len(set(done))
    kinds = [row["kind"] for row in rows]
    assert kinds.count("born") == [row["name"] for row in rows].count("ReportWritten") == 1
    assert client.post(f"/api/runs/{run}/verify").json()["ok"]
    undisturbed = start(client).json()["run"]
    until(client, undisturbed, "COMPLETED")
    assert report(client, run) == report(client, undisturbed)


@pytest.mark.parametrize("late", [False, True], ids=["at once", "late"])
def test_after_the_server_is_killed_its_driver_ends_and_the_next_server_goes_on(tmp_path: Path, late: bool) -> None:
    """Also where the driver ends only when the next server has begun: its lease is waited for."""
    with serving(tmp_path / "home", *FLOW) as first:
        with first.client() as client:
            run, driver = begun(client), first.driver
        if late:
            os.kill(driver, signal.SIGSTOP)
        first.kill()
        with serving(tmp_path / "home", *FLOW, port=first.port) as service, service.client() as client:
            live = client.get("/healthz").json()["live"]
            state = client.get(f"/api/runs/{run}").json()["facts"]["state"]
            assert (state != "COMPLETED") <= live <= 1
            if late:
                assert not live or str(driver) in client.get(f"/api/runs/{run}").json()["facts"]["driven_by"]
                os.kill(driver, signal.SIGCONT)
            wait_for(lambda: not alive(driver), 5)
            require_whole(client, run)
            _, said = service.stop()
        assert not said


def test_after_the_driver_is_killed_the_runs_go_on_by_themselves(tmp_path: Path) -> None:
    """Two that are under way (unless they were quicker), and one that is begun while nobody drives.

    The server goes on answering, and counts every run that has not ended.
    """
    with serving(tmp_path / "home", *FLOW) as service, service.client() as client:
        runs = [begun(client), begun(client)]
        first = service.driver
        os.kill(first, signal.SIGKILL)
        runs.append(start(client).json()["run"])
        live = client.get("/healthz").json()["live"]
        states = [client.get(f"/api/runs/{run}").json()["facts"]["state"] for run in runs]
        assert sum(state != "COMPLETED" for state in states) <= live <= 3, states
        for run in runs:
            require_whole(client, run)
        assert service.driver != first
        assert client.get("/healthz").json()["live"] == 0
        _, said = service.stop()
    assert said.count("has ended (exit code -9)") == 1 and len(said.splitlines()) == 1, said


DYING = """
import os, signal, sys
mark = os.environ["DIED"]
def hear(event, arguments):
    if event == "os.rename" and str(arguments[1]).endswith("/report.md") and not os.path.exists(mark):
        open(mark, "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(hear)
"""
"""Kills a driver once, when it puts the report in its place."""


def test_a_driver_killed_before_it_writes_the_report_of_an_ended_run_hides_nothing(tmp_path: Path) -> None:
    """Its last row is in the journal: whoever asks for the file, or verifies, waits until the next driver wrote it."""
    (tmp_path / "sitecustomize.py").write_text(DYING, encoding="utf-8")
    died = tmp_path / "died"
    with (
        serving(tmp_path / "home", *FLOW, PYTHONPATH=str(tmp_path), DIED=str(died)) as service,
        service.client() as client,
    ):
        run = start(client).json()["run"]
        wait_for(died.exists)
        assert client.get(f"/api/runs/{run}").json()["facts"]["state"] == "COMPLETED"
        assert len(client.get(f"/api/runs/{run}/files/report.md").text) > 1_000
        assert client.post(f"/api/runs/{run}/verify").json()["ok"]


def test_a_run_of_the_command_that_was_killed_behind_its_last_row_gets_its_files_by_resume(
    tmp_path: Path,
) -> None:
    """The service says that they lag, and what writes them; it changes nothing of its own accord."""
    (tmp_path / "sitecustomize.py").write_text(DYING, encoding="utf-8")
    user, more = User(tmp_path), {"PYTHONPATH": str(tmp_path), "DIED": str(tmp_path / "died")}
    assert user("research", QUESTION, "--corpus", PAPERS, "--yes", "-q", **more).code == -signal.SIGKILL
    run = user("runs", "--json").json[0]["run"]
    with serving(user.home, *FLOW) as service, service.client() as client:
        proved = client.post(f"/api/runs/{run}/verify").json()
        assert not proved["ok"] and f"indagate resume {run} writes them" in proved["hint"]
        assert client.get(f"/api/runs/{run}/files/report.md").status_code == 404
        answer = client.post(f"/api/runs/{run}/signals", json={"word": "resume"})
        assert answer.status_code == 409 and "up to date" in answer.json()["hint"]
        assert str(tmp_path) not in answer.text
        assert client.post(f"/api/runs/{run}/verify").json() == {"run": run, "ok": True, "breaches": [], "hint": ""}


@pytest.mark.parametrize("how", ["TERM", "TERM to all", "Ctrl-C"])
def test_a_server_that_is_stopped_leaves_its_runs_and_no_process(tmp_path: Path, how: str) -> None:
    """The server alone is told (kill), its driver too (systemd), or the whole group of the terminal is (Ctrl-C)."""
    with Scripted(latency=0.5) as model:
        options = (*FLOW, "--model", f"scripted={model.model}")
        with serving(tmp_path / "home", *options, new_session=True) as service, service.client() as client:
            run, driver = begun(client), service.driver
            if how == "TERM":
                service.process.send_signal(signal.SIGTERM)
            else:
                os.killpg(service.process.pid, signal.SIGINT if how == "Ctrl-C" else signal.SIGTERM)
            _, said = service.process.communicate(timeout=PATIENCE)
            assert (service.process.returncode, said) == (0, "")
            assert not alive(driver)
        model.latency = 0.0
        with serving(tmp_path / "home", *options) as service, service.client() as client:
            shown = until(client, run, "COMPLETED")
            rows = client.get(f"/api/runs/{run}/rows", params={"limit": 1000}).json()["rows"]
    started = [(row["key"], row["name"]) for row in rows if row["kind"] == "start"]
    assert len(started) == len(set(started)), "what was in flight was recorded, and is not asked again"
    assert shown["facts"]["claims"]


def test_a_second_signal_ends_a_stop_that_waits(tmp_path: Path) -> None:
    """What is in flight is waited for, but whoever insists is obeyed; the driver ends too."""
    with (
        Scripted(faults={"*": [hang(60, always=True)]}) as model,
        serving(tmp_path / "home", *FLOW, "--model", f"scripted={model.model}") as service,
    ):
        with service.client() as client:
            start(client)
            wait_for(lambda: model.requests)
        driver = service.driver
        service.process.send_signal(signal.SIGTERM)
        with pytest.raises(subprocess.TimeoutExpired):
            service.process.wait(2)
        service.process.send_signal(signal.SIGTERM)
        service.process.wait(5)
        wait_for(lambda: not alive(driver), 5)


def test_who_waits_for_a_driver_that_is_killed_is_told_and_the_run_goes_on(tmp_path: Path) -> None:
    """503 with a code and what to do; the word that was said is taken in by the next one."""
    with serving(tmp_path / "home", *FLOW) as service, service.client() as client:
        run = start(client, approve=False).json()["run"]
        until(client, run, "AWAITING_APPROVAL")
        driver, answers = service.driver, []
        os.kill(driver, signal.SIGSTOP)
        said = {"word": "approve"}
        asking = threading.Thread(
            target=lambda: answers.append(client.post(f"/api/runs/{run}/signals", json=said)), daemon=True
        )
        asking.start()
        time.sleep(0.5)
        assert not answers
        os.kill(driver, signal.SIGKILL)
        asking.join(PATIENCE)
        assert answers[0].status_code == 503 and answers[0].json()["code"] == "driver_gone", answers[0].text
        until(client, run, "COMPLETED")


def test_a_run_that_ends_its_driver_is_begun_again_ever_more_slowly_and_can_be_aborted(tmp_path: Path) -> None:
    """The page answers meanwhile; nothing of it is taken in but the word that ends it."""
    user = User(tmp_path)
    papers = user.papers("a.txt")
    flow = Path(user.folder / user.slow_flow(0).partition(":")[0])
    flow.write_text(
        flow.read_text().replace("__import__('time').sleep(0)", "__import__('os').kill(__import__('os').getpid(), 9)")
    )
    with user.begun("run", "slow.py:FLOW", papers, "-q") as process:
        assert process.wait(PATIENCE) == -signal.SIGKILL
    with serving(user.home) as service, service.client() as client:
        (listed,) = client.get("/api/runs").json()["runs"]
        run, drivers, end = listed["run"], set[int](), time.monotonic() + 8
        client.post(f"/api/runs/{run}/signals", json={"word": "resume"})
        while time.monotonic() < end:
            with contextlib.suppress(ValueError):  # between two
                drivers.add(service.driver)
            assert client.get("/healthz").json()["live"] == 1
            time.sleep(0.02)
        assert 2 <= len(drivers) <= 5, drivers
        client.post(f"/api/runs/{run}/signals", json={"word": "abort"})
        until(client, run, "ABORTED")
        wait_for(lambda: client.get("/healthz").json()["live"] == 0)


def test_a_model_that_cannot_be_asked_is_refused_as_it_was(tmp_path: Path) -> None:
    """A run that was begun with a key, on a server that has none: 422, what is missing, and how to go on."""
    with Scripted() as model:
        options = (*FLOW, "--model", f"scripted={model.model}")
        key = {"INDAGATE_API_KEY": "canary-key-5a8f"}
        with serving(tmp_path / "home", *options, **key) as service, service.client() as client:
            run = start(client, approve=False).json()["run"]
            until(client, run, "AWAITING_APPROVAL")
            client.post(f"/api/runs/{run}/signals", json={"word": "approve"})
            wait_for(lambda: "reader" in model.count())
            service.stop()
        (tmp_path / "home" / "server" / "driven" / run).unlink()
        with serving(tmp_path / "home", *options) as service, service.client() as client:
            refused = client.post(f"/api/runs/{run}/signals", json={"word": "resume"})
            assert refused.status_code == 422 and refused.json()["code"] == "input_error", refused.text
            assert "INDAGATE_API_KEY is not set" in refused.json()["message"] and refused.json()["hint"]
            assert client.get(f"/api/runs/{run}").json()["facts"]["driven_by"] is None


def test_limits_hold_across_both_processes(tmp_path: Path) -> None:
    """At once, of a day with what live runs may still spend; and what is under way is shown."""
    with Scripted(latency=1.0) as model:
        options = (*FLOW, "--model", f"scripted={model.model}", "--at-once", "2", "--day-calls", "100")
        with serving(tmp_path / "home", *options) as service, service.client() as client:
            wanted = {
                "flow": "mission",
                "input": {"question": "How loud?", "corpus": "papers"},
                "budget": {"calls": 60},
            }
            run = client.post("/api/runs", json=wanted).json()["run"]
            other = client.post("/api/runs", json=wanted).json()["run"]
            facts = client.get(f"/api/runs/{other}").json()["facts"]
            assert facts["driven_by"] and facts["budget"]["limits"]["calls"] == 40
            refused = client.post("/api/runs", json=wanted)
            assert refused.status_code == 429 and "2 runs are under way" in refused.text
            wait_for(lambda: "ask planner" in dict(client.get(f"/api/runs/{run}").json()["doing"]))


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    with running() as made:
        yield made


def test_a_home_in_postgres_is_served_alike(tmp_path: Path, server: Cluster) -> None:
    """By its address, whose password no other process is shown; its driver is killed, and it goes on."""
    address = server.database().replace("indagate@", "indagate:secret@")
    home: Any = f"{address}?blobs={tmp_path / 'shared'}"
    process = subprocess.Popen(
        [PROGRAM, "serve", "--home", home, "--port", "0", *FLOW], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        first, said = process.stdout.readline(), process.stdout.readline()
        url, _, token = said.strip().partition("/?token=")
        assert url, first
        service = Service(process, url, token, tmp_path / "shared")
        with service.client() as client:
            run = begun(client)
            shown = Path(f"/proc/{service.driver}/cmdline").read_text()
            assert "driving_child" in shown and "secret" not in shown
            os.kill(service.driver, signal.SIGKILL)
            require_whole(client, run)
        code, _ = service.stop()
        assert code == 0
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate(timeout=PATIENCE)
