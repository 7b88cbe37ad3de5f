"""Mutation testing: seeded changes of a package, one at a time, each run against the tests that execute its line."""
