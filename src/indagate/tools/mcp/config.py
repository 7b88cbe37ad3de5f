"""Which MCP servers there are: a file in TOML of our own form, or in the JSON that other programs share."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from indagate.errors import InputError

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
_VARIABLE = re.compile(r"\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}")
_SECRET = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|AUTH", re.IGNORECASE)
_SCHEMES = frozenset({"Bearer", "bearer", "Digest", "digest"})
_SHORTEST = 6
"""Characters from which a secret can be told from an ordinary word."""
_TOML = frozenset({"command", "url", "environment", "headers", "seconds"})
_JSON = frozenset({"command", "args", "env", "url", "type", "transport", "headers", "timeout", "disabled"})
_OVER_HTTP = ("http", "streamable-http", "streamable_http", "streamableHttp")


@dataclass(frozen=True, slots=True)
class McpServer:
    """A server and how to reach it: a command to start, or an address.

    `environment` is what the command finds in its environment, `headers` what an address is sent. `${NAME}` in their
    values, in the command and in the address stands for a variable of our own environment: the value is nowhere written
    down. `seconds` is what one call may take.
    """

    name: str
    command: tuple[str, ...] = ()
    url: str = ""
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    seconds: float = 60.0

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise InputError(
                f"an MCP server cannot have the name {self.name!r}", hint="Small letters, digits, - and _."
            )
        if bool(self.command) == bool(self.url):
            raise InputError(f"the MCP server {self.name} needs either a command or a url")
        if self.url and "${" not in self.url and urlsplit(self.url).scheme not in ("http", "https"):
            raise InputError(f"the address of the MCP server {self.name} is neither http nor https")
        if not self.seconds > 0:
            raise InputError(f"the time limit of the MCP server {self.name} must be above zero")

    def filled(self, text: str) -> str:
        """Return a text with the values of the variables that it names. Raises `InputError` where one is not set."""

        def value(found: re.Match[str]) -> str:
            given = os.environ.get(found[1], "")
            if not given and found[2] is None:
                raise InputError(f"the MCP server {self.name} needs the environment variable {found[1]}")
            return given or found[2]

        return _VARIABLE.sub(value, text)

    def require_variables(self) -> None:
        """Raise `InputError` where a variable that its entry names is not set."""
        for text in (*self.command, self.url, *self.environment.values(), *self.headers.values()):
            self.filled(text)

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must not be shown: what the server is given, and the variables in it."""
        given = (*self.environment.values(), *self.headers.values(), *self.command, self.url)
        named = [os.environ.get(found[1], "") for text in given for found in _VARIABLE.finditer(text)]
        plain = [text for text in (*self.environment.values(), *self.headers.values()) if "${" not in text]
        return tuple(sorted({text for text in (*named, *plain) if len(text) > 3}, key=len, reverse=True))

    @property
    def credentials(self) -> tuple[str, ...]:
        """Those of the secrets that are named as such (a key, a token, a password) or sent in a header."""
        named = {name: text for name, text in self.environment.items() if _SECRET.search(f"{name} {text}")}
        texts = [self.filled(text) for text in (*named.values(), *self.headers.values())]
        words = {part for text in texts for part in (text, *text.split()) if len(part) >= _SHORTEST} - _SCHEMES
        return tuple(sorted(words, key=len, reverse=True))


def servers_from(path: Path) -> tuple[McpServer, ...]:
    """Return the servers that a file names, in its order: TOML with `[servers.NAME]`, or JSON with `mcpServers`.

    Raises `InputError` naming the file and the mistake.
    """
    try:
        text = path.expanduser().read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    found = tuple(_from_json(path, text) if text.lstrip().startswith("{") else _from_toml(path, text))
    names = [server.name for server in found]
    twice = next((name for name in names if names.count(name) > 1), "")
    if twice:
        raise InputError(f"{path}: two servers have the name {twice}")
    return found


def _from_toml(path: Path, text: str) -> Iterator[McpServer]:
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path} is no TOML: {error}") from None
    servers = found.get("servers", {})
    if not isinstance(servers, dict) or set(found) - {"servers"}:
        raise InputError(f"{path}: only tables [servers.NAME] are known")
    for name, table in servers.items():
        if not isinstance(table, dict) or set(table) - _TOML:
            raise InputError(f"{path}: [servers.{name}] takes command or url, environment, headers, seconds")
        named = {
            part: {key: f"${{{variable}}}" for key, variable in table[part].items()}
            for part in ("environment", "headers")
            if isinstance(table.get(part), dict)
        }
        yield _made(f"{path}: [servers.{name}]", {**table, **named, "name": name})


def _from_json(path: Path, text: str) -> Iterator[McpServer]:
    try:
        found = json.loads(text)
    except ValueError as error:
        raise InputError(f"{path} is no JSON: {error}") from None
    servers = found.get("mcpServers", found.get("servers"))
    if not isinstance(servers, dict):
        raise InputError(f"{path} has no object mcpServers")
    for name, given in servers.items():
        where = f"{path}: mcpServers.{name}"
        if not isinstance(given, dict):
            raise InputError(f"{where} is no object")
        if given.get("disabled") is True:
            continue
        unknown = set(given) - _JSON
        if unknown:
            raise InputError(f"{where}: {min(unknown)!r} is not known; known are {', '.join(sorted(_JSON))}")
        yield _made(where, _plain(where, name, given))


def _plain(where: str, name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return an entry of the shared JSON in our own words."""
    kind = given.get("type", given.get("transport", "stdio" if "command" in given else "http"))
    if kind not in ("stdio", *_OVER_HTTP):
        raise InputError(f"{where}: {kind!r} is not spoken here; stdio and http are")
    told: dict[str, Any] = {"name": re.sub(r"[^a-z0-9_-]+", "-", name.lower()).strip("-_")[:32]}
    if "command" in given:
        arguments = given.get("args", [])
        if not isinstance(arguments, list):
            raise InputError(f"{where}: args must be a list")
        told["command"] = [given["command"], *arguments]
    told |= {ours: given[theirs] for theirs, ours in (("url", "url"), ("env", "environment"), ("headers", "headers"))
             if theirs in given}  # fmt: skip
    if isinstance(given.get("timeout"), int | float):
        told["seconds"] = given["timeout"] / 1000 if given["timeout"] >= 1000 else given["timeout"]
    return told


def _made(where: str, given: dict[str, Any]) -> McpServer:
    import msgspec

    try:
        return msgspec.convert(given, McpServer)
    except (msgspec.ValidationError, InputError) as error:
        raise InputError(f"{where}: {getattr(error, 'message', error)}") from None
