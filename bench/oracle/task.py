"""What a perfect model answers in tasks: a plan, one tool call after another, an answer, a judgement of each item.

Gold by role: `planner` {"route", "subgoals"}; `agent` a list of calls {"tool", "arguments", "quote", "file"}; `answer`
a template with slots; `critic` {"rubric": […]} and perhaps {"score"}. A call whose `quote` is null finds nothing.

Where the route has several parts, gold's calls are dealt out to them. An agent that works after others makes their
calls as well, for its slots; one that works beside others makes its own only, and the merger gives the answer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bench.oracle import dialect, slots
from bench.oracle.gold import Meaning
from bench.oracle.request import Request
from bench.oracle.shown import Answer, normal

REFUSAL = "What there is does not answer this."
SEARCH, READ = "search_documents", "read_document"
_PART = re.compile(r"is what you answer: <data \w+>(.*?)</data \w+>", re.DOTALL)
_USED = re.compile(
    r"You used <data \w+>(?P<tool>.*?)</data \w+> with <data \w+>(?P<arguments>.*?)</data \w+>\. "
    r"(?P<status>[A-Z_]+): <data \w+>(?P<text>.*?)</data \w+>",
    re.DOTALL,
)
_ITEM = re.compile(r"^\d+\. <data ", re.MULTILINE)
_MARKS = re.compile(r"^\s*<data (\w+)>(.*)</data \1>\s*$", re.DOTALL)
_FAILED = re.compile(r"^(FAILED|TIMEOUT|BLOCKED|RETRY_EXHAUSTED)\b")


@dataclass(frozen=True)
class Seen:
    """A call that the request shows, with its status and result."""

    tool: str
    arguments: str
    status: str
    text: str

    @property
    def good(self) -> bool:
        return self.status == "SUCCESS"


def planner(request: Request, gold: Meaning) -> Answer:
    """The gold's route; a part for each of its subgoals, with the tools that its calls need."""
    plan = gold.of("planner", {})
    subgoals = plan.get("subgoals") or [request.after("The goal:")]
    calls = gold.of("agent", []) or []
    route = plan.get("route", "minimal")
    parts: list[dict[str, Any]] = []
    for number, goal in enumerate(subgoals):
        named = [call["tool"] for call in calls[_share(number, len(subgoals), len(calls), route)]]
        named += [READ] if SEARCH in named else []
        parts.append({"name": " ".join(goal.split()[:4]), "goal": goal, "tools": list(dict.fromkeys(named))})
    asked = gold.of("critic", {}).get("rubric", [])
    wanted = [
        {
            "what": item["asked"],
            "dimension": item["dimension"] if item.get("dimension") != "none" else "",
            "unit": item.get("unit", ""),
        }
        for item in asked
    ]
    tools = tuple(tool for part in parts for tool in part["tools"])
    return Answer({"route": route, "parts": parts, "wanted": wanted, "reason": ""}, tools)


def agent(request: Request, gold: Meaning) -> Answer:
    """The next call of the gold, its slots filled from the results shown, or the answer when all were made."""
    calls: list[dict[str, Any]] = gold.of("agent", []) or []
    plan = gold.of("planner", {})
    number, of = _part(request, plan.get("subgoals", []))
    calls = calls[_share(number, of, len(calls), plan.get("route", "minimal"))]
    found = _followed(calls, list(_seen(request)), request)
    if isinstance(found, Answer):
        return found
    done, quotes = found
    evidence = tuple(normal(quote) for quote in quotes.values())
    try:
        if len(done) < len(calls):
            call = calls[len(done)]
            arguments = dialect.arguments(call, _filled(call["arguments"], done, quotes), request)
            return _called(request, call["tool"], arguments, evidence)
        template = gold.of("answer") or REFUSAL
        if gold.of("literal"):
            cited = template + "".join(_citations(calls, quotes, request))
            return _answered(request, cited, tuple(quotes.values()), evidence)
        answer = slots.filled(template, done, quotes) if number == of - 1 and not _beside(plan) else _own(done, quotes)
    except slots.NotShown as missing:
        return Answer(rests_on=(f"\0{missing}",), evidence=evidence)
    return _answered(request, answer, tuple(quotes.values()), evidence)


def merger(request: Request, gold: Meaning) -> Answer:
    """The gold's answer, its quotes from the parts' answers that the request shows."""
    calls = gold.of("agent", []) or []
    quotes = {
        n: call["quote"]
        for n, call in enumerate(calls, start=1)
        if call.get("quote") and normal(call["quote"]) in normal(request.text)
    }
    try:
        answer = slots.filled(gold.of("answer") or REFUSAL, [slots.Result("") for _ in calls], quotes)
    except slots.NotShown as missing:
        return Answer(rests_on=(f"\0{missing}",))
    return Answer({"answer": answer}, tuple(quotes.values()))


def critic(request: Request, gold: Meaning) -> Answer:
    """The gold's score for each item that the request shows, 1 where it has none."""
    score = gold.of("critic", {}).get("score", 1.0)
    items = [{"score": score, "why": ""} for _ in _ITEM.findall(request.text.partition("Items to judge:")[2])]
    return Answer({"items": items, "feedback": ""})


# --- parts ----------------------------------------------------------------------------------------------------------


def _beside(plan: dict[str, Any]) -> bool:
    return plan.get("route") == "parallel" and len(plan.get("subgoals", [])) > 1


def _share(number: int, of: int, calls: int, route: str) -> slice:
    """The calls of a part: its own where the parts stand side by side, else with all those before it."""
    first, last = number * calls // max(of, 1), (number + 1) * calls // max(of, 1)
    return slice(first if route == "parallel" else 0, last if number < of - 1 else calls)


def _part(request: Request, subgoals: list[str]) -> tuple[int, int]:
    """Which of the gold's parts a request is for, and of how many: the first of one where it names none."""
    found = _PART.search(request.text)
    names = [normal(goal) for goal in subgoals]
    asked = normal(found[1]) if found else ""
    return (names.index(asked), len(names)) if asked in names else (0, 1)


def _citations(calls: list[dict[str, Any]], quotes: dict[int, str], request: Request) -> Iterator[str]:
    """What the answer claims to rest on, in the form that the agent is asked for."""
    for number, quote in quotes.items():
        yield f" [{dialect.path_shown(calls[number - 1].get('file', ''), request)}: “{quote}”]"


def _own(done: list[slots.Result], quotes: dict[int, str]) -> str:
    """What a part that is not the last answers: its latest quote, else its latest result."""
    if len(done) in quotes:
        return quotes[len(done)]
    cells = done[-1].cells if done else ()
    return "; ".join(f"{cell['label']} {cell['value']} {cell['unit']}".strip() for cell in cells) or REFUSAL


# --- what requests show ---------------------------------------------------------------------------------------------


def _seen(request: Request) -> Iterator[Seen]:
    """The calls that were made: the provider's own messages, or told in the prompt."""
    made = [call["function"] for message in request.messages for call in message.get("tool_calls") or ()]
    if request.results:
        for n, text in enumerate(request.results):
            fenced = _MARKS.match(text)
            bare = fenced[2] if fenced else text
            failed = _FAILED.match(bare)
            tool, arguments = (made[n]["name"], made[n]["arguments"]) if n < len(made) else ("", "{}")
            yield Seen(tool, arguments, failed[1] if failed else "SUCCESS", bare)
        return
    for found in _USED.finditer(request.text):
        yield Seen(found["tool"], found["arguments"], found["status"], found["text"])


def _followed(
    calls: list[dict[str, Any]], seen: list[Seen], request: Request
) -> Answer | tuple[list[slots.Result], dict[int, str]]:
    """Follow gold's calls through those that were made: the results and quotes so far, or what is done about a gap.

    A search that does not show its quote is followed by reading its document, if the request names that: so would
    anybody who sees what there is to read.
    """
    done: list[slots.Result] = []
    quotes: dict[int, str] = {}
    left = iter(seen)
    for number, call in enumerate(calls, start=1):
        made = next(left, None)
        if made is None:
            break
        if not made.good:
            return Answer(rests_on=(f"\0call {number}, {made.tool}: {made.status} {made.text[:160]}",))
        quote = call.get("quote")
        if quote and normal(quote) not in normal(_told(made.text)):
            path = dialect.path_shown(call.get("file", ""), request) if call["tool"] == SEARCH else ""
            if not path:
                return Answer(rests_on=(f"\0the quote of call {number}",), evidence=_evidence(quotes))
            made = next(left, None)
            if made is None:
                return _called(request, READ, {"path": path}, _evidence(quotes))
            if not made.good or normal(quote) not in normal(_told(made.text)):
                return Answer(rests_on=(f"\0the quote of call {number}",), evidence=_evidence(quotes))
        if quote:
            quotes[number] = quote
        done.append(dialect.result(call["tool"], made.text, made.arguments))
    return done, quotes


def _evidence(quotes: dict[int, str]) -> tuple[str, ...]:
    return tuple(normal(quote) for quote in quotes.values())


def _told(text: str) -> str:
    """A result's texts, those of a JSON value one after the other."""
    try:
        given = json.loads(text)
    except ValueError:
        return text
    return "\n".join(_leaves(given))


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for item in value.values():
            yield from _leaves(item)
    elif isinstance(value, list):
        for item in value:
            yield from _leaves(item)
    else:
        yield str(value)


def _filled(value: Any, done: list[slots.Result], quotes: dict[int, str]) -> Any:
    if isinstance(value, str):
        return slots.filled(value, done, quotes)
    if isinstance(value, dict):
        return {name: _filled(item, done, quotes) for name, item in value.items()}
    return value


def _called(request: Request, tool: str, arguments: dict[str, Any], evidence: tuple[str, ...]) -> Answer:
    """A native call where the request offers the tool, else the call in the form that the request asks for."""
    rests = (tool, *(dialect.names_of(arguments["sql"]) if "sql" in arguments else ()))
    if tool in request.tools:
        return Answer(rests_on=rests[1:], call=(tool, arguments), evidence=evidence)
    choice = {"tool": tool, "arguments": json.dumps(arguments, ensure_ascii=False)}
    return Answer({"thought": "", "calls": [choice], "answer": ""}, rests, evidence)


def _answered(request: Request, answer: str, quotes: tuple[str, ...], evidence: tuple[str, ...]) -> Answer:
    """The answer in the form that is asked for, as a text where none is."""
    properties = _properties(request)
    if "thought" in properties:
        return Answer({"thought": "", "calls": [], "answer": answer}, quotes, evidence)
    if "answer" in properties or not request.tools:
        return Answer({"answer": answer}, quotes, evidence)
    return Answer({"answer": answer}, quotes, evidence, raw=answer)


def _properties(request: Request) -> dict[str, Any]:
    schemas = [request.native.get("schema") or {}]
    schemas += [tool.get("parameters") or {} for name, tool in request.tools.items() if name in _FORMS]
    found = {name: schema for item in schemas for name, schema in (item.get("properties") or {}).items()}
    return found or ({"thought": {}} if '"thought"' in request.instructions else {})


_FORMS = frozenset({"thinker", "agent", "answer", "final_result", "merger", "writer"})
"""Names of tools that take an answer, in the form of answers by tools."""
