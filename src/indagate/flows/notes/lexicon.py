"""The words of the loaded domains, found in a text: which vocabulary entry of which domain, and where."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from indagate.flows.notes.domain import Activity, Domain
from indagate.flows.notes.noun import domain_of, is_noun
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.token import Token, plain, stem, tokens


@dataclass(frozen=True, slots=True)
class Hit:
    """A vocabulary entry found in a text: its domain and name, its place, and the numbers of its tokens."""

    domain: str
    entry: str
    start: int
    end: int
    first: int
    after: int
    near: bool = False
    """Whether the word is only like the entry's, as one misspelt."""


@dataclass(frozen=True, slots=True)
class Marked:
    """An activity that a vocabulary entry marks, and the kind of it that the entry names, if any."""

    domain: str
    activity: Activity
    kind: str
    bare: bool = True
    """Whether the entry marks it also where no value is told."""


class Lexicon:
    """Finds the vocabulary of some domains in texts; the longest entry wins."""

    def __init__(self, domains: Iterable[Domain]) -> None:
        self.domains = {one.name: one for one in domains}
        self._exact: dict[str, list[tuple[tuple[str, ...], str, str]]] = {}
        self._prefix: dict[str, list[tuple[tuple[str, ...], str, str]]] = {}
        self._long: dict[str, list[str]] = {}
        self._stems: dict[str, list[str]] = {}
        self._marks: dict[tuple[str, str], list[Marked]] = {}
        self._valued: dict[tuple[str, str], list[Marked]] = {}
        for domain in self.domains.values():
            for entry, words in domain.vocabulary.items():
                for word in words:
                    self._learn(domain.name, entry, plain(word))
            for one in domain.log_schema:
                for entry in one.words:
                    self._marks.setdefault((domain.name, entry), []).append(Marked(domain.name, one, ""))
                for entry in one.kinds:
                    self._marks.setdefault((domain.name, entry), []).append(Marked(domain.name, one, entry))
                for entry in one.with_value:
                    self._valued.setdefault((domain.name, entry), []).append(Marked(domain.name, one, "", bare=False))

    def _learn(self, domain: str, entry: str, phrase: str) -> None:
        if phrase.isalpha():  # most of all words, and thousands of them
            parts: tuple[str, ...] = (phrase,)
        else:
            parts = _pieces(phrase)
        head = parts[0]
        if head[-1] == "*":
            self._prefix.setdefault(head[:3], []).append((parts, domain, entry))
            return
        known = self._exact.get(head)
        if known is not None:
            known.append((parts, domain, entry))
            return
        if len(head) > 4:
            self._long.setdefault(head[0], []).append(head)
        self._exact[head] = [(parts, domain, entry)]

    def hits(self, text: str) -> list[Hit]:
        """Return the vocabulary entries in a text; of overlapping ones the longest, of equal ones all."""
        all_ = tokens(text)
        found: list[Hit] = []
        at = 0
        while at < len(all_):
            best = self._at(all_, at)
            found += best
            at = max((hit.after for hit in best), default=at + 1)
        return found

    def knows(self, word: str) -> bool:
        """Whether a word, in this or another form, is a vocabulary entry by itself."""
        return any(not hit.near for hit in self.hits(word))

    def means(self, word: str) -> bool:
        """Whether a word by itself marks an activity, in this or another form."""
        return any(self.marked(hit) for hit in self.hits(word) if not hit.near)

    def _at(self, all_: tuple[Token, ...], at: int) -> list[Hit]:
        low = all_[at].low.removesuffix("'s").removesuffix("-free")
        some = [*self._exact.get(low, ()), *self._prefix.get(low[:3], ())]
        if low != all_[at].low:
            some += self._exact.get(all_[at].low, ())
        fits = [one for one in some if self._fits(all_, at, one[0])]
        if fits or len(low) < 5 or not low[0].isalpha():
            return self._hits(fits, all_, at, near=False)
        if "а" <= low[0] <= "я":  # another form of a known word
            known = self._forms().get(stem(low), ()) if len(stem(low)) > 3 else ()
            forms = [word for word in known if bool(_VERBAL.search(word)) is bool(_VERBAL.search(low))]
            fits = [one for word in forms for one in self._exact[word] if len(one[0]) == 1]
        if fits:
            return self._hits(fits, all_, at, near=False)
        fits = [one for word in self._near(low) for one in self._exact[word] if len(one[0]) == 1]
        return self._hits(fits, all_, at, near=True)

    @staticmethod
    def _hits(
        fits: list[tuple[tuple[str, ...], str, str]], all_: tuple[Token, ...], at: int, *, near: bool
    ) -> list[Hit]:
        """Return the longest of the entries that stand at a place."""
        longest = max((len(one[0]) for one in fits), default=0)
        seen: dict[tuple[str, str], Hit] = {}
        for parts, domain, entry in fits:
            if len(parts) == longest:
                after = at + longest
                seen[domain, entry] = Hit(domain, entry, all_[at].start, all_[after - 1].end, at, after, near)
        return list(seen.values())

    def _forms(self) -> dict[str, list[str]]:
        """Return the known Russian words by their stems; made when a form that is not listed is first met."""
        if not self._stems:
            for word in (word for words in self._long.values() for word in words if "а" <= word[0] <= "я"):
                self._stems.setdefault(stem(word), []).append(word)
        return self._stems

    def _near(self, low: str) -> list[str]:
        """Return the known words that a misspelt one may stand for: one letter left out, added or changed, or two
        swapped."""
        close = (word for word in self._long.get(low[0], ()) if abs(len(word) - len(low)) < 2)
        return [word for word in close if _one_slip(low, word)][:1]

    @staticmethod
    def _fits(all_: tuple[Token, ...], at: int, parts: tuple[str, ...]) -> bool:
        if at + len(parts) > len(all_):
            return False
        for token, part in zip(all_[at : at + len(parts)], parts, strict=True):
            low = token.low.removesuffix("'s").removesuffix("-free")
            many = len(parts) > 1 and len(part) > 3 and low in (f"{part}s", f"{part}es")  # "overhead presses"
            if not many and not (low.startswith(part[:-1]) if part.endswith("*") else part in (low, token.low)):
                return False
        return True

    def marked(self, hit: Hit) -> list[Marked]:
        """Return the activities that a hit marks."""
        return self._marks.get((hit.domain, hit.entry), [])

    def with_value(self, hit: Hit) -> list[Marked]:
        """Return the activities that a hit marks where a value of theirs is told with it."""
        return self._valued.get((hit.domain, hit.entry), [])

    def activity(self, domain: str, name: str) -> Activity | None:
        """Return an activity of a loaded domain."""
        found = domain_of(domain) if is_noun(domain) else self.domains.get(domain)
        return found.activity(name) if found else None

    def words(self, domain: str, entry: str) -> tuple[str, ...]:
        """Return the words of a vocabulary entry."""
        found = self.domains.get(domain)
        return tuple(found.vocabulary.get(entry, ())) if found else ()


def _pieces(phrase: str) -> tuple[str, ...]:
    """Return the tokens of a phrase, a star behind those of which only the beginning is given."""
    parts = tuple(phrase.split())
    if all(piece == "*" or piece.removesuffix("*").isalpha() for piece in parts):
        return parts
    stars = [piece.endswith("*") for piece in parts]
    found = tuple(token.low for token in tokens(phrase.replace("*", "")))
    if len(stars) != len(found):
        return found
    return tuple(part + "*" if star else part for part, star in zip(found, stars, strict=True))


_VERBAL = pattern(r"(?:[аеиы]л[аои]?|ть|[аеиу]т|ют|ешь|ишь|с[яь])$")
"""How Russian verbs end, and few nouns do: становится is no form of становая."""
_MADE: list[Lexicon] = []
_MOST_KEPT = 8


def lexicon_of(domains: Iterable[Domain]) -> Lexicon:
    """Return the lexicon of some domains; those made last are kept, for the steps of a run ask for the same ones."""
    wanted = tuple(domains)
    for known in tuple(_MADE):
        own = tuple(known.domains.values())
        if len(own) == len(wanted) and all(one is other for one, other in zip(own, wanted, strict=True)):
            return known
    found = Lexicon(wanted)
    _MADE.insert(0, found)
    del _MADE[_MOST_KEPT:]
    return found


def _one_slip(one: str, other: str) -> bool:
    """Whether two words differ by one slip of the fingers, and not by an ending."""
    if len(one) == 5 or len(other) == 5:
        swapped = (one[:n] + one[n + 1] + one[n] + one[n + 2 :] for n in range(1, len(one) - 1))
        return len(one) == len(other) == 5 and other in swapped
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    if at >= min(len(one), len(other)) - 1:
        return False
    rests = {
        (one[at + 1 :], other[at + 1 :]), (one[at + 1 :], other[at:]), (one[at:], other[at + 1 :]),
        (one[at + 1 : at + 2] + one[at : at + 1] + one[at + 2 :], other[at:]),
    }  # fmt: skip
    return any(a == b for a, b in rests)
