"""Runs over HTTP: started once, approved, followed through cuts, verified, forked; a server killed and begun again."""

from __future__ import annotations

import random
import shutil
import threading
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest

from indagate.storage import write_by_rename
from parts.scripted import Scripted

from .service import PAPERS, PATIENCE, QUESTION, Service, events, serving, start, until


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with serving(tmp_path_factory.mktemp("served") / "home", "--shelf", f"papers={PAPERS}") as found:
        yield found


@pytest.fixture(scope="module")
def finished(service: Service) -> str:
    """The name of a mission that has ended."""
    with service.client() as client:
        run: str = start(client).json()["run"]
        until(client, run, "COMPLETED")
    return run


def a_key() -> dict[str, str]:
    """Return the header of a key that nobody has used, this test's own second try included."""
    return {"Idempotency-Key": uuid.uuid4().hex}


def test_a_mission_from_start_to_verified_report(service: Service) -> None:
    """The plan waits, an amendment and an approval move it on, the report is there, its quotes hold."""
    with service.client() as client:
        keyed = a_key()
        first = start(client, approve=False, **keyed)
        again = start(client, approve=False, **keyed)
        assert (first.status_code, again.status_code) == (201, 200)
        assert again.json() == {"run": first.json()["run"], "fresh": False}
        other = client.post("/api/runs", json={"flow": "task", "input": {"goal": "1 + 1"}}, headers=keyed)
        assert other.status_code == 422 and other.json()["code"] == "key_reused"
        run = first.json()["run"]
        asked = until(client, run, "AWAITING_APPROVAL")["asked"]
        assert QUESTION in asked["brief"]
        assert {choice["word"] for choice in asked["choices"]} == {"approve", "amend", "steer", "abort"}
        refused = client.post(f"/api/runs/{run}/signals", json={"word": "answer", "text": "x"})
        assert refused.status_code == 409 and "approve" in refused.json()["takes"]
        assert client.post(f"/api/runs/{run}/signals", json={"word": "approve"}).status_code == 202
        shown = until(client, run, "COMPLETED")
        assert shown["asked"] is None and shown["facts"]["claims"] and "report.md" in shown["files"]
        assert ["AWAITING_APPROVAL", "RESEARCHING", 1] in shown["taken"]
        assert client.post(f"/api/runs/{run}/verify").json() == {"run": run, "ok": True, "breaches": [], "hint": ""}


def test_limits_length_and_language_of_a_mission_are_on_the_wire(service: Service) -> None:
    """They reach the report; a limit that is none is refused, and so are pages where the web was not granted."""
    given = {"question": QUESTION, "corpus": "papers", "approve": True}
    with service.client() as client:
        asked = {
            **given,
            "only": ["official"],
            "since": "2020",
            "places": ["Atlantis"],
            "length": "short",
            "language": "de",
        }
        run = client.post("/api/runs", json={"flow": "mission", "input": asked}).json()["run"]
        shown = until(client, run, "COMPLETED")
        assert shown["facts"]["limits"] == ["only official sources", "since 2020-01-01", "place: Atlantis"]
        assert not shown["facts"]["claims"]
        for wrong in (
            {"since": "lately"},
            {"length": "brief"},
            {"language": "Klingon"},
            {"urls": ["https://example.org"]},
        ):
            answer = client.post("/api/runs", json={"flow": "mission", "input": {**given, **wrong}})
            assert answer.status_code in (400, 422), wrong


def test_no_folder_of_the_machine_is_on_the_wire(service: Service, finished: str) -> None:
    """Rows, record, facts, events and the page tell a shelf by its name, and the home by none."""
    with service.client() as client:
        texts = [
            client.get(f"{at}/{finished}{rest}").text
            for at, rest in (
                ("/api/runs", ""), ("/api/runs", "/record"), ("/api/runs", "/rows?limit=1000"),
                ("/api/runs", "/events"), ("/runs", ""), ("/runs", "?at=1"),
            )
        ]  # fmt: skip
    assert "shelf:papers" in texts[1] and "shelf:papers" in texts[2]
    for text in texts:
        assert len(text) > 500 and str(PAPERS) not in text and str(service.home) not in text


def test_one_key_asked_for_by_many_at_once_starts_one_run(service: Service) -> None:
    """Whoever comes first; the others are told its name."""

    keyed = a_key()

    def ask(_: int) -> dict[str, object]:
        with service.client() as client:
            wanted = {"flow": "task", "input": {"goal": "7 * 6"}}
            return dict(client.post("/api/runs", json=wanted, headers=keyed).json())

    with ThreadPoolExecutor(12) as pool:
        found = list(pool.map(ask, range(12)))
    assert len({str(item["run"]) for item in found}) == 1
    assert sum(item["fresh"] is True for item in found) == 1


def test_the_record_at_any_row_and_a_fork_there(service: Service, finished: str) -> None:
    """What the run knew then; a branch has its rows, and goes its own way."""
    with service.client() as client:
        page = client.get(f"/api/runs/{finished}/rows", params={"limit": 1000}).json()
        moved = next(row["row"] for row in page["rows"] if row["state"] == "REFLECTING")
        early = client.get(f"/api/runs/{finished}/record", params={"at": moved - 1}).json()
        late = client.get(f"/api/runs/{finished}/record").json()
        assert early["facts"]["state"] == "RESEARCHING" and late["facts"]["state"] == "COMPLETED"
        assert len(early["record"]["tasks"]) >= 3 and not early["record"]["sections"] and late["record"]["sections"]
        keyed = a_key()
        made = client.post(f"/api/runs/{finished}/fork", json={"at": moved, "drive": True}, headers=keyed)
        once = client.post(f"/api/runs/{finished}/fork", json={"at": moved, "drive": True}, headers=keyed)
        assert (made.status_code, once.status_code) == (201, 200) and made.json()["run"] == once.json()["run"]
        until(client, made.json()["run"], "COMPLETED")
        assert client.get(f"/api/runs/{finished}/record", params={"at": 99999}).status_code == 422


def test_a_quote_is_marked_in_its_archived_source_and_nothing_archived_can_act(service: Service, finished: str) -> None:
    """As escaped text; archived pages are only downloaded; the report has an origin of its own."""
    with service.client() as client:
        record = client.get(f"/api/runs/{finished}/record").json()["record"]
        fact = next(iter(record["facts"].values()))
        place = f"/api/runs/{finished}/sources/{fact['source']}?fact={fact['id']}"
        found = client.get(place).json()
        assert found["text"][found["start"] : found["end"]] == fact["quote"]
        page = client.get(place.removeprefix("/api"))
        assert '<mark id="quote">' in page.text and page.text.count("<script") == 1
        files = {item["path"] for item in client.get(f"/api/runs/{finished}/files").json()}
        archived = next(path for path in files if path.startswith("assets/") and path.endswith(".html"))
        raw = client.get(f"/api/runs/{finished}/files/{archived}")
        assert raw.headers["content-disposition"].startswith("attachment")
        report = client.get(f"/api/runs/{finished}/files/report.html")
        policy = report.headers["content-security-policy"]
        assert policy.startswith("sandbox allow-scripts;") and "same-origin" not in policy
        assert report.headers["x-content-type-options"] == "nosniff"
        assert client.get(f"/api/runs/{finished}/export", params={"format": "graphml"}).text.startswith("<?xml")


def test_a_listener_that_is_cut_a_hundred_times_misses_no_row_and_gets_none_twice(
    service: Service, finished: str
) -> None:
    """Each time it goes on at Last-Event-ID, while the run is under way and after."""
    chance, seen, headers, ended = random.Random(7), [], {}, 0
    with service.client() as client:
        run = start(client).json()["run"]
        cuts = 0
        while cuts < 100 or not ended:
            with client.stream("GET", f"/api/runs/{run}/events", headers=headers) as response:
                if response.status_code == 204:  # all was seen: begin again behind a row in the middle
                    ended += 1
                    del seen[chance.randrange(1, len(seen)) :]
                    headers = {"Last-Event-ID": str(seen[-1])}
                    continue
                left = chance.randrange(1, 9)
                for kind, number, data in events(response):
                    if kind == "row":
                        assert data["row"] == int(number)
                        seen.append(data["row"])
                        headers = {"Last-Event-ID": number}
                    left -= 1
                    if not left or kind == "end":
                        break
            cuts += 1
            assert seen == list(range(len(seen)))
        assert seen[-1] <= client.get(f"/api/runs/{run}/rows").json()["last"]


def test_lists_are_filtered_and_go_on_page_by_page(service: Service, finished: str) -> None:
    """Latest first, with a cursor."""
    with service.client() as client:
        for goal in ("1 + 1", "2 + 2", "3 + 3"):
            run = client.post("/api/runs", json={"flow": "task", "input": {"goal": goal}}).json()["run"]
            assert "= " in until(client, run, "DONE")["facts"]["answer"]
        names: list[str] = []
        after = ""
        while True:
            page = client.get("/api/runs", params={"flow": "task", "limit": 2, "after": after}).json()
            names += [item["run"] for item in page["runs"]]
            after = page["next"]
            if not after:
                break
        assert names == sorted(names, reverse=True) and len(names) >= 3
        assert client.get("/api/runs", params={"after": "NOPE-1"}).status_code == 404
        assert client.get("/api/runs", params={"limit": "x"}).status_code == 422


def test_a_run_is_shown_while_its_files_are_written_anew(service: Service, finished: str) -> None:
    """A draft that another process renames is not listed, and its vanishing is no error."""
    page, over = service.home / "runs" / finished / "elsewhere" / "page.md", threading.Event()

    def write() -> None:
        while not over.is_set():
            write_by_rename(page, b"x")

    writer = threading.Thread(target=write)
    writer.start()
    try:
        with service.client() as client:
            shown = [client.get(f"/api/runs/{finished}") for _ in range(200)]
    finally:
        over.set()
        writer.join()
        shutil.rmtree(page.parent)
    assert {answer.status_code for answer in shown} == {200}
    assert not [path for answer in shown for path in answer.json()["files"] if path.endswith(".draft")]


def test_what_is_new_since_a_run_is_asked_again(service: Service, finished: str) -> None:
    """The same plan in a new run, once under a key, and the difference."""
    with service.client() as client:
        keyed = a_key()
        made = client.post(f"/api/runs/{finished}/again", headers=keyed)
        once = client.post(f"/api/runs/{finished}/again", headers=keyed)
        assert (made.status_code, once.json()["fresh"]) == (201, False)
        until(client, made.json()["run"], "COMPLETED")
        found = client.get(f"/api/runs/{made.json()['run']}/difference", params={"since": finished}).json()
        assert found["holds"] >= 3 and not (found["added"] or found["changed"] or found["gone"])


def test_asked_again_a_run_has_the_models_that_it_had(tmp_path: Path) -> None:
    """A service that was given a model since does not show it what a run of rules had read."""
    shelf = ("--shelf", f"papers={PAPERS}")
    with Scripted() as other:
        with serving(tmp_path / "home", *shelf) as service, service.client() as client:
            run = start(client).json()["run"]
            until(client, run, "COMPLETED")
        with serving(tmp_path / "home", *shelf, "--model", f"big={other.model}") as service, service.client() as client:
            made = client.post(f"/api/runs/{run}/again").json()["run"]
            until(client, made, "COMPLETED")
            assert not other.requests
            until(client, start(client).json()["run"], "COMPLETED")
            assert other.requests, "a fresh run is answered by the model that was given"


def test_notes_are_kept_asked_and_undone(service: Service) -> None:
    """The small doors answer at once."""
    with service.client() as client:
        kept = client.post("/api/notes", json={"text": "ran 5 km", "as_of": "2026-11-20"})
        assert kept.status_code == 201 and kept.json()["facts"]["noted"]["text"] == "ran 5 km"
        asked = client.post("/api/notes", json={"text": "How far did I run?", "mode": "ask", "as_of": "2026-11-21"})
        assert "5 km" in asked.json()["facts"]["answer"]
        assert [note["text"] for note in client.get("/api/notes").json()["notes"]] == ["ran 5 km"]
        found = client.post("/api/notes/sql", json={"select": "SELECT count(*) AS n FROM run"})
        assert found.status_code == 200, found.text
        assert client.post("/api/notes/sql", json={"select": "DROP TABLE run"}).status_code == 422
        assert "run" in client.get("/api/notes/tables").text
        runs = client.get("/api/runs").json()
        for text in ("delete 99", "fix 2026-11-20:99 ran 6 km"):
            nowhere = client.post("/api/notes", json={"text": text, "as_of": "2026-11-21"})
            assert nowhere.status_code == 422 and "there is no note at" in nowhere.text
        assert client.get("/api/runs").json() == runs
        client.post("/api/notes", json={"text": "undo", "as_of": "2026-11-21"})
        notes = {note["text"]: note["until"] for note in client.get("/api/notes").json()["notes"]}
        assert notes["ran 5 km"] == "2026-11-21"


def test_the_critic_judges_what_is_given(service: Service) -> None:
    """A gate for pipelines."""
    with service.client() as client:
        wanted = {"goal": "Name a river.", "answer": "The Elbe.", "required": ["Danube"]}
        found = client.post("/api/critique", json=wanted).json()
        assert found["accepted"] is False and not found["judged"]


def test_a_server_that_was_killed_goes_on_with_its_runs_and_a_stopped_one_leaves_them(tmp_path: Path) -> None:
    """kill -9 in the middle, the same token after; TERM leaves a run resumable, and its listeners are told."""
    flow = ("--shelf", f"papers={PAPERS}")
    with serving(tmp_path / "home", *flow) as service, service.client() as client:
        run = start(client).json()["run"]
        with client.stream("GET", f"/api/runs/{run}/events") as response:
            for _, _, data in events(response):
                if data.get("state") == "RESEARCHING":
                    break
        service.kill()
        port, token = service.port, service.token
    with serving(tmp_path / "home", *flow, port=port) as service, service.client() as client:
        assert service.token == token
        with client.stream("GET", f"/api/runs/{run}/events", params={"after": 3}) as response:
            told: list[str] = []

            def listen() -> None:
                told.extend(kind for kind, _, _ in events(response))

            listener = threading.Thread(target=listen)
            listener.start()
            code, said = service.stop()
            listener.join(PATIENCE)
        assert code == 0 and "Traceback" not in said, said
    with serving(tmp_path / "home", *flow) as service, service.client() as client:
        until(client, run, "COMPLETED")
        assert client.post(f"/api/runs/{run}/verify").json()["ok"]
        rows = client.get(f"/api/runs/{run}/rows", params={"limit": 1000}).json()["rows"]
        assert [row["kind"] for row in rows].count("born") == [row["name"] for row in rows].count("ReportWritten") == 1


def test_limits_of_a_day_and_at_once_are_kept(tmp_path: Path) -> None:
    """What is used up is said, with 429; a run is given what is left."""
    options = ("--shelf", f"papers={PAPERS}", "--day-calls", "30")
    with serving(tmp_path / "home", *options) as service, service.client() as client:
        run = start(client).json()["run"]
        assert client.get(f"/api/runs/{run}").json()["facts"]["budget"]["limits"]["calls"] == 30
        refused = start(client)
        assert refused.status_code == 429 and refused.json()["code"] == "limit_reached", refused.text


def test_what_is_asked_for_at_the_same_moment_is_held_to_the_limits_together(tmp_path: Path) -> None:
    """Of twelve starts at once no two are both told that the day's calls are theirs."""
    options = ("--shelf", f"papers={PAPERS}", "--day-calls", "30")
    with serving(tmp_path / "home", *options) as service, ThreadPoolExecutor(12) as pool:

        def ask(_: int) -> int:
            with service.client() as client:
                return start(client).status_code

        assert sorted(pool.map(ask, range(12))) == [201, *[429] * 11]


def test_who_is_far_behind_is_told_what_to_fetch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`event: gap` names the rows that were passed over; they are there by pages."""
    import asyncio

    from indagate import App
    from indagate.hosting import Grants
    from indagate.server import events as following
    from indagate.server.serving import build, opened
    from indagate.server.settings import Reach

    monkeypatch.setattr(following, "BEHIND", 5)

    async def work() -> None:
        async with App(tmp_path / "home") as app, opened(app, Grants()) as at:
            started = await at.conductor.start("task", {"goal": "2 + 2"})
            await at.conductor.driven.rested(started.run)
            reach = Reach(token="t" * 30)
            transport = httpx2.ASGITransport(app=build(at, reach))  # type: ignore[arg-type]
            headers = {"Authorization": f"Bearer {reach.token}", "Host": "localhost:8765"}
            async with httpx2.AsyncClient(transport=transport, base_url="http://localhost:8765") as client:
                text = (await client.get(f"/api/runs/{started.run}/events", headers=headers)).text
                last = (await client.get(f"/api/runs/{started.run}/rows", headers=headers)).json()["last"]
            assert f'event: gap\ndata: {{"after":-1,"upto":{last - 5}}}' in text
            assert text.count("event: row") == 5 and "event: end" in text

    asyncio.run(asyncio.wait_for(work(), PATIENCE))


def test_a_run_that_has_ended_leaves_no_line_to_its_model_open(tmp_path: Path) -> None:
    """What the server and its driving process have open after six runs is what they had open after two."""
    with Scripted() as model:
        options = ("--shelf", f"papers={PAPERS}", "--model", f"scripted={model.model}")
        with serving(tmp_path / "home", *options) as service, service.client() as client:
            opened = []
            for _ in range(6):
                until(client, start(client).json()["run"], "COMPLETED")
                while client.get("/healthz").json()["live"]:
                    time.sleep(0.05)
                both = (service.process.pid, service.driver)
                opened.append(sum(len(list(Path(f"/proc/{pid}/fd").iterdir())) for pid in both))
    assert opened[-1] <= opened[1] + 6, opened
