"""Proof: a theorem-proving research loop that cannot fool itself.

What it exports is loaded when asked for, so that the command line can mount `commands` without the rest.
"""

from __future__ import annotations
