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
    """A trend is backed by a shift upwards, and doubted for one downwards and for an anomaly."""
    made = text(
        finding("f1", "trend", "up", tail=1e-9), finding("f2", "regime_change", "up"), finding("f3", "anomaly", "up"),
        finding("f4", "regime_change", "down"), finding("f5", "regime_change", "up", column="costs"),
    )  # fmt: skip
    (one,) = arguments(made, "en")
    assert one.claim == "What f1 says."
    assert one.pro[0] == "What f2 says."
    assert "correction" in one.pro[1]
    assert one.con[:2] == ("What f3 says.", "What f4 says.")
    assert "past" in one.con[2]


def test_a_relation_is_never_shown_without_its_doubt() -> None:
    """Going together is no cause, and other findings on the column do not prove it."""
    made = text(finding("f1", "correlation", "up", tail=1e-9), finding("f2", "trend", "up"))
    (one,) = arguments(made, "ru")
    assert len(one.pro) == 1
    assert one.con == ("Связанное не обязано быть причиной и следствием: и тем и другим может двигать третье.",)


def test_a_takeaway_without_a_finding_has_no_sides() -> None:
    """What documents say is cited, not argued here."""
    made = Aggregation("T", "", (Claim("Said somewhere.", (), ("s1",)),), (), (), (), (), ())
    assert arguments(made, "en") == ()
