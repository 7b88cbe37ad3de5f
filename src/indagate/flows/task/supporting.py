"""What an answer rests on: where there was material, the sentences that a model wrote are checked and judged."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from indagate.errors import Corrupt
from indagate.evidence.check import Violation
from indagate.evidence.quantity import quantities
from indagate.evidence.sentence import sentences
from indagate.evidence.support import Grounds, check_sentence
from indagate.flow import Context
from indagate.flow.resting import Quoting, Text, quoting, rests_on, texts_in
from indagate.flow.roles.support import Worded, supported, supporting
from indagate.flow.worded import NOTHING, Attributed, Basis, Supporting
from indagate.flows.task import kit
from indagate.flows.task.critic.hard import CAP, Worked, rounded
from indagate.flows.task.critic.verdict import Finding
from indagate.flows.task.critic.visible import is_code
from indagate.flows.task.given import with_result
from indagate.flows.task.record import Attempt, Task
from indagate.models import RULE
from indagate.models.value import leaves
from indagate.storage import Blobs

_MARKER = re.compile(r"^[ \t>]*(?:(?:\d{1,3}[.)]|[-*+]|#{1,6})[ \t]+)?")
_MARKED = re.compile(r"\s*\[(?P<names>[^\[\]\n]{1,200})\](?P<target>\([^()\s]*\))?|\*\*|`")
_BEHIND = re.compile(r"(?:\s*\[[^\[\]\n]{1,200}\])*")
_PLACE = re.compile(r"[,:#§]|\s(?:p|pp|S|с|line|Z)\.?\s")


async def judged(answer: str, by: str, ctx: Context[Task]) -> tuple[str, tuple[Attributed, ...], Supporting]:
    """Return an answer as it may be shown, its sentences with who worded and who judged them, and what was left out.

    Without material nothing can be supported. Of which nothing is, that answer is as it was written, has no claims, and
    the critic refuses it. Nothing can be taken out of an answer of a form: it is supported whole, or not at all.
    """
    task = ctx.record
    closed = task.input.material.closed or bool(task.input.sources)
    shown = Shown(task, ctx.store)
    bare = by == RULE or not closed or task.input.form
    read = Quoting(answer) if bare else quoting(answer, lambda name: _is_known(name, shown.citable))
    answer, lines = read.text, read.text.splitlines()
    parts = parts_of(read, task.input.form, shown.citable)
    if by == RULE or not closed:
        basis: Basis = "cell" if by == RULE else "inference"
        if by == RULE:
            await ctx.leave_out("support")
        return answer, tuple(Attributed(part.text, basis, by) for part in parts), NOTHING
    fates = await supported([Worded(part.text, shown.grounds(part.text, part.quotes)) for part in parts], ctx)
    pairs, left_out = list(zip(parts, fates, strict=True)), supporting(fates)
    claims = tuple(Attributed(fate.text, "worded", by, fate.by, "", part.quotes) for part, fate in pairs if fate.text)
    if not claims and parts:
        return answer, (), left_out
    if task.input.form:
        return answer, claims if all(fate.text == one.text for one, fate in pairs) else (), left_out
    for part, fate in reversed(pairs):
        if fate.text != part.text:
            line = lines[part.line]
            lines[part.line] = line[: part.start] + fate.text + line[part.end :]
    emptied = {part.line for part, fate in pairs if not fate.text}
    kept = [line.rstrip() for at, line in enumerate(lines) if at not in emptied or _MARKER.sub("", line).strip()]
    return "\n".join(kept).strip(), claims, left_out


@dataclass(frozen=True, slots=True)
class _Part:
    """A sentence of an answer: its text without marks, where it stands, and what it quotes for itself."""

    text: str
    line: int
    start: int
    end: int
    quotes: tuple[str, ...] = ()


def parts_of(answer: Quoting, form: str, citable: str) -> list[_Part]:
    """Return what an answer states, sentence by sentence, or of a form value by value; what has no letter is left.

    Citations of what stands in `citable` are no part of a sentence; any other is a claim like the rest of it.
    """
    if form:
        found: Iterable[_Part] = (_Part(f"{name}: {text}", 0, 0, 0) for name, text in leaves(answer.text, form))
    else:
        found = _parts(answer, citable)
    return [part for part in found if any(sign.isalnum() for sign in part.text)]


def _parts(answer: Quoting, citable: str) -> Iterator[_Part]:
    """Yield the sentences of an answer outside of its code; a citation behind a full stop is of the sentence before."""
    lines, at = answer.text.splitlines(), 0
    code = is_code(lines)
    for number, line in enumerate(answer.text.splitlines(keepends=True)):
        begin = _MARKER.match(lines[number]).end()  # type: ignore[union-attr]
        found = [] if code[number] else [(begin + one.start, begin + one.end) for one in sentences(line[begin:])]
        behind = [start + _BEHIND.match(line[start:end]).end() for start, end in found]  # type: ignore[union-attr]
        bounds = [at, *(at + end for end in behind[1:]), at + len(line)]
        for (start, end), first, last in zip(found, bounds[:-1], bounds[1:], strict=bool(found)):
            bare = _MARKED.sub(lambda mark: "" if _resolved(mark, citable) else mark[0], line[start:end])
            yield _Part(" ".join(bare.split()), number, start, end, answer.within(first, last))
        at += len(line)


def _resolved(mark: re.Match[str], citable: str) -> bool:
    """Whether a mark is emphasis, or a citation whose every source, and address, stands in what may be cited."""
    if not mark["names"]:
        return True
    target = (mark["target"] or "")[1:-1].casefold()
    return target in citable and all(_is_known(name, citable) for name in mark["names"].split(";"))


def _is_known(name: str, citable: str) -> bool:
    """Whether what may be cited has a name, perhaps with a place in it behind it."""
    own = _plain(_PLACE.split(name.strip(" ^@"))[0])
    return any(map(str.isalpha, own)) and own in citable


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def shown_texts(task: Task, store: Blobs) -> list[tuple[str, str, str]]:
    """Return what tools showed: tool, call, text; what is lost is reported elsewhere."""
    found = []
    for item in task.evidence:
        if item.kind == "TOOL":
            try:
                found.append((item.source, item.call, store.get(item.ref).decode("utf-8", "surrogatepass")))
            except Corrupt:
                continue
    return found


class Shown:
    """What an answer may rest on: texts that tools showed, results, the user's sources, the goal.

    What an agent wrote itself is no evidence: its files, its calls (`beside`: who judges sees them), what it computed
    from numbers that nobody gave.
    """

    def __init__(self, task: Task, store: Blobs) -> None:
        self.task = task
        self.told = told = shown_texts(task, store)
        self.texts = [Text(text, (name,)) for name, text in task.input.sources.items()]
        self.results: list[str] = []
        self.beside = tuple(f"{call}: {text}" for tool, call, text in told if tool in _COMPUTE + _QUERY)
        citable = [*task.input.sources]
        for tool, call, text in told:
            if tool in _COMPUTE + _OWN:
                continue
            names = () if tool in _SOUGHT + _QUERY else (call,)
            found = [] if tool in _QUERY else texts_in(text, names)
            self.texts += found
            self.results += [] if found else [text]
            citable += (tool, *names, text)
        self.citable = _plain("\n".join((*citable, *(tool for tool, _, _ in told))))
        agents = task.agents[-len(task.parts) :] if task.parts else []
        self.work = Worked(
            f"{task.goal}\nToday is {kit.today(task)}.", task.wanted,
            (*(one.text for one in self.texts), *self.results),
            tuple(agent.subgoal for agent in agents if not agent.answer), task.input.material.closed,
            queried=tuple(text for tool, _, text in told if tool in _QUERY), form=task.input.form,
        )  # fmt: skip
        for tool, call, text in told:
            if tool in _COMPUTE:
                self.work, result = with_result(self.work, tool, call, text)
                self.results.append(result)

    def grounds(self, sentence: str, quotes: Sequence[str]) -> Grounds:
        """Return what a sentence rests on: its place in the texts, every result, and results that are rounded."""
        goal, given = self.task.goal, self.task.input
        asked = (goal, *given.acceptance.required_elements)
        fixed = Grounds(tuple(self.results), tuple(given.sources), asked, beside=self.beside)
        found = rests_on(sentence, quotes, self.texts, fixed)
        work = replace(self.work, shown=found.quotes)
        return replace(found, cells=(goal, *(one.text for one in quantities(sentence) if rounded(one, work))))


_COMPUTE, _QUERY = ("calculate", "python"), ("query", "ask_tables")
_OWN = ("list_files", "read_file", "write_file")
_SOUGHT = ("search_documents", "web_search", "research")  # what these give need not be about what they are asked


def finding(attempt: Attempt) -> list[Finding]:
    """Return what an answer's support is worth: one of which nothing is supported is refused, for another attempt."""
    told = " ".join(attempt.support.lines)
    if not told:
        return []
    none = not attempt.claims and bool(attempt.support.refused + attempt.support.unsupported)
    return [Finding("support", not none, told, CAP if none else 1.0)]


def unsupported(task: Task, store: Blobs) -> Iterator[Violation]:
    """Yield a breach for each sentence of the answer that the hard check refuses, against what tools showed."""
    best = task.best
    if best is None or not any(claim.basis == "worded" for claim in best.claims):
        return
    shown = Shown(task, store)
    quotes = {claim.text: claim.quotes for claim in best.claims}
    for part in parts_of(Quoting(best.answer), task.input.form, shown.citable):
        for doubt in check_sentence(part.text, shown.grounds(part.text, quotes.get(part.text, ()))).refused:
            yield Violation(doubt.sort, part.text[:80], doubt.said_of("what it rests on"))
