"""Limits on sources are typed, enforced in search, reading and citing, said in the report, and verified."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from datetime import date
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

from cli.program import User
from flows.mission.runs import CORPUS, QUESTION, Finished, research
from indagate.app import App
from indagate.flows.mission import FLOW, MissionInput
from indagate.flows.mission.amendment import exact
from indagate.flows.mission.constraint import Constraints, breaks, limits_of
from indagate.flows.mission.finding import Listed
from indagate.flows.mission.verify import check
from indagate.flows.report.pages import find_chromium
from indagate.storage import Home
from models.material import QUESTION as ASKED
from models.material import corpus, quick
from parts.scripted import ANSWERS, Asked, Scripted

OFFICIAL = limits_of(kinds=["official"], since="2020")


def cited(run: Any) -> dict[str, Any]:
    """The sources that a report cites, by their paths."""
    used = {run.record.facts[name].source for name in run.record.cited}
    return {run.record.sources[name].locator: run.record.sources[name] for name in used}


def test_only_official_sources_since_2020_is_seen_in_what_is_read_cited_and_said(tmp_path: Path) -> None:
    """Nothing else is opened; the report names the limits and what they left out."""
    run = research(tmp_path, limits=OFFICIAL)
    sources = run.record.sources.values()
    assert {(str(one.kind), one.published >= date(2020, 1, 1)) for one in sources} == {("official", True)}
    assert cited(run).keys() <= {one.locator for one in sources}
    page = (run.folder / "report.md").read_text(encoding="utf-8")
    assert "Sources were limited: only official sources; since 2020-01-01." in page
    assert "blog-first-winter.md (its kind is blog, not official)" in page
    assert check(run.record, run.folder, Home.find(tmp_path).store) == []


def test_verify_names_a_report_that_breaks_its_limits(finished: Finished) -> None:
    """A record whose report cites what its limits leave out, however that came about."""
    limited = replace(finished.record, constraints=OFFICIAL, ordered=None)
    found = [
        one for one in check(limited, finished.folder, Home.find(finished.home).store) if one.code == "limit-broken"
    ]
    assert found
    assert all("which the limits leave out" in one.message for one in found)


def test_limits_that_leave_nothing_are_said(tmp_path: Path) -> None:
    """The run comes to an end, and the page says why it holds nothing."""
    run = research(tmp_path, limits=limits_of(since="2090"))
    assert run.record.state == "COMPLETED"
    assert not run.record.sources
    assert "These limits left no source to read." in (run.folder / "report.md").read_text(encoding="utf-8")


def test_a_source_left_out_under_way_loses_its_facts(tmp_path: Path) -> None:
    """Also those that were read before: neither cited nor counted, and the two sides of a difference go with them."""

    async def go() -> Any:
        async with App(tmp_path) as app:
            handle = await app.start(FLOW, MissionInput(QUESTION, str(CORPUS)))
            await handle.drive()
            await app.signal(
                handle.name, "steer", "leave out the blog, leave out installers-price-list-2014.txt, since 2020"
            )
            await app.signal(handle.name, "approve")
            handle = await app.resume(handle.name)
            await handle.drive()
            return Finished(tmp_path, handle.name, handle.folder, handle.record)

    run = asyncio.run(go())
    assert run.record.state == "COMPLETED"
    assert run.record.constraints.exclude == ("the blog", "installers-price-list-2014.txt")
    assert run.record.constraints.since == date(2020, 1, 1)
    assert not {"blog-first-winter.md", "installers-price-list-2014.txt"} & cited(run).keys()
    assert "understood by rule" in (run.folder / "task.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("go on, please", "not understood"),
        ("leave out S77", "there is no source S77"),
        ("leave out the 1999 catalogue", "no source is called"),
        ("drop the bit about whales", "there is no side"),
        ("only trustworthy sources", "not understood"),
        ("since yesterday", "not understood"),
    ],
)
def test_what_is_not_understood_is_answered_at_once_with_the_forms_that_are(
    waiting: tuple[User, str], text: str, said: str
) -> None:
    """At the command, with exit code 2; the run is as it was."""
    user, run = waiting
    done = user("steer", run, text)
    assert (done.code, said in done.err) == (2, True), done.err
    assert "only official sources" in done.err
    assert "Your directives" not in user("show", run).out


@pytest.fixture(scope="module")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> tuple[User, str]:
    """A mission that waits for its plan to be approved."""
    folder = tmp_path_factory.mktemp("waiting")

    async def go() -> str:
        async with App(folder / ".indagate") as app:
            handle = await app.start(FLOW, MissionInput(QUESTION, str(CORPUS)))
            await handle.drive()
            return handle.name

    return User(folder), asyncio.run(go())


def test_limits_and_single_files_are_options_of_the_command(tmp_path: Path) -> None:
    """Wrong ones are an error that says what is right; a file stands for a folder that holds it alone."""
    user = User(tmp_path)
    wrong = user("research", "How loud?", "--corpus", CORPUS, "--since", "lately", "--yes")
    assert (wrong.code, "write 2020, 2020-05" in wrong.err) == (2, True)
    assert user("research", "How loud?", "--corpus", CORPUS, "--only", "blogs!", "--yes").code == 2
    done = user("research", "How loud may a heat pump be at night?", "--corpus", CORPUS / "noise-ordinance.txt",
                "--yes", "--json", "-q")  # fmt: skip
    assert done.json["sources"] == 1
    assert user("research", "How loud?", "--url", "not an address", "--yes").code == 2


def test_a_sentence_of_a_person_becomes_types_by_a_model(tmp_path: Path) -> None:
    """In words that no form has; what it changes nothing is said to change nothing."""

    def steer(asked: Asked) -> Any:
        if "diary" in asked.text.rpartition("The person says:")[2]:
            return {"changes": ["leave out My heat pump blog"]}
        return {"changes": []}

    async def go(service: Scripted) -> Any:
        async with App(tmp_path / "home", answerers=quick(service.model)) as app:
            handle = await app.start(FLOW, MissionInput(ASKED, str(corpus(tmp_path))))
            await handle.drive()
            await app.signal(handle.name, "steer", "I would not trust that diary of yours")
            await app.signal(handle.name, "steer", "thank you so much")
            await app.signal(handle.name, "approve")
            handle = await app.resume(handle.name)
            await handle.drive()
            return Finished(tmp_path / "home", handle.name, handle.folder, handle.record)

    with Scripted(answers={"steerer": steer}) as service:
        run = asyncio.run(go(service))
    assert run.record.state == "COMPLETED"
    assert run.record.constraints == Constraints(exclude=("My heat pump blog",))
    assert "blog.md" not in {one.locator for one in run.record.sources.values()}
    assert "not understood: “thank you so much”" in (run.folder / "task.md").read_text(encoding="utf-8")
    assert len(run.record.dimensions) == 2, "no sentence becomes a side of that name"


def test_a_directive_that_comes_while_the_evidence_is_reflected_on_is_followed(tmp_path: Path) -> None:
    """It is too late for this round of research and not for the next: nothing that a person says is lost."""
    user = User(tmp_path)

    def reflect_slowly(asked: Asked) -> Any:
        if "steered" not in user("events", "last").out:
            assert user("steer", "last", "finish", "--no-drive").code == 0
            time.sleep(1.0)  # the driver looks for signals several times a second
        return ANSWERS["reflector"](asked)

    with Scripted(answers={"reflector": reflect_slowly}) as service:
        done = user("research", ASKED, "--corpus", corpus(tmp_path), "--yes", "--model", service.model, "--json", "-q")
    assert done.json["state"] == "COMPLETED"
    told = user("events", "last").out
    assert told.index("steered: finish") < told.index("gaps found (the user gave a directive meanwhile)")
    assert "spent (the user asked for the report now)" in told


def test_a_model_says_who_speaks_where_a_limit_needs_it_and_only_in_words_that_stand_there(tmp_path: Path) -> None:
    """An undated leaflet passes with a date that it bears, and not with one that it does not."""

    def appraise(asked: Asked) -> Any:
        wrong = "Noise ordinance" not in asked.text
        return {"published": {"value": "2024", "words": "in the year 2031" if wrong else "in the year 2024"}}

    with Scripted(answers={"appraiser": appraise}) as service:

        async def go() -> Any:
            async with App(tmp_path / "home", answerers=quick(service.model)) as app:
                given = MissionInput(ASKED, str(corpus(tmp_path)), approve=True, limits=limits_of(since="2020"))
                handle = await app.start(FLOW, given)
                await handle.drive()
                return handle.record

        record = asyncio.run(go())
    assert record.left_out["leaflet.md"] == "its date is not known"
    assert all(one.locator != "leaflet.md" for one in record.sources.values())


def test_the_report_shows_who_speaks_in_a_source_with_the_words_that_say_so(tmp_path: Path) -> None:
    """As a model read it; what names somebody who does not stand there is not shown."""

    def appraise(asked: Asked) -> Any:
        words = "The noise limit for a heat pump in Lindental"
        if words not in asked.text:
            return {}
        return {
            "interest": {"value": "speaks for Lindental", "words": words},
            "authority": {"value": "written by the Ministry of Atlantis", "words": words},
        }

    with Scripted(answers={"appraiser": appraise}) as service:

        async def go() -> str:
            async with App(tmp_path / "home", answerers=quick(service.model)) as app:
                handle = await app.start(FLOW, MissionInput(ASKED, str(corpus(tmp_path)), approve=True))
                await handle.drive()
                assert check(handle.record, handle.folder, app.home.store) == []
                return (handle.folder / "report.md").read_text(encoding="utf-8")

        page = asyncio.run(go())
    assert "interest speaks for Lindental (“The noise limit for a heat pump in Lindental”) *openai:" in page
    assert "Atlantis" not in page


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("only official sources, since 2020", Constraints(kinds=("official",), since=date(2020, 1, 1))),
        ("only official or academic sources", Constraints(kinds=("official", "academic"))),
        ("until 2021-02 and only in German", Constraints(until=date(2021, 2, 28), languages=("de",))),
        ("only from example.org", Constraints(hosts=("example.org",))),
        ("leave out S02 and leave out S05", Constraints(exclude=("S02", "S05"))),
    ],
)
def test_exact_forms_are_understood_without_a_model(text: str, limits: Constraints) -> None:
    """Several in a sentence, each wholly used."""
    made, strange = exact(text)
    assert strange == ""
    assert reduce(Constraints.with_more, (item.limits for item in made)) == limits


@pytest.mark.parametrize("word", ["reliable", "very", "not", "perhaps", "maybe"])
def test_a_word_too_many_is_not_passed_over(word: str) -> None:
    """A form with another word in it is no form."""
    assert exact(f"only {word} official sources")[1]
    assert exact(f"{word} since 2020")[1]


@pytest.mark.parametrize(
    ("limits", "source", "opened", "said"),
    [
        (limits_of(since="2020"), Listed("a.md", published=date(2019, 12, 31)), False, "before 2020-01-01"),
        (limits_of(since="2020"), Listed("a.md"), False, ""),
        (limits_of(since="2020"), Listed("a.md"), True, "date is not known"),
        (limits_of(kinds=["official"]), Listed("a.md", kind="blog"), False, "its kind is blog"),
        (limits_of(hosts=["example.org"]), Listed("https://www.example.org/x"), False, ""),
        (limits_of(hosts=["example.org"]), Listed("https://notexample.org/x"), False, "not from example.org"),
        (limits_of(exclude=["blogs"]), Listed("a.md", kind="blog"), False, "left out"),
        (limits_of(exclude=["price list"]), Listed("price-list-2014.txt", "Prices"), False, "left out"),
        (limits_of(exclude=["price list"]), Listed("price.txt", "Prices"), False, ""),
        (limits_of(languages=["German"]), Listed("a.md", language="en"), True, "its language is en"),
        (limits_of(places=["Bavaria"]), Listed("a.md"), True, ""),
        (limits_of(places=["Bavaria"]), Listed("a.md", places=()), True, "it does not name Bavaria"),
        (limits_of(places=["Bavaria", "Bayern"]), Listed("a.md", places=("Bayern",)), True, ""),
    ],
)
def test_a_limit_is_held_by_what_is_known(limits: Constraints, source: Listed, opened: bool, said: str) -> None:
    """What is unknown passes until a source was opened; then it does not."""
    why = breaks(limits, source, opened=opened)
    assert said in why
    assert bool(why) == bool(said)


def test_only_sources_that_name_a_place_are_read_and_cited(tmp_path: Path) -> None:
    """Those that do not are named as left out; a record that cites one all the same breaks its limits."""
    folder = tmp_path / "docs"
    folder.mkdir()
    for place in ("Bavaria", "Hesse"):
        (folder / f"{place}.md").write_text(f"# Noise\n\nIn {place} the noise limit of a pump at night is 35 dB(A).\n")
    (folder / "elsewhere.md").write_text("# Noise\n\nThe noise limit of a pump at night is 45 dB(A), as {US} says.\n")
    question = "noise limit of a pump at night"
    run = research(tmp_path, question, folder, limits=limits_of(places=["Bavaria"]))
    assert cited(run).keys() == {"Bavaria.md"}
    page = (run.folder / "report.md").read_text(encoding="utf-8")
    assert "Sources were limited: place: Bavaria." in page
    assert "Hesse.md (it does not name Bavaria)" in page
    store = Home.find(tmp_path).store
    assert check(run.record, run.folder, store) == []
    moved = replace(run.record, constraints=limits_of(places=["Hesse", "US"]), ordered=None)
    assert {one.code for one in check(moved, run.folder, store)} >= {"limit-broken"}


def test_a_place_that_is_named_while_the_run_goes_on_counts_for_what_was_read_before(tmp_path: Path) -> None:
    """Steering looks into what was archived; the amendment in its exact form sets the type."""
    made, strange = exact("place: Bavaria or Bayern")
    assert (strange, made[0].limits.places) == ("", ("Bavaria", "Bayern"))

    async def run() -> Any:
        async with App(tmp_path) as app:
            handle = await app.start(FLOW, MissionInput(QUESTION, str(CORPUS), max_iterations=20))
            await handle.drive()
            await app.signal(handle.name, "approve", "place: Atlantis")
            await handle.drive()
            return handle.record

    record = asyncio.run(run())
    assert record.constraints.places == ("Atlantis",)
    assert not record.cited
    assert record.state == "COMPLETED"


def test_a_report_is_exported_as_markdown_html_and_pdf(finished: Finished, tmp_path: Path) -> None:
    """The page as it stands in the run's folder; a PDF needs a file, and a browser of this machine."""
    user = User(tmp_path)
    at = ("--home", finished.home)
    assert user("export", finished.name, "--format", "md", *at).out == (finished.folder / "report.md").read_text(
        "utf-8"
    )
    assert user("export", finished.name, "--format", "html", *at).out.startswith("<!doctype html>")
    wrong = user("export", finished.name, "--format", "pdf", *at)
    assert (wrong.code, "-o report.pdf" in wrong.err) == (2, True)
    if find_chromium():
        assert user("export", finished.name, "--format", "pdf", "-o", "page.pdf", *at).code == 0
        assert (tmp_path / "page.pdf").read_bytes().startswith(b"%PDF")
