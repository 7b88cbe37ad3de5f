"""Before money is spent: what a run is expected to take and what it may take are said, and there is always a limit."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.program import User
from indagate.budget import Budget, UserLimits
from indagate.errors import InputError
from indagate.models.settings import DEFAULT_BUDGET, Settings, allowance, read_settings, with_limits, write_settings
from models.material import QUESTION, corpus
from models.test_kept_model import begin
from parts.scripted import Scripted


@pytest.fixture
def user(tmp_path: Path) -> User:
    return User(tmp_path)


def priced(user: User, url: str) -> None:
    """Give the scripted model a price: a dollar and ten per million tokens."""
    user.home.mkdir(exist_ok=True)
    (user.home / "prices.toml").write_text(f'[at."{url}"]\nscripted = {{ input = 1, output = 10 }}\n')


def test_a_waiting_plan_shows_calls_tokens_and_dollars_and_they_are_near_what_it_took(user: User) -> None:
    """`show RUN` and its JSON, before anything is approved; afterwards the calls are within three times, either way."""
    with Scripted() as service:
        priced(user, service.url)
        run = begin(user, service.model)
        before = user("show", run, "--json").json["expected"]
        shown = user("show", run).out
        planned = len(service.requests)
        assert user("approve", run, "-q").code == 0
        asked = len(service.requests) - planned
    assert f"about {before['calls']} calls" in shown and f"{before['tokens']:,} tokens, $0." in shown
    assert before["unpriced"] == [] and before["tokens"] / 1e6 < before["dollars"] < before["tokens"] / 1e5
    assert asked / 3 <= before["calls"] <= asked * 3
    assert user("show", run, "--json").json["expected"] is None


def test_a_price_that_is_not_known_is_said_where_the_plan_waits(user: User) -> None:
    """Never 0; and a run without a model expects nothing."""
    with Scripted() as service:
        run = begin(user, service.model)
        assert f"the price of {service.model} is not known" in user("show", run).out
        assert user("show", run, "--json").json["expected"]["unpriced"] == [service.model]
    run = begin(user, "rule")
    assert "Expected" not in user("show", run).out and user("show", run, "--json").json["expected"] is None


def test_a_run_with_a_model_has_a_default_budget_that_is_said_and_holds_until_it_is_raised(user: User) -> None:
    """One line at the start; a small one of the settings ends the search early; `resume --budget-…` raises it."""
    words = ("research", QUESTION, "--corpus", corpus(user.folder))
    with Scripted() as service:
        done = user(*words, "--model", service.model, "-y")
        assert "budget: at most 2,000,000 tokens (the default; --budget-tokens N or --budget-dollars X)" in done.err
        assert "budget:" not in user(*words, "--model", "rule", "-y").err
        own = user(*words, "--model", service.model, "-y", "--budget-calls", "500")
        assert "budget: at most 500 calls\n" in own.err
        short = user(*words, "--model", service.model, "-y", "--budget-seconds", "0.5")
        assert (
            "at most 2,000,000 tokens (the default; --budget-tokens N or --budget-dollars X); at most 0.5 s"
            in short.err
        )
        (user.folder / ".config" / "indagate").mkdir(parents=True)
        (user.folder / ".config" / "indagate" / "settings.toml").write_text("[budget]\ntokens = 30000\n")
        run = begin(user, service.model)
        assert user("show", run, "--json").json["budget"]["limits"]["tokens"] == 30000
        raised = user("resume", run, "--budget-tokens", "40000")
        assert "budget: at most 40,000 tokens" in raised.err
        assert user("approve", run, "-q").code in (0, 4)
        spent = user("show", run, "--json").json["budget"]
    assert spent["limits"]["tokens"] == 40000 and 0 < spent["tokens"] <= 40000


def test_limits_of_cost_take_the_defaults_place_and_seconds_stand_beside_it() -> None:
    own = Settings(budget=Budget(tokens=5, seconds=9))
    assert allowance(Budget(), Settings()) == (DEFAULT_BUDGET, True)
    assert allowance(Budget(dollars=1.0), own) == (Budget(dollars=1.0), False)
    assert allowance(Budget(seconds=60), own) == (Budget(tokens=5, seconds=60), True)
    assert allowance(Budget(), own) == (Budget(tokens=5, seconds=9), True)


def test_settings_are_read_as_they_were_written(tmp_path: Path) -> None:
    """Also none at all, and one that lifts every limit."""
    environment = {"XDG_CONFIG_HOME": str(tmp_path)}
    none = read_settings(environment)
    assert none == Settings(path=tmp_path / "indagate" / "settings.toml")
    for settings in (
        Settings("ollama:a:8b", "openai:b@http://localhost:1/v1", "native", 8192, Budget(dollars=2.5), none.path),
        with_limits(Settings("ollama:a", path=none.path), Budget(calls=7)),
        Settings(budget=Budget(), path=none.path, users=UserLimits(at_once=2)),
    ):
        write_settings(settings)
        assert read_settings(environment) == settings


@pytest.mark.parametrize(
    "text", ["model = ", "model = 5", "modle = 'x'", "[budget]\ntokens = -1", "[budget]\nmoney = 1", "budget = 5"]
)
def test_settings_that_cannot_be_used_are_named_with_their_place(user: User, text: str) -> None:
    """Exit code 2, the file and what may stand there; a model named in the command needs no settings."""
    place = user.folder / ".config" / "indagate"
    place.mkdir(parents=True)
    (place / "settings.toml").write_text(text)
    done = user("research", QUESTION, "--corpus", corpus(user.folder))
    assert done.code == 2 and str(place / "settings.toml") in done.err and "indagate models use" in done.err
    with pytest.raises(InputError, match="settings"):
        read_settings({"XDG_CONFIG_HOME": str(user.folder / ".config")})
