"""A scripted service on loopback that speaks as OpenAI does (or Anthropic, or Google), well or badly as a test says.

It tells the role of a request by the first line of its instructions, answers from what the request shows (a model that
copies), and keeps every request. Faults are given by role: each is used once, or always.
"""

from __future__ import annotations

import contextlib
import json
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from parts.protocols import Protocol, Said, spoken, streamed

MISSION = Path(__file__).parents[2] / "src/indagate/flows/mission/prompts"
SHARED = Path(__file__).parents[2] / "src/indagate/flow/roles"
MINDS = Path(__file__).parents[2] / "src/indagate/models"


@dataclass
class Asked:
    """A request that came, and what became of it."""

    role: str
    body: dict[str, Any]
    headers: dict[str, str]
    at: float
    path: str = ""
    status: int = 0
    finished: bool = False
    ended: float = 0.0

    @property
    def instructions(self) -> str:
        return "\n".join(m["content"] for m in self.body["messages"] if m["role"] in ("system", "developer"))

    @property
    def text(self) -> str:
        return "\n".join(m["content"] for m in self.body["messages"] if m["role"] == "user")

    @property
    def mark(self) -> str:
        found = re.search(r"The mark of this request is (\w+)\.", self.text)
        assert found, "a request without a mark"
        return found[1]

    @property
    def data(self) -> list[str]:
        """What the request shows between its marks."""
        return re.findall(rf"<data {self.mark}>(.*?)</data {self.mark}>", self.text, re.DOTALL)

    @property
    def again(self) -> bool:
        """Whether an invalid answer is sent back."""
        return "what you answered cannot be used" in self.text

    @property
    def once(self) -> str:
        return self.headers.get("idempotency-key", "")

    @property
    def form(self) -> dict[str, Any]:
        """The schema that the answer is held to, wherever it is given."""
        if self.body.get("tools"):
            return self.body["tools"][0]["function"]["parameters"]
        return self.body["response_format"]["json_schema"]["schema"]


@dataclass(frozen=True)
class Fault:
    """What goes wrong with a request."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | None = None
    error: str = ""
    content: str | None = None
    refusal: str | None = None
    finish: str = "stop"
    hang: float = 0.0
    cut: bool = False
    endless: bool = False
    always: bool = False
    change: Callable[[dict[str, Any]], Any] | None = None
    wrap: Callable[[str], str] | None = None
    only_first: bool = False


@dataclass(frozen=True)
class Turned:
    """A turn of a model that was offered tools: calls as (id, name, arguments), or text."""

    calls: tuple[tuple[str, str, str], ...] = ()
    text: str | None = None

    def said(self, asked: Asked) -> Said:
        made = tuple(
            {"id": id_, "type": "function", "function": {"name": name, "arguments": arguments}}
            for id_, name, arguments in self.calls
        )
        return Said(self.text, None, "stop", len(json.dumps(asked.body)) // 4, 20, made, plain=True)


def busy(seconds: float = 0, *, always: bool = False) -> Fault:
    return Fault(429, {"Retry-After": f"{seconds:g}"}, error="slow down", always=always)


def broken(status: int = 500, *, always: bool = False, says: str = "it broke") -> Fault:
    return Fault(status, error=says, always=always)


def cut(*, always: bool = False) -> Fault:
    return Fault(cut=True, always=always)


def hang(seconds: float = 30, *, always: bool = False) -> Fault:
    return Fault(hang=seconds, always=always)


def says(text: str, *, always: bool = False) -> Fault:
    """A model that answers with this text."""
    return Fault(content=text, always=always)


def refuses(*, always: bool = False) -> Fault:
    return Fault(refusal="I would rather not.", always=always)


def page(*, always: bool = False) -> Fault:
    """A web page where an answer should be."""
    return Fault(200, {"Content-Type": "text/html"}, b"<html><body>Sign in</body></html>", always=always)


def endless(*, always: bool = False) -> Fault:
    return Fault(endless=True, always=always)


def short(*, always: bool = False) -> Fault:
    """A model that ran into its limit of tokens."""
    return Fault(finish="length", always=always)


def changed(change: Callable[[dict[str, Any]], Any], *, always: bool = False) -> Fault:
    """The scripted answer, changed."""
    return Fault(change=change, always=always)


class Scripted:
    """The service. Use it as a context manager; `url` is its base address."""

    def __init__(
        self,
        *,
        latency: float = 0.0,
        faults: dict[str, list[Fault]] | None = None,
        answers: dict[str, Callable[[Asked], Any]] | None = None,
        prompts: tuple[Path, ...] = (MISSION, MINDS),
    ) -> None:
        self.latency = latency
        self.faults = {role: list(given) for role, given in (faults or {}).items()}
        self.answers = {**ANSWERS, **(answers or {})}
        self.requests: list[Asked] = []
        self.models: tuple[str, ...] = ("scripted",)
        self.embed: Callable[[str], list[float]] | None = None
        self.closing = threading.Event()
        self.lock = threading.Lock()
        self._first_lines = {}
        for folder in (*prompts, SHARED):
            for path in folder.glob("*.md"):
                name = "probe" if path.stem == "probe" else path.stem
                self._first_lines[path.read_text(encoding="utf-8").split("\n", 1)[0]] = name

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    @property
    def model(self) -> str:
        return f"openai:scripted@{self.url}"

    @property
    def anthropic(self) -> str:
        """The service as one that speaks Anthropic's words."""
        return f"anthropic:claude-haiku-4-5@{self.url.removesuffix('/v1')}"

    @property
    def google(self) -> str:
        """The service as one that speaks Google's words."""
        return f"google:gemini-2.5-flash@{self.url.removesuffix('/v1')}"

    def __enter__(self) -> Scripted:
        owner = self

        class Handler(_Handler):
            service = owner

        self._server = _Server(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()

    def count(self) -> Counter[str]:
        """How many requests came for each role."""
        return Counter(asked.role for asked in list(self.requests))

    def of(self, role: str) -> list[Asked]:
        return [asked for asked in list(self.requests) if asked.role == role]

    def role_of(self, body: dict[str, Any]) -> str:
        instructions = next((m["content"] for m in body["messages"] if m["role"] in ("system", "developer")), "")
        return self._first_lines.get(instructions.split("\n", 1)[0], "unknown")

    def fault(self, asked: Asked) -> Fault:
        with self.lock:
            waiting = self.faults.get(asked.role) or self.faults.get("*") or []
            if not waiting:
                return Fault()
            return waiting[0] if waiting[0].always else waiting.pop(0)


class _Server(ThreadingHTTPServer):
    request_queue_size = 128

    def handle_error(self, *_: object) -> None:
        """A client that is killed leaves its connection: nothing to tell."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    service: Scripted

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        """The list of models, as local servers give it."""
        listed = {"object": "list", "data": [{"id": name, "object": "model"} for name in self.service.models]}
        there = self.path.endswith("/models")
        self._send(200 if there else 404, json.dumps(listed if there else {}).encode(), {})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path.endswith("/embeddings") and self.service.embed:
            self._embed(body, self.service.embed)
            return
        headers = {name.lower(): value for name, value in self.headers.items()}
        protocol = spoken(self.path)
        body = protocol.take(self.path, body)
        asked = Asked(self.service.role_of(body), body, headers, time.monotonic(), self.path)
        with self.service.lock:
            self.service.requests.append(asked)
        with contextlib.suppress(ConnectionError):
            self._reply(asked, protocol)

    def _reply(self, asked: Asked, protocol: Protocol) -> None:
        fault = self.service.fault(asked)
        if self.service.closing.wait(self.service.latency + fault.hang):
            self.close_connection = True
            return
        asked.status = fault.status
        if fault.endless:
            self._endless()
            return
        if fault.error:
            self._send(fault.status, json.dumps(protocol.fail(fault.status, fault.error)).encode(), fault.headers)
            return
        if fault.body is not None:
            self._send(fault.status, fault.body, fault.headers)
            return
        answer = fault.content
        if answer is None and fault.refusal is None:
            made = self.service.answers[asked.role](asked)
            if isinstance(made, Turned):
                text = fault.wrap(made.text) if fault.wrap and made.text and not made.calls else made.text
                content = json.dumps(protocol.give(asked.body, replace(made, text=text).said(asked))).encode()
                self._send(200, content, {})
                asked.finished = True
                return
            made = fault.change(made) if fault.change else made
            answer = made if isinstance(made, str) else json.dumps(made)
            answer = fault.wrap(answer) if fault.wrap else answer
        if fault.finish == "length":
            answer = (answer or "")[: len(answer or "") // 2]
        given = protocol.give(asked.body, _said(asked, answer, fault))
        content = json.dumps(given).encode()
        if fault.cut:
            self._cut(content)
            return
        if asked.body.get("stream"):  # nobody here asks so, but a peer in the bench does
            self._send(200, streamed(given), {"Content-Type": "text/event-stream"})
        else:
            self._send(200, content, {})
        asked.ended = time.monotonic()
        asked.finished = True

    def _embed(self, body: dict[str, Any], embed: Callable[[str], list[float]]) -> None:
        texts = [body["input"]] if isinstance(body["input"], str) else body["input"]
        data = [{"object": "embedding", "index": n, "embedding": embed(text)} for n, text in enumerate(texts)]
        answer = {"object": "list", "data": data, "model": body["model"]}
        self._send(200, json.dumps({**answer, "usage": {"prompt_tokens": 1, "total_tokens": 1}}).encode(), {})

    def _send(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()

    def _cut(self, content: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content[: len(content) // 2])
        self.wfile.flush()
        self.close_connection = True

    def _endless(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.close_connection = True
        while not self.service.closing.is_set():
            self.wfile.write(b" " * 65536)


def _said(asked: Asked, answer: str | None, fault: Fault) -> Said:
    return Said(answer, fault.refusal, fault.finish, len(json.dumps(asked.body)) // 4, len(answer or "") // 4 + 1)


# --- what the scripted model answers --------------------------------------------------------------------------------


def _after(text: str, head: str) -> str:
    return text.partition(head)[2].strip().split("\n", 1)[0].strip()


def plan(asked: Asked) -> Any:
    question = _after(asked.text, "The user asks:\n")
    return {
        "core_question": question,
        "dimensions": [
            {"name": "Figures", "question": question, "weight": 1.0, "facts": 3},
            {"name": "Conditions", "question": f"Under which conditions: {question}", "weight": 0.5, "facts": 2},
        ],
    }


def queries(asked: Asked) -> Any:
    if "This is round 1." not in asked.text:
        return {"queries": []}
    words = re.findall(r"\w{5,}", _after(asked.text, "The research asks:\n"))
    return {"queries": [" ".join(words[:4]), " ".join(words[-3:])] if words else []}


def judge(asked: Asked) -> Any:
    numbers = [int(n) for n in re.findall(rf"^(\d+)\. <data {asked.mark}>", asked.text, re.MULTILINE)]
    return {"verdicts": [{"number": n, "grade": "relevant", "reason": "on the matter"} for n in numbers]}


def read(asked: Asked) -> Any:
    """Two sentences with a number, copied."""
    found = []
    parts = re.findall(rf"^Excerpt (\d+).*?:\n<data {asked.mark}>(.*?)</data {asked.mark}>", asked.text, re.S | re.M)
    for number, text in parts:
        for sentence in re.split(r"(?<=[.!?])\s+", text):
            if re.search(r"\d", sentence) and 30 < len(sentence) < 300 and "\n" not in sentence:
                found.append({"statement": sentence, "excerpt": int(number), "quote": sentence})
                break
    return {"facts": found[:2]}


def resolve(asked: Asked) -> Any:
    return {"holds": "both", "reason": "They speak of different conditions."}


def facts(asked: Asked) -> Iterator[tuple[str, str]]:
    yield from re.findall(rf"^(Fact-\d+) .*?: <data {asked.mark}>(.*?)</data {asked.mark}>", asked.text, re.S | re.M)


def section(asked: Asked) -> Any:
    return {"sentences": [{"text": text, "facts": [name]} for name, text in list(facts(asked))[:6]]}


def bottom(asked: Asked) -> Any:
    found = list(facts(asked))
    return {"answered": bool(found), "sentences": [{"text": text, "facts": [name]} for name, text in found[:1]]}


def pairs(asked: Asked) -> list[tuple[str, list[str]]]:
    """The sentences that are to be judged, each with its quotes."""
    found = []
    for part in re.split(r"^Sentence \d+.*:$", asked.text, flags=re.MULTILINE)[1:]:
        shown = part.partition("To look at:")[0]
        sentence, *quotes = re.findall(rf"<data {asked.mark}>(.*?)</data {asked.mark}>", shown, re.DOTALL)
        found.append((sentence, quotes))
    return found


def support(asked: Asked) -> Any:
    """Every sentence is supported."""
    return {"verdicts": [{"number": n, "verdict": "yes"} for n in range(1, len(pairs(asked)) + 1)]}


def appraise(asked: Asked) -> Any:
    """A publisher that its page names, in its own words, where it does."""
    found = re.search(r"(?:Published by|Publisher:) ([A-Z][\w ]+)", asked.text)
    return {"publisher": {"value": found[1], "words": found[0]}} if found else {}


def reflect(asked: Asked) -> Any:
    return {"enough": True}


def steer(asked: Asked) -> Any:
    return {"changes": []}


def add(asked: Asked) -> Any:
    return {"total": sum(int(n) for n in re.findall(r"\b\d+\b", _after(asked.text, "Add")))}


ANSWERS: dict[str, Callable[[Asked], Any]] = {
    "planner": plan, "query-writer": queries, "judge": judge, "reader": read, "resolver": resolve,
    "section-writer": section, "bottom-line": bottom, "probe": add, "support": support, "appraiser": appraise,
    "reflector": reflect, "steerer": steer,
}  # fmt: skip
