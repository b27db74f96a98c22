"""The editor of jobs beside the heads that follow it."""

import pytest
from PySide6.QtCore import Qt

from attnviz.core.jobs import Job
from attnviz.core.state import LabState
from tests.frames.test_multi_head import BOARD, SIZES, Lab, control


def edited(qtbot, **changes):
    shown = Lab(qtbot, size=(1450, 980), editing=True, **changes)
    return shown, shown.frame.editor


def click(shown, token):
    shown.frame.editor.chips[token].click()
    shown.settle()


def test_the_switch_opens_the_editor(qtbot):
    shown = Lab(qtbot)
    assert not shown.frame.editor.isVisible()
    shown.qtbot.mouseClick(control(shown, "editing").box, Qt.MouseButton.LeftButton)
    shown.settle()
    assert shown.frame.editor.isVisible()
    assert shown.frame.editor.list.count() == 7
    shown.apply(source="random")
    assert not shown.frame.editor.isVisible()
    assert control(shown, "editing").isHidden()


def test_a_new_job_takes_the_untrained_head_by_two_clicks(qtbot):
    shown, editor = edited(qtbot)
    assert shown.grid.panes[7].note.job == "untrained"
    editor.add.click()
    shown.settle()
    assert editor.job == 7
    assert editor.hint.text() == "click the word that asks"
    click(shown, 8)
    assert editor.hint.text() == "now the word that “hungry” asks"
    assert shown.store.state.jobs[7].pairs == ()
    click(shown, 1)
    assert shown.store.state.jobs[7] == Job("job 8", (("hungry", "dog"),))
    assert shown.heatmap(7).values[8, 1] == pytest.approx(0.85)
    assert shown.grid.panes[7].note.job == "job 8"
    shown.apply(query=8)
    assert any(arc.head == 7 and arc.key == 1 for arc in shown.frame.arcs.arcs)
    click(shown, 8)
    click(shown, 1)
    assert shown.store.state.jobs[7].pairs == ()


def test_rename_recolor_remove_and_undo(qtbot):
    shown, editor = edited(qtbot)
    editor.list.setCurrentRow(1)
    editor.name.setText("dinner")
    editor.name.setModified(True)
    qtbot.keyClick(editor.name, Qt.Key.Key_Return)
    shown.settle()
    assert shown.grid.panes[1].note.job == "dinner"
    assert shown.frame.finder.ranking.findItems("dinner", Qt.MatchFlag.MatchContains)
    before = shown.grid.panes[1].note.color
    editor.color.click()
    shown.settle()
    assert shown.grid.panes[1].note.color == before + 1
    editor.remove.click()
    shown.settle()
    assert [job.name for job in shown.store.state.jobs][:2] == ["pronoun", "cause"]
    for _ in range(3):
        shown.store.undo()
    shown.settle()
    assert shown.store.state == LabState(editing=True)
    assert editor.list.item(1).text().startswith("object: head 2")
    assert not editor.board.isEnabled()


def test_reset_brings_the_jobs_of_the_board_back(qtbot):
    shown, editor = edited(qtbot, jobs=(Job("only", (("it", "food"),)),))
    assert editor.list.count() == 1
    assert editor.board.isEnabled()
    editor.board.click()
    shown.settle()
    assert shown.store.state.jobs is None
    assert editor.list.count() == len(BOARD.jobs)


def test_a_name_that_is_taken_is_refused_with_a_reason(qtbot):
    shown, editor = edited(qtbot)
    editor.name.setText("cause")
    editor.name.setModified(True)
    qtbot.keyClick(editor.name, Qt.Key.Key_Return)
    shown.settle()
    assert shown.notes == ["There is a job called “cause” already."]
    assert shown.store.state.jobs is None


def test_what_is_left_and_who_shares_is_written(qtbot):
    shown, editor = edited(qtbot, heads=4, key_width=4)
    assert shown.grid.panes[0].note.jobs == "pronoun + next word, 75% left"
    assert shown.grid.panes[2].note.jobs == "cause + first word"
    row = editor.list.item(4).text()
    assert row == "next word: head 1, shared, 49% left, needs key width 9; each word → next"
    shown.apply(key_width=10)
    assert shown.grid.panes[0].note.jobs == "pronoun + next word"


def test_a_rule_is_chosen(qtbot):
    shown, editor = edited(qtbot)
    editor.rule.setCurrentIndex(4)
    editor.rule.activated.emit(4)
    shown.settle()
    assert shown.store.state.jobs[0].rule == "first"


def test_another_sentence_has_other_chips(qtbot):
    shown, editor = edited(qtbot)
    click(shown, 3)
    shown.apply(sentence="It rains on the dog.")
    assert [chip.text() for chip in editor.chips] == ["It", "rains", "on", "the", "dog", "."]
    assert editor.asking == -1
    assert "not in this sentence" in editor.list.item(1).text()


@pytest.mark.parametrize(("theme", "width", "height"), [*SIZES, ("projector", 830, 560)])
def test_the_editor_fits_beside_the_heads(qtbot, theme, width, height):
    shown = Lab(qtbot, theme=theme, size=(width, height), editing=True)
    shown.frame.pictures.show_card("Heads")
    editor = shown.frame.editor
    for part in (editor.add, editor.remove, editor.board, editor.name, editor.color, editor.rule, editor.hint):
        at = part.mapTo(editor, part.rect().topLeft())
        assert editor.rect().contains(at)
        assert editor.rect().contains(part.mapTo(editor, part.rect().bottomRight()))
        assert part.width() >= part.minimumSizeHint().width()
    assert shown.grid.panes[0].heatmap.cells.width() >= 30


def test_a_half_typed_name_is_never_given_to_another_job(qtbot):
    shown, editor = edited(qtbot)
    editor.add.click()
    shown.settle()
    editor.name.setFocus()
    editor.name.setText("half")
    editor.name.setModified(True)
    shown.store.undo()
    shown.settle()
    qtbot.keyClick(editor.name, Qt.Key.Key_Return)
    shown.settle()
    assert shown.store.state.jobs is None or "half" not in [job.name for job in shown.store.state.jobs]


def test_a_half_made_pair_is_dropped_with_its_job(qtbot):
    shown, editor = edited(qtbot)
    editor.list.setCurrentRow(2)
    click(shown, 4)
    editor.remove.click()
    shown.settle()
    assert editor.hint.text() == "click the word that asks"
    pairs = [job.pairs for job in shown.store.state.jobs]
    click(shown, 1)
    assert [job.pairs for job in shown.store.state.jobs] == pairs


def test_looking_at_a_head_is_no_edit(qtbot):
    shown = Lab(qtbot)
    shown.frame._open_head(0, 3)
    shown.settle()
    assert shown.store.state.head == 3
    assert not shown.store.can_undo


def test_esc_drops_a_pair_that_is_begun(qtbot):
    shown, editor = edited(qtbot)
    before = shown.store.state.jobs
    click(shown, 3)
    assert editor.hint.text() == "now the word that “the” asks"
    qtbot.keyClick(editor.chips[3], Qt.Key.Key_Escape)
    assert editor.hint.text() == "click the word that asks"
    click(shown, 3)
    assert shown.store.state.jobs == before
