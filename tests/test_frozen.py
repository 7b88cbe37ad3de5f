"""Our dataclasses are dataclasses: whatever one can do with those of Python can be done with these."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from dataclasses import FrozenInstanceError, field
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
import pytest

from indagate.frozen import dataclass

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Run:
    """One of ours, with a check of its own."""

    kind: ClassVar[str] = "run"
    km: float
    note: str = ""
    tags: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.km < 0:
            raise ValueError("nobody runs backwards")


@dataclasses.dataclass(frozen=True, slots=True)
class Python:
    """The same as Python makes it."""

    km: float
    note: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Longer(Run):
    """One with a base."""

    hours: int = 0


@dataclass(frozen=True, slots=True)
class Named:
    """One with a method and a field of its own."""

    name: str
    found: list[str] = field(default_factory=list, compare=False)

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Box(Generic[T]):
    """A generic one, without slots."""

    inside: T


def test_values_are_equal_hashed_shown_and_matched_as_python_does_it() -> None:
    """Same class and same fields are equal, whatever else has the same fields is not."""
    run: Any = Run(5, tags=("hill",))
    assert run == Run(5.0, "", ("hill",)) and hash(run) == hash(Run(5.0, "", ("hill",)))
    assert run != Run(6) and run != Python(5, "", ("hill",)) and run != 5
    assert repr(run) == repr(Python(5, "", ("hill",))).replace("Python", "Run")
    match run:
        case Run(km, note, tags):
            assert (km, note, tags) == (5, "", ("hill",))
    assert {Box(1): "a"}[Box(1)] == "a" and Box(1) != Box(2)
    nan = float("nan")
    assert Box(nan) == Box(nan)  # as a tuple compares what is one and the same


def test_nothing_can_be_set_or_deleted() -> None:
    for value in (Run(5), Box(1)):
        name = dataclasses.fields(value)[0].name
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, 6)
        with pytest.raises(FrozenInstanceError):
            delattr(value, name)
    assert not hasattr(Run(5), "__dict__") and hasattr(Box(1), "__dict__")


def test_what_takes_dataclasses_takes_ours() -> None:
    """Fields, replacing, copies, pickles, signatures, JSON there and back."""
    run = Run(5, "uphill")
    assert dataclasses.is_dataclass(run) and [one.name for one in dataclasses.fields(run)] == ["km", "note", "tags"]
    assert dataclasses.replace(run, km=6) == Run(6, "uphill") and dataclasses.asdict(run)["note"] == "uphill"
    assert copy.deepcopy(run) == copy.copy(run) == pickle.loads(pickle.dumps(run)) == run
    assert inspect.signature(Run, eval_str=True) == inspect.signature(Python, eval_str=True)
    assert msgspec.json.decode(msgspec.json.encode(run), type=Run) == run
    with pytest.raises(TypeError, match="km"):
        Run()  # type: ignore[call-arg]


@pytest.mark.parametrize("make", [lambda: Run(-1), lambda: msgspec.json.decode(b'{"km": -1}', type=Run)])
def test_a_check_of_the_class_is_done_however_it_is_made(make: Any) -> None:
    with pytest.raises(ValueError, match="backwards"):
        make()


def test_a_class_that_asks_for_more_is_made_by_python() -> None:
    """A base, a `field(...)`, a method of its own, an order."""
    longer = Longer(5, hours=2)
    assert longer == Longer(5, "", (), 2) and longer != Run(5) and longer.kind == "run"
    with pytest.raises(FrozenInstanceError):
        longer.hours = 3  # type: ignore[misc]
    one, other = Named("a"), Named("a", ["x"])
    assert repr(one) == "a" and one == other and one.found is not other.found

    @dataclass(frozen=True, order=True)
    class Ordered:
        """One with an order."""

        place: int

    assert Ordered(1) < Ordered(2)
