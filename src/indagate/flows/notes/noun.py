"""Things that no domain knows, as a question names them: lessons, waterings.

Such a noun is a domain of its own for one question, so that all that can be asked of other things can be asked of it.
"""

from __future__ import annotations

from functools import lru_cache

from indagate.flows.notes.domain import Activity, Domain, Field
from indagate.flows.notes.token import cyrillic, stem

MARK, THING, AMOUNT = "=", "thing", "amount"


def is_noun(domain: str) -> bool:
    """Whether a domain stands for a noun of a question."""
    return domain.startswith(MARK)


@lru_cache(maxsize=64)
def domain_of(name: str) -> Domain:
    """Return the domain that a noun is for a question, by its name, which begins with the mark."""
    said = name.removeprefix(MARK)
    labels = dict.fromkeys(("en", "ru", "de"), (said, said, said))
    fields = {AMOUNT: Field("count", sum=True, bare=True, least=1, range=(1, 999))}
    thing = Activity(THING, labels, words=("noun",), fields=fields, main=AMOUNT)
    return Domain(name, f"what notes say of {said}", {"noun": _forms(said)}, (thing,))


def _forms(said: str) -> tuple[str, ...]:
    root = stem(said)
    if cyrillic(said):
        return (said, *(f"{one}*" for one in roots_of(said) if len(one) > 3))
    return tuple(dict.fromkeys((said, root, f"{root}s", f"{root}e", f"{root}es")))


def roots_of(said: str) -> tuple[str, ...]:
    """Return the stems of a noun; in Russian also those with a vowel that comes and goes: скрипок, скрипки."""
    root = stem(said)
    fleeting = cyrillic(said) and len(root) > 4 and root[-1] in "кцн" and root[-2] in "оеё"
    return (root, root[:-2] + root[-1]) if fleeting else (root,)
