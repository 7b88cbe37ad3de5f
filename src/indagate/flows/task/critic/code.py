"""Code in an answer: it is there, it parses, and its tests pass in the sandbox."""

from __future__ import annotations

import ast
import warnings
from typing import Any

from indagate.flows.task.critic.verdict import Finding
from indagate.flows.task.critic.visible import Block, split_blocks, unhidden
from indagate.tools.python import run_tests

BROKEN = 0.3
"""The most that an answer scores whose code is missing, does not parse or fails its tests."""
_PYTHON = frozenset({"", "python", "py", "python3", "python2", "py3"})
_LONGEST = 200_000


async def code_quality(answer: str, told: dict[str, Any]) -> list[Finding]:
    """Return whether there is code, whether all of it that is Python parses, and whether the tests pass."""
    _, blocks = split_blocks(unhidden(answer))
    written = [block for block in blocks if block.text.strip()]
    python = [block for block in written if block.language in _PYTHON and not _session(block)]
    found = []
    tests = str(told.get("tests") or "")
    if told.get("require_code") or tests:
        message = f"{len(written)} blocks of code" if written else "there is no block of code"
        found.append(Finding("code", bool(written), message, BROKEN))
    wrong = next((why for block in python if (why := _why_broken(block.text))), "")
    if python:
        found.append(Finding("code parses", not wrong, wrong or "the code parses", BROKEN))
    if "tests" in told and not _checks(tests):
        found.append(Finding("tests", False, "the tests check nothing: they assert, raise and call nothing", BROKEN))
    elif tests and not wrong:
        found.append(await _tested(python, tests))
    return found


def _checks(tests: str) -> bool:
    """Whether tests can fail at all; what does not parse fails when it is run."""
    try:
        nodes = list(ast.walk(ast.parse(tests)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return True
    asserts = any(isinstance(node, ast.Assert) and not isinstance(node.test, ast.Constant) for node in nodes)
    return asserts or any(isinstance(node, ast.Raise | ast.Call) for node in nodes)


def _session(block: Block) -> bool:
    """Whether a block without a name shows a session of the interpreter."""
    return not block.language and block.text.lstrip().startswith(">>>")


def _why_broken(text: str) -> str:
    """Return why a program does not parse; nothing if it does."""
    if len(text) > _LONGEST:
        return f"the code has more than {_LONGEST:,} characters"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "answer", "exec", flags=ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    except SyntaxError as error:
        return f"the code does not parse: {error.msg} (line {error.lineno})"
    except (ValueError, RecursionError, MemoryError) as error:
        return f"the code does not parse: {error}"
    return ""


async def _tested(blocks: list[Block], tests: str) -> Finding:
    if not blocks:
        return Finding("tests", False, "there is no Python to be tested", BROKEN)
    ran = await run_tests(["\n\n".join(block.text for block in blocks)], tests)
    return Finding("tests", ran.whole, "its tests pass" if ran.whole else f"its tests fail: {ran.told}", BROKEN)
