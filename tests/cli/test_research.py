"""`research` and `ask-run`, on the example documents, as a user runs them."""

from __future__ import annotations

import json
import re
import signal
import socket
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from parts.website import website

from .program import CORPUS, PATIENCE, User

NEEDS_MODEL = 4
"""The exit code of excerpts: there is a report, and no answer."""
QUESTION = "How loud may a heat pump be at night?"
MANY = (
    "What does a heat pump cost in Lindental? What subsidy is there? How loud may it be at night? "
    "How long is the waiting time? What is the tariff? What refrigerants are used? Which permits are needed?"
)


def test_a_report_is_written_verified_exported_and_asked_again(user: User) -> None:
    """One JSON object on stdout and nothing else; then verify, replay, export, and a follow-up from the evidence."""
    done = user("research", QUESTION, "--corpus", CORPUS, "--json")
    assert done.code == NEEDS_MODEL
    found = done.json
    assert {"run", "state", "report", "facts", "sources", "budget", "by"} <= set(found)
    assert found["state"] == "COMPLETED" and found["facts"] > 0 and found["sources"] > 0
    assert "**night**" in Path(found["report"]).read_text()
    assert found["outcome"] == "needs_model" and found["answered"] is False
    for claim in found["claims"]:
        assert claim["text"] and claim["basis"] == "verbatim" and claim["quotes"] and claim["by"] == "rule"
        assert set(claim["missing"]) <= {"loud", "heat", "pump", "night"}
        for quote in claim["quotes"]:
            assert quote["quote"] and quote["source"] and (CORPUS / quote["file"]).is_file(), quote
    assert found["budget"]["tokens"] == 0
    run = found["run"]

    assert user("verify", run).out == f"{run}: no breach\n"
    assert user("verify", run, "--json").json == {"run": run, "ok": True, "breaches": [], "hint": ""}
    assert user("replay", run).code == 0

    graph = ElementTree.fromstring(user("export", run).out)
    assert graph.tag.endswith("graphml")
    assert user("export", run, "--format", "json", "-o", "graph.json").code == 0
    nodes = json.loads((user.folder / "graph.json").read_text())["nodes"]
    assert sum(node["kind"] == "fact" for node in nodes) == found["facts"]

    asked = user("ask-run", run, "What is the noise limit in a purely residential area?", "--json", "-q")
    assert asked.code == NEEDS_MODEL and asked.json["run"] != run
    assert "35 dB" in " ".join(claim["text"] for claim in asked.json["claims"])
    assert asked.json["sources"] <= found["sources"]
    assert user("verify", "last").code == 0


def test_the_start_says_which_search_gets_queries_and_from_where_pages_are_fetched(user: User) -> None:
    """With and without a model, by `research` and `task`, also where a run goes on; not with a folder alone."""
    web, asked = ("--web", "--provider", "searxng=http://127.0.0.1:9"), ("research", QUESTION, "--corpus", CORPUS, "-y")
    line = "queries go to searxng at 127.0.0.1; pages are fetched from what they find\n"
    assert line in user(*asked[:2], *web).err and line in user("resume", "last").err
    url = ("--url", "http://pump.invalid/a", "--model", "openai:x@http://localhost:9/v1", "--budget-seconds", "5")
    told = user(*asked, *web, *url).err
    assert line.replace("from what", "from pump.invalid and what") in told and "nothing goes beyond" not in told
    told = user("task", QUESTION, *web, "--model", "openai:x@http://far.invalid/v1", "--budget-seconds", "5").err
    assert f"your question and what is read go to far.invalid for these answers; {line}" in told
    (user.folder / "mcp.json").write_text('{"mcpServers": {"far": {"url": "http://pump.invalid/mcp"}}}')
    told = user("task", QUESTION, "--mcp", "mcp.json", "--model", "openai:x@http://localhost:9/v1").err
    assert "\narguments of tools go to the MCP server far at pump.invalid\n" in told
    assert "go to" not in user(*asked).err and "go to" not in user(*asked, *web, "-q").err


def test_one_of_a_thing_is_said_in_the_singular(user: User) -> None:
    """Of a folder with one document, while the run goes on; of a task's cost."""
    (user.papers() / "a.md").write_text("The pump costs EUR 500.\n")
    told = user("research", "What does the pump cost?", "--corpus", "papers", "-y").err
    assert "1 document, 1 passage" in told and "1 dimension" in told and "1 fact" in told
    assert not re.search(r"\b1 (documents|passages|dimensions|facts|claims|sources|hits|attempts)\b", told), told
    run = user("task", "What is 2 + 3?", "--json", "-q").json["run"]
    assert "- Cost: 1 call, 0 tokens" in (user.home / "runs" / run / "state.md").read_text()


def test_a_tampered_archive_is_a_breach(user: User) -> None:
    """A changed byte in a quoted source: `verify` exits with 1 and names code and place."""
    run = user("research", QUESTION, "--corpus", CORPUS, "--json", "-q").json["run"]
    for path in (user.home / "store").rglob("*"):
        if path.is_file() and b"35 dB" in path.read_bytes():
            path.chmod(0o644)
            path.write_bytes(path.read_bytes().replace(b"35 dB", b"95 dB"))
    done = user("verify", run)
    assert done.code == 1 and "breaches: " in done.out
    codes = {item["code"] for item in user("verify", run, "--json").json["breaches"]}
    assert codes and all(code in done.out for code in codes)
    assert user("doctor").code == 1


def test_a_check_in_is_answered_steered_and_written(user: User) -> None:
    """After ten tasks the run asks; it is steered, and told to write now."""
    done = user("research", MANY, "--corpus", CORPUS, "--check-in", "--json", "-q")
    assert done.code == 3 and done.json["state"] == "AWAITING_USER"
    shown = user("show", "last").out
    assert "indagate answer" in shown and "--write-now" in shown
    steered = user("steer", "last", "add the warranty", "--json", "-q")
    assert steered.code == 3 and steered.json["state"] == "AWAITING_USER"
    assert "add the warranty" in user("show", "last").out
    refused = user("approve", "last")
    assert refused.code == 2 and "does not take 'approve'" in refused.err
    written = user("answer", "last", "--write-now", "--json", "-q")
    assert written.code == NEEDS_MODEL and written.json["state"] == "COMPLETED"
    assert user("verify", "last").code == 0


def test_documents_that_vanish_are_an_error_that_can_be_mended(user: User) -> None:
    """What was there when the run began and is gone when it is read breaks the run; it goes on once it is back."""
    papers = user.papers("a.txt")
    (papers / "a.txt").write_text("The gate opens at nine. The gate closes at six.")
    first = user("research", "When does the gate open?", "--corpus", "papers", "--max-iterations", "1", "-q")
    assert first.code == NEEDS_MODEL
    (papers / "a.txt").rename(user.folder / "a.txt")
    done = user("research", "When does the gate open?", "--corpus", "papers", "-q")
    assert done.code == 2
    assert "papers" in done.err


def test_a_tiny_budget_still_ends_with_a_report(user: User) -> None:
    """Six calls: never a seventh, and the report says what there is."""
    done = user("research", QUESTION, "--corpus", CORPUS, "--budget-calls", "6", "--json", "-q")
    assert done.code == NEEDS_MODEL and done.json["report"]
    assert done.json["budget"]["calls"] <= 6


def test_research_that_is_interrupted_is_resumed(user: User) -> None:
    """SIGTERM amid the work, as from a service manager; the resumed run ends with a report that verifies."""
    with user.begun("research", MANY, "--corpus", CORPUS, "-q") as process:
        user.wait_for_rows(1, "Dispatched")
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=PATIENCE) in (130, NEEDS_MODEL)  # the latter: it was faster than the signal
    if user("runs", "--json").json[0]["state"] != "COMPLETED":
        assert user("resume", "last", "-q").code == NEEDS_MODEL
    assert user("verify", "last").code == 0


def test_progress_is_plain_lines_in_a_pipe(user: User) -> None:
    """On stderr, without a single escape sequence."""
    done = user("research", QUESTION, "--corpus", CORPUS)
    assert done.code == NEEDS_MODEL
    assert "\x1b" not in done.err + done.out
    assert "→ COMPLETED" in done.err
    assert "report  " in done.out and "indagate verify" in done.out


def test_a_follow_up_on_evidence_from_the_web_cites_the_pages(user: User) -> None:
    """Their addresses, titles and dates; nothing is fetched again, and what a page does not show stays unread."""
    with website() as site:
        site.find("/hostile", "Pump stations", "The pump station at Long Valley.")
        done = user(
            "research", "When was the Long Valley pump station opened?", "--web", "--provider",
            f"searxng={site.address}", "--allow-host", site.host, "--json", "-q", INDAGATE_WEB_INTERVAL="0",
        )  # fmt: skip
        assert done.code == NEEDS_MODEL
        fetched = len(site.requests)
        asked = user(
            "ask-run", "last", "How many litres of water does the Long Valley pump station move?", "--json", "-q"
        )
        assert len(site.requests) == fetched
    assert asked.code == NEEDS_MODEL and asked.json["facts"]
    report = Path(asked.json["report"]).read_text()
    assert "412 litres" in report
    assert site.url("/valley") in report and "The Long Valley pump station" in report
    assert "s01" not in report.partition("## Sources")[0] and "1666" not in report
    assert user("verify", asked.json["run"]).code == 0


def test_a_mission_that_archived_nothing_answers_that_it_is_not_found(user: User) -> None:
    """Plainly, in the language of the question; it is no mistake to ask."""
    (user.papers() / "a.md").write_text("# Bananas\n\nBananas are yellow fruit.\n")
    made = user("research", "Who painted the opera ceiling in Vienna?", "--corpus", "papers", "--json", "-q").json
    assert made["sources"] == 0
    asked = user("ask-run", made["run"], "Wer hat die Decke der Oper gemalt?", "--json", "-q").json
    assert asked["state"] == "COMPLETED" and asked["answered"] is False
    assert asked["outcome"] == "needs_model"
    assert asked["summary"].startswith("Auszüge, keine Antwort. In keiner Stelle")
    assert "In keiner Stelle steht eines Ihrer Wörter: decke, oper, gemalt" in Path(asked["report"]).read_text()
    again = user("ask-run", made["run"], "Who painted the opera ceiling in Vienna?", "--json", "-q").json
    assert "No passage holds any of your words" in Path(again["report"]).read_text()


def test_a_web_that_never_answers_costs_no_report(user: User) -> None:
    """The budget ends while the first search waits: the report says so, and how to go on; the run is not broken."""
    user.papers("a.txt")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        web = f"searxng=http://127.0.0.1:{silent.getsockname()[1]}"
        done = user(
            "research", "How loud is a pump?", "--corpus", "papers", "--web", "--provider", web, "--yes", "-q",
            "--budget-seconds", "2",
        )  # fmt: skip
    assert done.code == 4, done.err
    assert "The research ended before it found an answer" in done.out
    shown = user("show", "last", "--json").json
    assert (shown["state"], shown["outcome"]) == ("COMPLETED", "needs_model")
    assert "resume the fork with --budget-" in Path(shown["report"]).read_text()
