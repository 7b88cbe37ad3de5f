"""Who speaks: the rules that tell a source's kind from its host, stated metadata and publisher, as one table.

Rules are tried from the top; the first that matches decides. `host` matches the end of the host name, label by label.
`stated` matches a type that the document claims of itself (schema.org type, Open Graph type, citation metadata),
`publisher` words of a publisher's name. What a web page says of itself never makes it official or academic: such rules
hold for local files only, which the user chose to trust.
"""

from __future__ import annotations

import itertools
import re
from enum import StrEnum
from typing import Literal
from urllib.parse import urlsplit

from indagate.frozen import dataclass


class Kind(StrEnum):
    """Who stands behind a source."""

    OFFICIAL = "official"
    ACADEMIC = "academic"
    INDUSTRY = "industry"
    NEWS = "news"
    BLOG = "blog"
    UNKNOWN = "unknown"


# Authority by kind; unknown on the web counts as a blog, a local file nobody signs as 0.6.
AUTHORITY: dict[Kind, float] = {
    Kind.OFFICIAL: 1.0,
    Kind.ACADEMIC: 0.9,
    Kind.INDUSTRY: 0.8,
    Kind.NEWS: 0.7,
    Kind.BLOG: 0.5,
    Kind.UNKNOWN: 0.5,
}
LOCAL_AUTHORITY = 0.6


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of the table: in `field`, any of `patterns` (host endings, or words for the others) tells `kind`."""

    kind: Kind
    field: Literal["host", "stated", "publisher"]
    patterns: str
    local_only: bool = False


RULES: tuple[Rule, ...] = (
    Rule(Kind.BLOG, "host",
         "medium.com substack.com wordpress.com blogspot.com blogger.com tumblr.com ghost.io livejournal.com "
         "habr.com vc.ru dev.to hashnode.dev reddit.com quora.com stackexchange.com stackoverflow.com "
         "facebook.com x.com twitter.com linkedin.com youtube.com dzen.ru t.me github.io pages.dev netlify.app "
         "vercel.app"),
    Rule(Kind.OFFICIAL, "host",
         "gov mil int gov.* gob.* gouv.* go.jp go.kr go.id mil.* govt.nz gc.ca canada.ca europa.eu bund.de "
         "bundestag.de bundesregierung.de destatis.de bundesbank.de gouv.fr admin.ch gv.at overheid.nl gov.ru "
         "kremlin.ru government.ru cbr.ru rosstat.ru un.org who.int imf.org worldbank.org oecd.org wto.org "
         "ietf.org rfc-editor.org iso.org w3.org ecb.europa.eu parliament.uk nhs.uk"),
    Rule(Kind.ACADEMIC, "host",
         "edu edu.* ac.* arxiv.org doi.org nature.com science.org sciencedirect.com springer.com "
         "link.springer.com wiley.com jstor.org plos.org pnas.org acm.org ieee.org mdpi.com frontiersin.org "
         "ncbi.nlm.nih.gov biorxiv.org medrxiv.org ssrn.com aclanthology.org openreview.net cell.com bmj.com "
         "thelancet.com nejm.org cambridge.org oup.com mpg.de fraunhofer.de cnrs.fr cern.ch ras.ru msu.ru "
         "cyberleninka.ru elibrary.ru"),
    Rule(Kind.NEWS, "host",
         "reuters.com apnews.com bbc.co.uk bbc.com nytimes.com theguardian.com washingtonpost.com ft.com "
         "economist.com bloomberg.com wsj.com cnn.com npr.org aljazeera.com lemonde.fr elpais.com spiegel.de "
         "zeit.de faz.net sueddeutsche.de tagesschau.de heise.de handelsblatt.com dw.com dpa.com interfax.ru "
         "tass.ru ria.ru kommersant.ru vedomosti.ru rbc.ru meduza.io arstechnica.com theverge.com wired.com"),
    Rule(Kind.INDUSTRY, "host",
         "mckinsey.com gartner.com idc.com statista.com forrester.com deloitte.com pwc.com ey.com kpmg.com "
         "bcg.com iea.org irena.org"),
    Rule(Kind.ACADEMIC, "stated",
         "scholarlyarticle medicalscholarlyarticle thesis citation_journal_title citation_doi "
         "citation_arxiv_id", local_only=True),
    Rule(Kind.OFFICIAL, "stated",
         "legislation governmentorganization governmentreport", local_only=True),
    Rule(Kind.NEWS, "stated",
         "newsarticle reportagenewsarticle analysisnewsarticle news"),
    Rule(Kind.BLOG, "stated",
         "blogposting blog socialmediaposting discussionforumposting opinionnewsarticle"),
    Rule(Kind.INDUSTRY, "stated",
         "techarticle apireference product corporation"),
    Rule(Kind.OFFICIAL, "publisher",
         "ministry government parliament commission agency statistics bureau authority federal department "
         "ministerium bundesamt bundesministerium statistisches behörde regierung министерство правительство "
         "росстат служба банк_россии united_nations world_health_organization world_bank ietf iso", local_only=True),
    Rule(Kind.ACADEMIC, "publisher",
         "university universität hochschule institute institut college academy journal proceedings университет "
         "институт академия журнал arxiv springer elsevier wiley max-planck fraunhofer", local_only=True),
    Rule(Kind.NEWS, "publisher",
         "news times post herald tribune zeitung tagesblatt nachrichten reuters associated_press газета "
         "новости вестник"),
    Rule(Kind.BLOG, "publisher",
         "blog medium substack блог"),
    Rule(Kind.INDUSTRY, "publisher",
         "inc inc. ltd ltd. gmbh ag corp corp. corporation company llc plc consulting foundation ооо пао ао "
         "компания"),
)  # fmt: skip
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*\.?")


def host_of(locator: str) -> str:
    """The host of a web address in lower case without "www."; empty for a path."""
    if "://" not in locator:
        return ""
    try:
        host = urlsplit(locator).hostname or ""
    except ValueError:
        return ""
    return host.lower().rstrip(".").removeprefix("www.")


def kind_of(locator: str, publisher: str = "", stated: str = "") -> Kind:
    """The kind of a source: the first rule of `RULES` that matches, UNKNOWN when none does."""
    host = host_of(locator)
    values = {
        "host": {host} if host else set(),
        "stated": {word.lower() for word in re.split(r"[\s,;]+", stated.rsplit("/", 1)[-1]) if word},
        "publisher": _publisher_words(publisher),
    }
    for rule in RULES:
        if rule.local_only and host:
            continue
        for pattern in rule.patterns.split():
            if any(
                _host_matches(value, pattern) if rule.field == "host" else value == pattern
                for value in values[rule.field]
            ):
                return rule.kind
    return Kind.UNKNOWN


def _publisher_words(publisher: str) -> set[str]:
    words = _WORD.findall(publisher.lower())
    pairs = {f"{one}_{two}" for one, two in itertools.pairwise(words)}
    triples = {"_".join(words[at : at + 3]) for at in range(len(words) - 2)}
    return {*words, *pairs, *triples}


def _host_matches(host: str, pattern: str) -> bool:
    """Whether the host's last labels are the pattern's; "gov.*" takes any country after it."""
    labels, wanted = host.split("."), pattern.split(".")
    tail = labels[-len(wanted) :]
    return (
        len(tail) == len(wanted)
        and all(want in ("*", label) for label, want in zip(tail, wanted, strict=True))
        and (wanted[-1] != "*" or len(tail[-1]) == 2)
    )
