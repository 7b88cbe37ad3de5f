"""`indagate eval`: cases as runs of their own, marked, counted, and gone on with after a stop."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from pathlib import Path

import pytest

from indagate.app.evaluation import Expected, Verdict, mark, read_dataset
from indagate.errors import InputError
from parts.scripted import Scripted

from .program import CORPUS, PROGRAM, User


def lines(path: Path, *rows: object) -> Path:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


FEE = {"question": "How much is the mooring fee?", "corpus": "docs"}
OWN = (
    {"id": "fee", "flow": "mission", "kind": "fact", "input": FEE,
     "expect": {"quote": "The mooring fee is 640 credits.", "file": "docs/rules.md"}},
    {"id": "wrong", "input": FEE, "expect": {"text": "520 crowns"}},
    {"id": "none", "input": {"question": "Who painted the chapel?", "corpus": "docs"},
     "expect": {"refused": True, "why": "no chapel"}},
    {"id": "sum", "flow": "task", "input": {"goal": "12.5 * 8"}, "expect": {"value": 100, "unit": ""}},
)  # fmt: skip


@pytest.fixture
def own(tmp_path: Path) -> Path:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "rules.md").write_text("# Rules\n\nThe mooring fee is 640 credits. Boats are washed on Mondays.\n")
    return lines(tmp_path / "cases.jsonl", *OWN)


def test_cases_are_run_marked_and_counted(user: User, own: Path) -> None:
    told = user("eval", own, "--json").json
    verdicts = {case["case"]: case["verdict"] for case in told["cases"]}
    assert verdicts == {"fee": "declined", "wrong": "declined", "none": "right", "sum": "right"}
    score = told["scores"][0]
    assert (score["model"], score["cases"], score["right"], score["wrong"], score["declined"]) == ("rule", 4, 2, 0, 2)
    assert score["unsupported"] == 0
    runs = {item["run"] for item in user("runs", "--json").json}
    assert {case["run"] for case in told["cases"]} <= runs
    assert user("verify", told["cases"][0]["run"]).code == 0


def test_the_same_command_asks_nothing_twice(user: User, own: Path) -> None:
    first = user("eval", own, "--json").json
    again = user("eval", own, "--json").json
    assert [case["run"] for case in again["cases"]] == [case["run"] for case in first["cases"]]


def test_a_killed_evaluation_goes_on_where_it_was(user: User, own: Path) -> None:
    with Scripted(latency=0.15) as service:
        words = [PROGRAM, "eval", own, "--limit", "2", "--model", service.model]
        process = subprocess.Popen(list(map(str, words)), cwd=user.folder, env=user.environment(),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
        end = time.monotonic() + 60
        while service.count()["reader"] < 1 and time.monotonic() < end:
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
        process.wait()
        planned = service.count()["planner"]
        told = user("eval", own, "--limit", "2", "--model", service.model, "--json").json
        assert [case["outcome"] for case in told["cases"]] == ["done", "done"]
        assert planned == 1
        assert service.count()["planner"] == 2, "the first case was resumed, the second begun"
        assert len(user("runs", "--json").json) == 2


def test_models_are_compared_side_by_side(user: User, own: Path) -> None:
    with Scripted() as service:
        done = user("eval", own, "--limit", "1", "--model", "rule", "--model", service.model)
    heads, *rows = done.out.splitlines()
    assert heads.split() == [
        "MODEL",
        "CASES",
        "RIGHT",
        "WRONG",
        "DECLINED",
        "UNSUPPORTED",
        "COST",
        "CALLS",
        "TOKENS",
        "WALL",
    ]
    assert [row.split()[0].partition("@")[0] for row in rows[:2]] == ["rule", "openai:scripted"]
    assert "1/1" in done.err


def test_a_budget_holds_for_each_case(user: User, own: Path) -> None:
    with Scripted() as service:
        told = user("eval", own, "--limit", "1", "--model", service.model, "--budget-calls", "3", "--json").json
    assert told["scores"][0]["calls"] <= 4


def test_a_question_without_documents_needs_some(user: User, tmp_path: Path) -> None:
    table = tmp_path / "simpleqa.csv"
    table.write_text("metadata,problem,answer\n\"{'topic': 'Pumps'}\",What does SCOP stand for?,seasonal\n")
    done = user("eval", table)
    assert (done.code, "--corpus" in done.err) == (2, True)
    told = user("eval", table, "--corpus", CORPUS, "--json").json
    assert [(case["case"], case["kind"]) for case in told["cases"]] == [("simpleqa-1", "Pumps")]


def shown(user: User, told: dict[str, list[dict[str, str]]]) -> str:
    """What the run of the first case shows: without a model passages, and no answer."""
    claims = user("show", told["cases"][0]["run"], "--json").json["claims"]
    return " ".join(claim["text"] for claim in claims)


def test_hotpotqa_brings_its_documents(user: User, tmp_path: Path) -> None:
    context = [["Velmora ferry", ["The Velmora ferry is run by Imke Tallas.", " It crosses in 35 minutes."]],
               ["Imke Tallas", ["Imke Tallas was born in Dornvik."]]]  # fmt: skip
    row = {"_id": "h1", "question": "Where was Imke Tallas born?", "answer": "Dornvik", "type": "bridge",
           "level": "easy", "supporting_facts": [["Imke Tallas", 0]], "context": context}  # fmt: skip
    cases = tmp_path / "hotpot.json"
    cases.write_text(json.dumps([row]))
    told = user("eval", cases, "--json").json
    assert [(case["verdict"], case["kind"]) for case in told["cases"]] == [("declined", "easy bridge")]
    assert "born in Dornvik" in shown(user, told)


def test_browsecomp_plus_comes_with_its_fixed_corpus(user: User, tmp_path: Path) -> None:
    cases = lines(
        tmp_path / "queries.jsonl", {"query_id": "7", "query": "Where was Imke Tallas born?", "answer": "Dornvik"}
    )
    corpus = lines(
        tmp_path / "corpus.jsonl",
        {"docid": "1", "text": "Imke Tallas was born in Dornvik.", "url": "https://a.example/1"},
        {"docid": "2/x", "text": "The ferry crosses in 35 minutes.", "url": "https://a.example/2"},
    )
    told = user("eval", cases, "--corpus", corpus, "--json").json
    assert [case["verdict"] for case in told["cases"]] == ["declined"]
    assert "born in Dornvik" in shown(user, told)


def test_gaia_brings_its_attachments(user: User, tmp_path: Path) -> None:
    (tmp_path / "sales.csv").write_text("fruit,kilos\napple,12\npear,30\n")
    row = {"task_id": "g1", "Question": "What is the total kilos?", "Level": 1, "Final answer": "42",
           "file_name": "sales.csv", "Annotator Metadata": {}}  # fmt: skip
    cases = lines(tmp_path / "metadata.jsonl", row)
    told = user("eval", cases, "--json").json
    assert [(case["kind"], case["verdict"]) for case in told["cases"]] == [("level 1", "right")]
    (tmp_path / "sales.csv").unlink()
    assert user("eval", cases).code == 2


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"id": 1}', "no json", '{"id": "a", "input": {}, "expect": {}}'])
def test_a_file_that_holds_no_cases_is_refused(user: User, tmp_path: Path, content: str) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(content)
    with pytest.raises(InputError):
        read_dataset(path)
    assert user("eval", path).code == 2


@pytest.mark.parametrize(
    ("expected", "answer", "verdict"),
    [
        (Expected((("the Eiffel Tower",),)), "It is the “Eiffel tower”, in Paris.", "right"),
        (Expected((("Eiffel Tower",),)), "It is a tower by Eiffel.", "wrong"),
        (Expected((("1,450",),)), "It uses 1450 litres.", "right"),
        (Expected((("1450",),)), "Es sind 1.450 Liter.", "right"),
        (Expected((("14",),)), "It uses 1450 litres.", "wrong"),
        (Expected(numbers=((12.4, 1e-9),)), "Das sind 12,4 km.", "right"),
        (Expected(numbers=((12.4, 1e-9),)), "12.5 km", "wrong"),
        (Expected(numbers=((100.0, 0.05),)), "about 104", "right"),
        (Expected(yes=True), "Yes, they are.", "right"),
        (Expected(yes=True), "No.", "wrong"),
        (Expected(yes=False), "Нет.", "right"),
        (Expected((("a b", "c d"), ("e",))), "c d, and e", "right"),
        (Expected((("a b",), ("e",))), "a b", "wrong"),
    ],
)
def test_an_answer_is_marked_by_its_words_and_numbers(expected: Expected, answer: str, verdict: Verdict) -> None:
    assert mark(expected, answer, declined=False) == verdict


def test_declining_is_neither_right_nor_wrong_unless_it_was_due() -> None:
    assert mark(Expected((("a",),)), "", declined=True) == "declined"
    assert mark(Expected(refused=True), "", declined=True) == "right"
    assert mark(Expected(refused=True), "It is blue.", declined=False) == "wrong"
