"""Providers of what is written down for good: Wikipedia, arXiv, Semantic Scholar, OpenAlex."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from indagate.tools.web.provider.base import Result, Service, decode, results
from indagate.tools.web.sender import contact
from indagate.tools.web.wire import Answer


class _Article(msgspec.Struct):
    title: str
    index: int = 0
    fullurl: str | None = None
    extract: str | None = None


class _Articles(msgspec.Struct):
    pages: list[_Article] = []


class _Encyclopedia(msgspec.Struct):
    query: _Articles | None = None
    batchcomplete: bool = False


class Wikipedia(Service):
    """The English Wikipedia, or the one whose `api.php` the address names."""

    name = "wikipedia"
    base = "https://en.wikipedia.org/w/api.php"

    def ask(self, query: str, limit: int) -> tuple[str, Mapping[str, str], Mapping[str, str], bytes]:
        """A full-text search with the introductions of what it finds."""
        count = str(min(limit, 20))
        parameters = {
            "action": "query", "format": "json", "formatversion": "2", "generator": "search", "gsrsearch": query[:300],
            "gsrlimit": count, "prop": "info|extracts", "inprop": "url", "exintro": "1", "explaintext": "1",
            "exlimit": count, "exchars": "600",
        }  # fmt: skip
        return "", parameters, {}, b""

    def read(self, answer: Answer) -> list[Result]:
        """Its articles, best first."""
        said = decode(answer, _Encyclopedia)
        if said.query is None and not said.batchcomplete:
            raise ValueError("neither articles nor a finished batch")
        pages = sorted(said.query.pages if said.query else [], key=lambda page: page.index)
        return results([self.result(page.fullurl, page.title, page.extract) for page in pages])


class ArXiv(Service):
    """Preprints, by their abstracts."""

    name = "arxiv"
    base = "https://export.arxiv.org/api/query"
    delay = 3.0

    def ask(self, query: str, limit: int) -> tuple[str, Mapping[str, str], Mapping[str, str], bytes]:
        """A search in all fields, best first; the characters of its query language are taken out."""
        words = "".join(letter if letter.isalnum() or letter in "-." else " " for letter in query).split()
        parameters = {"search_query": f"all:{' '.join(words)}", "start": "0", "max_results": str(min(limit, 50)),
                      "sortBy": "relevance"}  # fmt: skip
        return "", parameters, {"Accept": "application/atom+xml"}, b""

    def read(self, answer: Answer) -> list[Result]:
        """The entries of its feed."""
        from lxml import etree

        parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
        try:
            root = etree.fromstring(answer.body, parser)
        except etree.XMLSyntaxError as error:
            raise ValueError(str(error)) from None
        atom = "{http://www.w3.org/2005/Atom}"
        if root.tag != f"{atom}feed":
            raise ValueError("no feed")

        def text(entry: etree._Element, name: str) -> str:
            return (entry.findtext(f"{atom}{name}") or "").strip()

        found = [
            self.result(
                text(entry, "id").replace("http://", "https://", 1), text(entry, "title"), text(entry, "summary"),
                text(entry, "published"),
            )
            for entry in root.iter(f"{atom}entry")
            if text(entry, "title") != "Error"
        ]  # fmt: skip
        return results(found)


class _OpenAccess(msgspec.Struct):
    url: str | None = None


class _Paper(msgspec.Struct):
    title: str | None = None
    abstract: str | None = None
    url: str | None = None
    publicationDate: str | None = None  # noqa: N815 - the service's name
    openAccessPdf: _OpenAccess | None = None  # noqa: N815 - the service's name
    externalIds: dict[str, str | int] | None = None  # noqa: N815 - the service's name


class _Papers(msgspec.Struct):
    total: int
    data: list[_Paper] = []


class SemanticScholar(Service):
    """Papers of all fields; without a key it often has no time for us."""

    name = "semanticscholar"
    base = "https://api.semanticscholar.org/graph/v1"
    key = "SEMANTIC_SCHOLAR_API_KEY"
    delay = 1.0

    def ask(self, query: str, limit: int) -> tuple[str, Mapping[str, str], Mapping[str, str], bytes]:
        """A search by relevance."""
        fields = "title,abstract,url,publicationDate,openAccessPdf,externalIds"
        words = query.replace("-", " ")  # a hyphen finds nothing there
        headers = {"x-api-key": self.secret} if self.secret else {}
        return "/paper/search", {"query": words, "limit": str(min(limit, 100)), "fields": fields}, headers, b""

    def read(self, answer: Answer) -> list[Result]:
        """Its papers, each at an address where it can be read, if there is one."""
        found = decode(answer, _Papers).data
        return results([self.result(_readable(one), one.title, one.abstract, one.publicationDate) for one in found])


def _readable(paper: _Paper) -> str | None:
    known = paper.externalIds or {}
    if paper.openAccessPdf and paper.openAccessPdf.url:
        return paper.openAccessPdf.url
    if "ArXiv" in known:
        return f"https://arxiv.org/abs/{known['ArXiv']}"
    return f"https://doi.org/{known['DOI']}" if "DOI" in known else paper.url


class _Location(msgspec.Struct):
    landing_page_url: str | None = None
    pdf_url: str | None = None


class _Work(msgspec.Struct):
    id: str
    display_name: str | None = None
    publication_date: str | None = None
    doi: str | None = None
    abstract_inverted_index: dict[str, list[int]] | None = None
    primary_location: _Location | None = None
    best_oa_location: _Location | None = None


class _Works(msgspec.Struct):
    results: list[_Work]


class OpenAlex(Service):
    """Works of all fields from an open catalogue."""

    name = "openalex"
    base = "https://api.openalex.org"
    key = "OPENALEX_API_KEY"

    def ask(self, query: str, limit: int) -> tuple[str, Mapping[str, str], Mapping[str, str], bytes]:
        """A search by relevance; who gives an address for contact gets a better place in the queue."""
        wanted = "id,display_name,publication_date,doi,abstract_inverted_index,primary_location,best_oa_location"
        words = "".join(letter if letter.isalnum() or letter in "-'" else " " for letter in query)
        parameters = {"search": " ".join(words.split()), "per-page": str(min(limit, 50)), "select": wanted}
        parameters |= {"mailto": contact()} if "@" in contact() else {}
        parameters |= {"api_key": self.secret} if self.secret else {}
        return "/works", parameters, {}, b""

    def read(self, answer: Answer) -> list[Result]:
        """Its works; their abstracts are put together from an index of words."""
        found = decode(answer, _Works).results
        return results(
            [self.result(_place(one), one.display_name, _abstract(one), one.publication_date) for one in found]
        )


def _place(work: _Work) -> str | None:
    for place in (work.best_oa_location, work.primary_location):
        if place is not None and (place.pdf_url or place.landing_page_url):
            return place.pdf_url or place.landing_page_url
    return work.doi or work.id


def _abstract(work: _Work) -> str:
    index = work.abstract_inverted_index or {}
    placed = sorted((at, word) for word, places in index.items() for at in places[:1000])
    return " ".join(word for _, word in placed[:5000])
