"""What is remembered of a person: what replaces what, what gives way, what ends; learning by exact words; domains."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path

import pytest

from flows.notes.talk import TODAY
from indagate.errors import Corrupt, InputError
from indagate.flows.notes import context
from indagate.flows.notes.context import (
    GlobalContext,
    Remembered,
    end,
    known,
    learn,
    load,
    path_of,
    render,
    size,
    units,
)
from indagate.flows.notes.domain import domains, read_domain, usable
from indagate.flows.notes.learning import Lesson, lesson_of, preferred, told_of_self
from indagate.flows.notes.learning import learn as learn_thing
from indagate.flows.notes.roles.observer import Learnt, Sort

ALLERGY = Learnt("fact", "allergy", "Allergic to nuts.", 0.9, "2026-10-20:3", TODAY)


def learnt(kind: Sort, topic: str, text: str = "x", day: date = TODAY, **more: str) -> Learnt:
    return Learnt(kind, topic, text, 0.5, "2026-10-20:4", day, **more)  # type: ignore[arg-type]


def texts(home: Path) -> list[str]:
    return [one.text for one in load(home).learnt]


def test_what_a_run_learnt_is_taken_in_once(tmp_path: Path) -> None:
    assert load(tmp_path) == GlobalContext() and learn(tmp_path, "r1", ()) == Remembered()
    assert not path_of(tmp_path).exists()
    assert learn(tmp_path, "r1", (ALLERGY,)) == Remembered() and texts(tmp_path) == ["Allergic to nuts."]
    assert learn(tmp_path, "r1", (learnt("insight", "y", "again"),)) == Remembered()
    assert texts(tmp_path) == ["Allergic to nuts."] and load(tmp_path).runs == ("r1",)
    for number in range(205):
        learn(tmp_path, f"n{number}", (learnt("insight", "count", f"{number}"),))
    assert len(load(tmp_path).runs) == 201 and load(tmp_path).runs[-1] == "n204"
    assert texts(tmp_path) == ["Allergic to nuts.", "204"]


@pytest.mark.parametrize(
    ("old", "new", "left"),
    [
        (learnt("pattern", "runs", "a"), learnt("pattern", "runs", "b"), ["b"]),
        (learnt("insight", "runs", "a"), learnt("insight", "sleep", "b"), ["a", "b"]),
        (learnt("insight", "runs", "a"), learnt("pattern", "runs", "b"), ["a", "b"]),
        (learnt("fact", "allergy", "a"), learnt("fact", "allergy", "b"), ["a", "b"]),
        (learnt("fact", "allergy", "a"), learnt("fact", "allergy", "a"), ["a"]),
        (learnt("fact", "allergy", "a"), learnt("fact", "nuts", "a"), ["a", "a"]),
    ],
)
def test_patterns_and_insights_are_replaced_by_topic_and_nothing_that_was_told_is(
    tmp_path: Path, old: Learnt, new: Learnt, left: list[str]
) -> None:
    learn(tmp_path, "r1", (old,))
    learn(tmp_path, "r2", (new,))
    assert texts(tmp_path) == left


def test_another_preferred_unit_ends_the_one_before_of_its_topic(tmp_path: Path) -> None:
    miles = learnt("preference", "unit of length", "miles", day=date(2026, 10, 1), unit="mi")
    pounds = learnt("preference", "unit of mass", "pounds", day=date(2026, 10, 2), unit="lb")
    metric = learnt("preference", "unit of length", "km", day=date(2026, 10, 5), unit="km")
    tone = learnt("preference", "unit of length", "be brief", day=date(2026, 10, 6))
    for number, one in enumerate((miles, pounds, metric, tone)):
        learn(tmp_path, f"r{number}", (one,))
    assert [one.end for one in load(tmp_path).learnt] == [date(2026, 10, 5), None, None, None]
    assert units(tmp_path, date(2026, 10, 4)) == ("mi", "lb")
    assert units(tmp_path, date(2026, 10, 5)) == ("lb", "km") and units(tmp_path, date(2026, 9, 1)) == ()
    assert [one.end for one in known(tmp_path, date(2026, 10, 4)).learnt] == [None, None]
    assert known(tmp_path).runs == ("r0", "r1", "r2", "r3")


def test_what_was_learnt_of_a_note_ends_with_the_note(tmp_path: Path) -> None:
    learn(tmp_path, "r1", (ALLERGY, learnt("fact", "shoes", "size 42")))
    before = path_of(tmp_path).stat().st_mtime_ns
    end(tmp_path, "2026-10-19:3", TODAY)
    assert path_of(tmp_path).stat().st_mtime_ns == before
    end(tmp_path, "2026-10-20:3", TODAY + timedelta(1))
    assert [one.end for one in load(tmp_path).learnt] == [TODAY + timedelta(1), None]
    end(tmp_path, "2026-10-20:3", TODAY + timedelta(9))
    assert load(tmp_path).learnt[0].end == TODAY + timedelta(1) and load(tmp_path).runs == ("r1",)
    assert "nuts" not in render(load(tmp_path).learnt) and "size 42" in render(load(tmp_path).learnt)


def test_a_prompt_shows_what_is_known_by_kind_with_its_certainty_and_source() -> None:
    told = render(
        (learnt("insight", "i", "second"), ALLERGY, learnt("preference", "p", "first"), learnt("pattern", "q", "third"))
    )
    assert told.splitlines() == [
        "## Preferences", "- first (50%; 2026-10-20:4)", "## Facts", "- Allergic to nuts. (90%; 2026-10-20:3)",
        "## Patterns", "- third (50%; 2026-10-20:4)", "## Insights", "- second (50%; 2026-10-20:4)",
    ]  # fmt: skip
    assert render(()) == "" and size(()) == 0
    assert size((ALLERGY,)) == -(-len(render((ALLERGY,))) // 3)


def test_the_oldest_insights_give_way_first_then_patterns_and_no_more_than_need_be() -> None:
    crowd = tuple(
        learnt(kind, f"{kind}{n}", "of ten words that are just as long as these", TODAY - timedelta(n))
        for kind in ("pattern", "insight") for n in range(4)
    )  # fmt: skip
    assert context.within(crowd, size(crowd)) == (crowd, ())
    kept, gone = context.within(crowd, size(crowd) - 1)
    assert [one.topic for one in gone] == ["insight3"] and len(kept) == 7
    kept, gone = context.within((*crowd, ALLERGY), size((ALLERGY, crowd[0])))
    assert [one.topic for one in gone] == [
        "insight3", "insight2", "insight1", "insight0", "pattern3", "pattern2", "pattern1"
    ]  # fmt: skip
    assert kept == (crowd[0], ALLERGY)
    assert context.within((ALLERGY,), 1) == ((ALLERGY,), ())


def test_what_is_crowded_out_lies_in_an_archive_beside(tmp_path: Path) -> None:
    long = "of a text that is so long that four of them do not fit " * 40
    archived = [
        learn(tmp_path, f"r{n}", (learnt("insight", f"{n}", f"{n} {long}", TODAY + timedelta(n)),)).archived
        for n in range(5)
    ]
    assert archived == [0, 0, 1, 1, 1]
    rows = [
        json.loads(row) for row in path_of(tmp_path).with_name("context-archive.jsonl").read_text("utf-8").splitlines()
    ]
    assert [row["topic"] for row in rows] == ["0", "1", "2"] and len(load(tmp_path).learnt) == 2


def test_a_damaged_context_is_put_aside_under_a_name_of_its_own_each_time(tmp_path: Path) -> None:
    for number in (1, 2):
        path_of(tmp_path).parent.mkdir(exist_ok=True)
        path_of(tmp_path).write_text("{", encoding="utf-8")
        with pytest.raises(Corrupt, match="cannot be read"):
            load(tmp_path)
        assert known(tmp_path) == GlobalContext()
        aside = learn(tmp_path, f"r{number}", (ALLERGY,)).aside
        assert aside == str(path_of(tmp_path).with_name(f"context-damaged-{number}.json"))
        assert texts(tmp_path) == ["Allergic to nuts."]


@pytest.mark.parametrize(
    ("text", "kind", "topic", "unit"),
    [
        ("I prefer miles", "preference", "unit of length", "mi"), ("i use kg.", "preference", "unit of mass", "kg"),
        ("I prefer miles to km", "preference", "unit of length", "mi"),
        ("I prefer euros", "preference", "unit of money", "EUR"),
        ("I'm allergic to nuts", "fact", "allergy", ""), ("I am allergic to cow's milk!", "fact", "allergy", ""),
        ("I prefer tea", None, "", ""), ("Tom is allergic to nuts", None, "", ""),
        ("I prefer miles in races", None, "", ""),
    ],
)  # fmt: skip
def test_a_preferred_unit_and_an_allergy_are_remembered_word_for_word(
    text: str, kind: str | None, topic: str, unit: str
) -> None:
    found = told_of_self(f" {text} ", "2026-10-20:3", TODAY)
    assert (found and (found.kind, found.topic, found.text, found.unit)) == (
        (kind, topic, text, unit) if kind else None
    )
    assert found is None or (found.certainty, found.source, found.day) == (1.0, "2026-10-20:3", TODAY)


def test_a_value_is_given_in_a_preferred_unit_where_it_can_be() -> None:
    assert preferred(5.0, "km", ("kg", "mi")) == (5.0 / 1.609344, "mi")
    assert preferred(5.0, "km", ("km",)) == (5.0, "km") and preferred(5.0, "km", ()) == (5.0, "km")
    assert preferred(5.0, "EUR/km", ("mi",)) == (5.0 * 1.609344, "EUR/mi")
    assert preferred(5.0, "min/km", ("km",)) == (5.0, "min/km") and preferred(5.0, "min/km", ("h",)) == (5.0, "min/km")


@pytest.mark.parametrize(
    ("text", "lesson"),
    [
        ("learn sauna min", Lesson("sauna", "min")), ("LEARN Book club EUR!", Lesson("book club", "EUR")),
        ("learn pushups", Lesson("pushups")), ("learn min", Lesson("min")), ("learn ice bath", Lesson("ice bath")),
        ("learn a b c d", None), ("learn 5 km", None), ("please learn sauna", None),
    ],
)  # fmt: skip
def test_learn_takes_a_thing_of_up_to_three_words_and_perhaps_a_unit(text: str, lesson: Lesson | None) -> None:
    assert lesson_of(f" {text} ") == lesson
    assert lesson is None or lesson_of(lesson.command) == lesson


@pytest.mark.parametrize(
    ("thing", "unit", "measure", "found"),
    [
        ("sauna", "min", "duration", {"unit": "min"}), ("burpees", "", "count", {"bare": True}),
        ("chess club", "EUR", "amount", {"unit": "money"}), ("kayak", "km", "distance", {"unit": "km"}),
        ("rest", "bpm", "pulse", {"unit": "bpm", "adds": "never"}), ("flour", "g", "weight", {"unit": "g"}),
    ],
)  # fmt: skip
def test_a_thing_is_learnt_with_the_measure_of_its_unit(
    tmp_path: Path, thing: str, unit: str, measure: str, found: dict[str, object]
) -> None:
    path = learn_thing(tmp_path, Lesson(thing, unit))
    assert path == tmp_path / "domains" / "mine.yaml" and [one.name for one in path.parent.iterdir()] == ["mine.yaml"]
    own = domains(tmp_path)["mine"]
    (activity,) = own.log_schema
    assert activity.activity == thing.replace(" ", "_") and list(activity.measures) == [measure]
    kept = activity.measures[measure]
    assert {"unit": kept.unit, "bare": kept.bare, "adds": kept.adds} == {
        "unit": "",
        "bare": False,
        "adds": "always",
    } | found
    assert own.words_of(activity.activity) == ((thing, thing) if " " in thing else (thing,))
    learn_thing(tmp_path, Lesson("kiln", "°C"))
    assert [one.activity for one in domains(tmp_path)["mine"].log_schema] == [activity.activity, "kiln"]


@pytest.mark.parametrize(
    ("thing", "said"), [("run", "known already"), ("jogging", "known already"), ("- -", "cannot be the name")]
)
def test_what_is_known_or_no_name_is_not_learnt(tmp_path: Path, thing: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        learn_thing(tmp_path, Lesson(thing))
    assert not (tmp_path / "domains").exists()


def test_a_damaged_file_of_ones_own_is_named_and_nothing_is_written_over_it(tmp_path: Path) -> None:
    (tmp_path / "domains").mkdir()
    path = tmp_path / "domains" / "mine.yaml"
    path.write_text("name: mine\nvocabulary: [", encoding="utf-8")
    found, faults = usable(tmp_path)
    assert "running" in found and "mine" not in found and len(faults) == 1 and f"{path}:3" in faults[0]
    with pytest.raises(InputError, match=r"mine\.yaml:3"):
        learn_thing(tmp_path, Lesson("sauna", "min"))
    assert path.read_text("utf-8") == "name: mine\nvocabulary: ["
    assert usable(tmp_path / "none")[1] == ()


def test_modules_are_kept_read_until_a_file_changes(tmp_path: Path) -> None:
    """A module of one's own with the name of one that ships stands in its place."""
    kept = tmp_path / "notes" / "domains.json"
    assert domains(tmp_path)["running"].description != "mine" and kept.is_file()
    (tmp_path / "domains").mkdir()
    (tmp_path / "domains" / "running.yml").write_text("name: running\ndescription: mine\nvocabulary: {run: [ran]}\n")
    domains.cache_clear()
    assert domains(tmp_path)["running"].description == "mine"
    stamped = kept.read_bytes()
    kept.write_bytes(stamped.replace(b'"mine"', b'"kept"'))
    domains.cache_clear()
    assert domains(tmp_path)["running"].description == "kept"
    kept.write_bytes(b"{")
    domains.cache_clear()
    assert domains(tmp_path)["running"].description == "mine" and domains(tmp_path)["running"].activity("run") is None


HEAD = "name: chess\ndescription: d\nvocabulary: {game: [chess]}\n"
SCHEMA = f"{HEAD}log_schema:\n  - activity: game\n    measures: {{time: {{unit: min}}}}\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- a\n", r"chess\.yaml:1: "), (HEAD + "log_schema:\n  - activity: a b\n", r"chess\.yaml:5: .*letters, digits"),
        (SCHEMA.replace("unit: min", "unit: parrots"), r"chess\.yaml:6: the unit 'parrots' of game.time"),
        (SCHEMA.replace("time:", "a-b:"), r"chess\.yaml:6: the measure 'a-b'"),
        (SCHEMA.replace("unit: min", "unti: min"),
        r"chess\.yaml:6: nothing is called 'unti' in a measure; known: adds"),
        (SCHEMA.replace("unit: min", "unit: [5]"), r"chess\.yaml:6: "),
        (SCHEMA + "significant:\n  - {activity: match, first: true}\n", r"chess\.yaml:8: .*no activity 'match'"),
        (SCHEMA + "significant:\n  - {activity: game, measure: speed, record: max}\n",
        r"chess\.yaml:8: .*no measure 'speed'"),
        (SCHEMA + "evaluation:\n  - {dimension: tone, claim: [a], reason: b}\n", r"chess\.yaml:8: .*tone"),
        (SCHEMA + "clarification:\n  - {ask: a, why: b, opts: [c]}\n", r"chess\.yaml:8: nothing is called 'opts'"),
        ("name: chess\ndescription: 5\nvocabulary: {}\n", r"chess\.yaml:2: "),
        ("name: chess\ndescription: d\nvocabulary: {}\n\tx", r"chess\.yaml:4: "),
    ],
)  # fmt: skip
def test_each_fault_of_a_module_is_named_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "chess.yaml"
    path.write_text(text)
    with pytest.raises(InputError, match=said):
        read_domain(path)
    path.write_text(SCHEMA + "significant:\n  - {activity: game, measure: time, record: max}\n  - {activity: game}\n")
    assert read_domain(path).significant[0].record == "max"
