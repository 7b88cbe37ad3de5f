"""Ctrl-Z: a process is stopped between two commits, never within one, where it would block the home for all others."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator

from indagate.engine.journal import Journal

PATIENCE = 5.0
"""Seconds that a stop waits for a commit to end."""


@contextlib.contextmanager
def stopped_between_commits(journal: Journal) -> Iterator[None]:
    """Within, SIGTSTP stops this process between commits, if it is the main thread's to say and nobody else said."""
    number = getattr(signal, "SIGTSTP", None)
    main = threading.current_thread() is threading.main_thread()
    if number is None or not main or signal.getsignal(number) is not signal.SIG_DFL:
        yield
        return

    def stop(*_: object) -> None:
        with journal.between_commits(PATIENCE):
            signal.signal(number, signal.SIG_DFL)
            signal.pthread_kill(threading.get_ident(), number)  # it stands still here until it is told to go on
            signal.signal(number, stop)

    signal.signal(number, stop)
    try:
        yield
    finally:
        with contextlib.suppress(ValueError):  # a driver that was dropped is closed by whatever thread collects it
            signal.signal(number, signal.SIG_DFL)
