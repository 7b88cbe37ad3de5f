"""A run goes on with the model that it was begun with, whatever command drives it."""

from __future__ import annotations

import contextlib
import json
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import time
from pathlib import Path

import pytest

from cli.program import PATIENCE, PROGRAM, User
from flows.proof.test_model import ODD, PROMPTS, WITNESS, ideas, script
from flows.report.model import scripted as report_model
from indagate.engine import Row, encode
from models.material import QUESTION, corpus
from parts.scripted import MINDS, Scripted, broken, hang, says


@pytest.fixture
def user(tmp_path: Path) -> User:
    return User(tmp_path)


def answered(user: User, run: str) -> set[str]:
    """Who answered in a run, over all its roles."""
    shown = user("show", run, "--json").json
    return {by for times in shown["answered_by"].values() for by in times}


def begin(user: User, model: str, **environment: str) -> str:
    """Start a mission that waits for its plan to be approved; return its name."""
    given = json.dumps({"question": QUESTION, "corpus": str(corpus(user.folder))})
    done = user("run", "mission", given, "--model", model, "--json", "-q", **environment)
    assert done.code == 3, done
    return str(done.json["run"])


def ended(user: User, run: str, model: str) -> None:
    """The run is done, everything in it was answered by the model, and the report and `verify` agree."""
    shown = user("show", run, "--json").json
    assert shown["state"] == "COMPLETED" and shown["by"] == model
    assert answered(user, run) == {model}
    assert f"written by: {model}" in Path(shown["report"]).read_text()
    assert user("verify", run).code == 0


@pytest.mark.crash
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.exhaustive)])
def test_killed_at_random_moments_the_printed_line_goes_on_with_the_model(user: User, seed: int) -> None:
    """kill -9, then only `indagate resume RUN`, again and again: every answer comes from the model."""
    moments = random.Random(seed)
    with Scripted(latency=0.03) as service:
        begun = [PROGRAM, "research", QUESTION, "--corpus", str(corpus(user.folder)), "--model", service.model]
        words, line = begun, ""
        for _ in range(20):
            process = subprocess.Popen(
                words, cwd=user.folder, env=user.environment(), text=True, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )  # fmt: skip
            sent, wanted, deadline = len(service.requests), moments.randint(1, 6), time.monotonic() + PATIENCE
            while process.poll() is None and len(service.requests) - sent < wanted and time.monotonic() < deadline:
                time.sleep(0.01)
            process.send_signal(signal.SIGKILL)
            process.communicate()
            if process.returncode == 0:
                break
            line = re.sub(r".*?(indagate resume \S+).*", r"\1", user("show", "last").out, flags=re.DOTALL)
            words = [str(PROGRAM), *line.split()[1:]]
        assert line and user(*line.split()[1:], "-q").code in (0, 2)
        ended(user, "last", service.model)


@pytest.mark.parametrize(
    "words",
    [
        [("approve", "RUN", "-q")],
        [("amend", "RUN", "also its price", "-q"), ("approve", "RUN", "-q")],
        [("steer", "RUN", "mind the nights", "--no-drive"), ("approve", "RUN", "-q")],
        [("approve", "RUN", "--no-drive"), ("resume", "RUN", "-q")],
        [("signal", "RUN", "approve", "-q")],
    ],
    ids=lambda words: "+".join(line[0] for line in words),
)
def test_every_command_that_drives_goes_on_with_the_model(user: User, words: list[tuple[str, ...]]) -> None:
    """None of these lines names a model."""
    with Scripted() as service:
        run = begin(user, service.model)
        for line in words:
            user(*(run if word == "RUN" else word for word in line))
        ended(user, run, service.model)


def test_a_fork_goes_on_with_the_model_of_its_run(user: User) -> None:
    """Also one made before anything was approved."""
    with Scripted() as service:
        run = begin(user, service.model)
        row = user("show", run, "--json").json["row"]
        fork = user("fork", run, "--at", str(row), "--json").json["run"]
        user("approve", fork, "-q")
        ended(user, fork, service.model)


@pytest.mark.crash
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in range(1, 20))])
@pytest.mark.parametrize("word", ["approve", "amend", "answer", "steer", "fork"])
def test_a_command_that_is_killed_goes_on_with_the_model(user: User, word: str, seed: int) -> None:
    """kill -9 while it drives, then only `resume RUN`, killed too: what was said is kept, nothing paid twice."""
    moments = random.Random(f"{word} {seed}")
    text = {"amend": "also its price", "answer": "look again", "steer": "mind the nights"}.get(word)
    with Scripted(latency=0.05) as service:
        run = begin(user, service.model)
        if word == "answer":  # the documents had vanished, so that nothing was found; they are back
            papers = user.folder / "corpus"
            papers.rename(user.folder / "away")
            assert user("approve", run, "-q").code == 3
            (user.folder / "away").rename(papers)
        elif word == "steer":
            user("approve", run, "--no-drive")
        elif word == "fork":
            row = user("show", run, "--json").json["row"]
            run = user("fork", run, "--at", str(row), "--json").json["run"]
        command = ("approve", run, "-q") if text is None else (word, run, text, "-q")
        line, unsure = command, 0
        for _ in range(3):
            with user.begun(*line) as process:
                unsure += killed(process, service, wanted=moments.randint(1, 6), late=moments.uniform(0, 0.1))
            line = ("resume", run, "-q")
        assert user(*line).code in (0, 2, 3)
        if text is not None and text not in user("events", run).out:  # killed before it had left its signal
            assert user(*command).code in (0, 3)
        if user("show", run, "--json").json["state"] == "AWAITING_APPROVAL":
            user("approve", run, "-q")
        ended(user, run, service.model)
        taken = [row for row in user("events", run).out.splitlines() if row.split()[2] in ("signal", "move")]
        assert text is None or len([row for row in taken if text in row]) == 1
        keys = [asked.once for asked in service.requests]
        assert len(keys) - len(set(keys)) <= unsure


def killed(process: subprocess.Popen[str], service: Scripted, wanted: int, late: float) -> int:
    """Kill a command so many requests and seconds after it began; return how many answers may not have been kept."""
    sent, deadline = len(service.requests), time.monotonic() + PATIENCE
    while process.poll() is None and len(service.requests) - sent < wanted and time.monotonic() < deadline:
        time.sleep(0.005)
    time.sleep(late)
    process.send_signal(signal.SIGKILL)
    process.wait()
    return sum(not asked.finished or asked.ended > time.monotonic() - 0.3 for asked in service.requests)


def test_what_a_model_had_answered_is_used_where_rules_go_on(user: User) -> None:
    """Killed while sources are appraised: `--model rule` goes on, and the reflection that was paid for is kept."""
    with Scripted(faults={"appraiser": [hang(30, always=True)]}) as service:
        line = ("research", QUESTION, "--corpus", str(corpus(user.folder)), "--model", service.model, "--yes", "-q")
        with user.begun(*line) as process:
            end = time.monotonic() + PATIENCE
            while "ask reflector" not in done_in(user, "done") and time.monotonic() < end:
                time.sleep(0.05)
            process.kill()
            process.wait()
        before = len(service.requests)
        done = user("resume", "last", "--model", "rule", "-q")
        assert done.code in (0, 4), done
        assert len(service.requests) == before and "--accept-differences" not in user("show", "last").out
        answered = user("show", "last", "--json").json["answered_by"]
        assert answered["reflector"] == {service.model: 1}


def done_in(user: User, kind: str) -> set[str]:
    """Return the names of a run's rows of a kind, while it is driven."""
    if not (user.home / "journal.db").exists():
        return set()
    with contextlib.suppress(sqlite3.OperationalError), sqlite3.connect(user.home / "journal.db") as there:
        return {name for (name,) in there.execute("SELECT name FROM rows WHERE kind = ?", (kind,))}
    return set()


def test_a_missing_key_stops_before_anything_is_done_and_names_both_ways_out(user: User) -> None:
    """The variable is named, never its value; the signal is not left; `--model rule` goes on and is journaled."""
    key = "canary-key-5a8f"
    with Scripted() as service:
        run = begin(user, service.model, INDAGATE_API_KEY=key)
        before = user.rows(run)
        refused = user("approve", run)
        assert refused.code == 2 and "INDAGATE_API_KEY" in refused.err
        assert "export INDAGATE_API_KEY" in refused.err and "--model" in refused.err
        assert user.rows(run) == before
        assert user("resume", run).code == 2
        done = user("approve", run, "--model", "rule", "-q")
        assert done.code in (0, 4)
        shown = user("show", run, "--json").json
        assert shown["by"] == "rule" and answered(user, run) == {service.model, "rule"}
        assert "answered by the rules" in user("events", run).out
        assert "written by: rule" in Path(shown["report"]).read_text()
        assert user("verify", run).code == 0
        journal = (user.home / "journal.db").read_bytes()
        assert key.encode() not in journal


@pytest.mark.parametrize(("provider", "variable"), [("openai", "OPENAI_BASE_URL"), ("ollama", "OLLAMA_BASE_URL")])
def test_a_model_at_an_address_of_the_environment_is_asked_nowhere_else(
    user: User, provider: str, variable: str
) -> None:
    """Another address, or none, stops before anything is sent; the variable, its value and the ways out are named."""
    key = {"OPENAI_API_KEY": "sk-canary-5a8f5a8f5a8f"}
    with Scripted() as here, Scripted() as other:
        place = here.url.replace("http://", "http://me:canary-5a8f@")
        run = begin(user, f"{provider}:small", **key, **{variable: place})
        assert f"{variable}={here.url}" in user("show", run).out
        before = user.rows(run)
        for elsewhere in ({variable: other.url}, {}):
            refused = user("approve", run, **key, **elsewhere)
            assert refused.code == 2 and f"export {variable}={here.url}" in refused.err and "--model" in refused.err
            assert user("resume", run, "--context", "9000", **key, **elsewhere).code == 2
        assert user.rows(run) == before and not other.requests
        asked = len(here.requests)
        assert user("approve", run, "-q", **key, **{variable: here.url}).code == 0
        assert len(here.requests) > asked and not other.requests
        begun = begin(user, here.model)  # one that is named with its address is asked there, whatever a variable says
        assert user("approve", begun, "-q", **key, **{variable: other.url}).code == 0 and not other.requests
        assert b"canary" not in (user.home / "journal.db").read_bytes()


def test_a_service_whose_variable_only_its_library_knows_is_asked_nowhere_else(user: User) -> None:
    """The address is the one that the provider's library takes from the environment."""
    keys = {"AZURE_OPENAI_API_KEY": "canary-5a8f", "OPENAI_API_VERSION": "2025-01-01"}
    with Scripted() as here, Scripted() as other:
        run = begin(user, "azure:a=b", **keys, AZURE_OPENAI_ENDPOINT=here.url)
        asked = len(here.requests)
        refused = user("approve", run, **keys, AZURE_OPENAI_ENDPOINT=other.url)
        assert refused.code == 2 and other.url in refused.err and here.url in refused.err and "--model" in refused.err
        assert not other.requests
        assert user("approve", run, "-q", **keys, AZURE_OPENAI_ENDPOINT=here.url).code == 0
        assert len(here.requests) > asked


def test_the_start_names_the_machine_to_which_a_variable_sends_what_is_asked(user: User) -> None:
    """Not the provider that the model is named for."""
    done = user(
        "research", QUESTION, "--corpus", corpus(user.folder), "--model", "openai:small", "--budget-seconds", "1",
        "--yes", OPENAI_API_KEY="sk-canary-5a8f5a8f5a8f", OPENAI_BASE_URL="http://models.example.invalid/v1",
    )  # fmt: skip
    assert "go to models.example.invalid" in done.err and "go to openai" not in done.err


def test_every_prompt_and_raw_answer_is_listed_without_secrets(user: User) -> None:
    """`show --calls`: one for each request, also where an answer could not be used; the key stands nowhere."""
    key = "canary-key-5a8f"
    with Scripted(faults={"planner": [says(f"I know {key}.")]}) as service:
        run = begin(user, service.model, INDAGATE_API_KEY=key)
        requests = list(service.requests)
    listed = user("show", run, "--calls", "--json").json
    assert [call["role"] for call in listed] == ["planner"] * len(requests) == ["planner", "planner"]
    assert QUESTION in listed[0]["request"] and listed[0]["answer"] == "I know [hidden]."
    assert listed[1]["request"].startswith(listed[0]["request"]) and "dimensions" in listed[1]["answer"]
    assert "--- instructions" in user("show", run, "--calls").out
    assert not [file for file in user.home.rglob("*") if file.is_file() and key.encode() in file.read_bytes()]


def test_what_was_on_its_way_at_a_kill_is_listed_too(user: User) -> None:
    """A question without an answer has a line of its own, then and after the run has ended."""
    with Scripted() as service:
        run = begin(user, service.model)
        service.latency = 2.0
        with user.begun("approve", run, "-q") as process:
            killed(process, service, wanted=2, late=0.3)
        listed = user("show", run, "--calls", "--json").json
        left = [call for call in listed if call["answer"] is None]
        assert len(left) >= 1 and len(listed) == len(service.requests)
        assert (
            f"=== row {left[0]['row']}: {left[0]['role']}, no answer is on record" in user("show", run, "--calls").out
        )
        service.latency = 0.0
        assert user("resume", run, "-q").code == 0
        assert len(user("show", run, "--calls", "--json").json) == len(service.requests)


def test_a_service_that_stays_broken_leaves_both_ways_out_on_the_screen(user: User) -> None:
    """Resume it once it is up again, or name another model, or the rule for a role."""
    with Scripted(faults={"planner": [broken(always=True)]}) as service:
        done = user("research", QUESTION, "--corpus", str(corpus(user.folder)), "--yes", "-q", "--model", service.model)
    assert done.code == 1
    assert "go on   indagate resume" in done.out and "--model PROVIDER:NAME, or --role ROLE=rule" in done.out
    assert user("show", "last", "--json").json["by"] == ""  # nobody has written a report


def test_another_model_takes_over_where_it_is_named(user: User) -> None:
    """What was answered stays with who answered it; the change stands in the journal and holds from there on."""
    with Scripted() as first, Scripted() as second:
        run = begin(user, first.model)
        user("approve", run, "--model", second.model, "-q")
        shown = user("show", run, "--json").json
        assert shown["answered_by"]["planner"] == {first.model: 1}
        assert set(shown["answered_by"]["bottom-line"]) == {second.model}
        assert shown["by"] == second.model and shown["models"]["model"] == second.model
        assert f"answered by {second.model}" in user("events", run).out


def test_a_false_author_is_a_violation(user: User) -> None:
    """A section that is said to be written by somebody who never answered is found by `verify`."""
    with Scripted() as service:
        run = begin(user, service.model)
        user("approve", run, "-q")
    with sqlite3.connect(user.home / "journal.db") as journal:
        found = journal.execute("SELECT id, kind, name, key, at, stands, body FROM rows WHERE name = 'SectionWritten'")
        number, kind, name, key, at, stands, body = found.fetchone()
        forged = encode({**json.loads(body), "by": "openai:somebody-else"})
        row = Row(number % (1 << 32), kind, name, key, at, stands, forged)
        journal.execute("UPDATE rows SET body = ?, crc = ? WHERE id = ?", (forged, row.check, number))
    done = user("verify", run)
    assert done.code == 1 and "false-author" in done.out


def test_a_context_that_the_command_names_is_kept(user: User) -> None:
    """`--context` is stored with the run, so that every command that drives it keeps to it."""
    with Scripted() as service:
        given = json.dumps({"question": QUESTION, "corpus": str(corpus(user.folder))})
        assert user("run", "mission", given, "-q", "--model", service.model, "--context", "9000").code == 3
        assert user("show", "last", "--json").json["models"]["context"] == 9000


@pytest.mark.parametrize(
    "words", [("tell", "ran 5 km"), ("log", "ran 5 km"), ("ask", "how far?"), ("chat",), ("doctor",)]
)
def test_notes_and_doctor_take_a_model_too(user: User, words: tuple[str, ...]) -> None:
    """One that cannot be asked is named, also where nothing was typed yet."""
    done = user(*words, "--model", "bogus:xx")
    assert done.code == (1 if words == ("doctor",) else 2) and "bogus" in done.out + done.err


def test_an_answer_to_a_check_in_goes_on_with_the_model(user: User) -> None:
    """The documents had vanished, so that nothing was found; they are back, and `answer` names no model."""
    with Scripted() as service:
        run = begin(user, service.model)
        papers = user.folder / "corpus"
        papers.rename(user.folder / "away")
        assert user("approve", run, "-q").code == 3
        (user.folder / "away").rename(papers)
        assert user("show", run, "--json").json["state"] == "AWAITING_USER"
        user("answer", run, "look again", "-q")
        ended(user, run, service.model)


@pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed")
def test_a_review_of_a_proof_goes_on_with_the_model(user: User) -> None:
    """The review names none, and so needs the key of the model that the run was begun with; it drives with that."""
    (user.folder / "easy.v").write_text("1 + 1 = 2\n")
    key = {"INDAGATE_API_KEY": "canary-key-5a8f"}
    with Scripted(answers=ideas(), prompts=(PROMPTS, MINDS)) as service:
        done = user("prove", "run", "easy.v", "--model", service.model, "--json", "-q", **key)
        assert done.json["state"] == "BREAKTHROUGH", done
        review = ("prove", "review", "last", "--flaw", "not what was meant", "-q")
        refused = user(*review)
        assert refused.code == 2 and "INDAGATE_API_KEY" in refused.err and "--model" in refused.err
        assert user(*review, **key).code == 3
        shown = user("show", "last", "--json").json
        assert shown["state"] == "BREAKTHROUGH" and shown["models"]["model"] == service.model


@pytest.mark.exhaustive
@pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed")
@pytest.mark.parametrize("seed", range(20))
def test_a_review_that_is_killed_goes_on_with_the_model(user: User, seed: int) -> None:
    """kill -9 while a flaw is worked on, then only `indagate resume RUN`: flaw and model are kept, each once."""
    moments = random.Random(seed)
    (user.folder / "odd.v").write_text(f"{ODD}\n")
    thought = ideas(script(f"Proof.\n{WITNESS}\nQed."))
    with Scripted(answers=thought, prompts=(PROMPTS, MINDS), latency=0.05) as service:
        assert user("prove", "run", "odd.v", "--model", service.model, "-q").code == 3
        flaw = "not what was meant"
        with user.begun("prove", "review", "last", "--flaw", flaw, "-q") as process:
            time.sleep(moments.uniform(0.3, 2.5))
            process.send_signal(signal.SIGKILL)
            process.communicate()
        assert user("resume", "last", "-q").code == 3
        if flaw not in user("events", "last").out:  # killed before the command had left its signal
            assert user("prove", "review", "last", "--flaw", flaw, "-q").code == 3
        shown = user("show", "last", "--json").json
        assert shown["state"] == "BREAKTHROUGH" and shown["models"]["model"] == service.model
        assert answered(user, "last") == {service.model}
        assert user("events", "last").out.count(flaw) == 1


def test_a_report_that_is_continued_goes_on_with_the_model(user: User) -> None:
    """By a phase gone through again, and by a new question to what it found: neither line names a model."""
    folder = user.folder / "data"
    folder.mkdir()
    days = "".join(f"2024-03-{day:02},{100 + day * 3}\n" for day in range(1, 29))
    (folder / "museum.csv").write_text(f"day,visitors\n{days}")
    with report_model() as service:
        begun = user("report", "How did visitors develop?", "--data", "data", "--model", service.model, "--json", "-q")
        run = begun.json["run"]
        for more in (("--set-phase", "planning"), ("And in the last week?", "--data", "data")):
            before = len(service.requests)
            again = user("report", "--continue", run, *more, "--json", "-q")
            assert len(service.requests) > before, again
            assert user("show", again.json["run"], "--json").json["models"]["model"] == service.model
