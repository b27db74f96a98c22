from attnviz.core.state import LabState
from attnviz.ui.store import Store


def test_a_hundred_changes_in_one_turn_are_told_once_and_the_last_value_wins(qtbot):
    store = Store()
    told: list[LabState] = []
    store.changed.connect(told.append)
    for width in range(1, 101):
        store.apply({"key_width": width})
    assert told == []
    qtbot.waitUntil(lambda: bool(told))
    assert [state.key_width for state in told] == [100]


def test_a_drag_is_one_undo_step(qtbot):
    store = Store()
    store.stroke(True)
    for width in (70, 90, 300):
        store.apply({"key_width": width})
    store.stroke(False)
    store.apply({"seed": 12})
    store.undo()
    assert (store.state.key_width, store.state.seed) == (300, 11)
    store.undo()
    assert store.state == LabState()
    assert not store.can_undo
    store.redo()
    store.redo()
    assert (store.state.key_width, store.state.seed) == (300, 12)


def test_a_new_change_forgets_what_was_taken_back(qtbot):
    store = Store()
    store.apply({"seed": 12})
    store.undo()
    store.apply({"keys": 20})
    assert not store.can_redo


def test_pointing_is_no_undo_step_and_undo_leaves_it_where_it_is(qtbot):
    store = Store()
    store.apply({"query": 2})
    assert not store.can_undo
    store.apply({"causal": True})
    store.apply({"query": 4, "step": 3})
    store.undo()
    assert (store.state.query, store.state.step, store.state.causal) == (4, 3, False)
    store.apply({"query": 1})
    store.redo()
    assert (store.state.query, store.state.causal) == (1, True)


def test_pointing_that_a_step_moved_comes_back_with_it(qtbot):
    store = Store()
    before = store.state
    store.apply({"sentence": "it rains"})
    assert store.state.query == 1
    store.undo()
    assert store.state == before


def test_undo_in_the_middle_of_a_drag_begins_a_new_step(qtbot):
    store = Store()
    store.stroke(True)
    store.apply({"key_width": 512})
    store.undo()
    store.apply({"key_width": 1024})
    store.stroke(False)
    store.undo()
    assert store.state == LabState()
    store.redo()
    assert store.state.key_width == 1024


def test_a_state_that_points_at_nothing_is_settled(qtbot):
    assert Store(LabState(sentence=".")).state.query == 0


def test_a_refused_change_says_why_and_the_window_is_told_to_show_the_real_value(qtbot):
    store = Store()
    told: list[LabState] = []
    notes: list[str] = []
    store.changed.connect(told.append)
    store.noted.connect(notes.append)
    store.apply({"heads": 3})
    qtbot.waitUntil(lambda: bool(told))
    assert told[0].heads == 8
    assert len(notes) == 1
    assert "1, 2, 4, 8, 16 or 32" in notes[0]


def test_reset_can_be_taken_back(qtbot):
    store = Store()
    store.apply({"sentence": "it rains", "causal": True})
    changed = store.state
    store.reset()
    assert store.state == LabState()
    store.undo()
    assert store.state == changed
