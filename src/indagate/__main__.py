"""`python -m indagate` is the command line."""

from indagate.cli import main

main()
