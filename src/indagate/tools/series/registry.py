"""Which sources there are: those that ship, and those of plug-ins."""

from __future__ import annotations

import importlib
from importlib.metadata import entry_points

from indagate.errors import InputError
from indagate.tools.series.source import SeriesSource

SHIPPED = {
    "ecb": "indagate.tools.series.ecb:Ecb",
    "frankfurter": "indagate.tools.series.frankfurter:Frankfurter",
    "worldbank": "indagate.tools.series.worldbank:WorldBank",
}
"""The sources that ship, and where they are."""
GROUP = "indagate.series"
"""The entry point group of plug-ins' sources."""


def sources() -> dict[str, str]:
    """Return the names of all sources that ship or are installed, and where each is."""
    return {**{point.name: point.value for point in entry_points(group=GROUP)}, **SHIPPED}


def find_source(name: str) -> SeriesSource:
    """Return the source of a name. Raises `InputError` if there is none, or a plug-in's cannot be used."""
    known = sources()
    if name not in known:
        listed = ", ".join(sorted(known))
        what = f"there is no source of series {name!r}" if name else "a series begins with the name of its source"
        raise InputError(what, hint=f"Sources: {listed}; for example worldbank:NY.GDP.MKTP.CD:DEU,FRA:2000-2024")
    where = known[name]
    module, _, attribute = where.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, SyntaxError) as error:
        raise InputError(f"the source of series {name} cannot be loaded from {where}: {error}") from None
    if isinstance(found, SeriesSource) and found.name == name:  # a class has the parts, too
        return found() if isinstance(found, type) else found
    raise InputError(f"{where} is no source of series named {name}", hint="It lacks a part of SeriesSource.")
