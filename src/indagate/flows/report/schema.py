"""The JSON Schemas of a report's session files, made from what the files are made from."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from indagate.flows.report import files, phases, text

KINDS: dict[str, type] = {
    "session": files.Session,
    "initial_context": files.InitialContext,
    "brief": files.Brief,
    "plan": files.Plan,
    "coverage": files.Coverage,
    "questions_plan": files.QuestionsPlan,
    "chart_data": text.ChartData,
    "charts_analyzed": text.ChartsAnalyzed,
    "story": text.Story,
    "aggregation": text.Aggregation,
    "citations": text.Citations,
    "glossary": text.Glossary,
    "result": files.Result,
    "series": files.SeriesFile,
}
"""The files by the name of their schema; results/*.json are a `result`, results/series/*.json a `series`."""


def schema_of(name: str) -> dict[str, Any]:
    """Return a file's schema. Raises `KeyError`."""
    made = msgspec.json.schema(KINDS[name])
    about = (KINDS[name].__doc__ or "").strip()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": name, "description": about, **made}


def texts() -> dict[str, str]:
    """Return the text of each schema's file, by name: `brief.schema.json`."""
    return {
        f"{name}.schema.json": json.dumps(schema_of(name), ensure_ascii=False, indent=1, sort_keys=True) + "\n"
        for name in KINDS
    }


def name_for(path: str) -> str:
    """Return the name of the schema of a session file, by its path below the run's folder."""
    if path == phases.SESSION:
        return "session"
    if path.startswith("results/series/"):
        return "series"
    if path.startswith("results/"):
        return "result"
    return path.rpartition("/")[2].removesuffix(".json")
