"""A real Postgres for tests: a cluster of its own in a temporary folder, on a Unix socket and a loopback port."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest


def binaries() -> Path | None:
    """Where the server's programs are: Debian's folder of the newest version, or on PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("postgres")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Cluster:
    """A server that can be stopped, killed and started again."""

    def __init__(self, folder: Path, where: Path) -> None:
        self.folder, self.port = folder, free_port()
        self._bin = where
        self._user = "postgres" if os.getuid() == 0 else None  # the server refuses to run as root
        self._server: subprocess.Popen[bytes] | None = None
        self._databases = 0
        if self._user:
            shutil.chown(folder, self._user)
        options = ["-A", "trust", "-U", "indagate", "-E", "UTF8", "--no-locale", "-N"]
        self._run("initdb", *options, "-D", folder / "data")

    def _run(self, program: str, *arguments: object) -> None:
        command = [str(self._bin / program), *map(str, arguments)]
        subprocess.run(command, check=True, capture_output=True, user=self._user, cwd=self.folder)

    def start(self, environment: Mapping[str, str] | None = None, **changed: str) -> None:
        """Start the server, with other settings and in another environment where a caller says so."""
        settings = {
            "port": self.port, "listen_addresses": "127.0.0.1", "unix_socket_directories": self.folder, "fsync": "off",
            "shared_buffers": "16MB", "max_connections": 200,
            **changed,
        }  # fmt: skip
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        log = (self.folder / "log").open("ab")
        self._server = subprocess.Popen(
            [str(self._bin / "postgres"), "-D", str(self.folder / "data"), *options],
            user=self._user, cwd=self.folder, stdout=log, stderr=log, env=environment,
        )  # fmt: skip
        until = time.monotonic() + 30
        while time.monotonic() < until:
            with contextlib.suppress(Exception):
                self.connect().close()
                return
            time.sleep(0.05)
        raise AssertionError((self.folder / "log").read_text()[-2000:])

    def stop(self, number: int = signal.SIGINT) -> None:
        """Stop the server: INT cuts clients off, QUIT dies at once as in a crash."""
        assert self._server is not None
        self._server.send_signal(number)
        self._server.wait(30)

    def database(self) -> str:
        """Make a new database and return its address."""
        self._databases += 1
        name = f"home{self._databases}"
        with contextlib.closing(self.connect()) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.address(name)

    def address(self, database: str, port: int = 0) -> str:
        return f"postgresql://indagate@127.0.0.1:{port or self.port}/{database}"

    def connect(self, database: str = "postgres") -> Any:
        import psycopg

        return psycopg.connect(self.address(database), autocommit=True)


@contextlib.contextmanager
def running() -> Iterator[Cluster]:
    """Give a running server, or skip loudly; where real parts are required, fail."""
    where = binaries()
    missing = None if where else "there is no Postgres server here (Debian: apt-get install postgresql-15)"
    try:
        import psycopg  # noqa: F401
    except ImportError:
        missing = "psycopg is not installed"
    if missing or where is None:
        if os.environ.get("INDAGATE_REQUIRE_REAL"):
            pytest.fail(f"{missing}, and INDAGATE_REQUIRE_REAL is set")
        pytest.skip(str(missing))
    folder = Path(tempfile.mkdtemp(prefix="indagate-postgres-", dir="/tmp"))
    cluster: Cluster | None = None
    try:
        cluster = Cluster(folder, where)
        cluster.start()
        yield cluster
    finally:
        if cluster is not None and cluster._server is not None and cluster._server.poll() is None:
            cluster.stop(signal.SIGQUIT)
        shutil.rmtree(folder, ignore_errors=True)


class Proxy:
    """A loopback proxy in front of a server, which can hold bytes back, and cut."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._flows = threading.Event()
        self._flows.set()
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._lock = threading.Lock()
        self.away = False
        """Whether connections are refused; one that was being made when it went away is cut."""
        threading.Thread(target=self._accept, daemon=True).start()

    def hold(self) -> None:
        """Let nothing through, in either direction; nobody is told."""
        self._flows.clear()

    def go_on(self) -> None:
        self._flows.set()

    def cut(self) -> None:
        """Reset all connections."""
        with self._lock:
            pairs, self._pairs = self._pairs, []
        for pair in pairs:
            for end in pair:
                with contextlib.suppress(OSError):
                    end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
                    end.shutdown(socket.SHUT_RDWR)
                with contextlib.suppress(OSError):
                    end.close()

    def close(self) -> None:
        self._listener.close()
        self.go_on()
        self.cut()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                if self.away:
                    client.close()
                    continue
                try:
                    server = socket.create_connection(("127.0.0.1", self._target))
                except OSError:
                    client.close()
                    continue
                with self._lock:
                    self._pairs.append((client, server))
                if self.away:
                    self.cut()
                    continue
                for source, target in ((client, server), (server, client)):
                    threading.Thread(target=self._pump, args=(source, target), daemon=True).start()

    def _pump(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                self._flows.wait()
                target.sendall(data)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
