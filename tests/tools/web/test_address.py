"""The guard lets through what is public or was allowed by name, and nothing else, however it is dressed up."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from indagate.errors import Blocked, EffectFailed, InputError
from indagate.storage import Home
from indagate.tools.web import Fetcher, Guard, Limits, Manners, shown, why_private
from parts.website import website

PRIVATE = [
    "127.0.0.1", "127.255.255.254", "0.0.0.0", "0.1.2.3", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1",
    "169.254.169.254", "100.64.0.1", "100.100.100.200", "168.63.129.16", "192.0.0.192", "192.0.2.1", "198.18.0.1",
    "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.1.2.3", "240.0.0.1", "255.255.255.255", "::1", "::", "fe80::1",
    "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "ff02::1", "2001:db8::1", "2001::1", "3fff::1", "100::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1", "2002:7f00:1::", "2002:a00:1::", "::127.0.0.1", "5f00::1",
]  # fmt: skip
PUBLIC = [
    "1.1.1.1", "8.8.8.8", "93.184.216.34", "172.15.0.1", "172.32.0.1", "2606:4700::1111", "2a00:1450::1",
    "64:ff9b::808:808", "2002:808:808::",
]  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_an_address_that_is_not_public_is_known(address: str) -> None:
    """Private, local, reserved, metadata, and all of these inside of IPv6."""
    assert why_private(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_address_is_let_through(address: str) -> None:
    """Also where IPv6 leads to a public IPv4 address."""
    assert why_private(address) is None


@settings(deadline=None)
@given(st.ip_addresses(v=4))
def test_the_guard_is_never_kinder_than_the_standard_library(address: Any) -> None:
    """What Python calls not global is refused."""
    if not address.is_global:
        assert why_private(str(address))
    assert why_private(f"::ffff:{address}") == why_private(str(address))


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd", "ftp://example.org/", "data:text/html,hi", "javascript:alert(1)", "gopher://example.org/",
        "example.org", "//example.org/", "http://", "http:///path", "http://user:pass@example.org/",
        "http://example.org:22/", "http://example.org:6379/", "http://example.org:99999/", "http://127.0.0.1/",
        "http://[::1]/", "http://[::ffff:127.0.0.1]/", "http://169.254.169.254/latest", "http://exa mple.org/",
        "http://example.org\\@127.0.0.1/", "http://example.org/\r\nHost: x", "http://[::1", "http://" + "a" * 5000,
    ],
)  # fmt: skip
def test_an_address_that_should_not_be_fetched_is_refused_before_any_name_is_looked_up(url: str) -> None:
    """Schemes, ports, credentials, control characters, literal private addresses."""
    with pytest.raises(Blocked):
        Guard().check(url)


def test_an_address_is_made_ready_for_the_request() -> None:
    """No fragment, no default port, the host in lower case and in ASCII, everything else as it was."""
    check = Guard().check
    assert check("HTTP://Example.ORG:80/A/../b/?q=ü x#top".replace(" ", "+")) == "http://example.org/A/../b/?q=%C3%BC+x"
    assert check("https://bücher.example/") == "https://xn--bcher-kva.example/"
    assert check("http://example.org:8080") == "http://example.org:8080/"


@pytest.mark.parametrize(
    "host", ["127.1", "0x7f.1", "2130706433", "017700000001", "localhost", "localhost.", "①②⑦.0.0.1"]
)
def test_a_number_in_another_dress_is_refused_once_it_is_resolved(host: str) -> None:
    """What the system makes of it counts."""

    async def go() -> None:
        guard = Guard()
        parts = guard.check(f"http://{host}/")
        await guard.resolve(parts.split("/")[2], 80)

    with pytest.raises((Blocked, EffectFailed)):
        asyncio.run(go())


def test_what_was_allowed_by_name_is_let_through_and_nothing_beside_it() -> None:
    """A host, a host with its port, a domain, a network."""
    guard = Guard(("wiki.corp", "10.1.2.3:9200", "*.intra.example", "192.168.7.0/24", "[fd00::5]"))
    for host, port, address in (
        ("wiki.corp", 80, "10.0.0.1"), ("10.1.2.3", 9200, "10.1.2.3"), ("a.intra.example", 443, "172.16.1.1"),
        ("nas", 80, "192.168.7.9"), ("fd00::5", 80, "fd00::5"),
    ):  # fmt: skip
        guard.require_public(host, port, address)
    for host, port, address in (
        ("other.corp", 80, "10.0.0.1"), ("10.1.2.3", 80, "10.1.2.3"), ("intra.example.evil.org", 80, "10.0.0.1"),
        ("nas", 80, "192.168.8.9"),
    ):  # fmt: skip
        with pytest.raises(Blocked, match="--allow-host"):
            guard.require_public(host, port, address)
    assert guard.check("http://10.1.2.3:9200/x") == "http://10.1.2.3:9200/x"


@pytest.mark.parametrize("entry", ["", "a/b", "http://x", "*", "1.2.3.4/99", "a*b", "x:port", "u@h"])
def test_an_entry_that_means_nothing_is_refused(entry: str) -> None:
    """With the form that is expected."""
    with pytest.raises(InputError):
        Guard((entry,))


@settings(deadline=None)
@given(st.text(max_size=60))
@example("http://[")
@example("http://a:b:c/")
@example("http://\udcff/")
@example("http://xn--\u0130/")
def test_whatever_an_address_looks_like_the_guard_answers_or_refuses(text: str) -> None:
    """It raises nothing but `Blocked`, and showing it raises nothing at all."""
    for url in (text, f"http://{text}/", f"http://example.org/{text}"):
        shown(url)
        with contextlib.suppress(Blocked):
            assert Guard().check(url).startswith(("http://", "https://"))


def _resolver(monkeypatch: pytest.MonkeyPatch, answers: list[list[str]]) -> list[str]:
    """Let the system's resolver say one thing after another; return what it was asked."""
    asked: list[str] = []
    real = socket.getaddrinfo

    def lookup(host: str, port: int, *args: Any, **kwargs: Any) -> Any:
        if not isinstance(host, str) or not host.endswith(".test"):
            return real(host, port, *args, **kwargs)
        asked.append(host)
        found = answers[min(len(asked), len(answers)) - 1]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    return asked


def test_a_name_is_looked_up_once_and_the_connection_goes_to_the_address_that_was_checked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """No second look-up between check and connection; the Host header keeps the name."""
    with website() as site:
        port = site.host.partition(":")[2]
        asked = _resolver(monkeypatch, [["127.0.0.1"]])
        fetcher = Fetcher(Home(tmp_path), allow=(f"site.test:{port}",), manners=Manners(0))
        asyncio.run(fetcher.fetch(f"http://site.test:{port}/valley"))
        assert asked == ["site.test"] * len(site.requests)
        assert {request.headers["host"] for request in site.requests} == {f"site.test:{port}"}


def test_a_name_that_turns_inward_between_two_requests_is_refused_then(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Rebinding: each connection is checked, and one private address among several is enough to refuse."""
    for answers in ([["127.0.0.1"]], [["93.184.216.34", "127.0.0.1"]]):
        _resolver(monkeypatch, answers)
        fetcher = Fetcher(Home(tmp_path), manners=Manners(0), limits=Limits(5))
        with website() as site, pytest.raises(Blocked, match="not public"):
            port = site.host.partition(":")[2]
            fetcher.guard.allow = Guard((f"elsewhere.test:{port}",)).allow
            asyncio.run(fetcher.fetch("http://site.test:8080/valley"))


def test_over_tls_the_name_is_asked_for_although_the_address_is_connected_to(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The server sees the name before any certificate is looked at."""
    names: list[str | None] = []
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.sni_callback = lambda _, name, __: names.append(name)
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(10)

    def serve() -> None:
        while True:
            try:
                connection, _ = listener.accept()
                with connection, context.wrap_socket(connection, server_side=True):
                    pass
            except TimeoutError:
                return
            except OSError:
                if listener.fileno() < 0:
                    return

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    port = listener.getsockname()[1]
    _resolver(monkeypatch, [["127.0.0.1"]])
    fetcher = Fetcher(Home(tmp_path), allow=(f"secure.test:{port}",), manners=Manners(0), limits=Limits(5))
    with pytest.raises(EffectFailed):
        asyncio.run(fetcher.fetch(f"https://secure.test:{port}/"))
    listener.close()
    thread.join(15)
    assert set(names) == {"secure.test"}
