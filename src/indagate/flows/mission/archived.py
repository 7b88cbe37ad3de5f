"""A mission's sources, shown as they were archived, with a fact's quote marked."""

from __future__ import annotations

from indagate.errors import InputError
from indagate.flow.archived import ArchivedText
from indagate.flows.mission.record import Mission
from indagate.storage import ContentStore


def archived(mission: Mission, store: ContentStore, source: str, fact: str = "") -> ArchivedText:
    """Return a source's archived text, a fact's quote in it marked.

    Raises `InputError` for a source or fact that is not there, `Corrupt` if the store has lost the text.
    """
    found = mission.sources.get(source)
    if found is None:
        raise InputError(f"there is no source {source!r} in {mission.run}", hint=f"It has {len(mission.sources)}.")
    cited = mission.facts.get(fact)
    if fact and (cited is None or cited.source != source):
        raise InputError(f"{source} has no fact {fact!r}")
    text = store.get(found.text_sha256).decode("utf-8", "surrogatepass")
    start, end = (cited.start, cited.end) if cited is not None else (0, 0)
    return ArchivedText(source, found.title, found.locator, found.publisher, found.media_type, text, start, end)
