"""Tools: what a step may do in the world, declared with its limits."""

from indagate.tools.router import Offer, Router, Statistics, Use
from indagate.tools.tool import TimeLimit, Tool, tool

__all__ = ["Offer", "Router", "Statistics", "TimeLimit", "Tool", "Use", "tool"]
