"""How text of others is put into our pages: escaped, so that it stays text."""

from indagate.render.markdown import escape, in_table, unescape, visible

__all__ = ["escape", "in_table", "unescape", "visible"]
