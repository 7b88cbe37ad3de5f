"""From a finding to a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from indagate.flows.report.files import Calculation, Finding, FindingKind, Language
from indagate.flows.report.text import Claim
from indagate.flows.report.wording import groups, times
from indagate.flows.report.wording.asked import ASKED
from indagate.flows.report.wording.message import BRIEFERS, Briefer
from indagate.flows.report.wording.names import headed
from indagate.flows.report.wording.saying import Mates, Saying
from indagate.flows.report.wording.sentence import Subject
from indagate.flows.report.wording.survey import SURVEYS

Teller = Callable[[Finding, Saying, str, Mates], str]
"""Writes a finding; it is given what the finding's partner is called, and what stands beside it."""
TELLERS: Mapping[FindingKind, Teller] = {
    "trend": times.trend, "level": times.level, "regime_change": times.regime_change,
    "volatility_regime": times.volatility, "anomaly": times.anomaly, "seasonality": times.seasonality,
    "lead_lag": times.lead, "correlation": groups.correlation, "ranking": groups.ranking,
    "composition": groups.composition, "mix": times.mix,
    "distribution": groups.distribution, "outlier": groups.outlier, "missing": groups.missing,
    "summary": groups.summary,
}  # fmt: skip
_BRIEF: Mapping[FindingKind, Briefer] = {**ASKED, **SURVEYS}
"""What is told in brief anyhow."""


def tell(
    finding: Finding, calculation: Calculation, subject: Subject, partner: str, mates: Mates, language: Language
) -> Claim:
    """Return a finding in a sentence; an empty one where there is nothing left to tell beside its mates."""
    saying = Saying(finding, calculation, subject, language)
    if finding.kind in _BRIEF:
        message = _BRIEF[finding.kind](finding, saying, partner, mates)
        text = "" if message is None else message.whole
    else:
        text = TELLERS[finding.kind](finding, saying, partner, mates)
    return _claim(text, finding, saying) if text else Claim("")


def brief(
    finding: Finding, calculation: Calculation, subject: Subject, partner: str, mates: Mates, language: Language
) -> tuple[str, Claim] | None:
    """Return what a finding comes to as a title, and as a sentence with its numbers; None where that would be as long.

    The title has no full stop.
    """
    briefer = BRIEFERS.get(finding.kind) or _BRIEF.get(finding.kind)
    saying = Saying(finding, calculation, subject, language)
    message = briefer(finding, saying, partner, mates) if briefer else None
    if message is None:
        return None
    return headed(message.text), _claim(message.short, finding, saying)


def _claim(text: str, finding: Finding, saying: Saying) -> Claim:
    """Return a sentence with where the numbers that stand in it come from."""
    shown = tuple(one for one in saying.shown if one.text in text)
    return Claim(headed(text), (finding.id,), (), shown)


def sure(finding: Finding, language: Language) -> str:
    """Return how sure a tested finding is, in words; empty for what is merely counted."""
    if finding.tail is None:
        return ""
    words = {"high": ("high confidence", "уверенность высокая"), "medium": ("medium confidence", "уверенность средняя")}
    return words.get(finding.confidence, ("low confidence", "уверенность низкая"))[language == "ru"]
