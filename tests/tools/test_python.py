"""Python in the jail: whatever a program tries, it ends within its limits and touches nothing outside."""

from __future__ import annotations

import asyncio
import errno
import platform
import socket
import threading
from pathlib import Path

import pytest

from indagate.errors import InputError
from indagate.sandbox.jail import Limits
from indagate.storage import ContentStore
from indagate.tools.python import LIMITS, Ran, python_tool, run_python, safe_path, walled
from indagate.tools.router import Router
from indagate.tools.workspace import workspace_tools

SHORT = Limits(seconds=4, memory=512 << 20, file=1 << 20, output=64 << 10, processes=16)


def run(*parts: str, files: dict[str, bytes] | None = None, limits: Limits = LIMITS) -> Ran:
    return asyncio.run(run_python(parts, files, limits=limits))


@pytest.fixture(autouse=True)
def jail() -> None:
    """Without a wall nothing of this can be promised, and `python` is then dangerous."""
    if not walled():
        pytest.skip("NO SANDBOX HERE: neither bubblewrap nor namespaces can be had; Python in the jail was not tested")


def test_a_program_reads_its_files_and_leaves_others() -> None:
    """What it finds, what it prints, and what it makes; unchanged files are not told again."""
    ran = run("x = open('in.txt').read()", "open('out.txt', 'w').write(x * 2); print(len(x))", files={"in.txt": b"abc"})
    assert (ran.whole, ran.out, ran.files) == (True, "3\n", (("out.txt", b"abcabc"),))


def test_a_fork_bomb_does_not_go_off() -> None:
    """The kernel forbids further processes: by fork, by subprocess, by multiprocessing; threads may begin."""
    for bomb in (
        "import os\nwhile True: os.fork()",
        "import subprocess\nsubprocess.run(['sh', '-c', ':(){ :|:& };:'])",
        "import multiprocessing as m\nm.Process(target=print).start()",
        "import os\nos.posix_spawn('/bin/sh', ['sh', '-c', 'true'], {})",
    ):
        ran = run(bomb, limits=SHORT)
        assert not ran.whole and "unavailable" in ran.err, ran
    assert run("import threading; t = threading.Thread(target=print, args=(7,)); t.start(); t.join()").out == "7\n"


@pytest.mark.skipif(platform.machine() != "x86_64", reason="other machines have one number for each call")
def test_a_process_is_not_to_be_had_by_a_call_s_second_number() -> None:
    """x86-64 may know fork by an x32 number too: it is refused as the first is, not only where the kernel lacks it."""
    code = "import ctypes\nc = ctypes.CDLL(None, use_errno=True)\nprint(c.syscall(0x40000000 + 57), ctypes.get_errno())"
    assert run(code, limits=SHORT).out == f"-1 {errno.EAGAIN}\n"


def test_a_memory_bomb_ends_at_its_limit() -> None:
    """It gets a MemoryError, or is killed; the rest of the machine does not feel it."""
    ran = run("held = []\nwhile True: held.append(bytearray(50_000_000))", limits=SHORT)
    assert not ran.whole
    assert ran.seconds < SHORT.seconds + 2


def test_an_endless_program_is_stopped() -> None:
    """Busy or asleep, by the clock."""
    for endless in ("while True: pass", "import time; time.sleep(1000)"):
        ran = run(endless, limits=Limits(seconds=1, memory=512 << 20, processes=16))
        assert ran.ended == "time"
        assert "stopped after" in ran.told


def test_a_flood_of_output_and_a_huge_file_are_stopped() -> None:
    """Neither the pipe nor the disk is filled."""
    assert run("while True: print('x' * 1000)", limits=SHORT).ended == "output"
    ran = run("f = open('big', 'wb')\nwhile True: f.write(bytes(1 << 20))", limits=SHORT)
    assert not ran.whole


def test_nothing_outside_its_folder_can_be_written(tmp_path: Path) -> None:
    """By its path, by a link, or above."""
    target = tmp_path / "outside.txt"
    for trying in (
        f"open({str(target)!r}, 'w').write('x')",
        f"import os; os.symlink({str(tmp_path)!r}, 'link'); open('link/outside.txt', 'w').write('x')",
        "open('/etc/indagate-was-here', 'w').write('x')",
        "open('../outside.txt', 'w').write('x')",
    ):
        ran = run(trying, limits=SHORT)
        assert not ran.whole or not ran.files
    assert not target.exists()
    assert not Path("/etc/indagate-was-here").exists()


def test_a_link_that_is_left_brings_nothing_in() -> None:
    """Files of others are not taken for the program's own."""
    assert run("import os; os.symlink('/etc/passwd', 'mine.txt')").files == ()


def test_there_is_no_network_not_even_to_this_machine() -> None:
    """A server that listens here is not reached."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        came: list[object] = []
        waiting = threading.Thread(target=lambda: came.append(_accepted(server)), daemon=True)
        waiting.start()
        address = server.getsockname()
        ran = run(f"import socket; socket.create_connection({address!r}, timeout=2)", limits=SHORT)
        assert not ran.whole and "Error" in ran.err
        server.close()
    assert came in ([], [None])


def _accepted(server: socket.socket) -> object:
    try:
        return server.accept()[1]
    except OSError:
        return None


def test_leaving_before_the_end_is_no_success() -> None:
    """`sys.exit(0)` and `os._exit(0)` in the first part: the second has not run."""
    assert not run("import sys; sys.exit(0)", "assert False").whole
    assert not run("import os; os._exit(0)", "assert False").whole


def test_secrets_of_the_environment_are_not_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """No key that this process has."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    assert "sk-secret" not in run("import os; print(dict(os.environ))").out


@pytest.mark.parametrize("path", ["../x", "/etc/passwd", "a/../../x", "", ".", "~/x", "c:x", "a\0b", "x" * 300])
def test_a_path_that_leads_out_of_the_workspace_is_refused(path: str) -> None:
    """Also one that is no name at all."""
    with pytest.raises(InputError):
        safe_path(path)


def test_an_agent_writes_runs_and_reads_in_its_workspace(tmp_path: Path) -> None:
    """A file that is written is there for Python, and what Python leaves can be read; nothing else can."""

    async def work() -> list[str]:
        store, files = ContentStore(tmp_path), {}  # type: ignore[var-annotated]
        told = []
        for name, arguments in (
            ("write_file", {"path": "n.txt", "text": "20"}),
            ("python", {"code": "open('m/out.txt' if __import__('os').makedirs('m') else 'm/out.txt', 'w').write("
                                "str(int(open('n.txt').read()) + 1))"}),
            ("read_file", {"path": "m/out.txt"}),
            ("read_file", {"path": "../../etc/passwd"}),
            ("write_file", {"path": "/tmp/x", "text": ""}),
        ):  # fmt: skip
            router = Router([python_tool(store, files), *workspace_tools(store, files)])
            used = await router.use(name, arguments)
            files.update(getattr(used.value, "files", ()))
            told.append(f"{used.status} {getattr(used.value, 'text', '')}{used.error}")
        return told

    told = asyncio.run(work())
    assert [line.split()[0] for line in told] == ["SUCCESS", "SUCCESS", "SUCCESS", "FAILED", "FAILED"]
    assert told[2] == "SUCCESS 21"
