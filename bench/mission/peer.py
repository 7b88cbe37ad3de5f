"""gpt-researcher's deep mode, as it ships, in a process of its own: `python peer.py QUESTION` prints what it did.

The addresses of the model and the search come by the environment, as its documentation says.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import re
import sys
import time
from typing import Any


def _count_words_where_there_is_no_table() -> str:
    """It reckons costs with a table that tiktoken fetches; where that cannot be had, words are counted instead."""
    import tiktoken

    try:
        tiktoken.get_encoding("o200k_base")
        return ""
    except OSError:

        class Words:
            def encode(self, text: str, **_: Any) -> list[str]:
                return text.split()

        tiktoken.get_encoding = lambda _: Words()
        tiktoken.encoding_for_model = lambda _: Words()
        return "its table of tokens could not be fetched: it reckons its costs in words"


async def main(question: str) -> dict[str, Any]:
    """Research a question and return the seconds, the sources that it lists, and the report's claims."""
    note = _count_words_where_there_is_no_table()
    import langchain_openai  # noqa: F401 - imported lazily otherwise
    from gpt_researcher import GPTResearcher

    began = time.monotonic()
    researcher = GPTResearcher(query=question, report_type="deep", verbose=False)
    await researcher.conduct_research()
    report = await researcher.write_report()
    seconds = time.monotonic() - began
    sources = [str(source.get("url", "")) for source in researcher.get_research_sources()]
    claims = []
    for line in report.splitlines():
        urls = re.findall(r"\]\((http[^)\s]+)\)", line)
        text = re.sub(r"\[[^\]]*\]\([^)]*\)", "", line).strip()
        if urls and text:
            claims.append([text, urls])
    return {"seconds": seconds, "sources": sources, "claims": claims, "note": note}


if __name__ == "__main__":
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        found = asyncio.run(main(sys.argv[1]))
    print(json.dumps(found))
