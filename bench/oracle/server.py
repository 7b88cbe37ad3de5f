"""The oracle as a process: it speaks the OpenAI protocol on loopback and answers from a case's gold.

`python -m bench.oracle.server --cases DIR --log FILE` prints its port. The address of a case is `/case/ID/v1`. Every
request leaves a line in the log: case, role, status, what was answered, what was not shown, which evidence was.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, TextIO
from urllib.parse import unquote

from bench.oracle import roles
from bench.oracle.gold import Meaning, chats, sets
from bench.oracle.request import Request
from bench.oracle.shown import Answer, Shown
from bench.oracle.twist import twisted

NOTHING: dict[str, Any] = {"nothing": True}


@dataclass
class Oracle:
    """What is known of every case, and the log."""

    gold: dict[str, Meaning]
    log: TextIO
    silent: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)

    def answer(self, case: str, request: Request) -> tuple[int, Answer, str]:
        """Return the status, the answer, and the output tool that it is given through, if any."""
        meaning, role = self.gold.get(case), request.role(roles.KNOWN)
        function = roles.function_of(meaning.flow, role) if meaning else None
        line: dict[str, Any] = {"case": case, "role": role, "sent_back": request.sent_back}
        if meaning is None or function is None:
            self._note({**line, "status": 500})
            return 500, Answer(), ""
        given = Answer() if self.silent else function(request, meaning)
        free = self.silent or bool(meaning.of("adversary"))  # an adversary makes things up: that is what it is for
        missing = [] if free else Shown(request).missing(given)
        empty = self.silent or bool(missing) or (given.value is None and given.call is None and given.raw is None)
        if empty:
            given = Answer(nothing(request), evidence=given.evidence, leaks=given.leaks)
        told = {"evidence": given.evidence, "not shown": missing, "leaks": given.leaks, "nothing": empty}
        self._note({**line, "status": 200, **{name: value for name, value in told.items() if value}})
        return 200, given, request.output_tool(roles.KNOWN)

    def _note(self, line: dict[str, Any]) -> None:
        with self.lock:
            self.log.write(json.dumps(line, ensure_ascii=False) + "\n")
            self.log.flush()


def nothing(request: Request) -> Any:
    """The emptiest answer that the form allows, made from its schema alone."""
    schemas = [request.native.get("schema"), *(tool.get("parameters") for tool in request.tools.values())]
    schema = next((schema for schema in schemas if schema), None)
    return NOTHING if schema is None else _empty(schema, schema.get("$defs", {}))


def _empty(schema: dict[str, Any], defined: dict[str, Any]) -> Any:
    if "$ref" in schema:
        return _empty(defined[schema["$ref"].rsplit("/", 1)[1]], defined)
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return _empty(schema[several][0], defined)
    if "enum" in schema or "const" in schema:
        return schema.get("const", schema.get("enum", [None])[-1])
    if schema.get("type") == "object":
        required = schema.get("required", [])
        return {name: _empty(schema["properties"][name], defined) for name in required}
    if schema.get("type") == "array":
        return [_empty(schema["items"], defined)] * schema.get("minItems", 0)
    floor = schema.get("minimum", 0)
    return {"string": "-" * schema.get("minLength", 0), "boolean": False, "integer": floor, "number": floor}.get(
        schema.get("type", "")
    )


def serve(oracle: Oracle, port: int = 0) -> ThreadingHTTPServer:
    """Return a server on loopback, not yet running."""

    class Handler(_Handler):
        known = oracle

    server = _Server(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    return server


class _Server(ThreadingHTTPServer):
    request_queue_size = 128

    def handle_error(self, *_: object) -> None:
        """A client that is killed leaves its connection: nothing to report."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    known: Oracle

    def log_message(self, *_: object) -> None:
        pass

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        parts = self.path.split("/")
        case = unquote(parts[2]) if len(parts) > 3 and parts[1] == "case" else ""
        request = Request(body)
        status, answer, tool = self.known.answer(case, request)
        if status != 200:
            self._send(status, {"error": {"message": "an unknown case or role", "type": "oracle", "code": None}})
            return
        self._send(200, _completion(body, answer, tool))

    def _send(self, status: int, value: Any) -> None:
        content = json.dumps(value, ensure_ascii=False).encode()
        with contextlib.suppress(ConnectionError):
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)


def _completion(body: dict[str, Any], answer: Answer, tool: str) -> dict[str, Any]:
    """The answer as a tool's call where the request has one for it, else as text."""
    text = answer.raw if answer.raw is not None else json.dumps(answer.value, ensure_ascii=False)
    message: dict[str, Any] = {"role": "assistant", "content": text, "refusal": None}
    called = answer.call or ((tool, answer.value) if tool and answer.raw is None else None)
    finish = "stop"
    if called is not None:
        arguments = json.dumps(called[1], ensure_ascii=False)
        function = {"name": called[0], "arguments": arguments}
        message |= {"content": None, "tool_calls": [{"id": "call", "type": "function", "function": function}]}
        finish = "tool_calls"
    size, wrote = len(json.dumps(body)) // 4, len(text) // 4 + 1
    return {
        "id": "c", "object": "chat.completion", "created": 1, "model": body.get("model", ""),
        "choices": [{"index": 0, "message": message, "finish_reason": finish, "logprobs": None}],
        "usage": {"prompt_tokens": size, "completion_tokens": wrote, "total_tokens": size + wrote},
    }  # fmt: skip


def load(folders: list[Path]) -> dict[str, Meaning]:
    """Return the gold of every case in the folders of sets. Raises `ValueError` for one id used twice."""
    gold: dict[str, Meaning] = {}
    for folder in folders:
        for name, found in sets(folder).items():
            twice = gold.keys() & found.gold.keys()
            if twice:
                raise ValueError(f"{name}: the case {sorted(twice)[0]} is there twice")
            gold |= found.gold
        gold |= chats(folder)
    return gold


def main() -> None:
    """Serve until the process is ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=Path, action="append", required=True, help="a folder of sets of cases")
    parser.add_argument("--log", type=Path, required=True)
    parser.add_argument("--twist", default="", help="none, mutated, other, silent")
    taken = parser.parse_args()
    gold = twisted(load(taken.cases), taken.twist)
    with taken.log.open("a", encoding="utf-8") as log:
        server = serve(Oracle(gold, log, silent=taken.twist == "silent"))
        sys.stdout.write(f"{server.server_address[1]}\n")
        sys.stdout.flush()
        server.serve_forever(poll_interval=0.1)


if __name__ == "__main__":
    main()
