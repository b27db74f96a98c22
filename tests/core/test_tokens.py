import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.core.limits import SENTENCE
from attnviz.core.tokens import graphemes, labels, same_word, tokenize

COMPOUND = "Donaudampfschifffahrtsgesellschaftskapitän"
FAMILY = "👨\u200d👩\u200d👧\u200d👦"


def test_the_sentence_of_the_board_has_ten_tokens():
    assert tokenize(SENTENCE) == ("A", "dog", "ate", "the", "food", "because", "it", "was", "hungry", ".")


@pytest.mark.parametrize(
    "text", ["it  was\t\nhungry", " it was hungry ", "it\u00a0was\u3000hungry", "it\u200bwas\r\nhungry"]
)
def test_spaces_of_any_kind_give_no_blank_token(text):  # scenario 14
    assert tokenize(text) == ("it", "was", "hungry")


@pytest.mark.parametrize(
    "text", ["", "   ", "\t\n", "\u200b\ufeff", "\u3164", "\u00ad", "\ud800", "\x00", "\ufe0f", "\u2800"]
)
def test_what_cannot_be_seen_gives_no_token(text):  # scenario 15
    assert tokenize(text) == ()


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        (".", (".",)),
        ("Wait... what?!", ("Wait", ".", ".", ".", "what", "?", "!")),
        ("didn't doesn’t", ("didn't", "doesn’t")),
        ("a well-known rock 'n' roll", ("a", "well-known", "rock", "'", "n", "'", "roll")),
        ("dog-", ("dog", "-")),
        ("3.14, 1,000 and 5.", ("3.14", ",", "1,000", "and", "5", ".")),
        ("snake_case $5 C++", ("snake_case", "$", "5", "C", "+", "+")),
        ("(see https://a.org/b?c=d_e#f).", ("(", "see", "https://a.org/b?c=d_e#f", ")", ".")),
        ("www.example.org/x, me@example.org!", ("www.example.org/x", ",", "me@example.org", "!")),
        (COMPOUND, (COMPOUND,)),  # scenario 13
        ("“Hi,” she said", ("“", "Hi", ",", "”", "she", "said")),
    ],
)
def test_words_and_punctuation(text, tokens):
    assert tokenize(text) == tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("القطة أكلَت الطعام.", ("القطة", "أكلَت", "الطعام", ".")),
        ("कुत्ते ने खाना खाया।", ("कुत्ते", "ने", "खाना", "खाया", "।")),
        ("หมากินข้าว แล้ว", ("หมากินข้าว", "แล้ว")),
        ("می‌خواهم", ("می‌خواهم",)),  # the joiner inside stays
        ("犬は食べた。", ("犬", "は", "食", "べ", "た", "。")),
        ("ガード", ("カ\u3099".replace("カ\u3099", "ガ"), "ー", "ド")),
        ("カ\u3099キ", ("カ\u3099", "キ")),  # voicing mark typed apart
        ("狗吃了iPhone手机", ("狗", "吃", "了", "iPhone", "手", "机")),
        ("한국어 단어", ("한국어", "단어")),
        ("\u1112\u1161\u11ab\u1100\u116e", ("\u1112\u1161\u11ab\u1100\u116e",)),
        ("Привет, мир!", ("Привет", ",", "мир", "!")),
        ("צה״ל", ("צה״ל",)),
        ("e\u0301te\u0301 x", ("e\u0301te\u0301", "x")),
    ],
)
def test_scripts(text, tokens):
    assert tokenize(text) == tokens


@pytest.mark.parametrize(
    "sign",
    [
        FAMILY,
        "👍🏽",
        "🇫🇷",
        "1️⃣",
        "❤️\u200d🔥",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "x\u0323\u0307",
        "நி",
    ],
)
def test_a_grapheme_is_one_token(sign):
    assert graphemes(sign) == (sign,)
    assert tokenize(sign) == (sign,)


def test_signs_that_touch_are_told_apart():
    assert tokenize(f"dog{FAMILY}{FAMILY}🇫🇷🇩🇪1️⃣2️⃣") == ("dog", FAMILY, FAMILY, "🇫🇷", "🇩🇪", "1️⃣", "2️⃣")


@given(st.text())
def test_tokens_are_the_visible_text_in_order(text):
    tokens = tokenize(text)
    squeezed = "".join(text.split())
    at = 0
    for token in tokens:
        assert token.strip()
        assert unicodedata.category(token[0]) not in ("Cc", "Cs", "Zs")
        found = squeezed.find(token, at)
        assert found >= 0
        at = found + len(token)


@given(st.text())
def test_graphemes_lose_nothing(text):
    assert "".join(graphemes(text)) == text


@given(st.lists(st.sampled_from(["the", "cat", "the₂", "the₃", "é", "e\u0301", "."]), max_size=12))
def test_labels_differ_and_first_ones_are_plain(words):
    tokens = tuple(words)
    made = labels(tokens)
    assert len({unicodedata.normalize("NFC", label) for label in made}) == len(tokens)
    assert all(label.startswith(token) for label, token in zip(made, tokens, strict=True))


def test_repeated_words_are_numbered():  # scenario 6
    assert labels(tokenize("the cat sat on the mat the")) == ("the", "cat", "sat", "on", "the₂", "mat", "the₃")


def test_a_label_that_the_sentence_already_holds_is_not_given_twice():
    assert labels(("the", "the₂", "the")) == ("the", "the₂", "the₃")


def test_same_word_ignores_capitals_and_spelling_of_accents():
    assert same_word("Été", "e\u0301te\u0301")
    assert not same_word("the", "then")


def test_a_long_text_is_cut_in_linear_time_and_kept_whole():
    text = "a." * 20000 + "x" * 20000
    assert len(tokenize(text)) == 40001
