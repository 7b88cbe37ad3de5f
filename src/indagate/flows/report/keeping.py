"""Results in the content store: kept as the files that show them, and read again from there."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace

import msgspec

from indagate.flows.report.files import Kept, Result, SeriesFile
from indagate.storage import Blobs
from indagate.storage.typed import json_decoder


def as_json(value: object) -> str:
    """Return a session file's text."""
    return json.dumps(msgspec.to_builtins(value), ensure_ascii=False, indent=1) + "\n"


def keep(result: Result, store: Blobs) -> Kept:
    """Keep a result: results/data_1.json (in a follow-up results/c_data_1.json) and its series beside it."""
    before, _, name = result.task.id.rpartition("_")
    path = f"results/{before + '_' if before else ''}{result.task.kind}_{name[1:]}.json"
    texts = {path: as_json(replace(result, series=()))}
    texts.update({f"results/series/{one.id}.json": as_json(one) for one in result.series})
    files = tuple((place, store.put(text.encode())) for place, text in texts.items())
    return Kept(result.task, files, len(result.findings), len(result.calculations), result.failed, result.run)


def read(kept: Kept, store: Blobs) -> Result:
    """Return a result from the content store. Raises `Corrupt`."""
    (_, first), *others = kept.files
    series = tuple(json_decoder(SeriesFile).decode(store.get(sha)) for _, sha in others)
    return replace(json_decoder(Result).decode(store.get(first)), series=series)


def results_of(kept: Mapping[str, Kept], store: Blobs) -> dict[str, Result]:
    """Return results by their tasks' ids, from the content store. Raises `Corrupt`."""
    return {name: read(one, store) for name, one in kept.items()}


def series_of(results: Iterable[Result]) -> tuple[SeriesFile, ...]:
    """Return the series of all results, each once."""
    known: dict[str, SeriesFile] = {}
    for result in results:
        for one in result.series:
            known.setdefault(one.id, one)
    return tuple(known.values())
