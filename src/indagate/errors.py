"""Every error that indagate raises on purpose.

IndagateError                 what happened, where, and what to do next
├── InputError                something the user gave cannot be used (exit code 2)
│   ├── NoSuchRun             no run of that name in this home
│   ├── NoSuchFlow            no flow of that name, file or entry point
│   ├── HasEnded              a run that has ended, where it was to go on
│   ├── SignalNotAccepted     a signal that the run's state does not take
│   ├── Unreadable            a document or folder that cannot be read
│   ├── QueryRefused          a SELECT that the gate of cells does not let run
│   └── PageRejected          a hand-edited page with a line that cannot be taken in
├── ChartError                a flow declared wrongly; raised at import
├── JournalError              the journal cannot be used
│   ├── LeaseHeld             another live driver has the run's lease
│   ├── LeaseLost             this driver was overtaken while it slept
│   ├── Corrupt               a row or file is damaged; names which
│   ├── TooNew                written by a newer version of indagate
│   ├── OtherVersion          written by another version, whose tables this one does not read
│   ├── Mismatch              the flow has changed so that a row no longer decodes, or may mean something else
│   └── Diverged              a step that began again does not ask for what it had completed
├── EffectError               a tool, role or child run did not deliver
│   ├── EffectFailed          it failed, after its retries
│   │   ├── Blocked            our own rules forbid it: an address, robots.txt, a tool that was not allowed
│   │   ├── SearchDown         no search provider is to be had, whatever is asked
│   │   ├── NeedsModel         a role without a rule was asked, and no model is there
│   │   └── ModelError         a language model did not answer
│   │       ├── ModelDown      its service is not to be had, whatever is asked
│   │       │   ├── ModelUnreachable   nothing answers there, or the answer broke off
│   │       │   ├── ModelBusy  it is there, but overloaded or broken, after our retries
│   │       │   └── ModelRefused       it does not take us: key, name, quota, settings
│   │       ├── Rejected       its service rejects this request: too long, not allowed
│   │       ├── Declined       the model itself declines to answer
│   │       └── InvalidAnswer  what it answers is not what was asked for, after its one repair
│   ├── TimedOut              it was stopped at its time limit
│   └── Ambiguous             two concurrent effects with one identity
├── BudgetSpent               a reservation that the budget refuses
├── LimitReached              what the operator of a server allows is used up for now
├── DriverGone                the process that drives a server's runs has ended, and is replaced
├── NotFinished               a run that a program waits for needs a person, or was stopped
└── StorageError              the disk refused: full, read-only, no permission
    └── BucketError           the bucket of a home refused, or cannot be reached
"""

from __future__ import annotations

import re
from typing import ClassVar


class IndagateError(Exception):
    """The root: a message for a person, and optionally a hint at what to do next."""

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\n{self.hint}" if self.hint else self.message


class InputError(IndagateError):
    """Something the user gave cannot be used."""

    exit_code = 2


class NoSuchRun(InputError):
    """No run of that name in this home."""


class NoSuchFlow(InputError):
    """No flow of that name, file or entry point."""


class HasEnded(InputError):
    """A run that has ended, where it was to go on."""


class SignalNotAccepted(InputError):
    """A signal or event that the state does not take."""


class Unreadable(InputError):
    """A document or folder that cannot be read."""


class PageRejected(InputError):
    """A hand-edited page with a line that cannot be taken in."""


class QueryRefused(InputError):
    """A SELECT that the gate of cells does not let run: what, where, and what to do."""


class ChartError(IndagateError):
    """A flow declared wrongly."""


class JournalError(IndagateError):
    """The journal cannot be used."""

    exit_code = 2


class LeaseHeld(JournalError):
    """Another live driver has the run's lease."""


class LeaseLost(JournalError):
    """This driver was overtaken while it slept; it must not write again."""


class Corrupt(JournalError):
    """A row or file is damaged."""


class TooNew(JournalError):
    """The journal was written by a newer version of indagate."""


class OtherVersion(JournalError):
    """The journal was written by another version of indagate, with tables that this one does not read."""


class Mismatch(JournalError):
    """The flow has changed so that its journal no longer decodes, or may mean something else."""


class Diverged(JournalError):
    """A step that began again does not ask for what it had completed; the run stops before it goes another way."""


class EffectError(IndagateError):
    """A tool, role or child run did not deliver.

    Who raises it may say after how many `tries`, and what was `spent` (an `Amount`); else the reservation is charged.
    `usage` (a `Usage`) says how a model was used, `sent` what went to it and came back, `unforeseen` is the mistake
    that it broke of, if it was one.
    """

    tries: int = 1
    spent: object = None
    usage: object = None
    sent: object = ()
    unforeseen: Exception | None = None


class EffectFailed(EffectError):
    """An effect failed, after its retries."""


def failure_of(name: str, error: Exception) -> EffectError:
    """Return the failure of the effect `name`: an `EffectError` as it is, anything else as an `EffectFailed` of it."""
    if isinstance(error, EffectError):
        return error
    if isinstance(error, IndagateError):
        failure = EffectFailed(error.message, hint=error.hint)
    else:
        failure = EffectFailed(f"{name} failed: {type(error).__name__}: {error}")
        failure.unforeseen = error
    failure.__cause__ = error
    return failure


class Blocked(EffectFailed):
    """Our own rules forbid it: an address that is not public, robots.txt, a tool that was not allowed."""


class SearchDown(EffectFailed):
    """No search provider is to be had: the next query would fare no better. A flow stops, to be resumed."""


class NeedsModel(EffectFailed):
    """A role without a rule was asked, and there is no model to answer it."""

    exit_code = 4


class ModelError(EffectFailed):
    """A language model did not answer; the message names the model and never holds a secret."""


class ModelDown(ModelError):
    """The model's service is not to be had: the next question would fare no better. A flow stops, to be resumed."""


class ModelUnreachable(ModelDown):
    """Nothing answers at the model's address in time, or the answer broke off."""


class ModelBusy(ModelDown):
    """The model's service is overloaded or broken, also after our retries."""


class ModelRefused(ModelDown):
    """The model's service does not take us: the key, the model's name, the quota, how we ask."""


class Rejected(ModelError):
    """The model's service rejects this request: too long, or not allowed."""


class Declined(ModelError):
    """The model itself declines to answer."""


class InvalidAnswer(ModelError):
    """The model's answer is not of the form that was asked for, nor is the repaired one."""


class TimedOut(EffectError):
    """An effect or state was stopped at its time limit."""


class Ambiguous(EffectError):
    """Two concurrent effects with one identity."""


class BudgetSpent(IndagateError):
    """A reservation that the budget refuses."""


class LimitReached(IndagateError):
    """What the operator of a server allows is used up for now: runs at once, a day's money, the disk, requests."""


class DriverGone(IndagateError):
    """The process that drives a server's runs has ended; another one is begun, and goes on with them."""


class NotFinished(IndagateError):
    """A run that a program waits for needs a person, or was stopped: which, why, and how to go on."""

    exit_code = 3


class StorageError(IndagateError):
    """The disk refused: full, read-only, or no permission."""

    exit_code = 2


class BucketError(StorageError):
    """The bucket where a home keeps bytes refused, or cannot be reached: a run stops, to be resumed."""


def code_of(kind: type[BaseException]) -> str:
    """Return the code of a class of errors: its name in snake_case."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", kind.__name__).lower()
