"""Python that is not to be trusted, in a jail: no network, no other process, one folder, bounded in every resource."""

from __future__ import annotations

from indagate.tools.python.running import LIMITS, Ran, run_python, run_tests, safe_path, walled
from indagate.tools.python.tool import python_tool

__all__ = ["LIMITS", "Ran", "python_tool", "run_python", "run_tests", "safe_path", "walled"]
