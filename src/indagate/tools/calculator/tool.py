"""The calculator as a tool for agents."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

from msgspec import Meta

from indagate.tools.calculator.evaluate import evaluate
from indagate.tools.calculator.result import Result
from indagate.tools.tool import Tool, tool


def calculator(today: date) -> Tool[..., Any]:
    """Return the tool `calculate`; `today` is what that word means in an expression."""

    @tool(shared=True, name="calculate")
    def calculate(
        expression: Annotated[
            str,
            Meta(
                min_length=1,
                max_length=2000,
                description="For example: 15% of 80; 5 miles in km; 2024-03-01 - 2024-02-01; round(100 / 7, 2); "
                "mean(3, 4, 8); weekday(1969-07-20); today + 90 days; 200 EUR + 19%; "
                "days from 2024-02-01 to 2024-03-01.",
            ),
        ],
    ) -> Result:
        """Compute exactly: decimals, percent, roots, means, units and their conversion, money, dates."""
        return evaluate(expression, today)

    return calculate
