"""A statement in words, put formally by a model, taken by the checker, and left to a person to confirm."""

from __future__ import annotations

import hashlib

from indagate.errors import InputError
from indagate.flows.proof.ask import Formal, FormalQuestion
from indagate.flows.proof.checkers import checker_of
from indagate.flows.proof.judging import NoChecker
from indagate.flows.proof.roles import FORMALISER
from indagate.flows.proof.statement import Language, Statement, read_statement
from indagate.models import Answerers, RuleAnswerer

TRIES = 3
SECONDS = 40.0


async def formalise(words: str, language: Language, answerers: Answerers) -> tuple[Statement, str]:
    """Return a formal statement that the checker takes for well-formed, and its reading in plain words.

    Raises `InputError` without a model and where no version is well-formed, `NoChecker`, or the model's `EffectError`.
    """
    answerer = answerers.of(FORMALISER)
    if isinstance(answerer, RuleAnswerer):
        raise InputError(
            "only a model puts words into a formal language", hint="Give --model, or the PROPOSITION itself."
        )
    checker = checker_of(language)
    probe = await checker.probe()
    if not probe.there:
        raise NoChecker(f"the checker {language} is not installed", hint=probe.install)
    complaint = ""
    for number in range(TRIES):
        asked = FormalQuestion(language, words, complaint)
        key = hashlib.sha256(f"{number}\0{language}\0{words}\0{complaint}".encode()).hexdigest()[:32]
        found: Formal = (await answerer.answer(FORMALISER, asked, key)).output
        try:
            stated = _statement(found, language)
        except InputError as error:
            complaint = error.message
            continue
        complaint = await checker.ill_formed(stated, seconds=SECONDS)
        if not complaint:
            return stated, found.reading.strip()
    raise InputError(
        f"no version of {answerer.name} is well-formed: {complaint}", hint="Give the PROPOSITION yourself."
    )


def _statement(found: Formal, language: Language) -> Statement:
    """Return the statement as its file will be read again. Raises `InputError`."""
    made = Statement(language, found.imports.strip(), found.proposition.strip().rstrip("."))
    return read_statement(f"{made.opening}{made.theorem().removesuffix(':= ')}", language)
