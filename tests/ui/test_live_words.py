from attnviz.ui.theme import look_for
from attnviz.ui.widgets.text.live_words import LiveWords


def test_live_words_are_set_as_large_as_they_fit_and_never_below_the_floor(qtbot):
    look = look_for("projector", 768)
    words = LiveWords()
    qtbot.addWidget(words)
    words.set_look(look)
    words.resize(700, words.height())
    words.show()
    sizes, heights = [], []
    for count in (1, 22, 26):
        words.say(" ".join(["seven"] * count))
        sizes.append(words.font().pixelSize())
        heights.append(words.height())
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] == round(look.body * 1.08)
    assert look.floor <= sizes[-1] < sizes[0]
    assert len(set(heights)) == 1
    assert words.accessibleName() == words.text().replace("\u00a0", " ")
