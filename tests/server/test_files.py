"""What came from outside stays text, wherever it is shown."""

from __future__ import annotations

from html.parser import HTMLParser

from indagate.flow.archived import ArchivedText
from indagate.server.page.render import page
from indagate.server.plain import plain

EVIL = "</pre><script>alert(1)</script><img src=x onerror=alert(1)><svg/onload=alert(1)>\"'&"


class Tags(HTMLParser):
    """The tags of a page, with their attributes, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_a_hostile_source_is_text_on_its_page() -> None:
    """Its title, place, words and quote: no tag of theirs, and all of it readable."""
    text = f"before {EVIL} after"
    start = text.index(EVIL)
    source = ArchivedText("S01", EVIL, EVIL, EVIL, "text/html", text, start, start + len(EVIL))
    shown = Tags()
    run = {"name": "MS-1"}
    shown.feed(bytes(page("source", title=source.title, run=run, source=source).body).decode())
    tags = [tag for tag, _ in shown.found]
    assert not {"img", "svg"} & set(tags) and tags.count("script") == 1, "only the page's own script"
    assert not any(name.startswith("on") for _, attributes in shown.found for name in attributes)
    assert shown.text.count(EVIL) >= 4 and tags.count("mark") == 1


def test_any_record_is_plain_data() -> None:
    """Keys that are tuples or types, sets, nested records: nothing that JSON cannot hold is left."""
    import json

    found = plain({("a", "b"): {3, 1}, int: [None, 1.5, ("x",)]})
    assert json.loads(json.dumps(found)) == {"a b": [1, 3], "int": [None, 1.5, ["x"]]}
