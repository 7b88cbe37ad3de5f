from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from indagate.errors import ChartError
from indagate.statechart import Chart, Final, Join, Wait, Work, check_steps

if TYPE_CHECKING:
    from somewhere import Context  # type: ignore[import-not-found]  # no such module: steps often import types this way


class Planned: ...


class Done: ...


class Failed: ...


class Broke: ...


class Approved: ...


Outcome = Done | Failed

CHART = Chart(
    "small",
    1,
    "PLANNING",
    [
        Work("PLANNING", {Planned: "ASKING"}),
        Wait("ASKING", {Approved: "DOING"}),
        Join("DOING", {Done: "END", Failed: "PLANNING"}),
        Final("END"),
    ],
    {Broke: "END"},
)


async def planning(record: Any, ctx: Context) -> Planned:
    return Planned()


async def doing(record: Any, ctx: Context) -> Outcome:
    return Done()


async def doing_or_broken(record: Any, ctx: Context) -> Outcome | Broke:
    return Broke()


async def half(record: Any, ctx: Context) -> Done:
    return Done()


async def too_much(record: Any, ctx: Context) -> Done | Failed | Planned | None:
    return None


async def silent(record: Any, ctx: Context):  # type: ignore[no-untyped-def]
    return Done()


async def unresolvable(record: Any, ctx: Context) -> Context:
    return None


def not_async(record: Any, ctx: Context) -> Done | Failed:
    return Done()


@pytest.mark.parametrize("step", [doing, doing_or_broken])
def test_steps_that_return_their_states_events_are_accepted(step: Any) -> None:
    """Aliases, strings and `anywhere` events all count; other annotations need not even resolve."""
    check_steps(CHART, {"planning": planning, "doing": step})


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ({"planning": planning}, "state DOING has no step; expected an async function 'doing'"),
        ({"planning": planning, "doing": doing, "asking": doing}, "step 'asking' belongs to no Work or Join"),
        ({"planning": planning, "doing": not_async}, "step 'doing' is not an `async def`"),
        ({"planning": planning, "doing": half}, "step 'doing' .*state DOING.*expected Done | Failed; found Done$"),
        ({"planning": planning, "doing": too_much}, "expected Done | Failed; found Done | Failed | NoneType | Planned"),
        ({"planning": planning, "doing": silent}, "step 'doing' has no return annotation"),
        ({"planning": planning, "doing": unresolvable}, "step 'doing': its return annotation .*Context"),
    ],
)
def test_a_step_that_breaks_the_contract_is_refused(steps: dict[str, Any], message: str) -> None:
    """The message names the step, what was expected and what was found."""
    with pytest.raises(ChartError, match="^chart small: .*" + message.replace("|", r"\|")):
        check_steps(CHART, steps)


def test_annotations_may_name_local_classes() -> None:
    """Flows made inside a function, as in tests and notebooks, resolve their own names."""

    class Sang: ...

    async def singing(record: Any, ctx: Any) -> Sang:
        return Sang()

    check_steps(Chart("choir", 1, "SINGING", [Work("SINGING", {Sang: "END"}), Final("END")]), {"singing": singing})
