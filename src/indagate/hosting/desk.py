"""Where what came over the wire meets what was granted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from indagate.engine import decode, encode
from indagate.errors import InputError
from indagate.statechart import finished

if TYPE_CHECKING:
    from indagate.app import App
    from indagate.flow import Flow
    from indagate.hosting.grants import Grants
    from indagate.storage import Home


class Desk:
    """Makes flows' inputs of what came over the wire; see `indagate.flow.wire.Granted`."""

    def __init__(self, app: App, grants: Grants) -> None:
        self._app = app
        self._grants = grants

    @property
    def home(self) -> Home:
        """The home where runs live."""
        return self._app.home

    @property
    def allow(self) -> tuple[str, ...]:
        """The tools that may be used although they may change something."""
        return self._grants.allow

    @property
    def hosts(self) -> tuple[str, ...]:
        """The hosts that may be fetched from although they are not public."""
        return self._grants.hosts

    def folder(self, shelf: str) -> str:
        """Return the absolute path of a shelf, or nothing without a name. Raises `InputError`."""
        if not shelf:
            return ""
        if shelf not in self._grants.shelves:
            listed = ", ".join(self._grants.shelves) or "none"
            raise InputError(f"there is no shelf {shelf!r}", hint=f"Shelves: {listed}.")
        return str(self._grants.shelves[shelf])

    def providers(self, wanted: bool) -> tuple[str, ...]:
        """Return the search providers if the web is wanted. Raises `InputError` where it was not granted."""
        if wanted and not self._grants.providers:
            raise InputError("the web was not granted here", hint="Leave web out; the operator grants it by --web.")
        return self._grants.providers if wanted else ()

    def ended(self, run: str, flow: str) -> tuple[str, Any]:
        """Return the whole name and the record of a run of a flow that has ended. Raises `NoSuchRun`, `InputError`."""
        entry, declared = self._app.find(run)
        if entry.flow != flow:
            raise InputError(f"run {entry.name} is a run of {entry.flow}; this needs one of {flow}")
        record = self._app.record(entry.name)
        if not finished(declared.chart, record.standing):
            raise InputError(f"run {entry.name} has not ended: it is {record.state}")
        return entry.name, record

    def require_granted(self, given: Any) -> None:
        """Raise `InputError` unless all that an input names was granted: it may have been made under other grants."""
        folders = {str(folder) for folder in self._grants.shelves.values()}
        named = {
            "a folder": {getattr(given, name, "") or "" for name in ("corpus", "data")} - {""} - folders,
            "a search provider": set(getattr(given, "providers", ())) - set(self._grants.providers),
            "a host": set(getattr(given, "allow_hosts", ())) - set(self._grants.hosts),
            "a tool": set(getattr(given, "allow", ())) - set(self._grants.allow),
        }
        for what, missing in named.items():
            if missing:
                raise InputError(f"that run used {what} which is not granted here", hint="The operator grants it.")

    def given(self, flow: Flow, data: Mapping[str, Any]) -> Any:
        """Return a flow's input from its wire form as plain data.

        Raises `InputError` for what does not fit or was not granted, also for a flow without a wire form.
        """
        form = flow.wire
        if form is None:
            raise InputError(f"the flow {flow.name} cannot be started from here: it declares no wire form")
        known = [item.name for item in msgspec.structs.fields(form)] if issubclass(form, msgspec.Struct) else [
            *getattr(form, "__dataclass_fields__", {})
        ]  # fmt: skip
        unknown = sorted(set(data) - set(known))
        if unknown:
            raise InputError(f"{flow.name} takes no {unknown[0]!r} from here", hint=f"It takes: {', '.join(known)}.")
        try:
            said = decode(encode(data), form)
        except (msgspec.ValidationError, TypeError, RecursionError) as error:
            raise InputError(f"the input of {flow.name} does not fit: {error}") from None
        return said.given(self)
