"""Research agents that are state machines and keep their promises."""
