"""The one door: start, resume, signal, list, fork, replay and verify runs."""

from indagate.app.app import App, Handle, Listed, Posted, Replayed
from indagate.app.registry import Found, find_flow, flows, input_from_text

__all__ = ["App", "Found", "Handle", "Listed", "Posted", "Replayed", "find_flow", "flows", "input_from_text"]
