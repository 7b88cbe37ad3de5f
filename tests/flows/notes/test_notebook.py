"""The notebook is the user's: appended to, never rewritten, and no note is lost or doubled."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flows.notes.talk import TODAY, answer, say
from indagate.errors import InputError, StorageError
from indagate.flows.notes.domain import SHIPPED, domains, read_domain
from indagate.flows.notes.importing import bring_in, read_notes
from indagate.flows.notes.index import Index
from indagate.flows.notes.notebook import Notebook

DAY = date(2026, 10, 3)


def test_a_note_with_a_known_mark_is_not_written_again(tmp_path: Path) -> None:
    """STORE may be repeated after a crash."""
    book = Notebook(tmp_path)
    one = book.append(DAY, [("ran 5 km", "N-1")])
    assert book.append(DAY, [("ran 5 km", "N-1")]) == one
    assert [line.text for line in book.read(DAY)] == ["ran 5 km"]


def test_a_hand_edited_file_is_appended_to_as_it_is(tmp_path: Path) -> None:
    """No line end, own headings and continued lines are no trouble."""
    book = Notebook(tmp_path)
    tmp_path.mkdir(exist_ok=True)
    book.path(DAY).write_text("# A day of mine\n\nslept 7h\n- ran\n  5 km in the rain")
    book.append(DAY, [("coffee x2", "N-2")])
    assert book.path(DAY).read_text().startswith("# A day of mine\n\nslept 7h\n- ran\n  5 km in the rain\n- coffee x2")
    assert [line.text for line in book.read(DAY)] == ["slept 7h", "ran 5 km in the rain", "coffee x2"]


@settings(deadline=None)  # each example waits for the disk
@given(st.text(max_size=40).filter(str.strip))
def test_whatever_is_noted_is_read_back_from_its_line(text: str) -> None:
    """Rules, bullets, boxes, comments and headings of Markdown are notes too if they are noted."""
    with tempfile.TemporaryDirectory() as folder:
        book = Notebook(Path(folder))
        for number, said in enumerate((text, "---", "***", "# x", "- [ ]", "<!-- N-1 -->")):
            mark = f"N-{number}"
            (line,) = book.append(DAY, [(said, mark)])
            assert line == next(one for one in book.read(DAY) if one.mark == mark)


def test_a_rule_at_the_top_of_a_file_hides_nothing(tmp_path: Path) -> None:
    """Only what is closed again is a preface; a mark of the byte order is no text, and a word with # no heading."""
    book = Notebook(tmp_path)
    book.path(DAY).write_text("---\n- ran 5 km\n")
    book.append(DAY, [("slept 7h", "N-1")])
    assert [line.text for line in book.read(DAY)] == ["ran 5 km", "slept 7h"]
    book.path(DAY).write_bytes(b"\xef\xbb\xbf---\r\ntags: x\r\n---\r\n# A day\r\n- ran 6 km\r\n#gym squats\r\n")
    assert [line.text for line in book.read(DAY)] == ["ran 6 km", "#gym squats"]


def test_what_is_no_file_of_a_day_hides_no_other(tmp_path: Path) -> None:
    """A dangling link, a folder, a year at the end of the calendar: the other days are read."""
    book = Notebook(tmp_path / "notebook")
    for number in range(1, 29):
        book.append(date(2026, 2, number), [("ran 2 km", "")])
    for name in ("2026-03-01.md", "2026-01-01.md", "2026-02-00.md"):
        (book.folder / name).symlink_to(tmp_path / "nowhere")
    (book.folder / "2026-03-02.md").mkdir()
    for name in ("0001-01-01.md", "9999-12-31.md"):
        (book.folder / name).write_text("ran 3 km last week and next week")
    assert len(book.days()) == 28
    assert "56 km" in answer(say(tmp_path, "total distance of runs in February 2026?", day=DAY))


def test_a_number_of_thousands_of_digits_is_a_note_like_any(tmp_path: Path) -> None:
    """It neither ends a run nor keeps the notebook from being read."""
    say(tmp_path, f"pi is {'3' * 4400}, ran 5 km", "log")
    assert "pi is 333" in answer(say(tmp_path, "pi?"))


def _write(folder: str, who: int) -> None:
    for n in range(25):
        Notebook(Path(folder)).append(DAY, [(f"note {n} of {who}", f"N-{who}-{n}")])


def test_two_terminals_at_once_lose_nothing(tmp_path: Path) -> None:
    """Both append under a lock."""
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(_write, [str(tmp_path)] * 2, [1, 2]))
    assert len({line.text for line in Notebook(tmp_path).read(DAY)}) == 50


def test_a_full_disk_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    """A write that is cut short is taken back, and said to have failed."""
    book = Notebook(tmp_path / "notebook")
    book.append(TODAY, [("slept 7h", "")])
    before = book.path(TODAY).read_bytes()
    code = (
        "import sys, signal, resource; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "from datetime import date; from pathlib import Path\n"
        "from indagate.flows.notes.notebook import Notebook\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({len(before) + 4}, resource.RLIM_INFINITY))\n"
        f"Notebook(Path({str(tmp_path / 'notebook')!r})).append(date({TODAY.year}, {TODAY.month}, {TODAY.day}), "
        "[('a note too long for this disk', 'N-9')])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert "StorageError" in done.stderr
    assert book.path(TODAY).read_bytes() == before


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """A `StorageError` says what to do, and the run keeps the text."""
    (tmp_path / "notebook").write_text("a file where the notebook should be")
    with pytest.raises(StorageError):
        Notebook(tmp_path / "notebook").append(DAY, [("ran 5 km", "N-1")])
    told = say(tmp_path, "ran 5 km", "log")
    assert told.state == "ERROR"
    assert told.input.text == "ran 5 km"


@pytest.mark.crash
def test_a_kill_during_store_neither_loses_nor_doubles_a_note(tmp_path: Path) -> None:
    """Killed at ten moments of the time that one takes, and resumed each time: the note stands once."""
    command = [sys.executable, "-m", "indagate", "log", "ran 5 km in the rain", "--as-of", TODAY.isoformat()]
    environment = {**os.environ, "INDAGATE_HOME": str(tmp_path)}
    began = time.monotonic()
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    whole = time.monotonic() - began
    killed = 0
    for n in range(10):
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(whole * (n + 3) / 12)
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            killed += 1
        process.wait()
    listed = subprocess.run([sys.executable, "-m", "indagate", "runs"], env=environment, capture_output=True, text=True)
    names = [line.split()[0] for line in listed.stdout.splitlines()[1:]]
    for name in names:
        subprocess.run(
            [sys.executable, "-m", "indagate", "resume", name, "--quiet"], env=environment, capture_output=True
        )
    lines = Notebook(tmp_path / "notebook").read(TODAY)
    assert sorted(line.mark for line in lines) == sorted(names)
    assert {line.text for line in lines} <= {"ran 5 km in the rain"}
    assert killed


FORMS = """# Log

## 2026-04-20

- ran 5 km

## 2026-07-08 Wed

- slept 7h

## 2 августа 2026

- обед 700 ккал

## 08.09.2026

- coffee x2
- coffee x2
"""


def test_importing_the_same_notes_twice_in_any_form_adds_nothing(tmp_path: Path) -> None:
    """Markdown with four forms of headings, CSV and JSONL hold the same notes."""
    (tmp_path / "a.md").write_text(FORMS)
    rows = [("2026-04-20", "ran 5 km"), ("2026-07-08", "slept 7h"), ("2026-08-02", "обед 700 ккал")]
    (tmp_path / "b.csv").write_text("date,text\n" + "".join(f'{day},"{text}"\n' for day, text in rows))
    (tmp_path / "c.jsonl").write_text("".join(f'{{"date": "{day}", "text": "{text}"}}\n' for day, text in rows))
    book = Notebook(tmp_path / "notebook")
    assert bring_in(book, read_notes(tmp_path / "a.md")) == 5
    for name in ("a.md", "b.csv", "c.jsonl"):
        assert bring_in(book, read_notes(tmp_path / name)) == 0
    assert [day.isoformat() for day in book.days()] == ["2026-04-20", "2026-07-08", "2026-08-02", "2026-09-08"]


def test_a_bad_import_says_file_line_and_reason(tmp_path: Path) -> None:
    """Nothing is guessed: a note under no date is refused."""
    (tmp_path / "notes.md").write_text("# Notes\n\n- ran 5 km\n")
    with pytest.raises(InputError, match=r"notes\.md:3: .*no date"):
        read_notes(tmp_path / "notes.md")


def test_a_broken_table_or_line_is_refused_and_not_a_bug(tmp_path: Path) -> None:
    """Cells beyond all measure, endless brackets and half characters end in a word, not in an error of ours."""
    (tmp_path / "a.csv").write_text("date,text\n2026-10-01," + "x" * 200_000 + "\n")
    (tmp_path / "b.jsonl").write_text("[" * 100_000 + "\n")
    (tmp_path / "c.jsonl").write_text('{"date": "0001-01-01", "text": "ran last week"}\n')
    for name in ("a.csv", "b.jsonl", "c.jsonl"):
        with pytest.raises(InputError, match=rf"{name}:\d"):
            read_notes(tmp_path / name)
    (tmp_path / "d.jsonl").write_text('{"date": "2026-10-01", "text": "ran \\ud83d 5 km"}\n')
    assert read_notes(tmp_path / "d.jsonl") == [(date(2026, 10, 1), "ran ? 5 km")]


@pytest.mark.parametrize(
    ("words", "given", "said"),
    [
        (["log", "-"], b"\xff\xfe ran", "not UTF-8"),
        (["tell", "hi", "--domain", "nosuch"], b"", "no domain 'nosuch'"),
        (["ask", "hi", "--as-of", "9999-12-31"], b"", "1900 to 2200"),
        (["chat"], b"\xff\xfe ran\nran 5 km\n-\n", "not UTF-8"),
    ],
)
def test_what_cannot_be_used_is_refused_in_a_line_and_no_run_is_begun(
    tmp_path: Path, words: list[str], given: bytes, said: str
) -> None:
    """Bytes that are no text, days at the end of the calendar, domains that are not there."""
    done = subprocess.run(
        [sys.executable, "-m", "indagate", *words, "--home", str(tmp_path)],
        input=given, capture_output=True, timeout=120,
    )  # fmt: skip
    assert said in done.stderr.decode()
    assert done.returncode == (0 if words == ["chat"] else 2)
    book = Notebook(tmp_path / "notebook")
    assert [line.text for day in book.days() for line in book.read(day)] == (["ran 5 km"] if words == ["chat"] else [])


def test_no_note_acts_on_the_terminal(tmp_path: Path) -> None:
    """What was pasted or imported with control signs is shown without them."""
    Notebook(tmp_path / "notebook").append(DAY, [("ran\x1b]0;mine\x07 5 km", "")])
    for words in (["list"], ["show", DAY.isoformat()]):
        done = subprocess.run(
            [sys.executable, "-m", "indagate", "notes", *words, "--home", str(tmp_path)],
            capture_output=True, text=True, timeout=120, check=True,
        )  # fmt: skip
        assert "5 km" in done.stdout
        assert not {"\x1b", "\x07"} & set(done.stdout)


def test_the_index_can_be_deleted_and_is_rebuilt(tmp_path: Path) -> None:
    """It holds nothing that the notebook does not."""
    Notebook(tmp_path / "notebook").append(DAY, [("ran 5 km", ""), ("slept 7h", "")])
    modules = domains(tmp_path)
    with Index(tmp_path, modules) as index:
        assert index.refresh() == 1
        before = list(index.notes(DAY, DAY))
    (tmp_path / "notes" / "index.db").write_bytes(b"no database at all, but long enough to look like one" * 40)
    with Index(tmp_path, modules) as index:
        index.refresh()
        assert list(index.notes(DAY, DAY)) == before


def test_the_shipped_domains_are_sound() -> None:
    """Seven and general, each read strictly."""
    shipped = {"general", "money", "nutrition", "recovery", "running", "strength", "work"}
    assert shipped <= set(domains())
    assert {path.stem for path in SHIPPED.glob("*.yaml")} == shipped


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name: chess\ndescription: d\nvocabulary: {a: [b]}\nlog_shema: []\n", r"chess\.yaml:4: .*log_shema"),
        ("name: chess\ndescription: d\nvocabulary: [", r"chess\.yaml:\d+: "),
        ("name: go\ndescription: d\nvocabulary: {}\n", r"chess\.yaml:1: .*name"),
        (
            "name: chess\ndescription: d\nvocabulary: {game: [chess]}\nlog_schema:\n"
            "  - activity: game\n    kinds: [blitz]\n",
            r"chess\.yaml:\d+: .*'blitz'",
        ),
    ],
)
def test_a_bad_domain_module_is_refused_with_path_line_and_reason(tmp_path: Path, text: str, said: str) -> None:
    """A user's file is data, and is checked like code."""
    (tmp_path / "chess.yaml").write_text(text)
    with pytest.raises(InputError, match=said):
        read_domain(tmp_path / "chess.yaml")


def test_a_domain_of_the_users_own_needs_no_python(tmp_path: Path) -> None:
    """A file in the home's folder `domains` is all: its words are found, its values read, its questions answered."""
    (tmp_path / "domains").mkdir()
    (tmp_path / "domains" / "chess.yaml").write_text(
        "name: chess\ndescription: games of chess\nvocabulary:\n  chess: [played chess, play chess, chess games]\n"
        "log_schema:\n  - activity: chess\n    measures: {duration: {unit: min, words: [how long]}}\n"
    )
    say(tmp_path, "played chess for 40 min", "log")
    told = say(tmp_path, "How long did I play chess in October?")
    assert told.domains == ["chess"]
    assert "40 min" in told.sentences[0]
