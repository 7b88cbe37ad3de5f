"""A module a row of the measures: each has `measure(stage)`, which returns a table."""
