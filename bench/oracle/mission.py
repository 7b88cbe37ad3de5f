"""What a perfect model answers in research: sides, queries, grades, quotes, contradictions, sentences.

Gold by role: `planner` {"sides": [{"name", "question"}], "constraints": {}}; `query_writer` {side: [three queries]};
`reader` {file: [{"quote", "statement"}]}; `reflector` {"contradictions": [[quote, quote, reason]],
"new_questions": []}; `resolver` {"holds": [quotes that hold against their contradiction]}; `section` {side: [{"text",
"quotes"}]}; `bottom_line` [{"text", "quotes"}], none where the documents hold no answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from bench.oracle.gold import Meaning
from bench.oracle.request import Request
from bench.oracle.shown import Answer, normal

_FEWEST = 0.05
_KINDS = {"official", "academic", "industry", "news", "blog"}


def planner(request: Request, gold: Meaning) -> Answer:
    question = request.after("The user asks:\n")
    plan = gold.of("planner", {})
    sides = plan.get("sides") or [{"name": "Answer", "question": question}]
    weight = max(round(1 / len(sides), 2), _FEWEST)
    dimensions = [
        {"name": s["name"], "question": s["question"], "weight": weight, "facts": _wanted(gold, s["name"])}
        for s in sides
    ]
    limits = plan.get("constraints") or {}
    kinds = [kind for kind in _listed(limits.get("sources")) if kind in _KINDS]
    since = (limits.get("since") or "").removesuffix("-01-01")
    forms = [f"only {' or '.join(kinds)} sources"] if kinds else []
    forms += [f"since {since}"] if since else []
    forms += [f"only in {language}" for language in _listed(limits.get("language"))]
    forms += [f"place: {place}" for place in _listed(limits.get("place"))]
    forms += [f"leave out {name}" for name in _listed(limits.get("exclude"))]
    titles = tuple(name for name in _listed(limits.get("exclude")) if name not in _KINDS)
    return Answer({"core_question": question, "dimensions": dimensions, "constraints": forms}, (question, *titles))


def _listed(value: Any) -> list[str]:
    return list(value) if isinstance(value, list) else [value] if value else []


def query_writer(request: Request, gold: Meaning) -> Answer:
    """The gold's queries of the side, then none."""
    queries = gold.of("query_writer", {}).get(_side(request, gold)) or []
    tried = set(re.findall(r"^- (.*)$", request.text, re.MULTILINE))
    return Answer({"queries": [query for query in queries if query not in tried][:4]})


def judge(request: Request, gold: Meaning) -> Answer:
    """A passage that holds a gold quote is relevant, one that was cut within a quote is partial."""
    verdicts = []
    quotes = [normal(item["quote"]) for item in _readings(gold)]
    for number, passage in _numbered(request):
        text = normal(passage)
        held = any(quote in text for quote in quotes)
        begun = any(len(quote) > 40 and quote[:40] in text for quote in quotes)
        grade = "relevant" if held else "partial" if begun else "discarded"
        verdicts.append({"number": number, "grade": grade, "reason": "on the topic" if held else "another topic"})
    return Answer({"verdicts": verdicts})


def reader(request: Request, gold: Meaning) -> Answer:
    """The gold quotes of the side that stand in the excerpts, copied as they stand there."""
    facts: list[dict[str, Any]] = []
    evidence: list[str] = []
    side = _side(request, gold)
    for found in request.data(r"^Excerpt (\d+)[^\n]*(?:\n(?!Excerpt)[^\n]*)*?:\n"):
        for item in _readings(gold):
            quote = normal(item["quote"])
            copied = _copied(item["quote"], found[2])
            if copied and quote not in evidence and _bears(gold, quote, side):
                evidence.append(quote)
                statement = item.get("statement") or quote
                facts.append({"statement": statement, "excerpt": int(found[1]), "quote": copied, "entities": []})
    return Answer({"facts": facts[:12]}, tuple(fact["quote"] for fact in facts), tuple(evidence))


def resolver(request: Request, gold: Meaning) -> Answer:
    """Which of two quotes holds, where gold names the pair; else both, and the pair is a leak of rules."""
    first, second = request.text.find("\nFirst:"), request.text.find("\nSecond:")
    shown = (normal(request.text[first:second]), normal(request.text[second:]))
    holding = {normal(quote) for quote in gold.of("resolver", {}).get("holds", ())}
    for one, other, reason in _contradictions(gold):
        pair = (one, other) if one in shown[0] else (other, one)
        if pair[0] in shown[0] and pair[1] in shown[1]:
            holds = next(
                (word for word, quote in zip(("first", "second"), pair, strict=True) if quote in holding), "both"
            )
            why = reason[:1].upper() + reason[1:] if reason else "Nothing in the sources settles it."
            return Answer({"holds": holds, "reason": why}, evidence=pair)
    return Answer({"holds": "both", "reason": "They speak of different things."}, leaks=("a contradiction by rule",))


def section_writer(request: Request, gold: Meaning) -> Answer:
    if gold.of("raw") is not None:
        return Answer(raw=gold.of("raw"))
    sentences, evidence = _sentences(request, gold, gold.of("section", {}).get(_side(request, gold)) or [])
    return Answer({"sentences": sentences[:14]}, evidence=evidence)


def bottom_line(request: Request, gold: Meaning) -> Answer:
    sentences, evidence = _sentences(request, gold, gold.of("bottom_line") or [])
    return Answer({"answered": bool(sentences), "sentences": sentences[:8]}, evidence=evidence)


def reflector(request: Request, gold: Meaning) -> Answer:
    """The contradictions whose quotes are both shown, and the questions that findings raise, those not asked yet."""
    text = normal(request.text)
    named = [
        {"facts": [_fact_of(request, one), _fact_of(request, other)], "reason": reason}
        for one, other, reason in _contradictions(gold)
        if one in text and other in text
    ]
    raised = [item for item in (gold.of("reflector") or {}).get("new_questions", []) if normal(item) not in text]
    questions = [{"question": item, "reason": "the findings leave it open"} for item in raised]
    return Answer({"enough": not questions, "contradictions": named, "questions": questions, "stop": []})


def appraiser(request: Request, gold: Meaning) -> Answer:
    """Of a source that gold reads, what the question limits sources to: its publisher's kind, the year it names."""
    limits = gold.of("planner", {}).get("constraints") or {}
    file, publisher = request.data("It stands at "), request.data("Its publisher is ")
    read = [path.rsplit("/", 1)[-1] for path in gold.of("reader") or {}]
    if not file or file[0][1].rsplit("/", 1)[-1] not in read:
        return Answer({})
    found: dict[str, dict[str, str]] = {}
    kinds = [kind for kind in _listed(limits.get("sources")) if kind in _KINDS]
    if publisher and kinds:
        found["kind"] = {"value": kinds[0], "words": publisher[0][1]}
    beginning = request.data("It begins:\n")
    if limits.get("since") and beginning and (dated := re.search(r"^.*\b(20\d\d)\b.*$", beginning[0][1], re.MULTILINE)):
        found["published"] = {"value": dated[1], "words": dated[0].strip()[:200]}
    return Answer(found, tuple(part["words"] for part in found.values()))


# --- gold ------------------------------------------------------------------------------------------------------------


def _readings(gold: Meaning) -> list[dict[str, Any]]:
    """What is to be read: quotes with their statements."""
    return [item for items in (gold.of("reader") or {}).values() for item in items]


def _contradictions(gold: Meaning) -> list[tuple[str, str, str]]:
    pairs = (gold.of("reflector") or {}).get("contradictions") or []
    return [(normal(one), normal(other), reason) for one, other, reason in pairs]


def _of_side(gold: Meaning, side: str) -> set[str]:
    return {normal(quote) for sentence in gold.of("section", {}).get(side) or [] for quote in sentence["quotes"]}


def _bears(gold: Meaning, quote: str, side: str) -> bool:
    """Whether a quote belongs to a side, or to none in particular."""
    sections = gold.of("section", {})
    return quote in _of_side(gold, side) or not any(quote in _of_side(gold, name) for name in sections)


def _wanted(gold: Meaning, side: str) -> int:
    return max(1, min(8, len(_of_side(gold, side))))


# --- what requests show ----------------------------------------------------------------------------------------------


def _side(request: Request, gold: Meaning) -> str:
    """The side that a request is for, by its name between quotation marks."""
    asked = request.text.partition("is “")[2].split("”", 1)[0]
    names = [side["name"] for side in (gold.of("planner") or {}).get("sides") or []]
    return asked if asked in names or len(names) > 1 else next(iter(names), "")


def _numbered(request: Request) -> list[tuple[int, str]]:
    """The passages of a list, each with its number; numbers that stand within a passage begin none."""
    spans = [(match.start(), match.end()) for match in request.data("")]
    heads = [
        head
        for head in re.finditer(r"^(\d+)\. ", request.text, re.MULTILINE)
        if not any(start <= head.start() < end for start, end in spans)
    ]
    ends = [head.start() for head in heads[1:]] + [len(request.text)] * bool(heads)
    return [(int(head[1]), request.text[head.end() : end]) for head, end in zip(heads, ends, strict=True)]


def _copied(quote: str, text: str) -> str:
    """Return a quote as it stands in a text, whose lines may break elsewhere; nothing if it is not there."""
    found = re.search(r"\s+".join(re.escape(word) for word in quote.split()), text)
    return found[0] if found else ""


def _facts(request: Request) -> list[tuple[str, str]]:
    """The facts shown: id, and everything that is said of it."""
    heads = list(re.finditer(r"^(Fact-\d+) ", request.text, re.MULTILINE))
    ends = [head.start() for head in heads[1:]] + [len(request.text)] * bool(heads)
    return [(head[1], normal(request.text[head.start() : end])) for head, end in zip(heads, ends, strict=True)]


def _fact_of(request: Request, *texts: str) -> str:
    """Return the fact that shows one of these texts, or nothing."""
    facts = _facts(request)
    return next((name for text in texts for name, told in facts if text and normal(text) in told), "")


def _sentences(
    request: Request, gold: Meaning, worded: Iterable[dict[str, Any]]
) -> tuple[list[dict[str, Any]], tuple[str, ...]]:
    """The sentences all of whose quotes are shown as facts, by the facts' names."""
    sentences: list[dict[str, Any]] = []
    evidence: list[str] = []
    for sentence in worded:
        names = [_fact_of(request, quote, *_statements(gold, quote)) for quote in sentence["quotes"]]
        if all(names):
            evidence += [normal(quote) for quote in sentence["quotes"]]
            basis = sentence.get("basis", "worded")
            sentences.append({"text": sentence["text"], "facts": list(dict.fromkeys(names)), "basis": basis})
    return sentences, tuple(evidence)


def _statements(gold: Meaning, quote: str) -> list[str]:
    """How the reader worded a quote: some requests show facts by their statements alone."""
    own = [item for item in _readings(gold) if normal(item["quote"]) == normal(quote)]
    return [item["statement"] for item in own if item.get("statement")]
