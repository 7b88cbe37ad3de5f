"""The places of a module that can be changed, and the module with one of them changed."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Mod: ast.Add,
    ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip
CALLED = {"any": "all", "all": "any", "min": "max", "max": "min"}
Change = Callable[[ast.AST], ast.AST]


@dataclass(frozen=True, slots=True)
class Site:
    """One possible change: where it is, the statement's lines, and what it is changed from and to.

    `node` is the number of the node in the order of `ast.walk`, `choice` the number of its change.
    """

    path: Path
    line: int
    first: int
    last: int
    node: int
    choice: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.before} → {self.after}"


def sites(root: Path, path: Path) -> list[Site]:
    """Return every change of a module. Texts, docstrings, annotations and imports are left as they are."""
    tree = ast.parse((root / path).read_text(encoding="utf-8"))
    number = {id(node): n for n, node in enumerate(ast.walk(tree))}
    found = []
    for node, statement in _changeable(tree):
        for choice, change in enumerate(_changes(node)):
            after = change(copy.deepcopy(node))
            shown = [" ".join(ast.unparse(one).split())[:90] for one in (node, after)]
            first, last = _lines(statement)
            found.append(Site(path, node.lineno, first, last, number[id(node)], choice, *shown))  # type: ignore[attr-defined]
    return found


def mutated(text: str, site: Site) -> str:
    """Return a module's text with one change made."""
    tree = ast.parse(text)
    node = next(one for n, one in enumerate(ast.walk(tree)) if n == site.node)
    changed = _changes(node)[site.choice](copy.deepcopy(node))

    class Swap(ast.NodeTransformer):
        def visit(self, given: ast.AST) -> ast.AST:
            return changed if given is node else self.generic_visit(given)

    return ast.unparse(ast.fix_missing_locations(Swap().visit(tree))) + "\n"


def _lines(statement: ast.stmt) -> tuple[int, int]:
    """The lines of a statement; of one with a body those of its head."""
    body = getattr(statement, "body", None)
    return statement.lineno, body[0].lineno - 1 if body else statement.end_lineno or statement.lineno


def _changeable(tree: ast.Module) -> Iterator[tuple[ast.AST, ast.stmt]]:
    """Yield the nodes that decide something, each with its statement."""

    def within(node: ast.AST, statement: ast.stmt | None) -> Iterator[tuple[ast.AST, ast.stmt]]:
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "type_params"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if not isinstance(child, ast.AST) or _spared(child):
                    continue
                inner = child if isinstance(child, ast.stmt) else statement
                if inner is not None and hasattr(child, "lineno"):
                    yield child, inner
                yield from within(child, inner)

    yield from within(tree, None)


def _spared(node: ast.AST) -> bool:
    match node:
        case ast.Import() | ast.ImportFrom() | ast.JoinedStr():
            return True
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return True
    return False


def _changes(node: ast.AST) -> list[Change]:
    """Return the changes that a node can have."""
    match node:
        case ast.Compare(ops=[operator, *_]) if type(operator) in COMPARED:
            return [lambda one: _set(one, ops=[COMPARED[type(operator)](), *one.ops[1:]])]  # type: ignore[attr-defined]
        case ast.BoolOp(op=operator):
            other = ast.Or() if isinstance(operator, ast.And) else ast.And()
            return [lambda one: _set(one, op=other)]
        case ast.UnaryOp(op=ast.Not()):
            return [lambda one: one.operand]  # type: ignore[attr-defined]
        case ast.BinOp(op=operator, left=left, right=right) if type(operator) in COMPUTED and not _text(left, right):
            return [lambda one: _set(one, op=COMPUTED[type(operator)]())]
        case ast.Constant(value=bool() as value):
            return [lambda one: _set(one, value=not value)]
        case ast.Constant(value=int() | float() as value):
            return [lambda one: _set(one, value=value + 1)]
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            return [lambda one: _set(one, test=ast.UnaryOp(ast.Not(), test))]
        case ast.Call(func=ast.Name(id=name)) if name in CALLED:
            return [lambda one: _set(one, func=ast.Name(CALLED[name], ast.Load()))]
        case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and not value.value):
            return [lambda one: _set(one, value=ast.Constant(None))]
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.AugAssign() | ast.Raise():
            return [lambda one: ast.Pass()]
        case ast.Break():
            return [lambda one: ast.Continue()]
        case ast.Continue():
            return [lambda one: ast.Break()]
    return []


def _text(*nodes: ast.AST) -> bool:
    """Whether a text is put together: another operator would only be an error of types."""
    return any(isinstance(node, ast.JoinedStr) or getattr(node, "value", 0).__class__ is str for node in nodes)


def _set(node: ast.AST, **fields: object) -> ast.AST:
    for name, value in fields.items():
        setattr(node, name, value)
    return node
