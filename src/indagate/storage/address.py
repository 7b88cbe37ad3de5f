"""A home whose journal is in Postgres: its address, its bucket, and the folder that goes with it on this machine."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from indagate.errors import InputError

SCHEMES = ("postgres", "postgresql")
_addresses: dict[Path, tuple[str, str, str, bool]] = {}
"""For each folder that this process was given with one: the address of its journal, how the home is shown, the
address of its bucket, if it has one, and whether archived bytes are where other machines read them."""


def is_address(text: str) -> bool:
    """Whether a text names a journal in Postgres and not a folder."""
    return text.partition("://")[0] in SCHEMES and "://" in text


def without_password(address: str) -> str:
    """Return an address as it may be shown: without a password."""
    parts = urlsplit(address)
    user, at, host = parts.netloc.rpartition("@")
    query = [(name, value) for name, value in parse_qsl(parts.query) if name not in ("password", "sslpassword")]
    shown = parts._replace(netloc=user.partition(":")[0] + at + host, query=urlencode(query, safe="/"))
    return urlunsplit(shown)


def attach(address: str) -> Path:
    """Return the folder of a home in Postgres, and remember for this process where its journal is.

    It holds the runs' files and archived bytes: the one that the address names as `blobs`, else INDAGATE_BLOBS (a
    folder that all machines share), else one of this user's own for this database. Where `blobs` names a bucket,
    archived bytes are there. Raises `InputError` where `blobs` is neither a folder nor a bucket, or holds a secret.
    """
    from indagate.storage.home import data_folder

    parts = urlsplit(address)
    query = parse_qsl(parts.query)
    chosen = dict(query).get("blobs") or os.environ.get("INDAGATE_BLOBS", "")
    bare = urlunsplit(parts._replace(query=urlencode([item for item in query if item[0] != "blobs"], safe="/")))
    shared = _bucket_in(chosen) if "://" in chosen else ""
    host = parts.netloc.rpartition("@")[2]
    which = hashlib.sha256(f"{host}{parts.path}{dict(query).get('host', '')}{shared}".encode()).hexdigest()[:12]
    own = data_folder() / "homes" / f"{parts.path.strip('/') or 'postgres'}-{which}"
    folder = Path(chosen).expanduser().absolute() if chosen and not shared else own
    _addresses[folder] = bare, without_password(address), shared, bool(shared) or folder != own
    return folder


def with_blobs(address: str, place: Path | str) -> str:
    """Return an address that names the folder or bucket that goes with it, for another process of this machine."""
    parts = urlsplit(address)
    return urlunsplit(parts._replace(query=urlencode([*parse_qsl(parts.query), ("blobs", str(place))], safe="/")))


def given_home(given: str | Path) -> Path:
    """Return the folder of a home that was given: itself, or the one that goes with a Postgres address."""
    return attach(given) if isinstance(given, str) and is_address(given) else Path(given)


def address_of(folder: Path) -> str:
    """Return the address of the journal that goes with a folder, or nothing: it is in the folder then."""
    return _addresses[folder][0] if folder in _addresses else ""


def bucket_of(folder: Path) -> str:
    """Return the address of the bucket that goes with a folder, or nothing: archived bytes are in the folder then."""
    return _addresses[folder][2] if folder in _addresses else ""


def is_shared(folder: Path) -> bool:
    """Whether what is archived in a home with this folder is in a bucket, or in a folder that machines share."""
    return folder in _addresses and _addresses[folder][3]


def named(home: Path) -> str:
    """Return how a home is named in a command: its folder, or the address that it was given by, without a password."""
    return _addresses[home][1] if home in _addresses else str(home)


def _bucket_in(given: str) -> str:
    """Return a bucket's address, which is not repeated in an error: it may hold a secret. Raises `InputError`."""
    parts = urlsplit(given)
    if parts.scheme != "s3" or not parts.netloc or parts.query or parts.fragment or "@" in parts.netloc:
        raise InputError(
            f"archived bytes cannot be kept in {parts.scheme}://…: `blobs` is a folder or s3://BUCKET/PREFIX",
            hint="A bucket's endpoint and keys are set by AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY.",
        )
    return given.rstrip("/")
