"""The ReAct agent: a small flow of its own, run as a child of a task. It thinks, acts, and thinks again."""
