"""A checkpoint folder, opened: type a sentence, get the weights of every head."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from attnviz.core.arrays import FloatArray, read_only
from attnviz.core.given import Given, side_of_text
from attnviz.core.models.config import BertConfig, read_config
from attnviz.core.models.errors import Cancelled, ModelError
from attnviz.core.models.fit import fits
from attnviz.core.models.forward import forward
from attnviz.core.models.tokenizer import TOKENIZER, read_tokenizer, refusing
from attnviz.core.models.weights import WEIGHTS, BertWeights, Progress, Stop, read_weights

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_SURROGATE: Final = re.compile("[\ud800-\udfff]")  # half a character, which the tokenizer cannot take
_TABLES: Final = 0.95  # part of the progress that reading the weights takes


@dataclass(frozen=True, slots=True, eq=False)
class ModelRun:
    """What a model made of one sentence."""

    sentence: str
    given: Given  # scores and weights (layers, heads, n, n), pieces and words
    output: FloatArray  # (n, d_model) token vectors after the last layer, read-only

    @property
    def tokens(self) -> tuple[str, ...]:
        """Word pieces, special tokens included."""
        return self.given.queries.tokens

    @property
    def word_ids(self) -> tuple[int, ...]:
        """Which word each piece belongs to; a special token is a word of its own."""
        return self.given.queries.word

    @property
    def special(self) -> tuple[bool, ...]:
        """Whether each piece is a special token."""
        return self.given.queries.special

    @property
    def attention(self) -> FloatArray:
        """Weights (layers, heads, n, n)."""
        return self.given.weights


class BertModel:
    """A model in memory. Nothing else keeps hold of its weights: drop it and the memory is given back."""

    def __init__(self, name: str, config: BertConfig, weights: BertWeights, tokenizer: Tokenizer) -> None:
        self.name = name
        self.config = config
        self._weights = weights
        self._tokenizer = tokenizer
        self._last: ModelRun | None = None

    @property
    def layers(self) -> int:
        """Number of layers."""
        return self.config.layers

    @property
    def heads(self) -> int:
        """Heads of each layer."""
        return self.config.heads

    def run(self, text: str) -> ModelRun:
        """Every head's weights on `text`; the last sentence is remembered.

        Raises ModelError when the model finds nothing to read in the text, or more than it has positions for.
        """
        if self._last is None or self._last.sentence != text:
            self._last = self._run(text)
        return self._last

    def _run(self, text: str) -> ModelRun:
        with refusing(f"the tokenizer of {self.name} cannot take this sentence"):
            found = self._tokenizer.encode(_SURROGATE.sub(" ", text))
        special = [bool(extra) for extra in found.special_tokens_mask]
        if all(special):
            raise ModelError(f"{self.name} finds nothing to read in this sentence")
        if len(found.ids) > self.config.longest:
            raise ModelError(f"{self.name} reads at most {self.config.longest} word pieces, here are {len(found.ids)}")
        try:
            made = forward(self.config, self._weights, found.ids)
        except ValueError as error:  # finite weights, yet so large that scores are not
            raise ModelError(f"the weights of {self.name} give no attention: {error}") from error
        side = side_of_text(text, found.tokens, found.offsets, special)
        return ModelRun(text, Given(self.name, side, side, made.scores), read_only(made.output))


def open_model(folder: Path | str, progress: Progress | None = None, cancelled: Stop | None = None) -> BertModel:
    """The model in a checkpoint folder: config.json, model.safetensors, tokenizer.json.

    Parameters
    ----------
    progress
        Called with the fraction done, from 0 to 1, and with what is being done, in words.
    cancelled
        Asked between two arrays whether to stop.

    Raises
    ------
    ModelError
        When the folder cannot be used; the message names the file and what is wrong with it.
    Cancelled
        When `cancelled` returned True.
    """
    folder = Path(folder)
    tell, stop = progress or _tell_nobody, cancelled or _never
    _check_folder(folder)
    _check_extra()
    tell(0.0, "Reading config.json")
    config = read_config(folder)
    tokenizer = read_tokenizer(folder, config)
    if stop():
        raise Cancelled(f"loading {folder.name} was stopped")
    weights = read_weights(folder, config, _Part(tell, _TABLES), stop)
    tell(_TABLES, f"Holding {TOKENIZER} against {WEIGHTS}")
    if not fits(tokenizer.get_vocab(), weights.words):
        raise ModelError(
            f"{folder / TOKENIZER} does not match: by {WEIGHTS} its word pieces have other numbers (pieces that begin "
            "alike are no more alike there than any others)"
        )
    tell(1.0, "Ready")
    return BertModel(folder.resolve().name, config, weights, tokenizer)


class _Part:
    """Progress of a part of the work."""

    def __init__(self, tell: Progress, part: float) -> None:
        self._tell, self._part = tell, part

    def __call__(self, fraction: float, words: str) -> None:
        self._tell(self._part * fraction, words)


def _tell_nobody(fraction: float, words: str) -> None: ...


def _never() -> bool:
    return False


def _check_folder(folder: Path) -> None:
    if folder.is_file():
        raise ModelError(f"{folder} is a file: choose the folder that holds it")
    if not folder.is_dir():
        raise ModelError(f"{folder}: there is no such folder")


def _check_extra() -> None:
    try:
        import safetensors  # noqa: F401
        import tokenizers  # noqa: F401
    except ImportError as error:
        raise ModelError(
            f"opening a model needs the package {error.name}: python -m pip install 'attnviz[models]'"
        ) from error
