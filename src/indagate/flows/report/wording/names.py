"""The names in a sentence: of its measure, of groups, and of how groups are united in it."""

from __future__ import annotations

from indagate.flows.report.naming import cited, placed
from indagate.flows.report.wording.sentence import Sentence


class Names(Sentence):
    """A sentence that names what it is about."""

    @property
    def title(self) -> str:
        """What the measure is called within a sentence; in Russian in quotes, since names do not take cases there."""
        return f"«{self.subject.title}»" if self.ru else self.subject.title

    @property
    def divided(self) -> str:
        """What the measure is called where a part of it is spoken of: a part of airports, not of their number."""
        return self.title.removeprefix("number of ")

    @property
    def head(self) -> str:
        """What the measure is called at the beginning of a sentence, before a colon."""
        return headed(cited(self.subject.title, self.language))

    @property
    def whose(self) -> str:
        """What the measure is called, and of which group, or how its groups are united; in Russian before a colon."""
        if not self.finding.group and self.subject.averaged:
            return f"{self.head} (в среднем)" if self.ru else f"average {self.subject.title}"
        added = self.group or self.subject.whole
        if self.ru:
            return f"{self.head}, {added}" if added else self.head
        return f"{self.subject.title} ({added})" if added else self.subject.title

    @property
    def group(self) -> str:
        """The group that the finding is of, as the language calls it; empty where it is of no single one."""
        return cited(placed(self.finding.group, self.language), self.language)

    @property
    def gathered(self) -> str:
        """What the measure is called, and how the rows of a group are united in it."""
        united = self.subject.united
        return f"{united} {self.subject.title}" if united and not self.ru else self.title

    @property
    def united(self) -> str:
        """How the rows of a group are united."""
        return self.subject.united

    def name(self, name: str) -> str:
        """Write a name: a place as the language calls it, others as they are in the file."""
        return cited(self.show(placed(self.label(name), self.language), name), self.language)


def headed(text: str) -> str:
    """Return a text as it stands at the beginning of a sentence: with a capital, also within quotes."""
    at = 1 if text[:1] == "«" else 0
    return f"{text[:at]}{text[at : at + 1].upper()}{text[at + 1 :]}"
