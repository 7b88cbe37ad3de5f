"""A folder's index: complete, cheap to keep up to date, hard to break."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from indagate.corpus import Corpus
from indagate.corpus import harvest as harvest_module
from indagate.errors import Unreadable

from . import samples

LONG_AGO = 1_600_000_000_000_000_000


def put(folder: Path, **files: str | bytes) -> None:
    """Write files that changed long ago; `a_md` is a.md."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        file = folder / ".".join(name.rsplit("_", 1))
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        os.utime(file, ns=(LONG_AGO, LONG_AGO))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of three small documents and a picture."""
    made = tmp_path / "docs"
    put(
        made,
        pumps_md="# Heat pumps\n\nA heat pump moves heat from outside to the house.",
        costs_txt="Title: Costs\nPublisher: Energy Agency\nDate: 2024-02-01\n\nA boiler costs 4000 EUR to install.",
        table_csv="name,power\nalpha,3 kW\nbeta,5 kW\n",
        logo_png=b"\x89PNG",
    )
    return made


def _open(folder: Path) -> Corpus:
    return Corpus.open(folder, folder.parent / "cache")


def test_a_folder_is_read_and_searched(folder: Path) -> None:
    """Hits bring passage, title and what the document states."""
    corpus = _open(folder)
    done = corpus.refresh()
    assert (done.added, done.changed, done.removed, done.unchanged, done.unreadable) == (3, 0, 0, 0, [])
    assert done.passed_over == {".png": 1}
    (hit, *_) = corpus.search("What does installing a boiler cost?")
    assert (hit.path, hit.title, hit.entry.publisher) == ("costs.txt", "Costs", "Energy Agency")
    document = corpus.document(hit.path)
    assert document.text[hit.passage.start : hit.passage.end] == hit.passage.text
    assert corpus.search("beta")[0].passage.text == "name | power\nalpha | 3 kW\nbeta | 5 kW"
    assert corpus.raw("pumps.md") == (folder / "pumps.md").read_bytes()
    assert [entry.path for entry in corpus.documents()] == ["costs.txt", "pumps.md", "table.csv"]
    assert [p.text for p in corpus.passages("pumps.md")] == ["A heat pump moves heat from outside to the house."]
    assert corpus.search("zeppelin") == []


def test_only_what_changed_is_read_again(folder: Path) -> None:
    """A touched file is hashed, a changed one is read, the rest is left alone."""
    corpus = _open(folder)
    first = corpus.refresh()
    assert (first.hashed, first.extracted) == (3, 3)
    second = corpus.refresh()
    assert (second.hashed, second.extracted, second.unchanged) == (0, 0, 3)
    os.utime(folder / "pumps.md", ns=(LONG_AGO + 5, LONG_AGO + 5))
    third = corpus.refresh()
    assert (third.hashed, third.extracted, third.unchanged) == (1, 0, 3)
    put(folder, pumps_md="# Heat pumps\n\nNothing but zeppelins.", new_txt="A new text.")
    os.utime(folder / "pumps.md", ns=(LONG_AGO + 9, LONG_AGO + 9))
    (folder / "costs.txt").unlink()
    fourth = corpus.refresh()
    assert (fourth.added, fourth.changed, fourth.removed, fourth.unchanged) == (1, 1, 1, 1)
    assert (fourth.hashed, fourth.extracted) == (2, 2)
    assert corpus.search("zeppelin")[0].path == "pumps.md"
    assert corpus.search("boiler") == []
    assert corpus.search("moves heat outside") == [] or corpus.search("outside") == []


def test_a_file_changed_within_the_clocks_grain_is_not_missed(folder: Path) -> None:
    """Same size, same time of change, read about then, however slow the machine is: its content is looked at again."""
    now = time.time_ns() + 60_000_000_000
    (folder / "fresh.txt").write_text("zeppelin")
    os.utime(folder / "fresh.txt", ns=(now, now))
    corpus = _open(folder)
    corpus.refresh()
    (folder / "fresh.txt").write_text("aircraft")
    os.utime(folder / "fresh.txt", ns=(now, now))
    assert corpus.refresh().changed == 1
    assert corpus.search("aircraft")[0].path == "fresh.txt"


def test_the_same_passage_in_many_files_is_stored_once(folder: Path) -> None:
    """Its other places are noted; when its first document goes, the next one has it."""
    for name in ("a", "b", "c"):
        put(folder, **{f"{name}_md": f"# Part {name}\n\nAll rights in zeppelins are reserved."})
    corpus = _open(folder)
    corpus.refresh()
    (hit,) = corpus.search("zeppelins")
    assert (hit.path, hit.also, hit.places) == ("a.md", ("b.md", "c.md"), 3)
    (folder / "a.md").unlink()
    corpus.refresh()
    (hit,) = corpus.search("zeppelins")
    assert (hit.path, hit.also, hit.passage.path) == ("b.md", ("c.md",), ("Part b",))
    assert corpus.search("Part b zeppelins")[0].score > corpus.search("zeppelins")[0].score


def test_what_cannot_be_read_is_listed_with_its_reason(folder: Path) -> None:
    """And costs nothing the next time."""
    put(
        folder,
        broken_pdf=b"%PDF-1.4 and no more",
        data_json="{}",
        empty_txt="",
        locked_pdf=samples.pdf("x", encrypted=True),
    )
    corpus = _open(folder)
    done = corpus.refresh()
    reasons = dict(done.unreadable)
    assert set(reasons) == {"broken.pdf", "data.json", "empty.txt", "locked.pdf"}
    assert "password" in reasons["locked.pdf"] and "not a kind" in reasons["data.json"]
    again = corpus.refresh()
    assert again.unreadable == done.unreadable and again.hashed == 0


def test_pdf_passages_name_their_page(folder: Path) -> None:
    """A hit can be looked up."""
    put(folder, paper_pdf=samples.pdf("The first page says much more.\n" * 8, "The second speaks of zeppelins. " * 2))
    corpus = _open(folder)
    corpus.refresh()
    assert corpus.search("zeppelins")[0].passage.place == "page 2"


def test_odd_names_are_taken_and_strange_ones_passed_over(folder: Path, tmp_path: Path) -> None:
    """Line feeds and emoji are fine; hidden files and loops are passed over, links out and pipes named."""
    outside = tmp_path / "outside.txt"
    outside.write_text("zeppelin secrets")
    for name in ("new\nline.txt", "heat 🔥.txt", "..twice.txt", "-rf.txt", "a'b\"c.txt"):
        (folder / name).write_text(f"zeppelin in {name!r}")
    (folder / ".git").mkdir()
    (folder / ".git" / "config.txt").write_text("zeppelin")
    (folder / "link.txt").symlink_to(outside)
    (folder / "jquery.js").symlink_to(outside)
    (folder / "loop").symlink_to(folder)
    (folder / "dangling.txt").symlink_to(folder / "nowhere")
    os.mkfifo(folder / "pipe.txt")
    Path(os.fsdecode(os.fsencode(folder) + b"/bad\xff.txt")).write_text("zeppelin")
    corpus = _open(folder)
    done = corpus.refresh()
    assert {hit.path for hit in corpus.search("zeppelin")} == {"new\nline.txt", "heat 🔥.txt", "-rf.txt", "a'b\"c.txt"}
    assert done.unreadable == [
        ("bad\\xff.txt", "its name is no valid UTF-8; rename it"),
        ("dangling.txt", "it is a link that leads nowhere"),
        ("link.txt", "it is a link that leads out of the folder; such links are not followed"),
        ("pipe.txt", "it is no file but a pipe, a socket or a device"),
    ]


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda where: None, "no such folder"),
        (lambda where: where.write_text("x"), "a file, not a folder"),
        (lambda where: where.mkdir(), "no files in it"),
        (lambda where: put(where, a_png="x", b_png="y"), r"only \.png ×2"),
        (lambda where: put(where, a_json="{}"), r"none of its 1 files can be read, for one a\.json"),
    ],
)
def test_a_folder_with_nothing_to_read_says_so(make: Callable[[Path], object], reason: str, tmp_path: Path) -> None:
    """Whichever way there is nothing."""
    make(tmp_path / "docs")
    with pytest.raises(Unreadable, match=reason):
        _open(tmp_path / "docs").refresh()


def test_a_changed_file_is_not_passed_off_as_the_one_that_was_read(folder: Path) -> None:
    """Its original bytes are gone."""
    corpus = _open(folder)
    corpus.refresh()
    (folder / "pumps.md").write_text("other words")
    with pytest.raises(Unreadable, match="changed since"):
        corpus.raw("pumps.md")
    with pytest.raises(Unreadable, match="no document"):
        corpus.raw("../outside.txt")
    assert "moves heat" in corpus.document("pumps.md").text


@pytest.mark.parametrize("damage", ["garbage", "middle", "empty", "version"])
def test_a_damaged_index_is_made_anew(folder: Path, damage: str) -> None:
    """It is a cache: a search, too, mends it."""
    corpus = _open(folder)
    corpus.refresh()
    corpus.close()
    content = corpus.file.read_bytes()
    if damage == "garbage":
        corpus.file.write_bytes(b"no database at all" * 1000)
    elif damage == "middle":
        corpus.file.write_bytes(content[:100] + b"\xff" * (len(content) - 200) + content[-100:])
    elif damage == "empty":
        corpus.file.write_bytes(b"")
        _open(folder).refresh()
    else:
        corpus.file.write_bytes(content[:60] + b"\0\0\0\7" + content[64:])
    assert _open(folder).search("boiler")[0].path == "costs.txt"


def test_a_file_that_kills_its_reader_harms_no_other(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader that is stopped at its memory or time limit costs its file only, and is tried twice."""
    put(folder, huge_html=b"<p>" + b"<b>zeppelin</b> " * 400_000)
    monkeypatch.setattr(harvest_module, "MEMORY", 200 << 20)
    corpus = _open(folder)
    done = corpus.refresh()
    reasons = dict(done.unreadable)
    assert done.added == 3 and set(reasons) == {"huge.html"}
    assert corpus.search("boiler")[0].path == "costs.txt"
    monkeypatch.setattr(harvest_module, "MEMORY", 1 << 30)
    assert corpus.refresh().unreadable == []
    assert corpus.search("zeppelin")[0].path == "huge.html"


def _child(folder: Path, code: str) -> subprocess.Popen[str]:
    """A process that runs code with `corpus` open."""
    start = (
        f"from pathlib import Path\nfrom indagate.corpus import Corpus\ncorpus = Corpus.open(Path({str(folder)!r}), "
    )
    source = f"{start}Path({str(folder.parent / 'cache')!r}))\n{code}"
    return subprocess.Popen([sys.executable, "-c", source], stdout=subprocess.PIPE, text=True)


def _many(folder: Path, count: int) -> None:
    for n in range(count):
        put(folder, **{f"doc{n:04}_md": f"# Document {n}\n\nword{n} stands here.\n\n## More\n\nAnd common words."})


def test_two_processes_may_refresh_at_once(folder: Path) -> None:
    """Together they read every file once, and both end well."""
    _many(folder, 150)
    code = "done = corpus.refresh()\nprint(done.extracted, done.unchanged, done.passages)"
    first, second = _child(folder, code), _child(folder, code)
    said = [tuple(map(int, process.communicate(timeout=120)[0].split())) for process in (first, second)]
    assert sum(extracted for extracted, _, _ in said) == 153
    assert {extracted + unchanged for extracted, unchanged, _ in said} == {153}
    assert len({passages for _, _, passages in said}) == 1
    assert _open(folder).search("word149")[0].path == "doc0149.md"


def _children(parent: int) -> list[int]:
    """The processes that a process started."""
    lists = Path(f"/proc/{parent}/task").glob("*/children")
    return [int(pid) for children in lists for pid in children.read_text().split()]


def _runs(pid: int) -> bool:
    """Whether a process is there and no mere zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[-1].split()[0] != "Z"
    except OSError:
        return False


def test_a_killed_refresh_leaves_a_usable_index(folder: Path) -> None:
    """What was taken in stays, the rest is read by the next one, and no reader is left behind."""
    _many(folder, 400)
    process = _child(folder, "corpus.refresh(lambda done, total, path: print(done, flush=True))")
    assert process.stdout is not None
    for line in process.stdout:
        if int(line) >= 130:
            readers = _children(process.pid)
            process.send_signal(signal.SIGKILL)
            break
    process.wait(timeout=60)
    assert readers
    deadline = time.monotonic() + 30
    while any(_runs(pid) for pid in readers):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    corpus = _open(folder)
    kept = len(corpus.documents())
    assert 128 <= kept <= 403
    done = corpus.refresh()
    assert done.extracted == 403 - kept
    assert {entry.path for entry in corpus.documents()} >= {f"doc{n:04}.md" for n in range(400)}


def test_a_refresh_can_be_stopped_from_its_progress(folder: Path) -> None:
    """What the caller raises comes through, and the next refresh goes on."""
    _many(folder, 100)
    corpus = _open(folder)

    def stop(done: int, total: int, path: str) -> None:
        assert total == 103
        if done == 70:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        corpus.refresh(stop)
    done = corpus.refresh()
    assert 0 < done.unchanged < 103 and done.added + done.unchanged == 103


def test_an_index_inside_its_folder_is_no_document(tmp_path: Path) -> None:
    """The cache may lie below what it indexes."""
    put(tmp_path, a_txt="words")
    corpus = Corpus.open(tmp_path, tmp_path / "cache")
    corpus.refresh()
    assert corpus.refresh().unreadable == []


def test_folders_beyond_measure_are_named(folder: Path) -> None:
    """A path that the system cannot open and folders below the sixty-fourth: said, never passed over in silence."""
    deep = folder
    for _ in range(66):
        deep /= "d"
    deep.mkdir(parents=True)
    (deep / "far.txt").write_text("zeppelin")
    here = os.open(folder, os.O_RDONLY)
    try:
        for _ in range(21):  # longer than a path may be
            os.mkdir("n" * 200, dir_fd=here)
            below = os.open("n" * 200, os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = below
    finally:
        os.close(here)
    reasons = sorted(reason for _, reason in _open(folder).refresh().unreadable)
    assert reasons == [
        "it lies below 64 folders; indagate looks no deeper",
        "the folder cannot be read: File name too long",
    ]
    shutil.rmtree(folder / "d")


@pytest.mark.parametrize("taken", ["file", "folder"])
def test_what_goes_while_it_is_read_is_named(folder: Path, taken: str) -> None:
    """A file that is deleted between listing and reading, and the whole folder that is."""
    _many(folder, 60)
    corpus = _open(folder)

    first: list[str] = []

    def take(done: int, total: int, path: str) -> None:
        if done == 1:
            first.append(path)
            if taken == "folder":
                shutil.rmtree(folder)
            else:
                (folder / "table.csv").unlink()

    done = corpus.refresh(take)
    said = dict(done.unreadable)
    assert said["table.csv"] == "it cannot be opened: No such file or directory"
    assert len(said) == 1 or taken == "folder"
    if taken == "folder":
        with pytest.raises(Unreadable, match="docs: the folder cannot be read: No such file"):
            corpus.refresh()
        assert first[0] in {entry.path for entry in corpus.documents()}, "what was read is kept: it may come back"


def test_a_file_that_grows_while_it_is_read_is_read_again(folder: Path) -> None:
    """What is in the index is what one moment held; the next refresh takes the rest in."""
    log = folder / "grow.txt"
    log.write_text("zeppelin one. " * 50_000)
    corpus = _open(folder)
    with log.open("a", buffering=1) as growing:
        corpus.refresh(lambda done, total, path: print("airship. " * 100, file=growing))
    assert corpus.refresh().changed == 1
    assert corpus.raw("grow.txt") == log.read_bytes() and corpus.search("airship")


def test_a_large_pdf_says_how_far_it_has_come(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With every word its time begins anew, so a long one is not given up; other files are read beside it."""
    text = "This page of the manual speaks of zeppelins and of their many moorings in the harbour.\n" * 30
    put(folder, manual_pdf=samples.pdf(*[f"Page {n}\n{text}" for n in range(60)]))
    said: list[str] = []
    done = _open(folder).refresh(lambda done, total, path: said.append(path))
    words = [word for word in said if word.startswith("manual.pdf, page ")]
    assert done.added == 4
    assert words == sorted(words, key=lambda word: int(word.split()[2].replace(",", "")))
    assert words and all(word.endswith(" of 60") for word in words)
