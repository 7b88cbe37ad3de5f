"""`indagate models`: a newcomer with a local server or a key needs two commands, and no key is ever written."""

from __future__ import annotations

import socket
import time
from pathlib import Path

import pytest

from models.material import QUESTION, corpus
from parts.scripted import Scripted

from .program import User


def research(user: User, **environment: str) -> tuple[str, str]:
    """Research without a word about models; return what was said at the start, and who wrote the report."""
    done = user("research", QUESTION, "--corpus", corpus(user.folder), "-y", **environment)
    by = str(user("show", "last", "--json").json["by"])
    assert done.code == (4 if by == "rule" else 0), done
    return done.err, by


def port(service: Scripted) -> str:
    return service.url.removeprefix("http://").removesuffix("/v1")


def test_a_local_server_needs_two_commands(user: User) -> None:
    """The line that `models` prints is the next one; every run then names the model and where that is said."""
    with Scripted() as service:
        listed = user("models", "--at", port(service)).out
        assert "none: every role is answered by its rule" in listed and service.url in listed
        line = listed.rpartition("indagate models use ")[2].strip()
        used = user("models", "use", line, "--fast", line, "--context", "16000")
        assert used.code == 0 and "indagate doctor" in used.out and not service.requests
        said, by = research(user)
        settings = user.folder / ".config" / "indagate" / "settings.toml"
        assert f"model: {service.model}" in said and f"by your settings, {settings}" in said
        assert by == service.model and user("show", "last", "--json").json["models"]["context"] == 16000
        assert service.model in user("models").out and user("models", "--json").json["model"] == service.model
        asked = len(service.requests)
        assert "answers:" in user("doctor").out and len(service.requests) == asked + 1


def test_ollama_is_found_at_its_address(user: User) -> None:
    """Also where OLLAMA_BASE_URL moves it; its models have short names."""
    with Scripted() as service:
        service.models = ("small:0.5b", "an odd name", "$(boom)")
        listed = user("models", "--json", OLLAMA_BASE_URL=service.url).json
        ollama = next(item for item in listed["found"] if item["where"].startswith("Ollama"))
        assert ollama["models"] == ["ollama:small:0.5b"]
        assert user("models", "use", "ollama:small:0.5b", OLLAMA_BASE_URL=service.url).code == 0
        _, by = research(user, OLLAMA_BASE_URL=service.url)
    assert by == "ollama:small:0.5b"


def test_a_key_needs_two_commands_and_stands_nowhere(user: User) -> None:
    """The key alone turns nothing on; its provider is named with a model to take."""
    with Scripted() as service:
        there = {"OPENAI_API_KEY": "sk-canary-5a8f5a8f5a8f", "OPENAI_BASE_URL": service.url}
        said, by = research(user, **there)
        assert by == "rule" and "indagate models use" in said and not service.requests
        line = user("models", **there).out.rpartition("indagate models use ")[2].strip()
        assert line.startswith("openai:") and user("models", "use", line, **there).code == 0
        _, by = research(user, **there)
        assert by == line and service.requests
        refused = user("research", QUESTION, "--corpus", corpus(user.folder), "-y")
        assert refused.code == 2 and "OPENAI_API_KEY is not set" in refused.err
    written = [path for path in user.folder.rglob("*") if path.is_file() and b"sk-canary" in path.read_bytes()]
    assert not written


def test_options_and_environment_stand_before_the_settings_and_rule_turns_them_off(user: User) -> None:
    with Scripted() as own, Scripted() as other:
        user("models", "use", own.model, "--budget-tokens", "900000")
        _, by = research(user, INDAGATE_MODEL=other.model)
        assert by == other.model
        said, by = research(user, INDAGATE_MODEL="rule")
        assert by == "rule" and "your settings" not in said
        done = user("research", QUESTION, "--corpus", corpus(user.folder), "-y", "--model", other.model)
        assert other.model in done.err and "your settings" not in done.err and "at most 900,000 tokens" in done.err
        assert user("models", "use", "rule").code == 0
        said, by = research(user)
        assert by == "rule" and "no model" in said
        assert not own.requests and user("models", "--json").json["budget"] == {"tokens": 900000}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("use", "openai:m@http://me:secret@localhost:1/v1"), "INDAGATE_API_KEY"),
        (("use", "gpt"), "PROVIDER:NAME"),
        (("use", "openai:gpt-5-mini"), "OPENAI_API_KEY is not set"),
        (("use", "ollama:nobody-knows-its-price", "--budget-dollars", "2"), "price"),
        (("--at", "192.168.0.7:8080"), "this machine"),
        (("--at", "http://example.org/v1"), "this machine"),
    ],
)
def test_what_cannot_be_used_is_refused_and_nothing_is_written(user: User, words: tuple[str, ...], says: str) -> None:
    done = user("models", *words)
    assert done.code == 2 and says in done.err and "secret" not in done.err.replace("could be a secret", "")
    assert not (user.folder / ".config").exists()


def test_a_server_that_never_answers_or_answers_nonsense_holds_nothing_up(user: User, tmp_path: Path) -> None:
    """Listed as not there, within the short time that a server on this machine gets."""
    with socket.create_server(("127.0.0.1", 0)) as silent, Scripted() as service:
        service.models = ()
        places = ("--at", f"127.0.0.1:{silent.getsockname()[1]}", "--at", port(service))
        began = time.monotonic()
        listed = user("models", "--json", *places).json
        took = time.monotonic() - began
    assert not [item for item in listed["found"] if item["where"].startswith("a server")]
    assert took < 15  # the program's own start on a busy machine, and the two half seconds
