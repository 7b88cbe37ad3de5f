"""What else a question names: the days on which something else was done, events that bound a period."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

from indagate.flows.notes.lexicon import Lexicon
from indagate.flows.notes.offline import questioncue as cue
from indagate.flows.notes.offline.event import pick_of
from indagate.flows.notes.offline.reading import conditions_of, periods_of, read_of, subjects_of
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.query import Side
from indagate.flows.notes.token import plain


def divide(text: str, low: str, as_of: date, lexicon: Lexicon) -> tuple[str, tuple[str, Side] | None]:
    """Divide "how did I sleep on days when I ran" into what is asked and the days that are meant."""
    both = re.search(r"\bboth\s+(.*?)\s+and\s+(.*)", low)
    if both:
        first, second = text[: both.end(1)], text[both.start(2) :]
        found = side_of(second, as_of, lexicon)
        if found and subjects_of(read_of(first, as_of, lexicon), lexicon):
            return first, (second, found)
    same = cue.SAME_DAY.search(low)
    if same:
        found = side_of(text[same.start("other") : same.end("other")], as_of, lexicon)
        if found and subjects_of(read_of(text[: same.end("one")], as_of, lexicon), lexicon):
            return text[: same.end("one")] + text[same.end() :], ("", found)
    named = cue.NAMED_DAYS.search(low)
    if named:
        found = side_of(f"{'not ' if named['no'] else ''}{named['what']}", as_of, lexicon)
        rest = text[: named.start()] + " " + text[named.end() :]
        if found and subjects_of(read_of(rest, as_of, lexicon), lexicon):
            return rest, ("", found)
    for match in cue.SPLIT.finditer(low):
        rest = text[match.end() :]
        before = text[: match.start()]
        body, comma, tail = rest.rpartition(",")
        if comma and body.strip() and not lexicon.hits(tail):  # "on days with a run, on average?"
            rest, before = body, f"{before} {tail}"
        found = side_of(rest, as_of, lexicon)
        head = read_of(before, as_of, lexicon)
        if found is None:
            continue
        own = subjects_of(head, lexicon)
        if not own and match.start() < 12 and "," in rest:  # "On days when I ran, how long did I sleep?"
            rest, before = rest.split(",", 1)
            found = side_of(rest, as_of, lexicon)
            own = subjects_of(read_of(before, as_of, lexicon), lexicon)
        if (
            not own
            or found is None
            or (own[0].domain, own[0].activity) == (found.subject.domain, found.subject.activity)
        ):
            continue
        later = match["after"] or match["later"] or " after " in match[0] or "после" in match[0]
        near = bool(
            (match["when"] or "day of" in match[0] or "когда" in match[0])
            and re.search(
                r"\b(record|set|hit|first|pr|reached|рекорд|longest|shortest|heaviest|best|fastest)\b", plain(rest)
            )
        )
        activity = lexicon.activity(own[0].domain, own[0].activity)
        if (
            match["when"] or "когда" in match[0] or "day of" in match[0]
        ):  # "what did I weigh when …": a value of another day will do
            near = near or (activity is not None and not activity.fields[activity.main].sum and bool(found.conditions))
        before_it = lexicon.activity(found.subject.domain, found.subject.activity)
        if before_it is not None and before_it.night_before:
            later = ""
        shift = int(bool(later)) - (" before " in match[0] and "day" in match[0])
        return before, (rest, replace(found, later=shift, near=near))
    return text, None


def side_of(text: str, as_of: date, lexicon: Lexicon) -> Side | None:
    """Return the days that a text names by what was done on them, or None."""
    read = read_of(text, as_of, lexicon)
    subjects = subjects_of(read, lexicon)
    if not subjects:
        return None
    conditions = conditions_of(read, subjects, lexicon)
    without = bool(_WITHOUT.match(plain(text)))
    return Side(subjects[0], conditions, periods_of(read, as_of), pick=pick_of(text), without=without)


_WITHOUT = pattern(
    r"\W*(?:i |я )?(?:also )?(don'?t|didn'?t|do not|did not|am not|was not|wasn'?t|haven'?t|never|without|with no|"
    r"no|not|non-?|не|без)\b"
)
"""What makes the days meant on which something was not done."""
