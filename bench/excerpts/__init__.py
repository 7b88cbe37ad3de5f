"""Excerpt reports for people to judge: what a mission shows without a model."""
