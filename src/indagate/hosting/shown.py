"""How a run stands, as others are told: the facts of the app without the folders of this machine."""

from __future__ import annotations

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


def placeless(value: Any, places: Mapping[str, str]) -> Any:
    """Return plain data in which folders of this machine are told by their names; `places` is path → name."""
    if isinstance(value, str):
        for path, name in places.items():
            value = value.replace(path, name)
        return value
    if isinstance(value, Mapping):
        return {placeless(key, places): placeless(inner, places) for key, inner in value.items()}
    return [placeless(inner, places) for inner in value] if isinstance(value, list | tuple) else value
