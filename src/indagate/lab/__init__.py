"""What a flow is declared with, and what its steps may use."""

from indagate.lab.flow import Flow, steps_of
from indagate.lab.lab import Lab
from indagate.minds import Minds

__all__ = ["Flow", "Lab", "Minds", "steps_of"]
