# ruff: noqa: RUF001  letters that look like others are what this file is about
"""Letters that a person could take for others: a small table for the scripts that people here mix up.

Each row has what is looked like first, then all that looks like it.  Both cases stand in it on their own: a Greek
capital nu looks like an N, and the small one like a v.
"""

LIKE_LATIN = {
    "a": "ΑαАа",
    "b": "ΒβВвЬь",
    "c": "Сс",
    "d": "ԁ",
    "e": "ΕεЕе",
    "h": "ΗНнҺһ",
    "i": "ΙιІіӀӏ",
    "j": "Јј",
    "k": "ΚκКк",
    "m": "ΜМм",
    "n": "Νηп",
    "o": "ΟοОо",
    "p": "ΡρРр",
    "q": "Ԛԛ",
    "r": "г",
    "s": "Ѕѕ",
    "t": "ΤτТт",
    "u": "υ",
    "v": "ν",
    "w": "ωԜԝ",
    "x": "ΧχХх",
    "y": "ΥγУу",
    "z": "Ζ",
    "3": "Зз",
}
"""Greek and Cyrillic letters."""

ALIKE = {
    "o": "0ø",
    "i": "1l|ıł",
    "a": "ɑ",
    "d": "đ",
    "f": "ƒ",
    "g": "ɡ",
    "h": "ħ",
    "t": "ŧ",
    "ae": "æ",
    "oe": "œ",
    "m": ("rn",),
    "w": ("vv",),
}
"""Latin letters and digits, small ones: these are compared after case is taken away."""
