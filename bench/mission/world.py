"""The world of row 6: a site with a search and eighteen pages, and a model that answers each contender after a second.

The model copies what it is shown. As a writer it also invents, unless told otherwise: a number that stands nowhere, and
a source that nobody named; so it is seen what a contender lets through.
"""

from __future__ import annotations

import hashlib
import json
import math
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from parts.scripted import ANSWERS, Asked, Scripted
from parts.website import Site

QUESTION = "What do heat pumps in Lindental cost, how loud are they at night, and how long do they last?"
SIDES = {
    "cost": "heat pump cost euros Lindental",
    "noise": "heat pump noise night decibel Lindental",
    "life": "heat pump lifetime years Lindental",
}
FACETS = ("survey", "installer", "council", "winter", "repair", "cellar")
INVENTED = "98765"
"""The number that the writer makes up."""
NOWHERE = "nowhere.example"
_SAYS = {
    "cost": "The {facet} report of {year} puts the cost of a heat pump in Lindental at {amount} euros, all included.",
    "noise": "The {facet} report of {year} gives {amount} decibel as the noise of a heat pump at night in Lindental.",
    "life": "The {facet} report of {year} gives the lifetime of a heat pump in Lindental as {amount} years.",
}
_BASE = {"cost": 14_000, "noise": 33, "life": 15}
_STEP = {"cost": 650, "noise": 2, "life": 1}


def furnish(site: Site) -> None:
    """Put up the pages and let the search find them, with snippets so short that nobody takes them for the pages."""
    for side in SIDES:
        for number, facet in enumerate(FACETS):
            amount = _BASE[side] + number * _STEP[side]
            says = _SAYS[side].format(facet=facet, year=2014 + number, amount=f"{amount:,}")
            more = f"It asked {120 + 7 * number} owners of a heat pump about {side} and was printed in {2015 + number}."
            title = f"Heat pumps in Lindental: {side}, {facet}"
            body = f"<h1>{title}</h1><p>{says}</p><p>{more}</p>{_background(side, facet)}"
            page = f"<html lang='en'><head><title>{title}</title></head><body><main>{body}</main></body></html>"
            site.add(f"/{side}/{facet}", page)
            site.find(f"/{side}/{facet}", title, f"{SIDES[side]} {facet}")


def _background(side: str, facet: str) -> str:
    """Some two thousand characters around the matter, other ones on each page."""
    draw = random.Random(f"{side} {facet}")
    lines = []
    for _ in range(24):
        who, what, where = draw.choice(_WHO), draw.choice(_WHAT), draw.choice(_WHERE)
        lines.append(f"{who} {what} {where}, as the {facet} people say about the {side} of such a machine.")
    return "".join(f"<p>{' '.join(lines[at : at + 6])}</p>" for at in range(0, 24, 6))


_WHO = ("The miller", "A neighbour", "The school", "Our reader", "The choir", "A carpenter", "The baker", "The mayor")
_WHAT = ("has put one up", "thinks of buying one", "would not go back", "had doubts at first", "asked around for long")
_WHERE = ("behind the barn", "in the old town", "near the river", "above the vineyards", "by the station")


@dataclass(frozen=True)
class Told:
    """What a model told and was told: its calls by kind, and the tokens that it was sent."""

    calls: dict[str, int]
    tokens: int


class Model(Scripted):
    """The service; embeddings are bags of words and come at once."""

    def __init__(self, latency: float, *, invents: bool = True) -> None:
        writers = INVENTING if invents else {}
        super().__init__(latency=latency, answers={**OURS, **writers, **THEIRS, "unknown": _unknown})
        self.embed = embedding

    def told(self) -> Told:
        """Return what came so far, embeddings apart."""
        return Told(dict(self.count()), sum(len(json.dumps(asked.body)) // 4 for asked in self.requests))

    def role_of(self, body: dict[str, Any]) -> str:
        """Tell a request by its words."""
        known = super().role_of(body)
        if known != "unknown":
            return known
        text = "\n".join(str(message["content"]) for message in body["messages"])
        return next((role for role, words in MARKS.items() if words in text), "unknown")


# --- what it answers indagate's roles ---------------------------------------------------------------------------------


def _plan(asked: Asked) -> Any:
    pairs = (FACETS[:2], FACETS[2:4], FACETS[4:])
    sides = [
        {"name": side.capitalize(), "question": f"What is known of: {words}?", "weight": 1.0, "facts": 4,
         "queries": [f"{words} {one} {two}" for one, two in pairs]}
        for side, words in SIDES.items()
    ]  # fmt: skip
    return {"core_question": QUESTION, "dimensions": sides}


def _queries(asked: Asked) -> Any:
    return {"queries": []}


def _judge(asked: Asked) -> Any:
    """What is on the side is relevant, the rest is not."""
    side = next(side for side in SIDES if f"“{side.capitalize()}”" in asked.text)
    parts = re.split(r"^(\d+)\. <data", asked.text, flags=re.MULTILINE)[1:]
    verdicts = [
        {"number": int(number), "grade": "relevant" if f"{side}, " in text else "discarded", "reason": "by its title"}
        for number, text in zip(parts[::2], parts[1::2], strict=True)
    ]
    return {"verdicts": verdicts}


def _with_inventions(answer: Callable[[Asked], Any]) -> Callable[[Asked], Any]:
    def invent(asked: Asked) -> Any:
        made = answer(asked)
        if made["sentences"]:
            cited = made["sentences"][0]["facts"]
            made["sentences"].append({"text": f"Experts expect {INVENTED} of them.", "facts": cited})
            made["sentences"].append({"text": "It is widely known.", "facts": ["Fact-999"]})
        return made

    return invent


OURS: dict[str, Callable[[Asked], Any]] = {"planner": _plan, "query-writer": _queries, "judge": _judge}
INVENTING: dict[str, Callable[[Asked], Any]] = {
    "section-writer": _with_inventions(ANSWERS["section-writer"]),
    "bottom-line": _with_inventions(ANSWERS["bottom-line"]),
}  # fmt: skip

# --- what it answers gpt-researcher -----------------------------------------------------------------------------------

MARKS = {
    "agent": "The server is determined by the field of the topic",
    "outline": "search queries to research the following task",
    "questions": "unique questions. Each question should explore",
    "queries": "unique search queries to research the topic thoroughly",
    "learnings": "extract key learnings and suggest follow-up questions",
    "report": "Using the following hierarchically researched information",
}
"""The kinds of its calls, by words of the prompt."""


def _agent(asked: Asked) -> str:
    return json.dumps({"server": "Research Agent", "agent_role_prompt": "You are a careful researcher."})


def _side(text: str) -> str:
    """The side that a text is about: the one whose name it has last."""
    return max(SIDES, key=lambda side: text.lower().rfind(side))


def _outline(asked: Asked) -> str:
    task = asked.text.partition('following task: "')[2].partition('"')[0]
    return json.dumps([f"{task} {facet}" for facet in FACETS[:3]])


def _questions(asked: Asked) -> str:
    return "\n".join(f"Question: What is known of the {side} of heat pumps in Lindental?" for side in SIDES)


def _deep_queries(asked: Asked) -> str:
    count = int(asked.text.partition("generate ")[2].split()[0])
    if "Previous research goal" in asked.text:
        side = _side(asked.text.partition("Follow-up")[0])
        wanted = [(f"{SIDES[side]} {facet}", side) for facet in FACETS[3:]]
    else:
        wanted = [(words, side) for side, words in SIDES.items()]
    return "\n".join(f"Query: {query}\nGoal: find the {side}" for query, side in wanted[:count])


def _learnings(asked: Asked) -> str:
    lines = [f"Learning [{url}]: {sentence}" for url, sentence in _seen(asked.text)[:3]]
    return "\n".join([*lines, *(f"Question: what else of the {_side(asked.text)}, {facet}?" for facet in FACETS[3:])])


def _report(asked: Asked) -> str:
    lines = [f"{sentence} [source]({url})" for url, sentence in _seen(asked.text)]
    first = _seen(asked.text)[0][0] if lines else "http://nowhere.example/"
    invented = [
        f"Experts expect {INVENTED} of them. [source]({first})",
        f"It is widely known. [source](http://{NOWHERE}/)",
    ]
    return "# Heat pumps in Lindental\n\n" + "\n\n".join([*dict.fromkeys(lines), *invented]) + "\n"


def _seen(text: str) -> list[tuple[str, str]]:
    """The sentences of reports in what is shown, each with the address behind it or, of a page, above it."""
    found, above = [], ""
    for line in text.splitlines():
        if line.strip('"').startswith("Source: http"):
            above = line.partition("Source: ")[2].strip()
        said = re.search(r"The \w+ report of \d+ [^.]*\.", line)
        behind = re.search(r"\[Source: (http\S+?)\]", line)
        if said and (behind or above):
            found.append((behind[1] if behind else above, said[0]))
    return list(dict.fromkeys(found))


def _unknown(asked: Asked) -> str:
    return "I do not know."


THEIRS: dict[str, Callable[[Asked], Any]] = {
    "agent": _agent, "outline": _outline, "questions": _questions, "queries": _deep_queries,
    "learnings": _learnings, "report": _report,
}  # fmt: skip


def embedding(text: str, size: int = 256) -> list[float]:
    """The words of a text as a vector of length 1, with a share that all texts have, as real embeddings do."""
    vector = [0.0] * size
    for word in set(re.findall(r"\w{4,}", text.lower())):
        vector[int(hashlib.blake2b(word.encode(), digest_size=4).hexdigest(), 16) % size] = 1.0
    length = math.sqrt(sum(vector)) or 1.0
    return [0.6 / 1.36**0.5, *(value / length / 1.36**0.5 for value in vector)]


def holds(claim: str, urls: tuple[str, ...], site: Site, texts: dict[str, str]) -> bool:
    """Whether a claim cites a page of the site, and all its numbers stand on one of the pages that it cites."""
    cited = [texts[url.removeprefix(site.address)] for url in urls if url.removeprefix(site.address) in texts]
    numbers = re.findall(r"\d[\d,.]*\d|\d", claim)
    return bool(cited) and len(cited) == len(urls) and all(any(n in text for text in cited) for n in numbers)
