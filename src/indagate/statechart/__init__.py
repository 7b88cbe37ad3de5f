"""Statecharts: what can happen in a flow, as data, and the pure function that moves a run through it."""

from __future__ import annotations

from indagate.statechart.chart import Chart
from indagate.statechart.configuration import Configuration, Token
from indagate.statechart.contract import check_steps
from indagate.statechart.move import active, finished, takes, transition, waiting
from indagate.statechart.state import HISTORY, Final, Join, State, Target, Wait, Work, spoken

__all__ = [
    "HISTORY",
    "Chart",
    "Configuration",
    "Final",
    "Join",
    "State",
    "Target",
    "Token",
    "Wait",
    "Work",
    "active",
    "check_steps",
    "finished",
    "spoken",
    "takes",
    "transition",
    "waiting",
]
