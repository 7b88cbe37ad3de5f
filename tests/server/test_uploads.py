"""Files that a person gives: into one shelf, under names that lead nowhere, within limits of size and count."""

from __future__ import annotations

import contextlib
import re
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from indagate.errors import InputError, LimitReached
from indagate.hosting import uploads
from indagate.hosting.uploads import Uploads, file_name

from .conftest import let_in
from .service import PAPERS, QUESTION, Service, serving, start, until
from .test_page_steering import state

NAMES = (
    "/etc/cron.d/x.sh", "../../server/token.txt", "..\\..\\x.txt", "a/../../b.md", ".ssh.txt", "x\x00y.md", "-rf.md",
    "a'b\"<img src=x>.html", "$(id).csv", "С отчёт №1.pdf", "con.txt", "x" * 400 + ".md", "\u202etxt.exe", " .md",
    "file:///etc/passwd.txt", "~root.md", "%2e%2e%2fx.md",
)  # fmt: skip


@pytest.mark.parametrize("said", NAMES)
def test_a_name_never_leads_anywhere(tmp_path: Path, said: str) -> None:
    """Whatever it is called, the file lies in the shelf, alone, under letters, digits, - and _."""
    shelf = Uploads("inbox", tmp_path / "inbox")
    kept = shelf.put(said, b"text")
    assert re.fullmatch(r"\w[\w-]*\.[a-z0-9]{1,8}", kept.file) and len(kept.file.encode()) <= 140
    assert [path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()] == [Path("inbox") / kept.file]
    assert (tmp_path / "inbox" / kept.file).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("said", ["", "..", "/", "noending", "x.", "x.a b", "x.тхт", "x.md/", "x.toolongending"])
def test_a_name_without_an_ending_is_refused(said: str) -> None:
    with pytest.raises(InputError, match="no ending"):
        file_name(said)


def test_nothing_is_written_over_nor_kept_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same file again is the same; another of the same name gets a number; a link planted there is not followed."""
    shelf = Uploads("inbox", tmp_path, largest=10)
    first, again, other = (shelf.put("a.md", content) for content in (b"one", b"one", b"two"))
    assert (first.file, again.file, again.fresh, other.file) == ("a.md", "a.md", False, "a-2.md")
    assert (tmp_path / "a.md").read_bytes() == b"one"
    (tmp_path / "link.md").symlink_to(tmp_path / "secret")
    with pytest.raises(Exception, match=r"link\.md|exists|File exists"):
        shelf.put("link.md", b"x")
    assert not (tmp_path / "secret").exists() and not shelf.remove("link.md") and not shelf.remove("../a.md")
    with pytest.raises(InputError, match="at most 10"):
        shelf.put("large.md", b"x" * 11)
    with pytest.raises(InputError, match="empty"):
        shelf.put("nothing.md", b"")
    monkeypatch.setattr(uploads, "FILES", 3)
    shelf.put("c.md", b"3")
    with pytest.raises(LimitReached, match="full"):
        shelf.put("d.md", b"4")
    assert shelf.remove("c.md")
    monkeypatch.setattr(uploads, "TOTAL", 7)
    with pytest.raises(LimitReached, match="full"):
        shelf.put("d.md", b"45")
    assert not list(tmp_path.glob(".*.part"))


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("given")
    with serving(folder / "home", "--uploads", f"papers={folder / 'inbox'}", "--upload-mb", "1") as found:
        yield found


def test_a_file_is_given_over_http_and_researched(service: Service) -> None:
    """Given, listed, read by a run, removed; only that shelf takes files, and only with the token."""
    with service.client() as client:
        place = "/api/shelves/papers/files"
        ordinance = (PAPERS / "noise-ordinance.txt").read_bytes()
        made = client.post(place, params={"name": "../noise ordinance.TXT"}, content=ordinance)
        assert (made.status_code, made.json()["file"]) == (201, "noise-ordinance.txt")
        assert client.post(place, params={"name": "noise-ordinance.txt"}, content=ordinance).status_code == 200
        assert client.get(place).json() == [{"file": "noise-ordinance.txt", "bytes": len(ordinance), "fresh": False}]
        run = start(client).json()["run"]
        facts = until(client, run, "COMPLETED")["facts"]
        assert any("35 dB(A)" in str(claim) for claim in facts["claims"])
        assert client.delete(f"{place}/noise-ordinance.txt").status_code == 204
        assert client.delete(f"{place}/noise-ordinance.txt").status_code == 404
        for other in ("home", "..", "%2e%2e", "Papers"):
            assert client.post(f"/api/shelves/{other}/files", params={"name": "a.md"}, content=b"x").status_code == 404
        assert client.post(place, params={"name": "a"}, content=b"x").status_code == 422
        assert client.post(place, content=b"x").status_code == 422
    with service.client(Authorization="Bearer no") as stranger:
        assert stranger.post(place, params={"name": "a.md"}, content=b"x").status_code == 401
        assert stranger.get("/files").status_code == 401


def test_without_the_option_no_shelf_takes_files(tmp_path: Path) -> None:
    with serving(tmp_path / "home", "--shelf", f"papers={PAPERS}") as plain, plain.client() as client:
        refused = client.post("/api/shelves/papers/files", params={"name": "a.md"}, content=b"x")
        assert (refused.status_code, client.get("/files").status_code) == (404, 404)


def test_a_gigabyte_is_refused_before_it_is_read(service: Service) -> None:
    """Announced or in pieces, at both ways in: 413, nothing is kept, and the memory does not grow by it."""
    memory = Path(f"/proc/{service.process.pid}/status")

    def resident() -> int:
        found = re.search(r"VmHWM:\s+(\d+) kB", memory.read_text()) if memory.exists() else None
        return int(found[1]) if found else 0

    before = resident()
    for path, kind in (
        ("/api/shelves/papers/files?name=a.md", "text/plain"),
        ("/files", "multipart/form-data; boundary=b"),
    ):
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{service.port}\r\nAuthorization: Bearer {service.token}\r\n"
            f"Content-Type: {kind}\r\n"
        )
        for announced in (f"Content-Length: {1 << 30}", "Transfer-Encoding: chunked"):
            with socket.create_connection(("127.0.0.1", service.port), timeout=60) as line:
                line.sendall(f"{head}{announced}\r\n\r\n".encode())
                piece = b"x" * 65536 if "Length" in announced else b"10000\r\n" + b"x" * 65536 + b"\r\n"

                def send(line: socket.socket = line, piece: bytes = piece) -> None:
                    try:
                        for _ in range((1 << 30) // 65536):
                            line.sendall(piece)
                    except OSError:
                        return

                sender = threading.Thread(target=send, daemon=True)
                sender.start()
                assert b" 413 " in line.recv(65536).split(b"\r\n")[0], (path, announced)
                with contextlib.suppress(OSError):
                    line.shutdown(socket.SHUT_RDWR)
                sender.join(30)
    with service.client() as client:
        assert client.get("/api/shelves/papers/files").json() == []
        assert client.get("/healthz").json()["ok"]
    assert resident() - before < 60_000


def test_slow_givers_do_not_keep_others_waiting(service: Service) -> None:
    """Three that send nothing take the places of files, and no other request's."""
    head = (
        f"POST /files HTTP/1.1\r\nHost: 127.0.0.1:{service.port}\r\nAuthorization: Bearer {service.token}\r\n"
        "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000\r\n\r\n"
    )
    lines = [socket.create_connection(("127.0.0.1", service.port), timeout=60) for _ in range(5)]
    for line in lines:
        line.sendall(head.encode())
    began = time.monotonic()
    with service.client() as client:
        assert client.get("/api/runs").status_code == 200
    assert time.monotonic() - began < 10
    for line in lines:
        line.close()
    with service.client() as client:
        assert client.post("/api/shelves/papers/files", params={"name": "b.md"}, content=b"x").status_code == 201
        assert client.delete("/api/shelves/papers/files/b.md").status_code == 204


def test_files_are_given_on_the_page_and_researched(browser: Any, service: Service, tmp_path: Path) -> None:
    """Several at once, with hostile names; listed, removed; a mission on them from there; a large one is refused."""
    hostile = tmp_path / "a'b<img src=x onerror=document.title=1>.md"
    hostile.write_text("# Notes\n\nA heat pump hums at night.\n")
    large = tmp_path / "large.txt"
    large.write_bytes(b"x" * 1_200_000)
    with let_in(browser, service) as tab:
        tab.click("nav.new >> text=Files")
        tab.set_input_files(
            "[name=file]", [str(PAPERS / "noise-ordinance.txt"), str(PAPERS / "field-study-2025.pdf"), str(hostile)]
        )
        tab.click("button:has-text('Give')")
        tab.wait_for_selector(".files li:has-text('noise-ordinance.txt')")
        assert tab.locator(".files li").count() == 3 and tab.locator("main img").count() == 0
        given = service.home.parent / "inbox" / "field-study-2025.pdf"
        assert given.read_bytes() == (PAPERS / "field-study-2025.pdf").read_bytes()
        tab.click("button[aria-label^='Remove a-b']")
        tab.wait_for_selector(".files li:has-text('a-b')", state="detached")
        tab.set_input_files("[name=file]", str(large))
        tab.click("button:has-text('Give')")
        tab.wait_for_selector("[role=alert]")
        tab.goto(f"{service.url}/files")
        tab.click("nav.new >> text=mission")
        assert tab.input_value("[name=corpus]") == "papers"
        tab.fill("[name=question]", QUESTION)
        tab.click("button:has-text('Start')")
        state(tab, "AWAITING_APPROVAL")
        tab.click("button[value=approve]")
        state(tab, "COMPLETED")
        tab.click("text=Read the report")
        assert "noise limit at night is 35 dB(A)" in tab.inner_text("article.report")
