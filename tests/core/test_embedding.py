import math
import subprocess
import sys

import numpy as np
import pytest

from attnviz.core.embedding import embed, position_encoding, seeded, word_vector


def test_places_are_the_sines_and_cosines_of_the_paper():
    made = position_encoding(64, 10)
    for i in (0, 1, 17, 63):
        for c in range(5):
            angle = i / 10000 ** (2 * c / 10)
            assert made[i, 2 * c] == pytest.approx(math.sin(angle), abs=1e-12)
            assert made[i, 2 * c + 1] == pytest.approx(math.cos(angle), abs=1e-12)


@pytest.mark.parametrize("width", [1, 3, 8])
def test_any_width_and_no_token(width):
    assert position_encoding(5, width).shape == (5, width)
    assert embed((), width).shape == (0, width)
    np.testing.assert_array_equal(position_encoding(5, width + 1)[:, 1::2][0], np.ones((width + 1) // 2))


def test_a_word_has_its_own_vector_wherever_it_stands():
    first = embed(("dog", "ate", "dog"), 64) - position_encoding(3, 64)
    second = embed(("the", "dog"), 64) - position_encoding(2, 64)
    np.testing.assert_allclose(first[0], second[1], atol=1e-12)
    np.testing.assert_allclose(first[0], first[2], atol=1e-12)
    assert np.abs(first[0] - first[1]).max() > 0.1


def test_repeated_words_differ_by_their_place():
    x = embed(("dog", "ate", "dog"), 64)
    assert np.abs(x[0] - x[2]).max() > 0.1


@pytest.mark.parametrize(("narrow", "wide"), [(5, 8), (64, 512), (100, 129)])
def test_a_wider_model_keeps_the_components_of_a_narrower_one(narrow, wide):
    small = embed(("dog",), narrow) - position_encoding(1, narrow)
    large = embed(("dog",), wide) - position_encoding(1, wide)
    np.testing.assert_allclose(small[0], large[0, :narrow], atol=1e-12)


def test_components_are_standard_normal():
    values = np.concatenate([word_vector(word, 4096) for word in ("dog", "cat", "food", "it")])
    assert values.mean() == pytest.approx(0, abs=0.03)
    assert values.std() == pytest.approx(1, abs=0.03)
    assert np.corrcoef(word_vector("dog", 4096), word_vector("cat", 4096))[0, 1] == pytest.approx(0, abs=0.06)


def test_both_spellings_of_an_accent_are_one_word():
    np.testing.assert_array_equal(embed(("é",), 8), embed(("e\u0301",), 8))


def test_another_process_gives_the_same_numbers():
    code = "from attnviz.core.embedding import embed; print(embed(('dog', '犬'), 6).tolist())"
    printed = [
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True, text=True, check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    ]  # fmt: skip
    assert printed == [str(embed(("dog", "犬"), 6).tolist())] * 2


def test_seeds_tell_their_parts_apart():
    assert seeded("a", "bc").random() != seeded("ab", "c").random()
    assert seeded("a", 1).random() == seeded("a", 1).random()
    seeded("\ud800")  # half a surrogate pair, which UTF-8 cannot hold, still seeds


def test_vectors_cannot_be_written_to_and_need_a_width():
    assert not embed(("dog",), 8).flags.writeable
    with pytest.raises(ValueError, match="model width 0"):
        embed(("dog",), 0)
