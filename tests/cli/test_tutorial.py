"""docs/your-own-flow.md: its Python is the example file, and its commands print what it says."""

from __future__ import annotations

import re
import subprocess

from .program import OWN_FLOW, PATIENCE, ROOT, User

PAGE = (ROOT / "docs" / "your-own-flow.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def even(text: str) -> str:
    """What differs from day to day and from place to place, made the same."""
    text = re.sub(r"INV-\d{8}-", "INV-DAY-", text)
    text = re.sub(r"^(folder\s+)\S+/(\.indagate/)", r"\1HOME/\2", text, flags=re.MULTILINE)
    return re.sub(r"· \d+ s", "· 0 s", text).strip()


def test_the_python_blocks_together_are_the_example_file() -> None:
    """Who copies the page gets the file that ships."""
    together = "\n".join(blocks("python"))
    assert re.sub(r"\n\s*\n+", "\n", together).strip() == re.sub(r"\n\s*\n+", "\n", OWN_FLOW.read_text()).strip()


def test_the_example_is_about_sixty_lines() -> None:
    """The promise that a flow of one's own is small."""
    assert sum(bool(line.strip()) for line in OWN_FLOW.read_text().splitlines()) <= 70


def test_every_command_on_the_page_prints_what_the_page_says(user: User) -> None:
    """The console blocks run in order in an empty folder that holds only the page's file."""
    (user.folder / "inventory.py").write_text("\n".join(blocks("python")))
    day = ""
    checked = 0
    for block in blocks("console"):
        for command, _, expected in (part.partition("\n") for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]):
            done = subprocess.run(
                re.sub(r"INV-\d{8}-", f"INV-{day}-", command), shell=True, cwd=user.folder, capture_output=True,
                text=True, timeout=PATIENCE, env=user.environment(), stdin=subprocess.DEVNULL, check=False,
            )  # fmt: skip
            found = done.stdout + (f"[exit code {done.returncode}]" if done.returncode else "")
            day = next(iter(re.findall(r"INV-(\d{8})-", found)), day)
            if expected.strip():
                assert even(found) == even(expected), command
                checked += 1
            else:
                assert done.returncode == 0, (command, done.stderr)
    assert checked >= 8
    assert (user.folder / "inventory.svg").read_text().startswith("<svg")
