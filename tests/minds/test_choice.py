"""Which mind answers which role."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from indagate.budget import Budget
from indagate.errors import InputError
from indagate.flows.mission.roles import PLANNER, READER, ROLES
from indagate.minds import MindOptions, OfflineMind, choose_minds


def test_a_key_alone_turns_no_model_on_but_is_mentioned() -> None:
    """A key in the environment is no order to spend money."""
    minds = choose_minds({"OPENAI_API_KEY": "x"})
    assert isinstance(minds.of(PLANNER), OfflineMind)
    assert "OPENAI_API_KEY is set" in minds.said
    assert "--model" in minds.said


def test_the_environment_names_a_model() -> None:
    """INDAGATE_MODEL and INDAGATE_FAST_MODEL, by tier."""
    minds = choose_minds({"INDAGATE_MODEL": "ollama:a", "INDAGATE_FAST_MODEL": "ollama:b"})
    assert minds.of(PLANNER).name == "ollama:a"
    assert minds.of(READER).name == "ollama:b"
    assert minds.said == "model: ollama:a; fast: ollama:b"


def test_an_output_that_is_none_is_refused_also_without_a_model() -> None:
    """Whoever mistypes it hears so at once."""
    for options, environment in ((MindOptions(output="weird"), {}), (MindOptions(), {"INDAGATE_OUTPUT": "weird"})):
        with pytest.raises(InputError, match="weird"):
            choose_minds(environment, options)


def test_what_the_user_says_goes_before_the_environment() -> None:
    """Also `offline`; and a model that is given replaces both tiers of the environment."""
    environment = {"INDAGATE_MODEL": "ollama:a", "INDAGATE_FAST_MODEL": "ollama:b"}
    minds = choose_minds(environment, MindOptions(model="ollama:c"))
    assert minds.of(PLANNER).name == minds.of(READER).name == "ollama:c"
    assert isinstance(choose_minds(environment, MindOptions(model="offline", fast="offline")).of(READER), OfflineMind)


def test_one_role_can_have_another_mind() -> None:
    """Either way round."""
    minds = choose_minds({}, MindOptions(model="ollama:c", minds=("reader=offline",)))
    assert minds.of(READER).name == "offline"
    assert minds.of(PLANNER).name == "ollama:c"
    minds = choose_minds({}, MindOptions(minds=("reader=ollama:x,ollama:y",)))
    assert minds.of(READER).name == "ollama:x, else ollama:y"
    assert minds.of(PLANNER).name == "offline"


@pytest.mark.parametrize(
    "options",
    [
        MindOptions(model="gpt"),
        MindOptions(minds=("reader",)),
        MindOptions(minds=("reader=",)),
        MindOptions(model="ollama:a", output="poem"),
        MindOptions(model="ollama:a", timeout=0),
        MindOptions(model="ollama:a", cache=True),
    ],
)
def test_what_cannot_be_understood_is_refused(options: MindOptions) -> None:
    """Before anything runs."""
    with pytest.raises(InputError):
        choose_minds({}, options)


def test_a_budget_in_dollars_needs_known_prices(tmp_path: Path) -> None:
    """An unknown price is not taken for nothing; with a price in the user's file the budget can be held."""
    options = MindOptions(model="ollama:llama")
    with pytest.raises(InputError, match="ollama:llama is not known"):
        choose_minds({}, options, tmp_path).refuse(Budget(dollars=1), ROLES)
    choose_minds({}, options, tmp_path).refuse(Budget(tokens=1), ROLES)
    (tmp_path / "prices.toml").write_text("[ollama]\nllama = {input = 0, output = 0}\n")
    choose_minds({}, options, tmp_path).refuse(Budget(dollars=1), ROLES)


def test_a_role_that_is_not_there_is_refused() -> None:
    """A slip in `--mind` would otherwise change nothing, unnoticed."""
    minds = choose_minds({}, MindOptions(minds=("raeder=offline",)))
    with pytest.raises(InputError, match="raeder"):
        minds.refuse(Budget(), ROLES)


def test_a_run_without_a_model_loads_nothing_for_models() -> None:
    """Neither pydantic-ai nor an HTTP client, also with a key in the environment."""
    code = (
        "import sys, indagate\n"
        "from indagate.minds import choose_minds\n"
        "from indagate.flows.mission import FLOW\n"
        "choose_minds({'OPENAI_API_KEY': 'x'})\n"
        "wrong = {'pydantic_ai', 'httpx2', 'openai', 'genai_prices'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {wrong}' if wrong else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


def test_choosing_a_model_connects_to_nothing_yet() -> None:
    """What is heavy is loaded with the first question."""
    code = (
        "import sys\n"
        "from indagate.minds import MindOptions, choose_minds\n"
        "choose_minds({}, MindOptions(model='openai:gpt-5'))\n"
        "sys.exit('loaded' if 'pydantic_ai' in sys.modules else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
