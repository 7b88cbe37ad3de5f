"""A comparison is answered side by side."""

from __future__ import annotations

from pathlib import Path

from flows.mission.runs import research


def test_a_comparison_ends_in_a_small_table(tmp_path: Path) -> None:
    """Each side has its column, and what stands there is cited."""
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "paints.txt").write_text(
        "Paints of the yard\n\nThe lime paint dries within 12 hours and lasts 4 years.\n\n"
        "The tar paint dries within 3 days and lasts 15 years.\n"
    )
    done = research(tmp_path / "home", "What is the difference between the lime paint and the tar paint?", folder)
    report = (done.folder / "report.md").read_text("utf-8")
    rows = [line for line in report.partition("## Sources")[0].splitlines() if line.startswith("|")]
    assert rows[0] == "| Lime paint | Tar paint |"
    lime, tar = rows[2].strip("| ").split(" | ")
    assert "12 hours" in lime and "[^Fact-" in lime
    assert "15 years" in tar and "[^Fact-" in tar


def test_a_plain_question_has_no_table(tmp_path: Path) -> None:
    """There is nothing to set side by side."""
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "paints.txt").write_text("Paints of the yard\n\nThe lime paint dries within 12 hours.\n")
    done = research(tmp_path / "home", "How long does the lime paint dry?", folder)
    assert "\n|" not in (done.folder / "report.md").read_text("utf-8").partition("## Sources")[0]
