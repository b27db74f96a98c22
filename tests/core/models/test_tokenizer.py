"""A tokenizer that is not the checkpoint's own is refused, whatever gives it away."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from attnviz.core.models import ModelError, open_model
from attnviz.core.models.fit import fits
from tests.core.models.checkpoints import CONFIG, VOCABULARY, random_tensors, write_checkpoint, write_tokenizer

SWAPPED = {"dog": VOCABULARY.index("food"), "food": VOCABULARY.index("dog")}


def refusal(folder: Path) -> str:
    with pytest.raises(ModelError, match=r"tokenizer\.json does not match") as caught:
        open_model(folder)
    return str(caught.value)


def spoil(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    path = folder / "tokenizer.json"
    values = json.loads(path.read_bytes())
    change(values)
    path.write_text(json.dumps(values), "utf-8")


def swap_words(values: dict[str, Any]) -> None:
    values["model"]["vocab"] |= SWAPPED


def rotate(values: dict[str, Any]) -> None:
    vocabulary = values["model"]["vocab"]
    values["model"]["vocab"] = {token: (number + 1) % len(vocabulary) for token, number in vocabulary.items()}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (rotate, "'[PAD]' is number 1 here, and 0 by pad_token_id of config.json"),
        (lambda t: t.pop("post_processor"), "a bert model reads [CLS] … [SEP], and it makes … of a sentence"),
        (lambda t: t["post_processor"]["single"].pop(), "and it makes [CLS] … of a sentence"),
        (lambda t: t["post_processor"]["single"].reverse(), "and it makes [SEP] … [CLS] of a sentence"),
        (
            lambda t: t["post_processor"]["special_tokens"]["[CLS]"].update(ids=[5]),
            "'[CLS]' is number 2 here, and 5 by its post_processor",
        ),
        (lambda t: t["model"]["vocab"].update(dog=4), "'a' and 'dog' have the same number, 4"),
        (lambda t: t.update(pre_tokenizer=None), "does not find its own words"),
        (lambda t: t.update(normalizer=None), "does not make letters small"),
    ],
)
def test_what_the_file_itself_gives_away(folder, change, words):
    spoil(folder, change)
    assert words in refusal(folder)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("vocab.txt", "\r\n".join(VOCABULARY)),
        ("vocab.json", json.dumps({token: i for i, token in enumerate(VOCABULARY)})),
        (
            "tokenizer_config.json",
            json.dumps({"added_tokens_decoder": {"6": {"content": "ate"}, "5": {"content": "dog"}}}),
        ),
    ],
)
def test_what_a_file_beside_it_gives_away(folder, name, content):
    (folder / name).write_text(content, "utf-8")
    open_model(folder)
    spoil(folder, swap_words)
    assert f"'dog' is number {SWAPPED['dog']} here, and 5 by {name}" in refusal(folder)


def test_special_tokens_that_are_added_after_the_words(folder):
    token = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False) | {"special": True}
    spoil(folder, lambda values: values.update(added_tokens=[token | {"id": 2, "content": "[CLS]"}]))
    open_model(folder)
    spoil(folder, lambda values: values.update(added_tokens=[token | {"id": 0, "content": "[CLS]"}]))
    assert "'[CLS]' is number 2 here, and 0 by its added_tokens" in refusal(folder).replace("among ", "")


def test_special_tokens_of_other_names(folder):
    (folder / "special_tokens_map.json").write_text('{"cls_token": {"content": "<s>"}}', "utf-8")
    assert "special_tokens_map.json names '<s>', which it does not know" in refusal(folder)
    (folder / "special_tokens_map.json").write_text('{"cls_token": "dog"}', "utf-8")
    assert "reads dog … [SEP], and it makes [CLS] … [SEP]" in refusal(folder)
    (folder / "special_tokens_map.json").write_text("{", "utf-8")
    assert "special_tokens_map.json beside it cannot be read" in refusal(folder)


def test_the_vocabulary_of_bert_has_its_special_tokens_where_it_was_trained(tmp_path):
    known = {0: "[PAD]", 1: "[unused1]", 100: "[UNK]", 101: "[CLS]", 102: "[SEP]", 103: "[MASK]"}
    words = tuple(known.get(i, f"w{i}") for i in range(21128))
    config = CONFIG | {"vocab_size": len(words)}
    write_checkpoint(tmp_path, config, random_tensors(config), tokenizer=False)
    write_tokenizer(tmp_path, words)
    open_model(tmp_path)
    write_tokenizer(tmp_path, (*words[:101], "[SEP]", "[CLS]", *words[103:]))
    assert "'[CLS]' is number 102 here, and 101 by the BERT vocabulary of 21128" in refusal(tmp_path)


# --- pieces and vectors -----------------------------------------------------------------------------------------------


def alike(count: int, seed: int = 4) -> tuple[dict[str, int], np.ndarray]:
    """Pairs of words that begin alike, and have vectors that are; all words share some directions."""
    random = np.random.default_rng(seed)
    themes = random.normal(size=(8, 24))
    stems = random.normal(size=(count, 8)) @ themes
    rows = np.repeat(stems, 2, axis=0) + 0.5 * random.normal(size=(2 * count, 24))
    letters = [chr(97 + i // 676) + chr(97 + i // 26 % 26) + chr(97 + i % 26) for i in range(count)]
    return {f"{stem}ing{end}": 2 * i + j for i, stem in enumerate(letters) for j, end in enumerate(("", "s"))}, rows


def test_words_that_begin_alike_have_like_vectors():
    vocabulary, rows = alike(200)
    assert fits(vocabulary, rows.astype(np.float32))
    mixed = np.random.default_rng(1).permutation(len(rows))
    assert not fits({word: int(mixed[i]) for word, i in vocabulary.items()}, rows.astype(np.float32))
    assert not fits({word: (i + 1) % len(rows) for word, i in vocabulary.items()}, rows.astype(np.float32)[::-1][mixed])


def test_what_cannot_be_told_is_not_refused():
    vocabulary, rows = alike(200)
    untrained = np.random.default_rng(2).normal(size=rows.shape).astype(np.float32)
    assert fits(vocabulary, untrained)
    assert fits(vocabulary, np.zeros_like(untrained))
    few, rows = alike(40)
    assert fits(few, rows.astype(np.float32)[::-1].copy())
    assert fits({}, untrained)


@pytest.mark.may_skip("the model has about 90 MB and is fetched by scripts/fetch_test_model.sh")
@pytest.mark.parametrize("way", ["mixed", "shifted"])
def test_ordinary_words_of_a_trained_model_under_other_numbers(minilm_folder, tmp_path, way):
    for name in ("config.json", "model.safetensors"):
        (tmp_path / name).symlink_to((minilm_folder / name).resolve())
    values = json.loads((minilm_folder / "tokenizer.json").read_bytes())
    held = values["model"]["vocab"]
    ordinary = [word for word, number in held.items() if number > 999]
    numbers = [held[word] for word in ordinary]
    others = np.random.default_rng(1).permutation(numbers).tolist() if way == "mixed" else [*numbers[1:], numbers[0]]
    values["model"]["vocab"] = held | dict(zip(ordinary, others, strict=True))
    (tmp_path / "tokenizer.json").write_text(json.dumps(values), "utf-8")
    assert "by model.safetensors its word pieces have other numbers" in refusal(tmp_path)
