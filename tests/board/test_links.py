import pytest

from attnviz.assets import resource
from attnviz.board.links import Finder, forms, names
from attnviz.board.load import load_board

BOARD = load_board(resource("boards", "session11.board.toml"))
FINDER = Finder(BOARD.glossary)


def found(text: str, own: str = "") -> list[tuple[str, str]]:
    return [(text[link.start : link.end], link.term) for link in FINDER.find(text, {own})]


def test_the_longest_name_wins():
    assert found("Then multi-head attention begins.") == [("multi-head attention", "multi-head-attention")]
    assert found("The key width is the width of a key.") == [("key width", "key-width"), ("key", "query-key-value")]


def test_plurals_and_capitals_are_found():
    assert found("Heads have key widths.") == [("Heads", "head"), ("key widths", "key-width")]
    assert found("All queries") == [("queries", "query-key-value")]
    assert found("Causal masks") == [("Causal masks", "causal-mask")]


def test_only_the_first_place_of_a_term_is_a_link():
    text = "A head and a head, a value and a query."
    assert found(text) == [("head", "head"), ("value", "query-key-value")]
    assert FINDER.find(text)[0].start == 2


@pytest.mark.parametrize(
    "text",
    [
        "single-headed", "behead", "heading", "multi-head", "head-on", "head_1", "a keyboard", "p = softmax(s)",
        "√key", "score[it, dog]", "softmax=1", "valued", "underscore", "head−1",
    ],
)  # fmt: skip
def test_parts_of_words_and_of_formulas_are_no_links(text):
    assert found(text) == []


def test_a_term_is_no_link_in_its_own_entry():
    assert found("A head is no score.", own="head") == [("score", "score")]


def test_a_name_may_go_over_the_end_of_a_line():
    assert found("the key\nwidth") == [("key\nwidth", "key-width")]


def test_no_terms_no_links():
    assert Finder(()).find("head") == ()


def test_names_and_forms():
    assert names("query, key, value") == ("query", "key", "value")
    assert forms("query") == ("query", "queries")
    assert forms("softmax") == ("softmax", "softmaxes")
    assert forms("key") == ("key", "keys")
