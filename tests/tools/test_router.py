"""An agent asks for tools by name: it gets what the rules allow, in types that hold, and always a status."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indagate.errors import Blocked, BudgetSpent, ChartError, EffectFailed, InputError, TimedOut
from indagate.tools import Router, Tool, Use, tool
from tools import work_for_tools as work


@dataclass(frozen=True)
class Place:
    """Where something is."""

    name: str
    floor: int = 0


@tool
async def find(
    what: Annotated[str, msgspec.Meta(description="What to look for.")],
    where: list[Place],
    how: Literal["fast", "well"] = "fast",
    limit: int = 3,
) -> str:
    """Find something."""
    return f"{what} in {where[0].name}, {how}, {limit}"


def use(router: Router, name: str, arguments: Any = None, **more: Any) -> Use:
    return asyncio.run(router.use(name, arguments if arguments is not None else more))


def test_a_tool_is_offered_as_its_signature_says() -> None:
    """Types, choices, defaults, descriptions, what is required, and nothing else."""
    (offer,) = Router([find]).offers
    assert (offer.name, offer.doc) == ("find", "Find something.")
    schema = offer.schema
    assert schema["type"] == "object"
    assert schema["required"] == ["what", "where"]
    assert schema["additionalProperties"] is False
    assert schema["properties"]["what"] == {"type": "string", "description": "What to look for."}
    assert schema["properties"]["how"]["enum"] == ["fast", "well"]
    assert schema["properties"]["limit"] == {"type": "integer", "default": 3}
    assert schema["$defs"]["Place"]["properties"]["floor"]["type"] == "integer"


def test_arguments_arrive_in_the_types_that_were_declared() -> None:
    """Also where a model writes a number as a text."""
    used = use(Router([find]), "find", what="keys", where=[{"name": "hall", "floor": "2"}], limit="5")
    assert used == Use("find", "SUCCESS", "keys in hall, fast, 5")


@pytest.mark.parametrize(
    "arguments",
    [
        {}, {"what": "x"}, {"what": 5, "where": []}, {"what": "x", "where": "hall"},
        {"what": "x", "where": [], "how": "ill"},
        {"what": "x", "where": [], "limit": 1.5}, {"what": "x", "where": [], "also": 1}, {"what": "x", "where": [{}]},
    ],
)  # fmt: skip
def test_arguments_that_do_not_fit_are_told_in_one_line(arguments: dict[str, Any]) -> None:
    """The tool is not called."""
    used = use(Router([find]), "find", arguments)
    assert used.status == "FAILED"
    assert "find does not take these arguments" in used.error
    assert "\n" not in used.error


@given(
    st.dictionaries(
        st.text(max_size=8),
        st.none() | st.integers() | st.text(max_size=5) | st.lists(st.integers(), max_size=2),
        max_size=4,
    )
)
@settings(max_examples=60, deadline=None)
def test_whatever_an_agent_asks_it_gets_a_status(arguments: dict[str, Any]) -> None:
    """Nothing is raised."""
    assert use(Router([find]), "find", arguments).status in ("SUCCESS", "FAILED")
    assert use(Router([find]), "nothing", arguments).status == "BLOCKED"


def test_only_what_is_allowed_can_be_used_and_danger_needs_the_users_word() -> None:
    """The others are neither offered nor called."""
    called: list[str] = []

    @tool(dangerous=True)
    async def remove() -> str:
        called.append("remove")
        return "gone"

    router = Router([find, remove])
    assert [offer.name for offer in router.offers] == ["find"]
    assert "--allow remove" in use(router, "remove").error
    assert use(Router([find, remove], allowed=["remove"], dangerous=["remove"]), "remove").status == "SUCCESS"
    assert use(Router([find, remove], allowed=["remove"]), "remove").status == "BLOCKED"
    assert (
        "not allowed in this run" in use(Router([find, remove], allowed=["remove"]), "find", what="x", where=[]).error
    )
    assert called == ["remove"]
    with pytest.raises(InputError, match="there is no tool 'rm'"):
        Router([find], allowed=["rm"])
    with pytest.raises(ChartError, match="two tools"):
        Router([find, find])


def test_each_way_to_fail_has_its_status() -> None:
    """With the reason in a line."""

    @tool
    async def once() -> int:
        raise ValueError("no luck")

    @tool(tries=2, backoff=0.001)
    async def often() -> int:
        raise ValueError("no luck")

    @tool(timeout=0.05)
    async def slow() -> int:
        await asyncio.sleep(30)
        return 1

    tried: list[int] = []

    @tool(tries=5, backoff=0.001)
    async def refused() -> int:
        tried.append(1)
        raise Blocked("10.0.0.1 is not public")

    router = Router([once, often, slow, refused])
    said = {name: use(router, name) for name in ("once", "often", "slow", "refused")}
    assert [used.status for used in said.values()] == ["FAILED", "RETRY_EXHAUSTED", "TIMEOUT", "BLOCKED"]
    assert "no luck" in said["often"].error
    assert tried == [1], "what is forbidden is not tried again"
    assert router.statistics["often"].statuses == {"RETRY_EXHAUSTED": 1}


def test_the_same_call_three_times_is_a_loop_and_is_not_made() -> None:
    """Whatever the order of its arguments; another call in between changes nothing."""
    called: list[int] = []

    @tool
    async def look(a: int, b: int) -> int:
        called.append(a)
        return a

    router = Router([look])
    assert not use(router, "look", {"a": 1, "b": 2}).looped
    assert not use(router, "look", {"a": 5, "b": 2}).looped
    assert not use(router, "look", {"b": 2, "a": 1}).looped
    third = use(router, "look", {"a": 1, "b": 2})
    assert (third.looped, third.status) == (True, "BLOCKED")
    assert called == [1, 5, 1]


def test_statistics_are_kept_for_each_tool() -> None:
    """Calls, statuses, share of successes, time."""

    @tool
    async def half(n: int) -> int:
        await asyncio.sleep(0.02)
        if n % 2:
            raise ValueError("odd")
        return n

    router = Router([half])
    for n in range(4):
        use(router, "half", n=n)
    known = router.statistics["half"]
    assert (known.calls, known.success) == (4, 0.5)
    assert known.seconds >= 0.08


def test_a_spent_budget_is_no_failure_of_a_tool() -> None:
    """The flow decides what then."""

    async def broke(*_: Any, **__: Any) -> Any:
        raise BudgetSpent("100 of 100 calls")

    with pytest.raises(BudgetSpent):
        asyncio.run(Router([find]).use("find", {"what": "x", "where": [{"name": "y"}]}, broke))


def test_a_plain_function_with_a_limit_runs_in_a_process_of_its_own() -> None:
    """Its result comes back in its type."""
    value, tries = asyncio.run(work.add([1, 2], more=4))
    assert (value.total, tries) == (7, 1)
    assert isinstance(value, work.Sum)
    assert value.process != os.getpid()
    assert use(Router([work.add]), "add", numbers=["1", 2]).value.total == 3


def test_a_plain_function_that_never_comes_back_is_killed(tmp_path: Path) -> None:
    """The process is gone, not only no longer waited for."""
    ready = tmp_path / "pid"
    used = use(Router([work.spin]), "spin", ready=str(ready))
    assert used == Use("spin", "TIMEOUT", error="spin took longer than 6 seconds")
    stat = Path(f"/proc/{ready.read_text()}/stat")
    assert not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] == "Z"


def test_a_plain_function_that_fails_in_its_process_says_why() -> None:
    """In one line."""
    with pytest.raises(EffectFailed, match="fail failed: ValueError: no luck"):
        asyncio.run(work.fail("no luck"))
    with pytest.raises(TimedOut):
        asyncio.run(work.spin("/dev/null"))


def test_a_tool_whose_arguments_have_no_names_or_types_is_refused() -> None:
    """When it is offered."""

    @tool
    async def many(*words: str) -> str:
        return ""

    @tool
    async def untyped(word) -> str:  # type: ignore[no-untyped-def]
        return ""

    for wrong in (many, untyped):
        made: Tool[..., Any] = wrong
        with pytest.raises(ChartError):
            _ = Router([made]).offers
