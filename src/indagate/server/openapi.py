"""The OpenAPI 3.1 document, made of the table and its types."""

from __future__ import annotations

import re
from functools import cache
from importlib.metadata import version
from typing import Any

import msgspec

from indagate.server.said import Problem
from indagate.server.table import TABLE, Endpoint

REF = "#/components/schemas/{name}"
ALWAYS = {401: "no token", 403: "a wrong host or origin", 429: "too many requests"}
MEANING = {
    404: "there is none of that name", 409: "the run's state does not take it; `takes` says what it takes",
    413: "too large", 422: "what was given does not fit, or was not granted", 501: "not installed here",
    503: "what drives runs has ended, and is begun again: the run goes on then", **ALWAYS,
}  # fmt: skip


@cache
def document() -> dict[str, Any]:
    """Return the document."""
    kinds = [kind for item in TABLE for kind in (item.takes, item.gives) if kind not in (None, bytes)]
    schemas, parts = msgspec.json.schema_components([*kinds, Problem], ref_template=REF)
    by_kind = dict(zip(map(repr, [*kinds, Problem]), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for item in TABLE:
        path = item.path.replace("{path:path}", "{path}")
        paths.setdefault(path, {})[item.method.lower()] = _operation(item, by_kind)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "indagate", "version": version("indagate"), "license": {"name": "MIT", "identifier": "MIT"},
            "description": "Research agents that keep their promises, over HTTP. See docs/serve.md.",
        },
        "servers": [{"url": "/"}],
        "security": [{"bearer": []}, {"cookie": []}],
        "paths": paths,
        "components": {
            "schemas": parts,
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "indagate-PORT"},
            },
        },
    }  # fmt: skip


def _operation(item: Endpoint, by_kind: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "operationId": f"{item.method.lower()}{re.sub(r'[^a-z]+', '_', item.path)}".rstrip("_"),
        "summary": item.doc,
        "parameters": [*_path(item), *_query(item), *_headers(item)],
        "responses": _responses(item, by_kind),
    }
    if item.takes is not None:
        content = {"application/octet-stream": {}} if item.takes is bytes else {
            "application/json": {"schema": by_kind[repr(item.takes)]}
        }  # fmt: skip
        found["requestBody"] = {"required": True, "content": content}
    if item.path == "/healthz":
        found["security"] = []
    return found


def _responses(item: Endpoint, by_kind: dict[str, Any]) -> dict[str, Any]:
    good: dict[str, Any] = {"description": item.doc}
    if item.status != 204:
        schema = by_kind[repr(item.gives)] if item.gives is not None else {}
        good["content"] = {item.media: {"schema": schema} if schema else {}}
    found = {str(item.status): good}
    problem = {"application/json": {"schema": by_kind[repr(Problem)]}}
    for status in sorted({*item.errors, *ALWAYS, *((413,) if item.takes is not None else ())}):
        found[str(status)] = {"description": MEANING[status], "content": problem}
    return found


def _path(item: Endpoint) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"\{(\w+)", item.path)
    ]


def _query(item: Endpoint) -> list[dict[str, Any]]:
    whole = {"at", "after", "limit"} if "/{run}/" in item.path else {"limit"}
    return [
        {
            "name": name, "in": "query", "required": False, "description": meaning,
            "schema": {"type": "integer" if name in whole else "string"},
        }
        for name, meaning in item.query.items()
    ]  # fmt: skip


def _headers(item: Endpoint) -> list[dict[str, Any]]:
    named = {"Idempotency-Key": "started once under this key"} if item.starts else {}
    if item.path.endswith("/events"):
        named["Last-Event-ID"] = "the row after which to go on"
    return [
        {"name": name, "in": "header", "required": False, "description": text, "schema": {"type": "string"}}
        for name, text in named.items()
    ]
