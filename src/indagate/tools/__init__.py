"""Tools: what a step may do in the world, declared with its limits."""

from indagate.tools.router import Offer, Router, Statistics, Use
from indagate.tools.tool import Tool, tool

__all__ = ["Offer", "Router", "Statistics", "Tool", "Use", "tool"]
