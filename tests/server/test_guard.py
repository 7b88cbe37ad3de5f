"""Who is refused: strangers, other names and pages, paths and addresses in any field, the too large, the too slow."""

from __future__ import annotations

import contextlib
import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import jsonschema
import msgspec
import pytest

from indagate.server import said
from indagate.server.openapi import document
from indagate.server.table import TABLE

from .service import PAPERS, PATIENCE, Service, serving, start, until

PATHS = (
    "/etc/passwd", "../papers", "a/b", "..", "~root", "C:\\secret", "http://169.254.169.254/", "file:///etc/passwd",
    "papers/../../etc", "papers\x00", "$(id)", "papers;id", "localhost:22",
)  # fmt: skip


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with serving(tmp_path_factory.mktemp("guarded") / "home", "--shelf", f"papers={PAPERS}") as found:
        yield found


def raw(service: Service, request: bytes, *, patience: float = PATIENCE) -> bytes:
    """Send bytes and return all that comes back."""
    with socket.create_connection(("127.0.0.1", service.port), timeout=patience) as line:
        with contextlib.suppress(ConnectionError):
            line.sendall(request)
        found = b""
        with contextlib.suppress(ConnectionError):
            while chunk := line.recv(65536):
                found += chunk
        return found


def test_without_the_token_nothing_is_told(service: Service) -> None:
    """Every way in answers 401, except that the server is up; a wrong token is none."""
    for item in TABLE:
        path = item.path.replace("{run}", "DR-1").replace("{flow}", "task").replace("{source}", "S01")
        time.sleep(0.5)  # strangers are let through slowly
        answer = httpx2.request(item.method, service.url + path.replace("{path:path}", "x"), timeout=PATIENCE)
        assert answer.status_code == (200 if path == "/healthz" else 401), path
    for header in (f"Bearer {service.token}x", "Bearer x", f"Basic {service.token}", service.token):
        time.sleep(0.5)
        answer = httpx2.get(f"{service.url}/api/runs", headers={"Authorization": header}, timeout=PATIENCE)
        assert answer.status_code == 401 and answer.json()["code"] == "no_token"


def test_who_guesses_is_slowed_down(service: Service) -> None:
    """After a few tries without the token the answer is 429; who has it is served all the same."""
    found = {httpx2.get(f"{service.url}/api/runs", timeout=PATIENCE).status_code for _ in range(60)}
    assert found == {401, 429}
    with service.client() as client:
        assert client.get("/api/runs").status_code == 200


def test_the_link_lets_a_browser_in_by_a_cookie_that_scripts_do_not_see(service: Service) -> None:
    """303 to a page without the token in its address; with the cookie a POST needs its own page as origin."""
    with httpx2.Client(base_url=service.url, timeout=PATIENCE) as browser:
        time.sleep(1)
        entered = browser.get(f"/?token={service.token}")
        assert (entered.status_code, entered.headers["location"]) == (303, "/")
        cookie = entered.headers["set-cookie"]
        assert "HttpOnly" in cookie and "SameSite=Strict" in cookie and f"indagate-{service.port}=" in cookie
        assert entered.headers["referrer-policy"] == "no-referrer"
        assert browser.get("/api/runs").status_code == 200
        wanted = {"flow": "task", "input": {"goal": "1 + 1"}}
        for origin in ({}, {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": "http://localhost:1"}):
            refused = browser.post("/api/runs", json=wanted, headers=origin)
            assert (refused.status_code, refused.json()["code"]) == (403, "wrong_origin")
        assert browser.post("/api/runs", json=wanted, headers={"Origin": service.url}).status_code == 201
        form = browser.post("/api/runs", data={"flow": "task"}, headers={"Origin": service.url})
        assert form.status_code == 415
        time.sleep(1)
        assert httpx2.get(f"{service.url}/?token=wrong", timeout=PATIENCE).status_code in (401, 429)


def test_by_another_name_it_does_not_answer(service: Service) -> None:
    """A page that rebinds its own name to loopback gets nothing; neither do two names, or none."""
    with service.client() as client:
        for host in ("evil.example", f"evil.example:{service.port}", "127.0.0.1", f"127.0.0.1:{service.port}.evil"):
            assert client.get("/api/runs", headers={"Host": host}).status_code == 403
        assert client.get("/api/runs", headers={"Host": f"localhost:{service.port}"}).status_code == 200
    line = f"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{service.port}\r\n"
    assert b" 400 " in raw(service, b"GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n").split(b"\r\n")[0]
    both = raw(service, f"{line}Host: evil.example\r\nConnection: close\r\n\r\n".encode()).split(b"\r\n")[0]
    assert b" 400 " in both or b" 403 " in both


def test_no_path_leads_out_of_a_run(service: Service) -> None:
    """Dots, slashes and their escapes: 404, whatever they would lead to."""
    with service.client() as client:
        run = client.post("/api/runs", json={"flow": "task", "input": {"goal": "1 + 1"}}).json()["run"]
        until(client, run, "DONE")
        secret = (service.home / "server" / "token").read_text().strip()
        for path in (
            "../../server/token", "..%2f..%2fserver%2ftoken", "%2e%2e/%2e%2e/server/token", "/etc/passwd",
            "%2fetc%2fpasswd", "....//....//server/token", "..\\..\\server\\token", "x%00.md",
            "logs/../../../journal.db",
        ):  # fmt: skip
            head = f"GET /api/runs/{run}/files/{path} HTTP/1.1\r\nHost: 127.0.0.1:{service.port}\r\n"
            answer = raw(service, f"{head}Authorization: Bearer {service.token}\r\nConnection: close\r\n\r\n".encode())
            assert b" 404 " in answer.split(b"\r\n")[0] and secret.encode() not in answer, path
        for name in ("..%2f..", "%2e%2e", "last", run[:-1], run[-3:], "x%2fy"):
            assert client.get(f"/api/runs/{name}").status_code == 404, name
        link = service.home / "runs" / run / "leak.md"
        link.symlink_to(service.home / "server" / "token")
        assert client.get(f"/api/runs/{run}/files/leak.md").status_code == 404
        assert "leak.md" not in client.get(f"/api/runs/{run}/files").text


def test_paths_and_addresses_in_every_named_field_are_refused(service: Service) -> None:
    """Shelves, runs, models, flows, words, domains, styles, tools: 422, and no run begins."""
    fields: list[tuple[str, dict[str, Any], str]] = [
        ("mission", {"question": "x"}, "corpus"), ("mission", {"question": "x"}, "follows"),
        ("task", {"goal": "x"}, "corpus"), ("task", {"goal": "x"}, "data"), ("report", {"query": "x"}, "data"),
        ("report", {"query": "x", "data": "papers"}, "style"), ("report", {"query": "x"}, "corpus"),
        ("proof", {"statement": "True"}, "name"), ("report", {"query": "x", "data": "papers"}, "depth"),
    ]  # fmt: skip
    lists = (("task", {"goal": "x"}, "tools"), ("notes", {"text": "x"}, "domains"))
    with service.client() as client:
        before = client.get("/api/runs").json()["runs"]
        for word in PATHS:
            for flow, given, field in fields:
                refused = client.post("/api/runs", json={"flow": flow, "input": {**given, field: word}})
                assert refused.status_code == 422, (flow, field, word, refused.text)
            for flow, given, field in lists:
                refused = client.post("/api/runs", json={"flow": flow, "input": {**given, field: [word]}})
                assert refused.status_code == 422, (flow, field, word, refused.text)
            assert client.post("/api/runs", json={"flow": word, "input": {}}).status_code in (404, 422)
            one = {"flow": "task", "input": {"goal": "1 + 1"}, "model": word}
            assert client.post("/api/runs", json=one).status_code == 422
            time.sleep(0.3)
        for name, value in {
            "corpus_folder": "x", "providers": ["brave=http://x"], "allow_hosts": ["10.0.0.1"], "allow": ["python"],
            "mcp": "/x", "material": {"corpus": "/etc"}, "earlier": "0" * 64, "remote": ["worldbank:X:DEU"],
        }.items():  # fmt: skip
            refused = client.post("/api/runs", json={"flow": "task", "input": {"goal": "x", name: value}})
            assert refused.status_code == 422 and name in refused.json()["message"], name
        assert client.post("/api/runs", json={"flow": "react", "input": {"goal": "x"}}).status_code == 422
        assert (
            client.post("/api/runs", json={"flow": "mission", "input": {"question": "x", "web": True}}).status_code
            == 422
        )
        assert client.get("/api/runs").json()["runs"] == before


def test_what_is_too_large_is_refused_before_it_is_read(service: Service) -> None:
    """A gigabyte announced, one that comes in pieces, one of a stranger: refused, and the memory does not grow."""
    head = f"POST /api/runs HTTP/1.1\r\nHost: 127.0.0.1:{service.port}\r\nAuthorization: Bearer {service.token}\r\n"
    announced = raw(service, f"{head}Content-Type: application/json\r\nContent-Length: {1 << 30}\r\n\r\n{{".encode())
    assert b" 413 " in announced.split(b"\r\n")[0]
    before = resident(service)
    for who in (head, head.partition("Authorization")[0]):
        with socket.create_connection(("127.0.0.1", service.port), timeout=PATIENCE) as line:
            line.sendall(f"{who}Transfer-Encoding: chunked\r\n\r\n".encode())
            piece, sent = b"10000\r\n" + b"x" * 65536 + b"\r\n", 0
            with contextlib.suppress(ConnectionError):
                while sent < 1 << 30:
                    line.sendall(piece)
                    sent += 65536
        assert sent < 1 << 28 and resident(service) - before < 50_000
    with service.client() as client:
        large = raw(service, f"{head}X-Large: {'x' * 2_000_000}\r\n\r\n".encode()).split(b"\r\n")[0]
        assert not large or b" 400 " in large
        for deep in ("[" * 200_000, f'{{"flow":"task","input":{{"goal":{"[" * 200_000}{"]" * 200_000}}}}}'):
            answer = client.post("/api/runs", content=deep, headers={"Content-Type": "application/json"})
            assert answer.status_code in (400, 422)
        assert client.get("/healthz").json()["ok"]


def resident(service: Service) -> int:
    """Return the memory of the server in kB."""
    found = Path(f"/proc/{service.process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in found if line.startswith("VmRSS"))


def test_who_dawdles_is_cut_off(service: Service) -> None:
    """Headers that do not end: the line is closed, while others are served."""
    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", service.port), timeout=PATIENCE) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127")
        with service.client() as client:
            assert client.get("/api/runs").status_code == 200
        with contextlib.suppress(ConnectionError):
            assert line.recv(1024) == b""
    assert time.monotonic() - began < PATIENCE / 2


def test_the_document_is_openapi_and_the_answers_are_as_it_says(service: Service) -> None:
    """Its schemas are JSON Schema; every route is in it; what comes back fits."""
    found = document()
    assert found["openapi"] == "3.1.0"
    for schema in found["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)
    paths = {(item.method.lower(), item.path.replace("{path:path}", "{path}")) for item in TABLE}
    assert paths == {(method, path) for path, methods in found["paths"].items() for method in methods}
    ids = [one["operationId"] for methods in found["paths"].values() for one in methods.values()]
    assert len(set(ids)) == len(ids)
    with service.client() as client:
        assert client.get("/openapi.json").json() == json.loads(json.dumps(found))
        run = start(client).json()["run"]
        until(client, run, "COMPLETED")
        for place, kind in {
            "/healthz": said.Health, "/api/grants": said.Granted, "/api/flows": list[said.FlowItem],
            "/api/runs": said.RunPage, f"/api/runs/{run}": said.RunShown, f"/api/runs/{run}/rows": said.RowPage,
            f"/api/runs/{run}/record": said.RecordShown, "/api/notes": said.NotePage, "/api/runs/NO-1": said.Problem,
        }.items():  # fmt: skip
            answer = client.get(place).content
            msgspec.json.decode(answer, type=kind)
            template = place.replace(run, "{run}").replace("NO-1", "{run}")
            status = "404" if "NO-1" in place else "200"
            schema = found["paths"][template]["get"]["responses"][status]["content"]["application/json"]["schema"]
            jsonschema.Draft202012Validator({**schema, "components": found["components"]}).validate(json.loads(answer))
        wire = client.get("/api/flows/mission").json()["wire"]
        jsonschema.Draft202012Validator.check_schema(wire)
        assert client.get("/api/flows/mission/chart.svg").text.startswith("<svg")
        for name in ("x.py:FLOW", "%2fetc%2fx.py:FLOW"):
            assert client.get(f"/api/flows/{name}").status_code == 404


def test_nothing_secret_is_logged(service: Service) -> None:
    """The token stands in no line of the server's after the first."""
    with serving(service.home.parent / "other", "--shelf", f"papers={PAPERS}") as other:
        for path in (f"/?token={other.token}", f"/api/runs?token={other.token}", "/\x7f"):
            raw(other, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{other.port}\r\nConnection: close\r\n\r\n".encode())
        code, heard = other.stop()
        assert code == 0 and other.token not in heard and "Traceback" not in heard
