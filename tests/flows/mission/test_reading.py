"""What a mission says of documents that it could read only in part, or that go away under it."""

from __future__ import annotations

import asyncio
import os
import shutil
from pathlib import Path

import pytest

from corpus import samples
from flows.mission.runs import research
from indagate.app import App
from indagate.flows.mission import FLOW, MissionInput

QUESTION = "What is the berth fee in Marnsted?"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three documents that answer."""
    made = tmp_path / "docs"
    made.mkdir()
    (made / "fees.md").write_text("# Harbour fees\n\nThe berth fee in Marnsted is EUR 24 per night.\n")
    (made / "guide.txt").write_text("Harbour guide\n\nIn Marnsted the berth fee is EUR 24 a night.\n")
    (made / "news.html").write_text(
        "<html><h1>News</h1><p>The berth fee in Marnsted rose to EUR 24 per night.</p></html>"
    )
    return made


def test_what_was_read_in_part_or_not_at_all_stands_in_report_and_log(folder: Path, tmp_path: Path) -> None:
    """An answer may stand in the rest; so the reader is told where."""
    (folder / "scan.pdf").write_bytes(samples.pdf("Harbour statutes of Marnsted, first page.", ""))
    (folder / "locked.pdf").write_bytes(samples.pdf("Secret", encrypted=True))
    (folder / "cut.docx").write_bytes(b"PK\x03\x04 and no more")
    (folder / "bomb.docx").write_bytes(samples.bomb(200 << 20))
    (folder / "plan.pdf").mkdir()
    (folder / "away.txt").symlink_to("/etc/hostname")
    (folder / "self").symlink_to(folder / "self")
    (folder / "nul.txt").write_bytes(b"\0" * 500)
    (folder / "two\nlines.txt").write_text("A name of two lines.")
    done = research(tmp_path / "home", QUESTION, folder)
    assert done.record.state == "COMPLETED"
    report, log = (done.folder / "report.md").read_text(), (done.folder / "logs" / "orchestrator.log").read_text()
    assert "Read only in part: scan.pdf (1 of its 2 pages hold no text)." in report
    for name in ("locked.pdf", "cut.docx", "bomb.docx", "away.txt", "self", "nul.txt"):
        assert f"Could not be read: {name} (" in report
        assert name in log
    assert "scan.pdf: 1 of its 2 pages hold no text" in log
    assert "EUR 24" in report.partition("## ")[0] + report


@pytest.mark.parametrize("gone", ["one file", "the folder"])
def test_documents_that_go_while_the_plan_waits_are_named(folder: Path, tmp_path: Path, gone: str) -> None:
    """One that goes costs its own words only; when all go the run stands in ERROR, and goes on when they are back."""

    async def go() -> None:
        async with App(tmp_path / "home") as app:
            handle = await app.start(FLOW, MissionInput(QUESTION, str(folder)))
            assert await handle.drive() == "waiting"
            if gone == "one file":
                (folder / "guide.txt").unlink()
            else:
                folder.rename(tmp_path / "elsewhere")
            await app.signal("last", "approve")
            await handle.drive()
            log = (handle.folder / "logs" / "orchestrator.log").read_text()
            assert "guide.txt: it cannot be opened: No such file or directory" in log
            if gone == "one file":
                assert handle.record.state == "COMPLETED"
                return
            assert handle.record.state == "AWAITING_USER", "a reading of weight is critical, and put to the person"
            await app.signal("last", "answer")
            await handle.drive()
            assert handle.record.state == "ERROR"
            assert "no source could be read" in (handle.folder / "logs" / "orchestrator.log").read_text()
        shutil.move(tmp_path / "elsewhere", folder)
        async with App(tmp_path / "home") as app:
            await app.signal("last", "resume")
            handle = await app.resume("last")
            assert await handle.drive() == "finished"
            assert handle.record.state == "COMPLETED"
            assert "EUR 24" in (handle.folder / "report.md").read_text()

    asyncio.run(go())


def test_a_document_that_changes_while_the_plan_waits_is_not_passed_off_as_what_was_read(
    folder: Path, tmp_path: Path
) -> None:
    """Its words are no longer those of the index; the others answer."""

    async def go() -> None:
        async with App(tmp_path / "home") as app:
            handle = await app.start(FLOW, MissionInput(QUESTION, str(folder)))
            assert await handle.drive() == "waiting"
            (folder / "fees.md").write_text("# Harbour fees\n\nThe berth fee in Marnsted is EUR 99 per night.\n")
            os.utime(folder / "fees.md", (1, 1))
            await app.signal("last", "approve")
            await handle.drive()
            assert handle.record.state == "COMPLETED"
            assert (
                "fees.md: it has changed since it was read" in (handle.folder / "logs" / "orchestrator.log").read_text()
            )
            assert all("99" not in fact.statement for fact in handle.record.facts.values())

    asyncio.run(go())


def test_a_sentence_that_two_parts_need_counts_for_both(tmp_path: Path) -> None:
    """Two parts that one sentence serves: it is shown in both, and one fact stands behind both."""
    folder = tmp_path / "pool"
    folder.mkdir()
    (folder / "pool.md").write_text("# The pool in Kestrel\n\nThe pool is at 27 °C and the sauna is at 85 °C.\n")
    done = research(tmp_path / "home", "How warm is the pool in Kestrel? How warm is the sauna in Kestrel?", folder)
    cited = [done.record.sections[item.name].claims[0].facts for item in done.record.dimensions]
    assert cited == [("Fact-001",), ("Fact-001",)]
    assert [len(done.record.facts_of(item.name)) for item in done.record.dimensions] == [1, 1]
    assert (done.folder / "report.md").read_text().count("85 °C") >= 2
