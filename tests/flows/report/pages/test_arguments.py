"""Each argument has both its sides, and says nothing that the report does not say."""

from __future__ import annotations

from typing import Any

from indagate.flows.report.arguments import arguments
from indagate.flows.report.files import Finding
from indagate.flows.report.text import Aggregation, Claim, Passage, SectionText


def finding(name: str, kind: Any, direction: Any = "", **more: Any) -> Finding:
    given = {"task": "d1", "scope": "s1", "table": "t", "column": "sales", "calculation": "c", "weight": 1.0, **more}
    return Finding(name, kind, direction=direction, **given)


def text(*findings: Finding) -> Aggregation:
    claims = tuple(Claim(f"What {one.id} says.", (one.id,)) for one in findings)
    section = SectionText("s1", "Sales", (Passage("paragraph", claims),))
    return Aggregation("T", "", claims[:1], (), (section,), (), (), findings)


def test_what_points_the_same_way_is_for_and_what_points_elsewhere_against() -> None:
    """A trend is backed by a shift upwards and by other groups' trends, doubted for a shift down and wider swings."""
    made = text(
        finding("f1", "trend", "up", tail=1e-9), finding("f2", "regime_change", "up"),
        finding("f3", "volatility_regime", "up"), finding("f4", "regime_change", "down"),
        finding("f5", "regime_change", "up", column="costs"), finding("f6", "trend", "up", group="North"),
    )  # fmt: skip
    (one,) = arguments(made)
    assert one.claim == "What f1 says."
    assert one.pro == ("What f2 says.", "What f6 says.")
    assert one.con == ("What f3 says.", "What f4 says.")


def test_what_stands_alone_has_no_sides() -> None:
    """No doubt that fits every finding is printed: where the data say nothing for or against, there is no argument."""
    assert arguments(text(finding("f1", "correlation", "up", tail=1e-9), finding("f2", "trend", "up"))) == ()
    assert arguments(text(finding("f1", "ranking"))) == ()


def test_what_contradicts_nothing_is_not_set_against_anything() -> None:
    """A lone odd value and smaller swings leave a trend as sure as it was."""
    odd, calm = finding("f2", "anomaly", "down"), finding("f3", "volatility_regime", "down")
    assert arguments(text(finding("f1", "trend", "up", tail=1e-9), odd, calm)) == ()


def test_a_takeaway_without_a_finding_has_no_sides() -> None:
    """What documents say is cited, not argued here."""
    made = Aggregation("T", "", (Claim("Said somewhere.", (), ("s1",)),), (), (), (), (), ())
    assert arguments(made) == ()
