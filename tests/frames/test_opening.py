from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from attnviz.assets import resource
from attnviz.board.draw import ask
from attnviz.board.load import load_board
from attnviz.core.state import LabState
from attnviz.experiments import opening
from attnviz.frames.opening import CHOICES, FROM_FORMULA, IN_FORMULA, OpeningFrame
from attnviz.ui.theme import look_for, spread_look

BOARD = load_board(resource("boards", "session11.board.toml"))


def show(frame: OpeningFrame, **changes: object) -> opening.Opening:
    state = LabState(**changes)  # type: ignore[arg-type]
    result = opening.compute(state, BOARD)
    frame.show_all(state, result, opening.spoken(state, result))
    return result


@pytest.fixture
def frame(qapp, qtbot) -> OpeningFrame:
    frame = OpeningFrame(BOARD)
    qtbot.addWidget(frame)
    look = look_for("light")
    frame.set_look(look)
    frame.build()
    spread_look(frame, look)
    frame.resize(1000, 840)
    frame.show()
    show(frame)
    frame.formula.typeset_now()
    return frame


def test_session_title_story_recall_and_goals_are_on_the_page(frame):
    assert BOARD.session in frame.head.title.text()
    assert BOARD.title in frame.head.title.text()
    shown = [label.accessibleName() for label in frame.findChildren(QWidget) if label.isVisible()]
    assert BOARD.story in shown
    for line in BOARD.recall:
        assert line in shown
    assert [link.text() or link.blocks[0].text for link in frame.goal_links] == [goal.text for goal in BOARD.goals]


def test_pressing_a_goal_asks_for_the_frame_that_meets_it(frame, qtbot):
    for link, goal in zip(frame.goal_links, BOARD.goals, strict=True):
        with qtbot.waitSignal(frame.go) as asked:
            qtbot.keyClick(link, Qt.Key.Key_Space)
        assert asked.args == [goal.frame]


def test_a_goal_is_ticked_once_its_concept_is_answered(frame):
    assert not any(link.done for link in frame.goal_links)
    state = LabState()
    show(frame, answers=(("divisor", ask(BOARD.question("divisor"), state.seed, state).answer),))
    assert [link.done for link in frame.goal_links] == [goal.tag == "scale" for goal in BOARD.goals]
    assert "Done" in frame.goal_links[0].accessibleName()
    show(frame)
    assert not frame.goal_links[0].done


@pytest.mark.parametrize("part", opening.PARTS)
def test_a_lit_part_is_lit_in_the_formula_and_pressed_in_the_row(frame, part):
    result = show(frame, part=part)
    assert frame.formula.lit == IN_FORMULA[part]
    pressed = [button.text() for button in frame.parts.buttons() if button.isChecked()]
    assert pressed == [CHOICES[part]]
    assert frame.words.accessibleName() == next(p.words for p in result.parts if p.id == part)


def test_every_piece_of_the_formula_belongs_to_a_part(frame, qtbot):
    for piece, part in FROM_FORMULA.items():
        with qtbot.waitSignal(frame.wish) as wished:
            frame.formula.pointed.emit(piece)
        assert wished.args == [{"part": part}]


def test_the_part_stays_lit_when_the_pointer_leaves(frame):
    show(frame, part="softmax")
    wishes: list[dict[str, object]] = []
    frame.wish.connect(wishes.append)
    frame.formula.pointed.emit("")
    assert wishes == []
    assert frame.formula.lit == "softmax"


def test_a_part_button_asks_for_its_part(frame, qtbot):
    with qtbot.waitSignal(frame.wish) as wished:
        frame.parts.buttons()[list(CHOICES).index("scores")].click()
    assert wished.args == [{"part": "scores"}]


def test_an_unknown_part_lights_nothing(frame):
    show(frame, part="no such part")
    assert frame.formula.lit == ""
    assert frame.parts.buttons()[0].isChecked()


def test_pointing_at_the_picture_lights_the_formula(frame, qtbot):
    sentence = frame.asking.sentence
    chips = sentence.chips
    query = LabState().query
    for token, part in ((query, "q"), (1, "k")):
        with qtbot.waitSignal(frame.asking.pointed) as found:
            QTest.mouseMove(sentence, chips[token].box.center().toPoint())
        assert found.args == [part]
        QTest.mouseMove(sentence, QPoint(1, 1))


def test_pointing_at_a_row_of_numbers_lights_its_part(frame, qtbot):
    steps = frame.asking.steps
    for number, row in enumerate(steps.rows):
        with qtbot.waitSignal(frame.wish) as wished:
            QTest.mouseMove(steps, steps.row_box(number).center().toPoint())
        assert wished.args == [{"part": row.part}]


def test_choosing_a_token_makes_it_ask(frame, qtbot):
    sentence = frame.asking.sentence
    with qtbot.waitSignal(frame.wish) as wished:
        qtbot.mouseClick(sentence, Qt.MouseButton.LeftButton, pos=sentence.chips[2].box.center().toPoint())
    assert wished.args == [{"query": 2}]
    with qtbot.waitSignal(frame.wish) as wished:
        qtbot.keyClick(sentence, Qt.Key.Key_Left)
    assert wished.args == [{"query": 5}]


def test_the_rows_hold_the_engines_numbers(frame):
    result = show(frame, query=2)
    scores, divided, weights = frame.asking.steps.rows
    food = result.labels.index("food")
    assert scores.cells[food] == f"{result.scores[food]:.2f}"
    assert divided.cells[food] == f"{result.scores[food] / 8:.2f}"
    assert weights.cells[food] == f"{result.weights[food]:.2f}"
    assert max(result.weights) == result.weights[food]


def test_a_hidden_token_has_minus_infinity_and_no_weight(frame):
    show(frame, query=2, causal=True)
    _, divided, weights = frame.asking.steps.rows
    assert divided.cells[3:] == ("−∞",) * 7
    assert weights.cells[3:] == ("0",) * 7


def test_a_tiny_weight_is_never_written_as_zero(frame):
    result = show(frame, source="random", scale_exponent=0.0)
    _, _, weights = frame.asking.steps.rows
    for weight, cell in zip(result.weights, weights.cells, strict=True):
        assert (float(weight) == 0) == (cell == "0")
    assert "<0.001" in weights.cells


def test_all_keys_turn_orange_while_k_is_lit(frame):
    show(frame, part="k")
    sentence = frame.asking.sentence
    image = sentence.grab().toImage()
    ratio = image.devicePixelRatio()
    for token in range(len(sentence.chips)):
        if token == LabState().query:
            continue
        box = sentence.chips[token].box
        pixel = (QPointF(box.left() + 6, box.center().y()) * ratio).toPoint()
        assert image.pixelColor(pixel) == QColor(look_for("light").theme.key), f"token {token}"


def test_numbers_keep_clear_of_one_another_and_of_the_edge(frame):
    for width in (500, 640, 1000):
        frame.resize(width, 700)
        show(frame, source="random")
        steps, look = frame.asking.steps, look_for("light")
        for number, row in enumerate(steps.rows):
            places = sorted(
                (place for _, _, place in steps._fitting(look, row, steps.row_box(number))),
                key=lambda place: place.left(),
            )
            assert places
            assert all(left.right() < right.left() for left, right in itertools.pairwise(places))
            assert places[-1].right() <= steps.width()


def test_where_no_numbers_fit_the_few_that_matter_most_are_shown(frame):
    result = show(frame, sentence=" ".join(f"word{n}" for n in range(60)) + " it dog", query=60)
    steps, look = frame.asking.steps, look_for("light")
    for number, row in enumerate(steps.rows):
        tokens = [token for token, _, _ in steps._fitting(look, row, steps.row_box(number))]
        assert tokens[0] == result.labels.index("dog")
        assert len(tokens) <= 3
    assert frame.asking.sentence.shares == ()
    show(frame)
    assert len(frame.asking.sentence.shares) == 10


def test_another_exponent_is_another_formula(frame):
    show(frame, scale_exponent=0.3)
    assert "alpha" in frame.formula.accessibleName()
    show(frame)
    assert "square root" in frame.formula.accessibleName()


def test_the_story_shrinks_to_label_size_before_it_is_cut(frame):
    look = look_for("projector", 768)
    frame.set_look(look)
    spread_look(frame, look)
    frame.resize(844, 660)
    frame.pictures.show_card("Today")
    story = frame.story
    assert story.isVisible()
    assert story.height_at(story.width()) <= story.height()
    assert story.geometry().bottom() <= frame.pictures.height()


def test_a_small_window_shows_the_picture_first(frame, qtbot):
    small = OpeningFrame(BOARD)
    qtbot.addWidget(small)
    look = look_for("projector", 768)
    small.set_look(look)
    small.build()
    spread_look(small, look)
    small.resize(844, 660)
    small.show()
    assert small.picture.isVisible()
    assert not small.story.isVisible()


def test_what_can_be_focused_has_a_name(frame):
    for widget in frame.findChildren(QWidget):
        if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            assert widget.accessibleName(), widget
