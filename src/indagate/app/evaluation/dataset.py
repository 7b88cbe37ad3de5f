"""Reading files of cases: our own JSON lines, and the formats of SimpleQA, HotpotQA, GAIA and BrowseComp-Plus."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from indagate.app.evaluation.case import EvalCase, Expected
from indagate.errors import InputError

FORMATS = "our own cases.jsonl, SimpleQA (CSV), HotpotQA (JSON), GAIA (metadata.jsonl), BrowseComp-Plus (JSON lines)"
_UNNAMED = re.compile(r"[^\w.-]+")


def read_dataset(path: Path) -> list[EvalCase]:
    """Return the cases of a file, whose format is recognised by its fields. Raises `InputError` for anything else."""
    rows = _rows(path)
    if not rows:
        raise InputError(f"{path} holds no cases", hint=f"It may be {FORMATS}.")
    read = next((reader for fields, reader in _READERS if fields <= rows[0].keys()), None)
    if read is None:
        raise InputError(f"{path} is in no format of cases that is known", hint=f"It may be {FORMATS}.")
    cases = []
    for number, row in enumerate(rows, start=1):
        try:
            cases.append(read(row, number, path.parent))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InputError(f"{path}, case {number}: {type(error).__name__}: {error}") from None
    twice = (
        {case.id for case in cases if sum(other.id == case.id for other in cases) > 1} if len(cases) < 5000 else set()
    )
    if twice:
        raise InputError(f"{path} has the case {sorted(twice)[0]!r} twice", hint="Ids must be unique.")
    return cases


def corpus_documents(path: Path) -> Iterator[tuple[str, str]]:
    """Yield name and text of the documents of a corpus in JSON lines (`docid`, `text`, perhaps `url`).

    Raises `InputError`.
    """
    for number, row in enumerate(_rows(path), start=1):
        if "docid" not in row or "text" not in row:
            raise InputError(f"{path}, line {number}: a document needs docid and text")
        yield _document(row)


def file_name(text: str, ending: str = ".txt") -> str:
    """Return a name of a file for a title."""
    return (_UNNAMED.sub("_", text).strip("._")[:100] or "document") + ending


def _rows(path: Path) -> list[dict[str, Any]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"the cases {path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is not UTF-8 text") from None
    if path.suffix == ".csv":
        return list(csv.DictReader(io.StringIO(text)))
    try:
        if path.suffix == ".jsonl":
            found = [json.loads(line) for line in text.splitlines() if line.strip()]
        else:
            found = json.loads(text)
    except ValueError as error:
        raise InputError(f"{path} is not JSON: {error}") from None
    if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
        raise InputError(f"{path} is no list of cases", hint=f"It may be {FORMATS}.")
    return found


# --- formats ---------------------------------------------------------------------------------------------------------


def _own(row: Mapping[str, Any], number: int, folder: Path) -> EvalCase:
    given, want = row["input"], row["expect"]
    flow = row.get("flow", "mission")
    if flow not in ("mission", "task"):
        raise ValueError(f"cases of the flow {flow!r} cannot be evaluated; those of mission and task can")
    question = given.get("question") or given["goal"]
    corpus, data = (folder / given[name] if given.get(name) else None for name in ("corpus", "data"))
    return EvalCase(str(row["id"]), question, _expected(want), flow, str(row.get("kind", "")), corpus, data)


def _expected(want: Mapping[str, Any]) -> Expected:
    if want.get("refused"):
        return Expected(refused=True)
    if "value" in want:
        return Expected(numbers=((float(want["value"]), float(want.get("tolerance", 1e-9))),))
    if "yes" in want:
        return Expected(yes=bool(want["yes"]))
    if "rows" in want:
        cells = [cell for row in want["rows"] for cell in (row if isinstance(row, list) else [row])]
        numbers = tuple((float(cell), 1e-9) for cell in cells if isinstance(cell, int | float))
        return Expected(tuple((cell,) for cell in cells if isinstance(cell, str)), numbers)
    if "quotes" in want:
        return Expected(tuple((item["quote"],) for item in want["quotes"]))
    for name in ("quote", "text", "date"):
        if name in want:
            found = want[name]
            return Expected((tuple(found) if isinstance(found, list) else (str(found),),))
    raise ValueError(f"what is expected names none of value, yes, rows, quote, text, date, refused: {sorted(want)}")


def _answer(text: str) -> Expected:
    """What a public set gives as the answer: yes or no, or words."""
    plain = text.strip().casefold()
    return Expected(yes=plain == "yes") if plain in ("yes", "no") else Expected(((text.strip(),),))


def _simpleqa(row: Mapping[str, Any], number: int, folder: Path) -> EvalCase:
    topic = re.search(r"'topic':\s*'([^']*)'", row.get("metadata") or "")
    return EvalCase(f"simpleqa-{number}", row["problem"], _answer(row["answer"]), kind=topic[1] if topic else "")


def _hotpotqa(row: Mapping[str, Any], number: int, folder: Path) -> EvalCase:
    context = row["context"]
    pairs = zip(context["title"], context["sentences"], strict=True) if isinstance(context, dict) else context
    documents = {file_name(title, ".md"): f"# {title}\n\n{''.join(sentences)}\n" for title, sentences in pairs}
    name = row.get("_id") or row.get("id") or f"hotpotqa-{number}"
    kind = " ".join(filter(None, (row.get("level"), row.get("type"))))
    return EvalCase(str(name), row["question"], _answer(row["answer"]), kind=kind, documents=documents)


def _gaia(row: Mapping[str, Any], number: int, folder: Path) -> EvalCase:
    files = (folder / row["file_name"],) if row.get("file_name") else ()
    missing = [file.name for file in files if not file.is_file()]
    if missing:
        raise ValueError(f"the attachment {missing[0]} is not beside the metadata")
    final = str(row["Final answer"])
    expected = Expected() if final in ("", "?") else _answer(final)
    if not expected.texts and expected.yes is None:
        raise ValueError("the case has no answer: the answers of the test part are not public")
    return EvalCase(str(row["task_id"]), row["Question"], expected, "task", f"level {row['Level']}", files=files)


def _browsecomp(row: Mapping[str, Any], number: int, folder: Path) -> EvalCase:
    known = [item for name in ("gold_docs", "evidence_docs", "negative_docs") for item in row.get(name) or ()]
    documents = dict(_document(item) for item in known if "text" in item)
    return EvalCase(str(row["query_id"]), row["query"], _answer(row["answer"]), documents=documents)


def _document(row: Mapping[str, Any]) -> tuple[str, str]:
    address = f"Address: {row['url']}\n\n" if row.get("url") else ""
    return file_name(str(row["docid"])), address + str(row["text"])


_READERS: tuple[tuple[set[str], Callable[[Mapping[str, Any], int, Path], EvalCase]], ...] = (
    ({"id", "input", "expect"}, _own),
    ({"task_id", "Question", "Final answer", "Level"}, _gaia),
    ({"query_id", "query", "answer"}, _browsecomp),
    ({"question", "answer", "context"}, _hotpotqa),
    ({"problem", "answer"}, _simpleqa),
)
"""The fields that a format is known by, and what reads it."""
