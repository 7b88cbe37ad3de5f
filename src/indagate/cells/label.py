"""What stands beside values: labels in the two languages that code writes, and what is to be told."""

from __future__ import annotations

from indagate.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Label:
    """A label in the two languages that code writes."""

    en: str = ""
    ru: str = ""

    def of(self, language: str) -> str:
        """Return the label in a language ("en", "ru")."""
        return self.ru if language == "ru" else self.en


def same(text: str) -> Label:
    """Return a label that reads the same in both languages."""
    return Label(text, text)


def joined(parts: list[Label], en: str, ru: str | None = None) -> Label:
    """Return labels joined by a word of each language."""
    return Label(en.join(part.en for part in parts), (ru or en).join(part.ru for part in parts))


@dataclass(frozen=True, slots=True)
class Disclosure:
    """Something to be told beside a result: what kind, and in words."""

    kind: str
    text: str
