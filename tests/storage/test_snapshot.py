"""Documents pinned by a run: the same bytes with the same dates on any machine."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import msgspec
import pytest

from indagate.errors import Corrupt, InputError
from indagate.storage import ContentStore, Home
from indagate.storage.snapshot import lay_out, pin


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "papers"
    (made / "below").mkdir(parents=True)
    for number, name in enumerate(("a.txt", "below/b.txt", "below/same.txt")):
        (made / name).write_text("first" if name == "a.txt" else "second")
        os.utime(made / name, ns=(10**18, 10**18 + number))
    return made


NAMES = ("below/same.txt", "a.txt", "below/b.txt")


def held(folder: Path) -> dict[str, tuple[bytes, int]]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_mtime_ns) for path in files}


def test_what_was_pinned_is_laid_out_elsewhere_as_it_was_whatever_became_of_the_folder(
    folder: Path, tmp_path: Path
) -> None:
    """Bytes, names and dates; the order of names does not matter, and what changed has another digest."""
    store, before = ContentStore(tmp_path / "store"), held(folder)
    sha = pin(folder, NAMES, store)
    assert sha == pin(folder, reversed(NAMES), store)
    (folder / "a.txt").write_text("other")
    assert pin(folder, NAMES, store) != sha
    shutil.rmtree(folder)
    assert held(lay_out(sha, store, tmp_path / "there")) == before


def test_what_a_kill_or_a_hand_left_is_made_whole(folder: Path, tmp_path: Path) -> None:
    """A file that lacks, one whose date was not set, a folder that was removed under a process that knew it."""
    store, before = ContentStore(tmp_path / "store"), held(folder)
    sha = pin(folder, NAMES, store)
    place = tmp_path / "there" / sha
    shutil.copytree(folder, place)
    (place / "below" / "b.txt").unlink()
    (place / "a.txt").write_text("fir")
    assert lay_out(sha, store, tmp_path / "there") == place
    assert held(place) == before
    shutil.rmtree(place)
    assert held(lay_out(sha, store, tmp_path / "there")) == before


def test_lost_or_strange_documents_are_named(folder: Path, tmp_path: Path) -> None:
    """A file that cannot be read, a digest that nobody keeps, a name that leads out of the folder."""
    store = ContentStore(tmp_path / "store")
    with pytest.raises(InputError, match=r"gone\.txt cannot be read"):
        pin(folder, ["gone.txt"], store)
    sha = pin(folder, NAMES, store)
    store.drop(store.put(b"second"))
    with pytest.raises(Corrupt, match="lost"):
        lay_out(sha, store, tmp_path / "there")
    for name in ("../out.txt", "/out.txt"):
        strange = store.put(msgspec.json.encode({name: (store.put(b"x"), 1)}))
        with pytest.raises(Corrupt, match="outside"):
            lay_out(strange, store, tmp_path / "there")
    assert not (tmp_path / "out.txt").exists()


def test_a_home_gives_the_folder_itself_unless_the_run_pinned_it(folder: Path, tmp_path: Path) -> None:
    """By its path as it was given; two homes are the same whatever a run pins in them."""
    home = Home(tmp_path / "home")
    sha = pin(folder, NAMES, home.store)
    of_run = Home(tmp_path / "home", pins=((str(folder), sha),))
    assert home.documents(str(folder)) == folder
    assert of_run.documents(str(folder)) == tmp_path / "home" / "snapshots" / sha
    assert of_run.documents("/another") == Path("/another")
    assert of_run == home and hash(of_run) == hash(home)
