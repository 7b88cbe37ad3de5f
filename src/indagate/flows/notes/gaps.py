"""What a result leaves out: notes that name a thing without a value, in another measure only, or that were not read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from indagate.flows.notes.tables import ENTRY, MENTION, RESERVED, name_of
from indagate.frozen import dataclass

if TYPE_CHECKING:
    from sqlglot import exp

    from indagate.cells import Tables

SHOWN = 5
"""Places of notes that a gap names."""
_RESTING = frozenset({"note", "date", "time", "what", "domain", "kind", "words"})
"""Columns of `entry` that say which notes are meant, not which of their values."""


@dataclass(frozen=True, slots=True)
class Reads:
    """A table that a query reads: the conditions on its rows, those of its FILTERs, and whether it asks for values."""

    table: str
    conditions: tuple[exp.Expr, ...]
    filters: tuple[exp.Expr, ...]
    valued: bool


def reads_of(sql: str, tables: Tables) -> list[Reads]:
    """Return the tables of notes that a query reads, an entry for each SELECT and alias."""
    import sqlglot
    from sqlglot import exp

    known = {table.name for table in tables.tables} - {MENTION}
    found = []
    for select in sqlglot.parse_one(sql, read="duckdb").find_all(exp.Select):
        origin = select.args.get("from_")
        nodes = [origin.this, *(join.this for join in select.args.get("joins") or ())] if origin is not None else []
        sources = {
            node.alias_or_name: node.name for node in nodes if isinstance(node, exp.Table) and node.name in known
        }
        where = select.args.get("where")
        conditions = [part for part in _parts(where.this) if not part.find(exp.Select)] if where is not None else []
        for alias, name in sources.items():
            mine = [part for part in conditions if _of(part, alias, sources)]
            mine += [part for part in conditions if part not in mine and _dated(part)]
            filters = [
                node.expression.this for node in select.find_all(exp.Filter) if _of(node.expression, alias, sources)
            ]
            aggregates = [node for node in select.find_all(exp.AggFunc) if _of(node, alias, sources)]
            whole = any(not isinstance(node.parent, exp.Filter) for node in aggregates)
            valued = any(column.name == "value" for one in select.expressions for column in one.find_all(exp.Column))
            found.append(Reads(name, tuple(mine), () if whole else tuple(filters), valued))
    return found


def _parts(condition: exp.Expr) -> list[exp.Expr]:
    from sqlglot import exp

    return list(condition.flatten()) if isinstance(condition, exp.And) else [condition]


def _of(part: exp.Expr, alias: str, sources: dict[str, str]) -> bool:
    from sqlglot import exp

    named = {column.table for column in part.find_all(exp.Column)}
    return bool(named) and named <= ({alias} if len(sources) > 1 else {alias, ""})


def _dated(part: exp.Expr) -> bool:
    """Whether a condition is one on days alone: it holds of what is joined by note or day, too."""
    from sqlglot import exp

    columns = list(part.find_all(exp.Column))
    return {column.name for column in columns} == {"date"} and len({column.table for column in columns}) == 1


def where(conditions: Iterable[exp.Expr], known: Iterable[str]) -> str:
    """Return the conditions that speak of known columns only, as SQL without the names of tables."""
    from sqlglot import exp

    names, told = set(known), []
    for condition in conditions:
        bare = condition.copy()
        for column in bare.find_all(exp.Column):
            column.set("table", None)
        if {column.name for column in bare.find_all(exp.Column)} <= names:
            told.append(f"({bare.sql(dialect='duckdb')})")
    return " AND ".join(told) or "TRUE"


def gaps_of(reads: Sequence[Reads], tables: Tables) -> tuple[str, ...]:
    """Say how many notes name a thing that a query asks for, and have no value of it, or were not read."""
    told: dict[str, None] = {}
    for one in reads:
        things = [one.table] if one.table not in RESERVED else _things(one)
        if one.table == ENTRY and one.valued:
            told.update(dict.fromkeys(_without_value(one, things, tables)))
        told.update(dict.fromkeys(_unread(one, things, tables)))
    return tuple(told)


def _things(one: Reads) -> list[str]:
    """Return the things that a query of `entry` names."""
    from sqlglot import exp

    found: dict[str, None] = {}
    for condition in (*one.conditions, *one.filters):
        for node in condition.find_all(exp.EQ, exp.In):
            if isinstance(node.this, exp.Column) and node.this.name == "what":
                values = [node.expression] if isinstance(node, exp.EQ) else node.expressions
                found.update({value.this: None for value in values if isinstance(value, exp.Literal)})
    return list(found)


def _without_value(one: Reads, things: Sequence[str], tables: Tables) -> list[str]:
    columns = [column.name for column in tables.table(ENTRY).columns]
    groups = [_parts(condition) for condition in one.filters] or [[]]
    full = " OR ".join(f"({where([*one.conditions, *group], columns)})" for group in groups)
    resting = " OR ".join(f"({where([*one.conditions, *group], _RESTING)})" for group in groups)
    listed = ", ".join("'" + thing.replace("'", "''") + "'" for thing in things) or "NULL"
    rows = tables.ask(
        [
            f"SELECT note, string_agg(DISTINCT what, ', ' ORDER BY what), max(value IS NOT NULL) FROM {ENTRY} "
            f"WHERE ({resting}) AND (what IN ({listed}) OR what IN (SELECT what FROM {ENTRY} WHERE {full})) "
            f"AND (note, what) NOT IN (SELECT (note, what) FROM {ENTRY} WHERE ({full}) AND value IS NOT NULL) "
            "GROUP BY note ORDER BY note"
        ]
    )[0].rows
    bare = [row for row in rows if not row[2]]
    other = [row for row in rows if row[2]]
    return [*_told(bare, "without a value"), *_told(other, "with other measures only")]


def _told(rows: Sequence[Sequence[object]], how: str) -> list[str]:
    if not rows:
        return []
    names = ", ".join(dict.fromkeys(name for row in rows for name in str(row[1]).split(", ")))
    many = f"{len(rows)} notes name" if len(rows) > 1 else "1 note names"
    return [f"{many} {names} {how}: {_places(rows)}"]


def _places(rows: Sequence[Sequence[object]]) -> str:
    return ", ".join(str(row[0]) for row in rows[:SHOWN]) + (", …" if len(rows) > SHOWN else "")


def _unread(one: Reads, things: Sequence[str], tables: Tables) -> list[str]:
    told: list[str] = []
    if all(table.name != MENTION for table in tables.tables):
        return told
    period = where(one.conditions, {"date"})
    for thing in dict.fromkeys(map(name_of, things) if one.table in RESERVED else things):
        rows = tables.ask(
            [
                f"SELECT DISTINCT note FROM (SELECT what, note, CAST(date AS DATE) AS date FROM {MENTION}) "
                f"WHERE what = '{thing.replace(chr(39), chr(39) * 2)}' AND {period} ORDER BY note"
            ]
        )[0].rows
        if rows:
            many = f"{len(rows)} more notes name" if len(rows) > 1 else "1 more note names"
            told.append(f"{many} {thing.replace('_', ' ')} and could not be read whole: {_places(rows)}")
    return told
