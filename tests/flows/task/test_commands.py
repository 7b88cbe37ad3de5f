"""The commands as a user runs them: `task` and `critique`, their JSON, their exit codes, their lines in a pipe."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from cli.program import User

from .agents import ANSWER, CORPUS, judgement, says, scripted, turns, uses


@pytest.fixture
def user(tmp_path: Path) -> User:
    return User(tmp_path)


def test_json_is_one_object_with_what_a_program_needs(user: User) -> None:
    """Status, answer, error, score, run and evidence; exit code 0 for DONE, 1 for FAILED, 4 for want of a model."""
    done = user("task", "What is 15 % of 240?", "--json")
    assert (done.code, done.json["state"], done.json["answer"]) == (0, "DONE", "15 % of 240 = 36")
    assert done.json["error"] is None
    assert done.json["score"] >= 0.7
    assert done.json["run"].startswith("TASK-")
    assert [item["source"] for item in done.json["evidence"]] == ["calculate", "react_agent"]
    failed = user("task", "Write a limerick", "--json")
    assert (failed.code, failed.json["state"], failed.json["error"]) == (4, "FAILED", "needs_model")
    assert failed.json["outcome"] == "needs_model"


def test_what_no_passage_holds_whole_is_declined_with_the_nearest(user: User) -> None:
    """`needs_model`, never a guess; the nearest passages are shown verbatim with their files."""
    done = user("task", "Who painted the ceiling of the opera house in Vienna?", "--corpus", str(CORPUS), "--json")
    assert (done.code, done.json["outcome"], done.json["answer"]) == (4, "needs_model", None)
    held = user("task", "In a mixed area the noise limit at night?", "--corpus", str(CORPUS), "--json")
    assert (held.code, held.json["answer"].split(" [")[0]) == (
        0, "“In a mixed area the noise limit at night is 45 dB(A).”",
    )  # fmt: skip


def test_one_table_is_data_and_what_is_not_there_is_named(user: User) -> None:
    """`--data` takes a file, `--corpus` a folder only."""
    (user.folder / "sales.csv").write_text("Town,Revenue (EUR)\nBonn,10\nBonn,20\n")
    done = user("task", "What is the total revenue in Bonn?", "--data", "sales.csv", "--json")
    assert (done.code, "30 EUR" in done.json["answer"]) == (0, True), done
    for words in (("--data", "nowhere"), ("--corpus", "sales.csv")):
        refused = user("task", "What is it?", *words)
        assert (refused.code, f"there is no folder {words[1]}" in refused.err) == (2, True), refused


def test_what_nobody_judged_is_named_and_only_that(user: User) -> None:
    """SUPPORT is asked where there is material; by rule there is nobody to ask."""
    rule = user("task", "What is 15 % of 240?", "--json")
    assert [one["role"] for one in user("show", rule.json["run"], "--json").json["not_done"]] == ["support"]
    with scripted(lambda asked: says("It is 36.")) as service:
        model = user("task", "What is 15 % of 240?", "--model", service.model, "--json")
    assert user("show", model.json["run"], "--json").json["not_done"] == []


def test_the_gate_turns_a_check_on_by_its_name(user: User) -> None:
    """Code, a formula or a citation is then required."""
    (user.folder / "a.md").write_text("It is 4.")
    for check, missing in (("code_quality", "code"), ("math", "formula"), ("citation", "cited")):
        done = user("critique", "Work it out", "--answer", "a.md", "--check", check, "--json")
        wrong = [found["message"] for found in done.json["findings"] if not found["passed"]]
        assert (done.code, len(wrong)) == (1, 1), done
        assert missing in wrong[0]


def test_tables_answer_in_their_own_words_with_query_and_rows(user: User) -> None:
    """The query said back, the value with its rows, missing values said; a word that is not understood declines."""
    folder = user.folder / "data"
    folder.mkdir()
    (folder / "sales.csv").write_text("Town;Revenue (EUR)\nBonn;1234,50\nBonn;\nKöln;100,25\nBonn;NA\nKöln;200,25\n")
    done = user("task", "What is the average revenue in Köln?", "--data", str(folder), "--json")
    assert done.code == 0, done
    assert "150.25 EUR" in done.json["answer"] and "2 rows" in done.json["answer"]
    missing = user("task", "What is the average revenue in Bonn?", "--data", str(folder), "--json")
    assert "2 of them without a value" in missing.json["answer"]
    odd = user("task", "What is the average turnover of the shops?", "--data", str(folder), "--json")
    assert (odd.code, odd.json["outcome"]) == (4, "needs_model")
    assert "turnover" in odd.json["reason"]
    assert user("verify", done.json["run"]).code == 0
    (folder / "sales.csv").write_text("Town;Revenue (EUR)\nKöln;100,25\nKöln;900,25\n")
    assert user("verify", done.json["run"]).code == 1


def test_thoughts_and_calls_are_printed_as_they_come(user: User) -> None:
    """In a pipe, a line each, on stderr."""
    done = user("task", "What is 2 + 2?")
    assert "thought (This can be computed." in done.err
    assert "tool used: calculate" in done.err
    assert "→ DONE" in done.err
    assert done.out.splitlines()[1] == "2 + 2 = 4"


@pytest.mark.parametrize(
    "wrong",
    [["--corpus", "nowhere"], ["--min-score", "7"], ["--allow", "rockets"], ["--criteria", "none.json"]],
)
def test_what_cannot_be_used_is_refused_before_anything_begins(wrong: list[str], user: User) -> None:
    """Exit code 2 and a message; no run was made."""
    done = user("task", "What is 2 + 2?", *wrong)
    assert done.code == 2
    assert done.err.strip() and "Traceback" not in done.err
    assert not (user.folder / ".indagate" / "runs").exists() or not list((user.folder / ".indagate" / "runs").iterdir())


def test_the_critic_alone_is_a_gate(user: User) -> None:
    """0 accepted, 1 refused, 2 nothing to judge; the JSON says why."""
    (user.folder / "a.md").write_text("```python\ndef square(x):\n    return x * x\n```\n")
    (user.folder / "t.py").write_text("assert square(3) == 9\n")
    (user.folder / "c.json").write_text(json.dumps({"min_score": 0.5, "required_elements": ["square"]}))
    given = ("critique", "Write square", "--answer", "a.md", "--json")
    good = user(*given, "--tests", "t.py", "--criteria", "c.json", "--check", "code_quality")
    assert (good.code, good.json["accepted"], good.json["min_score"]) == (0, True, 0.5)
    (user.folder / "t.py").write_text("assert square(3) == 6\n")
    bad = user(*given, "--tests", "t.py", "--prohibit", "def")
    assert (bad.code, bad.json["accepted"]) == (1, False)
    assert [one["check"] for one in bad.json["findings"] if not one["passed"]] == ["prohibited", "tests"]
    assert bad.json["score"] == 0.3
    assert user("critique", "x", "--answer", "none.md").code == 2
    for wrong in (
        '{"min_score": "high"}',
        '{"required_element": ["cube"]}',
        '{"domain_specific_checks": {"code_quality": {"tests": 7}}}',
        '{"domain_specific_checks": {"math": {"require_formula": "no"}}}',
    ):
        (user.folder / "c.json").write_text(wrong)
        refused = user(*given, "--criteria", "c.json")
        assert (refused.code, refused.json["code"]) == (2, "input_error"), wrong


def test_with_a_model_the_gate_judges_quality_too(user: User) -> None:
    """The judge sees goal, criteria and sources; a judge that cannot be understood is an error."""
    (user.folder / "a.md").write_text("It depends.\n")
    with scripted(lambda asked: says("x"), score=0.2) as service:
        done = user("critique", "Which is larger?", "--answer", "a.md", "--json", "--model", service.model)
        assert (done.code, done.json["score"], done.json["feedback"]) == (1, 0.2, "say more of its limits")
        assert "Which is larger?" in service.of("critic")[0].text
        service.answers["critic"] = lambda asked: judgement(7)
        done = user("critique", "Which is larger?", "--answer", "a.md", "--model", service.model)
        assert done.code == 1 and "no usable answer" in done.err


@pytest.mark.parametrize("output", ["prompted", "native"])
def test_a_model_uses_tools_of_an_mcp_server_only_as_allowed(output: str, user: User) -> None:
    """What only reads may be used; what does not say so needs --allow."""
    server = Path(__file__).parents[2] / "tools" / "small_server.py"
    (user.folder / "mcp.json").write_text(
        json.dumps({"mcpServers": {"small": {"command": sys.executable, "args": [str(server)]}}})
    )
    seen: list[str] = []

    def think(asked: object) -> object:
        offered = {tool["function"]["name"]: tool["function"] for tool in asked.body.get("tools", ())}  # type: ignore[attr-defined]
        told = [line.split(":")[0][2:] for line in asked.text.splitlines() if line.startswith("- ")]  # type: ignore[attr-defined]
        names = [name for name in (*offered, *told) if name.startswith("small__")]
        seen.append(" ".join(names))
        needed = offered[names[0]]["parameters"].get("required", ()) if offered else ()
        arguments = json.dumps(dict.fromkeys(needed, "x"))
        return says(ANSWER) if turns(asked) else uses(names[0] if names else "none", arguments)  # type: ignore[arg-type]

    with scripted(think) as service:
        words = ("--model", service.model, "--output", output, "--json")
        done = user("task", "Use it", "--mcp", "mcp.json", *words)
    assert done.json["state"] == "DONE", done
    assert seen[0]
    assert any(name.startswith("small__") for name in done.json["tools"])


@pytest.mark.parametrize("content", [b"\xc3\x28\x00\xff", b"no servers here", b"{}", b"[servers.x]\n"])
def test_a_file_without_servers_is_refused_before_a_run(content: bytes, user: User) -> None:
    """A binary, a text, an entry without a command: exit code 2 and the file's name."""
    (user.folder / "servers.toml").write_bytes(content)
    done = user("task", "What is 2 + 2?", "--mcp", "servers.toml")
    assert done.code == 2
    assert "servers.toml" in done.err
    assert user("runs", "--json").json == []


def test_a_variable_that_an_mcp_server_needs_is_asked_for_before_a_run(user: User) -> None:
    """Unset: exit code 2, and no run was made."""
    entry = {"command": sys.executable, "env": {"TOKEN": "${NO_SUCH_VARIABLE}"}}
    (user.folder / "mcp.json").write_text(json.dumps({"mcpServers": {"small": entry}}))
    done = user("task", "What is 2 + 2?", "--mcp", "mcp.json")
    assert done.code == 2
    assert "small needs the environment variable NO_SUCH_VARIABLE" in done.err
    assert user("runs", "--json").json == []


def test_the_list_of_runs_ends_with_the_run_that_was_asked_for(user: User) -> None:
    """What it started itself is listed on request, beneath it."""
    first, second = (user("task", goal, "--json", "-q").json["run"] for goal in ("What is 2 + 2?", "What is 3 + 4?"))
    lines = user("runs").out.splitlines()
    assert [line.split()[0] for line in lines] == ["RUN", first, second]
    assert [item["run"] for item in user("runs", "--json").json] == [first, second]
    whole = user("runs", "--all", "--json").json
    assert [item["parent"] for item in whole] == [None, first, None, second]
    assert user("runs", "--all").out.splitlines()[2].startswith("  REACT-")
