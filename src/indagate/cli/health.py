"""What `doctor` looks at: the machine, the home, and the optional programs."""

from __future__ import annotations

import asyncio
import contextlib
import os
import platform
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indagate.number import count

if TYPE_CHECKING:
    from indagate.storage import Home

SPACE = 200 << 20
"""Bytes that should be free for a home."""
SAMPLE = 2000
"""Files of the store that are compared with their digests: a look, not an audit (that is `verify`)."""
SLOW = 20.0
"""Milliseconds of an fsync above which every step waits noticeably."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: whether it is fine, what was found, and how to get it."""

    name: str
    ok: bool
    found: str
    required: bool = False
    remedy: str = ""

    def plain(self) -> dict[str, Any]:
        """Return it as plain data."""
        return asdict(self)


def examine(home: Path | None, mcp: Path | None = None, model: str = "", output: str = "") -> list[Finding]:
    """Look at everything, also at the MCP servers of a file. Raises `InputError` where one of them is unusable."""
    from indagate.storage import Home

    found = Home.find(home)
    servers = asyncio.run(_servers(mcp)) if mcp is not None else []
    return [
        _python(), *_sqlite(), *_home(found.root), _journal(found), *_kept(found), _sandbox(), *_programs(), _web(),
        _keys(), *_models(found, model, output), *_plugins(), *servers,
    ]  # fmt: skip


def _python() -> Finding:
    version = platform.python_version()
    return Finding(
        "Python", sys.version_info >= (3, 11), f"{version} on {platform.system()} {platform.machine()}", True,
        "indagate needs Python 3.11 or newer. Debian: apt install python3; macOS: brew install python",
    )  # fmt: skip


def _sqlite() -> Iterator[Finding]:
    remedy = "Use a Python whose sqlite3 has FTS5: Debian's python3, macOS: brew install python"
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        try:
            connection.execute("CREATE VIRTUAL TABLE probe USING fts5(text)")
            full_text = True
        except sqlite3.OperationalError:
            full_text = False
    yield Finding("SQLite", sqlite3.sqlite_version_info >= (3, 35), sqlite3.sqlite_version, True, remedy)
    yield Finding("SQLite FTS5", full_text, "there" if full_text else "not compiled in", True, remedy)


def _home(root: Path) -> Iterator[Finding]:
    place = root if root.is_dir() else next(folder for folder in root.parents if folder.is_dir())
    remedy = "Set INDAGATE_HOME, or use --home, to a folder that you may write."
    where = f"{root}" + ("" if root.is_dir() else " (made at the first run)")
    try:
        took = _fsync(place)
    except OSError as error:
        yield Finding("home", False, f"{where}: cannot be written: {error.strerror}", True, remedy)
        return
    yield Finding("home", True, where, True)
    free = shutil.disk_usage(place).free
    yield Finding("free space", free >= SPACE, f"{free / (1 << 30):.1f} GiB", True, "Free at least 200 MiB there.")
    yield Finding("fsync", took < SLOW, f"{took:.1f} ms", False, "Each step waits for one: a local SSD is faster.")


def _fsync(place: Path) -> float:
    """Return the median milliseconds of five small synced writes."""
    took = []
    with tempfile.NamedTemporaryFile(dir=place, prefix=".doctor-") as file:
        for _ in range(5):
            began = time.perf_counter()
            file.write(b"x" * 512)
            file.flush()
            os.fsync(file.fileno())
            took.append((time.perf_counter() - began) * 1000)
    return sorted(took)[2]


def _journal(home: Home) -> Finding:
    from indagate.engine.sqlite_journal import reading_address

    if home.address:
        return _journal_of_server(home)
    if not home.journal.exists():
        return Finding("journal", True, "none yet")
    try:
        with contextlib.closing(sqlite3.connect(reading_address(home.journal), uri=True)) as connection:
            verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            runs = connection.execute("SELECT count(*) FROM runs").fetchone()[0]
    except sqlite3.Error as error:
        verdict, runs = str(error), 0
    remedy = "Copy the folder first; then `sqlite3 journal.db .recover` may save what is left."
    fine = verdict == "ok"
    return Finding(
        "journal", fine, f"{home.journal}: {count(runs, 'run')}" if fine else f"damaged: {verdict}", True, remedy
    )


def _journal_of_server(home: Home) -> Finding:
    from indagate.engine import Journal
    from indagate.errors import IndagateError

    try:
        with contextlib.closing(Journal.open(home.address)) as journal:
            return Finding("journal", True, f"{home.label}: {count(len(journal.runs()), 'run')}")
    except IndagateError as error:
        return Finding("journal", False, error.message, True, error.hint or "")


def _kept(home: Home) -> Iterator[Finding]:
    """Compare what the store keeps with its digests, `SAMPLE` of it at most, and weigh the corpora."""
    from indagate.errors import Corrupt

    store = home.store.untrusting()
    there = [held.sha for held in store.entries()]
    some, wrong = there[:SAMPLE], []
    for sha in some:
        try:
            store.get(sha)
        except Corrupt as error:
            wrong.append(error.message)
    looked = (
        f"{count(len(some), 'file')} checked"
        if some == there
        else f"{len(some)} of {count(len(there), 'file')} checked"
    )
    text = f"{len(wrong)} damaged: {wrong[0]}" if wrong else looked
    remedy = "Bring the changed files back from a backup; `verify` names the runs."
    yield Finding("store", not wrong, text, True, remedy)
    corpora = sorted(home.corpora.iterdir()) if home.corpora.is_dir() else []
    size = sum(path.stat().st_size for folder in corpora for path in (folder, *folder.rglob("*")) if path.is_file())
    yield Finding("corpora", True, f"{len(corpora)} indexed, {size / (1 << 20):.1f} MiB (rebuilt if deleted)")


def _sandbox() -> Finding:
    """Say what keeps code of others (the tool `python`, tests, proofs) from the machine."""
    from indagate.sandbox.jail import find_wall

    holds = "no network, no file but installed programs and its own folder"
    says = {
        "bubblewrap": f"bubblewrap: {holds}",
        "namespaces": f"namespaces (util-linux): {holds}",
        "limits": "none: code could read your files and use the network, so the tool `python` needs --allow",
    }
    wall = find_wall()
    remedy = "Debian: apt install bubblewrap; a container must allow user namespaces; macOS has none"
    return Finding("sandbox", wall != "limits", says[wall], False, remedy)


def _programs() -> Iterator[Finding]:
    wanted = (
        ("chromium", ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge"), "reports as PDF",
         "Debian: apt install chromium; macOS: brew install --cask chromium"),
        ("coq", ("coqc", "rocq"), "proofs in Coq", "Debian: apt install coq; macOS: brew install coq"),
        ("lean", ("lean",), "proofs in Lean", "Debian and macOS: install elan, see https://lean-lang.org/install"),
    )  # fmt: skip
    mac = {"chromium": ("/Applications/Chromium.app/Contents/MacOS/Chromium",
                        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")}  # fmt: skip
    for name, commands, use, remedy in wanted:
        places = [shutil.which(command) for command in commands]
        places += [path for path in mac.get(name, ()) if Path(path).exists()]
        path = next((place for place in places if place), None)
        text = f"{path}{_version(path)}" if path else f"not found; only {use} need it"
        yield Finding(name, path is not None, text, False, remedy)


def _version(path: str) -> str:
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    number = re.search(r"\d+(?:\.\d+)+", done.stdout)
    return f" ({number[0]})" if number and done.returncode == 0 else ""


def _plugins() -> Iterator[Finding]:
    """Say of each flow that a plug-in brings whether it can be loaded."""
    from indagate.app import find_flow, flows
    from indagate.app.registry import SHIPPED
    from indagate.errors import IndagateError

    for name, where in sorted(flows().items()):
        if name not in SHIPPED:
            try:
                yield Finding(f"flow {name}", True, find_flow(name).flow.doc or where)
            except IndagateError as error:
                yield Finding(f"flow {name}", False, error.message, remedy="Mend the plug-in, or uninstall it.")


def _web() -> Finding:
    from indagate.tools.web.provider import default_names

    names = default_names()
    remedy = "Set SEARXNG_URL, BRAVE_API_KEY or TAVILY_API_KEY, or: pip install 'indagate[web]'"
    whole = names != ("wikipedia",)
    return Finding("web search", whole, f"--web asks {', '.join(names)}" + ("" if whole else " only"), remedy=remedy)


def _keys() -> Finding:
    from indagate.models.choice import KEYS

    there = [name for name in KEYS if os.environ.get(name)]
    text = "set: " + ", ".join(there) if there else "none is set"
    remedy = "Optional: models of a provider need its key. See docs/models.md."
    return Finding("model keys", bool(there), text, False, remedy)


def _models(home: Home, model: str, output: str) -> Iterator[Finding]:
    """Try the configured models for real; without one say who answers."""
    from indagate.models import probe
    from indagate.models.choice import MODEL, OUTPUT, WITHOUT_MODEL, mode_of
    from indagate.models.settings import read_settings

    settings = read_settings(os.environ)
    settled = not model and not os.environ.get(MODEL)
    chosen = settings.model if settled else model or os.environ[MODEL]
    how = output or os.environ.get(OUTPUT, "") or (settings.output if settled else "")
    if chosen in WITHOUT_MODEL:
        text = "none is configured: every role is answered by its rule (indagate models)"
        yield Finding("model", True, text, False, "")
        return
    for found in asyncio.run(probe(chosen, mode=mode_of(how), home=home.root)):
        yield Finding("model", found.ok, found.line, True, found.remedy)


async def _servers(path: Path) -> list[Finding]:
    """Start or call each MCP server of a file and list its tools."""
    from indagate.errors import EffectError, InputError
    from indagate.tools.mcp import mcp_tools, servers_from

    found = []
    for server in servers_from(path):
        name = f"MCP server {server.name}"
        try:
            async with mcp_tools(server) as tools:
                there = ", ".join(f"{tool.name} (needs --allow)" if tool.dangerous else tool.name for tool in tools)
        except (EffectError, InputError) as error:
            found.append(
                Finding(name, False, error.message, True, error.hint or "See docs/web.md for the file's form.")
            )
        else:
            found.append(Finding(name, bool(there), there or "it offers no tool", True, "Is it the right server?"))
    return found
