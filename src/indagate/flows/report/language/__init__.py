"""Language checks: needless anglicisms in Russian texts, and words of technical analysis in any."""

from indagate.flows.report.language.russian import Anglicism, edit_anglicisms, find_anglicisms
from indagate.flows.report.language.technical import TechnicalTerm, omens, technical_terms

__all__ = ["Anglicism", "TechnicalTerm", "edit_anglicisms", "find_anglicisms", "omens", "technical_terms"]
