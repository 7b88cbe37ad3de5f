"""How the server is reached, and by whom."""

from __future__ import annotations

import ipaddress
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from indagate.errors import InputError, StorageError
from indagate.storage import storage_errors
from indagate.storage.private import FILE

LARGEST = 2 << 20
"""Bytes of a request's body."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Where the server listens, by which names it may be called, and the token that lets in.

    `names` are hosts without port besides those of loopback; `proxies` addresses of proxies in front of it, which speak
    https to the outside; `certificate` and `key` are files for TLS.
    """

    host: str = "127.0.0.1"
    port: int = 8765
    token: str = ""
    names: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    certificate: Path | None = None
    key: Path | None = None

    def __post_init__(self) -> None:
        try:
            loopback = ipaddress.ip_address(self.host).is_loopback
            for proxy in self.proxies:
                ipaddress.ip_address(proxy)
        except ValueError as error:
            raise InputError(f"{error}", hint="Give addresses like 127.0.0.1 or ::1.") from None
        if not loopback and self.certificate is None and not self.proxies:
            raise InputError(
                f"{self.host} can be reached by others, and nothing would hide the token from them",
                hint="Give --tls-cert and --tls-key, or --behind-proxy ADDRESS with a proxy that speaks https.",
            )
        if not loopback and not self.names:
            raise InputError("by which name will it be called?", hint="Give --name HOST, as it stands in addresses.")
        if (self.certificate is None) != (self.key is None):
            raise InputError("TLS needs a certificate and its key", hint="Give both --tls-cert and --tls-key.")

    @property
    def scheme(self) -> str:
        """What addresses of the server begin with, as browsers see them."""
        return "https" if self.certificate is not None or self.proxies else "http"

    @property
    def hosts(self) -> frozenset[str]:
        """What the header Host may say, in lower case."""
        own = [f"{name}:{self.port}" for name in ("127.0.0.1", "localhost", "[::1]", *self.names)]
        bare = list(self.names) if self.proxies or self.port in (80, 443) else []
        return frozenset(name.lower() for name in (*own, *bare))

    @property
    def cookie(self) -> str:
        """The name of the cookie: one for each port, so that two servers do not sign each other out."""
        return f"indagate-{self.port}"


def kept_token(file: Path) -> str:
    """Return the token in a file, made for its owner alone if it is not there. Raises `StorageError`, `InputError`."""
    with storage_errors(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            handle = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE)
        except FileExistsError:
            if file.stat().st_mode & 0o077:
                raise StorageError(f"others could read the token in {file}", hint=f"chmod 600 {file}") from None
            found = file.read_text(encoding="ascii", errors="replace").strip()
            if len(found) < 20 or not found.isascii():
                raise InputError(f"{file} holds no token", hint="Remove it: a new one is made.") from None
            return found
        token = secrets.token_urlsafe(32)
        with os.fdopen(handle, "w") as stream:
            stream.write(f"{token}\n")
        return token
