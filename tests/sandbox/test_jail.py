"""The jail holds: no writing outside, no network, no endless loops, no floods, no memory without end."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from indagate.sandbox.jail import Finished, Limits, Wall, _holds, find_wall, run_jailed

PYTHON = [Path(sys.base_prefix), Path(sys.prefix)]
"""Where the interpreter lives: perhaps in the person's own folder, which is hidden."""
BOTH: tuple[Wall, ...] = ("bubblewrap", "namespaces")


def run(script: str, folder: Path, wall: Wall, **limits: float) -> Finished:
    return asyncio.run(run_jailed(["sh", "-c", script], folder, limits=Limits(**limits), wall=wall))  # type: ignore[arg-type]


@pytest.fixture(params=BOTH)
def wall(request: pytest.FixtureRequest, tmp_path: Path) -> Wall:
    if not _holds(request.param, tmp_path):
        pytest.skip(f"{request.param.upper()} DOES NOT WORK HERE: this wall was not tested")
    found: Wall = request.param
    return found


def test_only_its_own_folder_can_be_written(wall: Wall, tmp_path: Path) -> None:
    """A file appears inside, none outside, though the command tries."""
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    outside.mkdir()
    done = run(f"echo x > made; echo y > {outside}/made; mount -o remount,rw /; true", inside, wall)
    assert done.clean
    assert (inside / "made").read_text() == "x\n"
    assert list(outside.iterdir()) == []


def test_only_programs_and_what_was_named_can_be_seen(wall: Wall, tmp_path: Path) -> None:
    """Neither a folder beside its own nor the machine's settings can be read; shared memory cannot be written."""
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    outside.mkdir()
    (outside / "secret").write_text("sesame")
    done = run(f"cat {outside}/secret /etc/passwd /etc/shadow; ls /srv /var; echo x > /dev/shm/x", inside, wall)
    assert done.out == ""
    assert done.err.count("No such file") >= 4
    shown = asyncio.run(run_jailed(["cat", f"{outside}/secret"], inside, readable=[outside], wall=wall))
    assert shown.out == "sesame"


def test_what_is_shown_cannot_be_written(wall: Wall, tmp_path: Path) -> None:
    """A named folder is there to be read; so are programs."""
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    outside.mkdir()
    script = f"echo x > {outside}/made; echo x > /usr/indagate-was-here; mkdir /made; echo x > /tmp/scratch && echo ok"
    done = asyncio.run(run_jailed(["sh", "-c", script], inside, readable=[outside], wall=wall))
    assert done.out == "ok\n"
    assert list(outside.iterdir()) == [] and not Path("/usr/indagate-was-here").exists()
    assert not Path("/tmp/scratch").exists()


def test_a_socket_of_the_machine_cannot_be_reached(wall: Wall, tmp_path: Path) -> None:
    """Neither one in the file system, as a database or an agent for keys has, nor an abstract one."""
    import socket

    inside = tmp_path / "in"
    inside.mkdir()
    abstract = f"\0indagate-{tmp_path.name}-{wall}"
    with socket.socket(socket.AF_UNIX) as named, socket.socket(socket.AF_UNIX) as unnamed:
        named.bind(str(tmp_path / "s"))
        unnamed.bind(abstract)
        for server, address in ((named, str(tmp_path / "s")), (unnamed, abstract)):
            server.listen()
            probe = f"import socket; socket.socket(socket.AF_UNIX).connect({address!r}); print('reached')"
            done = asyncio.run(run_jailed([sys.executable, "-c", probe], inside, wall=wall, readable=PYTHON))
            assert done.code != 0 and "reached" not in done.out and "Error" in done.err, done


def test_other_processes_cannot_be_seen(wall: Wall, tmp_path: Path) -> None:
    """Their environments hold keys: /proc shows the jail's own processes, or none."""
    done = run(
        "cat /proc/[0-9]*/environ | tr '\\0' '\\n' | grep -c PYTEST; ls /proc | grep -c '^[0-9]'", tmp_path, wall
    )
    ours, processes = map(int, done.out.split())
    assert ours == 0 and processes < 12


def test_there_is_no_network(wall: Wall, tmp_path: Path) -> None:
    """Not even the machine's own loopback can be reached."""
    import socket

    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        probe = f"import socket; socket.create_connection(('127.0.0.1', {port}), 2)"
        done = asyncio.run(run_jailed([sys.executable, "-c", probe], tmp_path, wall=wall, readable=PYTHON))
    assert done.code != 0
    assert "Error" in done.err


@pytest.mark.parametrize("kind", ["bubblewrap", "namespaces", "limits"])
def test_loops_floods_and_memory_come_to_an_end(kind: Wall, tmp_path: Path) -> None:
    """Limits hold behind every wall, and without one."""
    if kind != "limits" and not _holds(kind, tmp_path):
        pytest.skip(f"{kind.upper()} DOES NOT WORK HERE: its limits were not tested")
    assert run("while :; do :; done", tmp_path, kind, seconds=1.0).ended == "time"
    assert run("yes", tmp_path, kind, seconds=20.0).ended == "output"
    hungry = [sys.executable, "-c", "x = bytearray(1 << 30); print(len(x))"]
    done = asyncio.run(run_jailed(hungry, tmp_path, limits=Limits(memory=512 << 20), wall=kind, readable=PYTHON))
    assert not done.clean
    assert "MemoryError" in done.err
    assert not run(f"{shutil.which('head')} -c 3000000 /dev/zero > big", tmp_path, kind, file=1 << 20).clean


def test_the_best_wall_is_found() -> None:
    """One of the three is found, and asking again costs nothing."""
    assert find_wall() in (*BOTH, "limits")
    assert find_wall() is find_wall()


def test_processor_time_counts_what_a_program_used_and_all_that_it_started(wall: Wall, tmp_path: Path) -> None:
    """Waiting costs nothing; two children at work are stopped at their sum; a machine that is busy changes nothing."""
    limits = Limits(seconds=1.0, clock="processor")

    def timed(script: str) -> Finished:
        return asyncio.run(run_jailed(["sh", "-c", script], tmp_path, limits=limits, wall=wall))

    waiting = timed("sleep 1.5; echo done")
    assert (waiting.ended, waiting.out) == ("itself", "done\n")
    assert waiting.seconds < 0.8
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3)]
    try:
        began = time.monotonic()
        stopped = timed("(while :; do :; done) & (while :; do :; done) & wait")
        assert stopped.ended == "time"
        assert 1.0 <= stopped.seconds < 1.5
        assert time.monotonic() - began > 1.0
    finally:
        for process in busy:
            process.kill()
            process.wait()
