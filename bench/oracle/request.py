"""One request as the server sees it: its role, everything that it shows, and the form that it asks for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

GENERIC = ("answer", "final_result")
"""Names of a form that name no role."""
_DESCRIBED = re.compile(r"the answer of the ([a-z][a-z0-9_-]*)")
_MARK = re.compile(r"The mark of this request is (\w+)\.")


@dataclass(frozen=True)
class Request:
    """A chat completion that was asked for."""

    body: dict[str, Any]

    @cached_property
    def messages(self) -> list[dict[str, Any]]:
        return [message for message in self.body.get("messages", []) if isinstance(message, dict)]

    @cached_property
    def instructions(self) -> str:
        return "\n".join(_text(m.get("content")) for m in self.messages if m.get("role") in ("system", "developer"))

    @cached_property
    def text(self) -> str:
        """What the user's side of the conversation says: prompts, and results of tools."""
        return "\n".join(_text(m.get("content")) for m in self.messages if m.get("role") in ("user", "tool"))

    @cached_property
    def results(self) -> list[str]:
        """The results of tools that the request shows, in order."""
        return [_text(m.get("content")) for m in self.messages if m.get("role") == "tool"]

    @property
    def mark(self) -> str:
        found = _MARK.search(self.text)
        return found[1] if found else ""

    @property
    def sent_back(self) -> bool:
        """Whether this asks again because an answer could not be used."""
        return "what you answered cannot be used" in self.text

    def data(self, head: str) -> list[re.Match[str]]:
        """Return the marked texts that follow a pattern: the last group of each match is the text."""
        mark = re.escape(self.mark)
        return list(re.finditer(rf"{head}<data {mark}>(.*?)</data {mark}>", self.text, re.DOTALL | re.MULTILINE))

    def after(self, head: str) -> str:
        """Return the line after a heading."""
        return self.text.partition(head)[2].strip().split("\n", 1)[0].strip()

    @cached_property
    def tools(self) -> dict[str, dict[str, Any]]:
        return {tool["function"]["name"]: tool["function"] for tool in self.body.get("tools") or []}

    @cached_property
    def native(self) -> dict[str, Any]:
        return (self.body.get("response_format") or {}).get("json_schema") or {}

    def role(self, known: set[str]) -> str:
        """Return the role that this request is for, by the name of its form or output tool, else by its description."""
        for name in [*self.tools, self.native.get("name", ""), *_titles(self.instructions)]:
            plain = name.replace("_", "-")
            if plain in known and plain not in GENERIC:
                return plain
        described = [tool.get("description", "") for tool in self.tools.values()]
        for text in [*described, self.native.get("description", ""), self.instructions]:
            found = _DESCRIBED.search(text or "")
            if found:
                return found[1].replace("_", "-")
        return "agent" if self.tools and not self.native else ""  # tools, and no form of an answer: an agent's turn

    def output_tool(self, known: set[str]) -> str:
        """Return the tool that takes the answer, or nothing where the answer is text."""
        for name, tool in self.tools.items():
            named = name in GENERIC or name.replace("_", "-") in known
            if named or _DESCRIBED.search(tool.get("description", "")):
                return name
        return ""


def _titles(text: str) -> Iterator[str]:
    """The titles of schemas that stand in instructions, as in the prompted form."""
    for found in re.finditer(r'"title":\s*"([^"]+)"', text):
        yield found[1]


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(part.get("text", "") for part in content if isinstance(part, dict))
    return "" if content is None else json.dumps(content, ensure_ascii=False)
