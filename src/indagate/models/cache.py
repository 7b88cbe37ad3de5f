"""Answers kept across runs by the content of the question; off unless asked for. Each says which run paid for it."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec

from indagate.engine import encode
from indagate.storage.typed import json_decoder
from indagate.storage.writing import write_by_rename


class Kept(msgspec.Struct, frozen=True):
    """An answer that was accepted once: its text, the model, the prompt's hash, and what asked for it, when."""

    text: str
    model: str
    prompt: str
    run: str
    effect: str
    at: str


class Cache:
    """A folder of answers. It may be deleted at any time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @staticmethod
    def key(model: str, mode: str, prompt: str, max_tokens: int) -> str:
        """Return the key of a question to a model."""
        return hashlib.sha256(encode([model, mode, prompt, max_tokens])).hexdigest()

    def get(self, key: str) -> Kept | None:
        """Return what is kept, or None: also for a file that is damaged."""
        try:
            return json_decoder(Kept).decode(self._path(key).read_bytes())
        except (OSError, msgspec.MsgspecError):
            return None

    def put(self, key: str, kept: Kept) -> None:
        """Keep an answer. Raises `StorageError`."""
        write_by_rename(self._path(key), encode(kept))

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.json"
