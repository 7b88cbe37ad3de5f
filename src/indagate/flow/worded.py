"""What is said of a sentence in a result: what it is, who worded it, who judged it; and what was left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from indagate.frozen import dataclass

Basis = Literal["verbatim", "cell", "worded", "inference"]
"""A quote as it stands, a sentence that code computed, a sentence from quotes in other words, or one beyond them."""


@dataclass(frozen=True, slots=True)
class Attributed:
    """A sentence that is shown: what it is, who worded it, and who judged that what it rests on says so, if anybody.

    `template` is the sentence with its slots, as a model wrote it, where code filled some; `quotes` are the words of
    sources that it quoted for itself.
    """

    text: str
    basis: Basis
    by: str
    supported_by: str = ""
    template: str = ""
    quotes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Supporting:
    """How many of a model's sentences were left out by the hard check, by SUPPORT, cut to a part; why not judged."""

    refused: int = 0
    unsupported: int = 0
    cut: int = 0
    unjudged: str = ""

    def plus(self, other: Supporting) -> Supporting:
        """Return both together."""
        why = "; ".join(dict.fromkeys(part for part in (self.unjudged, other.unjudged) if part))
        return Supporting(self.refused + other.refused, self.unsupported + other.unsupported, self.cut + other.cut, why)

    @property
    def lines(self) -> list[str]:
        """What a reader is told."""
        found = []
        if self.refused:
            found.append(
                f"Left out: {_sentences(self.refused)} with a number, name or address not held by what it rests on."
            )
        if self.unsupported:
            found.append(f"Left out: {_sentences(self.unsupported)} that what it rests on does not say.")
        if self.cut:
            found.append(f"Cut to its supported part: {_sentences(self.cut)}.")
        if self.unjudged:
            found.append(f"Nobody judged whether the sentences are supported: {self.unjudged}.")
        return found

    @property
    def counts(self) -> dict[str, Any]:
        """The same for programs."""
        return {
            "refused": self.refused, "unsupported": self.unsupported, "cut": self.cut, "unjudged": self.unjudged,
        }  # fmt: skip


NOTHING = Supporting()
"""Nothing was left out, and what was to be judged was."""


def attributions(claims: Sequence[Attributed]) -> list[dict[str, Any]]:
    """Return sentences with what is said of each, for programs."""
    return [
        {"text": one.text, "basis": one.basis, "by": one.by, "supported_by": one.supported_by}
        | ({"quotes": list(one.quotes)} if one.quotes else {})
        for one in claims
    ]


def _sentences(count: int) -> str:
    return "one sentence" if count == 1 else f"{count} sentences"
