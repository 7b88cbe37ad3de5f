"""What one report is worth: right, wrong or not-found, in its first 60 words and as a whole."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from check import plain
from manuals import Manual, normal
from questions import Question

HEAD_WORDS = 60

ABSENT = re.compile(
    r"not found in (any of )?(these|the|your) (documents|files|folder|corpus|sources)\b"
    r"|(these|the) (documents|files|sources) (do not|don't|give no|hold no|contain no)"
    r"|no answer (was |is |could be )?(found|in (these|the))"
    r"|(cannot|could not|can't) be (found|answered) (in|from) (these|the)"
    r"|nothing in (these|the) (documents|files|sources)"
    r"|(nicht|keine antwort)\W+(\w+\W+){0,2}(in|aus) (diesen|den) (dokument|unterlag|datei|quelle)"
    r"|(diesen|den|diese|die) (dokument|unterlag|datei|quelle)\w*\W+(\w+\W+){0,4}"
    r"(nicht (gefunden|enthalten|beantwort|zu finden)|keine (antwort|angabe))"
    r"|не (найден|обнаружен)\w*\W+(\w+\W+){0,3}(документ|файл|источник)"
    r"|(этих|данных|эти|данные)? ?(документ|файл|источник)\w*\W+(\w+\W+){0,4}"
    r"(не (найден|обнаружен|содерж|говор|сказано)|нет (ответа|сведений|данных))"
)
HEDGE = re.compile(
    r"\b(probably|perhaps|possibly|likely|presumably|might be|may be|the answer is|answer:)\b"
    r"|\b(wahrscheinlich|vermutlich|vielleicht|möglicherweise|die antwort (ist|lautet))\b"
    r"|\b(вероятно|возможно|скорее всего|ответ:)"
)
NEAREST = re.compile(
    r"\b(closest|nearest|related|near|look(ed)? at"
    r"|n[äa]chst\w*|verwandt\w*|[äa]hnlich\w*|ближайш\w*|похож\w*|близк\w*)\b"
)
YES, NO = r"^\W*(yes|ja|да)\b", r"^\W*(no|nein|нет)\b"
CITATION = re.compile(r"\[\^([^\]]+)\](?!:)")
CITED_QUOTE = re.compile(r"(?<=[-:.] )[“„«\"](?:(?:(?!\[\^).)*?[”“»\"](?=\[\^)|[^”“»\"]*\Z)", re.S)
"""A quotation up to its citation mark, with the quotation marks within it; or one that the sixtieth word cuts off."""
DEFINITION = re.compile(r"^\[\^([^\]]+)\]:\s*(.*(?:\n[ \t]+.*)*)", re.M)


@dataclass(frozen=True, slots=True)
class Mark:
    """What one report is worth."""

    id: str
    manual: str
    kind: str
    split: str
    head: str
    whole: str
    cited: bool
    said: bool
    seconds: float
    text: str
    state: str = ""


def body(report: str) -> str:
    """Return a report without its front matter, title, comments and the headings before the first sentence."""
    text: str = re.sub(r"\A\ufeff?---\n.*?\n---\s*\n", "", report, flags=re.S)
    text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
    lines = text.split("\n")
    while lines and (not lines[0].strip() or lines[0].lstrip().startswith("#") or set(lines[0].strip()) <= set("=-*_")):
        underlined = len(lines) > 1 and re.fullmatch(r"\s*(=+|-{3,})\s*", lines[1]) and lines[0].strip()
        lines = lines[2:] if underlined else lines[1:]
    return "\n".join(lines)


def head_of(report: str, question: str) -> str:
    """Return the first 60 words that a reader meets, as written, an echo of the question left out."""
    text = body(report)
    text = "\n".join(line for line in text.split("\n") if not re.match(r"\s*#{1,6}\s", line))
    text = DEFINITION.sub("", text).replace(question, " ")
    words = re.sub(r"\]\([^)]*\)", "]", text).split()
    kept: list[str] = []
    counted = 0
    for word in words:
        if not re.fullmatch(r"\W*(\[\^[^\]]+\]\W*)*", word):
            counted += 1
        if counted > HEAD_WORDS:
            break
        kept.append(word)
    return " ".join(kept)


def readable(text: str) -> str:
    """Return text as the patterns see it: no citation marks, normalised."""
    return normal(re.sub(r"\[\^[^\]]+\]:?", " ", text))


def unquoted(text: str) -> str:
    """Return normalised text without what stands in quotation marks."""
    return re.sub(r'"[^"]*"', " ", text)


def has_all(patterns: tuple[str, ...], text: str) -> bool:
    """Tell whether every pattern occurs in the text."""
    return all(re.search(pattern, text) for pattern in patterns)


def language_of(text: str) -> str:
    """Return the language a text is written in: ru by its letters, de or en by its small words, or nothing."""
    letters = re.findall(r"[^\W\d_]", text)
    if letters and sum("а" <= letter.casefold() <= "я" for letter in letters) > len(letters) / 2:
        return "ru"
    words = re.findall(r"[^\W\d_]+", text.casefold())
    german = sum(
        word
        in {
            "der",
            "die",
            "das",
            "ist",
            "im",
            "nicht",
            "und",
            "für",
            "ein",
            "eine",
            "wird",
            "bis",
            "zu",
            "diesen",
            "den",
            "dem",
            "von",
            "in",
            "euro",
            "jahr",
            "nach",
        }
        for word in words
    )
    english = sum(
        word
        in {
            "the",
            "is",
            "of",
            "in",
            "not",
            "and",
            "for",
            "a",
            "an",
            "these",
            "to",
            "it",
            "was",
            "says",
            "found",
            "documents",
            "by",
        }
        for word in words
    )
    return "" if german == english else "de" if german > english else "en"


def head_outcome(question: Question, raw: str) -> str:
    """Return right, wrong or not-found for the first words of a report."""
    text = readable(raw)
    absent = ABSENT.search(unquoted(text))
    rejected = any(re.search(pattern, text) for pattern in question.reject)
    foreign = bool(question.answer_language) and language_of(text) not in {"", question.answer_language}
    if question.kind == "unanswerable":
        corrected = bool(question.accept) and has_all(question.accept, text)
        plainly = absent is not None and not asserted_besides(raw, text, absent)
        return "right" if (plainly or corrected) and not rejected and not foreign else "wrong"
    answered = has_all(question.accept, text) and not contrary(question, text) and preferred(question, text)
    if absent is not None:
        return "wrong" if has_all(question.accept, text) else "not-found"
    return "right" if answered and not rejected and not foreign else "wrong"


def asserted_besides(raw: str, text: str, absent: re.Match[str]) -> bool:
    """Tell whether a text that says "not found" gives an answer as well."""
    rest = unquoted(text)
    before = rest[: absent.start()]
    own = unquoted(readable(CITED_QUOTE.sub(" ", raw)))  # the writer's own words: what sources say is no hedging
    said = ABSENT.search(own)
    after = own[said.end() :] if said else rest[absent.end() :]
    if len(before.split()) > 20 or HEDGE.search(after) or re.match(YES, text) or re.match(NO + r"[,:]", text):
        return True
    return bool(CITATION.search(raw)) and not NEAREST.search(text)


def contrary(question: Question, text: str) -> bool:
    """Tell whether an answer opens with the other verdict than the right one."""
    if not question.verdict:
        return False
    return bool(re.search(YES if question.verdict == "no" else NO, text))


def preferred(question: Question, text: str) -> bool:
    """Tell whether the better supported value comes first where two are shown."""
    if not question.prefer:
        return True
    better = re.search(question.prefer, text)
    worse = re.search(question.over, text) if question.over else None
    return better is not None and (worse is None or better.start() < worse.start())


def whole_outcome(question: Question, report: str) -> str:
    """Return right, wrong or not-found for a whole report: is the answer (and a preference's why) in it?"""
    text = readable(body(report).replace(question.question, " "))
    absent = ABSENT.search(unquoted(text))
    if question.kind == "unanswerable":
        corrected = bool(question.accept) and has_all(question.accept, text)
        return "right" if absent or corrected else "wrong"
    if has_all(question.accept, text) and has_all(question.also, text):
        return "right"
    return "not-found" if absent else "wrong"


def cited_well(question: Question, report: str, head: str, manual: Manual) -> bool:
    """Tell whether the first words carry a citation of a page that supports the answer.

    A footnote mark counts by what its definition names; without marks, a file named in the words themselves. Where the
    definition quotes (in quotation marks), one of its quotes must be on that page. A question that needs two pages
    wants two of them cited.
    """
    notes = dict(DEFINITION.findall(report))
    shown = [notes.get(mark, "") for mark in CITATION.findall(head)] or [head]
    good: set[str] = set()
    for note in shown:
        for name in question.page_ok:
            if Path(name).name.casefold() not in note.casefold():
                continue
            quotes = [normal(quote) for quote in re.findall(r'["“„«]([^"”“»]{12,})["”“»]', note)]
            page = plain(manual, name)
            if not quotes or any(quote.strip(" .…") in page for quote in quotes):
                good.add(name)
    return len(good) >= (2 if question.kind == "two-pages" else 1)


def mark(question: Question, manual: Manual, report: str, seconds: float, state: str = "") -> Mark:
    """Return what a report is worth; an empty report has failed."""
    if not report.strip():
        return Mark(
            question.id,
            question.manual,
            question.kind,
            question.split,
            "failed",
            "failed",
            False,
            False,
            seconds,
            "",
            state,
        )
    head = head_of(report, question.question)
    said = bool(re.match(YES, readable(head)) or re.match(NO, readable(head)))
    cited = question.kind != "unanswerable" and cited_well(question, report, head, manual)
    return Mark(
        question.id,
        question.manual,
        question.kind,
        question.split,
        head_outcome(question, head),
        whole_outcome(question, report),
        cited,
        said,
        seconds,
        head,
        state,
    )
