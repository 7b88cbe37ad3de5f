"""What expressions of a SELECT have in common: conditions, operands, filters for labels."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping

from sqlglot import exp
from sqlglot.optimizer.scope import Scope

from indagate.cells.label import Label, joined, same
from indagate.cells.meaning import Meaning, union
from indagate.cells.node import (
    is_join,
    own_columns,
    shown,
)
from indagate.cells.table import Table
from indagate.errors import QueryRefused

CONSTANTS = "in outputs only 0, 1, and 100 before a ratio are allowed; units are converted when text is written"
NOT_ADDED: dict[str, str] = {"id": "an identifier", "code": "a code", "clock": "a time of day", "date": "a date"}


class Expressions(ABC):
    """Gives every expression of one checked tree its meaning. Raises `QueryRefused` for what may not be."""

    tables: Mapping[str, Table]

    @abstractmethod
    def meaning(self, node: exp.Expr, scope: Scope) -> Meaning:
        """Return what an expression means. Raises `QueryRefused`."""

    def filters(self, scope: Scope) -> tuple[Label, ...]:
        """Return what restricts the rows of a scope, for labels."""
        tree = scope.expression
        found = []
        for clause in ("where", "having", "qualify"):
            if node := tree.args.get(clause):
                parts = list(node.this.flatten()) if isinstance(node.this, exp.And) else [node.this]
                found += [self.predicate(part, scope) for part in parts if not is_join(part)]
        if (limit := tree.args.get("limit")) is not None and (order := tree.args.get("order")) is not None:
            listed = joined([self.loose(item.this, scope).label for item in order.expressions], ", ")
            number = limit.expression.name
            found.append(Label(f"first {number} by {listed.en}", f"первые {number} по: {listed.ru}"))
        return tuple(found)

    def predicate(self, node: exp.Expr, scope: Scope) -> Label:
        """Return a condition as a text for labels; columns in it bear their headings."""
        copy = node.copy()
        for column in list(copy.find_all(exp.Column)):
            column.replace(exp.column(column.name))
        text = copy.sql(dialect="duckdb", identify=False)
        text = re.sub(r"CAST\(('[^']*') AS (DATE|TIMESTAMP)\)", r"\1", text)
        text = re.sub(r"'([^']*)'", r"\1", text)
        text = text.replace("<>", "≠").replace(">=", "≥").replace("<=", "≤")
        return Label(
            text.replace(" AND ", " and ").replace(" OR ", " or "),
            text.replace(" AND ", " и ").replace(" OR ", " или "),
        )

    def loose(self, node: exp.Expr, scope: Scope) -> Meaning:
        """Return what an expression means that is not shown as a value: of an order, a condition."""
        try:
            return self.meaning(node, scope)
        except QueryRefused:
            return Meaning("text", same(shown(node)))

    def number(self, node: exp.Expr, scope: Scope, sign: str) -> Meaning:
        """Return an operand of arithmetic, which no code, identifier, date or text can be."""
        found = self.meaning(node, scope)
        if found.kind in NOT_ADDED:
            raise QueryRefused(
                f"{sign} on {found.label.en}: it is {NOT_ADDED[found.kind]}, which cannot be calculated with",
                hint="count it, group by it or compare it",
            )
        if not found.numeric and not (found.literal and found.number is None and found.label.en == "NULL"):
            raise QueryRefused(f"{sign} on {found.label.en}, which is no number")
        return found

    def condition(self, node: exp.Expr, scope: Scope) -> Meaning:
        """Return what a condition means: yes or no, of the columns that it looks at."""
        columns = [self.loose(column, scope) for column in own_columns(node)]
        aggregated = node.find(exp.AggFunc) is not None
        fields = union(columns) if columns else {}
        fields["aggregated"] = aggregated or bool(columns and any(one.aggregated for one in columns))
        return Meaning("flag", self.predicate(node, scope), **fields)

    _eq = _neq = _gt = _gte = _lt = _lte = _is = _in = _between = _like = _ilike = _and = _or = _not = condition
