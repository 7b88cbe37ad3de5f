"""A source's excerpts cut into what can be a fact: sentences, rows of tables, definitions; each at its span."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from indagate.evidence import Sentence, quantities, sentences, words
from indagate.flows.mission.ask import Excerpt
from indagate.flows.mission.offline.lexis import IMPERATIVE, LEANS, ORDERS
from indagate.flows.mission.offline.term import named

_BAR = " | "
_COLUMNS = re.compile(r"\S(?: {3,}|\t+)\S")
_CODE = re.compile(
    r"[({}]\s*$|\w\([^()]*\)[;,]\s*$|^\s*[)}\]]|^\s*(?:#|--|//|\$)\s|=[^;]*;\s*$|^(?:\S+\s+){0,5}\S+,\s*$"
    r"|^\s*(?:SELECT|INSERT|CREATE|UPDATE|ALTER|DELETE)\b.*;\s*$"
)
"""A line of code rather than of prose."""
_FIELD = re.compile(r"^[^\W\d_][\w -]{1,30}: (?=\S)")
"""A line of a record: "Default: 5"."""
_DASHED = re.compile(r"^\W?(?P<term>[^\s.,;:–—-][^\s,;:]{1,50}) (?:-|–|—) (?=\S)")
"""An item that begins with what it tells of: "max_wait – whether …"."""
_GAP = re.compile(r" {3,}|\t+")
_HEADING_WORDS = 9
_SHORT = 400
"""Characters up to which a definition is also one piece."""
_PAIR = 60
"""Words of a sentence and the one before it, together."""
_ITEM = 15
"""Words up to which what follows a lead-in is one more item of its list, or a command that a sentence announces."""
_ANNOUNCES = re.compile(
    r"\b(?:following|command|commands|run|type|enter|invoke|issue|example|e\.g|folgende[nrms]?|Befehle?|eingeben|aufrufen|Beispiel"
    r"|следующ\w+|команд\w+|введите|выполните|например)\b",
    re.IGNORECASE,
)
"""A sentence that says that a command follows."""
_STATEMENT = 4
"""Words that a sentence after a planted order has at least if it states something of its own."""
_LONGEST = 1_200
"""Characters of a quote; a longer sentence is no sentence."""


@dataclass(frozen=True, slots=True)
class Unit:
    """What may be a fact: its span in the excerpt's text, what it states, and what helps to understand it."""

    start: int
    end: int
    statement: str
    heading: str = ""
    header: str = ""
    own: str = ""
    """The sentence that bears, when the quote takes in the one before it."""
    paired: bool = False
    """Whether the sentence before it is only taken in because it may say what this one is about."""


@dataclass(frozen=True, slots=True)
class _Block:
    """Lines that belong together: text[start:end] of the excerpt."""

    start: int
    end: int


def units(excerpt: Excerpt) -> list[Unit]:
    """What an excerpt says, piece by piece, in its order; blocks that give orders to their reader are left out."""
    found: list[Unit] = []
    header = excerpt.context if _BAR in excerpt.context else ""
    heading = ""
    previous_row = False
    blocks = list(_joined(excerpt.text, list(_blocks(excerpt))))
    for at, block in enumerate(blocks):
        text = excerpt.text[block.start : block.end]
        following = blocks[at + 1] if at + 1 < len(blocks) else None
        captions = following is not None and _is_row(excerpt.text[following.start : following.end])
        if excerpt.kind == "code":
            short = 0 < len(words(text)) <= _PAIR // 2 and not _COLUMNS.search(text)
            if excerpt.context and short and not ORDERS.search(text):
                found.append(Unit(block.start, block.end, " ".join(text.split()), excerpt.context))
            continue
        if (_CODE.search(text) and not _led(text)) or not words(text):
            heading = ""
            continue
        if _is_row(text):
            if not header or not (previous_row or excerpt.context):
                if _is_header(text):
                    header, previous_row = text, True
                    continue
                header = header if previous_row else ""
            found.append(
                Unit(block.start, block.end, _row(text), heading, " | ".join(row_cells(header)) if header else "")
            )
            previous_row = True
            continue
        if previous_row and not excerpt.context:
            header = ""
        previous_row = False
        if excerpt.kind not in ("item", "definition") and _is_heading(text, captions) and not ORDERS.search(text):
            heading = " ".join(text.split())
            continue
        for start, end in _without_orders(text):
            found.extend(_prose(text[start:end], block.start + start, heading, excerpt.kind))
    return [unit for unit in found if unit.end - unit.start <= _LONGEST]


def _prose(text: str, offset: int, heading: str, kind: str) -> Iterator[Unit]:
    """What running text says: a definition, what was joined to a lead-in or a record, or sentences."""
    if kind == "definition" and "\n" in text:
        yield from _definition(text, offset, heading)
    elif "\n\n" in text and (
        _leads(text.partition("\n\n")[0]) or _goes_on(*text.split("\n\n")[:2]) or _shows(*text.split("\n\n")[:2])
    ):
        yield Unit(offset, offset + len(text), "; ".join(_lines(text)), heading)
    else:
        yield from _sentences(text, offset, heading, _told_of(text))


def _told_of(text: str) -> str:
    """The name that an item begins with and tells of, if it does."""
    match = _DASHED.match(text.lstrip())
    return match["term"] if match and named(match["term"]) else ""


def _without_orders(text: str) -> Iterator[tuple[int, int]]:
    """The stretches of a text between the sentences that give orders to its reader or go on with such an order."""
    start: int | None = 0
    end, order = 0, ""
    for sentence in sentences(text):
        if ORDERS.search(sentence.text) or (order and _obeys(sentence.text, order)):
            if start is not None and words(text[start:end]):
                yield start, end
            start, order = None, f"{order} {sentence.text}"
            continue
        start = sentence.start if start is None else start
        end, order = sentence.end, order if start == sentence.start else ""
    if start is not None and words(text[start:]):
        yield start, len(text.rstrip())


def _obeys(sentence: str, order: str) -> bool:
    """Whether a sentence after an order goes on with it: orders more, hands over a word, or says a number it named."""
    numbers = {item.text for item in quantities(sentence)}
    label = len(words(sentence)) < _STATEMENT or ":" in sentence
    return label or bool(IMPERATIVE.match(sentence)) or any(item.text in numbers for item in quantities(order))


def _blocks(excerpt: Excerpt) -> Iterator[_Block]:
    """Lines, those that go on with the line before joined to it; a definition is one block with its term."""
    text = excerpt.text
    if excerpt.kind == "definition":
        for match in re.finditer(r"[^\n]+(?:\n[^\n]+)*", text):
            yield _Block(match.start(), match.end())
        return
    start = end = -1
    for match in re.finditer(r"[^\n]+", text):
        line = match.group()
        if not line.strip():
            continue
        joins = (
            start >= 0
            and text[end : match.start()].count("\n") == 1
            and not _is_row(text[start:end])
            and not _is_row(line)
            and not _CODE.search(text[start:end])
            and not _told_of(line)
            and (
                line.lstrip()[:1].islower() or (excerpt.kind in ("paragraph", "quote") and _open_ended(text[start:end]))
            )
        )
        if joins:
            end = match.end()
            continue
        if start >= 0:
            yield _Block(start, end)
        start, end = match.start() + len(line) - len(line.lstrip()), match.end()
    if start >= 0:
        yield _Block(start, end)


def _joined(text: str, blocks: list[_Block]) -> Iterator[_Block]:
    """The blocks; a lead-in, "the steps are:", with what it leads to, and lines of a record, "Default: 5", together."""
    at = 0
    while at < len(blocks):
        block = blocks[at]
        at += 1
        lists = text[block.start : block.end].rstrip().endswith(":")
        while at < len(blocks):
            following = blocks[at]
            said = text[block.start : block.end]
            if _is_row(said) or _is_row(text[following.start : following.end]):
                break
            if len(words(text[block.start : following.end])) > _PAIR:
                break
            next_said = text[following.start : following.end]
            listed = lists and len(words(next_said)) <= _ITEM
            if not (_leads_to(said, next_said) or listed or _goes_on(said, next_said) or _shows(said, next_said)):
                break
            block = _Block(block.start, following.end)
            at += 1
        yield block


def _lines(text: str) -> list[str]:
    """What was joined, each on one line: fields as they are, what a lead-in leads to in its sentence."""
    said = [" ".join(part.split()) for part in text.split("\n\n") if part.strip()]
    if _leads(said[0]) or _shows(said[0], said[1]):
        return [" ".join(said)]
    return said


def _goes_on(record: str, line: str) -> bool:
    """Whether a line is one more of a record: "Default: 5" after "Option: jobs"; a name that comes again begins one."""
    named = [found[0] for said in record.splitlines() if (found := _FIELD.match(said.strip()))]
    following = _FIELD.match(line)
    return bool(named) and following is not None and following[0] not in named


def _led(text: str) -> bool:
    """Whether a text is code with the words that lead in to it."""
    lead, _, rest = text.partition("\n")
    return bool(rest.strip()) and (_leads(lead) or _shows(lead, rest)) and not _CODE.search(lead)


def _shows(text: str, following: str) -> bool:
    """Whether what follows a text is a short command that its last sentence announces."""
    if not _CODE.search(following) or _CODE.search(text) or len(words(following)) > _ITEM:
        return False
    last = sentences(text)[-1:]
    return bool(last) and len(words(last[0].text)) <= _PAIR // 2 and bool(_ANNOUNCES.search(last[0].text))


def _leads_to(text: str, following: str) -> bool:
    """Whether a text leads in to what follows it: not to a paragraph that stands by itself."""
    if text.rstrip().endswith(":"):
        return True
    alone = following[:1].isupper() and following.rstrip().endswith((".", "!", "?"))
    return _leads(text) and not alone


def _leads(text: str) -> bool:
    """Whether a text breaks off where something follows: after a colon, or a sentence without its end."""
    bare = text.rstrip()
    last = bare.rpartition("\n")[2] if _short_lined(bare) else bare
    return bare.endswith(":") or (len(words(last)) > _HEADING_WORDS and bare[-1:].isalpha())


def _short_lined(text: str) -> bool:
    """Whether a text's lines end where they were meant to, rather than where a line was full."""
    return all(len(line.rstrip()) <= 60 for line in text.splitlines())


def _is_row(line: str) -> bool:
    return _BAR in line or (bool(_COLUMNS.search(line)) and not _CODE.search(line))


def _open_ended(text: str) -> bool:
    """Whether a line breaks off in the middle of a sentence, as in hard-wrapped text."""
    last = text.rsplit("\n", 1)[-1].rstrip()
    return len(last) > 60 and not last.endswith((".", "!", "?", ":", ";", "…", "»", "”", '"', ")"))


def row_cells(row: str) -> list[str]:
    """The cells of a table's row as the archived text has it."""
    parts = row.split("|") if "|" in row else _GAP.split(row.strip())
    return [" ".join(cell.split()) for cell in parts if cell.strip()]


def _is_header(row: str) -> bool:
    """Whether a table's first line names its columns: no cell after the first is a quantity."""
    cells = row_cells(row)
    return len(cells) >= 2 and not any(re.match(r"^[\W]*(?:[A-Z]{3} )?[\d.,]+", cell) for cell in cells[1:])


def _row(text: str) -> str:
    cells = row_cells(text)
    return f"{cells[0].rstrip(':')}: {'; '.join(cells[1:])}" if len(cells) > 1 else cells[0]


def _is_heading(text: str, captions: bool) -> bool:
    """Whether a line is a heading, or a caption of the table that follows, rather than a sentence."""
    bare = text.strip()
    if "\n" in bare or bare.endswith((".", "!", "?", ";", ",")):
        return False
    if captions or "·" in bare or "»" in bare or "›" in bare:
        return len(words(bare)) <= 2 * _HEADING_WORDS
    return len(words(bare)) <= _HEADING_WORDS and not any(item.unit for item in quantities(bare))


def _definition(text: str, offset: int, heading: str) -> Iterator[Unit]:
    """ "Term: description", the quote from the term to the end of what is said; sentences further on by themselves."""
    term, _, rest = text.partition("\n")
    named = term.strip().rstrip(":")
    found = sentences(rest)
    at = len(term) + 1
    if len(text) <= _SHORT or len(found) < 2:
        yield Unit(offset, offset + len(text.rstrip()), f"{named}: {' '.join(rest.split())}", heading)
    else:
        first = found[0]
        yield Unit(offset, offset + at + first.end, f"{named}: {' '.join(first.text.split())}", heading)
    if len(found) > 1:
        under = f"{heading} › {named}" if heading else named
        second = found[1].start
        yield from _sentences(rest[second:], offset + at + second, under)


def _sentences(text: str, offset: int, heading: str, term: str = "") -> Iterator[Unit]:
    """Each sentence, with those it leans on; and each with the one before it, which may say what it is about.

    `term` is what the first tells of; the others stand under it.
    """
    found = sentences(text)
    begin = 0
    for index, sentence in enumerate(found):
        if term and index == 1:
            heading = f"{heading} › {term}" if heading else term
        leans = bool(index and LEANS.search(sentence.text))
        if not leans:
            begin = index
        # A chain of leaning sentences goes back to the one that stands by itself, three at most.
        first = found[max(begin, index - 2)] if leans else sentence
        yield _stretch(text, offset, heading, first, sentence)
        if index and not leans and len(words(text[found[index - 1].start : sentence.end])) <= _PAIR:
            yield replace(_stretch(text, offset, heading, found[index - 1], sentence), paired=True)


def _stretch(text: str, offset: int, heading: str, first: Sentence, last: Sentence) -> Unit:
    statement = " ".join(text[first.start : last.end].split())
    return Unit(offset + first.start, offset + last.end, statement, heading, own=" ".join(last.text.split()))
