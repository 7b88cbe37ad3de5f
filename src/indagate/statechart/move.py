"""The pure heart: which token moves where on an event, and whose step may run."""

from __future__ import annotations

import typing as t

from indagate.errors import ChartError, SignalNotAccepted
from indagate.statechart.chart import Chart
from indagate.statechart.configuration import Configuration, Token
from indagate.statechart.state import HISTORY


def transition(chart: Chart, configuration: Configuration, token_id: int, event: type) -> Configuration:
    """The configuration after that token took that event; NotTaken if its state does not take it."""
    tokens = configuration.tokens
    if len(tokens) == 1 and tokens[0].id == token_id:  # the hot path: one token, an ordinary edge
        target = chart.edges[tokens[0].state].get(event)
        if target.__class__ is str:
            visits = configuration.visits
            return Configuration((Token(token_id, target, visits),), visits + 1, configuration.minted)
    token = _find(configuration, token_id)
    target = chart.edges[token.state].get(event)
    if target is None:
        return _from_anywhere(chart, configuration, token, event)
    if token.state in chart.joins and not _gathered(chart, configuration, token.state):
        _refuse(chart, token, event, "it waits until every other token has arrived")
    if target is HISTORY:
        if not configuration.history:
            _refuse(chart, token, event, "there is nothing to go back to")
        return Configuration(configuration.history, configuration.visits, configuration.minted)
    return _ordinary(chart, configuration, token, target)


def takes(chart: Chart, configuration: Configuration, event: type) -> Token | None:
    """The token that would take this event: by its state's own edge in token order, else by `anywhere`."""
    live = [token for token in configuration.tokens if token.state not in chart.finals]
    for token in live:
        target = chart.edges[token.state].get(event)
        if target is None or (target is HISTORY and not configuration.history):
            continue
        if token.state not in chart.joins or _gathered(chart, configuration, token.state):
            return token
    if event not in chart.anywhere:
        return None
    return next((token for token in live if event not in chart.edges[token.state]), None)


def active(chart: Chart, configuration: Configuration) -> tuple[Token, ...]:
    """The tokens whose step should run now: in a Work, or in a Join where every live token has arrived."""
    works, joins = chart.works, chart.joins
    return tuple(
        token
        for token in configuration.tokens
        if token.state in works or (token.state in joins and _gathered(chart, configuration, token.state))
    )


def waiting(chart: Chart, configuration: Configuration) -> tuple[Token, ...]:
    """The tokens that a person or an outside event has to move."""
    return tuple(token for token in configuration.tokens if token.state in chart.waits)


def finished(chart: Chart, configuration: Configuration) -> bool:
    """Whether every token is in a final state."""
    return all(token.state in chart.finals for token in configuration.tokens)


def _find(configuration: Configuration, token_id: int) -> Token:
    for token in configuration.tokens:
        if token.id == token_id:
            return token
    raise SignalNotAccepted(f"There is no token {token_id} in {configuration}.")


def _gathered(chart: Chart, configuration: Configuration, join: str) -> bool:
    return all(token.state == join or token.state in chart.finals for token in configuration.tokens)


def _ordinary(chart: Chart, configuration: Configuration, token: Token, target: str | tuple[str, ...]) -> Configuration:
    visits, minted = configuration.visits, configuration.minted
    if isinstance(target, str):
        arrived: list[Token] = [Token(token.id, target, visits)]
    else:
        arrived = [Token(minted + i, head, visits + i) for i, head in enumerate(target)]
        minted += len(target)
    visits += len(arrived)
    tokens: list[Token] = []
    for other in configuration.tokens:
        tokens.extend(arrived if other is token else (other,))
    live = [other for other in tokens if other.state not in chart.finals]
    if len(live) > 1 and live[0].state in chart.joins and all(other.state == live[0].state for other in live):
        merged = Token(minted, live[0].state, visits)
        tokens = [merged, *(other for other in tokens if other.state in chart.finals)]
        visits, minted = visits + 1, minted + 1
    return Configuration(tuple(tokens), visits, minted)


def _from_anywhere(chart: Chart, configuration: Configuration, token: Token, event: type) -> Configuration:
    target = chart.anywhere.get(event)
    if target is None or token.state in chart.finals:
        _refuse(chart, token, event)
    if not isinstance(target, str):
        raise ChartError(f"chart {chart.name}: anywhere, on {event.__name__}: the target must be one state")
    visits, minted = configuration.visits, configuration.minted
    entered = Token(minted, target, visits)
    # History is kept only while the run stands where `anywhere` took it, so a failure there never replaces it.
    return Configuration((entered,), visits + 1, minted + 1, configuration.history or configuration.tokens)


def _refuse(chart: Chart, token: Token, event: type, why: str = "") -> t.NoReturn:
    final = token.state in chart.finals
    names = [kind.__name__ for kind in ({} if final else {**chart.edges[token.state], **chart.anywhere})]
    taken = f"it takes {', '.join(names)}" if names else "it is final and takes nothing"
    raise SignalNotAccepted(f"{token.state} does not take {event.__name__}{why and ' now: ' + why}; {taken}.")
