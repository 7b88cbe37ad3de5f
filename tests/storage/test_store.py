"""Bytes by their hash, files by rename."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from indagate.errors import Corrupt, InputError, StorageError
from indagate.storage import ContentStore, Home, digest, write_by_rename


def test_bytes_come_back_by_their_hash_and_are_kept_once(tmp_path: Path) -> None:
    """Two puts, one file, which nobody may write."""
    store = ContentStore(tmp_path)
    sha = store.put(b"content")
    assert sha == digest(b"content") == store.put(b"content")
    assert store.get(sha) == b"content"
    (kept,) = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert kept.stat().st_mode & 0o222 == 0


def test_the_same_bytes_kept_by_many_threads_at_once_are_kept_whole(tmp_path: Path) -> None:
    """Copies of one document are archived in parallel: none may stand in another's way."""
    store = ContentStore(tmp_path)
    contents = [bytes([number]) * 300_000 for number in range(6)]
    with ThreadPoolExecutor(8) as pool:
        shas = list(pool.map(store.put, [content for content in contents for _ in range(8)]))
    assert [store.get(sha) for sha in shas] == [content for content in contents for _ in range(8)]
    assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == len(contents)


def test_a_file_with_the_longest_name_is_linked_and_written(tmp_path: Path) -> None:
    """A draft's name stays within what a file system takes."""
    store = ContentStore(tmp_path / "store")
    target = tmp_path / "shown" / f"{'a' * 252}.md"
    store.link(store.put(b"content"), target)
    assert target.read_bytes() == b"content"
    write_by_rename(target, b"other")
    assert [path.read_bytes() for path in target.parent.iterdir()] == [b"other"]


def test_changed_or_lost_bytes_are_told(tmp_path: Path) -> None:
    """Never handed out."""
    store = ContentStore(tmp_path)
    sha = store.put(b"content")
    store.path(sha).chmod(0o644)
    store.path(sha).write_bytes(b"other")
    with pytest.raises(Corrupt, match="changed"):
        store.get(sha)
    store.path(sha).unlink()
    with pytest.raises(Corrupt, match="lost"):
        store.get(sha)
    with pytest.raises(Corrupt, match="lost"):
        store.link(sha, tmp_path / "x")


@pytest.mark.parametrize("damage", [b"", b"cont", b"CONTENT", b"content and more"])
def test_a_damaged_object_is_mended_by_the_next_put(damage: bytes, tmp_path: Path) -> None:
    """Cut off, changed or lengthened: whoever has the right bytes keeps them again."""
    store = ContentStore(tmp_path)
    sha = store.put(b"content")
    store.path(sha).chmod(0o644)
    store.path(sha).write_bytes(damage)
    assert store.put(b"content") == sha
    assert store.get(sha) == b"content"
    assert store.path(sha).stat().st_mode & 0o222 == 0


def test_a_link_shows_the_bytes_and_leaves_no_draft(tmp_path: Path) -> None:
    """Twice over the same target."""
    store = ContentStore(tmp_path / "store")
    sha = store.put(b"content")
    for _ in range(2):
        store.link(sha, tmp_path / "run/assets/a.txt")
    assert (tmp_path / "run/assets/a.txt").read_bytes() == b"content"
    assert [path.name for path in (tmp_path / "run/assets").iterdir()] == ["a.txt"]


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    """A guard that objects leaves the old file, and no draft."""
    path = tmp_path / "page.md"
    write_by_rename(path, b"old", sync=True)

    def object_() -> None:
        raise RuntimeError("not now")

    with pytest.raises(RuntimeError):
        write_by_rename(path, b"new", guard=object_)
    assert path.read_bytes() == b"old"
    assert [file.name for file in tmp_path.iterdir()] == ["page.md"]


def test_a_synced_file_survives_with_the_folders_that_were_made_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file, its folder, and each folder in which a new one was made; later only the first two."""
    synced: list[Path] = []

    def fsync(handle: int) -> None:
        synced.append(Path(f"/proc/self/fd/{handle}").resolve())
        sync(handle)

    sync = os.fsync
    monkeypatch.setattr(os, "fsync", fsync)
    write_by_rename(tmp_path / "store/ab/one", b"x", sync=True)
    assert synced[0].parent == tmp_path / "store/ab"
    assert synced[1:] == [tmp_path / "store/ab", tmp_path / "store", tmp_path]
    synced.clear()
    write_by_rename(tmp_path / "store/ab/two", b"x", sync=True)
    assert synced[1:] == [tmp_path / "store/ab"]


def test_a_refusal_of_the_disk_names_the_path(tmp_path: Path) -> None:
    """A folder where a file is."""
    (tmp_path / "file").write_text("x")
    with pytest.raises(StorageError, match="file"):
        write_by_rename(tmp_path / "file" / "below", b"x")


def test_a_home_is_the_given_folder_else_the_environments_else_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And never a file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("INDAGATE_HOME", raising=False)
    assert Home.find().root == tmp_path / ".indagate"
    monkeypatch.setenv("INDAGATE_HOME", str(tmp_path / "there"))
    assert Home.find().root == tmp_path / "there"
    assert Home.find(tmp_path / "given").root == tmp_path / "given"
    (tmp_path / "file").write_text("x")
    with pytest.raises(InputError, match="is a file"):
        Home.find(tmp_path / "file")
