"""A server that speaks the S3 protocol on loopback, and can be told to hang, to deny, to lie and to break off."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import itertools
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit
from xml.etree import ElementTree
from xml.sax.saxutils import escape

import pytest

KEY, SECRET, REGION = "tester", "do-not-show-me", "us-east-1"
PAGE = 50
"""How many keys a page of a list has."""


class Kept(NamedTuple):
    """An object: its bytes, and when they were put, in whole seconds as S3 has it."""

    content: bytes
    at: int


class S3:
    """Buckets by name, in memory. `fault` says what goes wrong with requests of a method, such as {"GET": "lie"}.

    `hang`: no answer; `busy`: 503; `deny`: 403; `lie`: other bytes of the same length are given; `half`: the connection
    breaks off in the middle of an answer; `gone`: it breaks off before one.
    """

    def __init__(self) -> None:
        self.buckets: dict[str, dict[str, Kept]] = {}
        self.uploads: dict[str, dict[int, bytes]] = {}
        self.fault: dict[str, str] = {}
        self.asked: list[tuple[str, str]] = []
        self.between: Callable[[str, str], None] | None = None
        """Called with the method and path of every request before it is done: for what another does meanwhile."""
        self.lock = threading.Lock()
        self.over = threading.Event()
        self.number = itertools.count(1)
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.s3 = self
        self.port: int = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def settings(self, port: int = 0, **other: str) -> dict[str, str]:
        """The variables by which a program finds it, or what is at another port."""
        where = f"http://127.0.0.1:{port or self.port}"
        return {
            "AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": SECRET, "AWS_REGION": REGION,
            "AWS_ENDPOINT_URL": where, "AWS_ALLOW_HTTP": "true", **other,
        }  # fmt: skip

    def bucket(self) -> str:
        """Make a new bucket and return its name."""
        name = f"bytes-{next(self.number)}"
        self.buckets[name] = {}
        return name

    def keys(self, bucket: str) -> list[str]:
        """The keys of what is in a bucket."""
        return sorted(self.buckets[bucket])

    def change(self, bucket: str, key: str, content: bytes) -> bytes:
        """Put other bytes under a key, whatever it says, and return those that were there."""
        before = self.buckets[bucket][key]
        self.buckets[bucket][key] = before._replace(content=content)
        return before.content

    def close(self) -> None:
        self.over.set()
        self._server.shutdown()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    s3: S3


class _Refused(Exception):
    def __init__(self, status: int, code: str) -> None:
        self.status, self.code = status, code


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def setup(self) -> None:
        super().setup()
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __getattr__(self, name: str) -> Any:
        """Give what answers a request, for every method (`do_GET` …)."""
        if name.startswith("do_"):
            return self._answer
        raise AttributeError(name)

    def _answer(self) -> None:
        s3, parts = self.server.s3, urlsplit(self.path)
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        if len(body) < length:  # a client that died while it sent: nothing of it is kept
            self.close_connection = True
            return
        s3.asked.append((self.command, self.path))
        if s3.between is not None:
            s3.between(self.command, self.path)
        fault = s3.fault.get(self.command, "")
        if fault == "hang":
            s3.over.wait(120)
        if fault in ("hang", "gone"):
            self.close_connection = True
            return
        bucket, _, key = unquote(parts.path).lstrip("/").partition("/")
        query = {name: values[0] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
        try:
            if fault in ("deny", "busy"):
                raise _Refused(403, "AccessDenied") if fault == "deny" else _Refused(503, "SlowDown")
            self._prove(parts.path, parts.query, body)
            if bucket not in s3.buckets:
                raise _Refused(404, "NoSuchBucket")
            with s3.lock:
                status, headers, content = self._do(s3.buckets[bucket], key, query, body)
        except _Refused as refused:
            text = f"<Error><Code>{refused.code}</Code><Message>refused</Message></Error>"
            status, headers, content = refused.status, {"Content-Type": "application/xml"}, text.encode()
        if fault == "lie" and status in (200, 206):
            content = bytes(byte ^ 1 for byte in content)
        self.send_response(status)
        for name, value in ({"Content-Length": str(len(content))} | headers).items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content[: len(content) // 2] if fault == "half" else content)
        if fault == "half":
            self.close_connection = True

    def _prove(self, path: str, query: str, body: bytes) -> None:
        """Check the signature of a request, and the digest of what was sent, as S3 does (AWS signature 4)."""
        given = dict(
            item.strip().partition("=")[::2]
            for item in self.headers.get("Authorization", "").partition(" ")[2].split(",")
        )
        if not given.get("Credential", "").startswith(f"{KEY}/"):
            raise _Refused(403, "InvalidAccessKeyId")
        payload = self.headers["x-amz-content-sha256"]
        names = given["SignedHeaders"].split(";")
        items = sorted(item if "=" in item else f"{item}=" for item in query.split("&") if item)
        asked = [
            self.command, path, "&".join(items),
            *(f"{name}:{' '.join(self.headers[name].split())}" for name in names), "", ";".join(names), payload,
        ]  # fmt: skip
        scope = given["Credential"].partition("/")[2]
        digest = hashlib.sha256("\n".join(asked).encode()).hexdigest()
        text = "\n".join(["AWS4-HMAC-SHA256", self.headers["x-amz-date"], scope, digest])
        key = f"AWS4{SECRET}".encode()
        for part in (*scope.split("/"), text):
            key = hmac.new(key, part.encode(), hashlib.sha256).digest()
        if key.hex() != given["Signature"]:
            raise _Refused(403, "SignatureDoesNotMatch")
        if payload not in ("UNSIGNED-PAYLOAD", hashlib.sha256(body).hexdigest()):
            raise _Refused(400, "XAmzContentSHA256Mismatch")

    def _do(
        self, kept: dict[str, Kept], key: str, query: dict[str, str], body: bytes
    ) -> tuple[int, dict[str, str], bytes]:
        s3, now = self.server.s3, int(time.time())
        if self.command in ("PUT", "POST", "DELETE") and ("uploads" in query or "uploadId" in query):
            return self._in_parts(kept, key, query, body)
        if self.command == "PUT":
            if source := unquote(self.headers.get("x-amz-copy-source", "")):
                _, name, other = source.split("/", 2) if source.startswith("/") else ["", *source.split("/", 1)]
                if other not in s3.buckets[name]:
                    raise _Refused(404, "NoSuchKey")
                kept[key] = Kept(s3.buckets[name][other].content, now)
                return 200, {}, f"<CopyObjectResult><ETag>{_etag(kept[key])}</ETag></CopyObjectResult>".encode()
            kept[key] = Kept(body, now)
            return 200, {"ETag": _etag(kept[key])}, b""
        if self.command == "POST" and "delete" in query:
            names = [item.text or "" for item in ElementTree.fromstring(body).iter() if item.tag.endswith("Key")]
            for name in names:
                kept.pop(name, None)
            gone = "".join(f"<Deleted><Key>{escape(name)}</Key></Deleted>" for name in names)
            return 200, {}, f"<DeleteResult>{gone}</DeleteResult>".encode()
        if self.command == "DELETE":
            kept.pop(key, None)
            return 204, {}, b""
        if not key:
            return 200, {"Content-Type": "application/xml"}, _listed(kept, query)
        if key not in kept:
            raise _Refused(404, "NoSuchKey")
        found = kept[key]
        headers = {"ETag": _etag(found), "Last-Modified": formatdate(found.at, usegmt=True)}
        if self.command == "HEAD":
            return 200, headers | {"Content-Length": str(len(found.content))}, b""
        first, _, last = (self.headers.get("Range") or "").removeprefix("bytes=").partition("-")
        if not first:
            return 200, headers, found.content
        part = found.content[int(first) : int(last or len(found.content)) + 1]
        where = f"bytes {first}-{int(first) + len(part) - 1}/{len(found.content)}"
        return 206, headers | {"Content-Range": where}, part

    def _in_parts(
        self, kept: dict[str, Kept], key: str, query: dict[str, str], body: bytes
    ) -> tuple[int, dict[str, str], bytes]:
        """An upload in parts: nothing of it is there before it is completed."""
        uploads = self.server.s3.uploads
        if "uploads" in query:
            name = f"upload-{next(self.server.s3.number)}"
            uploads[name] = {}
            text = f"<InitiateMultipartUploadResult><UploadId>{name}</UploadId></InitiateMultipartUploadResult>"
            return 200, {}, text.encode()
        parts = uploads.get(query["uploadId"])
        if parts is None:
            raise _Refused(404, "NoSuchUpload")
        if self.command == "PUT":
            parts[int(query["partNumber"])] = body
            return 200, {"ETag": _etag(Kept(body, 0))}, b""
        del uploads[query["uploadId"]]
        if self.command == "DELETE":
            return 204, {}, b""
        kept[key] = Kept(b"".join(parts[number] for number in sorted(parts)), int(time.time()))
        text = (
            f"<CompleteMultipartUploadResult><Location>x</Location><Bucket>x</Bucket><Key>{escape(key)}</Key>"
            f"<ETag>{_etag(kept[key])}</ETag></CompleteMultipartUploadResult>"
        )
        return 200, {}, text.encode()


def _etag(kept: Kept) -> str:
    return f'"{hashlib.md5(kept.content, usedforsecurity=False).hexdigest()}"'


def _listed(kept: dict[str, Kept], query: dict[str, str]) -> bytes:
    after = query.get("continuation-token", "")
    names = sorted(name for name in kept if name.startswith(query.get("prefix", "")) and name > after)
    items = "".join(
        f"<Contents><Key>{escape(name)}</Key><Size>{len(kept[name].content)}</Size><ETag>{_etag(kept[name])}</ETag>"
        f"<LastModified>{time.strftime('%Y-%m-%dT%H:%M:%S.000Z', time.gmtime(kept[name].at))}</LastModified></Contents>"
        for name in names[:PAGE]
    )
    more = f"<NextContinuationToken>{escape(names[PAGE - 1])}</NextContinuationToken>" if names[PAGE:] else ""
    truncated = "true" if names[PAGE:] else "false"
    return f"<ListBucketResult><IsTruncated>{truncated}</IsTruncated>{more}{items}</ListBucketResult>".encode()


@contextlib.contextmanager
def serving() -> Iterator[S3]:
    """Give a running server, or skip loudly; where real parts are required, fail."""
    try:
        import obstore  # noqa: F401
    except ImportError as error:
        if os.environ.get("INDAGATE_REQUIRE_REAL"):
            pytest.fail(f"{error}, and INDAGATE_REQUIRE_REAL is set")
        pytest.skip(str(error))
    server = S3()
    try:
        yield server
    finally:
        server.close()
