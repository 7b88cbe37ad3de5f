"""Who speaks: which kind a source is of, by its host and the type that it states, as one table.

Rules are tried from the top; the first that matches decides. A host matches by its last labels, "gov.*" with any
country after it; a stated type is one that the document claims of itself (schema.org, Open Graph, citation metadata).
What a web page says of itself never makes it official or academic: such rules hold for local files only.
"""

from __future__ import annotations

import re
from enum import StrEnum
from urllib.parse import urlsplit

from indagate.vocabulary import word_lists


class Kind(StrEnum):
    """Who stands behind a source."""

    OFFICIAL = "official"
    ACADEMIC = "academic"
    INDUSTRY = "industry"
    NEWS = "news"
    BLOG = "blog"
    UNKNOWN = "unknown"


_RULES = word_lists("""
host:blog medium.com substack.com wordpress.com blogspot.com blogger.com tumblr.com ghost.io livejournal.com habr.com
host:blog vc.ru dev.to hashnode.dev reddit.com quora.com stackexchange.com stackoverflow.com facebook.com x.com
host:blog twitter.com linkedin.com youtube.com dzen.ru t.me github.io pages.dev netlify.app vercel.app
host:official gov mil int gov.* gob.* gouv.* go.jp go.kr go.id mil.* govt.nz gc.ca canada.ca europa.eu bund.de
host:official bundestag.de bundesregierung.de destatis.de bundesbank.de gouv.fr admin.ch gv.at overheid.nl gov.ru
host:official kremlin.ru government.ru cbr.ru rosstat.ru un.org who.int imf.org worldbank.org oecd.org wto.org ietf.org
host:official rfc-editor.org iso.org w3.org ecb.europa.eu parliament.uk nhs.uk
host:academic edu edu.* ac.* arxiv.org doi.org nature.com science.org sciencedirect.com springer.com link.springer.com
host:academic wiley.com jstor.org plos.org pnas.org acm.org ieee.org mdpi.com frontiersin.org ncbi.nlm.nih.gov
host:academic biorxiv.org medrxiv.org ssrn.com aclanthology.org openreview.net cell.com bmj.com thelancet.com nejm.org
host:academic cambridge.org oup.com mpg.de fraunhofer.de cnrs.fr cern.ch ras.ru msu.ru cyberleninka.ru elibrary.ru
host:news reuters.com apnews.com bbc.co.uk bbc.com nytimes.com theguardian.com washingtonpost.com ft.com economist.com
host:news bloomberg.com wsj.com cnn.com npr.org aljazeera.com lemonde.fr elpais.com spiegel.de zeit.de faz.net
host:news sueddeutsche.de tagesschau.de heise.de handelsblatt.com dw.com dpa.com interfax.ru tass.ru ria.ru
host:news kommersant.ru vedomosti.ru rbc.ru meduza.io arstechnica.com theverge.com wired.com
host:industry mckinsey.com gartner.com idc.com statista.com forrester.com deloitte.com pwc.com ey.com kpmg.com bcg.com
host:industry iea.org irena.org
stated:academic scholarlyarticle medicalscholarlyarticle thesis citation_journal_title citation_doi citation_arxiv_id
stated:official legislation governmentorganization governmentreport
stated:news newsarticle reportagenewsarticle analysisnewsarticle news
stated:blog blogposting blog socialmediaposting discussionforumposting opinionnewsarticle
stated:industry techarticle apireference product corporation
""")


def host_of(locator: str) -> str:
    """Return the host of a web address in lower case without "www."; empty for a path."""
    try:
        host = (urlsplit(locator).hostname or "") if "://" in locator else ""
    except ValueError:
        return ""
    return host.lower().rstrip(".").removeprefix("www.")


def kind_of(locator: str, stated: str = "") -> Kind:
    """Return the kind of a source, UNKNOWN when no rule matches."""
    host = host_of(locator)
    labels = host.split(".")
    ends = {".".join(labels[at:]) for at in range(len(labels))}
    ends |= {".".join([*labels[at:-1], "*"]) for at in range(len(labels) - 1) if len(labels[-1]) == 2}
    told = {"host": ends, "stated": set(re.split(r"[\s,;]+", stated.rsplit("/", 1)[-1].lower()))}
    for name, patterns in _RULES.items():
        field, _, kind = name.partition(":")
        if patterns & told[field] and not (host and field == "stated" and kind in (Kind.OFFICIAL, Kind.ACADEMIC)):
            return Kind(kind)
    return Kind.UNKNOWN
