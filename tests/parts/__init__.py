"""Test parts: servers on loopback that are scripted, not mocks of our own code."""
