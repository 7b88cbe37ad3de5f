"""Ask each question, ask it again through `ask-run` on a finished mission, and compare what comes.

    follow.py                                the tuning questions, each of its own finished mission
    follow.py --split dev                    the development questions
    follow.py --strange                      of another question's mission that archived a page with the answer as well
    follow.py --manual canal --out a.json    as `score.py` has it

Behaving the same is: the same outcome, and the same first words of the report.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path

from manuals import Manual, manuals
from marking import CITATION, body, head_of, mark
from questions import Question
from score import COMMAND, chosen, parser, report_of, told

FOLLOW = "indagate ask-run {run} {question} --json"
RESULTS = Path(__file__).resolve().parent / "results"


@dataclass(frozen=True, slots=True)
class Pair:
    """A question's outcome, that of the same question to a finished mission, and whether the first words are the same.

    `strange` tells that the mission was another question's.
    """

    id: str
    kind: str
    first: str
    again: str
    words: bool
    strange: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its finished mission: the run's name, the report, its outcome and the sources it archived."""

    question: Question
    run: str
    report: str
    outcome: str
    sources: frozenset[str]


def bottom(report: str) -> str:
    """Return the bottom line of a report, up to the line on its making, without the numbers of its footnotes."""
    said = re.split(r"^\*\w+ DR-", body(report), maxsplit=1, flags=re.M)[0]
    return CITATION.sub("", said).strip()


def ask(question: Question, manual: Manual, timeout: float) -> Asked:
    """Ask a question of a manual."""
    found, said = told(COMMAND, timeout, question=question.question, corpus=str(manual.corpus()))
    report, state = report_of(found, said)
    outcome = mark(question, manual, report, 0.0, state).head
    cells = re.findall(r"^\| S\d+ \|(.*)\|$", report, re.M)
    sources = frozenset(cell.strip() for row in cells for cell in row.split(" | "))
    return Asked(question, str(found.get("run", "")), report, outcome, sources)


def again(asked: Asked, other: Asked, manual: Manual, timeout: float) -> Pair:
    """Put a question to a finished mission and compare."""
    question = asked.question
    report, state = report_of(*told(FOLLOW, timeout, run=other.run, question=question.question))
    outcome = mark(question, manual, report, 0.0, state).head
    strange = other is not asked
    same = bottom(report) == bottom(asked.report)
    if not same or outcome != asked.outcome:
        print(f"{asked.outcome} → {outcome}  {question.id} [{question.kind}] {question.question}", flush=True)
        if question.split != "scored":
            print(f"    first: {head_of(asked.report, question.question)}")
            print(f"    again: {head_of(report, question.question) or state}")
    return Pair(question.id, question.kind, asked.outcome, outcome, same, strange)


def shows(other: Asked, question: Question) -> bool:
    """Tell whether a mission archived a page that answers a question."""
    return any(name in other.sources for name in (question.page, *question.page_ok) if name)


def summary(pairs: list[Pair]) -> str:
    """Return in words how many behave the same, of its own mission and of another question's."""
    lines = []
    for strange, whose in ((False, "its own finished mission"), (True, "another question's mission with the page")):
        some = [pair for pair in pairs if pair.strange is strange]
        if some:
            outcomes = sum(pair.first == pair.again for pair in some)
            counts = Counter(f"{pair.first} → {pair.again}" for pair in some if pair.first != pair.again)
            differing = ", ".join(f"{name} {count}" for name, count in counts.most_common())
            lines.append(
                f"asked again of {whose}: {len(some)} questions, the same outcome {outcomes}"
                f"{f' ({differing})' if differing else ''}, the same bottom line {sum(pair.words for pair in some)}"
            )
    return "\n".join(lines)


def main() -> int:
    """Ask, ask again, compare; 1 if anything that was asked of its own mission differs."""
    made = parser()
    made.description = __doc__
    made.add_argument("--strange", action="store_true", help="ask of another question's mission too")
    options = made.parse_args()
    pairs: list[Pair] = []
    by_manual: dict[str, list[Question]] = {}
    for question in chosen(options):
        by_manual.setdefault(question.manual, []).append(question)
    for name, questions in sorted(by_manual.items()):
        manual = manuals()[name]
        if manual.installed() is None:
            print(f"!!! SKIPPED {name}: apt-get install {manual.package}={manual.version}", file=sys.stderr)
            continue
        began = time.monotonic()
        all_asked = [ask(question, manual, options.timeout) for question in questions]
        pairs += [again(one, one, manual, options.timeout) for one in all_asked]
        for one in all_asked if options.strange else []:
            other = next((each for each in all_asked if each is not one and shows(each, one.question)), None)
            if other is not None:
                pairs.append(again(one, other, manual, options.timeout))
        print(f"{name}: {len(questions)} questions, {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps([asdict(pair) for pair in pairs], indent=1) + "\n", "utf-8")
    print(summary(pairs))
    return int(any(not pair.words or pair.first != pair.again for pair in pairs if not pair.strange))


if __name__ == "__main__":
    sys.exit(main())
