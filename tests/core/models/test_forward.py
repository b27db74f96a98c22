import math

import numpy as np
import pytest

from attnviz.core.models import open_model
from attnviz.core.models.config import BertConfig
from attnviz.core.models.forward import erf, forward, gelu, gelu_new, layer_norm, relu
from attnviz.core.models.products import Linear
from attnviz.core.models.weights import BertWeights
from tests.core.models.checkpoints import (
    CONFIG,
    DISTILBERT,
    PIECES,
    SENTENCE,
    VOCABULARY,
    random_tensors,
    slow_bert,
    write_checkpoint,
    write_tokenizer,
)

TOLERANCE = 2e-5  # float32 and large random weights; a wrong term anywhere moves weights by more than 0.01
IDS = [VOCABULARY.index(piece) for piece in PIECES]


@pytest.mark.parametrize("kind", ["float32", "float64"])
def test_erf_is_close_to_the_exact_one(kind):
    x = np.concatenate([np.linspace(-6, 6, 4001), [0.0, -0.0, 1e-30, 40.0, -1e9]]).astype(kind)
    exact = [math.erf(value) for value in x.tolist()]
    assert np.abs(erf(x) - exact).max() < 1e-6
    assert erf(x).dtype == kind


def test_activations():
    x = np.linspace(-8, 8, 1001)
    exact = [value * 0.5 * math.erfc(-value / math.sqrt(2)) for value in x.tolist()]
    assert np.abs(gelu(x) - exact).max() < 1e-6
    assert 1e-5 < np.abs(gelu_new(x) - exact).max() < 1e-3  # an approximation, and not the same function
    assert float(gelu_new(np.ones(1))[0]) == pytest.approx(0.8411919906)
    np.testing.assert_array_equal(relu(np.array([-1.0, 0.0, 2.0])), [0, 0, 2])


def test_layer_norm():
    made = layer_norm(np.array([[1.0, 2.0, 3.0]]), np.array([[1.0, 1.0, 2.0], [0.0, 5.0, 0.0]]), 0.0)
    np.testing.assert_allclose(made, [[-math.sqrt(1.5), 5, 2 * math.sqrt(1.5)]])
    assert np.isfinite(layer_norm(np.full((1, 4), 7.0), np.ones((2, 4)), 1e-12)).all()


@pytest.mark.parametrize("rows", [1, 2, 11, 64, 300])
@pytest.mark.parametrize(("inputs", "outputs"), [(1, 1), (5, 17), (384, 32), (3000, 33)])
def test_a_product_in_pieces_is_the_product(rows, inputs, outputs):
    random = np.random.default_rng(rows * inputs)
    x, matrix = random.standard_normal((rows, inputs)), random.standard_normal((outputs, inputs))
    bias = random.standard_normal(outputs)
    made = Linear.of(matrix.astype(np.float32), bias.astype(np.float32))(x.astype(np.float32))
    assert made.dtype == np.float32
    np.testing.assert_allclose(made, x @ matrix.T + bias, atol=2e-6 * inputs + 1e-5)


SHAPES = [
    {},
    {"num_attention_heads": 1, "num_hidden_layers": 1},
    {"hidden_size": 16, "num_attention_heads": 8, "num_hidden_layers": 4, "intermediate_size": 7},
    {"hidden_size": 34, "num_attention_heads": 2, "intermediate_size": 50, "hidden_act": "gelu_new"},
    {"hidden_act": "relu", "layer_norm_eps": 1e-5, "type_vocab_size": 1},
]


@pytest.mark.parametrize("changes", SHAPES, ids=str)
def test_agrees_with_a_slow_reference(tmp_path, changes):
    config = CONFIG | changes
    tensors = random_tensors(config)
    run = open_model(write_checkpoint(tmp_path, config, tensors)).run(SENTENCE)
    weights, output = slow_bert(config, tensors, IDS)
    assert run.tokens == PIECES
    assert run.attention.dtype == np.float32
    np.testing.assert_allclose(run.attention, weights, atol=TOLERANCE)
    np.testing.assert_allclose(run.output, output, atol=10 * TOLERANCE)
    np.testing.assert_allclose(run.attention.sum(axis=-1), 1, atol=1e-6)
    assert weights.max() > 0.5  # the heads do something


@pytest.mark.parametrize("prefix", ["bert.", "model.bert."])
def test_a_model_with_a_head_for_a_task_is_the_same_model(tmp_path, prefix):
    tensors = random_tensors(CONFIG, prefix) | {"cls.predictions.bias": np.zeros(3, np.float32)}
    found = open_model(write_checkpoint(tmp_path, CONFIG, tensors)).run(SENTENCE)
    np.testing.assert_allclose(found.attention, slow_bert(CONFIG, random_tensors(CONFIG), IDS)[0], atol=TOLERANCE)


def test_old_names_of_layer_norm(tmp_path):
    tensors = random_tensors(CONFIG)
    old = {n.replace("Norm.weight", "Norm.gamma").replace("Norm.bias", "Norm.beta"): a for n, a in tensors.items()}
    found = open_model(write_checkpoint(tmp_path, CONFIG, old)).run(SENTENCE)
    np.testing.assert_allclose(found.attention, slow_bert(CONFIG, tensors, IDS)[0], atol=TOLERANCE)


@pytest.mark.parametrize("kind", ["float16", "float64"])
def test_other_number_formats(tmp_path, kind):
    tensors = {name: array.astype(kind) for name, array in random_tensors(CONFIG).items()}
    found = open_model(write_checkpoint(tmp_path, CONFIG, tensors)).run(SENTENCE)
    np.testing.assert_allclose(found.attention, slow_bert(CONFIG, tensors, IDS)[0], atol=TOLERANCE)


def test_roberta_starts_its_positions_after_the_padding_number(tmp_path):
    config = CONFIG | {"model_type": "roberta", "pad_token_id": 1, "type_vocab_size": 1}
    tensors = random_tensors(config)
    renamed = {"[CLS]": "<s>", "[SEP]": "</s>", "[PAD]": "[UNK]", "[UNK]": "<pad>"}  # the padding is number 1
    write_tokenizer(tmp_path, tuple(renamed.get(word, word) for word in VOCABULARY), ("<s>", "</s>"))
    model = open_model(write_checkpoint(tmp_path, config, tensors, tokenizer=False))
    assert model.config.longest == 22
    moved = dict(tensors)
    moved["embeddings.position_embeddings.weight"] = tensors["embeddings.position_embeddings.weight"][2:]
    np.testing.assert_allclose(model.run(SENTENCE).attention, slow_bert(config, moved, IDS)[0], atol=TOLERANCE)


def test_distilbert_has_names_of_its_own_and_no_token_types(tmp_path):
    tensors = random_tensors(DISTILBERT)
    found = open_model(write_checkpoint(tmp_path, DISTILBERT, tensors)).run(SENTENCE)
    names = {
        "transformer": "encoder", "attention.q_lin": "attention.self.query", "attention.k_lin": "attention.self.key",
        "attention.v_lin": "attention.self.value", "attention.out_lin": "attention.output.dense",
        "sa_layer_norm": "attention.output.LayerNorm", "ffn.lin1": "intermediate.dense", "ffn.lin2": "output.dense",
        "output_layer_norm": "output.LayerNorm",
    }  # fmt: skip
    as_bert = {"embeddings.token_type_embeddings.weight": np.zeros((2, 12), np.float32)}
    for name, array in tensors.items():
        for short, long in names.items():
            name = name.replace(short, long)
        as_bert[name] = array
    np.testing.assert_allclose(found.attention, slow_bert(CONFIG, as_bert, IDS)[0], atol=TOLERANCE)


def test_only_lengths_that_the_model_has_positions_for():
    config = BertConfig(
        family="bert", vocabulary=3, model_width=2, layers=0, heads=1, inner_width=2, positions=4, first_position=1
    )
    norm = np.ones((2, 2), np.float32)
    weights = BertWeights(np.eye(3, 2, dtype=np.float32), np.zeros((4, 2), np.float32), norm, ())
    assert forward(config, weights, [0, 1, 2]).weights.shape == (0, 1, 3, 3)
    for pieces in ([], [0, 1, 2, 0]):
        with pytest.raises(ValueError, match="1 to 3"):
            forward(config, weights, pieces)
    with pytest.raises(IndexError):
        forward(config, weights, [3])
