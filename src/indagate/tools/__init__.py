"""Tools: what a step may do in the world, declared with its limits."""

from indagate.tools.tool import Tool, tool

__all__ = ["Tool", "tool"]
