"""Where every output of a SELECT comes from, followed through sub-selects to the columns of the tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from sqlglot import exp
from sqlglot.optimizer.scope import Scope

from indagate.cells.aggregation import AGGREGATE_WORDS, Aggregation
from indagate.cells.arithmetic import Arithmetic
from indagate.cells.choice import Choice
from indagate.cells.dating import PARTS, Dating
from indagate.cells.label import Label, joined, same
from indagate.cells.meaning import Meaning
from indagate.cells.node import (
    aliased,
    either,
    is_count,
    of_column,
    shown,
    source_of,
    with_filters,
)
from indagate.cells.table import Table
from indagate.errors import QueryRefused


class Lineage(Arithmetic, Choice, Aggregation, Dating):
    """Follows the outputs of one checked tree. Raises `QueryRefused` for what cannot be followed or is forbidden."""

    def __init__(self, tables: Mapping[str, Table]) -> None:
        self.tables = tables
        self._outputs: dict[int, list[Meaning]] = {}

    def outputs(self, scope: Scope) -> list[Meaning]:
        """Return what each output column of a scope means, with the filters of the scope."""
        if id(scope) not in self._outputs:
            self._outputs[id(scope)] = self._found(scope)
        return self._outputs[id(scope)]

    def _found(self, scope: Scope) -> list[Meaning]:
        tree = scope.expression
        if isinstance(tree, exp.SetOperation):
            sides = [self.outputs(side) for side in scope.set_operation_scopes]
            if len({len(side) for side in sides}) != 1:
                raise QueryRefused("the sides of the UNION have different numbers of columns")
            return [either(list(pair)) for pair in zip(*sides, strict=True)]
        found = []
        filters = self.filters(scope)
        for place, projection in enumerate(tree.expressions, 1):
            meaning = self.meaning(projection.unalias(), scope)
            if not meaning.columns and not is_count(projection.unalias()):
                raise QueryRefused(
                    f"output {place} ({shown(projection.unalias())}) comes from no column of a table",
                    hint="every output must be computed from columns; leave constants out",
                )
            if meaning.scaled:
                raise QueryRefused(
                    f"output {place} ({shown(projection.unalias())}) multiplies by 100 what is no ratio",
                    hint="100 may stand only before a share: 100.0 * part / whole",
                )
            if meaning.kind == "span" and not meaning.numeric:
                raise QueryRefused(f"output {place} is an interval", hint="use date_diff('day', start, end)")
            found.append(replace(meaning, filters=(*meaning.filters, *filters)))
        return found

    def meaning(self, node: exp.Expr, scope: Scope) -> Meaning:
        """Return what an expression means. Raises `QueryRefused`."""
        handler: Callable[[exp.Expr, Scope], Meaning] | None = getattr(self, f"_{type(node).__name__.lower()}", None)
        if handler is not None:
            return handler(node, scope)
        name = type(node).__name__
        if name in AGGREGATE_WORDS:
            return self._aggregate(node, scope)
        if name in PARTS:
            return self._part(node, scope)
        if isinstance(node, exp.Predicate | exp.Connector | exp.Not | exp.Exists):
            return self.condition(node, scope)
        raise QueryRefused(f"{shown(node)} cannot be an output", hint="compute outputs with arithmetic and aggregates")

    def _column(self, node: exp.Expr, scope: Scope) -> Meaning:
        assert isinstance(node, exp.Column)
        source = source_of(node.table, scope)
        if isinstance(source, exp.Table):
            return self._within(node, scope, of_column(self.tables[source.name], node.name))
        if isinstance(source, Scope):
            names = source.expression.named_selects  # type: ignore[attr-defined]
            if node.name in names:
                found = self.outputs(source)[names.index(node.name)]
                return with_filters(found)
        if not node.table and (alias := aliased(node.name, scope)) is not None:
            return self.meaning(alias, scope)
        raise QueryRefused(f"the column {node.sql(dialect='duckdb')} comes from no table of the query")

    def _within(self, node: exp.Column, scope: Scope, found: Meaning) -> Meaning:
        """Return a column's meaning, with its own filters where its table is read more than once."""
        where = scope.expression.args.get("where")
        named = [source.name for source in scope.sources.values() if isinstance(source, exp.Table)]
        if where is None or named.count(found.plain[0] if found.plain else "") < 2:
            return found
        parts = list(where.this.flatten()) if isinstance(where.this, exp.And) else [where.this]
        mine = [part for part in parts if {column.table for column in part.find_all(exp.Column)} == {node.table}]
        if not mine:
            return found
        told = joined([self.predicate(part, scope) for part in mine], "; ")
        return replace(found, label=Label(f"{found.label.en} [{told.en}]", f"{found.label.ru} [{told.ru}]"))

    def _paren(self, node: exp.Expr, scope: Scope) -> Meaning:
        return self.meaning(node.this, scope)

    _alias = _ignorenulls = _paren

    def _subquery(self, node: exp.Expr, scope: Scope) -> Meaning:
        for inner in scope.subquery_scopes:
            if inner.expression is node.this or inner.expression is node:
                outputs = self.outputs(inner)
                if len(outputs) != 1:
                    raise QueryRefused(f"the sub-select {shown(node)} must have one column to be a value")
                found = outputs[0]
                if not found.filters and not isinstance(node.parent, exp.Predicate):
                    found = replace(
                        found, label=Label(f"{found.label.en} of all rows", f"{found.label.ru} по всем строкам")
                    )
                return replace(with_filters(found), aggregated=True)
        raise QueryRefused(f"the sub-select {shown(node)} cannot be followed")

    _select = _subquery

    def _literal(self, node: exp.Expr, _: Scope) -> Meaning:
        number = None if node.is_string else float(node.this)
        return Meaning(
            "text" if node.is_string else "measure", same(node.this), number=number, literal=True, numeric=True
        )

    def _null(self, *_: object) -> Meaning:
        return Meaning("text", same("NULL"), literal=True)

    def _boolean(self, node: exp.Expr, _: Scope) -> Meaning:
        return Meaning("flag", same(str(node.this).lower()), literal=True)
