"""Which answerer answers which role."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from indagate.budget import Budget
from indagate.errors import InputError
from indagate.flows.mission import FLOW
from indagate.flows.mission.planner import PLANNER
from indagate.flows.mission.reader import READER
from indagate.models import ModelOptions, RuleAnswerer, choose_answerers


def test_a_key_alone_turns_no_model_on_but_is_mentioned() -> None:
    """A key in the environment is no order to spend money."""
    answerers = choose_answerers({"OPENAI_API_KEY": "x"})
    assert isinstance(answerers.of(PLANNER), RuleAnswerer)
    assert "OPENAI_API_KEY is set" in answerers.said
    assert "--model" in answerers.said


def test_the_environment_names_a_model() -> None:
    """INDAGATE_MODEL and INDAGATE_FAST_MODEL, by tier."""
    answerers = choose_answerers({"INDAGATE_MODEL": "ollama:a", "INDAGATE_FAST_MODEL": "ollama:b"})
    assert answerers.of(PLANNER).name == "ollama:a"
    assert answerers.of(READER).name == "ollama:b"
    assert answerers.said == "model: ollama:a; fast: ollama:b"
    assert answerers.leaving() == "nothing goes beyond this machine for these answers"


def test_what_leaves_this_machine_is_said_with_its_receiver() -> None:
    """A provider by its name, a service by its host; each once."""
    named = "openai:gpt-5,openai:x@http://far.example/v1,openai:y@http://localhost:8080/v1"
    said = choose_answerers({}, ModelOptions(model=named, fast="openai:gpt-5-mini")).leaving()
    assert said == "your question and what is read go to openai, far.example for these answers"


def test_what_embeddings_send_away_is_not_said_to_stay(tmp_path: Path) -> None:
    """Their line names the receiver; the models' line says that nothing else leaves."""
    options = ModelOptions(model="ollama:a", embed="openai:x@http://far.example/v1")
    made = choose_answerers({}, options, home=tmp_path)
    assert made.embedder is not None and "go to far.example" in made.embedder.said
    assert made.leaving() == "nothing else goes beyond this machine for these answers"


def test_an_output_that_is_none_is_refused_also_without_a_model() -> None:
    """Whoever mistypes it hears so at once."""
    for options, environment in ((ModelOptions(output="weird"), {}), (ModelOptions(), {"INDAGATE_OUTPUT": "weird"})):
        with pytest.raises(InputError, match="weird"):
            choose_answerers(environment, options)


def test_what_the_user_says_goes_before_the_environment() -> None:
    """Also `offline`; and a model that is given replaces both tiers of the environment."""
    environment = {"INDAGATE_MODEL": "ollama:a", "INDAGATE_FAST_MODEL": "ollama:b"}
    answerers = choose_answerers(environment, ModelOptions(model="ollama:c"))
    assert answerers.of(PLANNER).name == answerers.of(READER).name == "ollama:c"
    assert isinstance(choose_answerers(environment, ModelOptions(model="rule", fast="rule")).of(READER), RuleAnswerer)


def test_one_role_can_have_another_mind() -> None:
    """Either way round."""
    answerers = choose_answerers({}, ModelOptions(model="ollama:c", answerers=("reader=rule",)))
    assert answerers.of(READER).name == "rule"
    assert answerers.of(PLANNER).name == "ollama:c"
    answerers = choose_answerers({}, ModelOptions(answerers=("reader=ollama:x,ollama:y",)))
    assert answerers.of(READER).name == "ollama:x, else ollama:y"
    assert answerers.of(PLANNER).name == "rule"


@pytest.mark.parametrize(
    "options",
    [
        ModelOptions(model="gpt"),
        ModelOptions(answerers=("reader",)),
        ModelOptions(answerers=("reader=",)),
        ModelOptions(model="ollama:a", output="poem"),
        ModelOptions(model="ollama:a", timeout=0),
        ModelOptions(model="ollama:a", cache=True),
    ],
)
def test_what_cannot_be_understood_is_refused(options: ModelOptions) -> None:
    """Before anything runs."""
    with pytest.raises(InputError):
        choose_answerers({}, options)


def test_a_budget_in_dollars_needs_known_prices(tmp_path: Path) -> None:
    """An unknown price is not taken for nothing; with a price in the user's file the budget can be held."""
    options = ModelOptions(model="ollama:llama")
    with pytest.raises(InputError, match="ollama:llama is not known"):
        choose_answerers({}, options, tmp_path).refuse(Budget(dollars=1), FLOW.roles)
    choose_answerers({}, options, tmp_path).refuse(Budget(tokens=1), FLOW.roles)
    (tmp_path / "prices.toml").write_text("[ollama]\nllama = {input = 0, output = 0}\n")
    choose_answerers({}, options, tmp_path).refuse(Budget(dollars=1), FLOW.roles)


def test_a_role_that_is_not_there_is_refused() -> None:
    """A slip in `--answerer` would otherwise change nothing, unnoticed."""
    answerers = choose_answerers({}, ModelOptions(answerers=("raeder=rule",)))
    with pytest.raises(InputError, match="raeder"):
        answerers.refuse(Budget(), FLOW.roles)


def test_a_run_without_a_model_loads_nothing_for_models() -> None:
    """Neither pydantic-ai nor an HTTP client, also with a key in the environment."""
    code = (
        "import sys, indagate\n"
        "from indagate.models import choose_answerers\n"
        "from indagate.flows.mission import FLOW\n"
        "choose_answerers({'OPENAI_API_KEY': 'x'})\n"
        "wrong = {'pydantic_ai', 'httpx2', 'openai', 'genai_prices'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {wrong}' if wrong else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


def test_choosing_a_model_connects_to_nothing_yet() -> None:
    """What is heavy is loaded with the first question."""
    code = (
        "import sys\n"
        "from indagate.models import ModelOptions, choose_answerers\n"
        "choose_answerers({}, ModelOptions(model='openai:gpt-5'))\n"
        "sys.exit('loaded' if 'pydantic_ai' in sys.modules else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
