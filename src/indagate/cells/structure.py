"""Checks on the parts of a query that decide which rows count: joins, order, limits, sums that cannot be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp
from sqlglot.optimizer.scope import Scope

from indagate.cells.label import Disclosure
from indagate.cells.lineage import Lineage
from indagate.cells.node import shown
from indagate.cells.table import Column, Table
from indagate.errors import QueryRefused

if TYPE_CHECKING:
    from collections.abc import Mapping

_ORDERED = (exp.LT, exp.LTE, exp.GT, exp.GTE, exp.Between)


def check_structure(root: Scope, tables: Mapping[str, Table], lineage: Lineage) -> tuple[Disclosure, ...]:
    """Return what is to be told of a query's shape. Raises `QueryRefused`."""
    told: list[Disclosure] = []
    for scope in root.traverse():
        tree = scope.expression
        if isinstance(tree, exp.Select):
            _check_sources(scope)
            for join in tree.args.get("joins") or []:
                _check_join(join, scope)
            _check_order(scope, lineage)
            _check_dated_texts(scope, tables)
            _check_conditions(tree)
            told += [Disclosure("sum", text) for text in _check_sums(scope, tables)]
    return tuple(told)


def _check_sources(scope: Scope) -> None:
    tree = scope.expression
    if tree.args.get("from_") is None and not scope.subquery_scopes:
        raise QueryRefused("a SELECT reads no table", hint="add FROM with a table of the data")


def _check_join(join: exp.Join, scope: Scope) -> None:
    """Refuse joins without an equality of the two sides, but to a sub-select of one row."""
    side, kind, method = (str(join.args.get(key) or "").upper() for key in ("side", "kind", "method"))
    if (
        method not in ("",)
        or kind not in ("", "INNER", "OUTER", "CROSS", "SEMI", "ANTI")
        or side not in ("", "LEFT", "RIGHT", "FULL")
    ):
        raise QueryRefused(f"{shown(join)}: this kind of join is not allowed", hint="JOIN … ON a.x = b.x")
    if join.args.get("using"):
        return
    name = join.this.alias_or_name
    if _is_one_row(scope.sources.get(name)) or _all_others_one_row(scope, name):
        return
    conditions = [join.args.get("on")]
    where = scope.expression.args.get("where")
    if where is not None:
        conditions.append(where.this)
    for condition in conditions:
        for part in condition.flatten() if isinstance(condition, exp.And) else [condition]:
            if isinstance(part, exp.EQ) and _crosses(part, name):
                return
    raise QueryRefused(
        f"{shown(join)}: the join has no equality between a column of {name} and one of the other tables",
        hint=f"add ON … = {name}.…; without it every row meets every other",
    )


def _crosses(part: exp.EQ, name: str) -> bool:
    sides = [{column.table for column in side.find_all(exp.Column)} for side in (part.this, part.expression)]
    return any(one == {name} and other and name not in other for one, other in (sides, sides[::-1]))


def _is_one_row(source: object) -> bool:
    if not isinstance(source, Scope) or not isinstance(source.expression, exp.Select):
        return False
    tree = source.expression
    if tree.args.get("group") is not None:
        return False
    return all(one.find(exp.AggFunc) is not None and one.find(exp.Window) is None for one in tree.expressions)


def _all_others_one_row(scope: Scope, name: str) -> bool:
    return all(
        _is_one_row(source)
        for other, source in scope.sources.items()
        if other != name and other in scope.selected_sources
    )


def _check_order(scope: Scope, lineage: Lineage) -> None:
    """Refuse a limit without an order, and an order by dates that were made texts."""
    tree = scope.expression
    if tree.args.get("limit") is not None or tree.args.get("offset") is not None:
        limit = tree.args.get("limit")
        if limit is not None and not (isinstance(limit.expression, exp.Literal) and limit.expression.this.isdigit()):
            raise QueryRefused(f"{shown(limit)}: a limit is a whole number")
        single = tree.args.get("group") is None and all(one.find(exp.AggFunc) for one in tree.expressions)
        if tree.args.get("order") is None and not single:
            raise QueryRefused("LIMIT without ORDER BY takes any rows", hint="add ORDER BY with what decides")
    for window in tree.find_all(exp.Window):
        function = window.this.this if isinstance(window.this, exp.IgnoreNulls) else window.this
        if isinstance(function, _PLACED) and window.args.get("order") is None:
            raise QueryRefused(f"{shown(window)} has no order", hint="add ORDER BY inside OVER (…)")
    for ordered in tree.find_all(exp.Ordered):
        if ordered.find(exp.Column, exp.Count) is None and ordered.this.name.upper() != "ALL":
            raise QueryRefused(f"{shown(ordered)} orders by a constant", hint="order by what decides")
        alias = ordered.this
        if isinstance(alias, exp.Column) and not alias.table:
            for projection in tree.expressions:
                if projection.alias == alias.name and not _sorts_as_dates(projection):
                    raise QueryRefused(f"{shown(ordered)} orders dates as texts", hint="order by the date itself")
    for spot in tree.find_all(exp.Ordered, exp.Min, exp.Max, exp.ArgMax, exp.ArgMin, *_ORDERED):
        if not _sorts_as_dates(spot):
            raise QueryRefused(f"{shown(spot)} compares dates as texts", hint="compare the date itself")
    for comparison in tree.find_all(*_ORDERED):
        for cast in comparison.find_all(exp.Cast, exp.TryCast):
            if cast.args["to"].this.name in ("VARCHAR", "TEXT") and _kind(cast.this, scope, lineage) == "date":
                raise QueryRefused(f"{shown(comparison)} compares dates as texts", hint="compare the date itself")


_PLACED = (exp.RowNumber, exp.Rank, exp.DenseRank, exp.PercentRank, exp.CumeDist, exp.Lag, exp.Lead, exp.FirstValue,
           exp.LastValue)  # fmt: skip


def _sorts_as_dates(node: exp.Expr) -> bool:
    return all(_sorts(form.args["format"].name) for form in node.find_all(exp.TimeToStr))


def _kind(node: exp.Expr, scope: Scope, lineage: Lineage) -> str:
    try:
        return lineage.meaning(node, scope).kind
    except QueryRefused:
        return ""


def _sorts(form: str) -> bool:
    """Whether dates in this form sort as dates do: year first, then month, then day."""
    places = [form.find(part) for part in ("%Y", "%m", "%d", "%H", "%M") if part in form]
    return (
        places == sorted(places)
        and "%Y" in form
        and not any(part in form for part in ("%b", "%B", "%a", "%A", "%y"))
        and ("%d" not in form or "%m" in form)
    )


def _check_dated_texts(scope: Scope, tables: Mapping[str, Table]) -> None:
    """Refuse order and comparison of columns of dates that could not be read as dates."""
    tree = scope.expression
    spots: list[exp.Expr] = [*tree.find_all(exp.Ordered, exp.Min, exp.Max, exp.ArgMax, exp.ArgMin, *_ORDERED)]
    for spot in spots:
        columns = list(spot.find_all(exp.Column))
        for alias in [column for column in columns if not column.table]:
            columns += [c for p in tree.expressions if p.alias == alias.name for c in p.find_all(exp.Column)]
        for node in columns:
            source = scope.sources.get(node.table)
            if isinstance(source, exp.Table):
                column = tables[source.name].column(node.name)
                if column.kind == "date" and column.type == "VARCHAR":
                    raise QueryRefused(f"{shown(spot)}: {column.name} holds dates as texts, which sort as letters")


def _check_conditions(tree: exp.Select) -> None:
    for name in ("where", "having"):
        node = tree.args.get(name)
        if node is not None and node.find(exp.Column, exp.Count) is None:
            raise QueryRefused(f"{shown(node)} looks at no column", hint="leave it out")


def _check_sums(scope: Scope, tables: Mapping[str, Table]) -> list[str]:
    """Refuse sums that are known to mean nothing; return what is to be told of the others."""
    told = []
    tree = scope.expression
    for node in tree.find_all(exp.Sum):
        if node.find_ancestor(exp.Select) is not tree:
            continue
        inner = node.this.unnest()
        if not isinstance(inner, exp.Column) or not isinstance(source := scope.sources.get(inner.table), exp.Table):
            continue
        table = tables[source.name]
        column = table.column(inner.name)
        if column.kind not in ("measure", "category"):
            continue
        if column.inferred:
            if table.date not in _grouped(scope):
                told.append(
                    f"{column.title or column.name} hardly adds up over {table.date}, by its values; take a mean"
                )
        elif column.adds == "never":
            if not _at_one_row(scope, table):
                raise QueryRefused(
                    f"{shown(node)}: {column.name} never adds up",
                    hint=f"take avg({column.name}), or group by the row's keys",
                )
        elif column.adds == "groups" and not _at_one_date(scope, table, inner.table):
            raise QueryRefused(
                f"{shown(node)}: {column.name} adds up over groups at one date only, and several dates are added here",
                hint=f"group by {table.date}, or filter one {table.date}",
            )
        elif column.adds == "unknown":
            told.append(_unknown_sum(table, column))
    return told


def _unknown_sum(table: Table, column: Column) -> str:
    text = f"nobody has said whether {column.title or column.name} adds up"
    if table.grain in ("panel", "series"):
        text += f"; it is a sum over {table.date}, which is wrong of a stock or a rate"
    return text


def _at_one_row(scope: Scope, table: Table) -> bool:
    keys = {*table.keys, *([table.date] if table.date else [])}
    return bool(keys) and keys <= _grouped(scope)


def _at_one_date(scope: Scope, table: Table, alias: str) -> bool:
    if not table.date or table.date in _grouped(scope):
        return True
    where = scope.expression.args.get("where")
    if where is None:
        return False
    for part in where.this.flatten() if isinstance(where.this, exp.And) else [where.this]:
        if isinstance(part, exp.EQ) and isinstance(part.this, exp.Column) and part.this.name == table.date:
            return True
    return False


def _grouped(scope: Scope) -> set[str]:
    """The columns that are groups by themselves, and those of windows."""
    tree = scope.expression
    group = tree.args.get("group")
    found = {node.name for node in (group.expressions if group is not None else []) if isinstance(node, exp.Column)}
    for window in tree.find_all(exp.Window):
        found |= {node.name for node in window.args.get("partition_by") or [] if isinstance(node, exp.Column)}
    return found
