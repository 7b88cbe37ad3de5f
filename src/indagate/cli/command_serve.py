"""Commands that let others in: `serve`, `mcp`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from indagate.flows.command import AllowOption, HomeOption, Reaching, Spending, unfolded

if TYPE_CHECKING:
    from indagate.hosting import Grants
    from indagate.server.door import Door
    from indagate.server.settings import Reach

COMMANDS = typer.Typer()
ShelfOption = Annotated[
    list[str] | None,
    typer.Option("--shelf", metavar="NAME=DIR", show_default=False, help="Let runs read this folder, by this name."),
]
NamedModelOption = Annotated[
    list[str] | None,
    typer.Option(
        "--model", metavar="NAME=MODEL", show_default=False,
        help="Let runs ask this model, by this name; the first is asked where none is named.",
    ),
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Granting:
    """The options that say what may be used."""

    shelf: ShelfOption = None
    model: NamedModelOption = None
    allow: AllowOption = None
    day_dollars: Annotated[
        float | None, typer.Option("--day-dollars", metavar="X", help="At most X US dollars a day, in all runs.")
    ] = None
    day_tokens: Annotated[
        int | None, typer.Option("--day-tokens", metavar="N", help="At most N model tokens a day, in all runs.")
    ] = None
    day_calls: Annotated[
        int | None, typer.Option("--day-calls", metavar="N", help="At most N calls a day, in all runs.")
    ] = None
    at_once: Annotated[int, typer.Option("--at-once", metavar="N", help="At most N runs at once.")] = 8
    disk_mb: Annotated[
        int | None, typer.Option("--disk-mb", metavar="N", help="Start no run in a home of more than N MB.")
    ] = None

    def grants(self, reaching: Reaching, spending: Spending) -> Grants:
        """Return what they grant. Raises `InputError`."""
        from indagate.hosting import DayLimits, Grants
        from indagate.hosting.grants import named_folders, named_models

        disk = self.disk_mb * 1_000_000 if self.disk_mb is not None else None
        return Grants(
            named_folders(self.shelf or ()), named_models(self.model or ()), reaching.providers, reaching.hosts,
            tuple(self.allow or ()), spending.budget,
            DayLimits(self.day_dollars, self.day_calls, self.day_tokens, self.at_once, disk),
        )  # fmt: skip


@COMMANDS.command()
@unfolded
def serve(
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Listen on this address.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="N", help="Listen on this port; 0 takes a free one.")] = 8765,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="HOST", show_default=False, help="It may also be called by this name."),
    ] = None,
    token_file: Annotated[
        Path | None,
        typer.Option(
            "--token-file", metavar="FILE", show_default=False,
            help="Where the token is, or is put; else in the home.",
        ),
    ] = None,
    tls_cert: Annotated[
        Path | None, typer.Option("--tls-cert", metavar="FILE", show_default=False, help="The certificate for TLS.")
    ] = None,
    tls_key: Annotated[
        Path | None, typer.Option("--tls-key", metavar="FILE", show_default=False, help="The certificate's key.")
    ] = None,
    behind_proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--behind-proxy", metavar="ADDRESS", show_default=False,
            help="Take requests from this proxy only, which speaks https.",
        ),
    ] = None,
    uploads: Annotated[
        str | None,
        typer.Option(
            "--uploads", metavar="NAME=DIR", show_default=False,
            help="Let files be put into this folder, a shelf by this name.",
        ),
    ] = None,
    upload_mb: Annotated[int, typer.Option("--upload-mb", metavar="N", help="Take files of at most N MB.")] = 25,
    *,
    granting: Granting,
    reaching: Reaching,
    spending: Spending,
    home: HomeOption = None,
) -> None:  # fmt: skip
    """Serve runs over HTTP, to programs and to a browser.

    Requests may name only the shelves and models that are granted here. Prints the link with the token.
    """
    from dataclasses import replace

    from indagate.cli.door import opened
    from indagate.errors import InputError
    from indagate.hosting.grants import named_uploads
    from indagate.storage import Home

    try:
        from indagate.server.serving import serve as served
        from indagate.server.settings import Reach, kept_token
    except ImportError:
        raise InputError("serving needs starlette and uvicorn", hint="pip install 'indagate[serve]'") from None
    for file in (tls_cert, tls_key):
        if file is not None and not file.is_file():
            raise InputError(f"there is no file {file}")
    root = Home.find(home).prepare().root
    grants = granting.grants(reaching, spending)
    if uploads is not None:
        taking = named_uploads(uploads, upload_mb)
        grants = replace(grants, shelves={**grants.shelves, taking.shelf: taking.folder}, uploads=taking)
    reach = Reach(host, port, "", tuple(name or ()), tuple(behind_proxy or ()), tls_cert, tls_key)
    token = kept_token(token_file.expanduser() if token_file else root / "server" / "token")
    opened(home, lambda app: served(app, grants, replace(reach, token=token), _ready))


@COMMANDS.command()
@unfolded
def mcp(*, granting: Granting, reaching: Reaching, spending: Spending, home: HomeOption = None) -> None:
    """Let an agent of somebody else's use indagate, over its pipes (MCP).

    It may name only the shelves and models that are granted here. It decides where a run waits only under a budget
    for a run (--budget-…); else the person is asked, through the agent's program or by the command line.
    """
    from indagate.cli.door import opened
    from indagate.errors import InputError
    from indagate.storage import Home

    try:
        from indagate.mcp_server.serving import serve as served
    except ImportError:
        raise InputError("this needs the library mcp", hint="pip install 'indagate[mcp]'") from None
    Home.find(home).prepare()
    grants = granting.grants(reaching, spending)
    opened(home, lambda app: served(app, grants))


def _ready(at: Door, reach: Reach) -> None:
    """Say where it is served."""
    named = reach.names[0] if reach.names else f"[{reach.host}]" if ":" in reach.host else reach.host
    place = f"{reach.scheme}://{named}" + ("" if reach.proxies else f":{reach.port}")
    typer.echo(f"serving {at.app.home.root}; Ctrl-C stops it, and its runs can go on\n{place}/?token={reach.token}")
    if live := at.conductor.driven.names:
        typer.echo(f"going on with {', '.join(live)}")
