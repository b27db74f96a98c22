"""Recorded attention: what every head of a real, trained model gave each word of a sentence.

A recording is an .npz file of plain arrays, made by scripts/record_attention.py:

========== ==================== =============================================================
attention  (layers, heads, n, n) float32; rows are queries and sum to 1, special tokens included
tokens     (n,)                 word pieces as the model names them
words      (w,)                 what the pieces join into
word       (n,)                 which word each piece belongs to
places     (w,)                 which token of the sentence each word is; −1 for special tokens
sentence, model, licence, made  texts: what was read, and where the numbers come from
========== ==================== =============================================================
"""

from __future__ import annotations

import zipfile
import zlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from attnviz.core.arrays import FloatArray
from attnviz.core.given import Given, Side, log_weights

_ROUNDING = 1e-4  # float32 rows sum to 1 within this


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where recorded numbers come from."""

    model: str
    licence: str
    made: str


@dataclass(frozen=True, slots=True, eq=False)
class Recording:
    """Attention of a trained model on one sentence."""

    id: str  # the name of its file
    sentence: str
    given: Given
    provenance: Provenance

    @property
    def tokens(self) -> tuple[str, ...]:
        """Word pieces, special tokens included."""
        return self.given.queries.tokens

    @property
    def special(self) -> tuple[bool, ...]:
        """Whether each piece is a special token."""
        return self.given.queries.special

    @property
    def attention(self) -> FloatArray:
        """Weights (layers, heads, n, n) between pieces, special tokens included."""
        return self.given.weights


@lru_cache(maxsize=2)
def recordings(folder: Path) -> tuple[Recording, ...]:
    """Every recording in `folder`, in the order of their names; empty when there is none.

    Raises ValueError naming the file that is damaged.
    """
    return tuple(read_recording(path) for path in sorted(folder.glob("*.npz")))


def read_recording(path: Path) -> Recording:
    """The recording in one file. Raises ValueError naming the file when it is damaged."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as held:
            values = {name: held[name] for name in held.files}
        return _recording(path.stem, values)
    except (OSError, ValueError, TypeError, KeyError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise ValueError(f"{path} is not a recording of attention, or is damaged: {error}") from error


def write_recording(path: Path, given: Given, sentence: str, provenance: Provenance) -> None:
    """Write what a model gave on `sentence`, so that `read_recording` finds it again."""
    side = given.queries
    np.savez_compressed(
        path,
        attention=given.weights.astype(np.float32),
        tokens=np.array(side.tokens),
        words=np.array(side.words),
        word=np.array(side.word),
        places=np.array(side.places),
        sentence=np.array(sentence),
        model=np.array(provenance.model),
        licence=np.array(provenance.licence),
        made=np.array(provenance.made),
    )


def _recording(name: str, values: dict[str, np.ndarray]) -> Recording:
    attention = values["attention"]
    side = Side(
        tokens=tuple(values["tokens"].tolist()),
        words=tuple(values["words"].tolist()),
        word=tuple(values["word"].tolist()),
        places=tuple(values["places"].tolist()),
    )
    n = len(side.tokens)
    if attention.ndim != 4 or attention.dtype.kind != "f" or attention.shape[2:] != (n, n):
        raise ValueError(f"attention {attention.dtype} {attention.shape} for {n} tokens")
    if not (attention >= 0).all() or np.abs(attention.sum(axis=-1) - 1).max() > _ROUNDING:
        raise ValueError("rows of attention must sum to 1")
    texts = {key: str(values[key]) for key in ("model", "licence", "made")}
    given = Given(texts["model"], side, side, log_weights(attention))
    return Recording(name, str(values["sentence"]), given, Provenance(**texts))
