"""What answers a mission's roles without a model: parts of the question, its words, ranks, sentences as they stand.

Nothing here understands: a part is a sentence or an item of a list, a query is its words, the judge goes by rank, and
what is read is the sentence of a passage that holds most of the words. Nothing is scored and nothing is an answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from indagate.evidence import Fact, Source, names, sentences
from indagate.flows.mission.amendment import Amendment, exact, limits_in
from indagate.flows.mission.ask import (
    BottomLine,
    BottomQuestion,
    Candidate,
    Excerpt,
    Extract,
    Judgement,
    JudgeQuestion,
    Plan,
    PlanQuestion,
    Queries,
    QueryQuestion,
    Reading,
    ReadQuestion,
    Section,
    SectionQuestion,
    Verdict,
)
from indagate.flows.mission.asked import Asked
from indagate.flows.mission.chart import Claim, Dimension, focused
from indagate.flows.mission.noise import same_words

MOST = 3
"""Passages that a part of the question is shown at most."""
PARTS = 20
"""Parts that a question has at most; what is asked beyond them is one more."""
_NAME = 60
"""Characters of a part's name."""
_WORDS = 60
"""Words of a marked sentence; of a longer one the stretch is shown in which most of the question's words stand."""
CELLS = " | "
"""What stands between the cells of a row."""
_ITEM = re.compile(r"^\s*(?:[-*•–]|\(?(?:\d{1,2}|[a-z])[.)])\s+(?=\S)")


# --- the plan -------------------------------------------------------------------------------------------------------


def plan(question: PlanQuestion) -> Plan:
    """Return a side for each sentence and each item of a list, of the question and of what was added to it.

    A sentence that is an exact form is no side: it limits the sources, drops a side or puts the weight on one.
    """
    changes: list[Amendment] = []
    parts: list[str] = []
    for part in parts_of(question.question):
        made, strange = exact(part)
        limiting = not strange and all(item.act == "limit" for item in made)
        if limiting:
            changes += made
        else:
            parts.append(part)
    for text in question.amendments:
        made, strange = exact(text)
        changes += made
        parts += parts_of(text) if strange else [item.value for item in made if item.act == "add"]
    parts = _kept(list(dict.fromkeys(parts)), changes) or [" ".join(question.question.split())]
    if len(parts) > PARTS:
        parts = [*parts[: PARTS - 1], " ".join(parts[PARTS - 1 :])]
    weight = round(1 / len(parts), 2)
    weights = [round(1 - weight * (len(parts) - 1), 2), *[weight] * (len(parts) - 1)]
    sides: list[Dimension] = []
    for part, share in zip(parts, weights, strict=True):
        sides.append(Dimension(_named(part, [item.name for item in sides]), part, share, 1))
    for item in changes:
        if item.act == "focus":
            name = next((side.name for side in sides if item.value.casefold() in side.question.casefold()), "")
            sides = list(focused(tuple(sides), name))
    return Plan(" ".join(question.question.split()), tuple(sides), limits_in(changes))


def _kept(parts: Sequence[str], changes: Sequence[Amendment]) -> list[str]:
    """Return the parts that no amendment drops."""
    dropped = [item.value.casefold() for item in changes if item.act == "drop"]
    return [part for part in parts if not any(text in part.casefold() for text in dropped)]


def parts_of(text: str) -> list[str]:
    """Return the sentences and the items of a text; an item of a list stands behind what leads in to it."""
    found: list[str] = []
    lead = ""
    for item, block in _blocks(text):
        if item:
            if lead and found and found[-1] == lead:
                found.pop()
            found.append(f"{lead} {block}" if lead else block)
            continue
        said = [" ".join(sentence.text.split()) for sentence in sentences(block)]
        found += said
        lead = said[-1] if said and said[-1].endswith(":") else ""
    return found


def _blocks(text: str) -> Iterator[tuple[bool, str]]:
    """Yield the items of lists and the paragraphs between them, each on one line, with whether it is an item."""
    held: list[str] = []
    listed = False
    for line in [*text.splitlines(), ""]:
        item = _ITEM.match(line)
        if (item or not line.strip()) and held:
            yield listed, " ".join(held)
            held, listed = [], False
        if line.strip():
            held.append(" ".join((line[item.end() :] if item else line).split()))
            listed = listed or item is not None


def _named(part: str, taken: Sequence[str]) -> str:
    """Return a short name for a part that no other has."""
    bare = part.strip().rstrip(".?!:;,… ") or part
    name = bare if len(bare) <= _NAME else f"{bare[:_NAME].rpartition(' ')[0] or bare[:_NAME]} …"
    again = sum(other.casefold().startswith(name.casefold()) for other in taken)
    return f"{name} ({again + 1})" if again else name


# --- searching ------------------------------------------------------------------------------------------------------


def queries(question: QueryQuestion) -> Queries:
    """Return the part's words, once."""
    query = " ".join(Asked.of(question.dimension.question).words)
    return Queries((query,) if query and query not in question.tried else ())


def judge(question: JudgeQuestion) -> Judgement:
    """Keep the first passages by rank, those before others that hold all the words."""
    asked = Asked.of(question.dimension.question)
    missing = {
        item.number: asked.missing(item.text, item.heading, item.title, item.path) for item in question.candidates
    }
    ordered = sorted(question.candidates, key=lambda item: bool(missing[item.number]))  # stable: by rank within
    kept = {item.number for item in ordered[: question.most]}
    return Judgement(
        tuple(_verdict(item, missing[item.number], kept=item.number in kept) for item in question.candidates)
    )


def _verdict(item: Candidate, missing: Sequence[str], *, kept: bool) -> Verdict:
    said = f"lacks {', '.join(missing)}" if missing else "holds all the words"
    return Verdict(item.number, "relevant", said) if kept else Verdict(item.number, "discarded", f"{said}; by rank")


# --- reading --------------------------------------------------------------------------------------------------------


def read(question: ReadQuestion) -> Reading:
    """Return of each passage the sentence, or row, that holds most of the part's words; of many passages the best."""
    asked = Asked.of(question.dimension.question)
    counts = [len(asked.held(excerpt.text)) for excerpt in question.excerpts]
    best = sorted(range(len(counts)), key=lambda at: -counts[at])[:MOST]
    found = (_marked(question.excerpts[at], asked) for at in sorted(best) if counts[at] or not any(counts))
    return Reading(tuple(extract for extract in found if extract is not None))


def _marked(excerpt: Excerpt, asked: Asked) -> Extract | None:
    spans = [span for span in _pieces(excerpt) if len(excerpt.text[slice(*span)].split()) > 1]
    if not spans:
        return None
    best = max(spans, key=lambda span: _worth(excerpt.text[slice(*span)], asked))
    start, end = _window(excerpt.text, *best, asked)
    quote = excerpt.text[start:end]
    header = f"columns: {_columns(excerpt)}" if CELLS in quote else ""
    place = "; ".join(part for part in (excerpt.place, header) if part)
    return Extract(
        " ".join(quote.split()), quote, excerpt.start + start, excerpt.start + end, place, excerpt.text,
        tuple(names(quote)),
    )  # fmt: skip


def _columns(excerpt: Excerpt) -> str:
    """Return what names a row's cells: the header of its table, or the first of the rows."""
    rows = (" ".join(line.split()) for line in excerpt.text.splitlines() if CELLS in line)
    return excerpt.context if CELLS in excerpt.context else next(rows, "")


def _worth(sentence: str, asked: Asked) -> tuple[int, bool]:
    """Return how many of the words a sentence holds; of as many, whole sentences and rows with figures come first."""
    whole = sentence.rstrip().endswith((".", "!", "?", "…"))
    return len(asked.held(sentence)), whole or (CELLS in sentence and any(char.isdigit() for char in sentence))


def _pieces(excerpt: Excerpt) -> Iterator[tuple[int, int]]:
    """Yield the places of an excerpt's sentences; rows of a table and lines of code are one each."""
    lined = excerpt.kind in ("row", "code")
    for stretch in re.finditer(r"[^\n]*\S[^\n]*" if lined or CELLS in excerpt.text else r"(?s).+", excerpt.text):
        if lined or CELLS in stretch[0]:
            yield stretch.span()
        else:
            yield from ((stretch.start() + one.start, stretch.start() + one.end) for one in sentences(stretch[0]))


def _window(text: str, start: int, end: int, asked: Asked) -> tuple[int, int]:
    """Return a sentence's place, or that of the stretch of a long one that holds most of the words."""
    found = [(start + word.start(), start + word.end()) for word in re.finditer(r"\S+", text[start:end])]
    if len(found) <= _WORDS:
        return start, end
    steps = range(0, len(found) - _WORDS + 1, 10)
    at = max(steps, key=lambda step: len(asked.held(text[found[step][0] : found[step + _WORDS - 1][1]])))
    return found[at][0], found[at + _WORDS - 1][1]


# --- writing --------------------------------------------------------------------------------------------------------


def section(question: SectionQuestion) -> Section:
    """Return a part's excerpts: those of passages that hold all its words first, three at most."""
    asked = Asked.of(question.dimension.question)
    titles = {source.id: source for source in question.sources}
    ordered = sorted(question.facts, key=lambda fact: bool(lacking(asked, fact, titles[fact.source])))
    kept: list[Fact] = []
    for fact in ordered:
        if len(kept) < MOST and not any(same_words(fact.statement, other.statement) for other in kept):
            kept.append(fact)
    return Section(tuple(Claim(fact.statement, (fact.id,)) for fact in kept))


def lacking(asked: Asked, fact: Fact, source: Source) -> tuple[str, ...]:
    """Return the words that a fact's passage does not hold, nor its headings, or its document's title or name."""
    return asked.missing(fact.statement, fact.context, fact.place, source.title, source.locator)


def bottom_line(_: BottomQuestion) -> BottomLine:
    """Return nothing: what answers is a matter of understanding."""
    return BottomLine((), answered=False)
