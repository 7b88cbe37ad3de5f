"""The agent's next step: use tools, or answer. Its rule does what can be done exactly, and names what it cannot."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

import msgspec

from indagate.errors import InputError
from indagate.evidence.sentence import sentences
from indagate.evidence.word import stem, stems, words
from indagate.flows.task.react.chart import Call
from indagate.models import Exchange, Role, ToolCall, ToolSpec, Turn
from indagate.models.form import without_thoughts
from indagate.models.value import mistakes
from indagate.tools.calculator import evaluate

CALCULATE, ASK_TABLES, SEARCH = "calculate", "ask_tables", "search_documents"
PASSAGES = 3
"""Passages that are shown as the nearest ones."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A tool that the agent may use: its name, what it does, and the form of its arguments as JSON."""

    name: str
    doc: str
    schema: str


@dataclass(frozen=True, slots=True)
class Seen:
    """What became of a call, as the agent is shown it."""

    tool: str
    arguments: str
    status: str
    text: str
    ref: str = ""


@dataclass(frozen=True, slots=True)
class PastTurn:
    """An earlier turn: the thought and what its calls showed."""

    thought: str
    seen: tuple[Seen, ...] = ()


@dataclass(frozen=True, slots=True)
class ThinkQuestion:
    """What does the agent do next? `left` counts the turns that it has, this one included.

    `goal` is the whole one, `part` the agent's own question, `name` what it is called. `most` is how many tokens
    its answer may have. `documents` are paths and titles of what can be read. `form` is the JSON Schema of the answer.
    """

    goal: str
    name: str
    part: str
    tools: tuple[Offered, ...]
    turns: tuple[PastTurn, ...]
    left: int
    today: str
    tables: str = ""
    feedback: str = ""
    background: str = ""
    wants: tuple[str, ...] = ()
    most: int = 3000
    documents: tuple[str, ...] = ()
    form: str = ""


@dataclass(frozen=True, slots=True)
class Thinking:
    """What an agent does next: use tools, or answer, or give up with a named error and a reason."""

    thought: str
    calls: tuple[Call, ...] = ()
    answer: str = ""
    error: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ToolChoice:
    """A tool by name, and its arguments as the text of a JSON object."""

    tool: str
    arguments: str = "{}"


@dataclass(frozen=True, slots=True)
class ThinkingAnswer:
    """What a model thinks, and either the tools that it wants to use or its answer."""

    thought: str
    calls: list[ToolChoice] = field(default_factory=list)
    answer: str = ""


def thinking(asked: ThinkQuestion, given: ThinkingAnswer) -> Thinking:
    """Return the step that a model's answer is; what it chooses wrongly the router will say."""
    calls = tuple(Call(choice.tool.strip(), choice.arguments) for choice in given.calls)
    if calls and asked.left <= 1 and given.answer.strip():
        calls = ()  # no turn is left in which their results could be read
    return Thinking(given.thought, calls, "" if calls else given.answer)


# --- the provider's own tool calls ----------------------------------------------------------------------------------

LONG, GLIMPSE = 600, 200
"""Characters of a result from which on it may stand by reference, and those that are then still shown of it."""


def offered_tools(asked: ThinkQuestion) -> list[ToolSpec]:
    """Return the tools in the form that providers take."""
    return [ToolSpec(tool.name, tool.doc, json.loads(tool.schema)) for tool in asked.tools]


def exchanges(asked: ThinkQuestion) -> list[Exchange]:
    """Return the earlier turns as messages: what was called, and what became of each call."""
    found = []
    for number, turn in enumerate(asked.turns):
        calls = tuple(
            ToolCall(f"c{number:04d}{at:04d}", seen.tool, _object(seen.arguments)) for at, seen in enumerate(turn.seen)
        )
        results = tuple(seen.text if seen.status == "SUCCESS" else f"{seen.status}: {seen.text}" for seen in turn.seen)
        if calls:
            found.append(Exchange(Turn(calls, turn.thought), results))
    return found


def _object(arguments: str) -> str:
    """Return arguments as the JSON of an object, which a provider needs even of a call that could not be made."""
    try:
        return arguments if isinstance(json.loads(arguments), dict) else "{}"
    except ValueError:
        return "{}"


def from_turn(asked: ThinkQuestion, turn: Turn) -> Thinking:
    """Return the step that a model's turn is. A small model may write the form in words that others are asked in."""
    text = without_thoughts(turn.text)
    if turn.calls:  # what stands beside calls is the thought, also in the last turn: no answer
        return Thinking(text, tuple(Call(call.name, call.arguments) for call in turn.calls))
    return _written(asked, text) or Thinking("", answer=text)


def _written(asked: ThinkQuestion, text: str) -> Thinking | None:
    try:
        held = json.loads(text)
    except ValueError:
        return None
    if not isinstance(held, dict) or not held or not held.keys() <= {"thought", "calls", "answer"}:
        return None
    try:
        return thinking(asked, msgspec.convert({"thought": "", **held}, ThinkingAnswer))
    except msgspec.ValidationError:
        return None


def shorten(asked: ThinkQuestion) -> ThinkQuestion | None:
    """Return the question with its oldest long result by reference, of the last turn with half of one; else None."""
    for number, turn in enumerate(asked.turns):
        last = number == len(asked.turns) - 1
        for at, seen in enumerate(turn.seen):
            if len(seen.text) <= LONG:
                continue
            kept = len(seen.text) // 2 if last else GLIMPSE
            kept_as = f", kept as {seen.ref[:12]}" if seen.ref else ""
            text = f"{seen.text[:kept]} … [cut to fit{kept_as}; a narrower call shows what is needed of it]"
            uses = (*turn.seen[:at], replace(seen, text=text), *turn.seen[at + 1 :])
            turns = (*asked.turns[:number], replace(turn, seen=uses), *asked.turns[number + 1 :])
            return replace(asked, turns=turns)
    return None


# --- the rule -------------------------------------------------------------------------------------------------------

_ASKS = re.compile(r"^(?:what(?:'s| is| are)|how much (?:is|are)|calculate|compute|convert)\s+", re.IGNORECASE)
_HOW_MANY = re.compile(
    r"^how many (?P<unit>[^\s]+(?: per [^\s]+)?) (?:are|is|in|make)(?: in)?\s+(?P<rest>.+)$", re.IGNORECASE
)
_BETWEEN = re.compile(
    r"^how many days (?:are )?(?:there )?(?:from|between) (?P<first>\d{4}-\d\d-\d\d) (?:to|and|until) "
    r"(?P<last>\d{4}-\d\d-\d\d)$",
    re.IGNORECASE,
)


def expression_of(question: str, today: date) -> str:
    """Return the expression that a question is, whole, or nothing: the calculator has to read every word of it."""
    text = " ".join(question.split()).rstrip(" ?.!=")
    if between := _BETWEEN.match(text):
        return f"{between['last']} - {between['first']}"
    tries = [_ASKS.sub("", text)]
    if many := _HOW_MANY.match(text):
        tries.insert(0, f"{many['rest']} in {many['unit']}")
    for tried in tries:
        if not any(sign.isdigit() for sign in tried):
            continue
        try:
            evaluate(tried, today)
        except InputError:
            continue
        return tried
    return ""


def think(asked: ThinkQuestion) -> Thinking:
    """Return the next step without a model: an expression, a question in a table's own words, a passage that holds all.

    The same turns give the same step. What none of these answers needs a model, and is shown what is nearest.
    """
    if asked.form:
        return _give_up("an answer of a form of yours is written by a model only")
    offered = {tool.name for tool in asked.tools}
    question = asked.part or asked.goal
    expression = expression_of(question, date.fromisoformat(asked.today))
    if expression and CALCULATE in offered:
        return _computed(expression, asked)
    near: list[str] = []
    if ASK_TABLES in offered:
        seen = _seen(asked, ASK_TABLES, {"question": question})
        if seen is None:
            return _use("The tables may say it in their own words.", ASK_TABLES, question=question)
        told = _result(seen)
        if told.get("understood"):
            return Thinking("The tables say it.", answer=str(told["text"]))
        near.append(str(told.get("text") or seen.text))
    if SEARCH in offered:
        seen = _seen(asked, SEARCH, {"query": question, "limit": PASSAGES})
        if seen is None:
            return _use("The documents may hold it.", SEARCH, query=question, limit=PASSAGES)
        passages = _result(seen).get("value") or []
        quote = _quote(question, passages)
        if quote:
            return Thinking("A passage holds every word of the question.", answer=quote)
        near += [f"nearest: “{passage['text'].strip()}” [{passage['path']}]" for passage in passages]
    return _give_up("\n".join(near))


def _computed(expression: str, asked: ThinkQuestion) -> Thinking:
    seen = _seen(asked, CALCULATE, {"expression": expression})
    if seen is None:
        return _use("This can be computed.", CALCULATE, expression=expression)
    if seen.status != "SUCCESS":
        return _give_up(f"the calculator cannot do it: {seen.text}")
    return Thinking("The calculator says it.", answer=f"{expression} = {seen.text}")


def _quote(question: str, passages: list[dict[str, Any]]) -> str:
    """Return the first sentence that holds every content word of a question, quoted, with its place."""
    for passage in passages:
        text = passage["text"]
        for sentence in sentences(text):
            said = " ".join(text[sentence.start : sentence.end].split())
            if holds_all(said, question):
                place = f", {passage['heading']}" if passage.get("heading") else ""
                return f"“{said}” [{passage['path']}{place}]"
    return ""


def holds_all(text: str, question: str) -> bool:
    """Whether a text holds every content word and number of a question, at least two of them, by their stems."""
    wanted = stems(question)
    return len(wanted) > 1 and wanted <= {stem(word.text) for word in words(text)}


def conclude(asked: ThinkQuestion) -> str:
    """Return the rule's answer if it needs no further call for it, else nothing."""
    found = think(asked)
    return "" if found.calls else found.answer


def _give_up(near: str) -> Thinking:
    reason = "no rule answers this exactly; a model would: --model, or INDAGATE_MODEL"
    return Thinking("No rule reaches this goal.", error="needs_model", reason=f"{reason}\n{near}".strip())


def _use(thought: str, tool: str, **arguments: object) -> Thinking:
    return Thinking(thought, (Call(tool, json.dumps(arguments, ensure_ascii=False)),))


def _seen(asked: ThinkQuestion, tool: str, arguments: dict[str, object]) -> Seen | None:
    """Return what became of a call, if it was made."""
    return next(
        (
            seen for turn in asked.turns for seen in turn.seen
            if seen.tool == tool and json.loads(seen.arguments) == arguments
        ), None,
    )  # fmt: skip


def _result(seen: Seen) -> dict[str, Any]:
    """Return what a call brought: an object as it is, a list under `value`; nothing where it failed."""
    if seen.status != "SUCCESS":
        return {}
    found = json.loads(seen.text)
    return found if isinstance(found, dict) else {"value": found}


def _complaints(asked: ThinkQuestion, given: Thinking) -> list[str]:
    """Return what is wrong with an answer that has to be of a form."""
    return mistakes(given.answer, asked.form) if asked.form and given.answer and not given.calls else []


THINKER: Role[ThinkQuestion, Thinking] = Role(
    "thinker",
    Thinking,
    think,
    doc="what an agent does next: use tools, or answer",
    prompt=Path(__file__).with_name("thinker.md"),
    max_tokens=lambda asked: asked.most,
    check=_complaints,
    answer=ThinkingAnswer,
    to_output=thinking,
    tools=offered_tools,
    history=exchanges,
    from_turn=from_turn,
    tool_prompt=Path(__file__).with_name("agent.md"),
    shorten=shorten,
)
