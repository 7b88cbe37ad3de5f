"""Scraps of questions in the words of whole ones: "spent today?", "body weight going into the race", "runs + gym"."""

from __future__ import annotations

import re

from indagate.flows.notes.calendarwords import MONTHS, SEASONS
from indagate.flows.notes.offline import cues
from indagate.flows.notes.pattern import pattern

_NAMES = "|".join(
    sorted(
        {word for word in cues.NAMES if word.isascii() and len(word) > 2}
        - {"mark", "max", "jack", "nick", "tim", "sam"}
    )
)
_NAMED = "|".join(word for word in (*MONTHS, *SEASONS) if word.isascii())
_TIME = rf"(?P<time>(?:(?:the|this|last|that) )?(?:{_NAMED}|week|month|year))"
_BEGINS = r"(?:began|started|begins|starts|came(?: round| around| along)?|arrived|set in|rolled (?:round|around))\b"
_ENDS = r"(?:ended|ends|was over|was out|was through|finished)\b"
_THE_LOG = r"(?:this|my|the|our|these|those) (?:notebook|diary|log|journal|notes|records?|book|app)"
_BEGUN = (
    rf"(?:(?:the )?(?:very )?(?:first (?:page|day|entry|note)|start|beginning|opening|outset) of {_THE_LOG}|"
    r"(?:i|we) (?:first )?(?:started|began)"
    r"(?: (?:this|the|my|a|keeping|writing|logging|noting|taking|tracking|to keep))+"
    r"(?: (?:notebook|diary|log|journal|notes|things|everything|down|it|all|here))*)"
)
_ADDED_UP = (
    r"(?:total|sum|average|mean|trend|count|distance|mileage|number|time|change|period|days?|weeks?|months?|year)\b"
)
_A_DAY = (
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{_NAMED})|(?:{_NAMED}) \d{{1,2}}|yesterday|today|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b"
)
_ENDED = r"\b(?:to|till|until|through|onwards?|on|up)\b|[-–]\s*\d"
"""What "from" opens a time with: a single thing is from its day, "my run from 15 October"."""
_NO_SENTENCE = r"(?!.*\b(?:did|i|how|what|was|were|most|least|which|when|badly|well|from|out)\b)"
_TURNS = (
    # short for
    (r"\bhrs?\b(?=\s+(?!\d))", "hours"),
    (r"\bmins\b(?=\s+(?!\d))", "minutes"),
    (r"\bwks\b", "weeks"),
    (r"\bwk\b", "week"),
    (r"\b(?:mths|mos)\b", "months"),
    (r"\byrs\b", "years"),
    (r"\b(?:ystd|yday|y'day)\b", "yesterday"),
    (r"\b(?:2day|tdy)\b", "today"),
    (r"\bw/o\b", "without"),
    (r"\bw/(?=\s|\w)", "with "),
    (r"\bb4\b", "before"),
    (r"\b(?:min(?:utes?|s)?)(?: ?/ ?| per | a )(?:km|kilomet(?:er|re)|mile|mi)\b", "pace"),
    (r"(?P<more>\b(?:more|less|fewer|[a-z]{3,}er)) then (?=\d|an?\b|one\b|two\b|half\b)", r"\g<more> than "),
    (r"(?<=[a-z])\s+[+&]\s+(?=[a-z])", " and "),
    # how it is put
    (r"\bas far as (?P<what>[^,:?]{2,40}?) (?:goes|go|is concerned|are concerned)\b", r"for \g<what>"),
    (r"\b(?P<what>[a-z]{4,})-wise\b", r"in \g<what>"),
    (
        r"\b(?:did )?(?:i|we) (?:have )?(?:write|wrote|written|noted?|log(?:ged)?|record(?:ed)?|mention(?:ed)?|"
        r"jot(?:ted)? down)\b(?P<when>[^,?]{0,30}?) that "
        r"(?=(?:i|my)\b(?! (?:not|never|didn|did not|was not|had no)\b))",
        r"\g<when> ",
    ),
    (
        r"(?P<what>[?.!,;]\s[^?.!,;]{3,40}?) (?:(?:is|are|will be|would be) (?:just |perfectly |totally )?"
        r"(?:fine|ok|okay|enough|good enough|sufficient|alright|all right)|works|will do|would do)"
        r"(?: for me| with me| by me| too)?\W*$",
        r"\g<what>",
    ),
    (r"\b(?:setting|leaving|putting) (?P<what>[^,?]{2,30}?) aside\b", r"not counting \g<what>"),
    # days
    (r"\bon (?:the |those )?days (?:for|at|in|on) which\b", "on days when"),
    (
        r"\b(?P<what>(?:longest|shortest|busiest|hardest|easiest|worst|best|last|first|average|typical)?) ?days? "
        r"(?:that )?(?:i(?:'ve| have)? (?:had|spent|put in|did) )?(?:at|in) (?:work|the office|my job|the job)\b",
        r"\g<what> work day",
    ),
    (
        rf"\b(?P<what>(?:my|the|that) (?!{_ADDED_UP})[a-z-]+(?<!s)) from (?=(?:the )?{_A_DAY}(?!.*{_ENDED}))",
        r"\g<what> on ",
    ),
    (
        r"\bfrom the (?:very )?(?:day|moment|time|date)(?: when| that| on which)? (?=i\b|we\b|my\b)"
        r"(?![^?]*\bto (?:my|the|our)\b)",
        "since ",
    ),
    (r"(?P<since>\bsince (?!\d)[^,?]{3,60}?) (?:till|until|up to|up until) (?:now|today|this day)\b", r"\g<since>"),
    (r"\((?:mon(?:day)?)\s*(?:-|–|to|through)\s*sun(?:day)?\)", ""),
    (
        r"\b(past|last|previous|latest) (\d+|two|three|four|five|six|seven|ten|fourteen|few|couple of) nights\b",
        r"\1 \2 days",
    ),
    (r"\b(\d+|two|three|four|five|six|seven|ten|a few|a couple of) nights ago\b", r"\1 days ago"),
    (rf"\b(?:between|from) {_BEGUN} (?:and|to|until|till|through)\b", "until"),
    (rf"\b(?:ever )?(?:since|from) {_BEGUN}(?: on(?:wards)?)?", ""),
    (
        r"\b(?:ever )?since (?:i|we) (?:first )?(?:started|began|start|begin)"
        r"(?: (?:out|to run|running|logging|noting|to log))?(?=\W*$)",
        "in all",
    ),
    (rf"\b(?:before|by the time|until|till|by the moment|when) {_TIME} {_BEGINS}", r"before \g<time>"),
    (rf"\b(?:by the time|until|till) {_TIME} {_ENDS}", r"until the end of \g<time>"),
    (rf"\bsince {_TIME} {_BEGINS}", r"since \g<time>"),
    (
        r"\b(?:going|heading|coming|leading) into (?=(?:the|my)\b)|"
        r"\b(?:ahead of|leading up to|in the (?:run|lead|build)[- ]up to|on the eve of)\b",
        "before ",
    ),
    (r"\b(?:coming out of|off the back of|in the wake of|on the heels of)\b", "after"),
    (r"\bto last (?=(?:\d|an?\b|at least|over|more|less|under|longer|beyond))", "of "),
    (
        r"^\W*(?:(?:body ?)?weight|kg|kgs|kilos?|kilograms|pounds|lbs) (?P<way>lost|gained|dropped|shed)\b",
        r"how much weight did I \g<way>",
    ),
    # all of it
    (
        r",\s*(?:everything|all of (?:it|them|that)|the (?:whole )?lot|all (?:in|told|added up|up)|added up|"
        r"summed(?: up)?|grand total)(?=\W*$)",
        " in total",
    ),
    (r",\s*all (?:my |the |of the )?(\w+) (?:together|combined|added up|summed(?: up)?)(?=\W*$)", r", total \1"),
    # without a verb
    (
        r"^\W*(?:training|workout|exercise|sports?|active) days(?P<when>[^,:(]*)[,:(]\s*"
        r"(?P<one>\w+) (?:and|or|plus) (?P<other>\w+)\)?\W*$",
        r"on how many days \g<when> did I do \g<one> or \g<other>",
    ),
    (
        rf"^\W*(?P<coin>euros?|eur|€|rou?bles|rub|₽|dollars|usd|bucks|pounds) (?:i )?(?:spent|paid)\b{_NO_SENTENCE}",
        r"how much in \g<coin> did I spend",
    ),
    (rf"^\W*(?:money |cash |total )?spent(?=\W|$){_NO_SENTENCE}", "how much did I spend"),
    (rf"^\W*slept\b{_NO_SENTENCE}", "how long did I sleep"),
    (rf"^\W*worked\b{_NO_SENTENCE}", "how long did I work"),
    (rf"^\W*(?:ran|run)\b(?=\s+(?:today|yesterday|this|last|in|on|since|over)\b){_NO_SENTENCE}", "how far did I run"),
)
_POSSESSED = pattern(
    rf"\b(?P<who>{_NAMES}|mom|mum|dad|wife|husband|girlfriend|boyfriend)'?s\b(?= [a-z])", re.IGNORECASE
)
"""Somebody's name before what is theirs, without its capital or apostrophe: "mashas longest run"."""
_MADE = tuple((pattern(left, re.IGNORECASE), right) for left, right in _TURNS)


def in_full(text: str) -> str:
    """Return a question without its shorthand."""
    text = with_owners(text)
    for turn, instead in _MADE:
        text = turn.sub(instead, text)
    return text


def with_owners(text: str) -> str:
    """Return a question with the names of owners as such: "mashas birthday" is Masha's."""
    return _POSSESSED.sub(lambda match: f"{match['who'].capitalize()}'s", text)
