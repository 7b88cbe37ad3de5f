"""Reading Markdown."""

from __future__ import annotations

from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from indagate.corpus.reader import markdown

from ..samples import holds, told

PAGE = b"""---
title: Pumps
publisher: Energy Agency
date: 2024-02-03
url: https://example.org/pumps
kind: official
---
# Heat *pumps*

A pump
moves `heat` ![never](x.png) to [a room](https://example.org).

## Kinds

- air
  - inner
- ground

| Kind | COP |
|------|-----|
| air  | 3.1 |

COP
: heat out
: per work in

> They work.

```sh
run --now
```

<dl><dt>SPF</dt><dd>a season's COP</dd></dl>
"""


def test_every_kind_of_block_is_read() -> None:
    """Headings, lists, tables, definitions, quotations, code and HTML."""
    document = markdown.read(PAGE, "p.md")
    holds(document)
    assert told(document) == [
        ("heading", "Heat pumps"),
        ("paragraph", "A pump moves heat to a room."),
        ("heading", "Kinds"),
        ("item", "air"),
        ("item", "inner"),
        ("item", "ground"),
        ("row", "Kind | COP"),
        ("row", "air | 3.1"),
        ("definition", "COP\nheat out"),
        ("definition", "COP\nper work in"),
        ("quote", "They work."),
        ("code", "run --now"),
        ("definition", "SPF\na season's COP"),
    ]
    assert document.blocks[7].header == ("Kind", "COP")
    assert (document.title, document.publisher, document.kind) == ("Pumps", "Energy Agency", "official")
    assert (document.published, document.dated) == (date(2024, 2, 3), "day")
    assert document.url == "https://example.org/pumps"


def test_front_matter_that_is_no_yaml_is_passed_over_with_a_warning() -> None:
    """The words below it are read all the same."""
    document = markdown.read(b"---\n: [\n---\nWords.\n", "p.md")
    assert told(document) == [("paragraph", "Words.")]
    assert document.warnings


def test_front_matter_of_nested_aliases_costs_nothing() -> None:
    """A billion laughs are not told."""
    lines = ['a0: &a0 ["ha", "ha"]'] + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    source = "\n".join(["---", *lines, "title: *a11", "---", "Words."]).encode()
    assert markdown.read(source, "laughs.md").title is None


@settings(deadline=None)
@given(st.text(alphabet="#*-_`|: \n>[]()<!x1\t~=\u0301\0я", max_size=200))
def test_any_text_keeps_spans_exact(text: str) -> None:
    """Whatever the marks, text[start:end] is the block's text."""
    holds(markdown.read(text.encode(), "x.md"))


def test_the_only_number_of_a_list_stays_in_the_text() -> None:
    """CommonMark calls a paragraph that begins with a date a list of one item; its day is the text's."""
    document = markdown.read(
        b"22. September 1963: opened.\n\n> 3) Oktober\n\nSteps:\n\n1. open\n\n   slowly\n\n2. close\n\n- one\n", "d.md"
    )
    holds(document)
    assert told(document) == [
        ("item", "22. September 1963: opened."),
        ("item", "3) Oktober"),
        ("paragraph", "Steps:"),
        ("item", "open"),
        ("item", "slowly"),
        ("item", "close"),
        ("item", "one"),
    ]
