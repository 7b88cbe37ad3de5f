"""What CASE, coalesce, casts and the like mean: one value of several."""

from __future__ import annotations

from dataclasses import replace

from sqlglot import exp
from sqlglot.optimizer.scope import Scope

from indagate.cells.allowed import TYPES
from indagate.cells.expression import Expressions
from indagate.cells.label import Label, joined
from indagate.cells.meaning import Meaning, union
from indagate.cells.node import (
    either,
    is_count,
    own_columns,
    shown,
)
from indagate.cells.unit import ONE
from indagate.errors import QueryRefused


class Choice(Expressions):
    """Outputs that are one of several values."""

    def _coalesce(self, node: exp.Expr, scope: Scope) -> Meaning:
        parts = [self.meaning(part, scope) for part in (node.this, *node.expressions)]
        told = [part for part in parts if not part.literal]
        for part in parts:
            if part.literal and (part.number != 0 or not told or not told[0].numeric) and part.label.en != "NULL":
                raise QueryRefused(
                    f"the constant {part.label.en!r} in {shown(node)} would stand for rows without a value",
                    hint="leave them NULL; how many there are is told beside the result",
                )
        if not told:
            raise QueryRefused(f"{shown(node)} computes with constants only")
        found = told[0] if len(told) == 1 else either(told)
        if len(told) < len(parts):
            found = found.labelled("{} (none taken as 0)", "{} (нет значения — 0)")
        return replace(found, **union(told))

    def _nullif(self, node: exp.Expr, scope: Scope) -> Meaning:
        return self.meaning(node.this, scope)

    def _case(self, node: exp.Expr, scope: Scope) -> Meaning:
        assert isinstance(node, exp.Case)
        branches = [branch.args["true"] for branch in node.args["ifs"]]
        if (default := node.args.get("default")) is not None:
            branches.append(default)
        conditions = [branch.this for branch in node.args["ifs"]] + ([node.this] if node.this is not None else [])
        looked = [self.condition(one, scope) for one in conditions]
        if node.this is None:
            for condition, one in zip(conditions, looked, strict=True):
                if not one.columns and not is_count(condition):
                    raise QueryRefused(f"the condition {shown(condition)} looks at no column", hint="leave it out")
        parts = [self.meaning(branch, scope) for branch in branches]
        told = [part for part in parts if not part.literal]
        numbers = {part.number for part in parts if part.literal and part.number is not None}
        if any(part.literal and part.kind == "text" and part.label.en != "NULL" for part in parts):
            return self._bucket(node, scope, parts, looked)
        when = joined([self.predicate(one, scope) for one in conditions[: len(node.args["ifs"])]], " or ", " или ")
        if not told:
            if not numbers <= {0.0, 1.0} or not numbers:
                raise QueryRefused(f"{shown(node)} gives constants; only 1 and 0 may stand for yes and no")
            return Meaning("flag", when, numeric=True, **union(looked))
        if not numbers <= {0.0}:
            raise QueryRefused(f"{shown(node)} puts a constant in place of a value", hint="use NULL or 0")
        found = told[0] if len(told) == 1 else either(told)
        fields = union([*told, *looked])
        fields["aggregated"] = any(part.aggregated for part in told)
        label = Label(f"{found.label.en} where {when.en}", f"{found.label.ru} при {when.ru}")
        return replace(found, label=label, plain=None, **fields)

    def _bucket(self, node: exp.Case, scope: Scope, parts: list[Meaning], looked: list[Meaning]) -> Meaning:
        """Return the meaning of groups that are named by constants: their conditions are shown, never the names."""
        told = [part for part in parts if not part.literal]
        if any(part.numeric and not part.literal for part in parts) or any(part.number is not None for part in parts):
            raise QueryRefused(f"{shown(node)} mixes constants with values", hint="use NULL instead of the constants")
        conditions = [branch.this if node.this is None else exp.EQ(this=node.this.copy(), expression=branch.this.copy())
                      for branch in node.args["ifs"]]  # fmt: skip
        if told and any(isinstance(branch.args["true"], exp.Literal) for branch in node.args["ifs"]):
            raise QueryRefused(
                f"{shown(node)} renames values of the data",
                hint="a constant may stand in ELSE beside values, not in THEN",
            )
        names: dict[str, list[Label]] = {}
        for branch, condition in zip(node.args["ifs"], conditions, strict=True):
            if isinstance(branch.args["true"], exp.Literal):
                names.setdefault(branch.args["true"].this, []).append(self.predicate(condition, scope))
        if isinstance(default := node.args.get("default"), exp.Literal):
            names.setdefault(default.this, []).append(Label("otherwise", "прочее"))
        buckets = tuple((name, joined(labels, " or ", " или ")) for name, labels in names.items())
        fields = union([*told, *looked])
        source = joined(
            [part.label for part in told]
            or [joined(list(dict.fromkeys(one.label for one in self._under(conditions, scope))), ", ")],
            ", ",
        )
        label = Label(f"group of {source.en}", f"группа: {source.ru}")
        return Meaning("category", label, buckets=buckets, **fields)

    def _under(self, conditions: list[exp.Expr], scope: Scope) -> list[Meaning]:
        return [self.loose(column, scope) for one in conditions for column in own_columns(one)]

    def _if(self, node: exp.Expr, scope: Scope) -> Meaning:
        case = exp.Case(ifs=[exp.If(this=node.this.copy(), true=node.args["true"].copy())])
        if node.args.get("false") is not None:
            case.set("default", node.args["false"].copy())
        return self._case(case, scope)

    def _greatest(self, node: exp.Expr, scope: Scope) -> Meaning:
        parts = [self.meaning(part, scope) for part in (node.this, *node.expressions)]
        told = [part for part in parts if not part.literal]
        if not told or any(part.literal and part.number != 0 for part in parts):
            raise QueryRefused(f"{shown(node)} holds a constant", hint="only columns and 0 may stand there")
        word = (
            ("greater of {}", "большее из {}") if isinstance(node, exp.Greatest) else ("smaller of {}", "меньшее из {}")
        )
        return replace(either(told), label=joined([part.label for part in parts], ", ")).labelled(*word)

    _least = _greatest

    def _cast(self, node: exp.Expr, scope: Scope) -> Meaning:
        found = self.meaning(node.this, scope)
        to = node.args["to"].this.name
        if to not in TYPES:
            raise QueryRefused(
                f"{shown(node)}: the type {to} is not allowed", hint="cast to a number, a text or a date"
            )
        if to == "BOOLEAN" and not found.literal:
            return replace(found, kind="flag", numeric=False, unit=ONE)
        if to in ("DATE", "TIMESTAMP", "TIMESTAMPNTZ", "DATETIME", "TIMESTAMPTZ"):
            return replace(found, kind="date", period="day" if to == "DATE" and not found.period else found.period)
        if to in ("VARCHAR", "TEXT"):
            return replace(
                found, kind=found.kind if found.kind in ("id", "code", "date") else "category", numeric=False
            )
        return replace(found, numeric=True, kind="measure" if found.kind in ("text",) else found.kind)

    _trycast = _cast
