"""The one door: start, resume, signal, list, follow, fork, replay and verify runs."""

from indagate.app.app import App, Handle, Posted
from indagate.app.collecting import Deleted, Garbage
from indagate.app.deciding import PendingDecision, SignalChoice, WaitingRun
from indagate.app.describing import describe
from indagate.app.files import Replayed
from indagate.app.reading import Listed, Runs
from indagate.app.registry import Found, find_flow, flows, input_from_data, input_from_text
from indagate.app.standing import account, facts_of

__all__ = [
    "App",
    "Deleted",
    "Found",
    "Garbage",
    "Handle",
    "Listed",
    "PendingDecision",
    "Posted",
    "Replayed",
    "Runs",
    "SignalChoice",
    "WaitingRun",
    "account",
    "describe",
    "facts_of",
    "find_flow",
    "flows",
    "input_from_data",
    "input_from_text",
]
