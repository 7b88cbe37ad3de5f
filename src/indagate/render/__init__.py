"""How text of others is put into our pages: escaped, so that it stays text; and numbers with their nouns."""

from indagate.number import count
from indagate.render.markdown import escape, in_table, unescape, visible

__all__ = ["count", "escape", "in_table", "unescape", "visible"]
