"""What a flow is declared with, and what its steps may use."""

from indagate.flow.context import Context
from indagate.flow.flow import Ended, Flow, Outcome, Unpaid, outcome_of, steps_of
from indagate.models import Answerers

__all__ = ["Answerers", "Context", "Ended", "Flow", "Outcome", "Unpaid", "outcome_of", "steps_of"]
