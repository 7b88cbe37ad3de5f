"""Every contradiction of every corpus that may be looked at: both values are shown, and which is preferred, and why.

The questions are those of the examination's tuning third and its development questions, and one scored one that was
looked at; the other scored ones stay unseen.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from flows.mission.runs import research

ANSWERS = Path(__file__).parents[3] / "bench" / "oracle" / "cases" / "documents-drawn" / "docs"
CASES = [
    ("meter", "What is the greatest pressure the FM-40 may bear?", "10 bar", "30 bar"),
    ("biblioteka", "Сколько книг читатель может взять на дом?", "8 книг", "5 книг"),
    ("canal", "Are dogs allowed on the lock gates?", "not allowed", "on a lead"),
    ("canal", "How wide may a boat be to pass the locks?", "2.10 metres", "7 ft 2 in"),
    ("station", "How deep may one dive without a second diver?", "10 metres", "50 feet"),
    ("werke", "Bis wann ist der Zählerstand zu melden?", "15. Dezember", "31. Dezember"),
    ("ferry", "What does a single crossing cost for an adult?", "14 crowns", "11 crowns"),
    ("ferry", "How many vehicles does the car deck take?", "32 vehicles", "28 vehicles"),
    ("ferry", "How high may a vehicle be?", "2.4 metres", "7 feet 6 inches"),
    ("ferry", "Are dogs allowed on the ferry?", "open deck only", "not allowed"),
    ("ferry", "How long before departure do bookings close?", "45 minutes", "30 minutes"),
    ("ferry", "When was the Marten launched?", "6 June 2022", "9 June 2022"),
    ("ferry", "How long does the crossing take?", "40 minutes", "fifty minutes"),
    ("museum", "Was kostet der Eintritt für Erwachsene?", "8 Euro", "6 Euro"),
    ("museum", "Wie lange dauert eine Führung?", "75 Minuten", "1,5 Stunden"),
    ("museum", "Darf man im Museum fotografieren?", "ohne Blitz ist erlaubt", "verboten"),
    ("museum", "Какова высота башни музея?", "38 метров", "41 Meter"),
]
UNSETTLED = {"When was the Marten launched?"}
"""Neither source is official, and no date says which is newer: both stand, and the report says so."""


@pytest.mark.parametrize(("folder", "question", "kept", "other"), CASES)
def test_both_values_and_the_preference_are_shown(
    folder: str, question: str, kept: str, other: str, tmp_path: Path
) -> None:
    """The preferred value first, in the bottom line; the divergence with its ground below."""
    done = research(tmp_path, question, ANSWERS / folder)
    bottom = " ".join(claim.text for claim in done.record.sections[""].claims)
    assert kept in bottom and other in bottom
    told = (done.folder / "report.md").read_text()
    assert other in told.partition("## ")[2].partition("\n## ")[2]
    if question not in UNSETTLED:
        assert bottom.index(kept) < bottom.index(other)
        assert any(ground.preferred and ground.reason for ground in done.record.resolutions.values())
    else:
        assert any(not ground.preferred and ground.reason for ground in done.record.resolutions.values())
