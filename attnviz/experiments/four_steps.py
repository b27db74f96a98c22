"""Four steps: one block of attention, small enough that every number can be read and worked out by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from attnviz.board.schema import Board
from attnviz.core.arrays import BoolArray, FloatArray
from attnviz.core.blocks import Edit
from attnviz.core.limits import EDITABLE
from attnviz.core.state import LabState
from attnviz.core.tokens import labels, tokenize
from attnviz.core.words import MINUS, number, quoted, subscript, weight_words
from attnviz.experiments.four_steps_block import Block, block_of, matrix
from attnviz.experiments.four_steps_edits import Address, address, cell_of, changed
from attnviz.experiments.four_steps_guess import COVERED, TELLING, Guess, Quiz, is_right, picture_id
from attnviz.experiments.four_steps_picture import (
    COLUMNS,
    DOTS,
    EXPLAINED,
    FINAL,
    MASK,
    MODEL_WIDTH,
    PROJECT,
    ROWS,
    SCORES,
    SHARES,
    STOPS,
    SYMBOLS,
    WEIGH,
    WHOLE,
    Picture,
    View,
    divisor_sign,
    picture,
)
from attnviz.experiments.table import Table

MOST_TOKENS: Final = 6
WORD_LETTERS: Final = 12  # letters of a word that words and arithmetic repeat


@dataclass(frozen=True, slots=True, eq=False)
class FourSteps:
    """One sub-stop of the block and what is selected in it."""

    block: Block
    tokens: tuple[str, ...]  # (n) as labels, repeated words told apart
    places: tuple[int, ...]  # (n) where they stand in the sentence
    step: int
    head: int
    row: int  # the token that asks, among those on show
    column: int  # the token that is asked
    seed: int
    edits: tuple[Edit, ...]  # all, also those of cells that are not in this block
    quiz: Quiz
    picture: Picture

    @property
    def heads(self) -> int:
        """Number of heads h."""
        return len(self.block.trace.q)

    @property
    def key_width(self) -> int:
        """Components d_k of one head's queries and keys."""
        return self.block.key_width

    def values(self, view: View) -> FloatArray:
        """The matrix of a view as it is drawn, (rows, columns)."""
        found = matrix(self.block, view.key, view.head)
        return found.T if view.turned else found

    def hidden(self, view: View) -> BoolArray:
        """Where the cells of a view belong to hidden keys, (rows, columns)."""
        shown = view.key in SHARES or view.key == "masked"
        return self.block.hidden if shown else np.zeros(self.values(view).shape, np.bool_)

    def limit(self, view: View) -> float:
        """Where the view's color scale ends."""
        if view.key in SHARES:
            return 1.0
        return self.block.score_limit if view.key in SCORES else self.block.vector_limit

    def names(self, view: View) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Row and column labels of a view as it is drawn."""
        count = matrix(self.block, view.key, view.head).shape
        axes = (ROWS.get(view.key, "token"), COLUMNS.get(view.key, "component"))
        rows, columns = (
            self.tokens if axis == "token" else tuple(str(i + 1) for i in range(n))
            for axis, n in zip(axes, count, strict=True)
        )
        return (columns, rows) if view.turned else (rows, columns)

    @property
    def explanation(self) -> str:
        """What is done at this sub-stop, in one plain sentence or two."""
        if self.step == MASK and not self.block.causal:
            return "“Hide the future” is off: this step changes nothing."
        return EXPLAINED[self.step]

    def tokens_of(self, view: View) -> tuple[str, str]:
        """What rows and columns of a view stand for: "query" or "key" tokens, or "" for components."""
        rows = "" if view.key in ROWS else "key" if view.key in ("k", "v") else "query"
        columns = "key" if COLUMNS.get(view.key) else ""
        return (columns, rows) if view.turned else (rows, columns)

    def selected(self, view: View, components: tuple[int, int]) -> tuple[int, int]:
        """The cell of a view at the selected tokens and, where a side is not tokens, at these components."""
        chosen = {"query": self.row, "key": self.column}
        shape = self.values(view).shape
        row, column = (
            chosen.get(axis, min(component, count - 1))
            for axis, component, count in zip(self.tokens_of(view), components, shape, strict=True)
        )
        return row, column

    def choice(self, view: View, row: int, column: int) -> dict[str, int]:
        """The changes of the state that select a cell of a view."""
        axes = zip(self.tokens_of(view), (row, column), strict=True)
        return {axis: self.places[position] for axis, position in axes if axis}

    def address(self, view: View, row: int, column: int) -> Address | None:
        """Which cell is edited by typing over a cell of a view; None for one that is computed."""
        return address(view, row, column, self.places, self.key_width)

    def edited(self, view: View) -> BoolArray:
        """Which cells of a view were typed over, (rows, columns)."""
        found = np.zeros(self.values(view).shape, np.bool_)
        for edit in self.edits:
            cell = cell_of(edit, view, self.places, self.key_width)
            if cell is not None:
                found[cell] = True
        return found

    def typed(self, cell: Address, value: float | None) -> dict[str, tuple[Edit, ...]]:
        """The change of the state that puts `value` into a cell; None, or its own value, is the seed's again."""
        matrix, _, row, column = cell
        own = value is None or value == self.block.drawn[matrix][row, column]
        edits = changed(self.edits, cell, None if own else value)
        return {"edits": edits} if edits != self.edits else {}

    def pending(self, head: int, row: int) -> bool:
        """Whether a row is covered until the viewer has guessed its largest weight; one visible key needs no guess."""
        open_keys = int((~self.block.hidden[row]).sum())
        return self.quiz.on and open_keys > 1 and self.quiz.guess(head, self.places[row]) is None

    @property
    def asking(self) -> bool:
        """Whether the selected row waits for a guess at this sub-stop."""
        return DOTS <= self.step <= WEIGH and self.pending(self.head, self.row)

    def covered(self, view: View) -> BoolArray:
        """Which cells of a view would answer a question that is still open, (rows, columns)."""
        found = np.zeros(self.values(view).shape, np.bool_)
        if self.quiz.on and view.key in TELLING:
            pending = np.array([[self.pending(h, row) for row in range(len(self.tokens))] for h in range(self.heads)])
            if view.key == "concat":
                found |= np.repeat(pending.T, self.key_width, axis=1)
            else:
                found[pending.any(axis=0) if view.key == "output" else pending[view.head]] = True
        return found

    def guessed(self) -> tuple[int, bool] | None:
        """Which key was guessed for the selected row, counted among those on show, and whether it was right."""
        guess = self.quiz.guess(self.head, self.places[self.row])
        return None if guess is None or guess[1] not in self.places else (self.places.index(guess[1]), guess[2])

    def guessed_cells(self, view: View) -> list[tuple[int, int, bool]]:
        """Row, column and verdict of every guess in a view of scores or shares."""
        if view.key not in COVERED or not self.quiz.on:
            return []
        guesses = ((row, self.quiz.guess(view.head, place)) for row, place in enumerate(self.places))
        return [(row, self.places.index(g[1]), g[2]) for row, g in guesses if g is not None and g[1] in self.places]

    def guess(self, key: int) -> dict[str, tuple[Guess, ...] | int]:
        """The changes of the state that commit the viewer to a key for the selected row; none for a masked key."""
        if self.block.hidden[self.row, key]:
            return {}
        place = self.places[self.row]
        right = is_right(matrix(self.block, "weights", self.head)[self.row], key)
        made = (self.quiz.question(self.head, place), self.places[key], right)
        return {"guesses": (*self.quiz.guesses, made), "query": place, "key": self.places[key]}

    def title(self, view: View) -> str:
        """The name over a view, in the notation of short formulas."""
        if view.key == "heads":
            return f"head {view.head + 1}"
        if view.key == "masked" and not self.block.causal:
            return "scores"  # nothing was masked
        return SYMBOLS[view.key] + ("ᵀ" if view.turned else "")


def compute(state: LabState, board: Board) -> FourSteps:
    """The block of the chosen tokens, and the picture of the present sub-stop."""
    tokens = tokenize(state.sentence)
    places = chosen_places(state)
    what = (tokens, places, state.seed, state.step_heads, state.scale_exponent, state.causal, state.edits)
    block = block_of(*what)
    head = min(state.head, state.step_heads - 1)
    return FourSteps(
        block=block, tokens=tuple(labels(tokens)[i] for i in places), places=places, step=state.step, head=head,
        row=_nearest(places, state.query), column=_nearest(places, state.key), seed=state.seed,
        edits=state.edits, quiz=Quiz(state.predict, picture_id(*what) if state.predict else "", state.guesses),
        picture=picture(
            state.step, head, state.step_heads, divisor_sign(block.key_width, state.scale_exponent), state.causal
        ),
    )  # fmt: skip


def chosen_places(state: LabState) -> tuple[int, ...]:
    """Where the tokens of the block stand in the sentence: the first six chosen ones, or the first six of all."""
    chosen = state.step_tokens or tuple(range(len(tokenize(state.sentence))))
    return chosen[:MOST_TOKENS]


def spoken(state: LabState, result: FourSteps) -> str:
    """The stop, what happens there, and the selected cell."""
    stop = STOPS[result.step]
    say = _say_question if result.asking else _say_verdict if _on_guess(result) else _SAY[result.step]
    used = len(_used(result)) if result.step in (PROJECT, FINAL) else 0
    return f"Step {stop.part + 1}, {stop.name}: {say(result)}" + (f" {_cells(used)} edited." if used else "")


def tables(state: LabState, result: FourSteps) -> tuple[Table, ...]:
    """Every matrix of the sub-stop; what is still to be guessed stays covered."""
    return tuple(_table(result, view) for view in result.picture.views)


def numbers(state: LabState, result: FourSteps) -> dict[str, object]:
    """All matrices of the block as nested lists; a masked score is None."""
    trace = result.block.trace
    same = ("x", "w_q", "w_k", "w_v", "q", "k", "v", "scores", "divided", "weights", "concat", "w_o", "output")
    steps: dict[str, object] = {key: getattr(trace, key).tolist() for key in same}
    steps["masked"] = [[[float(s) if np.isfinite(s) else None for s in row] for row in head] for head in trace.masked]
    steps["exponentials"] = result.block.exponentials.tolist()
    steps["head_outputs"] = trace.heads.tolist()
    return {
        "tokens": list(result.tokens),
        "steps": steps,
        "divisor": trace.divisor,
        "heads": result.heads,
        "key_width": result.key_width,
        "model_width": MODEL_WIDTH,
        "edits": [list(edit) for edit in result.edits],
        "source": source_words(result),
    }


def source_words(result: FourSteps) -> str:
    """Where the matrices come from, and which of them were edited."""
    words = f"drawn from seed {result.seed}, untrained"
    used = _used(result)
    if used:
        names = ", ".join(SYMBOLS[name] for name in EDITABLE if name in {edit[0] for edit in used})
        words += f"; edited: {names} ({_cells(len(used))}, kept at any seed)"
    return words


def _nearest(places: tuple[int, ...], place: int) -> int:
    """Position on show of the token at `place`, or of the last one before it."""
    return max((i for i, shown in enumerate(places) if shown <= place), default=0)


def _used(result: FourSteps) -> list[Edit]:
    return [edit for edit in result.edits if _in_block(result, edit)]


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"


def _in_block(result: FourSteps, edit: Edit) -> bool:
    """Whether an edit's cell is in this block: of a token on show, or of a matrix that all tokens share."""
    name, head, row, column, _ = edit
    known = head == 0 and 0 <= column < MODEL_WIDTH
    return known and (row in result.places if name == "x" else 0 <= row < MODEL_WIDTH)


def _table(result: FourSteps, view: View) -> Table:
    rows, columns = result.names(view)
    values, covered = result.values(view), result.covered(view)
    masked = result.hidden(view) & (view.key == "masked")
    of_head = "" if view.key in WHOLE or view.key == "heads" else f" of head {view.head + 1}"
    body = tuple(
        (name, *("?" if veil else "masked" if cut else float(value) for value, cut, veil in zip(*cells, strict=True)))
        for name, *cells in zip(rows, values, masked, covered, strict=True)
    )
    edited = int(result.edited(view).sum())
    mark = f", edited ({_cells(edited)})" if edited else ""
    return Table(result.title(view) + of_head + mark, ("", *columns), body)


# ---------------------------------------------------------------------------------------------------- live words


def _word(result: FourSteps, position: int) -> str:
    return quoted(result.tokens[position], WORD_LETTERS)


def _pair(result: FourSteps) -> str:
    return f"{_word(result, result.row)} with {_word(result, result.column)}"


def _at(result: FourSteps, key: str) -> float:
    return float(matrix(result.block, key, result.head)[result.row, result.column])


def _on_guess(result: FourSteps) -> bool:
    """Whether the selected cell is the one that was guessed, at a sub-stop that shows it."""
    guessed = result.guessed()
    return DOTS <= result.step <= WEIGH and guessed is not None and guessed[0] == result.column


def _say_question(result: FourSteps) -> str:
    return f"which key will {_word(result, result.row)} favor most? Pick a cell of its row: Enter or click."


def _say_verdict(result: FourSteps) -> str:
    weights = matrix(result.block, "weights", result.head)[result.row]
    best, asker = int(weights.argmax()), _word(result, result.row)
    own = "masked" if result.block.hidden[result.row, result.column] else weight_words(weights[result.column])
    if is_right(weights, result.column):
        said = f"✓ right, {asker} favors {_word(result, result.column)} ({own})"
    else:
        favored = f"{_word(result, best)} ({weight_words(weights[best])})"
        said = f"✗ wrong, {asker} favors {favored}, not {_word(result, result.column)} ({own})"
    return f"{said}. {result.quiz.tally}."


def spoken_refusal(result: FourSteps, key: int) -> str:
    """Why a masked key is no guess."""
    return f"{_word(result, key)} is masked for {_word(result, result.row)}: it cannot win. Pick another key."


def _say_project(result: FourSteps) -> str:
    q = number(result.block.trace.q[result.head, result.row, 0])
    return f"each vector x makes a query, a key, a value. {_word(result, result.row)}: q{subscript(1)} = {q}."


def _say_dots(result: FourSteps) -> str:
    return f"every query meets every key. {_pair(result)}: {number(_at(result, 'scores'))}."


def _say_divide(result: FourSteps) -> str:
    raw, divided = number(_at(result, "scores")), number(_at(result, "divided"))
    if result.block.exponent == 0:
        return f"switched off, so every score stays. {_pair(result)}: {raw}."
    sign = divisor_sign(result.key_width, result.block.exponent)
    equals = "" if result.block.exponent == 1 else f" = {_short(result.block.trace.divisor)}"
    return f"every score {sign}{equals}. {_pair(result)}: {raw} becomes {divided}."


def _say_mask(result: FourSteps) -> str:
    if not result.block.causal:
        return "“hide the future” is off, so this step does nothing here."
    asker, n = _word(result, result.row), len(result.tokens)
    fate = "is masked" if result.block.hidden[result.row, result.column] else f"stays {number(_at(result, 'masked'))}"
    return f"later words become {MINUS}∞. {asker} sees {result.row + 1} of {n}; {_word(result, result.column)} {fate}."


def _say_exponentials(result: FourSteps) -> str:
    return f"e to each score, less the row's largest. {_pair(result)}: {weight_words(_at(result, 'exponentials'))}."


def _say_normalize(result: FourSteps) -> str:
    weight = weight_words(_at(result, "weights"))
    return f"each row now sums to 1. {_word(result, result.row)} gives {_word(result, result.column)} {weight}."


def _say_weigh(result: FourSteps) -> str:
    first = number(result.block.trace.heads[result.head, result.row, 0])
    return f"the weights mix the values. {_word(result, result.row)}, component 1: {first}."


def _say_concatenate(result: FourSteps) -> str:
    if result.heads == 1:
        return f"one head, so nothing to join: {MODEL_WIDTH} numbers a word."
    return f"{result.heads} heads side by side, {result.heads} × {result.key_width} = {MODEL_WIDTH} numbers a word."


def _say_final(result: FourSteps) -> str:
    asker, done = _word(result, result.row), "one last matrix blends the heads."
    if result.covered(View("output"))[result.row].any():
        return f"{done} {asker} is covered until its scores are guessed{' in every head' * (result.heads > 1)}."
    return f"{done} {asker}, component 1: {number(result.block.trace.output[result.row, 0])}."


def _short(value: float) -> str:
    text = number(value)
    return text.rstrip("0").rstrip(".") if "." in text else text


_SAY: Final = (
    _say_project, _say_dots, _say_divide, _say_mask, _say_exponentials, _say_normalize, _say_weigh, _say_concatenate,
    _say_final,
)  # fmt: skip
