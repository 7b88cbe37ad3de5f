"""SUPPORT: whether quotes say what a sentence says that a model wrote from them. Only a model can judge it.

`supported` is what a flow calls: the hard check first, which needs no model, then the role, many sentences to a
question. A sentence that is partly supported is cut to that part, which has to pass the hard check again.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta

from indagate.errors import BudgetSpent, EffectFailed, TimedOut
from indagate.flow.context import Context
from indagate.flow.worded import Supporting
from indagate.frozen import dataclass
from indagate.models import RULE, Role

if TYPE_CHECKING:
    from indagate.evidence.support import Grounds

PAIRS = 12
"""The most sentences that one question shows."""
LONGEST, SHOWN, TOGETHER = 2_000, 9_000, 12_000
"""Characters of a quote that are shown, of a sentence's quotes, those nearest to its words, and of one question's."""
Fate = Literal["supported", "cut", "unsupported", "refused", "unjudged"]
"""What became of a sentence: kept, cut to its supported part, dropped by SUPPORT, by the hard check; or not judged."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A sentence, the quotes that it cites, and the names in it that code could not find there."""

    sentence: str
    quotes: tuple[str, ...]
    warnings: tuple[str, ...] = ()
    inference: bool = False


@dataclass(frozen=True, slots=True)
class SupportQuestion:
    """Which of these sentences do their quotes support?"""

    pairs: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class SupportVerdict:
    """What a sentence is worth; `supported` is the part of it that the quotes support, where that is only a part."""

    number: int
    verdict: Literal["yes", "partly", "no"]
    supported: Annotated[str, Meta(max_length=800)] = ""


@dataclass(frozen=True, slots=True)
class SupportAnswer:
    """A verdict for every sentence."""

    verdicts: tuple[SupportVerdict, ...]


def check_support(question: SupportQuestion, output: SupportAnswer) -> list[str]:
    """Say which sentences were judged that were not shown, twice or not at all, and where the supported part lacks."""
    count = len(question.pairs)
    given = [verdict.number for verdict in output.verdicts]
    found = [f"there is no sentence {number}" for number in sorted(set(given)) if not 1 <= number <= count]
    found += [f"sentence {number} is judged twice" for number in sorted(set(given)) if given.count(number) > 1]
    found += [
        f"sentence {verdict.number} is partly supported: give the supported part"
        for verdict in output.verdicts
        if verdict.verdict == "partly" and not verdict.supported.strip()
    ]
    missing = [str(number) for number in range(1, count + 1) if number not in given]
    return found + ([f"not judged: {', '.join(missing)}"] if missing else [])


SUPPORT: Role[SupportQuestion, SupportAnswer] = Role(
    "support",
    SupportAnswer,
    doc="whether quotes say what a sentence says",
    prompt=Path(__file__).with_name("support.md"),
    max_tokens=lambda asked: 200 + sum(40 + len(pair.sentence.encode()) // 2 for pair in asked.pairs),
    check=check_support,
    drop_invalid=True,
)


@dataclass(frozen=True, slots=True)
class Worded:
    """A sentence that a model wrote and what it rests on."""

    text: str
    grounds: Grounds
    inference: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """A sentence as it may be shown, empty where it may not; what became of it; and who judged it, if somebody did."""

    text: str
    fate: Fate
    by: str = ""
    why: str = ""
    """Why it was refused or not judged."""


async def supported(sentences: Sequence[Worded], ctx: Context[Any]) -> list[Judged]:
    """Check sentences and have them judged; return what became of each, in their order.

    Where nobody judges (no model, no usable answer, no budget), the journal says so, and sentences that pass the hard
    check are kept as they are worded, unjudged.
    """
    from indagate.evidence.support import check_sentence

    found: dict[int, Judged] = {}
    waiting: list[tuple[int, Worded, Pair]] = []
    for number, sentence in enumerate(sentences):
        checked = check_sentence(sentence.text, sentence.grounds)
        if checked.refused:
            found[number] = Judged("", "refused", why=checked.refused[0].said_of())
            continue
        warnings = tuple(doubt.text for doubt in checked.warnings)
        waiting.append(
            (number, sentence, Pair(sentence.text, _shown(sentence), warnings, inference=sentence.inference))
        )
    if ctx.answered_by(SUPPORT) == RULE:
        async with ctx.scope("support"):
            await ctx.leave_out(SUPPORT.name)
        found |= {number: Judged(sentence.text, "unjudged", why="no model") for number, sentence, _ in waiting}
        waiting = []
    batches: list[list[tuple[int, Worded, Pair]]] = []
    for one in waiting:
        size = sum(len(text) for _, _, pair in [*(batches[-1] if batches else ()), one] for text in pair.quotes)
        if not batches or len(batches[-1]) == PAIRS or size > TOGETHER:
            batches.append([])
        batches[-1].append(one)

    async def judge(batch: list[tuple[int, Worded, Pair]]) -> dict[int, Judged]:
        try:
            answer, by = await ctx.ask_by(SUPPORT, SupportQuestion(tuple(pair for _, _, pair in batch)))
        except (EffectFailed, TimedOut, BudgetSpent) as error:
            why = "the judge gave no usable answer"
            if isinstance(error, BudgetSpent):
                why = "the budget did not pay for that"
                await ctx.left_unpaid(SUPPORT, error)
            return {number: Judged(sentence.text, "unjudged", why=why) for number, sentence, _ in batch}
        verdicts: dict[int, SupportVerdict] = {}
        for verdict in answer.verdicts:
            verdicts.setdefault(verdict.number, verdict)
        return {
            number: _judged(sentence, verdicts.get(place), by) for place, (number, sentence, _) in enumerate(batch, 1)
        }

    async with ctx.scope("support"):
        for judged in await ctx.each(batches, judge, key=lambda batch: str(batch[0][0])):
            found |= judged
    return [found[number] for number in range(len(sentences))]


def _shown(sentence: Worded) -> tuple[str, ...]:
    """Return what a judge is shown of what a sentence rests on: its cells, and of many quotes those nearest to it."""
    from indagate.evidence.word import stems

    quotes = [quote[:LONGEST] for quote in dict.fromkeys((*sentence.grounds.quotes, *sentence.grounds.known))]
    if sum(map(len, quotes)) > SHOWN:
        said = stems(sentence.text)
        room = SHOWN
        for quote in sorted(quotes, key=lambda quote: -len(said & stems(quote))):
            room -= len(quote)
            if room < 0:
                quotes.remove(quote)
    return (*sentence.grounds.cells, *sentence.grounds.beside, *quotes)


def remarked(texts: Sequence[str], grounds: Grounds, by: str) -> tuple[str, ...]:
    """Return what a model remarks beside an answer (what is missing, what is wrong with it), marked as worded by it.

    A remark with a number, name or address that its grounds do not hold is not shown, and that is said.
    """
    from indagate.evidence.support import check_sentence

    kept = [f"{text} (worded by {by})" for text in texts if not check_sentence(text, grounds).refused]
    return (*kept, *([NOT_SHOWN] if len(kept) < len(texts) else []))


NOT_SHOWN = "what a model said of it has a number, name or address of its own, and is not shown"


def supporting(judged: Sequence[Judged]) -> Supporting:
    """Return what was left out of sentences, and why they were not judged, if they were not."""
    fates = [one.fate for one in judged]
    why = dict.fromkeys(one.why for one in judged if one.fate == "unjudged")
    return Supporting(fates.count("refused"), fates.count("unsupported"), fates.count("cut"), "; ".join(why))


def _judged(sentence: Worded, verdict: SupportVerdict | None, by: str) -> Judged:
    """Return what a verdict makes of a sentence; a supported part that fails the hard check is no part to show."""
    from indagate.evidence.support import check_sentence

    if verdict is None:
        return Judged(sentence.text, "unjudged", why="the judge left it out")
    if verdict.verdict == "yes":
        return Judged(sentence.text, "supported", by)
    part = " ".join(verdict.supported.split())
    if verdict.verdict == "partly" and part and not check_sentence(part, sentence.grounds).refused:
        return Judged(part, "cut", by)
    return Judged("", "unsupported", by)
