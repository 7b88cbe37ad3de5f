"""Benchmarks: the figures that indagate promises, measured beside its peers."""
