"""What an operator lets others use, and the runs that are driven for them in the background."""

from indagate.hosting.conductor import Conductor, Started
from indagate.hosting.desk import Desk
from indagate.hosting.grants import DayLimits, Grants

__all__ = ["Conductor", "DayLimits", "Desk", "Grants", "Started"]
