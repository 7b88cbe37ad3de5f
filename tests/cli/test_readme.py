"""What the README shows of a run is what a run of it prints today."""

from __future__ import annotations

import re

from .program import CORPUS, ROOT, User

_NOTE = re.compile(r"\[\^Fact-\d+\]|\bS\d+\b|accessed [\d-]+")


def plain(text: str) -> str:
    """Return a text on one line, without the numbers and dates that differ from run to run."""
    return " ".join(_NOTE.sub("", text).split())


def test_the_example_of_the_readme_is_what_the_command_writes(user: User) -> None:
    """Its command is run as it stands; each line that it quotes of the report stands in the report."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    question = re.search(r'\$ indagate research "(What does a heat pump[^"…]+)"', readme)
    assert question is not None
    done = user("research", " ".join(question[1].split()), "--corpus", CORPUS, "--yes", "--json")
    assert done.code == 4, done.err  # there is no answer without a model
    report = plain((user.home / "runs" / done.json["run"] / "report.md").read_text(encoding="utf-8"))
    quoted = re.findall(r"(?:^> .*\n)+", readme, re.MULTILINE)
    assert len(quoted) == 2
    lines = [line for block in quoted for line in re.split(r"^> (?=- |\[)", block, flags=re.MULTILINE) if line.strip()]
    assert len(lines) == 3
    for line in lines:
        assert plain(line.replace("\n> ", " ")) in report, line
