"""The command line: a thin face over `indagate.app` and the flows' own commands."""

from indagate.cli.main import main

__all__ = ["main"]
