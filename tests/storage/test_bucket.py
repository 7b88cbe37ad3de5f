"""Bytes in a bucket: against a real server that speaks S3, with a folder of checked copies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from indagate.errors import BucketError, Corrupt, InputError
from indagate.storage import ContentStore, Home, digest
from indagate.storage.address import with_blobs
from indagate.storage.bucket import Bucket
from parts.bucket import KEY, PAGE, S3, SECRET, serving
from parts.postgres import Proxy


@pytest.fixture(scope="module")
def server() -> Iterator[S3]:
    with serving() as made:
        yield made


@pytest.fixture
def place(server: S3, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a new bucket, which the environment says how to reach."""
    server.fault.clear()
    for name, value in server.settings().items():
        monkeypatch.setenv(name, value)
    return f"s3://{server.bucket()}/team/one"


def machine(address: str, folder: Path) -> Bucket:
    return Bucket(address, ContentStore(folder, durable=False))


def test_bytes_put_on_one_machine_are_read_checked_and_linked_on_another(place: str, tmp_path: Path) -> None:
    """What is sent is below the prefix; the other machine has a copy afterwards, and a file of a run."""
    one, other = machine(place, tmp_path / "a"), machine(place, tmp_path / "b")
    sha = one.put(b'{"first": 1}')
    assert other.get(sha) == b'{"first": 1}'
    assert other.local(sha).read_bytes() == b'{"first": 1}'
    other.link(sha, tmp_path / "run" / "x.json")
    assert (tmp_path / "run" / "x.json").read_bytes() == b'{"first": 1}'
    third = machine(place, tmp_path / "c")
    assert third.first(sha) == b"{" and not (tmp_path / "c").exists()
    assert third.first("0" * 64) == b""
    assert [(held.sha, held.size) for held in third.entries()] == [(sha, 12)]
    empty = one.put(b"")
    assert other.get(empty) == b"" == other.first(empty)


def test_a_copy_that_was_damaged_is_fetched_again_and_a_lost_one_too(place: str, tmp_path: Path) -> None:
    """Nothing on this machine is believed unseen."""
    store = machine(place, tmp_path)
    sha = store.put(b"content")
    copy = store.local(sha)
    copy.chmod(0o600)
    copy.write_bytes(b"contenT")
    assert store.get(sha) == b"content" == copy.read_bytes()
    copy.unlink()
    assert store.local(sha).read_bytes() == b"content"


def test_an_object_that_was_changed_or_lost_is_named_and_a_copy_does_not_stand_for_it(
    server: S3, place: str, tmp_path: Path
) -> None:
    """A machine that has a good copy can work; one that has none, and whoever proves, learns which object it is."""
    store = machine(place, tmp_path / "a")
    sha = store.put(b"content")
    key = f"team/one/store/{sha[:2]}/{sha}"
    bucket = place.split("/")[2]
    server.change(bucket, key, b"other")
    assert store.get(sha) == b"content"
    for reader in (store.untrusting(), machine(place, tmp_path / "b")):
        with pytest.raises(Corrupt, match=f"have been changed.*{key.partition('/one/')[2]}"):
            reader.get(sha)
    del server.buckets[bucket][key]
    with pytest.raises(Corrupt, match=f"has lost.*{place}/store"):
        store.untrusting().get(sha)
    assert store.put(b"content") == sha, "putting mends it"
    assert store.untrusting().get(sha) == b"content"


def test_what_was_put_or_claimed_lately_is_not_collected(place: str, tmp_path: Path) -> None:
    """By the bucket's own dates: those of another machine count the same."""
    one, other = machine(place, tmp_path / "a"), machine(place, tmp_path / "b")
    sha = one.put(b"old and unnamed")
    time.sleep(1.1)
    began = time.time()
    other.put(b"old and unnamed")
    assert not one.collect(sha, int(began)) and one.untrusting().get(sha)
    time.sleep(1.1)
    began = time.time()
    assert other.claim(sha) and not one.collect(sha, int(began))
    assert not one.claim("0" * 64)


def test_bytes_that_are_put_while_they_are_taken_away_are_found_again(server: S3, place: str, tmp_path: Path) -> None:
    """Set aside first: who still names them reads them, and they are back; who does not loses them an age later."""
    one, other = machine(place, tmp_path / "a"), machine(place, tmp_path / "b")
    sha, later = one.put(b"content"), time.time() + 60
    assert not one.collect(sha, later), "set aside: no room is free yet"
    bucket = place.split("/")[2]
    assert server.keys(bucket) == [f"team/one/aside/{sha[:2]}/{sha}"]
    assert [held.sha for held in other.entries()] == [sha]
    assert other.first(sha) == b"c" and other.get(sha) == b"content"
    assert f"team/one/store/{sha[:2]}/{sha}" in server.keys(bucket)
    assert not one.collect(sha, later) and one.collect(sha, later)
    assert not server.keys(bucket) and not list(ContentStore(tmp_path / "a").entries())


def test_bytes_that_are_put_in_the_very_moment_in_which_they_are_taken_away_stay(
    server: S3, place: str, tmp_path: Path
) -> None:
    """A collection saw an old date; before it copies, another machine puts the same bytes and names them."""
    one, other = machine(place, tmp_path / "a"), machine(place, tmp_path / "b")
    sha = one.put(b"content")
    put: list[str] = []

    def meanwhile(method: str, path: str) -> None:
        if method == "PUT" and "/aside/" in path and not put:
            put.append("")
            put[0] = other.put(b"content")

    server.between = meanwhile
    try:
        assert not one.collect(sha, time.time() + 60)
    finally:
        server.between = None
    assert put == [sha]
    assert machine(place, tmp_path / "c").get(sha) == b"content"


@pytest.mark.crash
def test_a_process_killed_while_it_sends_leaves_nothing_half_sent(server: S3, place: str, tmp_path: Path) -> None:
    """Also of bytes that go in parts: nothing is there under their digest, and they can be sent again."""
    content = bytes(range(256)) * 80_000
    (tmp_path / "content").write_bytes(content)
    code = (
        "import sys; from pathlib import Path; from indagate.storage import ContentStore; "
        "from indagate.storage.bucket import Bucket; b = Bucket(sys.argv[1], ContentStore(Path(sys.argv[2]), "
        "durable=False)); c = Path(sys.argv[3]).read_bytes(); print(flush=True); b.put(c); print('sent', flush=True)"
    )
    for part in ("partNumber=1", "partNumber=3"):
        words = [sys.executable, "-c", code, place, str(tmp_path / "a"), str(tmp_path / "content")]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None

        def kill(method: str, path: str, part: str = part, victim: subprocess.Popen[str] = process) -> None:
            if part in path:
                victim.kill()
                victim.wait()

        server.between = kill
        assert process.stdout.readline() and not process.stdout.readline()
        process.wait()
        server.between = None
        with pytest.raises(Corrupt, match="has lost"):
            machine(place, tmp_path / "b").get(digest(content))
    assert machine(place, tmp_path / "b").put(content) == digest(content)
    assert machine(place, tmp_path / "c").get(digest(content)) == content


def test_copies_take_no_more_room_than_they_may_and_none_in_use_goes(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The oldest go first; what was used in the last ten minutes stays, since its path may have been given away."""
    monkeypatch.setenv("INDAGATE_BLOBS_CACHE", "1")
    store = machine(place, tmp_path)
    shas = [store.put(bytes([number]) * 300_000) for number in range(6)]
    assert all(store.local(sha).exists() for sha in shas)
    for number, sha in enumerate(shas):
        os.utime(tmp_path / sha[:2] / sha, (1000 + number, 1000 + number))
    store.put(b"x" * 200_000)
    left = [sha for sha in shas if (tmp_path / sha[:2] / sha).exists()]
    assert left == shas[-2:]
    assert store.get(shas[0]) == bytes(300_000)


def test_many_threads_and_processes_share_one_folder_of_copies(place: str, tmp_path: Path) -> None:
    """All read the same whole bytes, also while others write and remove copies."""
    store = machine(place, tmp_path)
    contents = {store.put(bytes([n]) * 50_000): bytes([n]) * 50_000 for n in range(8)}
    over = threading.Event()

    def disturb() -> None:
        cache = ContentStore(tmp_path, durable=False)
        while not over.is_set():
            for sha in contents:
                cache.drop(sha)

    thread = threading.Thread(target=disturb)
    thread.start()
    try:
        with ThreadPoolExecutor(6) as pool:
            read = list(pool.map(lambda sha: store.get(sha) == contents[sha], list(contents) * 12))
    finally:
        over.set()
        thread.join()
    assert all(read)


@pytest.mark.crash
def test_a_process_killed_while_it_fetches_leaves_no_half_copy(place: str, tmp_path: Path) -> None:
    """Again and again, at other moments: each file of the folder that bears a digest is whole."""
    store = machine(place, tmp_path / "a")
    shas = [store.put(bytes([n]) * 2_000_000) for n in range(10)]
    code = (
        "import sys; from pathlib import Path; from indagate.storage import ContentStore; "
        "from indagate.storage.bucket import Bucket; b = Bucket(sys.argv[1], ContentStore(Path(sys.argv[2]), "
        "durable=False)); print(flush=True); [b.get(sha) for sha in sys.argv[3:]]"
    )
    found = 0
    for turn in range(8):
        folder = tmp_path / f"b{turn}"
        process = subprocess.Popen(
            [sys.executable, "-c", code, place, str(folder), *shas], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None and process.stdout.readline()
        time.sleep(0.01 + turn * 0.02)
        process.send_signal(signal.SIGKILL)
        process.wait()
        copies = list(ContentStore(folder).entries())
        found += len(copies)
        assert all(digest((folder / c.sha[:2] / c.sha).read_bytes()) == c.sha for c in copies)
        assert machine(place, folder).get(shas[-1]) == bytes([9]) * 2_000_000
    assert found


def test_a_bucket_that_is_away_for_a_moment_is_asked_again(
    server: S3, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two seconds without it are waited out; after ten the error says what, where and what to do."""
    proxy = Proxy(server.port)
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{proxy.port}")
    store = machine(place, tmp_path)
    for seconds in (2, 0.5, 0.5, 0.5):
        proxy.away = True
        proxy.cut()  # a connection that the client had kept for the next request, too
        threading.Timer(seconds, lambda: setattr(proxy, "away", False)).start()
        sha = store.put(b"content")
        assert store.untrusting().get(sha) == b"content"
    proxy.away = True
    proxy.cut()
    began = time.monotonic()
    with pytest.raises(BucketError) as caught:
        store.put(b"more")
    assert 5 < time.monotonic() - began < 30
    said = str(caught.value)
    assert place in said and str(proxy.port) in said and "cannot be reached" in said and "indagate resume" in said
    assert store.get(sha) == b"content", "what is here can be read all the same"
    proxy.close()


def test_a_bucket_that_is_not_there_or_not_ours_is_reported_without_a_secret(
    server: S3, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Missing, forbidden, wrong keys: with the code that the server gives, at once."""
    gone = machine("s3://no-such-bucket", tmp_path)
    for ask in (lambda: gone.put(b"x"), lambda: gone.get("0" * 64), gone.require):
        with pytest.raises(BucketError, match=r"s3://no-such-bucket .*no such bucket"):
            ask()
    store = machine(place, tmp_path)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "wrong-and-not-shown")
    wrong = machine(place, tmp_path)
    denied = dict.fromkeys(("GET", "PUT", "HEAD"), "deny")
    for bucket, fault, code in ((store, denied, "AccessDenied"), (wrong, {}, "SignatureDoesNotMatch")):
        server.fault = fault
        asked: list[Callable[[], object]] = [partial(bucket.put, b"x"), partial(bucket.get, "0" * 64), bucket.require]
        for ask in asked:
            with pytest.raises(BucketError, match=f"does not let us.*{code}") as caught:
                ask()
            assert not any(word in str(caught.value) for word in (SECRET, KEY, "not-shown"))
            assert caught.value.__cause__ is None
    store.require()
    assert store.put(b"x")


def test_a_server_that_lies_or_breaks_off_is_not_believed(server: S3, place: str, tmp_path: Path) -> None:
    """Other bytes are named and not kept here; half an answer is asked for again."""
    one, other = machine(place, tmp_path / "a"), machine(place, tmp_path / "b")
    sha = one.put(b"content")
    server.fault = {"GET": "lie"}
    with pytest.raises(Corrupt, match=f"kept as {sha[:12]}… have been changed"):
        other.get(sha)
    assert not list(ContentStore(tmp_path / "b").entries())
    server.fault = {"GET": "half"}
    threading.Timer(1, server.fault.clear).start()
    assert other.get(sha) == b"content"


def test_a_server_that_hangs_is_given_up(
    server: S3, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After AWS_TIMEOUT for each try, and ten seconds for all; what it hung over is put when it is well."""
    monkeypatch.setenv("AWS_TIMEOUT", "2s")
    store = machine(place, tmp_path)
    server.fault = {"PUT": "hang"}
    began = time.monotonic()
    with pytest.raises(BucketError, match="cannot be reached to write"):
        store.put(b"content")
    assert time.monotonic() - began < 20
    assert not list(store.entries())
    server.fault = {}
    assert store.untrusting().get(store.put(b"content")) == b"content"


def test_large_bytes_go_in_parts_and_a_list_has_many_pages(server: S3, place: str, tmp_path: Path) -> None:
    """More than a request takes: nothing is kept of an upload in parts before it is whole."""
    one, other = machine(place, tmp_path / "a"), machine(place, tmp_path / "b")
    large, before = os.urandom(11_000_000), set(server.uploads)
    shas = {one.put(bytes([n])) for n in range(PAGE + 7)} | {one.put(large)}
    assert set(server.uploads) == before and any("partNumber" in path for _, path in server.asked)
    assert {held.sha for held in other.entries()} == shas
    assert other.get(digest(large)) == large


@pytest.mark.parametrize(
    "address", ["s3://", "s3://key:secret@bucket", "s3://bucket?aws_secret_access_key=secret", "gs://secret"]
)
def test_an_address_with_a_secret_or_without_a_bucket_is_refused(address: str) -> None:
    """And is not said again."""
    with pytest.raises(InputError) as caught:
        Home.find(f"postgres://db/one?blobs={address.replace('?', '%3F')}")
    assert "secret" not in str(caught.value).replace("AWS_SECRET_ACCESS_KEY", "")


def test_the_bucket_is_taken_from_the_address_and_each_has_a_folder_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Credentials are never in it; a home without one is as before."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("INDAGATE_BLOBS", "s3://from-environment")
    one, other = Home.find("postgres://db/one?blobs=s3://bucket/team/"), Home.find("postgres://db/one")
    assert (one.bucket, other.bucket) == ("s3://bucket/team", "s3://from-environment")
    assert one.address == other.address == "postgres://db/one"
    assert one.root != other.root and one.root.is_relative_to(tmp_path)
    handed = Home.find(with_blobs(one.address, one.bucket))
    assert (handed.root, handed.bucket, handed.address) == (one.root, one.bucket, one.address), "to a process of ours"
    assert not Home.find(tmp_path / "plain").bucket
