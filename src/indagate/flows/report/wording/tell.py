"""From a finding to a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from indagate.flows.report.files import Calculation, Finding, FindingKind, Language
from indagate.flows.report.text import Claim
from indagate.flows.report.wording import groups, times
from indagate.flows.report.wording.asked import ASKED
from indagate.flows.report.wording.message import BRIEFERS
from indagate.flows.report.wording.names import headed
from indagate.flows.report.wording.saying import Mates, Saying
from indagate.flows.report.wording.sentence import Subject

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


def tell(
    finding: Finding, calculation: Calculation, subject: Subject, partner: str, mates: Mates, language: Language
) -> Claim:
    """Return a finding in a sentence with how sure it is; an empty one where there is nothing left to tell."""
    if finding.kind in ASKED:
        short = brief(finding, calculation, subject, partner, mates, language)
        return short[1] if short else Claim("")
    saying = Saying(finding, calculation, subject, language)
    text = TELLERS[finding.kind](finding, saying, partner, mates)
    if not text:
        return Claim("")
    return Claim(_with(headed(text), sure(finding, language)), (finding.id,), (), tuple(saying.shown))


def brief(
    finding: Finding, calculation: Calculation, subject: Subject, partner: str, mates: Mates, language: Language
) -> tuple[str, Claim] | None:
    """Return what a finding comes to as a title, and as a sentence with its numbers; None where that would be as long.

    The title has no full stop and says nothing of how sure the finding is.
    """
    briefer = BRIEFERS.get(finding.kind) or ASKED.get(finding.kind)
    saying = Saying(finding, calculation, subject, language)
    message = briefer(finding, saying, partner, mates) if briefer else None
    if message is None:
        return None
    text = headed(message.text)
    proof = f" ({message.proof})" if message.proof else ""
    sentence = _with(f"{text}{proof}.", sure(finding, language))
    return text, Claim(sentence, (finding.id,), (), tuple(saying.shown))


def sure(finding: Finding, language: Language) -> str:
    """Return how sure a tested finding is, in words; empty for what is merely counted."""
    if finding.tail is None:
        return ""
    words = {"high": ("high confidence", "уверенность высокая"), "medium": ("medium confidence", "уверенность средняя")}
    return words.get(finding.confidence, ("low confidence", "уверенность низкая"))[language == "ru"]


def _with(text: str, remark: str) -> str:
    """Return a sentence with a remark in brackets before its full stop, or in those it ends with."""
    if not remark:
        return text
    return f"{text[:-2]}; {remark})." if text.endswith(").") else f"{text[:-1]} ({remark})."
