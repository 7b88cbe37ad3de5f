"""Styles: how a report looks. A style is a folder with a `style.css`, and a `page.html` if it arranges a page anew."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indagate.errors import InputError

if TYPE_CHECKING:
    from jinja2 import Environment

BASE = "shared"


@dataclass(frozen=True, slots=True)
class Style:
    """A style: its name and its folder."""

    name: str
    folder: Path

    @property
    def css(self) -> str:
        """Return how it looks."""
        return (self.folder / "style.css").read_text(encoding="utf-8")


def _shipped() -> Path:
    return Path(str(resources.files("indagate.flows.report").joinpath("styles")))


def find_styles(*folders: Path) -> dict[str, Style]:
    """Return the styles that ship, and those in the given folders, which go before."""
    found: dict[str, Style] = {}
    for folder in (_shipped(), *folders):
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            if path.name != BASE and (path / "style.css").is_file():
                found[path.name] = Style(path.name, path)
    return found


def load_style(name: str, folders: Sequence[Path] = ()) -> Style:
    """Return the style of that name, or in that folder. Raises `InputError`, which names those there are."""
    styles = find_styles(*folders)
    if name in styles:
        return styles[name]
    path = Path(name)
    if (path / "style.css").is_file():
        return Style(path.resolve().name, path)
    if path.is_dir():
        raise InputError(f"the style folder {name} has no style.css", hint="docs/report-styles.md says what it needs.")
    raise InputError(
        f"there is no style {name!r}", hint=f"There are {', '.join(sorted(styles))}; or give a folder with a style.css."
    )


def environment(style: Style) -> Environment:
    """Return where the style's templates are found: its own, else the default ones; everything is escaped."""
    from jinja2 import FileSystemLoader, StrictUndefined
    from jinja2.sandbox import SandboxedEnvironment

    loader = FileSystemLoader([str(style.folder), str(_shipped() / BASE)])
    return SandboxedEnvironment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )


def rendered(style: Style, /, **given: Any) -> str:
    """Return the style's page. Raises `InputError`, which names the file and line of its mistake."""
    from jinja2 import TemplateError, TemplateSyntaxError

    try:
        return environment(style).get_template("page.html").render(given)
    except TemplateError as error:
        if isinstance(error, TemplateSyntaxError):
            file, line = error.filename or "page.html", error.lineno
        else:
            steps = [step for step in traceback.extract_tb(error.__traceback__) if step.filename.endswith(".html")]
            file, line = (steps[-1].filename, steps[-1].lineno or 1) if steps else ("page.html", 1)
        raise InputError(
            f"style {style.name}, {Path(file).name} line {line}: {error.message}",
            hint="docs/report-styles.md says what a page may use.",
        ) from None


def base_css() -> str:
    """Return what all styles' pages build upon."""
    return (_shipped() / BASE / "base.css").read_text(encoding="utf-8")
