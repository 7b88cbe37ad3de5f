"""Answers as the search providers really give them, with the fields that they have, two results each."""

from __future__ import annotations

import json

SEARXNG = json.dumps({
    "query": "pump", "number_of_results": 0, "answers": [], "corrections": [], "suggestions": ["pumps"],
    "unresponsive_engines": [["bing", "timeout"]],
    "results": [
        {"url": "https://valley.example/pump", "title": "The pump", "content": "It moves 412 litres.",
         "engine": "duckduckgo",
         "parsed_url": ["https", "valley.example", "/pump", "", "", ""], "template": "default.html",
         "positions": [1], "publishedDate": "2025-03-02T00:00:00", "score": 1.0, "category": "general", "img_src": ""},
        {"url": "https://b.example/", "title": "Second", "content": None, "engine": "google", "publishedDate": None},
    ],
})  # fmt: skip

BRAVE = json.dumps({
    "type": "search", "query": {"original": "pump", "more_results_available": True},
    "mixed": {"type": "mixed", "main": [{"type": "web", "index": 0, "all": False}]},
    "web": {"type": "search", "family_friendly": True, "results": [
        {"type": "search_result", "title": "The <strong>pump</strong> &amp; more", "url": "https://valley.example/pump",
         "is_source_local": False, "description": "It moves <strong>412</strong> litres.",
         "page_age": "2025-03-02T10:00:00", "age": "March 2, 2025", "profile": {"name": "Valley"},
         "extra_snippets": ["Opened in 1987."], "meta_url": {"scheme": "https", "netloc": "valley.example"}},
        {"type": "search_result", "title": "Second", "url": "https://b.example/", "description": "Words."},
    ]},
})  # fmt: skip

TAVILY = json.dumps({
    "query": "pump", "follow_up_questions": None, "answer": None, "images": [], "response_time": 1.09,
    "results": [
        {"url": "https://valley.example/pump", "title": "The pump", "content": "It moves 412 litres.", "score": 0.98,
         "raw_content": None, "published_date": "2025-03-02"},
        {"url": "https://b.example/", "title": "Second", "content": "Words.", "score": 0.5, "raw_content": None},
    ],
})  # fmt: skip

WIKIPEDIA = json.dumps({
    "batchcomplete": True, "continue": {"gsroffset": 2, "continue": "gsroffset||"},
    "query": {"pages": [
        {"pageid": 7, "ns": 0, "title": "Second", "index": 2, "fullurl": "https://b.example/", "extract": "Words."},
        {"pageid": 5, "ns": 0, "title": "The pump", "index": 1, "contentmodel": "wikitext", "pagelanguage": "en",
         "touched": "2026-01-05T10:00:00Z", "lastrevid": 1, "length": 300, "fullurl": "https://valley.example/pump",
         "editurl": "https://valley.example/edit", "canonicalurl": "https://valley.example/pump",
         "extract": "It moves 412 litres."},
    ]},
})  # fmt: skip

ARXIV = """<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom"
      xmlns="http://www.w3.org/2005/Atom">
  <id>https://arxiv.org/api/xyz</id><title>arXiv Query: search_query=all:pump</title>
  <updated>2026-01-01T00:00:00Z</updated><opensearch:totalResults>2</opensearch:totalResults>
  <entry><id>http://arxiv.org/abs/2503.00001v2</id><title>The
    pump</title><updated>2025-06-01T00:00:00Z</updated>
    <link href="https://arxiv.org/abs/2503.00001v2" rel="alternate" type="text/html"/>
    <summary>It moves 412
    litres.</summary><category term="cs.CL"/><published>2025-03-02T17:59:59Z</published>
    <author><name>A Person</name></author></entry>
  <entry><id>http://arxiv.org/abs/2503.00002v1</id><title>Second</title><summary>Words.</summary>
    <published>2025-03-03T00:00:00Z</published></entry>
</feed>"""

SEMANTICSCHOLAR = json.dumps({
    "total": 2, "offset": 0, "next": 2,
    "data": [
        {"paperId": "a", "externalIds": {"DOI": "10.1/x", "CorpusId": 21}, "url": "https://www.semanticscholar.org/paper/a",
         "title": "The pump", "abstract": "It moves 412 litres.", "publicationDate": "2025-03-02",
         "openAccessPdf": {"url": "https://valley.example/pump", "status": "GREEN", "license": None}},
        {"paperId": "b", "externalIds": {"ArXiv": "2503.00002", "CorpusId": 22}, "title": "Second", "abstract": None,
         "publicationDate": None, "openAccessPdf": {"url": "", "status": None}},
    ],
})  # fmt: skip

OPENALEX = json.dumps({
    "meta": {"count": 2, "db_response_time_ms": 30, "page": 1, "per_page": 10}, "group_by": [],
    "results": [
        {"id": "https://openalex.org/W1", "display_name": "The pump", "publication_date": "2025-03-02",
         "doi": "https://doi.org/10.1/x",
         "primary_location": {"landing_page_url": "https://doi.org/10.1/x", "pdf_url": None},
         "best_oa_location": {"landing_page_url": None, "pdf_url": "https://valley.example/pump"},
         "abstract_inverted_index": {"It": [0], "moves": [1], "412": [2], "litres.": [3]}},
        {"id": "https://openalex.org/W2", "display_name": "Second", "publication_date": "2024-01-01", "doi": None,
         "primary_location": None, "best_oa_location": None, "abstract_inverted_index": None},
    ],
})  # fmt: skip

DUCKDUCKGO = """<!DOCTYPE html><html><body><div id="links" class="results">
<div class="result results_links results_links_deep web-result"><div class="links_main links_deep result__body">
<h2 class="result__title"><a rel="nofollow" class="result__a" href="https://valley.example/pump">The pump</a></h2>
<div class="result__extras"><div class="result__extras__url"><a class="result__url" href="https://valley.example/pump">
valley.example/pump</a></div></div>
<a class="result__snippet" href="https://valley.example/pump">It moves <b>412</b> litres.</a></div></div>
<div class="result results_links results_links_deep web-result"><div class="links_main links_deep result__body">
<h2 class="result__title"><a rel="nofollow" class="result__a" href="https://b.example/">Second</a></h2>
<a class="result__snippet" href="https://b.example/">Words.</a></div></div>
</div></body></html>"""
