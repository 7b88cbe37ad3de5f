"""What a person does with what was found: goes back, forks, verifies, exports; proofs, reports on tables; no script."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from lxml import html

from models.material import QUESTION as NOISE
from models.material import corpus
from parts.scripted import Scripted

from .conftest import HOSTILE, PATIENCE, let_in, require_fit
from .service import PAPERS, QUESTION, Service, serving, start, until
from .test_page_steering import state

FLOWS = ("mission", "task", "notes", "proof", "report")
STUCK = (
    "Fixpoint run (n a : nat) : nat := match n with O => a | S m => run m (S (S a)) end.\n"
    "Theorem target : forall n, run n 0 = n + n."
)
SAY = """(words) => {
  const field = document.getElementById("say-text");
  const button = document.querySelector("button[name=word][data-needs]") ?? document.querySelector("button[name=word]");
  if (!field || !button) return location.reload();
  field.value = words;
  button.click();
}"""
"""Says words to a run in one go, for its page changes while it is under way; where none are taken, shows it again."""
coq = pytest.mark.skipif(not shutil.which("coqc"), reason="SKIPPED: there is no coqc, so no proof is tried on the page")


def downloaded(tab: Any, link: str) -> str:
    with tab.expect_download() as coming:
        tab.click(link)
    return Path(coming.value.path()).read_text(encoding="utf-8")


def sent(tab: Any, button: str) -> None:
    """Send a form, and wait for the page that answers it."""
    with tab.expect_navigation():
        tab.click(button)


def test_back_to_row_40_forked_there_verified_and_exported(page: Any, service: Service) -> None:
    """The page of a row shows what was known then; the fork shares its rows, ends, holds, and can be taken away."""
    asked = f"{QUESTION} What does it cost? What grant is there? How long does it take?"
    with service.client() as client:
        wanted = {"flow": "mission", "input": {"question": asked, "corpus": "papers"}, "approve": True}
        finished = client.post("/api/runs", json=wanted).json()["run"]
        until(client, finished, "COMPLETED")
    page.goto(f"{service.url}/runs/{finished}?at=40")
    assert "how it stood at row 40" in page.inner_text(".then")
    assert page.locator("#rows li").first.inner_text().startswith("40 ")
    page.click("button:has-text('Fork here')")
    state(page, "COMPLETED")
    fork = page.inner_text("h1")
    with service.client() as client:
        both = [client.get(f"/api/runs/{name}/rows?limit=41").json()["rows"] for name in (finished, fork)]
        assert [row["body"] for row in both[0]][1:] == [row["body"] for row in both[1]][1:] and len(both[0]) == 41
    for form in ("graphml", "json", "md", "html"):
        text = downloaded(page, f"#files a.button:text-is('{form}')")
        assert {"graphml": "<graphml", "json": '"nodes"', "md": f"# {QUESTION}", "html": "<html"}[form] in text, form
    page.click("button:has-text('Verify')")
    page.wait_for_selector("#verified:has-text('All holds')")


@pytest.fixture(scope="module")
def proofs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with serving(tmp_path_factory.mktemp("proofs") / "home", "--budget-calls", "40") as found:
        yield found


@coq
def test_a_proof_is_read_with_its_attempts_and_attacks_and_confirmed(browser: Any, proofs: Service) -> None:
    """The statement from the form to a breakthrough; what the checker and the attacks say stands beside the attempt."""
    with let_in(browser, proofs) as tab:
        tab.goto(f"{proofs.url}/new/proof")
        tab.fill("[name=statement]", "forall A B : Prop, A /\\ B -> B /\\ A")
        tab.click("summary:has-text('More')")
        tab.fill("[name=informal]", f"And is commutative. {HOSTILE}")
        tab.click("button:has-text('Start')")
        state(tab, "BREAKTHROUGH", patience=3 * PATIENCE)
        tab.wait_for_selector("#proof .attacks li:has-text('replay: survived')")
        assert "A /\\ B -> B /\\ A" in tab.inner_text("#proof pre >> nth=0")
        tab.click("#proof summary:has-text('Its text')")
        assert "Theorem target" in tab.inner_text("#proof [aria-label='The attempt'] >> nth=0")
        for width, scheme in ((1280, "light"), (390, "dark")):
            tab.set_viewport_size({"width": width, "height": 900})
            tab.emulate_media(color_scheme=scheme)
            require_fit(tab)
        tab.click("button[value=flaw]")  # without words nothing is sent
        tab.fill("#say-text", "read by me")
        tab.click("button[value=confirm]")
        state(tab, "PROVED")


@coq
def test_a_proof_that_is_stuck_shows_its_goals(browser: Any, proofs: Service) -> None:
    """What every attempt came to, and the goals that a lemma would have to close."""
    with let_in(browser, proofs) as tab, proofs.client() as client:
        wanted = {"flow": "proof", "input": {"statement": STUCK}, "budget": {"calls": 14}}
        run = client.post("/api/runs", json=wanted).json()["run"]
        until(client, run, "STOPPED", patience=180)
        tab.goto(f"{proofs.url}/runs/{run}")
        assert "(forall" in tab.inner_text("#proof .goals") and "run" in tab.inner_text("#proof .goals")
        assert tab.locator("#proof [aria-label='What the checker says']").count() >= 2
        assert {button.inner_text() for button in tab.locator("button[name=word]").all()} == {"resume", "abort"}


def test_a_report_on_tables_is_opened_with_its_figures(browser: Any, tmp_path: Path) -> None:
    """From the form to the report's own page, which has an origin of its own, and scripts of its own only."""
    sales = tmp_path / "sales"
    sales.mkdir()
    lines = [f"2026-{month:02d}-01,{region},{100 + 7 * month + extra}" for month in range(1, 13)
             for region, extra in (("North", 0), ("South", 40), (HOSTILE.replace('"', ""), 15))]  # fmt: skip
    (sales / "sales <b>2026.csv").write_text("\n".join(("month,region,revenue_eur", *lines)) + "\n")
    with serving(tmp_path / "home", "--shelf", f"sales={sales}") as service, let_in(browser, service) as tab:
        tab.goto(f"{service.url}/new/report")
        assert tab.input_value("[name=data]") == "sales"
        tab.fill("[name=query]", "revenue by region")
        tab.click("button:has-text('Start')")
        tab.wait_for_selector("a:has-text('Open the report')", timeout=2 * PATIENCE)
        tab.click("a:has-text('Open the report')")
        tab.wait_for_load_state()
        assert tab.evaluate("window.origin") == "null"
        assert "North" in tab.inner_text("body") and tab.locator("svg, .js-plotly-plot").count() >= 1
        assert tab.locator("img[src=x]").count() == 0
        tab.wait_for_timeout(500)


def test_hostile_words_in_every_field_do_nothing(page: Any, service: Service) -> None:
    """Every form of a flow, words to a run, filters and addresses; the fixture holds that no script ran."""
    made = []
    for flow in FLOWS:
        page.goto(f"{service.url}/new/{flow}")
        page.click("summary:has-text('More')")
        for field in page.locator("main textarea, main input[type=text]").all():
            field.fill(HOSTILE)
        sent(page, "button.main:has-text('Start')")
        if "/new/" in page.url:  # refused: what is said of it, and what was said stays
            assert page.locator("[role=alert]").count() == 1, flow
            assert HOSTILE in [field.input_value() for field in page.locator("main textarea").all()]
            page.goto(f"{service.url}/new/{flow}")
            page.locator("main textarea[required]").first.fill(HOSTILE)
            sent(page, "button.main:has-text('Start')")
        made.append(page.url)
        assert page.locator("main img, main script").count() == 0, flow
        if page.locator("#say-text").count():
            with page.expect_navigation():
                page.evaluate(SAY, HOSTILE)
            assert page.locator("main img, main script").count() == 0, flow
    assert sum("/runs/" in url for url in made) >= 3, made
    spoken = HOSTILE.replace("<", "%3C").replace(">", "%3E").replace('"', "%22")
    for place in ("?state=", "?after=", "runs/", "new/", "notes?period=", "runs/x/sources/", "", "new/mission?shelf="):
        page.goto(f"{service.url}/{place}{spoken}")
        assert page.locator("main img, main script").count() == 0, place


def test_without_a_script_links_and_forms_do(service: Service) -> None:
    """Start, approve, read, open a source on its own page, go back to a row, as a browser of text does it."""
    headers = {"Accept": "text/html", "Origin": service.url}
    with httpx2.Client(base_url=service.url, headers=headers, timeout=60, follow_redirects=True) as browser:

        def send(page: Any, button: str, **words: str) -> Any:
            pressed = next(item for item in page.xpath("//form//button") if item.text == button)
            form = next(pressed.iterancestors("form"))
            said = {
                **dict(form.form_values()),
                **words,
                **({pressed.get("name"): pressed.get("value")} if pressed.get("name") else {}),
            }
            if form.method == "GET":
                return shown(browser.get(form.action, params=said))
            return shown(browser.post(form.action, data=said))

        def shown(answer: Any) -> Any:
            assert answer.status_code == 200, answer.text
            return html.fromstring(answer.text)

        def link(page: Any, words: str) -> Any:
            return shown(browser.get(next(item.get("href") for item in page.xpath("//a") if item.text == words)))

        page = shown(browser.get(f"/?token={service.token}"))
        page = send(link(page, "mission"), "Start", question=QUESTION)
        run = page.xpath("string(//h1)")
        with service.client() as client:
            until(client, run, "AWAITING_APPROVAL")
            send(shown(browser.get(f"/runs/{run}")), "approve")
            until(client, run, "COMPLETED")
        page = shown(browser.get(f"/runs/{run}"))
        report = link(page, "Read the report")
        source = shown(browser.get(report.xpath("//a[@class='note']")[0].get("href")))
        assert source.xpath("string(//mark)") in report.xpath("string(//article)")
        assert "how it stood at row" in send(page, "Go there").xpath("string(//*[@class='then'])")


def test_asked_again_the_page_says_what_is_new(browser: Any, tmp_path: Path) -> None:
    """A document changes; both quotes stand side by side, as text."""
    papers = tmp_path / "papers"
    papers.mkdir()
    for name in ("noise-ordinance.txt", "news-grant-rush.html"):
        shutil.copy(PAPERS / name, papers)
    with serving(tmp_path / "home", "--shelf", f"papers={papers}") as service, let_in(browser, service) as tab:
        with service.client() as client:
            run = start(client).json()["run"]
            until(client, run, "COMPLETED")
        ordinance = papers / "noise-ordinance.txt"
        text = ordinance.read_text()
        ordinance.write_text(
            text.replace("night is 35 dB(A)", "night is 34 dB(A) <img src=x onerror=document.title=1>")
        )
        tab.goto(f"{service.url}/runs/{run}")
        tab.click("button:has-text('Ask again')")
        state(tab, "COMPLETED")
        tab.click(f"text=What is new since {run}")
        assert "1 changed" in tab.inner_text("[role=status] >> nth=-1")
        both = tab.inner_text(".differing >> nth=-1")
        assert "night is 35 dB(A)" in both and "night is 34 dB(A) <img" in both and not tab.locator("main img").count()
        assert tab.goto(f"{service.url}/runs/{run}/difference").status == 404


def test_a_report_compares_and_says_its_limits(browser: Any, tmp_path: Path) -> None:
    """What a model compares stands in a table, each cell with its source; a limitation is plain text."""

    def bottom(asked: Any) -> Any:
        facts = dict(re.findall(rf"^(Fact-\d+) .*?: <data {asked.mark}>(.*?)</data {asked.mark}>", asked.text, re.M))
        blog = next(name for name, text in facts.items() if "70 dB" in text)
        night = next(name for name, text in facts.items() if "35 dB" in text)
        cells = [{"text": "70 dB(A)", "facts": [blog]}, {"text": "35 dB(A)", "facts": [night]}]
        return {
            "answered": True, "sentences": [{"text": "They differ.", "facts": [blog, night]}],
            "comparison": {
                "columns": ["The blog", "The ordinance"], "rows": [{"label": "Noise limit", "cells": cells}],
            },
        }  # fmt: skip

    papers = corpus(tmp_path)
    (papers / "_odd_*name*.bin").write_bytes(bytes(range(256)) * 40)
    with (
        Scripted(answers={"bottom-line": bottom}) as model,
        serving(tmp_path / "home", "--shelf", f"papers={papers}", "--model", f"scripted={model.model}") as service,
        let_in(browser, service) as tab,
        service.client() as client,
    ):
        wanted = {"question": NOISE, "corpus": "papers"}
        run = client.post("/api/runs", json={"flow": "mission", "input": wanted, "approve": True}).json()["run"]
        until(client, run, "COMPLETED")
        tab.goto(f"{service.url}/runs/{run}/report")
        assert "70 dB(A)" in tab.inner_text("tr:has(th:text-is('Noise limit')) td >> nth=0")
        tab.click("tr:has(th:text-is('Noise limit')) a.note >> nth=1")
        tab.wait_for_selector("#source mark")
        assert "35 dB(A)" in tab.inner_text("#source mark")
        assert "_odd_*name*.bin" in tab.inner_text("article.report")
