"""What an answer rests on: where there was material, the sentences that a model wrote are checked and judged."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from indagate.errors import Corrupt
from indagate.evidence.check import Violation
from indagate.evidence.quantity import quantities
from indagate.evidence.sentence import sentences
from indagate.evidence.support import Grounds, check_sentence
from indagate.flow import Context
from indagate.flow.roles.support import Worded, supported, supporting
from indagate.flow.worded import NOTHING, Attributed, Basis, Supporting
from indagate.flows.task.critic.hard import Worked, rounded
from indagate.flows.task.critic.verdict import Finding
from indagate.flows.task.critic.visible import is_code
from indagate.flows.task.record import Attempt, Task
from indagate.models import RULE
from indagate.models.value import leaves
from indagate.storage import ContentStore

CAP = 0.4
"""The most that an answer scores of which no sentence is supported."""
_MARKER = re.compile(r"^[ \t>]*(?:(?:\d{1,3}[.)]|[-*+]|#{1,6})[ \t]+)?")
_MARKED = re.compile(r"\s*\[(?P<names>[^\[\]\n]{1,200})\](?P<target>\([^()\s]*\))?|\*\*|`")
_PLACE = re.compile(r"[,:#§]|\s(?:p|pp|S|с|line|Z)\.?\s")


@dataclass(frozen=True, slots=True)
class Told:
    """An answer as it may be shown: its sentences with who worded and who judged them, and what was left out.

    Where nothing of it is supported, it is as it was written, has no claims, and the critic refuses it.
    """

    answer: str
    claims: tuple[Attributed, ...] = ()
    support: Supporting = NOTHING


async def judged(answer: str, by: str, ctx: Context[Task]) -> Told:
    """Return an answer without what nothing supports; where there was no material, nothing can.

    Nothing can be taken out of an answer of a form: it is supported whole, or not at all.
    """
    task = ctx.record
    lines = answer.splitlines()
    closed = task.input.material.closed or bool(task.input.sources)
    texts = shown_texts(task, ctx.store)
    parts = parts_of(answer, task.input.form, _citable(task, texts))
    if by == RULE or not closed:
        basis: Basis = "cell" if by == RULE else "inference"
        if by == RULE:
            await ctx.leave_out("support")
        return Told(answer, tuple(Attributed(part.text, basis, by) for part in parts))
    fates = await supported([Worded(part.text, grounds(part.text, task, texts)) for part in parts], ctx)
    pairs, left_out = list(zip(parts, fates, strict=True)), supporting(fates)
    claims = tuple(Attributed(fate.text, "worded", by, fate.by) for fate in fates if fate.text)
    if not claims and parts:
        return Told(answer, (), left_out)
    if task.input.form:
        return Told(answer, claims if all(fate.text == one.text for one, fate in pairs) else (), left_out)
    for part, fate in reversed(pairs):
        if fate.text != part.text:
            line = lines[part.line]
            lines[part.line] = line[: part.start] + fate.text + line[part.end :]
    emptied = {part.line for part, fate in pairs if not fate.text}
    kept = [line.rstrip() for at, line in enumerate(lines) if at not in emptied or _MARKER.sub("", line).strip()]
    return Told("\n".join(kept).strip(), claims, left_out)


@dataclass(frozen=True, slots=True)
class _Part:
    """A sentence of an answer: its text without marks, and where it stands."""

    text: str
    line: int
    start: int
    end: int


def parts_of(answer: str, form: str, citable: str) -> list[_Part]:
    """Return what an answer states, sentence by sentence, or of a form value by value; what has no letter is left.

    Citations of what stands in `citable` are no part of a sentence; any other is a claim like the rest of it.
    """
    if form:
        found: Iterable[_Part] = (_Part(f"{name}: {text}", 0, 0, 0) for name, text in leaves(answer, form))
    else:
        found = _parts(answer.splitlines(), citable)
    return [part for part in found if any(sign.isalnum() for sign in part.text)]


def _parts(lines: Sequence[str], citable: str) -> Iterator[_Part]:
    """Yield the sentences of an answer outside of its code."""
    code = is_code(lines)
    for number, line in enumerate(lines):
        if code[number]:
            continue
        begin = _MARKER.match(line).end()  # type: ignore[union-attr]
        for found in sentences(line[begin:]):
            start, end = begin + found.start, begin + found.end
            bare = _MARKED.sub(lambda mark: "" if _resolved(mark, citable) else mark[0], line[start:end])
            yield _Part(" ".join(bare.split()), number, start, end)


def _resolved(mark: re.Match[str], citable: str) -> bool:
    """Whether a mark is emphasis, or a citation whose every source, and address, stands in what may be cited."""
    if not mark["names"]:
        return True
    names = [_plain(_PLACE.split(name.strip(" ^@"))[0]) for name in mark["names"].split(";")]
    target = (mark["target"] or "")[1:-1].casefold()
    return target in citable and all(any(map(str.isalpha, name)) and name in citable for name in names)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _citable(task: Task, texts: Sequence[tuple[str, str, str]]) -> str:
    """Return everything that an answer may cite by its name: sources, and what tools showed, with the calls for it."""
    return _plain("\n".join((*task.input.sources, *(part for shown in texts for part in shown))))


def shown_texts(task: Task, store: ContentStore) -> list[tuple[str, str, str]]:
    """Return what tools showed: tool, call, text; what is lost is reported elsewhere."""
    found = []
    for item in task.evidence:
        if item.kind == "TOOL":
            try:
                found.append((item.source, item.call, store.get(item.ref).decode("utf-8", "surrogatepass")))
            except Corrupt:
                continue
    return found


def grounds(sentence: str, task: Task, texts: Sequence[tuple[str, str, str]]) -> Grounds:
    """Return what a sentence may rest on: tools' results, the user's sources, the goal, rounded results."""
    quotes = [f"{call}: {text}" if call else text for _, call, text in texts]
    work = Worked(
        task.goal, shown=tuple(quotes), computed=tuple(text for tool, _, text in texts if tool in _COMPUTE),
        queried=tuple(text for tool, _, text in texts if tool in _QUERY),
    )  # fmt: skip
    cells = tuple(number.text for number in quantities(sentence) if rounded(number, work))
    asked = (task.goal, *task.input.acceptance.required_elements)
    return Grounds((*quotes, *task.input.sources.values()), tuple(task.input.sources), asked, (task.goal, *cells))


_COMPUTE, _QUERY = ("calculate", "python"), ("query", "ask_tables")


def finding(attempt: Attempt) -> list[Finding]:
    """Return what an answer's support is worth: one of which nothing is supported is refused, for another attempt."""
    told = " ".join(attempt.support.lines)
    if not told:
        return []
    none = not attempt.claims and bool(attempt.support.refused + attempt.support.unsupported)
    return [Finding("support", not none, told, CAP if none else 1.0)]


def unsupported(task: Task, store: ContentStore) -> Iterator[Violation]:
    """Yield a breach for each sentence of the answer that the hard check refuses, against what tools showed."""
    best = task.best
    if best is None or not any(claim.basis == "worded" for claim in best.claims):
        return
    texts = shown_texts(task, store)
    for part in parts_of(best.answer, task.input.form, _citable(task, texts)):
        for doubt in check_sentence(part.text, grounds(part.text, task, texts)).refused:
            yield Violation(doubt.sort, part.text[:80], doubt.said_of("what tools showed"))
