"""A person at a run under way: amends its plan, steers, pauses, answers, with two tabs, and with the keyboard alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from flows.notes.model import scripted as notes_model
from parts.scripted import Scripted, hang

from .conftest import HOSTILE, PATIENCE, let_in
from .service import QUESTION, Service, serving, start, until

ADDED = "How large is the grant for a heat pump?"


def state(tab: Any, name: str, *, patience: int = PATIENCE) -> None:
    """Wait until the page says that its run is in this state."""
    tab.wait_for_selector(f"#head .state:text-is('{name}')", timeout=patience)


def test_a_plan_is_amended_and_the_amendment_is_carried_out(page: Any) -> None:
    """The plan that comes back holds what was added; the report has a part for it."""
    page.click("nav.new >> text=mission")
    page.fill("[name=question]", QUESTION)
    page.click("button:has-text('Start')")
    state(page, "AWAITING_APPROVAL")
    page.wait_for_selector("pre.brief")
    assert ADDED not in page.inner_text("pre.brief")
    page.fill("#say-text", f"add {ADDED}")
    page.click("button[value=amend]")
    page.wait_for_selector(f"pre.brief:has-text('{ADDED}')")
    state(page, "AWAITING_APPROVAL")
    assert page.input_value("#say-text") == ""
    page.click("button[value=approve]")
    state(page, "COMPLETED")
    page.click("text=Read the report")
    page.wait_for_selector(f"article.report h2:has-text('{ADDED}')")


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory, papers: Path) -> Any:
    """A server with a model that takes its time, and adds a side when it is asked to steer."""
    steered = {"changes": [f"add {ADDED}"]}
    with (
        Scripted(
            latency=0.3, answers={"steerer": lambda _: steered}, faults={"reader": [hang(3, always=True)]}
        ) as model,
        serving(
            tmp_path_factory.mktemp("slow") / "home", "--shelf", f"papers={papers}", "--model", f"slow={model.model}"
        ) as found,
    ):
        yield found


def test_a_run_is_steered_paused_and_taken_up_again(browser: Any, slow: Service) -> None:
    """In words while it is under way; paused it rests, and the words that it takes then are those it takes."""
    with let_in(browser, slow) as tab, slow.client() as client:
        run = start(client).json()["run"]
        tab.goto(f"{slow.url}/runs/{run}")
        state(tab, "RESEARCHING")
        tab.wait_for_selector("#tasks .doing")  # what the model is being asked right now
        tab.fill("#say-text", "please look at the grant, too")
        tab.click("button[value=steer]")
        tab.wait_for_selector(f"#tasks .tree li:has-text('{ADDED}')")
        tab.click("button[value=pause]")
        tab.wait_for_selector("#head:has-text('paused')")
        tab.wait_for_selector("button[value=resume]")
        assert tab.locator("button[value=pause]").count() == 0
        rested = client.get(f"/api/runs/{run}/rows?limit=1").json()["last"]
        tab.wait_for_timeout(1_500)
        assert client.get(f"/api/runs/{run}/rows?limit=1").json()["last"] == rested
        tab.click("button[value=resume]")
        state(tab, "COMPLETED")
        assert client.post(f"/api/runs/{run}/verify").json()["ok"]


def test_a_word_that_comes_too_late_is_refused_and_kept(browser: Any, papers: Path, tmp_path: Path) -> None:
    """While the report is written nothing steers: that is said, with what can be done, and the words stay."""
    with (
        Scripted(faults={"section-writer": [hang(8, always=True)]}) as model,
        serving(tmp_path / "home", "--shelf", f"papers={papers}", "--model", f"slow={model.model}") as service,
        let_in(browser, service) as tab,
        service.client() as client,
    ):
        run = start(client).json()["run"]
        tab.goto(f"{service.url}/runs/{run}")
        state(tab, "SYNTHESIZING")
        tab.wait_for_selector("button[value=steer]")
        tab.fill("#say-text", "please look at the grant, too")
        tab.click("button[value=steer]")
        tab.wait_for_selector("[role=alert]:has-text('the report is being written')")
        assert tab.input_value("#say-text") == "please look at the grant, too"
        assert "steerer" not in model.count()


def test_a_question_is_answered_in_the_page(browser: Any, tmp_path: Path) -> None:
    """What only the person knows is asked on the run's page, with the reason; the answer is written with it."""

    def planned(asked: Any) -> Any:
        return {"step": "write"} if "answered" in asked.text else {"step": "clarify", "gaps": ["Which race is it for?"]}

    with (
        notes_model(planner=planned) as model,
        serving(tmp_path / "home", "--model", f"scripted={model.model}") as service,
        let_in(browser, service) as tab,
    ):
        tab.goto(f"{service.url}/notes")
        tab.fill("#text", "Am I ready for it?")
        tab.click("text=Only ask")
        tab.wait_for_selector(".asked:has-text('Which race is it for?')")
        assert {button.get_attribute("value") for button in tab.locator("button[name=word]").all()} == {
            "answer", "decline", "abort"
        }  # fmt: skip
        tab.fill("#say-text", f"the one in May {HOSTILE}")
        tab.click("button[value=answer]")
        state(tab, "COMPLETE")
        assert "the one in May" in tab.inner_text("#result")


def test_two_tabs_show_one_run(browser: Any, service: Service) -> None:
    """What one tab decides the other shows by itself; a decision that comes second is refused, and says why."""
    with let_in(browser, service) as first, service.client() as client:
        run = start(client, approve=False).json()["run"]
        until(client, run, "AWAITING_APPROVAL")
        second = first.context.new_page()
        stale = first.context.new_page()
        stale.route("**/events*", lambda route: route.abort())  # a tab whose line is down
        for tab in (first, second, stale):
            tab.goto(f"{service.url}/runs/{run}")
            state(tab, "AWAITING_APPROVAL")
        stale.evaluate("() => { window.fetch = () => Promise.reject(new Error('the line is down')) }")
        second.fill("#say-text", "words of the second tab")
        first.click("button[value=approve]")
        for tab in (first, second):
            state(tab, "COMPLETED")
        assert stale.inner_text("#head .state") == "AWAITING_APPROVAL"
        stale.click("button[value=approve]")
        stale.wait_for_selector("[role=alert]:has-text('has ended')")
        state(stale, "COMPLETED")
        assert client.post(f"/api/runs/{run}/verify").json()["ok"]


def tab_to(tab: Any, wanted: str, *, most: int = 120) -> None:
    """Press Tab until what is wanted has the focus; each stop on the way shows that it has it."""
    for _ in range(most):
        tab.keyboard.press("Tab")
        if tab.evaluate("document.activeElement === document.body"):
            continue
        seen = tab.evaluate(
            "() => { const e = document.activeElement, s = getComputedStyle(e), r = e.getBoundingClientRect();"
            " return s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2 && r.width > 0 && r.height > 0 }"
        )
        assert seen, tab.evaluate("document.activeElement.outerHTML")
        if tab.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
    raise AssertionError(f"Tab never comes to {wanted}")


def test_the_keyboard_alone_leads_from_the_form_to_a_source(page: Any) -> None:
    """Tab, Enter and letters: start, amend, approve, read the report, open a source, go back, verify."""
    tab_to(page, "a[href='/new/mission']")
    page.keyboard.press("Enter")
    page.wait_for_selector("[name=question]")
    tab_to(page, "[name=question]")
    page.keyboard.type(QUESTION)
    tab_to(page, "button.main")
    page.keyboard.press("Enter")
    state(page, "AWAITING_APPROVAL")
    page.wait_for_selector("button[value=amend]")
    tab_to(page, "#say-text")
    page.keyboard.type(f"add {ADDED}")
    tab_to(page, "button[value=amend]")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"pre.brief:has-text('{ADDED}')")
    tab_to(page, "button[value=approve]")
    page.keyboard.press("Enter")
    state(page, "COMPLETED")
    page.wait_for_selector("text=Read the report")
    tab_to(page, "a[href$='/report']")
    page.keyboard.press("Enter")
    page.wait_for_selector("article.report")
    tab_to(page, "a.note")
    page.keyboard.press("Enter")
    page.wait_for_selector("#source mark")
    assert page.evaluate("document.activeElement.id") == "source"
    tab_to(page, "#source button")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.matches('a.note')")
    page.keyboard.press("Home")
    for _ in range(200):
        page.keyboard.press("Shift+Tab")
        if page.evaluate("document.activeElement.textContent === 'Verify'"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("#verified:has-text('All holds')")
