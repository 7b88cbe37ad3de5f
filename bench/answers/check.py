"""Check the questions against the installed manuals: check.py [--manual NAME] [--quiet].

Every accept pattern must occur on the question's pages, no question may answer itself, what is said to be absent must
be absent from the whole manual, paraphrased questions must share few words with the passage that answers them, and
the frozen split must be the drawn one. Manuals that are not installed are named with the command that installs them.
"""

from __future__ import annotations

import argparse
import functools
import re
import sys
from collections import Counter

from draw import draw
from manuals import HERE, Manual, manuals, normal, page_text
from questions import KINDS, OWN_KINDS, Question, drawn_split, fingerprint, questions, raw_questions, splits

LEAST_MANUAL, LEAST_OWN, LEAST_UNANSWERABLE = 150, 30, 0.20
MOST_SHARED = 0.40
DRAWN = 60
STOP = frozenset((HERE / "stopwords.txt").read_text("utf-8").split())


def stems(text: str) -> set[str]:
    """Return the content words of a text, cut to their first five letters."""
    words = re.findall(r"[^\W\d_]{2,}", text.casefold())
    return {word[:5] for word in words if word not in STOP}


def overlap(question: Question, text: str) -> float:
    """Return the largest share of the question's content words found near a match of its first accept group."""
    asked = stems(question.question)
    worst = 0.0
    for match in re.finditer(question.accept[0], text):
        near = text[max(0, match.start() - 200) : match.end() + 200]
        near = near[near.find(" ") : near.rfind(" ")]
        worst = max(worst, len(asked & stems(near)) / max(1, len(asked)))
    return worst


@functools.cache
def plain(manual: Manual, name: str) -> str:
    """Return the normalised text of a page; lines broken at a hyphen are joined for PDFs."""
    text = page_text(manual.corpus() / name)
    if name.endswith(".pdf"):
        text = re.sub(r"(?<=[a-z])-\n(?=[a-z])", "", text) + "\n" + text
    return normal(text)


@functools.cache
def all_pages(manual: Manual) -> dict[str, str]:
    """Return file → normalised text for the whole manual."""
    folder = manual.corpus()
    names = [str(path.relative_to(folder)) for path in sorted(folder.glob(manual.glob)) if path.is_file()]
    return {name: plain(manual, name) for name in names}


def faults_of(question: Question, manual: Manual) -> list[str]:
    """Return what is wrong with one question, given its installed manual."""
    faults: list[str] = []
    for name in question.page_ok:
        if not (manual.corpus() / name).exists():
            faults.append(f"page {name} is not in {manual.package or manual.name} {manual.version}")
    if faults:
        return faults
    if question.kind == "unanswerable":
        texts = all_pages(manual)
        for pattern in question.absent:
            where = [name for name, text in texts.items() if re.search(pattern, text)]
            if where:
                faults.append(f"said to be absent, but {pattern!r} is in {', '.join(where[:4])}")
        return faults
    joined = " ".join(plain(manual, name) for name in question.page_ok)
    own_only = question.kind in OWN_KINDS
    if own_only:
        joined = " ".join(all_pages(manual).values())
    first = plain(manual, question.page)
    for group in question.accept:
        if not re.search(group, joined):
            faults.append(f"accept {group!r} is on none of its pages")
    if not own_only and question.kind != "two-pages":
        gone = [group for group in question.accept if not re.search(group, first)]
        faults += [f"accept {group!r} is not on {question.page}" for group in gone]
    if question.kind == "two-pages":
        alone = [n for n in question.page_ok if all(re.search(g, plain(manual, n)) for g in question.accept)]
        if alone:
            faults.append(f"said to need two pages, but {alone[0]} answers it alone")
    if all(re.search(group, normal(question.question)) for group in question.accept):
        faults.append("the question answers itself")
    if question.kind == "paraphrased":
        share = max(overlap(question, plain(manual, name)) for name in question.page_ok)
        if share > MOST_SHARED:
            faults.append(f"paraphrased, but shares {share:.0%} of its words with the passage")
    return faults


def shape_faults(asked: list[Question]) -> list[str]:
    """Return what is wrong with the set as such: ids, patterns, kinds, counts and the split."""
    faults = [f"id {one} is given twice" for one, n in Counter(q.id for q in asked).items() if n > 1]
    for question in asked:
        for pattern in question.patterns:
            try:
                re.compile(pattern)
            except re.error as error:
                faults.append(f"{question.id}: {pattern!r} does not compile: {error}")
        if question.kind not in KINDS + OWN_KINDS:
            faults.append(f"{question.id}: unknown kind {question.kind}")
        if question.kind == "unanswerable" and not question.absent:
            faults.append(f"{question.id}: says absent nowhere")
        if question.kind != "unanswerable" and not (question.accept and question.page):
            faults.append(f"{question.id}: has no accept pattern or no page")
        if question.kind == "yes-no" and question.verdict not in {"yes", "no"}:
            faults.append(f"{question.id}: yes-no without a verdict")
    own = [q for q in asked if not manuals()[q.manual].package]
    real = [q for q in asked if manuals()[q.manual].package]
    for name, some, least in (("real manuals", real, LEAST_MANUAL), ("own corpora", own, LEAST_OWN)):
        if len(some) < least:
            faults.append(f"{len(some)} questions on {name}, {least} wanted")
        share = sum(q.kind == "unanswerable" for q in some) / max(1, len(some))
        if share < LEAST_UNANSWERABLE:
            faults.append(f"{share:.1%} of the questions on {name} are unanswerable, {LEAST_UNANSWERABLE:.0%} wanted")
    return faults + split_faults()


def split_faults() -> list[str]:
    """Return where the frozen split differs from the drawn one, or a frozen question was changed."""
    frozen, drawn = splits(), drawn_split()
    faults = [f"{one} is frozen but gone" for one in frozen if one not in drawn]
    for _, fields in raw_questions():
        one = str(fields["id"])
        if one not in frozen:
            faults.append(f"{one} is not frozen")
        elif frozen[one] != (drawn[one], fingerprint(fields)):
            faults.append(f"{one} was changed after it was frozen")
    return faults


def main() -> int:
    """Print every fault and a summary; return 1 if there is a fault."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--manual", action="append", help="check these only")
    options = parser.parse_args()
    asked, known, bad, missing = questions(), manuals(), 0, []
    for fault in shape_faults(asked):
        print(f"FAULT {fault}")
        bad += 1
    for name in sorted({q.manual for q in asked}):
        if options.manual and name not in options.manual:
            continue
        manual, some = known[name], [q for q in asked if q.manual == name]
        version = manual.installed()
        if version is None:
            missing.append(manual)
            print(
                f"MISSING {name}: apt-get install {manual.package}={manual.version} ({len(some)} questions unchecked)"
            )
            continue
        if version != manual.version:
            print(f"NOTE {name}: {manual.package} is {version}, the questions were written on {manual.version}")
        faults = [(q, fault) for q in some for fault in faults_of(q, manual)]
        for question, fault in faults:
            print(f"FAULT {question.id}: {fault}")
        bad += len(faults)
        none = sum(q.kind == "unanswerable" for q in some)
        print(f"{name:12} {len(some):3} questions, {none:2} unanswerable, {len(faults)} faults{on_drawn(manual, some)}")
    print(f"{len(asked)} questions, {bad} faults, {len(missing)} manuals missing")
    return 1 if bad else 0


def on_drawn(manual: Manual, some: list[Question]) -> str:
    """Return how many answerable questions stand on a page among those drawn, for manuals drawn by file."""
    if not manual.package or manual.unit != "file":
        return ""
    from draw import SEED

    drawn = {name for name, _, _ in draw(manual, SEED, DRAWN)}
    answerable = [q for q in some if q.page]
    return f", {sum(q.page in drawn for q in answerable)} of {len(answerable)} on the first {DRAWN} pages drawn"


if __name__ == "__main__":
    sys.exit(main())
