"""The journal and the runner: a run is an append-only sequence of rows, and everything else is a view of it."""

from indagate.engine.children import run_child
from indagate.engine.driver import Driver
from indagate.engine.engine import Engine, require_row
from indagate.engine.event import Aborted, Broke, Resumed
from indagate.engine.gate import Status
from indagate.engine.journal import Journal, Run
from indagate.engine.performing import Effect, Outcome, emit, perform, recalled
from indagate.engine.program import Program, Signal, Step
from indagate.engine.record import Record, Stamp
from indagate.engine.replay import Replay, replay
from indagate.engine.row import Answering, Born, Done, Fail, Note, Row, Start, Wake, decode, encode
from indagate.engine.stepping import StepVisit, Suspended
from indagate.engine.view import Links, Log, Page, View, ViewRenderer

__all__ = [
    "Aborted",
    "Answering",
    "Born",
    "Broke",
    "Done",
    "Driver",
    "Effect",
    "Engine",
    "Fail",
    "Journal",
    "Links",
    "Log",
    "Note",
    "Outcome",
    "Page",
    "Program",
    "Record",
    "Replay",
    "Resumed",
    "Row",
    "Run",
    "Signal",
    "Stamp",
    "Start",
    "Status",
    "Step",
    "StepVisit",
    "Suspended",
    "View",
    "ViewRenderer",
    "Wake",
    "decode",
    "emit",
    "encode",
    "perform",
    "recalled",
    "replay",
    "require_row",
    "run_child",
]  # fmt: skip
