"""Templates of a mission's pages: what they are given is escaped for the page's form, unless it is so already."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from indagate.compiled import kept_in
from indagate.render import in_table, visible

if TYPE_CHECKING:
    from jinja2 import Template


class Markdown(str):
    """A text that is escaped for Markdown already."""

    __slots__ = ()

    def __html__(self) -> str:
        return self


@cache
def template(name: str, clean: Callable[[str], str] = visible) -> Template:
    """Return a template of the folder `templates`; `clean` makes texts fit for one of Markdown."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    html, folder = name.endswith(".html"), Path(__file__).parent / "templates"
    kind = str if html else Markdown
    environment = Environment(
        loader=FileSystemLoader(folder), autoescape=True, undefined=StrictUndefined, bytecode_cache=kept_in(folder),
        finalize=lambda value: kind(clean(value)) if type(value) is str else value, trim_blocks=not html,
        lstrip_blocks=not html,
    )  # fmt: skip
    environment.filters["cell"] = lambda text: Markdown(in_table(text))
    return environment.get_template(name)
