"""What functions of dates and texts mean."""

from __future__ import annotations

import re
from dataclasses import replace

from sqlglot import exp
from sqlglot.optimizer.scope import Scope

from indagate.cells.allowed import ANONYMOUS, DATE_PARTS, PERIODS
from indagate.cells.expression import Expressions
from indagate.cells.label import Label, joined
from indagate.cells.meaning import Meaning, union
from indagate.cells.node import (
    shown,
    unbucketed,
)
from indagate.cells.table import Period
from indagate.cells.unit import ONE, Unit
from indagate.errors import QueryRefused
from indagate.vocabulary import vocabulary

STRFTIME = re.compile(r"^(%[YmdHMSjVGuqBbAay%-]|[-/ :.,TWQ_])+$")
SEPARATOR = re.compile(r"^[\s\-/,.:;_|()·&+]*$")
PARTS = frozenset(
    vocabulary(
        """
Year Month Quarter Week Day DayOfWeek DayOfWeekIso DayOfMonth DayOfYear Hour Minute Second Dayname Monthname
"""
    )
)
RU_PERIODS = {
    "year": "год", "quarter": "квартал", "month": "месяц", "week": "неделя", "day": "день", "hour": "час",
    "minute": "минута", "dayofweek": "день недели", "dayname": "день недели",
    "monthname": "месяц", "isodow": "день недели",
}  # fmt: skip


class Dating(Expressions):
    """Dates and texts of outputs."""

    def _lower(self, node: exp.Expr, scope: Scope) -> Meaning:
        found = unbucketed(node, self.meaning(node.this, scope))
        for key, argument in node.args.items():
            if (
                key != "this"
                and isinstance(argument, exp.Literal)
                and argument.is_string
                and not SEPARATOR.match(argument.this)
            ):
                raise QueryRefused(f"the constant {argument.this!r} in {shown(node)} is no value of the data")
        return replace(
            found, kind=found.kind if found.kind in ("id", "code") else "category", numeric=False, plain=None
        )

    _upper = _trim = _substring = _left = _right = _splitpart = _lower

    def _length(self, node: exp.Expr, scope: Scope) -> Meaning:
        return self.meaning(node.this, scope).labelled(
            "length of {}", "{}: длина", kind="measure", numeric=True, unit=ONE
        )

    def _dpipe(self, node: exp.Expr, scope: Scope) -> Meaning:
        operands = node.expressions if isinstance(node, exp.Concat) else [node.this, node.expression]
        parts = [unbucketed(node, self.meaning(part, scope)) for part in operands]
        told = [part for part in parts if not part.literal]
        for part in parts:
            if part.literal and not SEPARATOR.match(part.label.en):
                raise QueryRefused(
                    f"the constant {part.label.en!r} in {shown(node)} is no value of the data",
                    hint="only signs between values may stand there",
                )
        if not told:
            return parts[0]
        return Meaning("category", joined([part.label for part in told], ", "), **union(told))

    _concat = _dpipe

    def _timestamptrunc(self, node: exp.Expr, scope: Scope) -> Meaning:
        unit = str(node.args["unit"].name if isinstance(node.args["unit"], exp.Expr) else node.args["unit"]).lower()
        found = self.meaning(node.this, scope)
        if unit not in PERIODS or found.kind != "date":
            raise QueryRefused(f"{shown(node)}: only dates are cut, to one of {', '.join(sorted(PERIODS))}")
        period: Period = unit if unit in ("year", "quarter", "month", "week", "day") else ""  # type: ignore[assignment]
        return found.labelled(f"{unit} of {{}}", f"{{}}: {RU_PERIODS.get(unit, unit)}", period=period)

    _datetrunc = _timestamptrunc

    def _part(self, node: exp.Expr, scope: Scope) -> Meaning:
        name = type(node).__name__.lower()
        return self._date_part(node, name, node.this, scope)

    def _date_part(self, node: exp.Expr, name: str, of: exp.Expr, scope: Scope) -> Meaning:
        found = self.meaning(of, scope)
        if isinstance(of, exp.Cast | exp.Date) and found.literal:
            raise QueryRefused(f"{shown(node)} is a constant")
        if found.kind not in ("date", "clock"):
            raise QueryRefused(f"{shown(node)}: {found.label.en} is no date", hint="take parts of dates only")
        words = (f"{name} of {{}}", f"{{}}: {RU_PERIODS.get(name, name)}")
        if name == "year":
            return found.labelled(*words, kind="date", period="year", numeric=True, unit=ONE)
        return found.labelled(
            *words, kind="category", period="", numeric=name not in ("dayname", "monthname"), unit=ONE
        )

    def _extract(self, node: exp.Expr, scope: Scope) -> Meaning:
        part = node.this.name.lower()
        if part not in DATE_PARTS:
            raise QueryRefused(f"{shown(node)}: the part {part} is not allowed", hint=", ".join(sorted(DATE_PARTS)))
        return self._date_part(node, part, node.expression, scope)

    def _anonymous(self, node: exp.Expr, scope: Scope) -> Meaning:
        name = node.name.lower()
        if name not in ANONYMOUS:
            raise QueryRefused(f"the function {node.name}() is not allowed")
        if name in ("date_part", "datepart"):
            part, of = node.expressions
            if not isinstance(part, exp.Literal) or part.this.lower() not in DATE_PARTS:
                raise QueryRefused(f"{shown(node)}: the part must be one of {', '.join(sorted(DATE_PARTS))}")
            return self._date_part(node, part.this.lower(), of, scope)
        if name in ("date_sub", "datesub"):
            return self._span(node, node.expressions[0].name.lower(), node.expressions[2], node.expressions[1], scope)
        if name in ("weekday", "isoyear"):
            return self._date_part(node, name, node.expressions[0], scope)
        return self.condition(node, scope)

    def _datediff(self, node: exp.Expr, scope: Scope) -> Meaning:
        unit = node.args.get("unit")
        return self._span(node, unit.name.lower() if unit is not None else "day", node.this, node.expression, scope)

    def _span(self, node: exp.Expr, unit: str, end: exp.Expr, start: exp.Expr, scope: Scope) -> Meaning:
        last, first = self.meaning(end, scope), self.meaning(start, scope)
        if last.literal or first.literal or {last.kind, first.kind} - {"date"}:
            raise QueryRefused(f"{shown(node)} must lie between two columns of dates")
        symbol = {"day": "d", "hour": "h", "minute": "min", "second": "s"}.get(unit.rstrip("s"), unit.rstrip("s"))
        label = Label(f"time from {first.label.en} to {last.label.en}", f"время от {first.label.ru} до {last.label.ru}")
        return Meaning("span", label, unit=Unit(((symbol, 1),)), numeric=True, **union([last, first]))

    def _timetostr(self, node: exp.Expr, scope: Scope) -> Meaning:
        found, form = self.meaning(node.this, scope), node.args["format"]
        if found.kind != "date" or not isinstance(form, exp.Literal) or not STRFTIME.match(form.this):
            raise QueryRefused(f"{shown(node)}: a form of dates holds nothing but %-signs and separators")
        return found.labelled(f"{{}} as {form.this}", kind="category", numeric=False, period="")

    def _date(self, node: exp.Expr, scope: Scope) -> Meaning:
        return replace(self.meaning(node.this, scope), kind="date", period="day")

    def _datefromparts(self, node: exp.Expr, scope: Scope) -> Meaning:
        parts = [
            self.meaning(node.args[key], scope) for key in ("year", "month", "day") if node.args.get(key) is not None
        ]
        if len(parts) != 3 or parts[0].literal or any(part.literal and part.number != 1 for part in parts):
            raise QueryRefused(f"{shown(node)}: a date is made of columns", hint="make_date(year, month, day or 1)")
        told = [part for part in parts if not part.literal]
        period: Period = ("year", "month", "day")[len(told) - 1]
        return Meaning("date", joined([part.label for part in told], ", "), period=period, **union(told))

    def _lastday(self, node: exp.Expr, scope: Scope) -> Meaning:
        return self.meaning(node.this, scope).labelled("last day of the month of {}", "{}: последний день месяца")
