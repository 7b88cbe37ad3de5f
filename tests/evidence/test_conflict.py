"""Contradictions among facts, measured on a table of labelled pairs."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from datetime import date

import pytest

from indagate.evidence import Status, conflicts, duplicates, resolve

from .material import TODAY, fact, source
from .pairs import PAIRS, SOURCES, UNSEEN, Pair, facts_of


def _verdict(pair: Pair) -> tuple[bool, int]:
    """Whether a conflict is found, and which side is preferred."""
    found = conflicts(facts_of(pair), SOURCES)
    if not found:
        return False, 0
    one = facts_of(pair)[0].id
    preferred = resolve(found[0], SOURCES, TODAY).preferred
    return True, 0 if preferred is None else 1 if preferred == one else 2


@dataclass(frozen=True, slots=True)
class _Confusion:
    hits: int
    false: int
    missed: int
    skewed: int

    @property
    def precision(self) -> float:
        return self.hits / (self.hits + self.false)

    @property
    def recall(self) -> float:
        return self.hits / (self.hits + self.missed)


def _confusion(name: str, pairs: list[Pair]) -> _Confusion:
    """The pairs judged and counted; what is misjudged is printed."""
    counts = {"hit": 0, "false": 0, "missed": 0, "wrong side": 0, "rightly quiet": 0}
    for pair in pairs:
        found, preferred = _verdict(pair)
        sort = ("hit" if found else "missed") if pair.conflict else "false" if found else "rightly quiet"
        counts[sort] += 1
        skewed = sort == "hit" and preferred != pair.preferred
        counts["wrong side"] += skewed
        if sort in ("false", "missed") or skewed:
            print(f"  {sort}{' on the wrong side' * skewed}: {pair.one.statement} / {pair.other.statement}")
    print(f"{name}: {counts}")
    return _Confusion(counts["hit"], counts["false"], counts["missed"], counts["wrong side"])


def test_labelled_pairs_are_judged_with_precision_and_recall() -> None:
    """At least 95 % of the conflicts found are some, 80 % of them are found, the preferred side is right."""
    assert len(PAIRS) >= 60
    confusion = _confusion("labelled before the rules", PAIRS)
    assert confusion.precision >= 0.95
    assert confusion.recall >= 0.8
    assert not confusion.skewed


def test_the_rules_carry_over_to_pairs_they_were_not_made_for() -> None:
    """Pairs written after the rules, which were then left as they were."""
    confusion = _confusion("unseen", UNSEEN)
    assert confusion.precision >= 0.9
    assert confusion.recall >= 0.7


def test_a_year_in_a_name_dates_a_source_that_has_no_date() -> None:
    """The newer of two undated files is told by the years in their names, and the reason says so."""
    facts = [fact(1, "The berth fee is EUR 20 a night.", "S01"), fact(2, "The berth fee is EUR 26 a night.", "S02")]
    named = {"S01": source("S01", "harbour/notice-2019.txt"), "S02": source("S02", "harbour/statutes-2024.txt")}
    (conflict,) = conflicts(facts, named)
    resolution = resolve(conflict, named, TODAY)
    assert resolution.preferred == "Fact-002"
    assert "2024, by its name" in resolution.reason
    unnamed = {name: replace(each, locator=f"{name}.txt", title="") for name, each in named.items()}
    assert resolve(conflict, unnamed, TODAY).preferred is None


@pytest.mark.parametrize(
    ("one", "other", "preferred"),
    [
        ({"saved": date(2019, 3, 1)}, {"saved": date(2024, 3, 1)}, "Fact-002"),
        ({"saved": date(2019, 3, 1)}, {"published": date(2024, 3, 1)}, "Fact-002"),
        ({"saved": date(2024, 3, 1)}, {"published": date(2019, 3, 1)}, None),
        ({"saved": date(2024, 3, 1)}, {"saved": date(2024, 2, 1)}, None),
        ({"saved": date(2024, 3, 1)}, {}, None),
    ],
)
def test_words_are_no_newer_than_their_file(
    one: dict[str, date], other: dict[str, date], preferred: str | None
) -> None:
    """Files' own dates tell two of them apart, and that a file is older than what states its date; never the contrary:
    old words are often saved anew."""
    facts = [fact(1, "The berth fee is EUR 20 a night.", "S01"), fact(2, "The berth fee is EUR 26 a night.", "S02")]
    bare = {name: replace(source(name, f"{name}.pdf"), title="") for name in ("S01", "S02")}
    sources = {
        name: replace(bare[name], published=given.get("published"), saved=given.get("saved"))
        for name, given in (("S01", one), ("S02", other))
    }
    (conflict,) = conflicts(facts, sources)
    resolution = resolve(conflict, sources, TODAY)
    assert resolution.preferred == preferred
    assert not preferred or "S01 (2019-03-01, by its file)" in resolution.reason
    turned = resolve(conflict, {"S01": sources["S02"], "S02": sources["S01"]}, TODAY)
    assert (turned.preferred is None) == (preferred is None)


def test_a_newer_source_that_calls_the_older_out_of_date_is_quoted() -> None:
    """The reason holds its words."""
    older = replace(source("S01", "list-2014.txt", date(2014, 5, 1)), title="Price list of the guild, 2014")
    newer = replace(source("S02", "survey.txt", date(2025, 5, 1)), title="Survey")
    facts = [
        fact(1, "A tiled stove costs EUR 4,000.", "S01"),
        fact(2, "A tiled stove costs EUR 7,500.", "S02"),
        fact(3, "The guild's price list of 2014 is out of date; it named EUR 4,000.", "S02"),
    ]
    sources = {"S01": older, "S02": newer}
    (conflict,) = conflicts(facts, sources)
    assert conflict.favours == "Fact-002"
    assert "is out of date" in resolve(conflict, sources, TODAY).reason


def test_a_thousand_facts_are_compared_within_a_second() -> None:
    """Time grows with what shares words, not with all pairs; each has one rival, and only that is found."""
    facts = [
        fact(number, f"Bridge x{number // 2:03d} is {100 + 50 * (number % 2)} m long.", f"S0{1 + number % 2}")
        for number in range(1000)
    ]
    named = {"S01": source("S01", "a.txt"), "S02": source("S02", "b.txt")}
    began = time.process_time()
    found = conflicts(facts, named)
    assert time.process_time() - began < 5
    assert len(found) == 500
    assert len({frozenset((each.a, each.b)) for each in found}) == 500


def test_what_no_longer_counts_does_not_come_back_as_its_own_repetition() -> None:
    """A deprecated fact still covers the same statement of its source, and not that of another."""
    said = "The berth fee is EUR 20 a night."
    gone = replace(fact(1, said, "S01"), status=Status.DEPRECATED)
    found = duplicates([gone, fact(2, said, "S01"), fact(3, said, "S02")])
    assert [(pair.kept, pair.other) for pair in found] == [("Fact-001", "Fact-002")]


@pytest.mark.parametrize(
    ("said", "sheet", "differ"),
    [
        ("The WP-200 takes 30 bar without trouble.", "Greatest pressure: 10 bar.", True),
        ("The WP-300 takes 30 bar without trouble.", "Greatest pressure: 10 bar.", False),
        ("The WP-200 takes 8 bar without trouble.", "Greatest pressure: 10 bar.", False),
        ("The WP-200 takes 30 kg without trouble.", "Greatest pressure: 10 bar.", False),
        ("The WP-200 runs at 90 °C.", "Greatest temperature: 60 °C.", True),
        ("The WP-200 runs at 90 °C.", "Greatest pressure: 10 bar.", False),
    ],
)
def test_a_unit_says_what_is_measured_and_a_title_of_which_model(said: str, sheet: str, differ: bool) -> None:
    """ "Takes 30 bar" is said of a pressure; a data sheet need not name its model in every line."""
    titled = {
        "U": replace(SOURCES["U"], title="Copied from a forum"),
        "O": replace(SOURCES["O"], title="Pump WP-200, data sheet"),
    }
    facts = [replace(fact(1, said), source="U"), replace(fact(2, sheet), source="O")]
    assert bool(conflicts(facts, titled)) is differ


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        ("A walk without a guide is limited to 3 km.", "A walk without a guide is limited to 5 miles.", True),
        ("Ohne Genehmigung dauert die Nutzung höchstens 3 Tage.",
         "Ohne Genehmigung dauert die Nutzung höchstens 7 Tage.", True),
        ("A walk without a guide is limited to 3 km.", "A walk with a guide is limited to 9 km.", False),
        ("A walk without a guide is limited to 3 km.", "A walk without a map is limited to 2 km.", False),
    ],
)  # fmt: skip
def test_without_something_is_a_condition_and_no_denial(one: str, other: str, differ: bool) -> None:
    """Two limits for those who are without the same thing contradict each other; other conditions do not."""
    facts = [replace(fact(1, one), source="U"), replace(fact(2, other), source="O")]
    assert bool(conflicts(facts, SOURCES)) is differ


def test_what_a_writer_met_once_is_hearsay() -> None:
    """What a source states in general is preferred, both being shown."""
    facts = [
        replace(fact(1, "The crossing takes 40 minutes."), source="U"),
        replace(fact(2, "The crossing took us fifty minutes in calm water."), source="V"),
    ]
    (found,) = conflicts(facts, SOURCES)
    settled = resolve(found, SOURCES, TODAY)
    assert settled.preferred == "Fact-001" and "took us" in settled.reason
