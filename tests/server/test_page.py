"""The page in a real browser: what a person does with it, what a stranger and hostile documents cannot."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx2
import pytest

from .conftest import HOSTILE, PATIENCE, let_in, require_fit
from .service import QUESTION, Service, serving, start, until


def test_a_mission_from_the_form_to_a_source_and_its_proof(page: Any, service: Service) -> None:
    """Started, an amendment refused, approved, followed; a claim opens its source; all holds, until it does not."""
    page.click("text=mission")
    page.fill("[name=question]", QUESTION)
    page.click("button:has-text('Start')")
    page.wait_for_selector("#head .state:has-text('AWAITING_APPROVAL')")
    page.evaluate("window.stayed = true")
    page.wait_for_selector("button[value=amend]")
    page.click("button[value=amend]")  # without words nothing is sent
    assert page.evaluate("window.stayed") is True
    page.fill("#say-text", "not a plan of anything <b>known</b>")
    page.click("button[value=amend]")
    page.wait_for_selector("[role=alert]")  # what no rule understands is said, and the words stay
    assert page.input_value("#say-text") == "not a plan of anything <b>known</b>"
    page.fill("#say-text", "")
    page.click("button[value=approve]")
    page.wait_for_selector("#head .state:has-text('COMPLETED')")
    page.wait_for_selector("#chart .stands:has-text('COMPLETED')")
    name = page.inner_text("h1")
    page.click("text=Read the report")
    page.click("a.note >> nth=0")
    page.wait_for_selector("#source mark")
    assert page.inner_text("#source mark") in page.inner_text("article.report")
    page.click("button:has-text('Verify')")
    page.wait_for_selector("#verified:has-text('All holds')")
    assert page.locator(".claims li.sound").count() == page.locator("a.note").count()
    folder = next(service.home.glob(f"runs/{name}"))
    text = (folder / "report.md").read_text(encoding="utf-8")
    (folder / "report.md").write_text(text + "\n- A sentence that nobody wrote.\n", encoding="utf-8")
    page.click("button:has-text('Verify')")
    page.wait_for_selector("#verified:has-text('report-changed')")


def test_the_slider_shows_the_run_as_it_was_and_forks_it_there(page: Any, service: Service, finished: str) -> None:
    """The whole page of a row, by the keyboard alone; a fork goes its own way."""
    page.goto(f"{service.url}/runs/{finished}")
    page.focus("#at")
    page.keyboard.press("Home")
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    assert page.inner_text("#at-out") == "12"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=This is how it stood at row 12")
    assert page.inner_text("#head .state") != "COMPLETED" and page.locator("#chart .stands").count() == 1
    page.click("button:has-text('Fork here')")
    page.wait_for_selector("#head .state:has-text('COMPLETED')")
    assert page.inner_text("h1") != finished


def test_a_page_goes_on_by_itself_when_the_server_was_killed(browser: Any, papers: Path, tmp_path: Path) -> None:
    """kill -9 while the page is open; it says so, and follows the run again when the server is back."""
    home, shelf = tmp_path / "home", ("--shelf", f"papers={papers}")
    with serving(home, *shelf) as service:
        port = service.port
        tab = browser.new_context().new_page()
        tab.set_default_timeout(PATIENCE)
        tab.goto(f"{service.url}/?token={service.token}")
        with service.client() as client:
            run = start(client, approve=False).json()["run"]
            until(client, run, "AWAITING_APPROVAL")
        tab.goto(f"{service.url}/runs/{run}")
        tab.wait_for_selector("#line:has-text('live')")
        tab.fill("#say-text", "words that are not sent yet")
        tab.evaluate("window.stayed = true")
        service.kill()
        tab.wait_for_selector("#line:has-text('connection lost')")
    with serving(home, *shelf, port=port) as service:
        tab.wait_for_selector("#line:has-text('live')")
        assert tab.input_value("#say-text") == "words that are not sent yet"
        with service.client() as client:
            client.post(f"/api/runs/{run}/signals", json={"word": "approve"})
        tab.wait_for_selector("#head .state:has-text('COMPLETED')")
        assert tab.evaluate("window.stayed") is True
        tab.context.close()


def test_notes_are_written_undone_and_asked(page: Any, service: Service) -> None:
    """What was read and what was not is said; undo takes the latest back; markup in a note is text."""
    page.goto(f"{service.url}/notes")
    page.fill("#text", f"walked the dog {HOSTILE}")
    page.click("text=Only note it")
    page.wait_for_selector(".told:has-text('Noted')")
    assert HOSTILE in page.inner_text(".notes li >> nth=0")
    page.click("text=Undo the latest note")
    page.wait_for_selector(".notes s:has-text('walked the dog')")
    page.fill("#text", "what did I walk?")
    page.click("text=Only ask")
    page.wait_for_selector(".told")
    page.goto(f"{service.url}/notes?period=blursday")
    assert "no day can be read" in page.inner_text("[role=alert]")


def test_what_does_not_fit_is_said_in_the_form_and_kept(page: Any, service: Service) -> None:
    """The field's words stay; a start without anything to read is refused with what to do."""
    page.goto(f"{service.url}/new/mission")
    page.fill("[name=question]", HOSTILE)
    page.select_option("[name=corpus]", "")
    page.click("button:has-text('Start')")
    assert "there is nothing to read" in page.inner_text("[role=alert]")
    assert page.input_value("[name=question]") == HOSTILE


def test_hostile_names_and_texts_do_nothing(page: Any, service: Service) -> None:
    """In the list, on the run's page, in the report, in a source; the fixture holds that no script ran."""
    with service.client() as client:
        wanted = {"question": f"loud heat pump night {HOSTILE}", "corpus": "papers"}
        answer = client.post("/api/runs", json={"flow": "mission", "input": wanted, "approve": True})
        run = answer.json()["run"]
        until(client, run, "COMPLETED")
    for place in ("/", f"/?flow={HOSTILE}", f"/runs/{run}", f"/runs/{run}/report", f"/notes?run={HOSTILE}"):
        page.goto(service.url + place)
        assert page.locator("img").count() == 0 and page.locator("script").count() == 1
    page.goto(f"{service.url}/runs/{run}/report")
    for number in range(page.locator("a.note").count()):
        page.locator("a.note").nth(number).click()
        page.wait_for_selector("a.note[aria-current] >> nth=0")
    assert page.locator("#source img").count() == 0


def test_a_stranger_and_a_foreign_page_are_refused(service: Service, finished: str) -> None:
    """Without the token nothing is shown, as a page to a browser; a form of another origin is refused; the policy."""
    browserly = {"Accept": "text/html"}
    with httpx2.Client(base_url=service.url, timeout=60) as stranger:
        for place in ("/", f"/runs/{finished}", f"/runs/{finished}/report", "/notes", "/new/mission"):
            answer = stranger.get(place, headers=browserly)
            assert answer.status_code == 401 and "this needs the token" in answer.text and finished not in answer.text
        cookie = f"indagate-{service.port}={service.token}"
        form = {"word": "abort"}
        for origin in ("null", "http://elsewhere.example", ""):
            headers = {**browserly, "Cookie": cookie, **({"Origin": origin} if origin else {})}
            assert stranger.post(f"/runs/{finished}/signals", data=form, headers=headers).status_code == 403
        policy = stranger.get("/", headers={**browserly, "Cookie": cookie}).headers["content-security-policy"]
    assert "default-src 'none'" in policy and re.search(r"script-src 'sha256-[^']+'; style-src 'sha256-[^']+';", policy)
    assert "unsafe" not in policy


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_every_page_fits_and_can_be_read_by_all(
    browser: Any, papers: Path, tmp_path: Path, width: int, scheme: str
) -> None:
    """Nothing is wider than the window, and axe finds nothing serious; the proof's page is tried with its proof."""
    given = tmp_path / "given"
    options = ("--shelf", f"papers={papers}", "--uploads", f"mine={given}")
    window = {"viewport": {"width": width, "height": 900}, "color_scheme": scheme}
    with serving(tmp_path / "home", *options) as service, let_in(browser, service, **window) as tab:
        with service.client() as client:
            name = {"name": f"{'a long name ' * 9}.md"}
            assert client.post("/api/shelves/mine/files", params=name, content=b"x").status_code == 201
            finished = start(client).json()["run"]
            until(client, finished, "COMPLETED")
            ordinance = papers / "noise-ordinance.txt"
            before = ordinance.read_text()
            ordinance.write_text(before.replace("night is 35 dB(A)", "night is 34 dB(A)"))
            again = client.post(f"/api/runs/{finished}/again").json()["run"]
            until(client, again, "COMPLETED")
            ordinance.write_text(before)
            waiting = start(client, approve=False).json()["run"]
            until(client, waiting, "AWAITING_APPROVAL")
            told = client.post("/api/notes", json={"text": "ran 5 km"}).json()["run"]
        places = (
            "/", "/?state=NONE", "/new/mission", "/new/task", "/new/report", "/new/proof", "/new/notes", "/notes",
            f"/notes?run={told}", "/files", f"/runs/{waiting}", f"/runs/{finished}", f"/runs/{finished}?at=9",
            f"/runs/{again}/difference", "/runs/NONE-1", f"/runs/{finished}/report",
        )  # fmt: skip
        for place in places:
            tab.goto(service.url + place)
            if place.startswith("/new/"):
                tab.click("summary:has-text('More')")
            require_fit(tab)
        tab.click("a.note >> nth=0")
        tab.wait_for_selector("#source mark")
        require_fit(tab)
        tab.click("button:has-text('Verify')")
        tab.wait_for_selector("#verified")
        require_fit(tab)
