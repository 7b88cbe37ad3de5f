"""How a run of the notes flow is shown: its answer, what it rests on, what was read, what it waits for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from indagate.flow import Ended
from indagate.flow.worded import attributions
from indagate.flows.notes.query import Cited, Found
from indagate.flows.notes.record import Notes
from indagate.flows.notes.wording import reading_lines
from indagate.models import RULE
from indagate.models.role import WAYS_OUT
from indagate.number import count

SHOWN = 8
"""So many notes are shown with an answer on a terminal; `--json` gives all."""


def _waits(notes: Notes) -> bool:
    return "WAIT_USER" in notes.state


def answer_of(notes: Notes) -> str:
    """Return the answer to what was asked: its sentences, what is missing; or why there is none."""
    if _waits(notes):
        return questions(notes)
    lines = [" ".join(notes.sentences)] if notes.sentences else []
    if notes.unanswered:
        lines.append(f"Not answered from the notes: {'; '.join(notes.gaps)}")
    if notes.partial:
        lines.append(f"A partial answer: {'; '.join(notes.gaps)}")
    if not notes.sentences:
        lines += [declined_line(found) for found in notes.declined_queries]
    return "\n".join(lines)


def declined_line(found: Found) -> str:
    """Say why a question was not answered, and with which words."""
    parts = [f"not understood: {', '.join(found.words)}"] if found.words else []
    parts += [found.reason] if found.reason else []
    why = ". ".join(parts) or "the question is not one of the forms that are read without a model"
    return f"Not answered; {why}."


def near_of(notes: Notes) -> tuple[list[Cited], bool]:
    """Return the notes that are near to a question that was not answered, and whether they hold all its words."""
    found = [one for one in notes.found if one.near]
    cited = {(one.date, one.line): one for result in found for one in result.near}
    return list(cited.values()), any(one.whole for one in found)


def warnings(notes: Notes) -> list[str]:
    """Return what was wrong with files that the run passed over or put aside, and with models' answers."""
    told = list(notes.warnings)
    if notes.observed is not None and notes.observed.aside:
        told.append(f"context.json was damaged and put aside: {notes.observed.aside}")
    return told


def noted_lines(notes: Notes) -> list[str]:
    """Return where the note stands, what was read of it, and what was not."""
    if notes.read is not None:
        by = f" by {notes.read.by}" if notes.read.notes else ""
        return [f"{count(notes.read.notes, 'note')} read{by}: {count(notes.read.values, 'value')}"]
    kept = notes.stored or notes.kept
    if kept is None:
        return []
    word = "Correction noted" if notes.input_type == "CORRECTION" else "Noted"
    lines = [f"{word}: {kept.day}, line {kept.line}"]
    offered = [f"  keep it from now on: indagate notes {one}" for one in notes.offers]
    return lines + (reading_lines(notes.reading) if notes.reading is not None else []) + offered


def questions(notes: Notes) -> str:
    """Return the questions to the user, with why and options."""
    lines = []
    for ask in notes.asks:
        lines.append(f"{ask.text} ({ask.why})")
        if ask.options:
            lines.append("  " + " · ".join(ask.options))
    return "\n".join(lines)


def summary(notes: Notes) -> str:
    """Say in a few lines what came of it: the answer and the notes it rests on, what was noted and read."""
    if notes.input_type == "NOTHING":
        return "Nothing noted."
    answer = answer_of(notes)
    lines = [answer] if answer else []
    if not _waits(notes):
        if notes.sentences:
            lines += [*notes.support.lines, *cited_lines(notes.evidence)]
        elif notes.searched:
            near, whole = near_of(notes)
            head = "Notes that hold all your words:" if whole else "The nearest notes:"
            lines += [head, *cited_lines(near)] if near else ["No note has these words."]
            lines += [WAYS_OUT] if outcome(notes) == "needs_model" else []
    lines += noted_lines(notes)
    lines += warnings(notes)
    return "\n".join(line for line in lines if line)


def cited_lines(cited: Iterable[Cited]) -> list[str]:
    """Return notes with their places, the first of many."""
    rows = [f"  {one.date}:{one.line}  {one.text}" for one in cited]
    return rows[:SHOWN] + ([f"  … {len(rows) - SHOWN} more (--json gives all)"] if len(rows) > SHOWN else [])


def brief(notes: Notes) -> str:
    """Return what a person should read before answering."""
    return questions(notes) if _waits(notes) else notes.input.text


def outcome(notes: Notes) -> Ended:
    """Say how a run came out that has ended."""
    if notes.partial:
        return "partial"
    return "needs_model" if notes.declined_queries and notes.written_by == RULE and not notes.sentences else "done"


def details(notes: Notes) -> Mapping[str, Any]:
    """Return what `--json` says of a run beside its name and state."""
    kept = None if notes.read else notes.stored or notes.kept
    near, whole = near_of(notes)
    declined = [
        {"question": found.query.text, "words": list(found.words), "reason": found.reason}
        for found in notes.declined_queries
    ]
    if notes.unanswered:
        assert notes.routed is not None
        declined.append({"question": notes.routed.question, "words": [], "reason": "; ".join(notes.gaps)})
    return {
        "input_type": notes.input_type,
        "domains": list(dict.fromkeys(notes.domains)),
        "answer": answer_of(notes) if notes.sentences or _waits(notes) or notes.partial else "",
        "sentences": list(notes.sentences),
        "claims": attributions(notes.claims),
        "support": notes.support.counts,
        "evidence": [_cited(one) for one in (notes.evidence if notes.sentences else ())],
        "queries": [query_json(found) for found in notes.answers],
        "declined": declined,
        "nearest": [_cited(one) for one in near] if declined or not notes.sentences else [],
        "nearest_hold_all_words": whole,
        "asks": [ask.text for ask in notes.asks] if _waits(notes) else [],
        "gaps": notes.gaps,
        "noted": {"date": kept.day.isoformat(), "line": kept.line, "text": kept.text} if kept else None,
        "read": [_entry(entry) for entry in notes.reading.entries] if notes.reading else [],
        "read_notes": {k: getattr(notes.read, k) for k in ("notes", "values", "left", "by")} if notes.read else None,
        "unread": list(notes.reading.unread) if notes.reading else [],
        "by": notes.written_by if notes.input_type != "LOG" else notes.parsed_by,
        "warnings": warnings(notes),
    }


def _cited(one: Cited) -> dict[str, Any]:
    return {"date": one.date.isoformat(), "line": one.line, "text": one.text}


def query_json(found: Found) -> dict[str, Any]:
    """Return a result as JSON: the query in words and SQL, its cells, what they leave out."""
    cells = [
        {
            "name": cell.name, "value": cell.value, "unit": cell.unit, "label": cell.label, "scope": cell.scope,
            "keys": {key.label.en: key.value for key in cell.keys}, "n": cell.n, "missing": cell.missing,
        }
        for cell in found.cells
    ]  # fmt: skip
    return {"said": found.said, "sql": found.sql, "cells": cells, "gaps": [*found.disclosures, *found.gaps]}


def _entry(entry: Any) -> dict[str, Any]:
    import msgspec

    found: dict[str, Any] = msgspec.to_builtins(entry)
    return found
