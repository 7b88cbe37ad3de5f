"""Roles that every flow shares."""
