"""Limits on sources as values, as lines and in words; and amendments in their exact forms."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from flows.mission.samples import source
from indagate.errors import InputError
from indagate.evidence.authority import Kind
from indagate.flows.mission.amendment import FORMS, Amendment, exact, form, limits_in, refusal
from indagate.flows.mission.constraint import (
    UNLIMITED,
    Constraints,
    about,
    as_lines,
    breaks,
    day,
    limits_given,
    limits_of,
    named,
    naming,
    of_lines,
    resolved,
    told,
)
from indagate.flows.mission.finding import Listed
from indagate.flows.mission.side import Dimension, focused

EVERY = Constraints(
    kinds=("official", "news"), publishers=("Town",), hosts=("example.org",), since=date(2020, 1, 1),
    until=date(2023, 6, 30), languages=("de",), places=("Bavaria", "Bayern"), exclude=("blog", "S02"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2020", date(2020, 1, 1), date(2020, 12, 31)),
        ("2020-02", date(2020, 2, 1), date(2020, 2, 29)),
        ("2021-12", date(2021, 12, 1), date(2021, 12, 31)),
        ("2021-1-9", date(2021, 1, 9), date(2021, 1, 9)),
        (" 2020-05-31 ", date(2020, 5, 31), date(2020, 5, 31)),
    ],
)
def test_a_date_stands_for_its_first_day_or_its_last(text: str, first: date, last: date) -> None:
    """A year and a month have both; a day is itself."""
    assert (day(text), day(text, end=True)) == (first, last)


@pytest.mark.parametrize("text", ["", "yesterday", "20", "2020-13", "2021-02-30", "2020-05-31-07", "0000"])
def test_what_is_no_date_is_refused_with_the_forms_of_one(text: str) -> None:
    """Also a month or a day that there is not."""
    with pytest.raises(ValueError, match="is no date: write 2020, 2020-05 or 2020-05-31"):
        day(text)


def test_limits_that_limit_nothing_are_false() -> None:
    """Any one field makes them true."""
    assert not UNLIMITED
    assert not limits_of()
    assert all(Constraints(**{name: getattr(EVERY, name)}) for name in Constraints.__slots__)


def test_more_limits_add_to_lists_and_take_the_place_of_dates() -> None:
    """Of several values in one field any will do; a date is one."""
    more = Constraints(kinds=("news", "blog"), since=date(2022, 1, 1), exclude=("S03",))
    both = EVERY.with_more(more)
    assert both.kinds == ("official", "news", "blog")
    assert (both.since, both.until) == (date(2022, 1, 1), date(2023, 6, 30))
    assert both.exclude == ("blog", "S02", "S03")
    assert EVERY.with_more(UNLIMITED) == UNLIMITED.with_more(EVERY) == EVERY


def test_limits_are_said_in_the_forms_in_which_they_are_given() -> None:
    """Every line of them is read back as what it was."""
    assert told(EVERY) == (
        "only official or news sources", "only from example.org", "only by Town", "since 2020-01-01",
        "until 2023-06-30", "only in de", "place: Bavaria or Bayern", "leave out blog", "leave out S02",
    )  # fmt: skip
    assert limits_in(told(EVERY)) == EVERY
    assert told(UNLIMITED) == ()


def test_the_lines_of_the_page_hold_all_limits_and_are_read_back() -> None:
    """Five lines, each without the words that its name says already."""
    lines = as_lines(EVERY)
    assert lines == {
        "time": "since 2020-01-01; until 2023-06-30", "geography": "Bavaria or Bayern", "language": "de",
        "sources": "official or news sources; from example.org; by Town", "exclusions": "blog; S02",
    }  # fmt: skip
    assert limits_in(of_lines(lines)) == EVERY
    assert set(as_lines(UNLIMITED).values()) == {""}
    assert of_lines({"geography": " Bavaria ;; ", "time": ""}) == ["place: Bavaria"]


@pytest.mark.parametrize(
    ("given", "limits"),
    [
        ({"only": ["Official", "Example.org"]}, Constraints(kinds=("official",), hosts=("example.org",))),
        ({"only": ["blogs", "news sources", "blog"]}, Constraints(kinds=("blog", "news"))),
        ({"languages": [" German ", "en"]}, Constraints(languages=("de", "en"))),
        ({"since": "2020", "until": "2020"}, Constraints(since=date(2020, 1, 1), until=date(2020, 12, 31))),
        ({"places": ["  New   York  ", ""]}, Constraints(places=("New York",))),
        ({"exclude": ["S02", "a title"]}, Constraints(exclude=("S02", "a title"))),
        ({"since": "2020-05-31", "until": "2020-05-31"}, Constraints(since=date(2020, 5, 31), until=date(2020, 5, 31))),
    ],
)
def test_a_persons_limits_become_types(given: dict[str, object], limits: Constraints) -> None:
    """Kinds in any number, hosts and languages in any case, each once."""
    assert limits_given(**given) == limits  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"only": ["trustworthy"]}, "'trustworthy' is no host: write it as example.org"),
        ({"languages": ["klingon"]}, "'klingon' is no language: ar, cs, de"),
        ({"since": "2021", "until": "2020"}, "since 2021-01-01 is after until 2020-12-31"),
        ({"until": "soon"}, "'soon' is no date"),
    ],
)
def test_a_limit_that_is_none_is_an_error_that_says_what_is(given: dict[str, object], said: str) -> None:
    """In one line, with where the limits are listed."""
    with pytest.raises(InputError) as error:
        limits_given(**given)  # type: ignore[arg-type]
    assert said in error.value.message
    assert error.value.hint


def test_a_kind_that_there_is_not_is_named_with_those_that_there_are() -> None:
    """Where kinds alone are read."""
    with pytest.raises(ValueError, match="'rumours' is no kind of source: official, academic, industry, news, blog"):
        limits_of(kinds=["rumours"])


PRICES = Listed(
    "docs/price-list_2014.txt", "Installers in Lindental", "news", date(2014, 5, 1), publisher="Trade Guild", id="S07"
)


@pytest.mark.parametrize(
    ("term", "meant"),
    [
        ("news", True), ("the news", True), ("News pages", True), ("blogs", False), ("S07", True), ("S08", False),
        ("docs/Price-List_2014.txt", True), ("price-list_2014.txt", True), ("installers in lindental", True),
        ("guild 2014", True), ("the Trade Guild", True), ("guild 2015", False), ("list price", True),
        ("an installer", True), ("txt guild", True), ("example.org", False), ("whales", False), ("…", False),
    ],
)  # fmt: skip
def test_a_source_is_left_out_by_any_of_its_names(term: str, meant: bool) -> None:
    """Kind, id, path, file, title, or words that all stand in its title, publisher, file and year."""
    assert named(term, PRICES) is meant
    assert bool(breaks(Constraints(exclude=("whales", term)), PRICES, opened=False)) is meant


@pytest.mark.parametrize(
    ("term", "meant"),
    [("example.org", True), ("www.example.org", True), ("ample.org", False), ("b.example.org", False)],
)
def test_a_page_is_left_out_by_its_host_and_those_above_it(term: str, meant: bool) -> None:
    """Not by the end of another host's name."""
    assert named(term, Listed("https://a.example.org/x", "X")) is meant


FOUND = Listed("a.md", kind="blog", published=date(2021, 6, 1), language="en", publisher="The Town of Lindental")


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        (Constraints(kinds=("official", "news")), "its kind is blog, not official or news"),
        (Constraints(languages=("de",)), "its language is en, not de"),
        (Constraints(publishers=("Ministry",)), "its publisher is The Town of Lindental, not Ministry"),
        (Constraints(publishers=("Ministry", "Lindental town")), ""),
        (Constraints(hosts=("a.org", "b.org")), "it is not from a.org or b.org"),
        (Constraints(since=date(2021, 6, 1), until=date(2021, 6, 1)), ""),
        (Constraints(since=date(2021, 6, 2)), "it is of 2021-06-01, before 2021-06-02"),
        (Constraints(until=date(2021, 5, 31)), "it is of 2021-06-01, after 2021-05-31"),
        (Constraints(kinds=("blog",), exclude=("a.md",)), "left out by “a.md”"),
        (Constraints(kinds=("blog",), languages=("en",), until=date(2022, 1, 1)), ""),
    ],
)
def test_how_a_source_breaks_the_limits_is_said(limits: Constraints, said: str) -> None:
    """Known things hold before it is opened and after; a limit's own day is within it."""
    assert breaks(limits, FOUND, opened=True) == breaks(limits, FOUND, opened=False) == said


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        (Constraints(kinds=("official",)), "its kind is not known, not official"),
        (Constraints(publishers=("Town",)), "its publisher is not known, not Town"),
        (Constraints(until=date(2020, 1, 1)), "its date is not known"),
    ],
)
def test_what_is_not_known_passes_until_a_source_is_opened(limits: Constraints, said: str) -> None:
    """Then nothing known satisfies the limit."""
    assert breaks(limits, Listed("a.md"), opened=False) == ""
    assert breaks(limits, Listed("a.md"), opened=True) == said


def test_places_are_found_by_their_stems_and_abbreviations_as_they_stand() -> None:
    """`US` is not `us`; both words of a place are needed, in any of the texts."""
    assert naming(("US", "Long Valley", "Bavaria"), "Sent to us from the valleys.", "Bavaria's Long road") == (
        "Long Valley", "Bavaria",
    )  # fmt: skip
    assert naming(("US",), "In the US.") == naming(("US",), "x", "US") == ("US",)
    assert naming(("US",), "The USA.") == naming(("Bavaria",), "Hesse") == ()


def test_what_is_known_of_a_source_is_what_limits_are_held_to() -> None:
    """An unknown kind is empty, as nothing known."""
    one = replace(source(1, "T", "https://example.org/x"), id="S01", language="de")
    assert about(one) == Listed(
        "https://example.org/x", "T", "news", date(2025, 5, 1), 0, "de", "Press", "S01"
    )  # fmt: skip
    assert about(replace(one, kind=Kind.UNKNOWN)).kind == ""


def test_ids_of_sources_in_limits_become_what_they_stand_for_now() -> None:
    """Numbers may change at the next rest; a source that there is not is named."""
    known = [replace(source(number), id=f"S0{number}") for number in (1, 2)]
    assert resolved(Constraints(exclude=("S02", "blog")), known).exclude == ("doc-002.md", "blog")
    with pytest.raises(ValueError, match="there is no source S03 in this run"):
        resolved(Constraints(exclude=("S02", "S03")), known)


# --- amendments -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "amendment"),
    [
        ("only official sources", Amendment("limit", "", Constraints(kinds=("official",)))),
        ("just use news or blog", Amendment("limit", "", Constraints(kinds=("news", "blog")))),
        ("only news/blogs", Amendment("limit", "", Constraints(kinds=("news", "blog")))),
        ("Only in german or en.", Amendment("limit", "", Constraints(languages=("de", "en")))),
        ("only German sources", Amendment("limit", "", Constraints(languages=("de",)))),
        ("only from a.org or b.org", Amendment("limit", "", Constraints(hosts=("a.org", "b.org")))),
        ("only by Town of Lindental", Amendment("limit", "", Constraints(publishers=("Town of Lindental",)))),
        ("since 2020-05", Amendment("limit", "", Constraints(since=date(2020, 5, 1)))),
        ("only until 2020", Amendment("limit", "", Constraints(until=date(2020, 12, 31)))),
        ("places: Bavaria or Hesse", Amendment("limit", "", Constraints(places=("Bavaria", "Hesse")))),
        ("exclude the price list or so", Amendment("limit", "", Constraints(exclude=("the price list or so",)))),
        ("drop the side noise", Amendment("drop", "noise")),
        ("also look at the rent", Amendment("add", "the rent")),
        ("focus on cost", Amendment("focus", "cost")),
        ("write the report now!", Amendment("finish")),
        ("finish", Amendment("finish")),
        ("budget 80 tasks", Amendment("budget", "80")),
    ],
)
def test_a_form_is_one_amendment(text: str, amendment: Amendment) -> None:
    """Limits said back are the same ones; so is it among others."""
    assert form(text) == amendment
    assert not amendment.limits or form(amendment.said) == amendment
    assert exact(f"{text}; finish") == ((amendment, Amendment("finish")), "")


@pytest.mark.parametrize(
    "text", ["", "budget 12345 tasks", "only from nowhere", "since 20", "look at the rent", "only"]
)
def test_what_is_in_no_form_is_refused_with_the_forms(text: str) -> None:
    """Also a form whose value is none."""
    with pytest.raises(ValueError, match="is in none of the forms: only official sources; only from HOST"):
        form(text)
    assert exact(f"finish, {text or 'please'}") == ((Amendment("finish"),), text or "please")


@pytest.mark.parametrize(
    "text",
    ["since 2020, only in de", "since 2020; and only in de", "since 2020 and only in de.", " Since 2020,only in de!"],
)
def test_several_amendments_are_parted_by_commas_and_by_and(text: str) -> None:
    """In their order."""
    made, strange = exact(text)
    assert [item.said for item in made] == ["since 2020-01-01", "only in de"]
    assert strange == ""


def test_sentences_part_amendments_and_dates_do_not() -> None:
    """A point behind a word ends one; nothing at all is in no form."""
    assert exact("drop noise. focus on cost") == ((Amendment("drop", "noise"), Amendment("focus", "cost")), "")
    assert exact("") == ((), "")


def test_only_limits_are_taken_where_limits_are_asked_for() -> None:
    """Anything else is named as none."""
    assert limits_in(["since 2020", "since 2021", "only by A"]) == Constraints(
        since=date(2021, 1, 1), publishers=("A",)
    )
    assert limits_in([]) == UNLIMITED
    with pytest.raises(ValueError, match="'drop noise' is no limit on sources"):
        limits_in(["since 2020", "drop noise"])


def test_a_refusal_shows_the_beginning_of_the_text_and_all_forms() -> None:
    """A long text is cut, so that the forms are seen."""
    said = refusal("x" * 121)
    assert said.startswith(f"not understood: “{'x' * 120}”; ")
    assert all(one in said for one in FORMS)


def test_the_side_that_is_focused_on_weighs_twice_as_much_as_it_did_beside_the_others() -> None:
    """The weights sum to what they did; a name that there is not changes nothing."""
    sides = (Dimension("a", "A?", 0.5), Dimension("b", "B?", 0.25), Dimension("c", "C?", 0.25))
    assert [item.weight for item in focused(sides, "b")] == [0.4, 0.4, 0.2]
    assert focused(sides, "z") == sides
    assert focused((Dimension("a", "A?", 0.0),), "a") == (Dimension("a", "A?", 0.0),)


@pytest.mark.parametrize("text", ["focus on cost", "drop noise", "add storage", "budget 40"])
def test_an_amendment_is_told_in_a_form_that_is_understood(text: str) -> None:
    """What it says is read back as what it is."""
    assert form(form(text).said) == form(text)
