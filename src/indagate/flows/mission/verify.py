"""Proving a finished mission again, offline: archive, quotes, numbers, citations, and the report on disk."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

from indagate.errors import Corrupt
from indagate.evidence.check import Code, Violation, verify_claim, verify_fact
from indagate.evidence.source import Source
from indagate.flows.mission.claim import Claim
from indagate.flows.mission.computed import value_of
from indagate.flows.mission.constraint import about, breaks
from indagate.flows.mission.placing import placed
from indagate.flows.mission.record import Mission
from indagate.flows.mission.rendering import has_report, render_report
from indagate.flows.mission.supporting import basis_of, stands
from indagate.storage import Blobs, digest

_MARK = re.compile(r"\[\^([\w-]+)\]")
_NOTE = re.compile(r"\[\^[\w-]+\]: ")


def check(mission: Mission, folder: Path, store: Blobs) -> list[Violation]:
    """Return every breach: in the archive, in the recorded facts and claims, and in the report on disk."""
    shown = list(mission.sources.values())[: mission.numbered_sources]
    found = [one for source in shown for one in _shown(source, folder)]
    found += [*proved(mission, store), *_claims(mission), *_tables(mission), *_limits(mission, store)]
    if mission.state == "COMPLETED" or (mission.state == "ERROR" and has_report(mission)):
        found += _report(mission, folder / "report.md")
    return list(dict.fromkeys(found))


def proved(mission: Mission, store: Blobs) -> Iterator[Violation]:
    """Prove every fact from what the store keeps of its source."""
    texts: dict[str, tuple[bytes, str]] = {}
    for source in mission.sources.values():
        try:
            texts[source.id] = store.get(source.sha256), store.get(source.text_sha256).decode("utf-8", "surrogatepass")
        except Corrupt as error:
            yield Violation("archive-changed", source.file, error.message)
    for fact in mission.facts.values():
        if fact.source in texts:
            yield from verify_fact(fact, mission.sources[fact.source], *texts[fact.source])


def _shown(source: Source, folder: Path) -> Iterator[Violation]:
    """Check the copies in the run's folder against their digests."""
    for name, sha in ((source.file, source.sha256), (source.text_file, source.text_sha256)):
        try:
            content = (folder / name).read_bytes()
        except OSError as error:
            yield Violation("missing-file", name, f"the archived {name} cannot be read: {error.strerror}")
            continue
        if digest(content) != sha:
            yield Violation("archive-changed", name, f"the bytes of {source.id} are not those that were archived")


def _computed(claim: Claim, mission: Mission) -> Iterator[Violation]:
    """Compute a claim's values again, from the numbers of the quotes that it cites."""
    quotes = [mission.facts[name].quote for name in claim.facts if name in mission.facts]
    for expression, value in claim.computed:
        try:
            again = value_of(expression, quotes)
            why = f"{expression} is {again}, not {value}" if again != value else ""
        except ValueError as error:
            why = str(error)
        if why:
            yield Violation("not-computed", claim.text[:80], why)


def _tables(mission: Mission) -> Iterator[Violation]:
    """Check that the cells of comparisons are words of the quotes that they cite."""
    cells = (cell for section in mission.sections.values() if section.table for cell in section.table.said)
    for cell in cells:
        if not stands(cell, mission):
            yield Violation("false-basis", cell.text[:80], "no quote that the cell of the comparison cites says it")


def _limits(mission: Mission, store: Blobs) -> Iterator[Violation]:
    """Check that nothing cited breaks a limit that the person set on sources; places are looked for again."""
    claims = (claim for section in mission.sections.values() for claim in section.claims)
    cited = {name for claim in claims for name in claim.facts} | {*mission.cited}
    broken: dict[str, str] = {}
    for name in sorted(cited & mission.facts.keys()) if mission.constraints else ():
        source = mission.sources[mission.facts[name].source]
        if source.id not in broken:
            known = about(source)
            with contextlib.suppress(Corrupt):  # which is a breach of its own
                known = replace(known, places=placed(mission, source, store).named)
            broken[source.id] = breaks(mission.constraints, known, opened=True)
        if why := broken[source.id]:
            yield Violation("limit-broken", name, f"it is cited from {source.id}, which the limits leave out: {why}")


def _claims(mission: Mission) -> Iterator[Violation]:
    """Check what was written against the facts, as recorded."""
    for section in mission.sections.values():
        for claim in section.claims:
            cited = [mission.facts[name] for name in claim.facts if name in mission.facts]
            yield from verify_claim(claim.text, cited, mission.sources, mission.asked_in, claim.values)
            yield from _computed(claim, mission)
            if claim.basis == "verbatim" and cited and basis_of(claim.text, cited, claim.by) != "verbatim":
                said = "it is said to be verbatim, and no quote has these words"
                yield Violation("false-basis", claim.text[:80], said)
            for name in set(claim.facts) - set(mission.facts):
                yield Violation("dangling-citation", claim.text[:80], f"it cites {name}, which is no fact of this run")


def _report(mission: Mission, path: Path) -> Iterator[Violation]:
    """Check every line of the report as a reader finds it against what was written."""
    try:
        lines = path.read_bytes().decode("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        yield Violation("missing-file", path.name, f"the report cannot be read: {error}")
        return
    for number, (line, expected) in enumerate(zip_longest(lines, render_report(mission).split("\n"), fillvalue=""), 1):
        if line != expected:
            cites = _MARK.findall(line) == _MARK.findall(expected)
            code: Code = "quote-changed" if _NOTE.match(expected) else "report-changed" if cites else "citation-changed"
            yield Violation(code, f"report.md line {number}", f"it should read: {expected[:120]}")
