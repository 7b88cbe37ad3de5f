"""Minds for a program that brings its own client: a model's name, a model of pydantic-ai, or nothing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from indagate.errors import InputError
from indagate.models.choice import Answerers, ModelOptions, choose_answerers
from indagate.models.client import ModelClient
from indagate.models.connection import Connection
from indagate.models.model_answerer import ModelAnswerer
from indagate.models.price import load_prices
from indagate.models.spec import Spec

if TYPE_CHECKING:
    from pydantic_ai.models import Model


class GivenClient(ModelClient):
    """A model of pydantic-ai that somebody else made and will close."""

    def __init__(self, model: Model) -> None:
        super().__init__(Spec(model.system or "model", model.model_name))
        self._model = model

    def _connection(self) -> Connection:
        return Connection(self._model, None)


def answerers_for(client: str | Model | Answerers | None, home: Path | None = None) -> Answerers:
    """Return who answers for a client: None is what the environment says; `home` is the folder with the user's prices.

    Raises `InputError` for what is none of these.
    """
    if isinstance(client, Answerers):
        return client
    if client is None or isinstance(client, str):
        return choose_answerers(os.environ, ModelOptions(model=client or ""), home)
    from pydantic_ai.models import Model

    if not isinstance(client, Model):
        raise InputError(
            f"a {type(client).__name__} is no model",
            hint="Give PROVIDER:NAME, a model of pydantic-ai, or None for what the environment says.",
        )
    answerer = ModelAnswerer([GivenClient(client)], prices=load_prices(home / "prices.toml" if home else None))
    return Answerers(answerer, said=f"model: {answerer.name}")
