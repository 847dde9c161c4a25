# ruff: noqa: RUF001  letters of many scripts are what these tests are about
"""Texts of others: whatever stands in them, one safe line comes out, and no wider than it may be."""

from unicodedata import category, is_normalized

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from client.words.safe import columns, cut, shown

NASTY = "\x1b\x9b\0\n \u200b\u202e\ufeff\u0301\u0336\u20e3\ufe0f\u3164\u1100\u1160\u1161\u11a8\uac00aé李🙂\ufdfd\ud800"
TEXTS = st.text() | st.text(alphabet=NASTY)


@pytest.mark.parametrize(
    ("written", "drawn"),
    [
        ("\x1b[2Jgone\x1b]2;x\x07", "[2Jgone]2;x"),
        ("\x9b31mred", "31mred"),
        ("one\ntwo\r\nthree\x85four\u2028five", "one two three four five"),
        ("\x08\x08\x7fback", "back"),
        ("\u202eavE\u202c", "avE"),
        ("\u2066E\u2069\u200fva\u061c", "Eva"),
        ("E\u200bv\u200d\u2060a\ufeff\u00ad", "Eva"),
        ("tag\U000e0041\U000e0042", "tag"),
        ("\ud800x\ue000y\U0010ffff", "xy"),
        ("  much \t  room  ", "much room"),
        ("a \u200b b", "a b"),
    ],
    ids=ascii,
)
def test_nothing_is_left_that_a_terminal_obeys_or_hides(written: str, drawn: str) -> None:
    assert shown(written) == drawn


@pytest.mark.parametrize(
    "blank", ["", " ", "\u3164", "\u2800", "\u115f\u1160", "\uffa0", "\u034f\ufe0f", "\u0301\u0301"]
)
def test_a_name_of_nothing_is_nothing(blank: str) -> None:
    assert shown(blank * 3) == ""


def test_a_letter_has_few_accents() -> None:
    assert shown("z" + "\u0335" * 50 + "a") == "z" + "\u0335" * 3 + "a"
    assert shown("z" + "\u20e3" * 50) == "z" + "\u20e3" * 3


def test_what_is_unseen_does_not_let_more_accents_in() -> None:
    assert shown("z" + "\u0335\u200b\u0335\ufe0f" * 50) == "z" + "\u0335" * 3


def test_no_accent_sits_on_what_is_drawn_before() -> None:
    assert shown("\u0301\u0336abc") == "abc"
    assert shown("a \u0336b") == "a b"


def test_an_accent_finds_its_letter() -> None:
    assert shown("e\u0301") == shown("e\u200b\u0301") == shown("é") == "é"


@pytest.mark.parametrize(
    "word", ["चीज़ें", "เพื่อน", "tiếng Việt", "שָׁלוֹם", "ירון", "한국", "Ünïcödé", "O'Neil", "🙂"], ids=ascii
)
def test_the_words_of_people_are_left_alone(word: str) -> None:
    assert is_normalized("NFC", word)
    assert shown(word) == word


def test_characters_that_sprawl_are_left_out() -> None:
    assert shown("﷽﷽x⸻") == "x"


@pytest.mark.parametrize(
    ("text", "width"),
    [
        *(("", 0), ("abc", 3), ("é", 1), ("e\u0301", 1), ("李小龍", 6), ("ＡＢ", 4), ("한국", 4), ("🙂", 2), ("…", 1)),
        *(("ﾊﾝ", 2), ("เพื่อน", 4), ("ᄀ\u1161\u11a8", 2)),
    ],
)
def test_width_counts_in_columns(text: str, width: int) -> None:
    assert columns(text) == width


@pytest.mark.parametrize(
    ("text", "most", "drawn"),
    [
        ("李小龍", 6, "李小龍"),
        ("李小龍", 5, "李小…"),
        ("李小龍", 4, "李…"),
        ("abcdef", 6, "abcdef"),
        ("abcdef", 5, "abcd…"),
        ("two words", 5, "two…"),
        ("ze\u0335\u0335\u0335xy", 3, "ze\u0335\u0335\u0335…"),
        ("李", 1, "…"),
        ("abc", 0, ""),
    ],
    ids=ascii,
)
def test_a_line_ends_where_the_columns_do(text: str, most: int, drawn: str) -> None:
    assert shown(text, most) == cut(text, most) == drawn


@settings(deadline=None)
@given(TEXTS, st.integers(0, 30))
def test_any_text_becomes_one_safe_line(text: str, most: int) -> None:
    line = shown(text, most)
    assert columns(line) <= most
    assert {category(char) for char in line}.isdisjoint({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
    assert line == " ".join(line.split())
    assert len(line) <= 4 * max(1, columns(line))


@settings(deadline=None)
@given(TEXTS, st.integers(0, 30))
def test_what_is_safe_stays_as_it_is(text: str, most: int) -> None:
    once = shown(text, most)
    assert shown(once, most) == once
