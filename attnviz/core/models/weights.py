"""model.safetensors of a BERT-family checkpoint: every table and matrix, checked against config.json before it is read.

safetensors holds numbers only. PyTorch's own files are pickles, which can run code when they are opened, so they are
refused by name.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from attnviz.core.models.config import CONFIG, ROBERTA, BertConfig
from attnviz.core.models.errors import Cancelled, ModelError
from attnviz.core.models.products import Float32, Linear

WEIGHTS: Final = "model.safetensors"
INDEX: Final = "model.safetensors.index.json"
Progress = Callable[[float, str], None]  # fraction done from 0 to 1, what is being done
Stop = Callable[[], bool]

_WORDS: Final = "embeddings.word_embeddings.weight"
_PICKLES: Final = ("*.bin", "*.pt", "*.pth", "*.ckpt", "*.pkl")
_PICKLE_STARTS: Final = (b"PK\x03\x04", b"\x80")
_MODELS: Final = (
    "bert",
    "distilbert",
    "roberta",
    "electra",
    "albert",
    "mpnet",
    "deberta",
    "ernie",
    "nezha",
    "convbert",
)
_BUFFERS: Final = ("embeddings.position_ids", "embeddings.token_type_ids")  # counted, not learned
_KINDS: Final = ("F32", "F16", "F64")
_BERT: Final = {
    "q": "attention.self.query", "k": "attention.self.key", "v": "attention.self.value",
    "o": "attention.output.dense", "o_norm": "attention.output.LayerNorm",
    "inner": "intermediate.dense", "outer": "output.dense", "outer_norm": "output.LayerNorm",
}  # fmt: skip
_DISTILBERT: Final = {
    "q": "attention.q_lin", "k": "attention.k_lin", "v": "attention.v_lin",
    "o": "attention.out_lin", "o_norm": "sa_layer_norm",
    "inner": "ffn.lin1", "outer": "ffn.lin2", "outer_norm": "output_layer_norm",
}  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class LayerWeights:
    """One layer."""

    qkv: Linear  # d_model -> 3·d_model: queries, keys and values of all heads side by side
    o: Linear  # d_model -> d_model
    o_norm: Float32  # (2, d_model) gain and shift
    inner: Linear  # d_model -> inner width
    outer: Linear  # inner width -> d_model
    outer_norm: Float32  # (2, d_model)


@dataclass(frozen=True, slots=True, eq=False)
class BertWeights:
    """Everything the forward pass needs, in float32."""

    words: Float32  # (vocabulary, d_model)
    positions: Float32  # (positions, d_model), with the vector of token type 0 added in
    norm: Float32  # (2, d_model)
    layers: tuple[LayerWeights, ...]


def read_weights(folder: Path, config: BertConfig, progress: Progress, cancelled: Stop) -> BertWeights:
    """The weights in model.safetensors.

    Raises
    ------
    ModelError
        When the file is missing, damaged, a pickle, or does not hold what config.json promises.
    Cancelled
        When `cancelled` said so between two arrays.
    """
    from safetensors import SafetensorError, safe_open

    path = folder / WEIGHTS
    _check_file(folder, path)
    try:
        # A number too large for float32 becomes infinite, and is refused as such.
        with safe_open(path, "numpy") as file, np.errstate(over="ignore"):
            return _Reader(file, path, config, progress, cancelled).read()
    except SafetensorError as error:
        raise ModelError(f"{path} is cut short or damaged ({error}); copy it again") from error
    except OSError as error:
        raise ModelError(f"{path} cannot be read: {error}") from error


class _Reader:
    """Reads array after array of one open file."""

    def __init__(self, file: Any, path: Path, config: BertConfig, progress: Progress, cancelled: Stop) -> None:
        self._file, self._path, self._config = file, path, config  # the package leaves most of its file untyped
        self._progress, self._cancelled = progress, cancelled
        self._held: frozenset[str] = frozenset(file.keys())
        self._prefix = self._find_prefix()
        self._shapes = _expected(config)
        self._done = 0

    def read(self) -> BertWeights:
        self._check_names()
        self._check_shapes()
        positions = self._get("embeddings.position_embeddings.weight")
        if self._config.types:
            positions = positions + self._get("embeddings.token_type_embeddings.weight")[0]
        layers = tuple(self._layer(i) for i in range(self._config.layers))
        return BertWeights(self._get(_WORDS), positions, self._norm("embeddings.LayerNorm"), layers)

    def _find_prefix(self) -> str:
        """What stands before the names: nothing, or "bert." and the like where the model has a head for a task."""
        found = [name for name in self._held if name.endswith(_WORDS)]
        if not found:
            raise ModelError(f"{self._path} has no {_WORDS}: these are not the weights of a model of the BERT family")
        prefix = min(found, key=len).removesuffix(_WORDS)
        name = prefix.rstrip(".").rpartition(".")[2]
        if name in _MODELS and name not in (self._config.family, "roberta" if self._config.family in ROBERTA else ""):
            raise ModelError(
                f"{self._path} holds a {name} model, and model_type of {CONFIG} is {self._config.family!r}"
            )
        return prefix

    def _check_names(self) -> None:
        missing = [name for name in self._shapes if self._stored(name) not in self._held]
        if missing:
            more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
            raise ModelError(f"{self._path} lacks {self._prefix}{missing[0]}{more}, which {CONFIG} promises")
        beyond = f"{self._prefix}{_stack(self._config)}.{self._config.layers}."
        if any(name.startswith(beyond) for name in self._held):
            raise ModelError(f"{self._path} has more layers than the {self._config.layers} of {CONFIG}")
        inside = tuple(f"{self._prefix}{part}." for part in ("embeddings", _stack(self._config)))
        read = {self._stored(name) for name in self._shapes}
        for name in sorted(self._held - read):
            if name.startswith(inside) and not name.endswith(_BUFFERS):
                raise ModelError(f"{self._path} holds {name}, which no {self._config.family} model has: see {CONFIG}")

    def _check_shapes(self) -> None:
        for name, wanted in self._shapes.items():
            part = self._file.get_slice(self._stored(name))
            shape, kind = tuple(part.get_shape()), part.get_dtype()
            if shape != wanted:
                raise ModelError(f"{self._path}: {name} is {_by(shape)}, {CONFIG} wants {_by(wanted)}")
            if kind not in _KINDS:
                raise ModelError(f"{self._path}: {name} holds {kind} numbers; save it as float32")

    def _stored(self, name: str) -> str:
        """The name in the file: LayerNorm's gain and shift were once called gamma and beta."""
        stored = self._prefix + name
        if stored in self._held:
            return stored
        return stored.replace("Norm.weight", "Norm.gamma").replace("Norm.bias", "Norm.beta")

    def _get(self, name: str) -> Float32:
        if self._cancelled():
            raise Cancelled(f"loading {self._path.parent.name} was stopped")
        array = self._file.get_tensor(self._stored(name)).astype(np.float32)
        if not np.isfinite(array).all():
            raise ModelError(f"{self._path}: {name} holds NaN or infinite numbers")
        self._done += 1
        self._progress(self._done / len(self._shapes), f"Reading {WEIGHTS}")
        return np.asarray(array, np.float32)

    def _layer(self, i: int) -> LayerWeights:
        names = {role: f"{_stack(self._config)}.{i}.{name}" for role, name in _roles(self._config).items()}
        w = {role: self._get(f"{names[role]}.weight") for role in ("q", "k", "v", "o", "inner", "outer")}
        b = {role: self._get(f"{names[role]}.bias") for role in w}
        return LayerWeights(
            qkv=Linear.of(np.concatenate([w[role] for role in "qkv"]), np.concatenate([b[role] for role in "qkv"])),
            o=Linear.of(w["o"], b["o"]),
            o_norm=self._norm(names["o_norm"]),
            inner=Linear.of(w["inner"], b["inner"]),
            outer=Linear.of(w["outer"], b["outer"]),
            outer_norm=self._norm(names["outer_norm"]),
        )

    def _norm(self, name: str) -> Float32:
        return np.stack([self._get(f"{name}.weight"), self._get(f"{name}.bias")])  # (2, d_model)


def _expected(config: BertConfig) -> dict[str, tuple[int, ...]]:
    """Name and shape of every array that is read; matrices as PyTorch stores them, (outputs, inputs)."""
    d, inner = config.model_width, config.inner_width
    shapes: dict[str, tuple[int, ...]] = {
        _WORDS: (config.vocabulary, d),
        "embeddings.position_embeddings.weight": (config.positions, d),
        "embeddings.LayerNorm.weight": (d,),
        "embeddings.LayerNorm.bias": (d,),
    }
    if config.types:
        shapes["embeddings.token_type_embeddings.weight"] = (config.types, d)
    matrices = {"q": (d, d), "k": (d, d), "v": (d, d), "o": (d, d), "inner": (inner, d), "outer": (d, inner)}
    for i in range(config.layers):
        for role, name in _roles(config).items():
            shapes[f"{_stack(config)}.{i}.{name}.weight"] = matrices.get(role, (d,))
            shapes[f"{_stack(config)}.{i}.{name}.bias"] = (matrices[role][0] if role in matrices else d,)
    return shapes


def _stack(config: BertConfig) -> str:
    return "transformer.layer" if config.family == "distilbert" else "encoder.layer"


def _roles(config: BertConfig) -> Mapping[str, str]:
    return _DISTILBERT if config.family == "distilbert" else _BERT


def _check_file(folder: Path, path: Path) -> None:
    if not path.is_file():
        raise ModelError(_missing(folder, path))
    with path.open("rb") as file:
        start = file.read(8)
    if len(start) == 8 and struct.unpack("<Q", start)[0] < path.stat().st_size:
        return  # safetensors starts with the length of its header
    if start.startswith(_PICKLE_STARTS):
        raise ModelError(f"{path} is a pickle under another name: {_PICKLE_WORDS}")
    if start == b"version ":
        raise ModelError(f"{path} is a Git LFS pointer, not the weights: fetch them with git lfs pull")
    raise ModelError(f"{path} is cut short or damaged (its header does not fit into it); copy it again")


_PICKLE_WORDS: Final = "opening a pickle can run code; save the model with save_pretrained, which writes safetensors"


def _missing(folder: Path, path: Path) -> str:
    if (folder / INDEX).exists():
        return f"{path} is missing: the weights are split over several files; save them as one"
    pickle = next((found for pattern in _PICKLES for found in sorted(folder.glob(pattern))), None)
    if pickle is not None:
        return f"{path} is missing and {pickle.name} is a pickle: {_PICKLE_WORDS}"
    return f"{path} is missing: the folder has no weights"


def _by(shape: tuple[int, ...]) -> str:
    return "×".join(str(size) for size in shape)
