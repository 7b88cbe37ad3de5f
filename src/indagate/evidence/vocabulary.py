"""Word lists as they are best read; the function itself needs nothing of evidence."""

from __future__ import annotations

from indagate.vocabulary import vocabulary as vocabulary
