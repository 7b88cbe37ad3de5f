"""Bytes in a bucket that speaks S3, with copies on this machine that are checked before they are used."""

from __future__ import annotations

import contextlib
import os
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from indagate.errors import BucketError, Corrupt, InputError
from indagate.storage.blobs import Held
from indagate.storage.content import DIGITS, ContentStore, digest

if TYPE_CHECKING:
    from obstore import ObjectMeta
    from obstore.store import S3Store

KEPT, ASIDE = "store", "aside"
"""Where in the bucket bytes are, and where they are set aside before they are removed for good."""
PATIENCE = 10.0
"""Seconds for which a bucket that cannot be reached is asked again."""
AGAIN = 0.2
"""Seconds between two tries of ours."""
RETRIES: Any = {
    "max_retries": 100,
    "retry_timeout": timedelta(seconds=PATIENCE),
    "backoff": {"init_backoff": timedelta(milliseconds=100), "max_backoff": timedelta(seconds=1), "base": 2},
}
"""How obstore asks again; a connection that is closed while it is being used it gives up at once, so we ask too."""
ROOM = 4096
"""Megabytes that the copies on this machine may take; INDAGATE_BLOBS_CACHE overrides it."""
IN_USE = 600.0
"""Seconds in which a copy that was used is not removed for room: its path may have been given away."""
T = TypeVar("T")
_CODE = re.compile(r"<Code>(\w+)</Code>")


class Bucket:
    """Bytes by their sha256 in a bucket, below a prefix; `cache` holds copies of them, each checked at every use."""

    def __init__(self, address: str, cache: ContentStore, *, trusting: bool = True) -> None:
        self.address = address
        self._store = _client(address)
        self._cache = cache
        self._proved: set[str] | None = None if trusting else set()
        self._room = threading.Lock()
        self._written = _room()  # the first copy that is written looks at what is there

    def put(self, content: bytes) -> str:
        """Send `content` to the bucket, also where it is there: that renews its date. Return its digest.

        Raises `BucketError`.
        """
        sha = digest(content)
        self._send(sha, content)
        self._copy(sha, content)
        return sha

    def get(self, sha: str) -> bytes:
        """Return the bytes kept under `sha`: the copy here, if it is whole, else those of the bucket.

        Raises `Corrupt` where the bucket has lost or changed them, `BucketError`.
        """
        if self._proved is None or sha in self._proved:
            with contextlib.suppress(Corrupt):
                content = self._cache.get(sha)
                self._cache.claim(sha)
                return content
        content = self._fetch(sha)
        if self._proved is not None:
            self._proved.add(sha)
        self._copy(sha, content)
        return content

    def local(self, sha: str) -> Path:
        """Return a copy on this machine, checked now. Raises what `get` does."""
        self.get(sha)
        return self._cache.local(sha)

    def link(self, sha: str, target: Path) -> None:
        """Make `target` show the bytes kept under `sha`. Raises what `get` does."""
        self.get(sha)
        self._cache.link(sha, target)

    def first(self, sha: str) -> bytes:
        """Return the first byte kept under `sha`; nothing where there is none."""
        import obstore

        if found := self._cache.first(sha):
            return found
        for place in (KEPT, ASIDE):
            with contextlib.suppress(FileNotFoundError):
                if not self._head(sha, place, "read")["size"]:
                    return b""
                byte = partial(obstore.get_range, self._store, _key(sha, place), start=0, length=1)
                return bytes(self._asked("read", byte))
        return b""

    def claim(self, sha: str) -> bool:
        """Keep what is there under `sha` from being collected until a row can name it; say whether it is there."""
        try:
            self._send(sha, self.get(sha))
        except Corrupt:
            return False
        return True

    def collect(self, sha: str, before: float) -> bool:
        """Set aside what is kept under `sha`; remove it when it has lain aside since `before`. Say whether it is gone.

        A bucket has no locks. Another machine may put the same bytes in the very moment in which they are taken away:
        then they are found aside, since its row names them by the next collection.
        """
        import obstore

        kept, aside = _key(sha, KEPT), _key(sha, ASIDE)
        with contextlib.suppress(FileNotFoundError):
            if self._head(sha, KEPT, "change")["last_modified"].timestamp() < before:
                self._asked("change", partial(obstore.copy, self._store, kept, aside))
                self._asked("change", partial(obstore.delete, self._store, kept))
            return False
        with contextlib.suppress(FileNotFoundError):
            if self._head(sha, ASIDE, "change")["last_modified"].timestamp() < before:
                self._asked("change", partial(obstore.delete, self._store, aside))
                self._cache.drop(sha)
                return True
        return False

    def entries(self) -> Iterator[Held]:
        """Yield what is in the bucket, also what was set aside."""
        found: dict[str, Held] = {}
        for place in (ASIDE, KEPT):
            for item in self._asked("list", partial(self._list, place)):
                sha = item["path"].rpartition("/")[2]
                if len(sha) == DIGITS:
                    found[sha] = Held(sha, item["size"], item["last_modified"].timestamp())
        yield from (found[sha] for sha in sorted(found))

    def require(self) -> None:
        """Raise `BucketError` where the bucket is not there, does not let us read, or cannot be reached."""
        with contextlib.suppress(Corrupt):
            self._fetch("0" * DIGITS)

    def untrusting(self) -> Bucket:
        """Return the same bucket, each of whose bytes is read from there before a copy of them is believed."""
        return Bucket(self.address, self._cache, trusting=False)

    def _send(self, sha: str, content: bytes) -> None:
        import obstore

        try:
            self._asked("write", partial(obstore.put, self._store, _key(sha, KEPT), content))
        except FileNotFoundError:
            raise self._error("there is no such bucket") from None

    def _fetch(self, sha: str) -> bytes:
        for place in (KEPT, ASIDE):
            key = _key(sha, place)
            try:
                content = self._asked("read", partial(self._read, key))
            except FileNotFoundError:
                continue
            if digest(content) != sha:
                raise Corrupt(f"the bytes kept as {sha[:12]}… have been changed ({self.address}/{key})")
            if place == ASIDE:
                self._send(sha, content)
            return content
        raise Corrupt(f"the bucket has lost {sha[:12]}… ({self.address}/{_key(sha, KEPT)})")

    def _read(self, key: str) -> bytes:
        import obstore

        return bytes(obstore.get(self._store, key).bytes())

    def _list(self, place: str) -> Sequence[ObjectMeta]:
        import obstore

        return obstore.list(self._store, prefix=place).collect()

    def _head(self, sha: str, place: str, what: str) -> ObjectMeta:
        import obstore

        return self._asked(what, partial(obstore.head, self._store, _key(sha, place)))

    def _asked(self, what: str, call: Callable[[], T]) -> T:
        """Return what `call` gets from the bucket, asking again for a while where it cannot be reached.

        Every request we make can be made twice. Raises `FileNotFoundError`, and `BucketError` for what the bucket
        refuses, which holds nothing that a request was signed with.
        """
        from obstore.exceptions import BaseError

        ends = time.monotonic() + PATIENCE
        while True:
            try:
                return call()
            except FileNotFoundError as error:
                if "NoSuchBucket" in str(error):
                    raise self._error("there is no such bucket") from None
                raise
            except (BaseError, PermissionError) as error:
                code = _CODE.search(str(error))
                if code or isinstance(error, PermissionError):
                    raise self._error(f"it does not let us {what}: {code[1] if code else 'forbidden'}") from None
                if time.monotonic() >= ends:
                    raise self._error(f"it cannot be reached to {what}") from None
            time.sleep(AGAIN)

    def _error(self, why: str) -> BucketError:
        parts = urlsplit(os.environ.get("AWS_ENDPOINT_URL") or os.environ.get("AWS_ENDPOINT") or "")
        endpoint = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl() or "Amazon's"
        return BucketError(
            f"the bucket {self.address} (endpoint: {endpoint}): {why}",
            hint="Check AWS_ENDPOINT_URL (for http:// also AWS_ALLOW_HTTP=true), AWS_ACCESS_KEY_ID, AWS_REGION and "
            "AWS_SECRET_ACCESS_KEY. Nothing recorded was lost: a run that had begun goes on with `indagate resume`.",
        )

    def _copy(self, sha: str, content: bytes) -> None:
        """Keep a copy here, and remove those that were not used for longest where they take too much room."""
        self._cache.put(content)
        with self._room:
            self._written += len(content)
            if self._written * 10 < _room():
                return
            self._written = 0
        self._cache.shrink(_room(), time.time() - IN_USE)


@lru_cache(maxsize=8)
def bucket(address: str, folder: Path) -> Bucket:
    """Return the bucket at an address `s3://BUCKET/PREFIX`; its copies are kept in a folder of this machine."""
    return Bucket(address, ContentStore(folder, durable=False))


def _client(address: str) -> S3Store:
    try:
        from obstore.exceptions import BaseError
        from obstore.store import S3Store
    except ImportError:
        raise InputError("a bucket needs obstore", hint="pip install 'indagate[cluster]'") from None
    parts = urlsplit(address)
    try:
        return S3Store(parts.netloc, prefix=parts.path.strip("/") or None, retry_config=RETRIES)
    except (BaseError, ValueError):
        raise InputError(f"the bucket {address} cannot be used with these AWS_ variables") from None


def _key(sha: str, place: str) -> str:
    return f"{place}/{sha[:2]}/{sha}"


def _room() -> int:
    try:
        return int(os.environ.get("INDAGATE_BLOBS_CACHE", ROOM)) << 20
    except ValueError:
        return ROOM << 20
