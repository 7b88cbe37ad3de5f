"""Pages as HTML: templates that escape everything, one style and one script of our own, named by their hashes."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, quote

import msgspec
from markupsafe import Markup
from starlette.responses import RedirectResponse, Response

from indagate.compiled import kept_in
from indagate.errors import IndagateError
from indagate.server.problem import Refused, as_refused, on_error
from indagate.server.said import Problem

if TYPE_CHECKING:
    from jinja2 import Environment
    from starlette.requests import Request

HERE = Path(__file__).parent
FORM = "application/x-www-form-urlencoded"
FIELDS = 300
"""The most fields of a form."""
Form = Mapping[str, list[str]]


def _own(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8").replace("\r\n", "\n")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def policy() -> str:
    """Return the pages' content security policy: our script and style by their hashes, nothing else."""
    return (
        f"default-src 'none'; script-src {_hash(_own('page.js'))}; style-src {_hash(_own('page.css'))}; "
        "img-src 'self' data:; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    )


@cache
def environment() -> Environment:
    """Return where the page's templates are found, each escaping what it is given."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    found = Environment(
        loader=FileSystemLoader(HERE / "templates"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, bytecode_cache=kept_in(HERE / "templates"),
    )  # fmt: skip
    found.globals["style"], found.globals["script"] = Markup(_own("page.css")), Markup(_own("page.js"))  # noqa: S704
    found.filters["moment"] = moment
    found.filters["amount"] = lambda number: f"{number:,.4g}" if number < 1 else f"{number:,.2f}".removesuffix(".00")
    found.filters["part"] = lambda text: quote(str(text), safe="")
    found.filters["plainly"] = lambda value: json.dumps(value, ensure_ascii=False, default=str)
    return found


def moment(text: str) -> str:
    """Return a time as the server's clock shows it, to the second."""
    return datetime.fromisoformat(text).astimezone().strftime("%Y-%m-%d %H:%M:%S")


def page(name: str, status: int = 200, **shown: Any) -> Response:
    """Return a page from its template."""
    headers = {"content-security-policy": policy(), "referrer-policy": "same-origin"}
    text = environment().get_template(f"{name}.html").render(**shown)
    return Response(text, status, headers, media_type="text/html; charset=utf-8")


def onward(place: str) -> Response:
    """Return the answer to a form that was taken: the page that shows what came of it."""
    return RedirectResponse(place, 303)


async def form_of(request: Request) -> Form:
    """Return the fields of a form that was sent. Raises `Refused`."""
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != FORM:
        raise Refused(415, "not_a_form", "this takes a form", hint=f"Send Content-Type: {FORM}.")
    try:
        pairs = parse_qsl(
            (await request.body()).decode("ascii"), keep_blank_values=True, strict_parsing=False, errors="strict",
            max_num_fields=FIELDS,
        )  # fmt: skip
    except ValueError:
        raise Refused(400, "not_a_form", "the form cannot be read") from None
    found: dict[str, list[str]] = {}
    for name, value in pairs:
        found.setdefault(name, []).append(value.replace("\r\n", "\n"))
    return found


def one(form: Form, name: str) -> str:
    """Return what a form says in a field, without space around it; nothing where it says nothing."""
    return form.get(name, [""])[-1].strip()


def problem_of(error: Refused | IndagateError) -> tuple[int, Problem]:
    """Return an error as status and problem, to be shown in a page."""
    refused = error if isinstance(error, Refused) else as_refused(error)
    return refused.status, refused.problem


def wants_page(path: str, accept: str) -> bool:
    """Whether a person's browser asks, not a program."""
    return not path.startswith("/api") and "text/html" in accept


def error_page(status: int, problem: Problem) -> Response:
    """Return an error as a page."""
    return page("error", status, title="Not done", problem=problem)


async def answer_error(request: Request, error: Exception) -> Response:
    """Answer an error that a handler raised: as a page to a browser, else as JSON."""
    answer = await on_error(request, error)
    if not wants_page(request.url.path, request.headers.get("accept", "")):
        return answer
    return error_page(answer.status_code, msgspec.json.decode(bytes(answer.body), type=Problem))
