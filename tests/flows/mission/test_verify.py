"""A finished mission proves itself, and any byte changed afterwards is named."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from flows.mission.runs import Finished
from indagate.app import App
from indagate.evidence.check import Violation


def breaches(finished: Finished) -> list[Violation]:
    async def verify() -> list[Violation]:
        async with App(finished.home) as app:
            return list(app.verify(finished.name))

    return asyncio.run(verify())


def codes(finished: Finished) -> set[str]:
    return {breach.code for breach in breaches(finished)}


def change(path: Path, before: bytes, after: bytes) -> None:
    content = path.read_bytes()
    assert before in content
    path.chmod(0o644)
    draft = path.with_suffix(".draft")
    draft.write_bytes(content.replace(before, after, 1))
    draft.replace(path)


def test_an_untouched_mission_has_no_breach(finished: Finished) -> None:
    """Everything shown is borne out by the archive."""
    assert finished.record.state == "COMPLETED"
    assert breaches(finished) == []


def test_every_claim_of_the_report_cites(finished: Finished) -> None:
    """Each line of the bottom line and the sections carries a footnote, and each footnote is used."""
    report = (finished.folder / "report.md").read_text()
    body = report.split("## Divergences")[0].split("## Limitations")[0]
    claims = [line for line in body.splitlines() if line.strip() and line[0] not in "#*"]
    assert len(claims) >= 6
    assert [line for line in claims if "[^Fact-" not in line] == []
    noted = set(re.findall(r"^\[\^(Fact-\d+)\]:", report, re.MULTILINE))
    used = set(re.findall(r"\[\^(Fact-\d+)\](?!:)", report))
    assert noted == used


def test_every_file_that_the_run_wrote_is_held_against_the_journal(own: Finished) -> None:
    """The web page, the facts, both logs: a changed number, a line more, a file less; the task page is a person's."""
    page, facts = own.folder / "report.html", own.folder / "logs/facts.md"
    log, thoughts = own.folder / "logs/orchestrator.log", own.folder / "logs/orchestrator.md"
    change(page, b"</body>", b"<p>It costs 21,800.</p></body>")
    change(facts, b"[Fact-0", b"[Fact-9")
    with log.open("ab") as file:
        file.write(b"999\tall is well\n")
    thoughts.unlink()
    with (own.folder / "report.md").open("ab") as file:
        file.write(b"\n")
    (own.folder / "task.md").write_text("mine")
    assert {(breach.code, breach.where) for breach in breaches(own)} == {
        ("file-changed", "report.html"), ("file-changed", "logs/facts.md"), ("file-changed", "logs/orchestrator.log"),
        ("missing-file", "logs/orchestrator.md"), ("file-changed", "report.md"),
    }  # fmt: skip


def test_a_changed_byte_of_an_archived_source_is_named(own: Finished) -> None:
    """One byte of the file in the run's folder."""
    source = next(iter(own.record.sources.values()))
    file = own.folder / source.file
    content = file.read_bytes()
    change(file, content, content[:-1] + bytes([content[-1] ^ 1]))
    assert [b.code for b in breaches(own) if b.where == source.file] == ["archive-changed"]


def test_a_changed_byte_in_the_content_store_is_named(own: Finished) -> None:
    """One byte of the bytes that the store keeps, though the folder's copy is untouched."""
    source = next(iter(own.record.sources.values()))
    kept = own.home / "store" / source.sha256[:2] / source.sha256
    content = kept.read_bytes()
    change(kept, content, content[:-1] + bytes([content[-1] ^ 1]))
    assert "archive-changed" in codes(own)


def test_a_changed_quote_in_the_report_is_named(own: Finished) -> None:
    """A letter within a footnote's quotation."""
    report = own.folder / "report.md"
    note = re.search(rb"^\[\^Fact-\d+\]: \xe2\x80\x9c(\w{3,})", report.read_bytes(), re.MULTILINE)
    assert note is not None
    change(report, note[0], note[0][:-1] + (b"x" if note[0][-1:] != b"x" else b"y"))
    assert "quote-changed" in codes(own)


def test_a_changed_number_in_a_claim_is_named(own: Finished) -> None:
    """A digit of a claim in the report: the line is named, with what it should read."""
    report = own.folder / "report.md"
    claim = re.search(rb"^- [^\n]*?(\d+)[^\n\]]*\[\^Fact", report.read_bytes(), re.MULTILINE)
    assert claim is not None
    changed = claim[0][: claim.start(1) - claim.start()] + b"7" + claim[0][claim.start(1) - claim.start() :]
    change(report, claim[0], changed)
    (breach,) = (one for one in breaches(own) if one.code == "report-changed")
    assert claim[0].decode()[:40] in breach.message


def test_a_changed_citation_is_named(own: Finished) -> None:
    """A claim that cites another fact, one that exists or one that does not."""
    report = own.folder / "report.md"
    first, other = re.findall(rb"\[\^Fact-\d+\](?!:)", report.read_bytes())[:2]
    change(report, first, other)
    assert "citation-changed" in codes(own)
    change(report, other, b"[^Fact-999]")
    assert "citation-changed" in codes(own)


def test_a_quote_changed_in_the_journal_is_named(own: Finished) -> None:
    """A damaged row is found by its checksum; one forged with its checksum is found in the archive."""
    import sqlite3

    from indagate.engine.row import Row

    database = sqlite3.connect(own.home / "journal.db")
    found = database.execute(
        "SELECT run, seq, kind, name, key, at, stands, body FROM rows "
        "WHERE name = 'ReadThrough' AND body LIKE '%quote%' LIMIT 1"
    ).fetchone()
    run, seq, kind, name, key, at, stands, body = found
    start = body.index('"quote":"') + len('"quote":"')
    forged = body[:start] + ("X" if body[start] != "X" else "Y") + body[start + 1 :]
    crc = Row(seq, kind, name, key, at, stands, forged.encode()).check
    database.execute("UPDATE rows SET body = ?, crc = ? WHERE run = ? AND seq = ?", (forged, crc, run, seq))
    database.commit()
    database.close()
    assert "quote-not-at-span" in codes(own)


def test_an_added_line_is_named(own: Finished) -> None:
    """A sentence put in after the run."""
    report = own.folder / "report.md"
    report.write_text(report.read_text() + "\nHeat pumps are free of charge.\n")
    assert "report-changed" in codes(own)


def test_a_lost_report_is_named(own: Finished) -> None:
    """The report itself is missing."""
    (own.folder / "report.md").unlink()
    assert "missing-file" in codes(own)
