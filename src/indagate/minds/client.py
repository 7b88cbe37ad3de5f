"""Minds for a program that brings its own client: a model's name, a model of pydantic-ai, or nothing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from indagate.errors import InputError
from indagate.minds.choice import MindOptions, Minds, choose_minds
from indagate.minds.connection import Connection
from indagate.minds.model import ModelMind
from indagate.minds.price import load_prices
from indagate.minds.spec import Spec
from indagate.minds.wire import Wire

if TYPE_CHECKING:
    from pydantic_ai.models import Model


class GivenWire(Wire):
    """A model of pydantic-ai that somebody else made and will close."""

    def __init__(self, model: Model) -> None:
        super().__init__(Spec(model.system or "model", model.model_name))
        self._model = model

    def _connection(self) -> Connection:
        return Connection(self._model, None)


def minds_for(client: str | Model | Minds | None, home: Path | None = None) -> Minds:
    """Return the minds for a client: None is what the environment says; `home` is the folder with the user's prices.

    Raises `InputError` for what is none of these.
    """
    if isinstance(client, Minds):
        return client
    if client is None or isinstance(client, str):
        return choose_minds(os.environ, MindOptions(model=client or ""), home)
    from pydantic_ai.models import Model

    if not isinstance(client, Model):
        raise InputError(
            f"a {type(client).__name__} is no model",
            hint="Give PROVIDER:NAME, a model of pydantic-ai, or None for what the environment says.",
        )
    mind = ModelMind([GivenWire(client)], prices=load_prices(home / "prices.toml" if home else None))
    return Minds(mind, said=f"model: {mind.name}")
