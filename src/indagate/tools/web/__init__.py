"""The web: pages fetched politely and safely, searches over several providers."""

from __future__ import annotations

from indagate.tools.web.address import Guard, shown, why_private
from indagate.tools.web.fetcher import Fetcher, Page
from indagate.tools.web.manners import Manners
from indagate.tools.web.page import Readers
from indagate.tools.web.robots import Robots
from indagate.tools.web.wire import Limits

__all__ = ["Fetcher", "Guard", "Limits", "Manners", "Page", "Readers", "Robots", "shown", "why_private"]
