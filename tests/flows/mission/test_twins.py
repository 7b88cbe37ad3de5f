"""The same bytes under several names are one source, however differently they are read."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from flows.mission.runs import Finished, research
from indagate.app import App

TEXT = """# Heat pumps of Lindental

{filler}
The **heat pump** [in Lindental](x.html) costs *EUR 5,000*, installation included.

Each heat pump costs EUR 200 a year in Lindental.
"""


def breaches(done: Finished) -> Sequence[object]:
    async def verify() -> Sequence[object]:
        async with App(done.home) as app:
            return app.verify(done.name)

    return asyncio.run(verify())


@pytest.mark.parametrize("names", [("a.md", "b.txt"), ("a.txt", "b.md")])
def test_a_file_and_its_copy_under_another_kind_of_name_bear_their_facts(
    names: tuple[str, str], tmp_path: Path
) -> None:
    """Quotes are looked for in the text that is archived, not in what the copy would have been read as."""
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    filler = "".join(f"Paragraph **{n}** on [pumps](y{n}.html) and `houses`.\n\n" for n in range(60))
    for name in names:
        (corpus / name).write_text(TEXT.format(filler=filler))
    done = research(tmp_path / "home", "What does a heat pump cost?", corpus)
    assert done.record.state == "COMPLETED"
    assert len(done.record.sources) == 1
    assert sorted(done.record.source_of) == sorted(names)
    assert done.record.facts
    assert list(breaches(done)) == []


def test_control_signs_of_a_file_name_reach_no_page(tmp_path: Path) -> None:
    """A file name with an escape sequence and a direction override is shown without them."""
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / "ctl\x1b[31m\u202epump.md").write_text("# Pump\n\nThe heat pump costs EUR 7,000 in Lindental.\n")
    done = research(tmp_path / "home", "What does a heat pump cost?", corpus)
    assert done.record.facts
    names = ("report.md", "report.html", "task.md", "logs/orchestrator.log", "logs/orchestrator.md", "logs/facts.md")
    pages = [(done.folder / name).read_text() for name in names]
    assert not [page for page in pages if "\x1b" in page or "\u202e" in page]
