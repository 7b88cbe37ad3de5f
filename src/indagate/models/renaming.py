"""Names that a run gives to its own things, put aside so that the same question of another run is known again."""

from __future__ import annotations

import re

from indagate.models.prompt import Prompt

_PLACE = re.compile(r"\0(\d+)\0")


class Renaming:
    """Replaces ids by their number in a prompt, and the word of its marks; and the numbers by the ids again."""

    def __init__(self, prompt: Prompt, volatile_ids: str) -> None:
        self._prompt = prompt
        self._pattern = re.compile(volatile_ids) if volatile_ids else None
        self._names = list(dict.fromkeys(self._pattern.findall(prompt.request))) if self._pattern else []
        self._places = {name: f"\0{number}\0" for number, name in enumerate(self._names)}

    @property
    def prompt(self) -> Prompt:
        """The prompt without what only this run knows."""
        return Prompt(
            self._prompt.instructions, self.without(self._prompt.request).replace(self._prompt.mark, "\0"), ""
        )

    def without(self, text: str) -> str:
        """Return a text with numbers in place of the ids that the prompt shows."""
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda found: self._places.get(found[0], found[0]), text)

    def within(self, text: str) -> str:
        """Return a text with the ids in place of the numbers."""
        known = len(self._names)
        return _PLACE.sub(lambda found: self._names[int(found[1])] if int(found[1]) < known else found[0], text)
