import gc
import json
import pickle
import sys
import tracemalloc
import weakref
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from attnviz.core.models import Cancelled, ModelError, open_model
from tests.core.models.checkpoints import (
    CONFIG,
    SENTENCE,
    VOCABULARY,
    random_tensors,
    write_checkpoint,
    write_tokenizer,
)

QUERY = "encoder.layer.1.attention.self.query.weight"


def configure(folder: Path, **changes: object) -> None:
    kept = {name: value for name, value in (CONFIG | changes).items() if value is not None}
    (folder / "config.json").write_text(json.dumps(kept), "utf-8")


def resave(folder: Path, **changes: np.ndarray | None) -> None:
    kept = random_tensors(CONFIG) | {name.replace("__", "."): array for name, array in changes.items()}
    save_file({name: array for name, array in kept.items() if array is not None}, folder / "model.safetensors")


def refusal(folder: Path | str) -> str:
    with pytest.raises(ModelError) as caught:
        open_model(folder)
    message = str(caught.value)
    assert "\n" not in message.strip()
    return message


# --- what a person may point at by mistake ----------------------------------------------------------------------------


def test_no_folder(tmp_path):
    assert "there is no such folder" in refusal(tmp_path / "nowhere")


def test_a_file_instead_of_its_folder(folder):
    assert "config.json is a file: choose the folder that holds it" in refusal(folder / "config.json")


def test_an_empty_folder(tmp_path):
    assert "config.json is missing" in refusal(tmp_path)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe\x00", b"null", b"[" * 100_000])
def test_a_damaged_config(folder, content):
    (folder / "config.json").write_bytes(content)
    assert "config.json" in refusal(folder)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"model_type": "gpt2"}, "model_type is 'gpt2'; attnviz runs bert"),
        ({"model_type": None}, "model_type is not given"),
        ({"model_type": ["bert"]}, "model_type is"),
        ({"position_embedding_type": "relative_key"}, "absolute positions only"),
        ({"is_decoder": True}, "decoder"),
        ({"hidden_act": "silu"}, "hidden_act is 'silu'"),
        ({"hidden_act": ["gelu"]}, "hidden_act is"),
        ({"hidden_size": None}, "hidden_size is not given"),
        ({"hidden_size": "12"}, "hidden_size is '12'"),
        ({"hidden_size": True}, "hidden_size is True"),
        ({"num_hidden_layers": 0}, "num_hidden_layers is 0"),
        ({"num_hidden_layers": 10**9}, "num_hidden_layers is 1000000000"),
        ({"num_attention_heads": 5}, "a width of 12 cannot be shared by 5 heads"),
        ({"layer_norm_eps": -1}, "layer_norm_eps is -1"),
        ({"layer_norm_eps": "tiny"}, "layer_norm_eps is 'tiny'"),
        ({"layer_norm_eps": 0.5}, "layer_norm_eps is 0.5"),
        ({"layer_norm_eps": float("nan")}, "layer_norm_eps is nan"),
        ({"type_vocab_size": 0}, "type_vocab_size is 0"),
        ({"num_attention_heads": -3}, "num_attention_heads is -3"),
        ({"vocab_size": 1e3}, "vocab_size is 1000.0"),
        ({"model_type": "electra"}, "model_type is 'electra'; attnviz runs bert, roberta"),
        ({"model_type": "roberta", "architectures": ["BertModel"]}, "'roberta', and architectures names 'BertModel'"),
        ({"architectures": ["ElectraModel"]}, "model_type is 'bert', and architectures names 'ElectraModel'"),
        ({"model_type": "roberta", "pad_token_id": 23}, "leaves no position"),
    ],
)
def test_another_architecture_or_impossible_sizes(folder, changes, words):
    configure(folder, **changes)
    message = refusal(folder)
    assert words in message
    assert "config.json" in message


def test_a_number_too_long_to_read(folder):
    (folder / "config.json").write_text('{"hidden_size": ' + "9" * 5000 + "}", "utf-8")
    assert "config.json cannot be read" in refusal(folder)


@pytest.mark.parametrize("family", ["roberta", "xlm-roberta", "camembert", "distilbert"])
def test_a_bert_under_another_name(folder, family):
    sizes = {"dim": 12, "n_layers": 2, "n_heads": 3, "hidden_dim": 20}
    configure(folder, model_type=family, **sizes)
    assert ("lacks transformer.layer" if family == "distilbert" else f"a {family} model reads <s>") in refusal(folder)


@pytest.mark.parametrize(("prefix", "found"), [("roberta.", "roberta"), ("model.electra.", "electra")])
def test_another_model_under_the_name_of_bert(folder, prefix, found):
    save_file(random_tensors(CONFIG, prefix), folder / "model.safetensors")
    assert f"holds a {found} model, and model_type of config.json is 'bert'" in refusal(folder)


def test_a_part_that_bert_does_not_have(folder):
    extra = "encoder.layer.0.attention.self.distance_embedding.weight"
    resave(folder, **{extra: np.zeros((3, 4), np.float32)})
    assert f"holds {extra}, which no bert model has" in refusal(folder)
    resave(folder, embeddings__position_ids=np.arange(24)[None], pooler__dense__weight=np.zeros((2, 2), np.float32))
    open_model(folder)


def test_no_weights(folder):
    (folder / "model.safetensors").unlink()
    assert "model.safetensors is missing: the folder has no weights" in refusal(folder)


@pytest.mark.parametrize("name", ["pytorch_model.bin", "model.pt", "weights.ckpt"])
def test_a_pickle_instead(folder, name):
    (folder / "model.safetensors").unlink()
    (folder / name).write_bytes(b"never read")
    message = refusal(folder)
    assert f"{name} is a pickle" in message
    assert "can run code" in message


def test_a_pickle_under_another_name(folder):
    (folder / "model.safetensors").write_bytes(pickle.dumps({"weights": 1}))
    assert "is a pickle under another name" in refusal(folder)


def test_weights_in_several_files(folder):
    (folder / "model.safetensors").unlink()
    (folder / "model.safetensors.index.json").write_text("{}", "utf-8")
    assert "split over several files" in refusal(folder)


def test_a_git_lfs_pointer(folder):
    (folder / "model.safetensors").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:12\n", "utf-8")
    assert "Git LFS pointer" in refusal(folder)


@pytest.mark.parametrize("kept", [0, 5, 8, 100, 0.5, -1])
def test_truncated_weights(folder, kept):
    path = folder / "model.safetensors"
    whole = path.read_bytes()
    path.write_bytes(whole[: int(kept * len(whole)) if isinstance(kept, float) else kept])
    message = refusal(folder)
    assert "model.safetensors is cut short or damaged" in message


def test_weights_of_another_kind(folder):
    save_file({"transformer.h.0.attn.weight": np.zeros((2, 2), np.float32)}, folder / "model.safetensors")
    assert "not the weights of a model of the BERT family" in refusal(folder)


def test_a_missing_matrix(folder):
    resave(folder, **{QUERY: None})
    message = refusal(folder)
    assert f"lacks {QUERY}, which config.json promises" in message
    assert "model.safetensors" in message


def test_fewer_layers_than_promised(folder):
    configure(folder, num_hidden_layers=3)
    assert "lacks encoder.layer.2.attention.self.query.weight and 15 more" in refusal(folder)


def test_more_layers_than_promised(folder):
    configure(folder, num_hidden_layers=1)
    assert "more layers than the 1" in refusal(folder)


def test_a_shape_that_does_not_fit(folder):
    resave(folder, **{QUERY: np.zeros((12, 11), np.float32)})
    assert f"{QUERY} is 12×11, config.json wants 12×12" in refusal(folder)


def test_wrong_kinds_of_numbers(folder):
    resave(folder, **{QUERY: np.zeros((12, 12), np.int8)})
    assert f"{QUERY} holds I8 numbers" in refusal(folder)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_weights_that_are_not_numbers(folder, bad):
    resave(folder, **{QUERY: np.full((12, 12), bad, np.float32)})
    assert f"{QUERY} holds NaN or infinite numbers" in refusal(folder)


def test_no_tokenizer(folder):
    (folder / "tokenizer.json").unlink()
    assert refusal(folder).endswith("tokenizer.json is missing")
    (folder / "vocab.txt").write_text("dog\n", "utf-8")
    assert "vocab.txt alone is not enough" in refusal(folder)


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\xff", b"[1, 2]"])
def test_a_damaged_tokenizer(folder, content):
    (folder / "tokenizer.json").write_bytes(content)
    assert "tokenizer.json is damaged or not a tokenizer" in refusal(folder)


def test_damage_that_shows_at_the_first_use(folder):
    path = folder / "tokenizer.json"
    values = json.loads(path.read_text("utf-8"))
    values["post_processor"]["single"][-1]["SpecialToken"]["id"] = "[END]"
    path.write_text(json.dumps(values), "utf-8")
    assert "tokenizer.json is damaged" in refusal(folder)


def test_a_tokenizer_of_another_model(folder):
    write_tokenizer(folder, (*VOCABULARY, "cat"))
    assert "tokenizer.json does not match: it knows 16 word pieces, model.safetensors has 15" in refusal(folder)
    write_tokenizer(folder)
    tensors = random_tensors(CONFIG | {"vocab_size": 500})
    write_checkpoint(folder, CONFIG | {"vocab_size": 500}, tensors, tokenizer=False)
    assert "it knows 15 word pieces, model.safetensors has 500" in refusal(folder)


def test_a_table_padded_to_a_round_number_of_rows_is_fine(folder):
    config = CONFIG | {"vocab_size": 64}
    write_checkpoint(folder, config, random_tensors(config))
    assert open_model(folder).run(SENTENCE).attention.shape == (2, 3, 13, 13)


@pytest.mark.parametrize("package", ["safetensors", "tokenizers"])
def test_without_the_extra(folder, monkeypatch, package):
    monkeypatch.setitem(sys.modules, package, None)
    message = refusal(folder)
    assert f"needs the package {package}" in message
    assert "attnviz[models]" in message


# --- loading ----------------------------------------------------------------------------------------------------------


def test_progress_rises_to_the_end(folder):
    told: list[tuple[float, str]] = []
    open_model(folder, lambda fraction, words: told.append((fraction, words)))
    fractions = [fraction for fraction, _ in told]
    assert fractions[0] == 0
    assert fractions[-1] == 1
    assert fractions == sorted(fractions)
    assert len(fractions) > 30
    assert all(words for _, words in told)


@pytest.mark.parametrize("after", [0, 1, 10])
def test_loading_can_be_stopped(folder, after):
    asked = []

    def cancelled():
        asked.append(True)
        return len(asked) > after

    with pytest.raises(Cancelled):
        open_model(folder, cancelled=cancelled)
    assert len(asked) == after + 1


def test_memory_is_given_back(folder):
    config = CONFIG | {"hidden_size": 96, "intermediate_size": 512}
    write_checkpoint(folder, config, random_tensors(config))
    del config
    gc.collect()
    tracemalloc.start()
    model = open_model(folder)
    kept = model.run(SENTENCE)
    loaded = tracemalloc.get_traced_memory()[0]
    alive = weakref.ref(model)
    del model
    left = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert alive() is None  # at once, without the collector
    assert kept.attention.shape == (2, 3, 13, 13)
    assert loaded > 1_000_000
    assert left < 0.1 * loaded


def test_opened_files_are_closed(folder):
    open_model(folder)
    (folder / "model.safetensors").rename(folder / "moved")  # refused on Windows while it is open
    assert (folder / "moved").exists()


# --- running ----------------------------------------------------------------------------------------------------------


def test_a_run_knows_words_and_pieces(folder):
    model = open_model(folder)
    run = model.run(SENTENCE)
    assert model.name == "tiny"
    assert run.sentence == SENTENCE
    assert run.word_ids == (0, 1, 2, 3, 4, 5, 5, 6, 7, 8, 9, 10, 11)
    assert run.special == (True, *[False] * 11, True)
    assert run.given.source == "tiny"
    assert not run.attention.flags.writeable
    assert not run.output.flags.writeable


def test_the_last_sentence_is_remembered(folder):
    model = open_model(folder)
    first = model.run(SENTENCE)
    assert model.run(SENTENCE) is first
    other = model.run("the dog was hungry")
    assert other.sentence == "the dog was hungry"
    assert not np.array_equal(model.run("the dog ate hungry").attention, other.attention)


@pytest.mark.parametrize("text", ["", "   ", "\u200b"])
def test_nothing_to_read(folder, text):
    with pytest.raises(ModelError, match="nothing to read"):
        open_model(folder).run(text)


def test_a_sentence_too_long(folder):
    with pytest.raises(ModelError, match="at most 24 word pieces, here are 25"):
        open_model(folder).run("dog " * 23)


@pytest.mark.parametrize("text", ["\ud800 dog", "dog\x00", "Ⅷ dog 😀", "dog" * 400, "🇩🇪🇫🇷 dog", "a\u0301\u0301 dog"])
def test_odd_text_runs(folder, text):
    run = open_model(folder).run(text)
    np.testing.assert_allclose(run.attention.sum(axis=-1), 1, atol=1e-6)


def test_weights_beyond_all_numbers(folder):
    resave(folder, **{QUERY: np.full((12, 12), 3e38, np.float32)})
    with pytest.raises(ModelError, match="give no attention"):
        open_model(folder).run(SENTENCE)
    resave(folder, embeddings__word_embeddings__weight=np.full((len(VOCABULARY), 12), 1e20, np.float32))
    open_model(folder).run(SENTENCE)  # overflows on the way, and still gives weights


def test_numbers_beyond_float32(folder):
    resave(folder, **{QUERY: np.full((12, 12), 1e300)})
    assert "NaN or infinite" in refusal(folder)
