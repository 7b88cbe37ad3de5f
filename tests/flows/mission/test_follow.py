"""A follow-up on a finished mission: what was asked then is answered as it was then, and nothing is searched anew."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from flows.mission.runs import Finished, research
from indagate.app import App
from indagate.flows.mission import FLOW, Mission
from indagate.flows.mission.origin import follow_up

CORPORA = Path(__file__).parents[3] / "bench" / "oracle" / "cases" / "documents-drawn" / "docs"


def follow(done: Finished, question: str) -> Finished:
    """Put a question to a finished mission."""

    async def run() -> Finished:
        async with App(done.home) as app:
            handle = await app.start(FLOW, follow_up(app.home, done.name, app.record(done.name), question))  # type: ignore[arg-type]
            await handle.drive()
            return Finished(done.home, handle.name, handle.folder, handle.record)

    return asyncio.run(run())


def said(record: Mission) -> tuple[bool, list[tuple[str, list[str]]]]:
    """Whether a mission answered, and what its bottom line says with the quotes it rests on."""
    bottom = record.sections[""]
    quotes = [(claim.text, sorted(record.facts[name].quote for name in claim.facts)) for claim in bottom.claims]
    return bottom.answered, quotes


@pytest.mark.parametrize(
    ("folder", "question"),
    [
        (CORPORA / "canal", "How wide may a boat be to pass the locks?"),
        (CORPORA / "canal", "Are dogs allowed on the lock gates?"),
        (CORPORA / "werke", "Bis wann ist der Zählerstand zu melden?"),
        (CORPORA / "club", "What is the membership fee and when does the field open?"),
        (CORPORA / "ferry", "How many bicycles were carried in 1911?"),
        (CORPORA / "ferry", "Who composed the anthem of Vienna?"),
    ],
)
def test_the_same_question_is_answered_the_same(folder: Path, question: str, tmp_path: Path) -> None:
    """Right or not found, the same sentences from the same quotes, contradictions and their grounds included."""
    first = research(tmp_path, question, folder)
    again = follow(first, question)
    assert again.name != first.name and again.record.state == "COMPLETED"
    assert said(again.record) == said(first.record)
    assert again.record.documents_searched == first.record.documents_searched
    grounds = [
        sorted(
            (conflict.difference, mission.facts[mission.resolutions[name].preferred or conflict.a].quote)
            for name, conflict in mission.conflicts.items()
        )
        for mission in (first.record, again.record)
    ]
    assert grounds[0] == grounds[1]
    assert (again.folder / "report.md").read_text().count("\n## ") == (first.folder / "report.md").read_text().count(
        "\n## "
    )


def test_a_follow_up_of_a_follow_up_and_without_the_folder_is_answered_the_same(tmp_path: Path) -> None:
    """Nothing but the archive is needed, however often it is asked, and whatever became of the documents."""
    folder, question = tmp_path / "papers", "How wide may a boat be to pass the locks?"
    shutil.copytree(CORPORA / "canal", folder)
    first = research(tmp_path / "home", question, folder)
    shutil.rmtree(folder)
    second = follow(first, question)
    shutil.rmtree(tmp_path / "home" / "corpora")
    third = follow(second, question)
    assert said(first.record) == said(second.record) == said(third.record)


def test_another_question_is_answered_from_what_was_archived(tmp_path: Path) -> None:
    """It is searched for, and its source is cited with the dates it was first archived with."""
    first = research(tmp_path, "How wide may a boat be to pass the locks?", CORPORA / "canal")
    again = follow(first, "What is the speed limit on the canal?")
    answered, claims = said(again.record)
    assert answered and "6 km/h" in claims[0][0]
    assert not again.record.recalled
    known = {source.locator: source for source in first.record.sources.values()}
    for source in again.record.sources.values():
        then = known[source.locator]
        assert (source.accessed, source.published, source.saved) == (then.accessed, then.published, then.saved)


def test_a_run_that_archived_nothing_is_asked_like_any_other(tmp_path: Path) -> None:
    """There is a run and a report, and it says that nothing was found."""
    (tmp_path / "papers").mkdir()
    (tmp_path / "papers" / "a.md").write_text("# Bananas\n\nBananas are yellow fruit.\n")
    first = research(tmp_path / "home", "Who painted the opera ceiling in Vienna?", tmp_path / "papers")
    assert not first.record.sources
    for question in ("Who painted the opera ceiling in Vienna?", "What is a banana?"):
        again = follow(first, question)
        assert again.record.state == "COMPLETED" and not again.record.sections[""].answered
        assert "**Not found in these documents.**" in (again.folder / "report.md").read_text()
