"""Where the manuals are, and the plain text of their pages; shared by draw, check and score."""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
import tomllib
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
CACHE = HERE / ".staged"
BARS = ("navheader", "navfooter", "related", "sphinxsidebar", "docnav")
NAVIGATION = " or ".join(f"contains(concat(' ', @class, ' '), ' {name} ')" for name in BARS)
BLOCKS = {"p", "div", "li", "dt", "dd", "tr", "td", "th", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "br", "table"}


@dataclass(frozen=True, slots=True)
class Manual:
    """One installed manual: the package it came in, and the folder to point the product at."""

    name: str
    package: str
    version: str
    folder: Path
    glob: str
    unit: str
    about: str
    stage: tuple[str, ...] = ()

    def installed(self) -> str | None:
        """Return the installed version of the package, or None."""
        if not self.package:
            return self.version
        if shutil.which("dpkg-query") is None:
            return None
        shown = subprocess.run(
            ["dpkg-query", "-W", "-f", "${db:Status-Status} ${Version}", self.package],
            capture_output=True,
            text=True,
            check=False,
        )
        status, _, version = shown.stdout.partition(" ")
        return version if shown.returncode == 0 and status == "installed" else None

    def corpus(self) -> Path:
        """Return the folder to ask, staging the listed files first where the manual says so."""
        if not self.stage:
            return self.folder
        target = CACHE / f"{self.name}-{self.installed()}"
        target.mkdir(parents=True, exist_ok=True)
        for name in self.stage:
            source, plain = self.folder / name, target / staged_name(name)
            if plain.exists():
                continue
            if name.endswith(".gz"):
                plain.write_bytes(gzip.decompress(source.read_bytes()))
            else:
                shutil.copyfile(source, plain)
        return target


def staged_name(name: str) -> str:
    """Return the name a staged file bears: without .gz, and with .txt where it had no ending."""
    bare = name.removesuffix(".gz")
    return bare if "." in bare else f"{bare}.txt"


def _listed(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


def manuals() -> dict[str, Manual]:
    """Return the manuals of both manuals.toml and our own corpora, those of the development questions too, by name."""
    found: dict[str, Manual] = {}
    listed = {**_listed(HERE / "manuals.toml"), **_listed(HERE / "dev" / "manuals.toml")}
    for name, fields in listed.items():
        fields["folder"], fields["stage"] = Path(fields["folder"]), tuple(fields.get("stage", ()))
        found[name] = Manual(name=name, **fields)
    for folder in sorted([*(HERE / "corpora").glob("[a-z]*/"), *(HERE / "dev" / "corpora").glob("[a-z]*/")]):
        found[folder.name] = Manual(folder.name, "", "own", folder, "*", "file", "our own small corpus")
    return found


def html_text(data: bytes, navigation: bool = False) -> str:
    """Return the text of an HTML page, one line a block, without its navigation bars unless they are asked for."""
    from lxml import html

    tree: Any = html.document_fromstring(data, parser=html.HTMLParser(encoding="utf-8"))
    unwanted = "//script|//style|//head" + ("" if navigation else f"|//*[{NAVIGATION}]")
    for gone in tree.xpath(unwanted):
        gone.drop_tree()
    for node in tree.iter():
        if node.tag in BLOCKS:
            node.text, node.tail = "\n" + (node.text or ""), "\n" + (node.tail or "")
    return re.sub(r"\n\s*\n+", "\n", tree.text_content())


def pdf_pages(path: Path) -> list[str]:
    """Return the text of each page of a PDF."""
    from pypdf import PdfReader

    return [page.extract_text() for page in PdfReader(path).pages]


def page_text(path: Path, navigation: bool = False) -> str:
    """Return the plain text of one page of a manual, whatever its format."""
    if path.suffix in {".html", ".htm"}:
        return html_text(path.read_bytes(), navigation)
    if path.suffix == ".pdf":
        return "\n".join(pdf_pages(path))
    return path.read_text("utf-8", errors="replace")


def normal(text: str) -> str:
    """Return text in lower case with plain quotes and dashes and single spaces, as patterns see it."""
    text = unicodedata.normalize("NFKC", text).casefold()
    text = text.translate(
        {
            0x2018: "'",
            0x2019: "'",
            0x201C: '"',
            0x201D: '"',
            0x201E: '"',
            0xAB: '"',
            0xBB: '"',
            0x2010: "-",
            0x2011: "-",
            0x2012: "-",
            0x2013: "-",
            0x2014: "-",
            0x2212: "-",
            0xAD: None,
        }
    )
    text = re.sub(
        r"[`*]+|(?<!\w)_+(?=\w)|(?<=\w)_+(?!\w)", "", text
    )  # Markdown marks, never an underscore inside a name
    return re.sub(r"\s+", " ", text).strip()
