"""Parts of a checked tree: where a column comes from, what two parts have in common, how a part is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sqlglot import exp
from sqlglot.optimizer.scope import Scope

from indagate.cells.label import Label, joined, same
from indagate.cells.meaning import Meaning, union
from indagate.cells.table import Column, Table, is_whole
from indagate.cells.unit import ONE, Unit, parse_unit
from indagate.errors import QueryRefused


def shown(node: exp.Expr) -> str:
    """Return a part of a query for a message, shortened."""
    text = node.sql(dialect="duckdb", identify=False)
    return text if len(text) <= 80 else text[:77] + "…"


def of_column(table: Table, name: str) -> Meaning:
    """Return what a column of a table means."""
    column: Column = table.column(name)
    unit = parse_unit(column.unit) if column.unit is not None else None
    if column.kind != "measure" and column.unit is None:
        unit = ONE
    where = (table.name, column.name)
    numeric = column.numeric
    flag = column.type == "BOOLEAN"
    return Meaning(
        "flag" if flag else column.kind, same(column.title or column.heading), frozenset([where]), unit,
        numeric=numeric, period=column.period, plain=where,
        unit_columns=frozenset([(table.name, column.unit_column)] if column.unit_column else []),
        whole=is_whole(column.type),
    )  # fmt: skip


def with_filters(found: Meaning) -> Meaning:
    """Return the meaning of a sub-select's column: its filters belong to the label."""
    if not found.filters:
        return replace(found, aggregated=False)
    told = joined(list(found.filters), "; ")
    return replace(
        found,
        label=Label(f"{found.label.en} [{told.en}]", f"{found.label.ru} [{told.ru}]"),
        filters=(),
        aggregated=False,
    )


def source_of(name: str, scope: Scope | None) -> object:
    """Return what an alias stands for in a scope or those around it: a table, a scope, or None."""
    while scope is not None:
        if name in scope.sources:
            return scope.sources[name]
        scope = scope.parent
    return None


def aliased(name: str, scope: Scope) -> exp.Expr | None:
    """Return the output of a scope that bears a name, or None."""
    for projection in scope.expression.expressions:
        if projection.alias == name:
            found: exp.Expr = projection.unalias()
            return found
    return None


def own_columns(node: exp.Expr) -> list[exp.Expr]:
    """The columns of a condition that are not within a sub-select of it."""
    return [
        column
        for column in node.find_all(exp.Column)
        if column.find_ancestor(exp.Select) is node.find_ancestor(exp.Select)
    ]


def rows_of(scope: Scope, tables: Mapping[str, Table]) -> frozenset[tuple[str, str]]:
    """What a count of rows comes from: the tables themselves."""
    found: set[tuple[str, str]] = set()
    for source in scope.sources.values():
        if isinstance(source, exp.Table):
            found.add((tables[source.name].name, ""))
        elif isinstance(source, Scope):
            inner = source.set_operation_scopes[0] if isinstance(source.expression, exp.SetOperation) else source
            found |= rows_of(inner, tables)
    return frozenset(found)


def is_count(node: exp.Expr) -> bool:
    """Whether an expression counts rows."""
    return isinstance(node, exp.Count)


def is_join(node: exp.Expr) -> bool:
    """Whether a condition only joins two columns."""
    return isinstance(node, exp.EQ) and isinstance(node.this, exp.Column) and isinstance(node.expression, exp.Column)


def is_single(column: exp.Column, scope: Scope) -> bool:
    """Whether a column comes from a sub-select of one row."""
    source = source_of(column.table, scope)
    if not isinstance(source, Scope) or not isinstance(source.expression, exp.Select):
        return False
    tree = source.expression
    return tree.args.get("group") is None and all(one.find(exp.AggFunc) is not None for one in tree.expressions)


def is_ratio(node: exp.Expr) -> bool:
    """Whether an expression divides by something of the data."""
    divided = node.find(exp.Div)
    return (divided is not None and divided.find(exp.Literal) is None) or (
        divided is not None and bool(list(divided.expression.find_all(exp.Column)))
    )


def is_direct(node: exp.Expr, scope: Scope) -> bool:
    """Whether an expression reads columns of tables only, in the rows of its own SELECT."""
    if node.find(exp.Subquery, exp.Window) is not None:
        return False
    columns = list(node.find_all(exp.Column))
    return len({column.table for column in columns}) == 1 and all(
        isinstance(source_of(column.table, scope), exp.Table) for column in columns
    )


def alike(left: exp.Expr, right: exp.Expr) -> bool:
    """Whether two expressions are written alike."""
    return left.unnest().sql(dialect="duckdb") == right.unnest().sql(dialect="duckdb")


def bracketed(found: Meaning, needed: bool = True) -> Label:
    """Return a label, in brackets where it is put together."""
    compound = needed and any(sign in found.label.en for sign in (" + ", " − ", " / ", " per "))
    return Label(f"({found.label.en})", f"({found.label.ru})") if compound else found.label


def as_percent(label: Label) -> Label:
    """Return the label of a ratio told as percent."""
    if " as % of " in label.en:
        return label
    for sign in (" per ", " / "):
        if sign in label.en and label.en.count(sign) == 1:
            above, below = label.en.split(sign)
            return Label(f"{above} as % of {below}", f"{label.ru}, %")
    return Label(f"{label.en}, %", f"{label.ru}, %")


def added(node: exp.Expr, left: Meaning, right: Meaning) -> Unit | None:
    """Return the unit of a sum or difference. Raises `QueryRefused` for two units."""
    if left.unit is None or right.unit is None:
        return left.unit if left.columns == right.columns else None
    if left.unit != right.unit:
        a, b = left.unit.text or "a plain number", right.unit.text or "a plain number"
        raise QueryRefused(f"{shown(node)} adds {a} and {b}", hint="only values of one unit can be added or subtracted")
    return left.unit


def either(parts: list[Meaning]) -> Meaning:
    """Return the meaning of a value that is one of several."""
    units = {part.unit for part in parts if not part.literal}
    if len(units) > 1 and None not in units:
        names = ", ".join(unit.text or "a plain number" for unit in units if unit is not None)
        raise QueryRefused(f"one column would hold values in {names}", hint="give each unit a column of its own")
    kinds = {part.kind for part in parts}
    labels = list(dict.fromkeys(part.label for part in parts))
    filters = tuple(dict.fromkeys(one for part in parts for one in part.filters))
    same_filters = all(part.filters == parts[0].filters for part in parts)
    return replace(
        parts[0], kind=parts[0].kind if len(kinds) == 1 else "measure" if parts[0].numeric else "category",
        unit=None if len(units) > 1 else parts[0].unit, label=joined(labels, " or ", " или "), plain=None,
        filters=parts[0].filters if same_filters else (joined(list(filters), " or ", " или "),), **union(parts),
    )  # fmt: skip


def unbucketed(node: exp.Expr, found: Meaning) -> Meaning:
    """Return a meaning, unless it is of names that the query gives. Raises `QueryRefused`."""
    if found.buckets:
        raise QueryRefused(f"{shown(node)} works on names that the query itself gives", hint="use the column itself")
    return found


def require_flat(node: exp.Expr, inner: Meaning) -> None:
    """Refuse an aggregate of an aggregate. Raises `QueryRefused`."""
    if inner.aggregated and not isinstance(node.parent, exp.Window) and node.find_ancestor(exp.Window) is None:
        if node.this.find(exp.Subquery) is not None:
            return
        raise QueryRefused(f"{shown(node)} aggregates an aggregate", hint="aggregate in a sub-select first")


def inner_aggregated(node: exp.Window) -> bool:
    """Whether a window runs over groups rather than rows."""
    return any(
        found.parent is not node for found in node.find_all(exp.AggFunc) if not isinstance(found.parent, exp.Window)
    )
