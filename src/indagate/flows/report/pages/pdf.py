"""A report's page printed by a Chromium found on this machine: no network, none of its scripts, killed at a limit."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from indagate.errors import EffectFailed, TimedOut
from indagate.flows.report.pages.fitting import Block, measured, measuring
from indagate.storage import write_by_rename

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
_MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
_SCRIPT = re.compile(r"<script\b[^>]*>.*?</script>", re.DOTALL)
_WALL = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'{}\">"
Refit = Callable[[Sequence[Block]], str]
"""Makes the page to be printed from the pieces of the page as it was measured."""
_LETTERS = {
    "CJK UNIFIED": "zh", "HIRAGANA": "ja", "KATAKANA": "ja", "HANGUL": "ko", "ARABIC": "ar", "HEBREW": "he",
    "THAI": "th", "DEVANAGARI": "hi",
}  # fmt: skip


def find_chromium() -> str | None:
    """Return the browser that prints: INDAGATE_CHROMIUM, else the first that is on the path; None if there is none."""
    if wanted := os.environ.get("INDAGATE_CHROMIUM"):
        return shutil.which(wanted)
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    return found or (_MAC if Path(_MAC).is_file() else None)


def write_pdf(html: Path, target: Path, *, seconds: float = 90.0, refit: Refit | None = None) -> str:
    """Print a page; see `print_pdf`. For callers that run no event loop."""
    return asyncio.run(print_pdf(html, target, seconds=seconds, refit=refit))


async def print_pdf(html: Path, target: Path, *, seconds: float = 90.0, refit: Refit | None = None) -> str:
    """Print a report's page to `target`; return a line on letters that no font of this machine has, else nothing.

    With `refit` the page is measured first, and what is printed is made anew so that figures fill its pages.
    Raises `EffectFailed` when there is no Chromium or it prints nothing, `TimedOut` at the limit; it is killed there,
    and when the caller is cancelled.
    """
    browser = find_chromium()
    if browser is None:
        raise EffectFailed(
            "there is no Chromium to print the PDF with",
            hint="Install chromium (or set INDAGATE_CHROMIUM to one), or leave pdf out of --format.",
        )
    with tempfile.TemporaryDirectory(prefix="indagate-pdf-", ignore_cleanup_errors=True) as scratch:
        page = await asyncio.to_thread(html.read_text, encoding="utf-8")
        if refit is not None and (blocks := await _measure(page, browser, scratch, seconds)):
            page = refit(blocks)
        printed, address = f"{scratch}/page.pdf", _lay(_still(page), scratch)
        _, words = await _run([browser, *_flags(scratch), f"--print-to-pdf={printed}", address], scratch, seconds)
        _take(printed, target, f"{Path(browser).name} printed nothing: {words or 'it gave no reason'}")
    return missing_letters(page)


async def _measure(page: str, browser: str, scratch: str, seconds: float) -> list[Block]:
    """Return the pieces of a page as the browser lays it out for paper."""
    address = _lay(measuring(_still(page, "; script-src 'nonce-measure'")), scratch)
    told, _ = await _run([browser, *_flags(scratch), "--dump-dom", address], scratch, seconds)
    return measured(told)


def _lay(page: str, scratch: str) -> str:
    """Lay a page into the scratch folder; return its address."""
    copy = Path(scratch, "page.html")
    copy.write_text(page, encoding="utf-8")
    return copy.as_uri()


def _take(printed: str, target: Path, complaint: str) -> None:
    path = Path(printed)
    if not path.is_file() or not path.stat().st_size:
        raise EffectFailed(complaint)
    write_by_rename(target, path.read_bytes())


def _still(page: str, allowed: str = "") -> str:
    """Return the page without scripts, behind a wall that lets nothing in: the still figures are what is printed."""
    return _SCRIPT.sub("", page).replace("<head>", f"<head>{_WALL.format(allowed)}", 1)


def _flags(scratch: str) -> list[str]:
    flags = [
        "--headless", "--disable-gpu", "--disable-extensions", "--disable-background-networking", "--disable-sync",
        "--disable-default-apps", "--disable-component-update", "--no-first-run", "--no-default-browser-check",
        "--disable-dev-shm-usage", "--hide-scrollbars", "--no-pdf-header-footer", "--generate-pdf-document-outline",
        "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={Path(scratch, 'profile')}",
    ]  # fmt: skip
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        flags.append("--no-sandbox")  # Chromium refuses its own sandbox to root; the page has no scripts
    return flags


async def _run(command: list[str], scratch: str, seconds: float) -> tuple[str, str]:
    """Run the browser in a group of its own; return its output and its last complaint. Nothing of it outlives this."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG", "LC_ALL", "FONTCONFIG_FILE")}
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=kept | {"HOME": scratch, "XDG_RUNTIME_DIR": scratch, "TMPDIR": scratch},
        cwd=scratch,
        start_new_session=True,
    )
    try:
        async with asyncio.timeout(seconds):
            told, errors = await process.communicate()
    except TimeoutError:
        raise TimedOut(f"printing the PDF was stopped at its limit of {seconds:g} s") from None
    finally:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        await asyncio.shield(process.wait())
    lines = [line for line in errors.decode("utf-8", "replace").splitlines() if line.strip()]
    return told.decode("utf-8", "replace"), lines[-1].strip()[:300] if lines else ""


def missing_letters(page: str) -> str:
    """Return a line on scripts in the page that no font here can draw, empty if there is none or it cannot be told."""
    text = _SCRIPT.sub("", page)
    languages: dict[str, str] = {}
    for sign in set(text):
        if sign > "\u0590" and (name := unicodedata.name(sign, "")):
            for beginning, language in _LETTERS.items():
                if name.startswith(beginning):
                    languages.setdefault(language, sign)
    without = [sign for language, sign in sorted(languages.items()) if not _has_font(language)]
    if not without:
        return ""
    letters = " ".join(without)
    return f"no font on this machine has letters such as {letters}: the PDF shows boxes there (install a Noto font)"


@cache
def _has_font(language: str) -> bool:
    lister = shutil.which("fc-list")
    if lister is None:
        return True
    try:
        found = subprocess.run([lister, f":lang={language}"], capture_output=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return True
    return bool(found.stdout.strip())
