"""The door, sources, confidence, duplicates, conflicts, graph, and proof."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from indagate.evidence.authority import Kind, kind_of
from indagate.evidence.check import Candidate, admit, verify_claim, verify_fact
from indagate.evidence.duplicate import differing, duplicates
from indagate.evidence.fact import Conflict, Fact, confidence
from indagate.evidence.graph import FactGraph, to_graphml, to_json
from indagate.evidence.source import freshness, independent, weight

from .material import DAY, TODAY, fact, source

TEXT = (
    "Preface. The tower of Acme is 330 m tall and took 15 % of the budget.\nIt was opened in 1999 by Ada Lovelace. "
    + "pad " * 3000
)
SOURCES = {
    "S01": source("S01", "https://data.gov/x", date(2020, 1, 1)),
    "S02": source("S02", "https://blog.example.com/a", date(2025, 1, 1)),
    "S03": source("S03", "https://reuters.com/a", date(2025, 5, 1)),
    "S04": source("S04", "https://bbc.com/a", date(2021, 5, 1)),
}


def propose(statement: str, quote: str, near: int | None = None) -> Fact | str:
    return admit(Candidate(statement, quote, near), TEXT, "S01", "size", DAY, fact_id="Fact-001")


def test_the_door_admits_what_the_quote_bears() -> None:
    """The fact's quote is the text's own, at its span."""
    admitted = propose("The tower is 0.33 km high", "The tower  of Acme is\n330 m tall", near=0)
    assert isinstance(admitted, Fact)
    assert TEXT[admitted.start : admitted.end] == admitted.quote == "The tower of Acme is 330 m tall"


@pytest.mark.parametrize(
    ("statement", "quote", "near", "reason"),
    [
        ("", "The tower of Acme", None, "statement is empty"),
        ("The tower", " ", None, "no quote"),
        ("The tower", "tower", None, "one word"),
        ("The tower", "x " * 1500, None, "characters, more than"),
        ("The tower is tall", "The tower of Acme is 331 m tall", None, "not in the text of S01"),
        ("The tower is tall", "The tower of Acme is 330 m tall", 9000, "not near 9000"),
        ("The tower is 331 m tall", "The tower of Acme is 330 m tall", None, "does not hold 331 m"),
        ("It took 5 % of the budget", "5 % of the budget", None, "does not hold 5 %"),
        ("It was opened in 2009", "It was opened in 1999", None, "does not hold 2009"),
    ],
)
def test_the_door_refuses_with_a_reason(statement: str, quote: str, near: int | None, reason: str) -> None:
    """Each refusal names its cause; a quote cut from a longer number does not pass."""
    refused = propose(statement, quote, near)
    assert isinstance(refused, str)
    assert reason in refused


@given(
    st.integers(0, 5000),
    st.lists(st.integers(0, 5000), min_size=1, max_size=5),
    st.sampled_from(["ships", "%", "km", "Euro", "часов"]),
)
def test_no_number_passes_that_the_quote_does_not_hold(number: int, held: list[int], unit: str) -> None:
    """Whatever the numbers around, a statement's count is admitted only if the quote has it."""
    text = "Reports say " + ", then ".join(f"{each} {unit}" for each in held) + " were seen there."
    result = admit(Candidate(f"There were {number} {unit} seen", text, 0), text, "S01", "d", DAY)
    assert isinstance(result, Fact) == (number in held)


def test_the_door_is_fast_with_a_hint() -> None:
    """A millisecond a candidate on the usual size of text; the bound here allows for a slow machine."""
    text = "Some words, as they come. " * 8000
    spots = [text.index("Some", 1000 * at) for at in range(1, 100)]
    begin = time.process_time()
    for number, spot in enumerate(spots):
        text_here = f"There were {number} of them"
        admit(Candidate(text_here, "Some words,  as they come.", spot), text, "S01", "d", DAY)
    assert (time.process_time() - begin) / len(spots) < 0.01


@pytest.mark.parametrize(
    ("locator", "stated", "kind"),
    [
        ("https://www.destatis.de/x", "", Kind.OFFICIAL),
        ("https://data.gov.uk/x", "", Kind.OFFICIAL),
        ("https://arxiv.org/abs/1", "", Kind.ACADEMIC),
        ("https://cs.mit.edu/x", "", Kind.ACADEMIC),
        ("https://www.bbc.co.uk/news", "", Kind.NEWS),
        ("https://someone.substack.com/p", "NewsArticle", Kind.BLOG),
        ("https://x.io/a", "https://schema.org/BlogPosting", Kind.BLOG),
        ("https://gov.evil.com/", "GovernmentOrganization", Kind.UNKNOWN),
        ("papers/a.pdf", "https://schema.org/ScholarlyArticle", Kind.ACADEMIC),
        ("papers/a.pdf", "", Kind.UNKNOWN),
    ],
)
def test_the_kind_is_told_by_the_table(locator: str, stated: str, kind: Kind) -> None:
    """Hosts first; a web page's own word never makes it official or academic."""
    assert kind_of(locator, stated) is kind


def test_weight_is_authority_and_freshness() -> None:
    """0.6 · authority + 0.4 · freshness, with 0.6 each for an unsigned, undated file."""
    assert weight(SOURCES["S01"], TODAY) == pytest.approx(0.6 * 1.0 + 0.4 * 0.3)
    assert weight(SOURCES["S02"], TODAY) == pytest.approx(0.6 * 0.5 + 0.4 * 1.0)
    assert weight(source("S09", "notes/a.txt"), TODAY) == pytest.approx(0.6)
    ages = [freshness(source("S09", "a", date(year, 6, 1)), TODAY) for year in (2027, 2025, 2023, 2021, 2019)]
    assert ages == [0.6, 1.0, 0.8, 0.6, 0.3]


def test_confidence_counts_independent_voices() -> None:
    """High by an official source or two voices; one host or text is one voice, all unsigned files together too."""
    files = [source("S08", "a.txt"), source("S09", "b.txt")]
    mirror = source("S07", "https://other.example.org/", text="text of S02")
    assert confidence(SOURCES["S01"]) == "High"
    assert confidence(SOURCES["S03"]) == "Medium"
    assert confidence(SOURCES["S02"]) == "Low"
    assert confidence(SOURCES["S02"], SOURCES["S03"]) == "High"
    assert independent(files) == 1
    assert independent([SOURCES["S02"], mirror]) == 1


PAIRS = [
    ("The tower is 330 m tall.", "The tower is 330 metres tall.", True),
    ("The tower is 330 m tall.", "The tower is 331 m tall.", False),
    ("It is safe to use.", "It is not safe to use.", False),
    ("Alice beat Bob in the final.", "Bob beat Alice in the final.", False),
    ("The limit for adults in the northern part of the big country is 5 mg.",
     "The limit for children in the northern part of the big country is 5 mg.", False),
    ("Das Haus ist alt", "Das Haus ist alt.", True),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other", "same"), PAIRS)
def test_duplicates_say_the_same(one: str, other: str, same: bool) -> None:
    """Numbers, denials and scopes keep statements apart, however alike."""
    assert bool(duplicates([fact(1, one), fact(2, other, "S02")])) == same


DIFFERING = [
    ("The Eiffel Tower is 330 m tall.", "The Eiffel Tower is 324 m tall.", True),
    ("The Eiffel Tower is 330 m tall.", "The Eiffel Tower is 330 metres tall.", False),
    ("The berth fee in Marnsted is EUR 24 per night.", "In Marnsted the berth fee is EUR 15 a night.", True),
    ("The berth fee in Marnsted is EUR 24 per night.", "The berth fee in Holmsund is EUR 15 per night.", False),
    ("The berth fee in Marnsted is EUR 24 per night.", "The berth fee in Marnsted is low.", False),
    ("Berlin: 24", "Berlin: 15", False),
    ("Der Liegeplatz im Hafen kostet 24 Euro.", "Der Liegeplatz im Hafen kostet 15 Euro.", True),
]


@pytest.mark.parametrize(("one", "other", "differ"), DIFFERING)
def test_the_same_words_with_other_figures_are_named_and_nothing_else(one: str, other: str, differ: bool) -> None:
    """Of two sources only; nine in ten of the words that say something are the same."""
    assert bool(differing([fact(1, one), fact(2, other, "S02")])) == differ
    assert differing([fact(1, one), fact(2, other, "S01")]) == []


def test_graphml_is_valid_whatever_the_text() -> None:
    """Every key is declared, every end exists, and forbidden characters are made legal."""
    facts = [
        fact(1, 'A <b> & \x00\x1f\ud800\ufffe "q" is 5 m\r\n', entities=("Ä & Ö", "x")),
        fact(2, "A is 7 m", "S02", entities=("X",)),
    ]
    conflict = Conflict("Fact-001", "Fact-002", "A", "5 m against 7 m")
    graph = FactGraph.build(facts, SOURCES, [conflict], duplicates(facts))
    root = etree.fromstring(to_graphml(graph).encode())
    space = {"g": "http://graphml.graphdrawing.org/xmlns"}
    keys = set(root.xpath("g:key/@id", namespaces=space))
    nodes = set(root.xpath("//g:node/@id", namespaces=space))
    assert set(root.xpath("//g:data/@key", namespaces=space)) <= keys
    assert set(root.xpath("//g:edge/@source | //g:edge/@target", namespaces=space)) <= nodes
    assert len(nodes) == len(graph.nodes) == 2 + 2 + 2
    assert 'A <b> & \ufffd\ufffd\ufffd\ufffd "q" is 5 m\r\n' in root.xpath("//g:data/text()", namespaces=space)
    content = json.loads(to_json(graph).encode())
    assert len(content["nodes"]) == 6
    assert {"kind": "from", "start": "Fact-001", "end": "S01"} in content["edges"]


def test_support_is_a_duplicate_from_another_voice() -> None:
    """The graph shows who says the same."""
    facts = [fact(1, "The tower is tall indeed."), fact(2, "The tower is tall indeed.", "S02")]
    graph = FactGraph.build(facts, SOURCES, (), duplicates(facts))
    assert {edge["kind"] for edge in graph.edges} == {"from", "duplicates", "supports"}


def test_a_fact_is_proved_from_the_archive() -> None:
    """Each tampering has its own breach."""
    text = "Before. The tower is 330 m tall. After."
    home = source("S01", "a.txt", text=text)
    good = fact(1, "The tower is 330 m tall.", start=8, end=32)
    assert verify_fact(good, home, text.encode(), text) == []
    codes = {
        "archive-changed": verify_fact(good, home, b"other", text),
        "text-changed": verify_fact(good, home, text.encode(), text + " "),
        "quote-not-at-span": verify_fact(replace(good, start=9, end=33), home, text.encode(), text),
        "number-not-held": verify_fact(replace(good, statement="It is 331 m tall"), home, text.encode(), text),
        "wrong-source": verify_fact(replace(good, source="S02"), home, text.encode(), text),
    }
    for code, found in codes.items():
        assert [breach.code for breach in found] == [code]


def test_a_claim_is_held_by_what_it_cites() -> None:
    """Numbers of a report's sentence stand in its facts; deprecated facts bear nothing."""
    tall, wide = fact(1, "It is 330 m tall"), fact(2, "It is 125 m wide", "S02")
    assert verify_claim("It is 330 m tall and 125 m wide.", [tall, wide]) == []
    assert [breach.code for breach in verify_claim("It is 330 m tall and 125 m wide.", [tall])] == ["number-not-held"]
    assert [breach.code for breach in verify_claim("It is tall.", [])] == ["uncited"]
    assert [breach.code for breach in verify_claim("It is tall.", [replace(tall, status="DEPRECATED")])] == [
        "deprecated-cited"
    ]
