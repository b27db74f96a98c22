"""tokenizer.json of a checkpoint: read, and held against everything in the folder that knows which number is which.

A tokenizer of another model opens without complaint and gives wrong attention, so it is not believed: the files beside
it must name the same numbers, its own words must come back out of it, and it must put the family's special tokens
around a sentence. Whether the ordinary word pieces are those of the weights is asked in `fit`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from attnviz.core.models.config import CONFIG, ROBERTA, BertConfig
from attnviz.core.models.errors import ModelError
from attnviz.core.models.weights import WEIGHTS

if TYPE_CHECKING:
    from tokenizers import Tokenizer

TOKENIZER: Final = "tokenizer.json"
VOCABULARIES: Final = ("vocab.txt", "vocab.json")
WORD_STARTS: Final = ("Ġ", "▁")  # how byte-level and SentencePiece tokenizers mark the space before a word
_SETTINGS: Final = ("tokenizer_config.json", "special_tokens_map.json")
_SPARE: Final = 128  # tables are padded with unused rows up to a multiple of this many, for speed on a GPU
_BERT: Final = {"pad": "[PAD]", "unk": "[UNK]", "cls": "[CLS]", "sep": "[SEP]", "mask": "[MASK]"}
_ROBERTA: Final = {
    "pad": "<pad>", "unk": "<unk>", "cls": "<s>", "sep": "</s>", "mask": "<mask>", "bos": "<s>", "eos": "</s>",
}  # fmt: skip
_FIRST_BERT: Final = {"[PAD]": 0, "[UNK]": 100, "[CLS]": 101, "[SEP]": 102, "[MASK]": 103}
_FIRST_SIZES: Final = (30522, 28996, 119547, 105879, 21128)  # the vocabularies that Devlin et al. published
_MOST_WORDS: Final = 64  # asked back of a tokenizer


def read_tokenizer(folder: Path, config: BertConfig) -> Tokenizer:
    """The tokenizer of a checkpoint, without padding and truncation.

    Raises ModelError, naming tokenizer.json and what is wrong, when it is missing, damaged or of another model.
    """
    from tokenizers import Tokenizer

    path = folder / TOKENIZER
    if not path.is_file():
        old = " (vocab.txt alone is not enough: save the fast tokenizer)" if (folder / "vocab.txt").exists() else ""
        raise ModelError(f"{path} is missing{old}")
    with refusing(f"{path} is damaged or not a tokenizer"):
        held = json.loads(path.read_bytes())
        tokenizer = Tokenizer.from_file(str(path))
        tokenizer.no_padding()  # saved with the file, and wanted for batches only
        tokenizer.no_truncation()
        tokenizer.encode("a")  # some damage shows at the first use
        added = [(str(one["content"]), int(one["id"])) for one in held.get("added_tokens") or ()]
    try:
        _check(folder, config, tokenizer, added)
    except ModelError as error:
        raise ModelError(f"{path} does not match: {error}") from None
    return tokenizer


@contextmanager
def refusing(words: str) -> Iterator[None]:
    """Turn what the tokenizers package raises into ModelError. It raises nothing narrower than Exception."""
    try:
        yield
    except BaseException as error:
        if isinstance(error, Exception) or type(error).__name__ == "PanicException":  # Rust's way to fail
            raise ModelError(f"{words}: {error}") from error
        raise


def _check(folder: Path, config: BertConfig, tokenizer: Tokenizer, added: Sequence[tuple[str, int]]) -> None:
    vocabulary = tokenizer.get_vocab(with_added_tokens=True)
    _check_numbers(vocabulary, config.vocabulary)
    for token, number in added:
        _agree(token, vocabulary, number, "among its added_tokens")
    settings = {name: _settings(folder / name) for name in _SETTINGS}
    names = dict(_ROBERTA if config.family in ROBERTA else _BERT)
    for file, values in settings.items():
        names |= _named(file, values, vocabulary)
    for role, number in config.special:
        if role in names and names[role] in vocabulary:
            _agree(names[role], vocabulary, number, f"{role}_token_id of {CONFIG}")
    _check_vocabulary_file(folder, vocabulary)
    if "[unused1]" in vocabulary and config.vocabulary in _FIRST_SIZES:
        for token, number in _FIRST_BERT.items():
            _agree(token, vocabulary, number, f"the BERT vocabulary of {config.vocabulary} word pieces")
    words = _own_words(vocabulary)
    _check_ends(tokenizer, words, vocabulary, (names["cls"], names["sep"]), config.family)
    _check_words(tokenizer, words, vocabulary)


def _check_numbers(vocabulary: Mapping[str, int], rows: int) -> None:
    numbers = set(vocabulary.values())
    known = max(numbers, default=-1) + 1
    if known > rows or rows - len(numbers) >= _SPARE:
        raise ModelError(f"it knows {known if known > rows else len(numbers)} word pieces, {WEIGHTS} has {rows}")
    if len(numbers) < len(vocabulary):
        of: dict[int, str] = {}
        for token, number in sorted(vocabulary.items()):  # the package gives them in any order
            if number in of:
                raise ModelError(f"{of[number]!r} and {token!r} have the same number, {number}")
            of[number] = token


def _agree(token: str, vocabulary: Mapping[str, int], number: object, where: str) -> None:
    """Raises ModelError when another place gives the token another number than the vocabulary does."""
    if vocabulary.get(token) != number:
        here = f"is number {vocabulary[token]} here" if token in vocabulary else "is not here"
        raise ModelError(f"{token!r} {here}, and {number} by {where}")


def _settings(path: Path) -> Mapping[str, Any]:
    """What a file beside the tokenizer says; nothing when there is none. Raises ModelError when it is damaged."""
    try:
        values = json.loads(path.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        raise ModelError(f"{path.name} beside it cannot be read: {error}") from error
    return values if isinstance(values, dict) else {}


def _named(file: str, values: Mapping[str, Any], vocabulary: Mapping[str, int]) -> dict[str, str]:
    """Special tokens by role as a settings file names them. Raises ModelError for one that is not in the vocabulary."""
    listed = values.get("added_tokens_decoder")
    for number, token in (listed if isinstance(listed, dict) else {}).items():
        if isinstance(token, dict) and number.isdecimal():
            _agree(str(token.get("content")), vocabulary, int(number), file)
    found = {}
    for role in _ROBERTA:
        token = values.get(f"{role}_token")
        token = token.get("content") if isinstance(token, dict) else token
        if not isinstance(token, str):
            continue
        if role in ("cls", "sep") and token not in vocabulary:
            raise ModelError(f"{file} names {token!r}, which it does not know")
        found[role] = token
    return found


def _check_vocabulary_file(folder: Path, vocabulary: Mapping[str, int]) -> None:
    """Raises ModelError when vocab.txt (a piece a line) or vocab.json (numbers by piece) numbers pieces otherwise."""
    for name in VOCABULARIES:
        path = folder / name
        if not path.is_file():
            continue
        if name.endswith(".json"):
            listed: Mapping[str, Any] = _settings(path)
        else:
            lines = path.read_bytes().decode("utf-8", "replace").split("\n")
            listed = {line.rstrip("\r"): i for i, line in enumerate(lines) if line.strip()}
        for token, number in listed.items():
            _agree(token, vocabulary, number, name)


def _own_words(vocabulary: Mapping[str, int]) -> dict[str, int]:
    """Numbers of some pieces that are plain words, as they would be typed; evenly from the whole vocabulary."""
    marked = any(token.startswith(WORD_STARTS) for token in vocabulary)
    words = {}
    for token, number in vocabulary.items():
        word = token[1:] if marked and token.startswith(WORD_STARTS) else token
        if word.isascii() and word.isalpha() and (not marked or word != token):
            words[word] = number
    step = -(-len(words) // _MOST_WORDS) or 1
    return dict(sorted(words.items(), key=lambda word: word[1])[::step])


def _check_ends(
    tokenizer: Tokenizer, words: Mapping[str, int], vocabulary: Mapping[str, int], ends: tuple[str, str], family: str
) -> None:
    found = tokenizer.encode(next(iter(words), "a"))
    inside = [i for i, extra in enumerate(found.special_tokens_mask) if not extra]
    before, after = found.tokens[: inside[0]] if inside else [], found.tokens[inside[-1] + 1 :] if inside else []
    if (before, after) != ([ends[0]], [ends[1]]):
        put = " ".join([*before, "…", *after])
        raise ModelError(
            f"a {family} model reads {ends[0]} … {ends[1]}, and it makes {put} of a sentence "
            "(post_processor is missing or of another model); save it again with save_pretrained"
        )
    for token, number in zip(found.tokens, found.ids, strict=True):
        _agree(token, vocabulary, number, "its post_processor")


def _check_words(tokenizer: Tokenizer, words: Mapping[str, int], vocabulary: Mapping[str, int]) -> None:
    """Raises ModelError when the words of the vocabulary do not come back, as they are and, without case, in capitals.

    A tokenizer without its pre_tokenizer takes a sentence for one word; without its normalizer it knows no capitals.
    """
    if not words:
        return
    if _share_found(tokenizer, words, words) < 0.5:
        raise ModelError("it does not find its own words in a sentence (pre_tokenizer or normalizer is missing)")
    has_capitals = any(any("A" <= letter <= "Z" for letter in token) for token in vocabulary if token[:1] not in "[<")
    if not has_capitals and _share_found(tokenizer, [word.upper() for word in words], words) < 0.5:
        raise ModelError("all its word pieces are in small letters, and it does not make letters small (normalizer)")


def _share_found(tokenizer: Tokenizer, typed: Sequence[str] | Mapping[str, int], words: Mapping[str, int]) -> float:
    found = set(tokenizer.encode(" ".join(typed)).ids)
    return sum(number in found for number in words.values()) / len(words)
