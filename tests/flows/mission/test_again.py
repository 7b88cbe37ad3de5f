"""Asking a mission's plan again: what holds, what is new, what its sources now say otherwise, and what rested on it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from flows.mission.runs import Finished, research
from flows.mission.samples import planned
from indagate.app import App
from indagate.errors import InputError
from indagate.flow.difference import Difference
from indagate.flows.mission import FLOW, Mission, MissionInput
from indagate.flows.mission.again import AGAIN, compare, given
from indagate.flows.mission.chart import SectionWritten
from indagate.flows.mission.claim import Claim
from indagate.flows.mission.side import EarlierPlan
from indagate.storage import Home

QUESTION = "What is the berth fee in Marnsted? When was the Marnsted light built?"
FEE = "The berth fee in Marnsted is EUR 24 per night."
LIGHT = "The Marnsted light was built in 1871 by the town."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "docs"
    made.mkdir()
    (made / "fees.md").write_text(f"# Fees\n\n{FEE}\n")
    (made / "light.md").write_text(f"# Light\n\n{LIGHT}\n")
    return made


def again(first: Finished) -> Finished:
    """Ask a finished mission's plan again."""

    async def run() -> Finished:
        async with App(first.home) as app:
            handle = await app.start(FLOW, given(first.record))
            await handle.drive()
            return Finished(first.home, handle.name, handle.folder, handle.record)

    return asyncio.run(run())


def difference(folder: Path, home: Path, change: Callable[[Path], object]) -> tuple[Difference, Finished, Finished]:
    """Ask, change the folder, ask again, and compare."""
    first = research(home, QUESTION, folder)
    change(folder)
    second = again(first)
    return compare(first.record, second.record, Home.find(home).store), first, second


def quotes(facts: tuple[object, ...]) -> list[str]:
    return [getattr(one, "quote", None) or one.before.quote for one in facts]  # type: ignore[attr-defined]


def test_the_plan_is_followed_as_it_was(folder: Path, tmp_path: Path) -> None:
    """Its question, sides and limits; nobody is asked; nothing is new where nothing changed."""
    found, first, second = difference(folder, tmp_path / "home", lambda _: None)
    assert second.record.input.approve
    assert second.record.input.again == EarlierPlan(
        first.name, first.record.core_question, first.record.dimensions, first.record.constraints, worded=False
    )
    assert second.record.dimensions == first.record.dimensions
    assert AGAIN.since(second.record) == first.name and AGAIN.since(first.record) == ""
    assert (found.since, found.run, found.question) == (first.name, second.name, QUESTION)
    assert not found.anything and not found.fallen and not found.unread
    assert found.holds == len(first.record.active) > 1


def test_a_figure_that_changed_is_shown_with_what_its_source_says_now(folder: Path, tmp_path: Path) -> None:
    """It is changed, not gone and added; the claims that rested on it fall, each once."""
    now = FEE.replace("24", "31")

    def raised(at: Path) -> None:
        (at / "fees.md").write_text(
            f"# Quay\n\nIt is swept by hand.\n\n# Fees\n\n{now}\n\n# Dogs\n\nThey are welcome.\n"
        )

    found, first, _ = difference(folder, tmp_path / "home", raised)
    (changed,) = found.changed
    assert (changed.before.quote, changed.now, changed.reason) == (FEE, now, "its source words it otherwise")
    assert (changed.before.source, changed.before.place) == ("Fees", "fees.md")
    assert changed.before.seen == first.record.sources["S01"].accessed.date().isoformat()
    assert found.gone == found.added == found.unread == ()
    assert found.holds == len(first.record.active) - 1
    (fallen,) = [claim for claim in found.fallen if claim.text == FEE]
    assert (fallen.section, fallen.wholly, fallen.because) == (first.record.dimensions[0].name, True, (changed,))


def test_what_a_source_no_longer_says_is_gone_and_what_is_new_is_added(folder: Path, tmp_path: Path) -> None:
    """Another sentence with hardly a word of it is no change of it."""
    fresh = "A boat may stay in Marnsted for 14 days, whatever the fee."

    def other(at: Path) -> None:
        (at / "fees.md").write_text("# Fees\n\nCats are welcome at all of our many hotels.\n")
        (at / "new.md").write_text(f"# Stays\n\n{fresh}\n")

    found, _, _ = difference(folder, tmp_path / "home", other)
    assert [(one.before.quote, one.now, one.reason) for one in found.gone] == [
        (FEE, "", "its source no longer says it")
    ]
    assert [claim.text for claim in found.fallen] == [FEE]
    assert fresh in quotes(found.added)
    assert not found.changed and found.anything


def test_a_file_that_is_gone_takes_its_facts_with_it(folder: Path, tmp_path: Path) -> None:
    """The reason is said; what another source says in these very words still holds."""
    found, _, _ = difference(folder, tmp_path / "home", lambda at: (at / "light.md").unlink())
    assert [(one.before.quote, one.reason) for one in found.gone] == [(LIGHT, "its file is no longer there")]
    assert {claim.text for claim in found.fallen} == {LIGHT}

    def moved(at: Path) -> None:
        (at / "fees.md").rename(at / "prices.md")

    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "fees.md").write_text(f"# Fees\n\n{FEE}\n")
    found, _, _ = difference(tmp_path / "more", tmp_path / "second", moved)
    assert not found.anything and found.holds == 1


def test_a_source_that_was_not_read_again_is_looked_at_where_it_lies(folder: Path, tmp_path: Path) -> None:
    """The same bytes hold; others are not judged; so is what cannot be opened, or was on the web."""
    found, first, second = difference(folder, tmp_path / "home", lambda _: None)
    store = Home.find(tmp_path / "home").store
    none = replace(second.record, sources={}, facts={}, ordered=None, source_of={})
    assert compare(first.record, none, store).holds == len(first.record.active)
    (folder / "light.md").write_text("Other words.\n")
    unsure = compare(first.record, none, store)
    assert (quotes(unsure.unread), unsure.holds, unsure.gone) == ([LIGHT], 1, ())
    (folder / "light.md").unlink()
    (folder / "light.md").mkdir()
    assert quotes(compare(first.record, none, store).unread) == [LIGHT]
    nowhere = replace(none, input=MissionInput(QUESTION, ""))
    assert len(compare(first.record, nowhere, store).unread) == 2
    web = {name: replace(one, locator=f"https://a.example/{name}") for name, one in first.record.sources.items()}
    assert len(compare(replace(first.record, sources=web, ordered=None), none, store).unread) == 2
    assert found.holds == 2


def written(mission: Mission, **sections: tuple[Claim, ...]) -> Mission:
    """A mission with other sections; `bottom` is the bottom line."""
    made = {"" if name == "bottom" else name: SectionWritten(name, claims) for name, claims in sections.items()}
    return replace(mission, sections=made)


def test_a_conclusion_falls_wholly_or_in_part_and_is_named_once(folder: Path, tmp_path: Path) -> None:
    """The bottom lines of both runs are shown."""
    first = research(tmp_path / "home", QUESTION, folder)
    (folder / "light.md").unlink()
    second = again(first)
    names = {one.quote: one.id for one in first.record.active}
    fee, light = names[FEE], names[LIGHT]
    before = written(
        first.record, bottom=(Claim("Both.", (fee, light)), Claim("Lit.", (light,))),
        cost=(Claim("Lit.", (light,)), Claim("Fee.", (fee,))),
    )  # fmt: skip
    found = compare(before, written(second.record, bottom=(Claim("Now.", (fee,)),)), Home.find(tmp_path / "home").store)
    assert [(one.section, one.text, one.wholly) for one in found.fallen] == [("", "Both.", False), ("", "Lit.", True)]
    assert (found.then, found.now) == ("Both. Lit.", "Now.")
    unanswered = replace(before, sections={"": replace(before.sections[""], answered=False)})
    assert compare(unanswered, second.record, Home.find(tmp_path / "home").store).then == ""


def test_of_a_quote_of_two_sentences_two_are_looked_for(folder: Path, tmp_path: Path) -> None:
    """What is most like it, as long as it was."""
    (folder / "light.md").unlink()
    two = "The berth fee in Marnsted is EUR 24 per night. It is due at noon."
    (folder / "fees.md").write_text(f"# Fees\n\n{two}\n")

    def other(at: Path) -> None:
        said = "The berth fee in Marnsted is EUR 31 per night. It is due at dawn. Dogs are welcome."
        (at / "fees.md").write_text(f"# Fees\n\nThe quay is old and long.\n\n{said}\n")

    found, first, _ = difference(folder, tmp_path / "home", other)
    assert quotes(tuple(first.record.active)) == [two]
    assert [one.now for one in found.changed] == ["The berth fee in Marnsted is EUR 31 per night. It is due at dawn."]


def test_a_follow_up_is_not_asked_again() -> None:
    """Its evidence does not change: the run that it follows is named."""
    mission = planned()
    mission.input = replace(mission.input, follows="DR-1")
    with pytest.raises(InputError, match="was asked of the evidence of DR-1") as error:
        given(mission)
    assert error.value.hint == "Ask that one again: indagate again DR-1"
