"""Hard limits: what a run may spend, reserved before it is spent and settled after."""

from indagate.budget.ledger import Ledger
from indagate.budget.limits import Amount, Budget, Usage, UserLimits

__all__ = ["Amount", "Budget", "Ledger", "Usage", "UserLimits"]
