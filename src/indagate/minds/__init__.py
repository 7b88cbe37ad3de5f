"""Roles, the questions a flow asks, and the minds that answer them."""

from indagate.minds.role import Answer, Mind, OfflineMind, Role, Tier

__all__ = ["Answer", "Mind", "OfflineMind", "Role", "Tier"]
