"""A follow-up on a finished mission is put to what that mission archived."""

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


def said(record: Mission) -> list[tuple[str, tuple[str, ...]]]:
    """What a mission shows of each part, with the quotes it rests on."""
    sections = [record.sections[item.name] for item in record.dimensions if item.name in record.sections]
    claims = [claim for section in sections for claim in section.claims]
    return [(claim.text, tuple(sorted(record.facts[name].quote for name in claim.facts))) for claim in claims]


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
    """The sentences that were shown are shown again, from the same quotes."""
    first = research(tmp_path, question, folder)
    again = follow(first, question)
    assert again.name != first.name and again.record.state == "COMPLETED"
    assert set(said(first.record)) <= set(said(again.record)) or not said(first.record)


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
    first = research(tmp_path, "What is the speed limit on the canal?", CORPORA / "canal")
    again = follow(first, "What is the greatest width of a boat?")
    assert "2.10 metres" in " ".join(text for text, _ in said(again.record))
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
        assert "No passage holds any of your words" in (again.folder / "report.md").read_text()
