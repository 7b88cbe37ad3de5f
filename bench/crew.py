"""A crew: several processes that share one contender's runs on one Postgres server.

The contender's setting is an address. Its module has `prepare` (enter all runs), `serve` (in each process: do them),
`ended` (how many runs have) and `kept` (how many facts there are).
"""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from bench.work import Work

_LOOK = 0.1


def hold() -> None:
    """Say that this process is ready, wait for the word to go, and end with the process that started it."""
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    if not sys.stdin.readline():
        os._exit(0)

    def watch() -> None:
        sys.stdin.read()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def many(work: Work, contender: Any, name: str) -> int:
    """Let a crew do all runs: the clock goes from the word to go until the last run has ended."""
    contender.prepare(work)
    given = {field.name: getattr(work, field.name) for field in dataclasses.fields(work) if field.init}
    plain = {key: value for key, value in given.items() if not key.startswith("_") and key != "facts"}
    crew = []
    for number in range(work.crew):
        own = {**plain, "folder": str(work.folder), "duty": "serve", "number": number}
        command = [sys.executable, "-m", "bench.contend", name, json.dumps(own)]
        crew.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
    try:
        for process in crew:
            assert process.stdout is not None
            if process.stdout.readline() != "ready\n":
                raise SystemExit(f"{name}: a process did not get ready")
        before = _server_processor(work), _processor(*(str(process.pid) for process in crew))
        with work.clocked():
            for process in crew:
                assert process.stdin is not None
                process.stdin.write("go\n")
                process.stdin.flush()
            while contender.ended(work) < work.runs:
                if any(process.poll() for process in crew):
                    raise SystemExit(f"{name}: a process of the crew failed")
                time.sleep(_LOOK)
        work.server = _server_processor(work) - before[0]
        work.processor = _processor(*(str(process.pid) for process in crew)) - before[1]
    finally:
        for process in crew:
            process.kill()
            process.wait()
    return int(contender.kept(work))


def _stat(process: str) -> list[str]:
    """Return what the system says of a process from its state on; zeros where it has ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ["0"] * 20


def _processor(*processes: str, ended: bool = False) -> float:
    """Return the seconds of processor that processes have taken, with `ended` also their children that have ended."""
    ticks = sum(sum(map(int, _stat(process)[11 : 15 if ended else 13])) for process in processes)
    return ticks / os.sysconf("SC_CLK_TCK")


def _server_processor(work: Work) -> float:
    """Return the seconds of processor that the server has taken."""
    server = _stat(str(asked(work, "SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'")))[1]
    children = [path.name for path in Path("/proc").iterdir() if path.name.isdigit() and _stat(path.name)[1] == server]
    return _processor(server, ended=True) + _processor(*children)


def asked(work: Work, sql: str) -> int:
    """Return the number that a query gives."""
    import psycopg

    with psycopg.connect(work.setting.partition("#")[0], autocommit=True) as connection:
        found = connection.execute(sql.encode()).fetchone()
    return int(found[0]) if found else 0
