"""What sums, differences, products and ratios mean, with their units."""

from __future__ import annotations

from dataclasses import replace

from sqlglot import exp
from sqlglot.optimizer.scope import Scope

from indagate.cells.expression import CONSTANTS, Expressions
from indagate.cells.label import Disclosure, Label, joined
from indagate.cells.meaning import Meaning, Sort, union
from indagate.cells.node import (
    added,
    alike,
    as_percent,
    bracketed,
    is_direct,
    shown,
)
from indagate.cells.unit import ONE, PERCENT, Unit
from indagate.errors import QueryRefused


class Arithmetic(Expressions):
    """Arithmetic of outputs."""

    def _neg(self, node: exp.Expr, scope: Scope) -> Meaning:
        inner = self.number(node.this, scope, "−")
        if inner.literal:
            return replace(inner, number=-(inner.number or 0))
        return inner.labelled("−{}")

    def _add(self, node: exp.Expr, scope: Scope) -> Meaning:
        sign, en = ("+", " + ") if isinstance(node, exp.Add) else ("−", " − ")
        if found := self._dated(node, scope, sign):
            return found
        left, right = self.number(node.this, scope, sign), self.number(node.expression, scope, sign)
        if left.literal and right.literal:
            raise QueryRefused(f"{shown(node)} computes with constants only", hint="leave constants out of outputs")
        for literal, other in ((left, right), (right, left)):
            if literal.literal:
                return self._shifted(node, literal, other, left is literal, sign)
        if sign == "−" and (
            alike(node.this, node.expression) or (left.label == right.label and is_direct(node, scope))
        ):
            raise QueryRefused(f"{shown(node)} subtracts something from itself, which is always 0")
        if "flag" in (left.kind, right.kind) and not (left.aggregated or right.aggregated):
            raise QueryRefused(f"{shown(node)} adds conditions", hint="count rows with count(*) FILTER (WHERE …)")
        unit = added(node, left, right)
        kind: Sort = left.kind if left.kind == right.kind else "measure"
        fields = union([left, right])
        return Meaning(
            kind if kind != "rank" else "measure", joined([left.label, bracketed(right, sign == "−")], en), unit=unit,
            numeric=True, scaled=left.scaled and right.scaled, shifted=left.shifted or right.shifted, **fields,
        )  # fmt: skip

    _sub = _add

    def _dated(self, node: exp.Expr, scope: Scope, sign: str) -> Meaning | None:
        """Return what the difference of two dates means; nothing else is done with dates in outputs."""
        if isinstance(node.this, exp.Interval) or isinstance(node.expression, exp.Interval):
            raise QueryRefused(f"{shown(node)} moves a date by a constant", hint="move dates in conditions only")
        if sign != "−":
            return None
        left, right = self.meaning(node.this, scope), self.meaning(node.expression, scope)
        if "date" in (left.kind, right.kind) and (
            left.literal or right.literal or not (left.columns and right.columns)
        ):
            raise QueryRefused(f"{shown(node)} reckons from a constant", hint="reckon between two columns of dates")
        if left.kind == "date" and right.numeric and right.kind in ("rank", "count", "measure", "span"):
            return left.labelled(f"{{}} − {right.label.en}", f"{{}} − {right.label.ru}", **union([left, right]))
        if left.kind != "date" or right.kind != "date":
            return None
        label = Label(f"time from {right.label.en} to {left.label.en}", f"время от {right.label.ru} до {left.label.ru}")
        days = {left.period, right.period} <= {"day", "week", "month", "quarter"}
        unit = Unit((("year", 1),)) if left.period == "year" else Unit((("d", 1),)) if days else None
        return Meaning("span", label, unit=unit, numeric=days or left.period == "year", **union([left, right]))

    def _shifted(self, node: exp.Expr, literal: Meaning, other: Meaning, first: bool, sign: str) -> Meaning:
        """Return the meaning of a ratio beside 1: a / b - 1, 1 - share."""
        if literal.number == 0:
            return other
        hundred = literal.number == 100 and other.unit == PERCENT
        if (
            (literal.number != 1 and not hundred)
            or other.kind != "ratio"
            or other.shifted
            or (sign == "+" and not first)
        ):
            raise QueryRefused(
                f"the constant {literal.label.en} in {shown(node)} is no value of the data",
                hint="in outputs only 0, 1 beside a ratio, and 100 before one are allowed",
            )
        if not first:
            return other.labelled("change: {}", "изменение: {}", shifted=True)
        return other.labelled(f"{literal.label.en} {sign} ({{}})", shifted=True)

    def _mul(self, node: exp.Expr, scope: Scope) -> Meaning:
        left, right = self.number(node.this, scope, "×"), self.number(node.expression, scope, "×")
        for literal, other in ((left, right), (right, left)):
            if literal.literal and not other.literal:
                return self._scaled(node, literal, other)
        if left.literal:
            if left.number is not None and {left.number, right.number} <= {1.0, 100.0}:
                return replace(left, number=left.number * (right.number or 1))
            raise QueryRefused(f"{shown(node)} computes with constants only", hint="leave constants out of outputs")
        if "rank" in (left.kind, right.kind):
            raise QueryRefused(f"{shown(node)} multiplies by a place", hint="order or filter by it")
        unit = left.unit.times(right.unit) if left.unit is not None and right.unit is not None else None
        kind: Sort = "ratio" if left.kind == right.kind == "ratio" else "measure"
        label = joined([bracketed(left), bracketed(right)], " × ")
        return Meaning(kind, label, unit=unit, numeric=True, scaled=left.scaled or right.scaled, **union([left, right]))

    def _scaled(self, node: exp.Expr, literal: Meaning, other: Meaning) -> Meaning:
        if literal.number == 1:
            return other
        if literal.number == 7 and other.kind == "rank":  # days of so many weeks, to be taken from a date
            return replace(other, scaled=True)
        if literal.number != 100 or other.scaled or other.unit == PERCENT:
            raise QueryRefused(
                f"the constant {literal.label.en} in {shown(node)} is no value of the data",
                hint=CONSTANTS,
            )
        if other.kind == "ratio":
            return replace(other, unit=PERCENT, label=as_percent(other.label))
        return replace(other, scaled=True)

    def _div(self, node: exp.Expr, scope: Scope) -> Meaning:
        left, right = self.number(node.this, scope, "/"), self.number(node.expression, scope, "/")
        if right.literal or left.literal:
            if right.number == 1 and not left.literal:
                return left
            if left.number in (1, 100) and left.literal and not right.literal and right.unit is not None:
                return right.labelled("1 / ({})", unit=ONE.times(right.unit, -1), scaled=left.number == 100)
            raise QueryRefused(
                f"the constant in {shown(node)} is no value of the data",
                hint=CONSTANTS,
            )
        if alike(node.this, node.expression) or (left.label == right.label and is_direct(node, scope)):
            raise QueryRefused(f"{shown(node)} divides something by itself, which is always 1")
        return self._ratio(node, left, right)

    def _ratio(self, node: exp.Expr, left: Meaning, right: Meaning) -> Meaning:
        fields = union([left, right])
        warnings = list(left.warnings + right.warnings)
        label = Label(f"{left.label.en} per {right.label.en}", f"{left.label.ru} / {right.label.ru}")
        unit: Unit | None = None
        if left.unit is not None and right.unit is not None:
            unit = left.unit.times(right.unit, -1)
        elif left.unit is None and right.unit is None:
            unit = ONE if left.columns & right.columns or left.scaled else None
            if not left.columns & right.columns and left.scaled:
                names = f"{left.label.en} and {right.label.en}"
                text = f"the units of {names} are unknown; their ratio is told as %"
                warnings.append(Disclosure("units", text))
        ratio = (unit == ONE and "count" not in (right.kind,)) or (left.kind == right.kind == "count")
        if unit == ONE and right.kind == "count" and left.kind in ("flag", "count", "ratio"):
            ratio = True
        if left.scaled:
            if unit is not None and unit != ONE:
                raise QueryRefused(
                    f"{shown(node)} multiplies by 100 what is in {unit.text}, no ratio",
                    hint="100 may stand only before a share of the same unit",
                )
            unit, label = (PERCENT if unit == ONE else None), as_percent(label)
        elif ratio:
            label = Label(f"{left.label.en} / {right.label.en}", f"{left.label.ru} / {right.label.ru}")
        fields["warnings"] = tuple(dict.fromkeys(warnings))
        return Meaning("ratio" if ratio or left.scaled else "measure", label, unit=unit, numeric=True, **fields)

    def _intdiv(self, node: exp.Expr, scope: Scope) -> Meaning:
        return self._div(node, scope)

    def _abs(self, node: exp.Expr, scope: Scope) -> Meaning:
        return self.number(node.this, scope, "abs").labelled("size of {}", "{} по модулю")

    def _round(self, node: exp.Expr, scope: Scope) -> Meaning:
        digits = node.args.get("decimals")
        if digits is not None and not (
            isinstance(digits, exp.Literal) and digits.this.isdigit() and int(digits.this) <= 12
        ):
            raise QueryRefused(f"{shown(node)} rounds by something else than a number of digits from 0 to 12")
        return self.number(node.this, scope, "round")

    _floor = _ceil = _round

    def _ln(self, node: exp.Expr, scope: Scope) -> Meaning:
        argument = node.expression or node.this
        name = type(node).__name__.lower()
        return self.number(argument, scope, name).labelled(f"{name}({{}})", unit=ONE, kind="measure")

    _log = _ln

    def _sqrt(self, node: exp.Expr, scope: Scope) -> Meaning:
        return self.number(node.this, scope, "sqrt").labelled("√({})", unit=None, kind="measure")
