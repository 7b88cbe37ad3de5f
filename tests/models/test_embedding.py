"""Search by meaning over real HTTP: the protocol, what goes wrong by name, what is kept, what it costs."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy", reason="numpy is not installed: make test sets it up")

from cli.program import PATIENCE, PROGRAM, User
from indagate.budget.meter import metered
from indagate.errors import InvalidAnswer, ModelBusy, ModelError
from indagate.models.client import RetryPolicy
from indagate.models.embedding import ServiceEmbedder
from indagate.models.price import load_prices
from indagate.models.spec import parse_spec
from parts.embeddings import Embeddings

QUICK = RetryPolicy(tries=3, first=0.01, longest=1.0, timeout=5.0)
NAN = float("nan")
ASKED = "How loud may the dog be?"


def embedder(service: Embeddings) -> ServiceEmbedder:
    return ServiceEmbedder(parse_spec(service.model), load_prices(), QUICK)


def embed(service: Embeddings, texts: list[str]) -> Any:
    async def go() -> Any:
        asked = embedder(service)
        try:
            with metered() as meter:
                return await asked.embed(texts), meter.spent
        finally:
            await asked.close()

    return asyncio.run(go())


def write(folder: Path, count: int = 12) -> Path:
    """Write documents of one passage each, and one that says by other words what is asked."""
    docs = folder / "docs"
    docs.mkdir(exist_ok=True)
    for number in range(count):
        (docs / f"n{number:03}.md").write_text(f"# Part {number}\n\nItem {number} costs {number * 7} euros in all.\n")
    (docs / "hound.md").write_text("# Rules\n\nA hound makes noise of 40 dB at most.\n")
    return docs


def test_texts_become_vectors_in_batches_that_are_counted() -> None:
    """More texts than one request takes; calls, tokens, tokens without a price."""
    with Embeddings() as service:
        vectors, spent = embed(service, [f"text number {n}" for n in range(150)])
    assert vectors.shape == (150, 64)
    assert vectors.dtype == "float32"
    assert abs(float((vectors[7] ** 2).sum()) - 1) < 1e-5
    assert (len(service.requests), spent.calls) == (3, 3)
    assert spent.tokens == spent.unpriced == sum(len(text) // 4 for text in service.texts)


def test_a_passing_fault_is_tried_again_and_counted() -> None:
    """Too many requests, a broken server: then an answer."""
    with Embeddings(429, 500) as service:
        vectors, spent = embed(service, ["a dog"])
    assert vectors.shape == (1, 64)
    assert spent.calls == 3


def test_a_lasting_fault_has_a_name() -> None:
    """After all tries it is said what the service does."""
    with Embeddings(500, 500, 500) as service, pytest.raises(ModelBusy, match=r"openai:bag.* fails: 500 it broke"):
        embed(service, ["a dog"])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda given: given[:-1], "answers 1 vectors for 2 texts"),
        (lambda given: [given[0], given[1][:-1]], "different lengths"),
        (lambda given: [given[0], [NAN] * 64], "NaN or infinite"),
        (lambda given: [given[0], [0.0] * 64], "of no length"),
        (lambda given: [given[0], ["a"] * 64], "no numbers"),
        (lambda given: [[], []], "no vectors"),
    ],
)
def test_garbage_is_an_error_by_name(change: Any, said: str) -> None:
    """Too few, another length, what is no number, zeros, words."""
    with Embeddings(change) as service, pytest.raises((InvalidAnswer, ModelError), match=said):
        embed(service, ["a dog", "a cat"])


def test_research_finds_by_meaning_and_embeds_only_what_changed(tmp_path: Path) -> None:
    """What shares no word with the question is found; a second run sends its query only; a changed file its passage."""
    user, docs = User(tmp_path), write(tmp_path)
    words = ("research", ASKED, "--corpus", docs, "--yes", "--embed")
    with Embeddings() as service:
        first = user(*words, service.model)
        assert first.code in (0, 4), first
        assert "nothing goes beyond this machine for them" in first.err
        assert "13 of 13 passages are searched by meaning" in report(user)
        passages = [text for text in service.texts if "\n" in text]
        assert len(passages) == 13
        service.texts.clear()
        user(*words, service.model, "-q")
        assert not [text for text in service.texts if "\n" in text]
        (docs / "n003.md").write_text("# Part 3\n\nItem 3 is free since May.\n")
        service.texts.clear()
        user(*words, service.model, "-q")
        assert [text for text in service.texts if "\n" in text] == ["Part 3\nPart 3\nItem 3 is free since May."]
    assert "hound.md" in log(user)


def test_another_length_makes_the_vectors_again(tmp_path: Path) -> None:
    """The model behind a name has changed: said once, made again by the next run; and a torn file is made again."""
    user, docs = User(tmp_path), write(tmp_path)
    with Embeddings() as service:
        words = ("research", ASKED, "--corpus", docs, "--yes", "-q", "--embed", service.model)
        user(*words)
        service.dimensions = 32
        user(*words)
        assert "the embedding model has changed" in log(user)
        service.texts.clear()
        user(*words)
        assert len([text for text in service.texts if "\n" in text]) == 13
        (file,) = (user.home / "corpora").glob("*.vec")
        file.write_bytes(file.read_bytes()[:-70] + b"\0" * 50)
        service.texts.clear()
        user(*words)
        assert len([text for text in service.texts if "\n" in text]) == 1
        file.write_bytes(b"something else")
        service.texts.clear()
        user(*words)
        assert len([text for text in service.texts if "\n" in text]) == 13


def test_a_service_that_is_down_leaves_the_search_by_words(tmp_path: Path) -> None:
    """The run goes on, and the report says so."""
    user, docs = User(tmp_path), write(tmp_path)
    with Embeddings(*[400] * 40) as service:
        done = user("research", "What does item 5 cost?", "--corpus", docs, "--yes", "-q", "--embed", service.model)
    assert done.code in (0, 4), done
    assert "0 of 13 passages are searched by meaning (the model openai:bag" in report(user)


def test_the_budget_holds(tmp_path: Path) -> None:
    """A budget in dollars needs a price; one in tokens leaves half of itself to the research."""
    user, docs = User(tmp_path), write(tmp_path, 300)
    with Embeddings() as service:
        words = ("research", ASKED, "--corpus", docs, "--yes", "--embed", service.model)
        refused = user(*words, "--budget-dollars", "1")
        assert (refused.code, service.requests) == (2, [])
        assert "the price of openai:bag" in refused.err
        user(*words, "--budget-tokens", "900", "-q")
        assert service.texts == [] or sum(len(text) // 4 for text in service.texts) <= 900
        assert "0 of 301 passages" in report(user)


@pytest.mark.parametrize("given", ["openai", "cohere:x", "local:/no/such/folder"])
def test_what_cannot_be_is_refused_with_a_way_out(tmp_path: Path, given: str) -> None:
    """Exit code 2, no run, and what to do."""
    user, docs = User(tmp_path), write(tmp_path)
    done = user("research", ASKED, "--corpus", docs, "--yes", "--json", "--embed", given)
    assert done.code == 2
    told = json.loads(done.out or done.err)
    assert told["message"] and told["hint"]


@pytest.mark.crash
def test_killed_while_it_is_made_nothing_kept_is_embedded_twice(tmp_path: Path) -> None:
    """kill -9 between lots and within one; two processes at once; every passage that was kept is sent once."""
    user, docs = User(tmp_path), write(tmp_path, 700)
    with Embeddings(latency=0.15, answering=5) as service:
        words = [PROGRAM, "research", ASKED, "--corpus", docs, "--yes", "-q", "--embed", service.model]

        def begin() -> subprocess.Popen[bytes]:
            return subprocess.Popen(words, cwd=user.folder, env=user.environment(), stdin=subprocess.DEVNULL,
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip

        killed, deadline = begin(), time.monotonic() + PATIENCE
        while len(service.requests) < 6 and time.monotonic() < deadline:
            time.sleep(0.01)
        killed.send_signal(signal.SIGKILL)
        killed.wait()
        service.go_on.set()
        time.sleep(0.5)
        sent = len(service.texts)
        service.texts.clear()
        both = [begin(), begin()]
        assert [one.wait(PATIENCE) for one in both] in ([0, 0], [4, 4])
        again = [text for text in service.texts if "\n" in text]
        assert len(again) == len(set(again))
        assert 701 - 512 <= len(again) <= 701 - 256, (sent, len(again))
        service.texts.clear()
        assert user("resume", "last", "-q").code in (0, 2, 4)


def report(user: User) -> str:
    return Path(user("show", "last", "--json").json["report"]).read_text()


def log(user: User) -> str:
    folder = Path(user("show", "last", "--json").json["report"]).parent
    return "".join(path.read_text() for path in sorted(folder.rglob("*")) if path.suffix in (".log", ".md", ".jsonl"))
