"""How a run of the notes flow is shown: its answer, what it rests on, what it waits for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from indagate.flows.notes.chart import InputType
from indagate.flows.notes.record import Notes
from indagate.flows.notes.token import cyrillic

SHOWN = 8
"""So many notes are shown with an answer on a terminal; `--json` gives all."""


def answer_of(notes: Notes) -> str:
    """Return what the run says: the answer, or what was noted."""
    lines = [_noted(notes)] if notes.stored is not None else []
    if notes.state == "WAIT_USER" or "WAIT_USER" in notes.state:
        lines.append(questions(notes))
    elif notes.sentences or notes.partial:
        said = [" ".join(notes.sentences)] if notes.sentences else []
        if notes.partial:
            word = "Ответ неполный" if _russian(notes) else "A partial answer"
            said.append(f"({word}: {'; '.join(notes.gaps)})")
        lines.append("\n".join(said))
    return "\n".join(line for line in reversed(lines) if line)


def warnings(notes: Notes) -> list[str]:
    """Return what was wrong with files that the run passed over or put aside."""
    russian = _russian(notes)
    unused = "Модуль не используется" if russian else "A domain module is not used"
    told = [f"{unused}: {one}" for one in (notes.routed.warnings if notes.routed else ())]
    if notes.observed is not None and notes.observed.aside:
        damaged = "Файл context.json повреждён и отложен" if russian else "context.json was damaged and put aside"
        told.append(f"{damaged}: {notes.observed.aside}")
    return told


def _russian(notes: Notes) -> bool:
    return cyrillic(notes.input.text)


def _noted(notes: Notes) -> str:
    assert notes.stored is not None
    stored = notes.stored
    where = f"{stored.day}, {'строка' if _russian(notes) else 'line'} {stored.line}"
    what = {"CORRECTION": ("Correction noted", "Поправка записана")}.get(notes.input_type, ("Noted", "Записано"))[
        _russian(notes)
    ]
    return f"{what}: {where}" + (f" ({notes.understood})" if notes.understood else "")


def questions(notes: Notes) -> str:
    """Return the questions to the user, with why and options."""
    lines = []
    for ask in notes.asks:
        lines.append(f"{ask.text} ({ask.why})")
        if ask.options:
            lines.append("  " + " · ".join(ask.options))
    return "\n".join(lines)


def outcome(notes: Notes) -> str:
    """Say in a few lines what came of it: the answer and the first notes it rests on."""
    lines = [answer_of(notes)]
    if notes.sentences and notes.evidence and "WAIT_USER" not in notes.state:
        lines += [f"  {one.date}:{one.line}  {one.text}" for one in notes.evidence[:SHOWN]]
        if len(notes.evidence) > SHOWN:
            lines.append(f"  … {len(notes.evidence) - SHOWN} more (--json gives all)")
    lines += warnings(notes)
    return "\n".join(line for line in lines if line)


def brief(notes: Notes) -> str:
    """Return what a person should read before answering."""
    return questions(notes) if "WAIT_USER" in notes.state else notes.input.text


def summary(notes: Notes) -> Mapping[str, Any]:
    """Return what `--json` says of a run beside its name and state."""
    cited = list(notes.evidence)
    evidence = [{"date": one.date.isoformat(), "line": one.line, "text": one.text} for one in cited]
    if notes.stored is not None:
        stored = notes.stored
        evidence.append({"date": stored.day.isoformat(), "line": stored.line, "text": stored.text})
    type_: InputType | str = notes.input_type
    return {
        "input_type": type_,
        "domains": _domains(notes),
        "answer": answer_of(notes),
        "evidence": evidence,
        "asks": [ask.text for ask in notes.asks] if "WAIT_USER" in notes.state else [],
        "gaps": notes.gaps,
        "noted": {"date": notes.stored.day.isoformat(), "line": notes.stored.line} if notes.stored else None,
        "mind": notes.written_by,
        "warnings": warnings(notes),
    }


def _domains(notes: Notes) -> list[str]:
    """Return the domains that were loaded; of a note also those of the things it tells."""
    told = [item.domain for item in notes.items]
    return list(dict.fromkeys([*notes.domains, *told]))
