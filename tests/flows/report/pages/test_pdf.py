"""The PDF: its text is text in every script, figures keep their captions, and printing ends at its limit."""

from __future__ import annotations

import os
import re
import subprocess
import time
from pathlib import Path

import pytest
from pypdf import PdfReader

from flows.report.pages.browser import chromium
from flows.report.pages.samples import WORDS, document, figures
from indagate.errors import EffectFailed, TimedOut
from indagate.flows.report.pages import write_html, write_pdf
from indagate.flows.report.pages.pdf import missing_letters


def pages(folder: Path, language: str, style: str = "default") -> list[str]:
    """Print the sample report and return each page's text."""
    chromium()
    target = folder / "report.pdf"
    write_pdf(write_html(document(language, style, framed=True), figures(), folder), target)
    return [re.sub(r"\s+", " ", page.extract_text()) for page in PdfReader(target).pages]


@pytest.mark.parametrize(("language", "style"), [("en", "academic"), ("ru", "warp"), ("zh", "minimal")])
def test_text_can_be_taken_out_in_every_script(tmp_path: Path, language: str, style: str) -> None:
    """Latin, Cyrillic and Chinese words are found again, in the text and in the figures."""
    if language == "zh" and missing_letters(WORDS["zh"][0]):
        if os.environ.get("INDAGATE_REQUIRE_REAL"):
            pytest.fail("no font here has Chinese letters, and INDAGATE_REQUIRE_REAL is set")
        pytest.skip("SKIPPED: no font on this machine has Chinese letters, so none can be printed")
    text = " ".join(pages(tmp_path, language, style)).replace("\n", "")
    for words in WORDS[language]:
        assert words in re.sub(r"\s+", " ", text) or words.replace(" ", "") in re.sub(r"\s+", "", text)
    assert "深圳" in text or language != "zh"
    assert "Überseegebiet" in text


def test_a_figure_and_its_caption_stand_on_one_page(tmp_path: Path) -> None:
    """The finding above, the axis' words within and the source below are never parted."""
    told = pages(tmp_path, "en")
    assert len(told) > 1
    holding = [text for text in told if "All five rose" in text]
    assert len(holding) == 1
    assert "Sales, USD" in holding[0]
    assert "made up" in holding[0]


def test_without_a_browser_a_line_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is printed, and what to do is said."""
    monkeypatch.setenv("INDAGATE_CHROMIUM", str(tmp_path / "none"))
    with pytest.raises(EffectFailed, match="no Chromium") as raised:
        write_pdf(write_html(document(), figures(), tmp_path), tmp_path / "report.pdf")
    assert "pdf out of --format" in str(raised.value)


def test_a_browser_that_hangs_is_killed_with_its_children(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the limit the whole group of processes ends, and no file is left."""
    browser = tmp_path / "browser"
    browser.write_text(f"#!/bin/sh\nsleep 61 &\necho $! > {tmp_path}/child\nsleep 61\n")
    browser.chmod(0o755)
    monkeypatch.setenv("INDAGATE_CHROMIUM", str(browser))
    page = write_html(document(), figures(), tmp_path)
    began = time.monotonic()
    with pytest.raises(TimedOut):
        write_pdf(page, tmp_path / "report.pdf", seconds=1.5)
    assert time.monotonic() - began < 20
    assert not (tmp_path / "report.pdf").exists()
    child = (tmp_path / "child").read_text().strip()
    state = subprocess.run(
        ["ps", "-o", "stat=", "-p", child], capture_output=True, text=True, check=False
    ).stdout.strip()
    assert not state or state.startswith("Z")


def test_a_browser_that_prints_nothing_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its last words are passed on."""
    browser = tmp_path / "browser"
    browser.write_text("#!/bin/sh\necho 'cannot open display' >&2\n")
    browser.chmod(0o755)
    monkeypatch.setenv("INDAGATE_CHROMIUM", str(browser))
    with pytest.raises(EffectFailed, match="cannot open display"):
        write_pdf(write_html(document(), figures(), tmp_path), tmp_path / "report.pdf")
