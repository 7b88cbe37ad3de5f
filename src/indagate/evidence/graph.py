"""The graph of facts, sources and entities, as GraphML and JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from html import escape
from typing import Literal

from indagate.evidence.duplicate import Duplicate
from indagate.evidence.fact import Conflict, Fact, order
from indagate.evidence.source import Source, independent

NodeKind = Literal["fact", "source", "entity"]
EdgeKind = Literal["supports", "contradicts", "duplicates", "about", "from"]
_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Node:
    """A fact, source or entity; `label` is its statement, title or name, `note` its status, kind or nothing."""

    id: str
    kind: NodeKind
    label: str
    note: str = ""
    confidence: str = ""
    locator: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """A relation from one node to another; `note` says more, as a conflict's difference."""

    start: str
    end: str
    kind: EdgeKind
    note: str = ""


@dataclass(frozen=True, slots=True)
class FactGraph:
    """Nodes and edges in canonical order."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]

    @classmethod
    def build(
        cls,
        facts: Iterable[Fact],
        sources: Mapping[str, Source],
        conflicts: Iterable[Conflict] = (),
        duplicates: Iterable[Duplicate] = (),
    ) -> FactGraph:
        """The graph of `facts`; a duplicate from an independent source also supports the first."""
        ordered = sorted(facts, key=order)
        home = {fact.id: fact.source for fact in ordered}
        nodes = [Node(fact.id, "fact", fact.statement, str(fact.status), str(fact.confidence)) for fact in ordered]
        for name in dict.fromkeys(home.values()):
            source = sources.get(name)
            told = (source.title, str(source.kind), "", source.locator) if source else (name,)
            nodes.append(Node(name, "source", *told))
        entities = {entity.casefold(): entity for fact in reversed(ordered) for entity in reversed(fact.entities)}
        nodes += [Node(f"entity:{low}", "entity", name) for low, name in sorted(entities.items())]
        edges = [Edge(fact.id, fact.source, "from") for fact in ordered]
        for fact in ordered:
            about = dict.fromkeys(f"entity:{entity.casefold()}" for entity in fact.entities)
            edges += [Edge(fact.id, entity, "about") for entity in about]
        for pair in duplicates:
            if pair.kept in home and pair.other in home:
                edges.append(Edge(pair.other, pair.kept, "duplicates"))
                both = [sources[home[fact]] for fact in (pair.kept, pair.other) if home[fact] in sources]
                if independent(both) == 2:
                    edges.append(Edge(pair.other, pair.kept, "supports"))
        for each in conflicts:
            if each.a in home and each.b in home:
                edges.append(Edge(each.a, each.b, "contradicts", each.difference))
        return cls(tuple(nodes), tuple(edges))


_KEYS = (("kind", "all"), ("label", "node"), ("note", "all"), ("confidence", "node"), ("locator", "node"))


def to_graphml(graph: FactGraph) -> str:
    """The graph as a GraphML document; characters that XML forbids become U+FFFD."""
    numbers = {node.id: f"n{number}" for number, node in enumerate(graph.nodes)}
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">']
    lines += [f'  <key id="{key}" for="{target}" attr.name="{key}" attr.type="string"/>' for key, target in _KEYS]
    lines.append('  <key id="name" for="node" attr.name="name" attr.type="string"/>')
    lines.append('  <graph id="facts" edgedefault="directed">')
    for node in graph.nodes:
        data = {"name": node.id} | {key: getattr(node, key) for key, _ in _KEYS}
        lines.append(f'    <node id="{numbers[node.id]}">{_data(data)}</node>')
    for number, edge in enumerate(graph.edges):
        ends = f'source="{numbers[edge.start]}" target="{numbers[edge.end]}"'
        lines.append(f'    <edge id="e{number}" {ends}>{_data({"kind": edge.kind, "note": edge.note})}</edge>')
    return "\n".join([*lines, "  </graph>", "</graphml>", ""])


def _data(values: Mapping[str, str]) -> str:
    return "".join(f'<data key="{key}">{_legal(value)}</data>' for key, value in values.items() if value)


def _legal(text: str) -> str:
    # A parser would turn a bare carriage return into a line feed.
    return escape(_ILLEGAL.sub("\ufffd", text), quote=True).replace("\r", "&#13;")


def to_json(graph: FactGraph) -> str:
    """The graph as JSON: `nodes` and `edges`, their empty fields left out."""
    content = {
        "nodes": [{key: value for key, value in asdict(node).items() if value} for node in graph.nodes],
        "edges": [{key: value for key, value in asdict(edge).items() if value} for edge in graph.edges],
    }
    text = json.dumps(content, ensure_ascii=False, indent=1)
    return re.sub("[\ud800-\udfff]", "\ufffd", text)
