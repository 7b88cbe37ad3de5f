"""Telling people of a breakthrough: a file in the home, and an issue where `gh` is configured."""

from __future__ import annotations

from pathlib import Path

import pytest

from indagate.flows.proof.notify import LABEL, notify


def test_a_file_in_the_home_tells_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a repository only the file is written, which names the run and its title."""
    monkeypatch.delenv("INDAGATE_GH_REPO", raising=False)
    assert notify(tmp_path, "PF-1", "Proof found: swap", "Run PF-1 awaits review.") == "file PF-1.md"
    assert (tmp_path / "notices" / "PF-1.md").read_text() == "# Proof found: swap\n\nRun PF-1 awaits review.\n"


@pytest.mark.parametrize(("code", "told"), [(0, "https://example.test/issues/1"), (1, "gh failed: no such label")])
def test_gh_opens_an_issue_with_the_label(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, told: str
) -> None:
    """The issue bears the label; when gh fails, the file is there all the same and the failure is told."""
    tools = tmp_path / "bin"
    tools.mkdir()
    (tools / "gh").write_text(
        f'#!/bin/sh\necho "$@" > {tmp_path}/asked\n'
        f"if [ {code} = 0 ]; then echo https://example.test/issues/1; else echo no such label >&2; fi\nexit {code}\n"
    )
    (tools / "gh").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:/usr/bin:/bin")
    monkeypatch.setenv("INDAGATE_GH_REPO", "me/proofs")
    assert notify(tmp_path, "PF-1", "Proof found: swap", "Read it.") == f"file PF-1.md; {told}"
    asked = (tmp_path / "asked").read_text()
    assert "issue create --repo me/proofs" in asked
    assert f"--label {LABEL}" in asked
    assert (tmp_path / "notices" / "PF-1.md").is_file()
