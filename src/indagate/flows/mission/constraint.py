"""What a mission keeps to: typed limits on its sources, the one place that applies them, and their words.

A source is left out where something known of it breaks a limit. Before it is opened, what is unknown passes; once it is
read, a limit that nothing known satisfies leaves it out too: "since 2020" holds for no page without a date.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from datetime import date, timedelta
from typing import Any

from indagate.errors import InputError
from indagate.evidence.authority import Kind, host_of
from indagate.evidence.source import Source
from indagate.evidence.word import stem, words
from indagate.flows.mission.finding import Listed

KINDS = tuple(kind.value for kind in Kind if kind is not Kind.UNKNOWN)
LANGUAGES = {
    "english": "en", "german": "de", "russian": "ru", "french": "fr", "spanish": "es", "italian": "it",
    "portuguese": "pt", "dutch": "nl", "polish": "pl", "ukrainian": "uk", "czech": "cs", "swedish": "sv",
    "japanese": "ja", "chinese": "zh", "korean": "ko", "arabic": "ar", "hebrew": "he", "greek": "el", "turkish": "tr",
}  # fmt: skip
CODES = tuple(sorted(LANGUAGES.values()))
_HOST = re.compile(r"(?:[a-z0-9_-]+\.)+[a-z0-9-]{2,}")
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?")
_ID = re.compile(r"S\d{2,}")


@dataclass(frozen=True, slots=True)
class Constraints:
    """Limits on sources; an empty one limits nothing. Of several values in one field any will do.

    `exclude` holds kinds, hosts, ids and locators of sources, and words that name one by its title, publisher or file.
    Of `places` a source must name one in its words, its title or its address.
    """

    kinds: tuple[str, ...] = ()
    publishers: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    since: date | None = None
    until: date | None = None
    languages: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return any(getattr(self, field.name) for field in fields(self))

    def with_more(self, other: Constraints) -> Constraints:
        """Return these limits and another's: what it names in a field of one value takes that value's place."""
        made: dict[str, Any] = {}
        for name in (field.name for field in fields(self)):
            mine, theirs = getattr(self, name), getattr(other, name)
            made[name] = _distinct(mine, theirs) if isinstance(mine, tuple) else theirs or mine
        return Constraints(**made)


UNLIMITED = Constraints()


def about(source: Source) -> Listed:
    """Return what is known of an archived source."""
    kind = "" if source.kind is Kind.UNKNOWN else str(source.kind)
    return Listed(source.locator, source.title, kind, source.published, 0, source.language, source.publisher, source.id)


def breaks(limits: Constraints, found: Listed, *, opened: bool) -> str:
    """Return how a source breaks the limits, or nothing; `opened` says whether all that can be known of it is known."""
    host = host_of(found.path)
    if terms := [term for term in limits.exclude if named(term, found)]:
        return f"left out by “{terms[0]}”"
    for what, known, wanted, fits in (
        ("kind", found.kind, limits.kinds, found.kind in limits.kinds),
        ("language", found.language, limits.languages, found.language in limits.languages),
        ("publisher", found.publisher, limits.publishers, any(_holds(found.publisher, it) for it in limits.publishers)),
    ):
        if wanted and (known or opened) and not fits:
            return f"its {what} is {known or 'not known'}, not {' or '.join(wanted)}"
    if limits.hosts and not any(_under(host, wanted) for wanted in limits.hosts):
        return f"it is not from {' or '.join(limits.hosts)}"
    if (limits.since or limits.until) and (found.published or opened):
        if found.published is None:
            return "its date is not known"
        if limits.since and found.published < limits.since:
            return f"it is of {found.published}, before {limits.since}"
        if limits.until and found.published > limits.until:
            return f"it is of {found.published}, after {limits.until}"
    if limits.places and found.places is not None and not {*limits.places} & {*found.places}:
        return f"it does not name {' or '.join(limits.places)}"
    return ""


def naming(places: Iterable[str], *texts: str) -> tuple[str, ...]:
    """Return the places that texts name: by their stems, abbreviations as they stand."""
    stems = {stem(word.text) for text in texts for word in words(text)}

    def held(place: str) -> bool:
        if place.isupper():
            return any(re.search(rf"(?<!\w){re.escape(place)}(?!\w)", text) for text in texts)
        return {stem(word.text) for word in words(place)} <= stems

    return tuple(filter(held, places))


def named(term: str, found: Listed) -> bool:
    """Whether a term names a source: its kind, id, host, locator, file, or words that all stand in its names."""
    bare = re.sub(r"^(?:the|a|an)\s+", "", term.strip(), flags=re.IGNORECASE)
    low = bare.casefold()
    kind = _kind(low)
    if kind:
        return found.kind == kind
    if _ID.fullmatch(bare):
        return found.id == bare
    file = found.path.rsplit("/", 1)[-1]
    if low in (found.path.casefold(), file.casefold(), found.title.casefold()):
        return True
    if _HOST.fullmatch(low):
        return _under(host_of(found.path), low)
    year = found.published.year if found.published else ""
    return _holds(f"{found.title} {found.publisher} {re.sub(r'[_.-]', ' ', file)} {year}", bare)


def told(limits: Constraints) -> tuple[str, ...]:
    """Return the limits in words, a line each, in the forms in which they can be given."""
    forms = {
        "only {} sources": limits.kinds, "only from {}": limits.hosts, "only by {}": limits.publishers,
        "since {}": limits.since, "until {}": limits.until, "only in {}": limits.languages, "place: {}": limits.places,
    }  # fmt: skip
    lines = (
        form.format(" or ".join(value) if isinstance(value, tuple) else value) for form, value in forms.items() if value
    )
    return (*lines, *(f"leave out {term}" for term in limits.exclude))


LINES = {
    "time": ("", ("since", "until")), "geography": ("place: ", ("places",)), "language": ("only in ", ("languages",)),
    "sources": ("only ", ("kinds", "hosts", "publishers")), "exclusions": ("leave out ", ("exclude",)),
}  # fmt: skip
"""The lines of the limits in task.md: how the forms begin that stand there without that, and what they limit."""


def as_lines(limits: Constraints) -> dict[str, str]:
    """Return the limits as the lines of task.md, each with its forms; empty where nothing is limited."""
    found: dict[str, str] = {}
    for line, (begins, names) in LINES.items():
        own = Constraints(**{name: getattr(limits, name) for name in names})
        found[line] = "; ".join(text.removeprefix(begins) for text in told(own))
    return found


def of_lines(lines: Mapping[str, str]) -> list[str]:
    """Return the forms that stand in lines of task.md, whole."""
    return [
        f"{LINES[name][0]}{part.strip()}" for name, text in lines.items() for part in text.split(";") if part.strip()
    ]


# --- values as people and models write them -------------------------------------------------------------------------


def day(text: str, *, end: bool = False) -> date:
    """Return a date written 2020, 2020-05 or 2020-05-31: the first day meant, or the last. Raises `ValueError`."""
    found = _DATE.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"{text!r} is no date: write 2020, 2020-05 or 2020-05-31")
    year, month, number = (int(part or 0) for part in found.groups())
    try:
        first = date(year, month or 1, number or 1)
        if not end or number:
            return first
        return date(year + (month or 12) // 12, (month or 12) % 12 + 1, 1) - timedelta(days=1)
    except ValueError:
        raise ValueError(f"{text!r} is no date: write 2020, 2020-05 or 2020-05-31") from None


def _known(text: str, found: str, known: Iterable[str], what: str) -> str:
    """Return a value that was found by its name, if it is known. Raises `ValueError`."""
    if found not in known:
        raise ValueError(f"{text!r} is no {what}: {', '.join(known)}")
    return found


def limits_of(since: str = "", until: str = "", **given: Iterable[str]) -> Constraints:
    """Return limits of values as written. Raises `ValueError` naming the first that is none."""
    read: dict[str, Callable[[str], str]] = {
        "kinds": lambda text: _known(text, _kind(_line(text).casefold()), KINDS, "kind of source"),
        "languages": lambda text: _known(text, LANGUAGES.get(low := _line(text).casefold(), low), CODES, "language"),
        "hosts": lambda text: _line(text).casefold(),
    }
    made = Constraints(
        since=day(since) if since.strip() else None, until=day(until, end=True) if until.strip() else None,
        **{name: _distinct(map(read.get(name, _line), texts)) for name, texts in given.items()},
    )  # fmt: skip
    if made.since and made.until and made.since > made.until:
        raise ValueError(f"since {made.since} is after until {made.until}")
    if strange := [host for host in made.hosts if not _HOST.fullmatch(host)]:
        raise ValueError(f"{strange[0]!r} is no host: write it as example.org")
    return made


def limits_given(
    only: Iterable[str] = (), since: str = "", until: str = "", exclude: Iterable[str] = (),
    languages: Iterable[str] = (), places: Iterable[str] = (),
) -> Constraints:  # fmt: skip
    """Return limits as a person gives them, `only` with kinds and hosts. Raises `InputError` for what is none."""
    named = tuple(only)
    kinds = [item for item in named if _kind(item.casefold())]
    hosts = [item for item in named if item not in kinds]
    try:
        return limits_of(since, until, kinds=kinds, hosts=hosts, languages=languages, places=places, exclude=exclude)
    except ValueError as error:
        raise InputError(str(error), hint="indagate research --help lists the limits") from None


def resolved(limits: Constraints, sources: Iterable[Source]) -> Constraints:
    """Return limits whose ids of sources are replaced by the locators that they stand for now.

    Raises `ValueError` for an id that no source has.
    """
    known = {source.id: source.locator for source in sources}
    strange = [term for term in limits.exclude if _ID.fullmatch(term) and term not in known]
    if strange:
        raise ValueError(f"there is no source {strange[0]} in this run")
    return replace(limits, exclude=tuple(known.get(term, term) for term in limits.exclude))


def _kind(low: str) -> str:
    bare = re.sub(r"\s+(?:sources?|pages?|posts?|sites?|documents?|papers?)$", "", low)
    return next((kind for kind in KINDS if bare in (kind, f"{kind}s")), "")


def _under(host: str, wanted: str) -> bool:
    bare = wanted.removeprefix("www.")
    return host == bare or host.endswith(f".{bare}")


def _holds(text: str, wanted: str) -> bool:
    """Whether a text has all words of another one, by their stems."""
    sought = {stem(word.text) for word in words(wanted)}
    return bool(sought) and sought <= {stem(word.text) for word in words(text)}


def _distinct(*values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for group in values for value in group if value))


def _line(text: str) -> str:
    return " ".join(text.split())[:200]
