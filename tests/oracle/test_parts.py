"""The examination examined: the barrier, the roles' functions, the mutations, and what the source may not know."""

from __future__ import annotations

import asyncio
import json
import re
import threading
import urllib.error
import urllib.request
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from bench.oracle import adversary, dialect, mission, notes, slots, task, twist
from bench.oracle.critique import verdict
from bench.oracle.gold import CASES, Case, Meaning, rows, sets
from bench.oracle.request import Request
from bench.oracle.roles import KNOWN
from bench.oracle.score_notes import mark_notes
from bench.oracle.score_task import mark_task
from bench.oracle.server import Oracle, load, nothing, serve
from bench.oracle.shown import Answer, Shown, normal

SRC = Path(__file__).parents[2] / "src"
FORM = {
    "type": "object",
    "properties": {"queries": {"type": "array", "items": {"type": "string"}}},
    "required": ["queries"],
}


def asked(text: str, name: str = "query-writer", **more: Any) -> Request:
    form = {"type": "json_schema", "json_schema": {"name": name, "schema": FORM}}
    return Request({"messages": [{"role": "user", "content": text}], "response_format": form, **more})


def test_the_source_knows_nothing_of_the_examination() -> None:
    told = re.compile(r"\b(?:oracle|gold|adversary)\b", re.IGNORECASE)
    found = [
        f"{path.relative_to(SRC)}: {match[0]}"
        for path in SRC.rglob("*")
        if path.is_file() and path.suffix in (".py", ".md", ".txt", ".yaml", ".json", ".html", ".toml")
        for match in [told.search(path.read_text(encoding="utf-8"))]
        if match
    ]
    assert found == []


@pytest.mark.parametrize(
    "body",
    [
        {"response_format": {"json_schema": {"name": "query_writer", "schema": FORM}}},
        {"tools": [{"function": {"name": "query-writer", "parameters": FORM}}]},
        {"tools": [{"function": {"name": "answer", "description": "the answer of the query-writer"}}]},
        {"messages": [{"role": "system", "content": '{"title": "query-writer", "type": "object"}'}]},
    ],
)
def test_the_role_is_read_from_the_form(body: dict[str, Any]) -> None:
    assert Request(body).role(KNOWN) == "query-writer"


def test_what_was_not_shown_is_not_answered() -> None:
    shown = Shown(asked("The passage says that 640 credits are due."))
    assert shown.missing(Answer({"text": "It is 640 credits."}, ("640 credits",))) == []
    assert shown.missing(Answer({"text": "It is 520 credits."})) == ["520"]
    assert shown.missing(Answer({"text": "It is due."}, ("a quote from elsewhere",))) == ["a quote from elsewhere"]
    assert shown.missing(Answer({"sql": "SELECT 520"})) == []


def test_the_barrier_reads_what_tools_returned() -> None:
    result = {"role": "tool", "content": json.dumps({"cells": [{"value": 12.5, "unit": "km"}]})}
    request = Request({"messages": [{"role": "user", "content": "How far?"}, result]})
    assert Shown(request).missing(Answer({"answer": "12.5 km"}, ("km",))) == []


def _post(port: int, case: str, body: dict[str, Any]) -> dict[str, Any]:
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/case/{case}/v1/chat/completions", json.dumps(body).encode()
    )
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.load(response)


def test_the_server_says_nothing_where_its_answer_was_not_shown_and_fails_for_an_unknown_role() -> None:
    log = StringIO()
    gold = {"c": Meaning("c", "mission", {"query_writer": {"": ["lock 7"]}})}
    server = serve(Oracle(gold, log))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    port = server.server_address[1]
    try:
        told = _post(port, "c", asked("Which lock is closed?").body)
        assert json.loads(told["choices"][0]["message"]["content"]) == {"queries": []}
        told = _post(port, "c", asked("When does lock 7 open?").body)
        assert json.loads(told["choices"][0]["message"]["content"]) == {"queries": ["lock 7"]}
        for case, role in (("c", "soothsayer"), ("unknown", "query-writer")):
            with pytest.raises(urllib.error.HTTPError, match="500"):
                _post(port, case, asked("Well?", role).body)
    finally:
        server.shutdown()
        server.server_close()
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    assert [line.get("not shown") for line in lines] == [["7"], None, None, None]
    assert [line["status"] for line in lines] == [200, 200, 500, 500]


def test_a_reader_copies_a_quote_as_it_stands() -> None:
    text = "The mark of this request is m1.\n\nExcerpt 1:\n<data m1>One. The fee\nis 640 credits. Two.</data m1>\n"
    gold = Meaning("c", "mission", {"reader": {"a.md": [{"quote": "The fee is 640 credits."}]}})
    answer = mission.reader(asked(text, "reader"), gold)
    assert [fact["quote"] for fact in answer.value["facts"]] == ["The fee\nis 640 credits."]
    assert answer.evidence == ("The fee is 640 credits.",)


def test_a_contradiction_that_gold_does_not_name_is_a_leak() -> None:
    text = "\nFirst: The fee is 1.\n\nSecond: The fee is 2."
    assert mission.resolver(asked(text, "resolver"), Meaning("c", "mission")).leaks
    pair = ["The fee is 2.", "The fee is 1.", "newer"]
    gold = {"reflector": {"contradictions": [pair]}, "resolver": {"holds": ["The fee is 2."]}}
    answer = mission.resolver(asked(text, "resolver"), Meaning("c", "mission", gold))
    assert (answer.value["holds"], answer.leaks) == ("second", ())


def test_slots_are_filled_from_results_and_never_from_gold() -> None:
    shown = [slots.read_result('{"cells": [{"value": 7, "unit": "h", "label": "Ann"}], "rows": [["Ann", 7]]}')]
    assert slots.filled("{1.label}: {1.value} {1.unit}; {1.rows}", shown, {}) == "Ann: 7 h; [('Ann', 7)]"
    assert slots.filled('"{quote 1}" {x}', shown, {1: "So it is."}) == '"So it is." {x}'
    with pytest.raises(slots.NotShown):
        slots.filled("{2.value}", shown, {})


def test_an_agent_makes_one_call_after_another_and_then_answers() -> None:
    gold = Meaning(
        "c", "task", {"agent": [{"tool": "query", "arguments": {"sql": "SELECT 1"}}], "answer": "{1.value} h"}
    )
    tools = [{"function": {"name": "query", "parameters": {}}}]
    first = task.agent(Request({"messages": [{"role": "user", "content": "?"}], "tools": tools}), gold)
    assert first.call == ("query", {"sql": "SELECT 1"})
    made = {"role": "assistant", "tool_calls": [{"function": {"name": "query", "arguments": '{"sql": "SELECT 1"}'}}]}
    result = {"role": "tool", "content": "query: SELECT 1\nc1a2b3c: 7 h = hours; 3 rows"}
    second = task.agent(Request({"messages": [{"role": "user", "content": "?"}, made, result], "tools": tools}), gold)
    assert second.raw == "7 h"


def test_an_agent_reads_what_the_prompt_says_of_its_calls() -> None:
    gold = Meaning(
        "c",
        "task",
        {
            "agent": [{"tool": "query", "arguments": {"sql": "SELECT höhe_m FROM hut"}}],
            "answer": "{1.label}: {1.value}",
        },
    )
    told = (
        "Turn 1. You thought: <data m1></data m1>\nYou used <data m1>query</data m1> with <data m1>{}</data m1>. "
        "SUCCESS: <data m1>query: SELECT\n"
        "c1a2b3c: 2510 m = Altitude (first 1 by Altitude; Hut: Windgap); 1 row</data m1>"
    )
    form = {"json_schema": {"name": "thinker", "schema": {"properties": {"thought": {}, "answer": {}}}}}
    found = task.agent(Request({"messages": [{"role": "user", "content": told}], "response_format": form}), gold)
    assert found.value == {"thought": "", "calls": [], "answer": "Windgap: 2510"}


def test_a_query_rests_on_the_names_and_values_that_it_uses() -> None:
    sql = "SELECT sum(paid_eur) AS total FROM bookings WHERE hut = 'Ember Hut' AND arrival >= DATE '2025-02-01'"
    assert dialect.names_of(sql) == ("paid_eur", "bookings", "hut", "arrival", "Ember Hut")
    request = Request({"messages": [{"role": "user", "content": '"gewächshaus": VARCHAR'}]})
    assert dialect.columns("SELECT gew_chshaus FROM x WHERE y = 'gew_chshaus'", request) == (
        "SELECT \"gewächshaus\" FROM x WHERE y = 'gew_chshaus'"
    )


def test_rows_of_a_result_are_put_together_from_its_cells() -> None:
    text = "query: SELECT\nca: 0 = wins (White: Abel); 0 rows\n"
    text += "cb: 1 = draws (White: Abel); 1 row, 1 of them without a value"
    assert dialect.result("query", text).rows == (("Abel", 0, 1),)
    assert dialect.counted(text) == {0}


@pytest.mark.parametrize(
    ("expect", "answer", "right"),
    [
        ({"value": 1326.3166666, "unit": "EUR"}, "Each gets 1,326.32 EUR.", True),
        ({"value": 1326.3166666, "unit": "EUR"}, "Each gets 1,326.40 EUR.", False),
        ({"value": 80.0, "unit": "km"}, "He rode 80 kg.", False),
        ({"value": 2**100, "unit": "", "tolerance": 0}, f"In full: {2**100}.", True),
        ({"value": 2**100, "unit": "", "tolerance": 0}, f"In full: {2**100 + 1}.", False),
        ({"rows": [["A", 3], ["B", 2]], "ordered": True}, "First A with 3, then B with 2.", True),
        ({"rows": [["A", 3], ["B", 2]], "ordered": True}, "First B with 2, then A with 3.", False),
        (
            {"text": "Dunja"},
            "ca1b2c3: 5 = wins (White: Berit); 5 rows\nca1b2c4: 5 = wins (White: Dunja); 5 rows",
            False,
        ),
        ({"tests": ["assert f(1) == 2"]}, "```python\ndef f(x):\n    return x + 1\n```", True),
        ({"tests": ["assert f(1) == 2"]}, "```python\nimport os\ndef f(x):\n    os._exit(0)\n```", False),
        ({"refused": True}, "This cannot be answered: no ages.", True),
        ({"refused": True}, "They were 40 years old.", False),
    ],
)
def test_an_answer_is_marked_in_both_places(expect: dict[str, Any], answer: str, right: bool, tmp_path: Path) -> None:
    case = Case("c", "task", "", {}, expect, tmp_path)
    told = {"answer": answer, "outcome": "done"}
    (tmp_path / "answer.md").write_text(answer, encoding="utf-8")
    assert mark_task(case, told, tmp_path).right == right
    (tmp_path / "answer.md").write_text("Something else.", encoding="utf-8")
    assert not mark_task(case, told, tmp_path).right


def test_of_the_critic_s_answers_every_hard_one_comes_out_as_it_should() -> None:
    known = rows(CASES / "task" / "critic" / "answers.jsonl")
    wrong = [row["id"] for row in known if row["hard"] and asyncio.run(verdict(row)).accepted != row["good"]]
    assert wrong == []


def test_a_planner_of_numbers_needs_its_tables_shown() -> None:
    gold = Meaning("c", "notes", {"planner": {"sql": "WITH x AS (SELECT * FROM entry) SELECT sum(value) FROM x"}})
    assert notes.planner(asked("How far?"), gold).rests_on == ("entry",)
    assert notes.planner(asked("How far?"), Meaning("c", "notes")).value["step"] == "write"


def test_a_parser_answers_by_note_and_a_writer_by_the_cells_in_their_order() -> None:
    line = {"date": "2025-01-06", "text": "6k z2", "items": [
        {"what": "run", "measure": "distance", "value": 6, "unit": "km", "span": "6k"}]}  # fmt: skip
    gold = Meaning("c", "notes", {"parser": {"lines": [line]}, "writer": "You ran {c2.value} {c2.unit}."})
    text = "The mark of this request is m1.\n\nNote 1, of 2025-01-07:\n<data m1>6k z2</data m1>\n\n"
    text += "Note 2, of 2025-01-06:\n<data m1>6k z2</data m1>\n"
    entry = {"note": 2, "what": "run", "said": "6k", "measure": "distance", "value": 6, "unit": "km"}
    assert notes.parser(asked(text, "parser"), gold).value == {"entries": [entry]}
    shown = "{ca.value} = 2025-01-06 = date; 1 row\n{cb.value} = 5 km = x; 1 row\n{cc.value} = 6 km = x; 1 row"
    assert notes.writer(asked(shown, "writer"), gold).value == {"sentences": ["You ran {cc.value}."]}
    assert notes.writer(asked(shown.partition("\n")[0], "writer"), gold).rests_on


@pytest.mark.parametrize(
    ("expect", "cells", "right"),
    [
        ({"value": 5.5, "unit": "km", "rows": 2}, [{"value": 5.5, "unit": "km", "n": 2}], True),
        ({"value": 5.5, "unit": "km", "rows": 2}, [{"value": 5.5, "unit": "km", "n": 3}], False),
        ({"value": 5.5, "unit": "km"}, [{"value": 5.5, "unit": "mi", "n": 2}], False),
        ({"date": "2025-05-01"}, [{"value": "2025-05-01", "unit": ""}], True),
        ({"rows": [["a", 2], ["b", 1]], "ordered": True, "unit": None},
         [{"value": 2, "unit": "", "keys": {"what": "a"}}, {"value": 1, "unit": "", "keys": {"what": "b"}}], True),
        ({"rows": [["b", 1], ["a", 2]], "ordered": True, "unit": None},
         [{"value": 2, "unit": "", "keys": {"what": "a"}}, {"value": 1, "unit": "", "keys": {"what": "b"}}], False),
        ({"value": 5.5, "unit": "km", "gaps": 1}, [{"value": 5.5, "unit": "km", "n": 2}], False),
        ({"refused": True}, [{"value": 5.5, "unit": "km", "n": 2}], False),
    ],
)  # fmt: skip
def test_an_answer_of_a_notebook_is_marked(
    expect: dict[str, Any], cells: list[dict[str, Any]], right: bool, tmp_path: Path
) -> None:
    case = Case("c", "notes", "", {}, expect, tmp_path)
    told = {"answer": "It is so.", "queries": [{"cells": cells}], "gaps": []}
    assert mark_notes(case, told, "It is so.").right == right
    assert not mark_notes(case, told, "Nothing.").right


def test_nothing_is_the_emptiest_answer_of_the_form() -> None:
    assert nothing(asked("?")) == {"queries": []}


def test_a_mutation_changes_every_meaning_that_has_evidence() -> None:
    true = load([CASES])
    wrong = twist.twisted(true, "mutated")
    for name, meaning in true.items():
        evidence = (
            (meaning.of("reader") or {}).get("quotes")
            or meaning.of("agent")
            or (meaning.of("planner") or {}).get("sql")
        )
        if evidence:
            assert wrong[name].by_role != meaning.by_role, name
    other = twist.twisted(true, "other")
    assert all(other[name].by_role is not meaning.by_role for name, meaning in true.items())


def test_every_case_has_gold_and_every_quote_stands_in_its_file() -> None:
    for name, group in sets().items():
        ids = [case.id for case in group.cases]
        assert len(ids) == len(set(ids)), name
        assert set(ids) == set(group.gold), name
        for case in group.cases:
            for path, readings in (group.gold[case.id].of("reader") or {}).items():
                corpus = case.path("corpus")
                assert corpus is not None
                file = corpus / Path(path).name
                assert file.is_file(), (case.id, path)
                text = normal(file.read_text(encoding="utf-8")) if file.suffix in (".md", ".txt") else ""
                assert [item["quote"] for item in readings if text and normal(item["quote"]) not in text] == [], case.id


def test_every_class_of_falsehood_has_three_members_by_each_of_two_authors() -> None:
    known = adversary.load(CASES / "adversary")
    assert adversary.missing(known) == []
    assert len({sentence.author for sentence in known}) >= 2


def test_the_ledger_holds_the_hashes_of_every_set() -> None:
    import hashlib

    ledger = (CASES.parents[1] / "LEDGER.md").read_text(encoding="utf-8")
    for name, group in sets().items():
        for file in ("cases.jsonl", "gold.jsonl"):
            assert hashlib.sha256((group.folder / file).read_bytes()).hexdigest() in ledger, (name, file)
    assert rows(CASES / "nowhere.jsonl") == []
