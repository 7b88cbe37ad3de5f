"""What a flow is declared with, and what its steps may use."""

from indagate.lab.flow import Flow
from indagate.lab.lab import Lab, Minds

__all__ = ["Flow", "Lab", "Minds"]
