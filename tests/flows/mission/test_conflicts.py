"""The contradictions that a mission finds among its facts, and what its report says of them."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from corpus import samples
from flows.mission.runs import Finished, research
from indagate.evidence import Kind


def _settled(finished: Finished) -> dict[str, tuple[Kind, Kind, str]]:
    """By difference: the kind of the preferred source, that of the other, and the reason."""
    mission = finished.record
    found = {}
    for name, conflict in mission.conflicts.items():
        resolution = mission.resolutions[name]
        assert resolution.preferred
        assert resolution.deprecated
        kinds = [
            mission.sources[mission.facts[fact].source].kind for fact in (resolution.preferred, resolution.deprecated)
        ]
        sides = conflict.difference.split(" against ")
        found[" / ".join(sorted(sides))] = (kinds[0], kinds[1], resolution.reason)
    return found


def test_the_planted_contradictions_are_found_and_nothing_else(finished: Finished) -> None:
    """The grant, the noise limit and the stale price; no row of a table contradicts another."""
    differences = " ".join(_settled(finished))
    for figure in ("30 %", "40 %", "EUR 9,000", "EUR 15,000", "35 dB(A)", "45 dB(A)", "EUR 17,500", "EUR 31,800"):
        assert figure in differences
    assert len(finished.record.conflicts) == 3
    assert all(conflict.a_source != conflict.b_source for conflict in finished.record.conflicts.values())


def test_the_official_and_the_newer_side_are_preferred_for_a_quoted_reason(finished: Finished) -> None:
    """What the sources say of themselves and of others stands in the reason."""
    settled = _settled(finished)
    assert {kinds[0] for kinds in settled.values()} == {Kind.OFFICIAL}
    assert {kinds[1] for kinds in settled.values()} == {Kind.NEWS, Kind.BLOG, Kind.INDUSTRY}
    reasons = " ".join(reason for _, _, reason in settled.values())
    assert "as far as I know" in reasons
    assert "out of date" in reasons


def test_what_a_conflict_is_about_is_a_phrase_of_the_statement(finished: Finished) -> None:
    """Shared words as spelled and in their order; no units."""
    subjects = [conflict.about for conflict in finished.record.conflicts.values()]
    assert any(about.startswith("grant, eligible costs") for about in subjects)
    assert any(about.startswith("purely residential area") for about in subjects)
    assert not any("EUR" in about or "%" in about for about in subjects)


def test_sources_that_agree_contradict_a_third_once(tmp_path: Path) -> None:
    """One statement loses once, however many say otherwise; the report shows one divergence."""
    folder = tmp_path / "docs"
    folder.mkdir()
    head = "---\ntitle: {title}\npublisher: {publisher}\nkind: {kind}\ndate: {date}\n---\n\n# {title}\n\n{text}\n"
    pages = (
        ("rules", "Harbour Office", "official", "2025-03-01", "The berth fee in Marnsted is EUR 24 per night."),
        ("guide", "Harbour Office", "official", "2025-04-01", "In Marnsted the berth fee is EUR 24 a night."),
        ("diary", "A Sailor's Diary", "blog", "2024-08-01", "I think the berth fee in Marnsted is EUR 15 per night."),
    )
    for name, publisher, kind, date, text in pages:
        page = head.format(title=f"Marnsted harbour {name}", publisher=publisher, kind=kind, date=date, text=text)
        (folder / f"{name}.md").write_text(page)
    done = research(tmp_path / "home", "What is the berth fee in Marnsted?", folder)
    (conflict,) = done.record.conflicts.values()
    assert sorted(conflict.difference.split(" against ")) == ["EUR 15", "EUR 24"]
    assert (done.folder / "report.md").read_text().count("EUR 24 against EUR 15") + (
        done.folder / "report.md"
    ).read_text().count("EUR 15 against EUR 24") >= 1


@pytest.mark.parametrize("question", ["What does a heat pump cost?", "What is the price of a heat pump?"])
def test_a_withdrawn_figure_does_not_lead_though_no_year_is_asked(question: str, tmp_path: Path) -> None:
    """Nor where a newer document retells it: the figure that holds comes first, the other is named as overruled."""
    done = research(tmp_path / "home", question)
    first = done.record.sections[""].claims[0].text
    assert 0 < first.index("EUR 31,800") < first.index("Overruled") < first.index("EUR 17,500")
    assert "EUR 17,500 against EUR 31,800" in (done.folder / "report.md").read_text()


@pytest.mark.parametrize("stated", [False, True])
def test_the_newer_of_two_documents_without_front_matter_is_preferred(tmp_path: Path, stated: bool) -> None:
    """By when their files were saved; by what their words say where these say it, whenever the file was saved."""
    folder = tmp_path / "docs"
    folder.mkdir()
    for name, fee, saved, adopted in (("a", 15, 2019, "12 March 2024"), ("b", 24, 2023, "3 May 2018")):
        lines = [f"Adopted on {adopted}."] * stated + [f"The berth fee in Marnsted is EUR {fee} per night."]

        def fill(made: object, lines: list[str] = lines, saved: int = saved) -> None:
            for line in lines:
                made.add_paragraph(line)  # type: ignore[attr-defined]
            made.core_properties.modified = datetime(saved, 6, 7)  # type: ignore[attr-defined]

        (folder / f"{name}.docx").write_bytes(samples.docx(fill))
    done = research(tmp_path / "home", "What is the berth fee in Marnsted?", folder)
    (resolution,) = done.record.resolutions.values()
    assert resolution.preferred
    assert ("EUR 15" if stated else "EUR 24") in done.record.facts[resolution.preferred].statement
    report = (done.folder / "report.md").read_text()
    assert "EUR 15" in report and "EUR 24" in report
    assert ("(2024-03-12) is newer than" if stated else "(2023-06-07, by its file) is newer than") in report
    assert "| 2023-06-07 (file) |" in report or stated
