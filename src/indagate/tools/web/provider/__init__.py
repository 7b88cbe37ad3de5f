"""Search providers behind one protocol; several at once, their results fused."""

from __future__ import annotations

from indagate.tools.web.provider.base import Provider, Refused, Result
from indagate.tools.web.provider.choice import NAMES, default_names, find_provider, reached, require_known
from indagate.tools.web.provider.fusion import Failure, Findings, fuse, search_all

__all__ = [
    "NAMES",
    "Failure",
    "Findings",
    "Provider",
    "Refused",
    "Result",
    "default_names",
    "find_provider",
    "fuse",
    "reached",
    "require_known",
    "search_all",
]
