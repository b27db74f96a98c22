"""Tiny checkpoints with random weights, and a slow forward pass in float64 that shares no code with the engine."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import save_file
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

SENTENCE = "A dog ate the foods because it was hungry."
PIECES = (
    "[CLS]", "a", "dog", "ate", "the", "food", "##s", "because", "it", "was", "hungry", ".", "[SEP]",
)  # fmt: skip
VOCABULARY = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", *PIECES[1:-1])
CONFIG: dict[str, Any] = {
    "model_type": "bert", "vocab_size": len(VOCABULARY), "hidden_size": 12, "num_hidden_layers": 2,
    "num_attention_heads": 3, "intermediate_size": 20, "max_position_embeddings": 24, "type_vocab_size": 2,
    "hidden_act": "gelu", "layer_norm_eps": 1e-12, "pad_token_id": 0,
}  # fmt: skip
DISTILBERT = {
    "dim": 12, "n_layers": 2, "n_heads": 3, "hidden_dim": 20, "activation": "gelu", "model_type": "distilbert",
    "vocab_size": len(VOCABULARY), "max_position_embeddings": 24,
}  # fmt: skip

Tensors = dict[str, np.ndarray]


def write_checkpoint(folder: Path, config: dict[str, Any], tensors: Tensors, tokenizer: bool = True) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "config.json").write_text(json.dumps(config), "utf-8")
    save_file(tensors, folder / "model.safetensors")
    if tokenizer:
        write_tokenizer(folder)
    return folder


def write_tokenizer(
    folder: Path, words: tuple[str, ...] = VOCABULARY, ends: tuple[str, str] = ("[CLS]", "[SEP]")
) -> None:
    made = Tokenizer(models.WordPiece({word: i for i, word in enumerate(words)}, unk_token="[UNK]"))
    made.normalizer = normalizers.BertNormalizer(lowercase=True)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.post_processor = processors.TemplateProcessing(
        single=f"{ends[0]} $A {ends[1]}", special_tokens=[(end, words.index(end)) for end in ends]
    )
    made.enable_padding(length=20)  # both come with many checkpoints, and neither suits one typed sentence
    made.enable_truncation(4)
    made.save(str(folder / "tokenizer.json"))


def random_tensors(config: dict[str, Any], prefix: str = "", seed: int = 5) -> Tensors:
    """Weights large enough that heads differ, under the names that transformers gives them."""
    random = np.random.default_rng(seed)
    short = config["model_type"] == "distilbert"
    d, inner = (config["dim"], config["hidden_dim"]) if short else (config["hidden_size"], config["intermediate_size"])
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (config["vocab_size"], d),
        "embeddings.position_embeddings.weight": (config["max_position_embeddings"], d),
        "embeddings.LayerNorm.weight": (d,),
        "embeddings.LayerNorm.bias": (d,),
    }
    if not short:
        shapes["embeddings.token_type_embeddings.weight"] = (config["type_vocab_size"], d)
    for layer in range(config["n_layers" if short else "num_hidden_layers"]):
        for name, shape in _layer_shapes(short, d, inner).items():
            at = f"{'transformer' if short else 'encoder'}.layer.{layer}.{name}"
            shapes[f"{at}.weight"], shapes[f"{at}.bias"] = shape, shape[:1]
    return {
        prefix + name: random.normal(1.0 if name.endswith("Norm.weight") else 0.0, 0.5, shape).astype(np.float32)
        for name, shape in shapes.items()
    }


def _layer_shapes(short: bool, d: int, inner: int) -> dict[str, tuple[int, ...]]:
    if short:
        return {
            "attention.q_lin": (d, d), "attention.k_lin": (d, d), "attention.v_lin": (d, d),
            "attention.out_lin": (d, d), "sa_layer_norm": (d,), "ffn.lin1": (inner, d), "ffn.lin2": (d, inner),
            "output_layer_norm": (d,),
        }  # fmt: skip
    return {
        "attention.self.query": (d, d), "attention.self.key": (d, d), "attention.self.value": (d, d),
        "attention.output.dense": (d, d), "attention.output.LayerNorm": (d,), "intermediate.dense": (inner, d),
        "output.dense": (d, inner), "output.LayerNorm": (d,),
    }  # fmt: skip


def slow_bert(config: dict[str, Any], tensors: Tensors, ids: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """Weights (layers, heads, n, n) and token vectors (n, d) of a model of type bert, one row at a time in float64."""
    w = {name: array.astype(np.float64) for name, array in tensors.items()}
    d, heads = config["hidden_size"], config["num_attention_heads"]
    d_k = d // heads
    rows = [
        w["embeddings.word_embeddings.weight"][piece]
        + w["embeddings.position_embeddings.weight"][place]
        + w["embeddings.token_type_embeddings.weight"][0]
        for place, piece in enumerate(ids)
    ]
    rows = [_norm(row, w, "embeddings.LayerNorm", config) for row in rows]
    kept = np.zeros((config["num_hidden_layers"], heads, len(ids), len(ids)))
    for layer in range(config["num_hidden_layers"]):
        at = f"encoder.layer.{layer}"
        q, k, v = (
            [_linear(row, w, f"{at}.attention.self.{part}") for row in rows] for part in ("query", "key", "value")
        )
        after = []
        for i, row in enumerate(rows):
            mixed = []
            for head in range(heads):
                own = slice(head * d_k, (head + 1) * d_k)
                powers = [math.exp(q[i][own] @ key[own] / math.sqrt(d_k)) for key in k]
                kept[layer, head, i] = np.array(powers) / math.fsum(powers)
                mixed.append(sum(share * value[own] for share, value in zip(kept[layer, head, i], v, strict=True)))
            attended = _linear(np.concatenate(mixed), w, f"{at}.attention.output.dense")
            row = _norm(row + attended, w, f"{at}.attention.output.LayerNorm", config)
            inner = np.array([_activate(x, config["hidden_act"]) for x in _linear(row, w, f"{at}.intermediate.dense")])
            after.append(_norm(row + _linear(inner, w, f"{at}.output.dense"), w, f"{at}.output.LayerNorm", config))
        rows = after
    return kept, np.array(rows)


def _linear(row: np.ndarray, w: Tensors, name: str) -> np.ndarray:
    return np.asarray(w[f"{name}.weight"] @ row + w[f"{name}.bias"])


def _norm(row: np.ndarray, w: Tensors, name: str, config: dict[str, Any]) -> np.ndarray:
    scaled = (row - row.mean()) / math.sqrt(row.var() + config["layer_norm_eps"])
    return np.asarray(scaled * w[f"{name}.weight"] + w[f"{name}.bias"])


def _activate(x: float, name: str) -> float:
    if name == "relu":
        return max(x, 0.0)
    if name == "gelu_new":
        return 0.5 * x * (1 + math.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))
    return 0.5 * x * (1 + math.erf(x / math.sqrt(2)))
