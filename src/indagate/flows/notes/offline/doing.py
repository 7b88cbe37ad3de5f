"""Which unknown words of an English question only say that something was done: those that stand where a verb stands.

"How much rent have I handed over" and "was the rent wired" ask the same of the rent. A verb of doing something else, or
of what makes something else of a thing, is none of them: "how many coffees did I sell".
"""

from __future__ import annotations

from collections.abc import Sequence

from indagate.flows.notes.token import Token, listed, stem, tokens

_DOING_SOMETHING_ELSE = frozenset(
    stem(word)
    for word in listed("""
    bike biked cycle cycled ride rode ridden ski skied skate skated climb climbed dance danced drive drove driven fly
    flew flown sail sailed surf surfed hike hiked paddle paddled row rowed jog jogged walk walked swim swam swum crawl
    jump dive dived read write draw drew paint sing sang study studied learn learnt teach taught play played watch
    listen call phone text email cook cooked bake baked grill fry brew clean wash iron sew knit fix repair build plant
    dig garden smoke vape pray fish hunt shoot box wrestle stretch dream snore nap cry laugh argue fight kiss sell sold
    lend lent borrow borrowed owe owed refund refunded reimburse return returned repay repaid earn earned win won save
    saved invest invested steal stole stolen donate donated gift gifted give gave given lose lost find found spill
    break broke throw threw waste forget forgot forgotten refuse decline avoid quit stop cancel postpone skip plan want
    hate dislike regret miss like love prefer recommend advise promise burn burned burnt sweat hurt injure heal recover
    vomit measure weigh cough sneeze bleed wake woke woken awoke awake waken oversleep overslept
""")
)
"""Verbs of doing something else with a thing, or without it: they stay words that must be noted."""
_DOERS = listed("i we you i've we've i'd we'd")
_BETWEEN = listed("""
    ever also actually really already always last first just only still even then once both all never not probably
    usually typically normally often sometimes mostly mainly generally again so far each
""")
"""What may stand between a verb and what is before it."""
_HAVING = listed("have has had having i've we've i'd been be being was were is are am got get gets getting")
_BEING = listed("was were is are am be been being")
_WISHING = listed("""
    want wanted going supposed able have had need needed like love try tried manage managed used plan planned meant
    hope hoped decide decided likely due time way
""")
_AUXILIARY = listed("did do does have has had will would can could")
_ARTICLES = listed("the a an my our any all each every his her their")
_ASKED_FOR = listed("me my the all every us up how what")
_PARTICIPLES = ("ed", "en", "wn", "ught", "pt", "lt", "nt", "ung", "unk")


def verb_places(text: str, known: Sequence[tuple[int, int]]) -> frozenset[int]:
    """Return where words begin that stand in the place of a verb; `known` are the places of what is read already."""
    words = [token for token in tokens(text) if token.word]
    return frozenset(word.start for at, word in enumerate(words) if _is_verb(words, at, known))


def _is_verb(words: list[Token], at: int, known: Sequence[tuple[int, int]]) -> bool:
    low = words[at].low
    if not low.isascii() or stem(low) in _DOING_SOMETHING_ELSE:
        return False
    if at == 0:
        return len(words) > 2 and words[1].low in _ASKED_FOR
    before = at - 1
    while before and (words[before].low in _BETWEEN or words[before].low.endswith("ly")):
        before -= 1
    prior = words[before].low
    earlier = words[before - 1].low if before else ""
    if prior in _DOERS:
        return earlier not in _BEING or low.endswith("ing")  # "was I tired" tells how one was
    if prior == "to":
        return earlier in _WISHING
    if prior in _HAVING:
        of_mine = prior in _BEING and earlier in {"i", "i've", "i'd", "have", "had"}
        return low.endswith("ing") if of_mine else low.endswith(_PARTICIPLES)
    return _behind_a_thing(words, at, known)


def _behind_a_thing(words: list[Token], at: int, known: Sequence[tuple[int, int]]) -> bool:
    """Whether a word stands behind a thing that does something: "how much did the groceries devour"."""
    first = at
    while first and any(a <= words[first - 1].start < b for a, b in known):
        first -= 1
    if first == at:
        return False
    while first and words[first - 1].low in _ARTICLES:
        first -= 1
    return bool(first) and words[first - 1].low in _AUXILIARY
