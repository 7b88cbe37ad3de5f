"""A calculator with a grammar of its own: exact decimals, units, percent, money and dates; nothing is ever executed."""

from __future__ import annotations

from indagate.tools.calculator.evaluate import evaluate
from indagate.tools.calculator.quantity import Quantity
from indagate.tools.calculator.result import Result
from indagate.tools.calculator.tool import calculator

__all__ = ["Quantity", "Result", "calculator", "evaluate"]
