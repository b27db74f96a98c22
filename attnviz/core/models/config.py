"""config.json of a BERT-family checkpoint: which sizes, which names, which activation."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from attnviz.core.models.errors import ModelError

CONFIG: Final = "config.json"
ACTIVATIONS: Final = {
    "gelu": "gelu", "gelu_python": "gelu", "gelu_new": "gelu_new", "gelu_pytorch_tanh": "gelu_new", "relu": "relu",
}  # fmt: skip
_DISTILBERT: Final = {
    "hidden_size": "dim", "num_hidden_layers": "n_layers", "num_attention_heads": "n_heads",
    "intermediate_size": "hidden_dim", "hidden_act": "activation",
}  # fmt: skip
ROBERTA: Final = ("roberta", "xlm-roberta", "camembert")
FAMILIES: Final = ("bert", *ROBERTA, "distilbert")
_CLASSES: Final = {  # how the names of the classes of each family begin
    "bert": ("Bert",), "distilbert": ("DistilBert",), **dict.fromkeys(ROBERTA, ("Roberta", "XLMRoberta", "Camembert")),
}  # fmt: skip
_ROLES: Final = ("pad", "unk", "cls", "sep", "mask", "bos", "eos")  # of special tokens
_MOST: Final = 1 << 20  # no size of a real model comes near; beyond it the file is nonsense
_LARGEST_EPSILON: Final = 1e-3  # of LayerNorm; real ones are 1e-12 to 1e-5


@dataclass(frozen=True, slots=True, kw_only=True)
class BertConfig:
    """Sizes of an encoder of the BERT family (Devlin et al. 2018)."""

    family: str  # one of FAMILIES
    vocabulary: int  # word pieces
    model_width: int  # d_model
    layers: int
    heads: int  # h of each layer
    inner_width: int  # of the feed-forward part
    positions: int  # rows of the position table
    first_position: int = 0  # RoBERTa leaves the rows up to its padding number unused
    types: int = 2  # rows of the token-type table; 0 where there is none
    activation: str = "gelu"  # gelu, gelu_new or relu
    epsilon: float = 1e-12  # of LayerNorm
    special: tuple[tuple[str, int], ...] = ()  # numbers that config.json gives to special tokens, by role: ("pad", 0)

    @property
    def key_width(self) -> int:
        """Components d_k of one head's queries and keys."""
        return self.model_width // self.heads

    @property
    def longest(self) -> int:
        """How many word pieces fit, special tokens included."""
        return self.positions - self.first_position


def read_config(folder: Path) -> BertConfig:
    """The sizes in config.json. Raises ModelError when it is missing, damaged or of another architecture."""
    path = folder / CONFIG
    try:
        values = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise ModelError(f"{path} is missing: choose the folder of a checkpoint") from None
    except (OSError, ValueError, RecursionError) as error:  # ValueError: no text, no JSON, or thousands of digits
        raise ModelError(f"{path} cannot be read: {error}") from error
    if not isinstance(values, dict):
        raise ModelError(f"{path} holds no settings")
    try:
        return _config(values)
    except ModelError as error:
        raise ModelError(f"{path}: {error}") from None


def _config(values: Mapping[str, Any]) -> BertConfig:
    family = values.get("model_type")
    if family not in FAMILIES:
        known = f"{', '.join(FAMILIES[:-1])} and {FAMILIES[-1]}"
        raise ModelError(f"model_type is {_said(family)}; attnviz runs {known}")
    _check_kind(values, family)
    names: Mapping[str, str] = _DISTILBERT if family == "distilbert" else {}
    width = _size(values, names.get("hidden_size", "hidden_size"))
    heads = _size(values, names.get("num_attention_heads", "num_attention_heads"))
    if width % heads:
        raise ModelError(f"a width of {width} cannot be shared by {heads} heads")
    config = BertConfig(
        family=family,
        vocabulary=_size(values, "vocab_size"),
        model_width=width,
        layers=_size(values, names.get("num_hidden_layers", "num_hidden_layers")),
        heads=heads,
        inner_width=_size(values, names.get("intermediate_size", "intermediate_size")),
        positions=_size(values, "max_position_embeddings"),
        first_position=_size(values, "pad_token_id", least=0) + 1 if family in ROBERTA else 0,
        types=0 if family == "distilbert" else _size(values, "type_vocab_size"),
        activation=_activation(values, names.get("hidden_act", "hidden_act")),
        epsilon=_epsilon(values),
        special=_special(values, family),
    )
    if config.longest < 1:
        raise ModelError(f"max_position_embeddings {config.positions} leaves no position for a word")
    return config


def _check_kind(values: Mapping[str, Any], family: str) -> None:
    named = values.get("architectures") or ()
    for name in named if isinstance(named, list) else ():
        if not str(name).startswith(_CLASSES[family]):
            raise ModelError(
                f"model_type is {_said(family)}, and architectures names {_said(name)}: one of them is wrong"
            )
    positions = values.get("position_embedding_type", "absolute")
    if positions != "absolute":
        raise ModelError(f"position_embedding_type is {_said(positions)}; attnviz runs absolute positions only")
    if values.get("is_decoder") or values.get("add_cross_attention"):
        raise ModelError("this is a decoder; attnviz runs encoders")


def _size(values: Mapping[str, Any], name: str, least: int = 1) -> int:
    value = values.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= _MOST:
        raise ModelError(f"{name} is {_said(value)}; expected a whole number from {least}")
    return value


def _activation(values: Mapping[str, Any], name: str) -> str:
    value = values.get(name, "gelu")
    if not isinstance(value, str) or value not in ACTIVATIONS:
        raise ModelError(f"{name} is {_said(value)}; attnviz knows {', '.join(ACTIVATIONS)}")
    return ACTIVATIONS[value]


def _epsilon(values: Mapping[str, Any]) -> float:
    value = values.get("layer_norm_eps", 1e-12)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= _LARGEST_EPSILON:
        raise ModelError(f"layer_norm_eps is {_said(value)}; expected a small number")
    return float(value)


def _special(values: Mapping[str, Any], family: str) -> tuple[tuple[str, int], ...]:
    """Numbers of special tokens by role. Where a sentence begins and ends is said by others than BERT only."""
    numbers = {role: values.get(f"{role}_token_id") for role in (_ROLES if family in ROBERTA else _ROLES[:5])}
    return tuple((role, number) for role, number in numbers.items() if type(number) is int)


def _said(value: object) -> str:
    return "not given" if value is None else repr(value)[:60]
