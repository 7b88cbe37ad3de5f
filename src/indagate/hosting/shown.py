"""How a run stands, as others are told: the facts of the app without the folders of this machine."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from indagate.app import App


def shown_facts(app: App, name: str, *, at: int | None = None) -> dict[str, Any]:
    """Return how a run stands, or stood at a row; its files are named by their paths in the run's folder."""
    found = app.facts_of(name, at=at)
    folder = f"{app.home.run_folder(name)}/"
    plain = {key: value for key, value in found.items() if key != "folder"}
    return {key: value.removeprefix(folder) if isinstance(value, str) else value for key, value in plain.items()}


def placeless(text: str, places: Mapping[str, str]) -> str:
    """Return JSON in which folders of this machine are named by what they are called here; `places` is path → name."""
    for path, name in places.items():
        text = text.replace(json.dumps(path, ensure_ascii=False)[1:-1], name)
    return text
