"""The guard: which addresses may be fetched, before and after a name is resolved."""

from __future__ import annotations

import asyncio
import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import SplitResult, urljoin, urlsplit, urlunsplit

from indagate.errors import Blocked, EffectFailed, InputError

PORTS = frozenset({80, 443, 8000, 8008, 8080, 8081, 8443, 8888})
"""Ports at which the web is; any other one must be allowed by name."""
LONGEST = 4096
"""Characters of an address."""
_DEFAULT = {"http": 80, "https": 443}

_PRIVATE_V4 = tuple(
    (IPv4Network(network), what)
    for network, what in (
        ("0.0.0.0/8", "this network"),
        ("10.0.0.0/8", "a private network"),
        ("100.64.0.0/10", "a carrier's inner network"),
        ("127.0.0.0/8", "this machine"),
        ("168.63.129.16/32", "a cloud's metadata service"),
        ("169.254.0.0/16", "the local link, where clouds have their metadata service"),
        ("172.16.0.0/12", "a private network"),
        ("192.0.0.0/24", "reserved"),
        ("192.0.2.0/24", "reserved for documentation"),
        ("192.88.99.0/24", "a retired relay"),
        ("192.168.0.0/16", "a private network"),
        ("198.18.0.0/15", "reserved for benchmarks"),
        ("198.51.100.0/24", "reserved for documentation"),
        ("203.0.113.0/24", "reserved for documentation"),
        ("224.0.0.0/4", "multicast"),
        ("240.0.0.0/4", "reserved"),
    )
)
_GLOBAL_V6 = IPv6Network("2000::/3")
_PRIVATE_V6 = tuple(
    (IPv6Network(network), what)
    for network, what in (
        ("::1/128", "this machine"),
        ("::/128", "this machine"),
        ("64:ff9b:1::/48", "a private network's translation"),
        ("2001::/23", "reserved"),
        ("2001:db8::/32", "reserved for documentation"),
        ("3fff::/20", "reserved for documentation"),
        ("fc00::/7", "a private network"),
        ("fe80::/10", "the local link"),
        ("ff00::/8", "multicast"),
    )
)
_TRANSLATED = IPv6Network("64:ff9b::/96")


def why_private(text: str) -> str | None:
    """Say why an IP address is not public, or return None if it is."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return "no IP address"
    if isinstance(address, IPv4Address):
        return next((what for network, what in _PRIVATE_V4 if address in network), None)
    inner = _embedded(address)
    if inner is not None:
        return why_private(str(inner))
    for network, what in _PRIVATE_V6:
        if address in network:
            return what
    return None if address in _GLOBAL_V6 else "reserved"


def _embedded(address: IPv6Address) -> IPv4Address | None:
    """Return the IPv4 address that is reached through this one: mapped, 6to4 or translated (NAT64)."""
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address in _TRANSLATED:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.sixtofour


@dataclass(frozen=True, slots=True)
class Allowed:
    """An entry of the allow list: a host, `*.` and a domain, or a network; perhaps one port."""

    host: str
    port: int | None = None
    network: IPv4Network | IPv6Network | None = None

    @classmethod
    def parse(cls, text: str) -> Allowed:
        """Read `HOST`, `HOST:PORT`, `*.DOMAIN`, `10.0.0.0/8` or `[::1]:8080`. Raises `InputError`."""
        entry = text.strip().lower()
        try:
            if "/" in entry:
                return cls("", None, ip_network(entry, strict=False))
            if entry.count(":") > 1 and not entry.startswith("["):
                return cls(str(ip_address(entry)))
            parts = urlsplit(f"//{entry}")
            host, port = parts.hostname or "", parts.port
        except ValueError as error:
            raise InputError(f"{text!r} cannot be allowed: {error}", hint=_FORM) from None
        if not host or parts.path or parts.query or parts.username or "*" in host.removeprefix("*."):
            raise InputError(f"{text!r} cannot be allowed: it is no host", hint=_FORM)
        return cls(_ascii(host), port)

    def covers(self, host: str, port: int) -> bool:
        """Whether a host of this name, at this port, was named."""
        if self.port is not None and self.port != port:
            return False
        if self.network is not None:
            try:
                return ip_address(host) in self.network
            except ValueError:
                return False
        if self.host.startswith("*."):
            return host.endswith(self.host[1:])
        return host == self.host

    def spans(self, address: str) -> bool:
        """Whether an IP address lies in this network."""
        return self.network is not None and ip_address(address.partition("%")[0]) in self.network


_FORM = "Write --allow-host HOST, HOST:PORT, '*.DOMAIN' or a network such as 10.1.0.0/16."


class Guard:
    """Refuses what is not the public web, except hosts that the user named."""

    def __init__(self, allow: tuple[str, ...] = ()) -> None:
        self.allow = tuple(Allowed.parse(entry) for entry in allow)

    def check(self, url: str) -> str:
        """Return an address as it is to be requested, without fragment. Raises `Blocked`, whatever it looks like."""
        if len(url) > LONGEST:
            raise Blocked(f"{shown(url)}: an address of {len(url):,} characters is not fetched")
        parts = _split(url)
        host, port = _ascii(parts.hostname or ""), _port(parts)
        if parts.username is not None or parts.password is not None:
            raise Blocked(f"{shown(url)}: an address with a name or password in it is not fetched")
        if port not in PORTS and not any(entry.port == port and entry.covers(host, port) for entry in self.allow):
            raise Blocked(
                f"{shown(url)}: port {port} is not one of the web's", hint=f"Allow it: --allow-host {host}:{port}"
            )
        try:
            ip_address(host)
        except ValueError:
            pass
        else:
            self.require_public(host, port, host)
        netloc = f"[{host}]" if ":" in host else host
        netloc += "" if port == _DEFAULT[parts.scheme] else f":{port}"
        return urlunsplit((parts.scheme, netloc, _quoted(parts.path) or "/", _quoted(parts.query), ""))

    def require_public(self, host: str, port: int, address: str) -> None:
        """Raise `Blocked` unless the address that a host stands for is public or was allowed."""
        why = why_private(address)
        if why is None or any(entry.covers(host, port) or entry.spans(address) for entry in self.allow):
            return
        where = host if host == address else f"{host} ({address})"
        raise Blocked(f"{where} is not public: {why}", hint=f"If it is yours, allow it: --allow-host {host}")

    async def resolve(self, host: str, port: int) -> list[str]:
        """Return the addresses of a host, all of them checked. Raises `Blocked`, `EffectFailed` if there are none."""
        loop = asyncio.get_running_loop()
        try:
            found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
        except (OSError, UnicodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise EffectFailed(f"{host} cannot be found: {reason}") from None
        addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
        for address in addresses:
            self.require_public(host, port, address)
        return addresses


def follow(base: str, location: str) -> str:
    """Return where a redirect leads. Raises `Blocked` for what cannot be an address."""
    try:
        return urljoin(base, location.strip())
    except ValueError:
        raise Blocked(f"{shown(base)} redirects to something that is no address") from None


def shown(url: str) -> str:
    """Return an address as it may be shown: without credentials and query, and not endless."""
    try:
        parts = urlsplit(url)
        netloc = parts.netloc.rpartition("@")[2]
        bare = urlunsplit((parts.scheme, netloc, parts.path, "", ""))
    except ValueError:
        bare = url
    bare = "".join(letter if letter.isprintable() else "?" for letter in bare)
    return bare if len(bare) <= 200 else f"{bare[:200]}…"


def _split(url: str) -> SplitResult:
    if any(ord(letter) < 33 or ord(letter) == 127 or letter == "\\" for letter in url):
        raise Blocked(f"{shown(url)}: control characters, spaces or backslashes are in no address")
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError as error:
        raise Blocked(f"{shown(url)}: no address: {error}") from None
    if parts.scheme not in _DEFAULT:
        raise Blocked(f"{shown(url)}: only http and https are fetched, not {parts.scheme or 'a bare name'}")
    if not parts.hostname:
        raise Blocked(f"{shown(url)}: it names no host")
    return parts


def _port(parts: SplitResult) -> int:
    return parts.port if parts.port is not None else _DEFAULT[parts.scheme]


def _ascii(host: str) -> str:
    host = host.rstrip(".").lower()
    if host.isascii():
        return host
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        raise Blocked(f"{host[:100]!r} is no host name") from None


def _quoted(text: str) -> str:
    from urllib.parse import quote

    return quote(text, safe="!$%&'()*+,;=:@/?~-._[]|", encoding="utf-8", errors="replace")
