"""Workers that are killed, frozen and cut off, and a server that is killed in mid-commit, over real runs."""
