"""Goals that want money in another currency: by a rate that the goal or the documents give, else declined plainly."""

from __future__ import annotations

from datetime import date

from indagate.flows.task.ask import Thinking, ThinkQuestion
from indagate.flows.task.offline.arithmetic import expression_of
from indagate.flows.task.offline.currency import Rate, amounts, by_rate, rates, wanted, without_target
from indagate.flows.task.offline.documents.fact import Book
from indagate.flows.task.offline.documents.price import price_in
from indagate.flows.task.offline.documents.read import read_texts
from indagate.flows.task.offline.documents.step import read_for, searchable
from indagate.flows.task.offline.goal import Goal, read_goal
from indagate.flows.task.offline.move import resign, seen_of, use


def step(goal: Goal, asked: ThinkQuestion) -> Thinking | None:
    """Return the next step towards a sum in another currency; None where a goal asks for none."""
    target = wanted(goal.plain)
    if not target:
        return None
    known = {sign for _, sign in amounts(goal.plain)} - {target}
    texts: list[dict[str, str]] = []
    book = Book((), ())
    if searchable(asked):
        found = read_for(goal, asked)
        if isinstance(found, Thinking):
            return found
        texts, book = found, read_texts(found)
    given = [*rates(goal.plain), *(rate for text in texts for rate in rates(text["text"]))]
    if known:
        source = known.pop()
        amount = _amount(goal, source, date.fromisoformat(asked.today)) if not known else ""
        return _changed(amount, source, target, given, asked)
    spoken = {fact.unit for fact in book.facts if fact.money and fact.amount}
    price = price_in(book, without_target(goal.text))
    if not spoken or (target in spoken and (price is None or price.unit == target)):
        return None
    if price is None:
        return None if any(rate.target == target for rate in given) else _no_rate(" / ".join(sorted(spoken)), target)
    return _changed(price.number, price.unit, target, given, asked, f"\n\n“{price.sentence[:300]}” [{price.source}]")


def _amount(goal: Goal, source: str, today: date) -> str:
    """Return the sum that is to be changed: what the goal computes without its currency, else the one that it names."""
    bare = read_goal(without_target(goal.text))
    own = [amount for amount, sign in amounts(bare.plain) if sign == source]
    expression = expression_of(bare, today)
    if expression and not rates(goal.plain):
        return f"({expression})"
    return own[0] if own else ""


def _changed(
    amount: str, source: str, target: str, given: list[Rate], asked: ThinkQuestion, evidence: str = ""
) -> Thinking | None:
    expression = by_rate(amount, source, target, given) if amount else ""
    if not expression:
        return _no_rate(source, target)
    seen = seen_of(asked, "calculate", {"expression": expression})
    if seen is None:
        return use("There is a rate for it.", "calculate", expression=expression)
    if seen.status != "SUCCESS":
        return resign("needs_model", f"the calculator cannot do it: {seen.text}")
    value = seen.text.removeprefix("≈ ").split(" ")[0]
    return Thinking("The rate is given.", answer=f"{value} {target}\n\n{expression} = {value} {target}{evidence}")


def _no_rate(source: str, target: str) -> Thinking:
    why = f"there is no exchange rate from {source} to {target}: say it in the goal, as in 1 {source} = … {target}"
    return resign("not_found", why)
