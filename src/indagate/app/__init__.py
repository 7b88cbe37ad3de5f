"""The one door: start, resume, signal, list, fork, replay and verify runs."""

from indagate.app.app import App, Handle, Posted
from indagate.app.collecting import Deleted, Garbage
from indagate.app.files import Replayed
from indagate.app.reading import Listed, Runs
from indagate.app.registry import Found, find_flow, flows, input_from_text

__all__ = [
    "App",
    "Deleted",
    "Found",
    "Garbage",
    "Handle",
    "Listed",
    "Posted",
    "Replayed",
    "Runs",
    "find_flow",
    "flows",
    "input_from_text",
]
