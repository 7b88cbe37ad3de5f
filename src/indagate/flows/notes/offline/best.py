"""The best of a thing of one length is its least time: "my parkrun pb", "5k record"."""

from __future__ import annotations

from dataclasses import replace

from indagate.flows.notes.lexicon import Lexicon
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.query import Query


def timed(query: Query, low: str, lexicon: Lexicon) -> Query:
    """Return the best of a thing of one length, a parkrun or 5 km, as the least time for it."""
    activity = lexicon.activity(query.subjects[0].domain, query.subjects[0].activity) if query.subjects else None
    if activity is None or query.form != "record" or not _BEST.search(low) or _FAR.search(low):
        return query
    duration = next((item.ratio[0] for item in activity.fields.values() if item.ratio), "")
    one_length = any(one.field == activity.main and one.op == "~" for one in query.conditions) or any(
        one.said.lower() in activity.narrow for one in query.words
    )
    return replace(query, field=duration, best="min") if duration and one_length else query


_BEST = pattern(r"\b(?:fastest|quickest|pb|pr|pbs|prs|personal best|best|record|лучш\w+|рекорд\w*)\b")
_FAR = pattern(r"\b(?:long\w*|far\w*|fur\w*|distance|pace|speed|длинн\w+|дальн\w+|темп\w*)\b")
