"""The statement to be proved, and its lock: what every check is made against."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import asdict, dataclass
from typing import Literal

from indagate.errors import InputError

Language = Literal["coq", "lean"]
_THEOREM = {
    "coq": re.compile(r"^[ \t]*(?:Theorem|Lemma)\s+target(?=\s*[:({\[]|\s+[`'\w])", re.MULTILINE),
    "lean": re.compile(r"^[ \t]*(?:theorem|lemma)\s+target(?=\s*[:({\[⦃]|\s+\w)", re.MULTILINE),
}
_OTHER = {
    "coq": re.compile(
        r"^[ \t]*(?:Theorem|Lemma|Fact|Remark|Corollary|Proposition|Property|Example)\s+([\w']+)", re.MULTILINE
    ),
    "lean": re.compile(r"^[ \t]*(?:theorem|lemma|example)\s+([\w.']+)", re.MULTILINE),
}
_QUANTIFIER = {"coq": "forall", "lean": "∀"}
_OPEN, _CLOSE = "([{⦃", ")]}⦄"


@dataclass(frozen=True, slots=True)
class Statement:
    """A proposition, and the imports and definitions it is read with (none: the checker's own prelude)."""

    language: Language
    preamble: str
    proposition: str

    @property
    def source(self) -> str:
        """The statement as a file of its own: preamble and `Theorem target : …`, without a proof."""
        return f"{self.opening}{self.theorem()}"

    @property
    def opening(self) -> str:
        """The preamble as the beginning of a file."""
        return f"{self.preamble}\n\n" if self.preamble else ""

    def theorem(self, name: str = "target", *, negated: bool = False) -> str:
        """Return the head of the theorem, without a proof; or of its negation."""
        said = self.proposition
        if self.language == "lean":
            return f"theorem {name} : {f'¬ ({said})' if negated else said} := "
        return f"Theorem {name} : {f'~ ({said})' if negated else said}."


def read_statement(text: str, language: Language) -> Statement:
    """Return what a statement file says: a bare proposition, or imports, definitions and `Theorem target … : …`.

    What is bound before the colon is quantified over. Raises `InputError` for one without a proposition, with a proof,
    or of another name.
    """
    from indagate.flows.proof import coqtext, leantext

    text = text.lstrip("\ufeff").replace("\r\n", "\n")
    bare = coqtext.blanked(text) if language == "coq" else leantext.blanked(text)
    found = list(_THEOREM[language].finditer(bare))
    if len(found) > 1:
        raise InputError("the statement file states `target` more than once")
    if found:
        preamble = text[: found[0].start()].strip()
        begin = found[0].end()
        colon = _colon(bare, begin)
        bound = text[begin:colon].strip()
        said = _one(text[colon + 1 :], bare[colon + 1 :], language)
        if bound:
            said = f"{_QUANTIFIER[language]} {bound}, {said}"
        return Statement(language, preamble if _has(preamble, language) else "", said)
    if other := _OTHER[language].search(bare):
        word = "Theorem" if language == "coq" else "theorem"
        raise InputError(
            f"the statement file states {other[1]!r}, and no `target`", hint=f"Name it so: {word} target : …"
        )
    begin = len(bare) - len(bare.lstrip())
    return Statement(language, "", _one(text[begin:], bare[begin:], language))


def _colon(bare: str, begin: int) -> int:
    """Return where the colon stands that ends the binders of a theorem. Raises `InputError`."""
    depth = 0
    for place in range(begin, len(bare)):
        sign = bare[place]
        depth += (sign in _OPEN) - (sign in _CLOSE)
        if sign == ":" and depth == 0 and bare[place + 1 : place + 2] != "=":
            return place
        if depth < 0 or (bare[place : place + 2] == ":=" and depth == 0):
            break
    raise InputError("what `target` states could not be read", hint="Put it so: Theorem target BINDERS : PROPOSITION.")


def _has(preamble: str, language: Language) -> bool:
    from indagate.flows.proof import coqtext, leantext

    return bool((coqtext if language == "coq" else leantext).blanked(preamble).strip())


def _one(text: str, bare: str, language: Language) -> str:
    """Return the proposition, without the stop and what may follow it. Raises `InputError`."""
    if language == "lean":
        end = bare.find(":=")
        said = text[: end if end >= 0 else len(bare.rstrip())].strip()
    else:
        stop = re.search(r"(?<!\.)\.(?=\s|\Z)", bare)
        end = stop.start() if stop else len(bare.rstrip())
        if stop and bare[stop.end() :].strip():
            raise InputError("something follows the statement", hint="A statement file ends with its statement.")
        said = text[:end].strip()
    if not said:
        raise InputError("the statement file states nothing", hint="Give a proposition, or `Theorem target : …`.")
    return said


@dataclass(frozen=True, slots=True)
class Lock:
    """The statement as it was agreed on: text, checker and version, allowed axioms, and a hash over all of it."""

    language: Language
    preamble: str
    proposition: str
    axioms: tuple[str, ...] = ()
    version: str = ""
    sha256: str = ""

    @property
    def statement(self) -> Statement:
        """The statement that is locked."""
        return Statement(self.language, self.preamble, self.proposition)

    @property
    def intact(self) -> bool:
        """Whether the hash is that of what is locked."""
        return self.sha256 == _hash(self)

    def page(self) -> str:
        """Return the lock as its file shows it."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=2) + "\n"


def lock(statement: Statement, axioms: tuple[str, ...] = (), version: str = "") -> Lock:
    """Lock a statement."""
    open_ = Lock(statement.language, statement.preamble, statement.proposition, tuple(sorted(set(axioms))), version)
    return Lock(open_.language, open_.preamble, open_.proposition, open_.axioms, open_.version, sha256=_hash(open_))


def _hash(locked: Lock) -> str:
    parts = (locked.language, locked.preamble, locked.proposition, *locked.axioms)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
