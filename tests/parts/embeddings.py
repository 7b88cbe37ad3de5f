"""A service on loopback that speaks OpenAI's embeddings: words hashed into vectors, well or badly as a test says."""

from __future__ import annotations

import json
import re
import threading
import time
import zlib
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Fault = Callable[[list[list[float]]], Any] | int
SYNONYMS = {"dog": "hound", "loud": "noise"}


class Embeddings:
    """Use it as a context manager. `faults` are used once each: a status, or a change of the vectors.

    After `answering` requests it answers none until `go_on` is set.
    """

    def __init__(
        self, *faults: Fault, dimensions: int = 64, latency: float = 0.0, answering: int | None = None
    ) -> None:
        self.faults = list(faults)
        self.dimensions = dimensions
        self.latency = latency
        self.texts: list[str] = []
        self.requests: list[dict[str, str]] = []
        self.go_on = threading.Event()
        self._answering = answering
        self._lock = threading.Lock()

    def vector(self, text: str) -> list[float]:
        """Words, some with what means the same, each counted in a place of its own as far as there are places."""
        counts = [0.01] * self.dimensions
        for word in re.findall(r"\w+", text.casefold()):
            counts[zlib.crc32(SYNONYMS.get(word, word).encode()) % self.dimensions] += 1.0
        return counts

    @property
    def model(self) -> str:
        return f"openai:bag@{self.url}"

    def __enter__(self) -> Embeddings:
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                time.sleep(service.latency)
                with service._lock:
                    held = service._answering is not None and len(service.requests) >= service._answering
                    service.requests.append(dict(self.headers))
                if held:
                    service.go_on.wait(60)
                with service._lock:
                    fault = service.faults.pop(0) if service.faults else None
                status, vectors = 200, [service.vector(text) for text in body["input"]]
                if isinstance(fault, int):
                    status, answer = fault, {"error": {"message": "it broke"}}
                else:
                    given = fault(vectors) if fault is not None else vectors
                    data = [{"object": "embedding", "index": n, "embedding": one} for n, one in enumerate(given)]
                    tokens = sum(len(text) // 4 for text in body["input"])
                    answer = {
                        "object": "list", "data": data, "model": body["model"],
                        "usage": {"prompt_tokens": tokens, "total_tokens": tokens},
                    }  # fmt: skip
                    with service._lock:
                        service.texts += body["input"]
                raw = json.dumps(answer).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(raw)))
                self.end_headers()
                self.wfile.write(raw)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.go_on.set()
        self._server.shutdown()
        self._server.server_close()
