"""The graph of facts, sources and entities, as GraphML and JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape

from indagate.evidence.fact import Conflict, Fact, order
from indagate.evidence.source import Source, independent

_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NODE, _EDGE = ("id", "kind", "label", "note", "confidence", "locator"), ("kind", "start", "end", "note")


@dataclass(frozen=True, slots=True)
class FactGraph:
    """Nodes and edges in canonical order, each without its empty fields.

    A node is a fact (its note is the status), a source (its kind) or an entity; an edge says *from*, *about*,
    *duplicates*, *supports* or *contradicts* (its note is the difference).
    """

    nodes: tuple[dict[str, str], ...]
    edges: tuple[dict[str, str], ...]

    @classmethod
    def build(
        cls,
        facts: Iterable[Fact],
        sources: Mapping[str, Source],
        conflicts: Iterable[Conflict] = (),
        duplicates: Iterable[tuple[str, str]] = (),
    ) -> FactGraph:
        """Return the graph of some facts; a duplicate from an independent source also supports the first."""
        ordered = sorted(facts, key=order)
        home = {fact.id: fact.source for fact in ordered}
        nodes: list[tuple[str, ...]] = []
        nodes += [(one.id, "fact", one.statement, one.status, one.confidence, "") for one in ordered]
        cited = [sources[name] for name in dict.fromkeys(home.values())]
        nodes += [(one.id, "source", one.title, str(one.kind), "", one.locator) for one in cited]
        entities = {entity.casefold(): entity for fact in reversed(ordered) for entity in reversed(fact.entities)}
        nodes += [(f"entity:{low}", "entity", name, "", "", "") for low, name in sorted(entities.items())]
        edges = [("from", fact.id, fact.source, "") for fact in ordered]
        for fact in ordered:
            about = dict.fromkeys(f"entity:{entity.casefold()}" for entity in fact.entities)
            edges += [("about", fact.id, entity, "") for entity in about]
        for kept, other in duplicates:
            both = independent(sources[home[fact]] for fact in (kept, other)) == 2
            edges += [(kind, other, kept, "") for kind in ("duplicates", "supports")[: 1 + both]]
        edges += [("contradicts", one.a, one.b, one.difference) for one in conflicts]
        return cls(tuple(_named(_NODE, node) for node in nodes), tuple(_named(_EDGE, edge) for edge in edges))


def _named(names: tuple[str, ...], values: tuple[str, ...]) -> dict[str, str]:
    return {name: value for name, value in zip(names, values, strict=True) if value}


def to_graphml(graph: FactGraph) -> str:
    """Return the graph as a GraphML document; characters that XML forbids become U+FFFD."""
    numbers = {node["id"]: f"n{number}" for number, node in enumerate(graph.nodes)}
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">']
    for key in ("name", *_NODE[1:]):
        target = "all" if key in _EDGE else "node"
        lines.append(f'  <key id="{key}" for="{target}" attr.name="{key}" attr.type="string"/>')
    lines.append('  <graph id="facts" edgedefault="directed">')
    for node in graph.nodes:
        data = {"name": node["id"]} | {key: value for key, value in node.items() if key != "id"}
        lines.append(f'    <node id="{numbers[node["id"]]}">{_data(data)}</node>')
    for number, edge in enumerate(graph.edges):
        ends = f'source="{numbers[edge["start"]]}" target="{numbers[edge["end"]]}"'
        data = {key: value for key, value in edge.items() if key in ("kind", "note")}
        lines.append(f'    <edge id="e{number}" {ends}>{_data(data)}</edge>')
    return "\n".join([*lines, "  </graph>", "</graphml>", ""])


def _data(values: Mapping[str, str]) -> str:
    # A parser would turn a bare carriage return into a line feed.
    legal = {
        key: escape(_ILLEGAL.sub("\ufffd", value), quote=True).replace("\r", "&#13;") for key, value in values.items()
    }
    return "".join(f'<data key="{key}">{value}</data>' for key, value in legal.items())


def to_json(graph: FactGraph) -> str:
    """Return the graph as JSON: `nodes` and `edges`."""
    text = json.dumps({"nodes": graph.nodes, "edges": graph.edges}, ensure_ascii=False, indent=1)
    return re.sub("[\ud800-\udfff]", "\ufffd", text)
