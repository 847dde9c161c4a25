"""What people are called on the screen: short, safe to draw, and each name once."""

from types import SimpleNamespace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from client.visit.told import seat_names
from client.words.people import BOT_NAMES, LONGEST_NAME
from client.words.safe import columns, shown

HOSTILE = ["\x1b[2J", "\u202eavE", "Eva\nSecret: you win", "", "   ", "e\u0301" * 40, "李" * 30, "Secret:", "\ud800"]
LIKE_OTHERS = [
    "Eva",
    "eva",
    "EVA",
    "Eva-2",
    "Eva-3",
    "Eva-4",
    "Ann",
    "ANN",
    "seat-1",
    "Bartholomew_the_",
    "Bartholomew_the_1",
]
names = st.none() | st.sampled_from(HOSTILE + LIKE_OTHERS) | st.text(max_size=40)


def table_of(given_names: list[str | None], bots: int) -> Any:
    """All that naming asks of a table."""
    seats = len(given_names) + bots
    keys = [bytes(32)] * len(given_names) + [None] * bots
    said = {seat: name for seat, name in enumerate(given_names) if name is not None}
    return SimpleNamespace(agreement=SimpleNamespace(names=said), setting=SimpleNamespace(seat_keys=keys, seats=seats))


@settings(max_examples=120)
@given(st.lists(names, min_size=1, max_size=12), st.integers(0, 11))
def test_names_are_short_and_safe_and_no_two_are_alike(given_names: list[str | None], bots: int) -> None:
    called = seat_names(table_of(given_names, min(bots, 12 - len(given_names))))
    assert len({name.casefold() for name in called}) == len(called)
    for name in called:
        assert 0 < columns(name) <= LONGEST_NAME
        assert shown(name) == name
        assert " " not in name


def test_people_keep_their_names_and_bots_do_without() -> None:
    assert seat_names(table_of(["Eva", "ann"], 3)) == ["Eva", "ann", *BOT_NAMES[1:4]]


def test_who_has_not_said_a_name_has_a_number() -> None:
    assert seat_names(table_of(["Eva", None, ""], 0)) == ["Eva", "seat-2", "seat-3"]


def test_namesakes_are_told_apart_by_their_seats() -> None:
    assert seat_names(table_of(["Eva", "Eva", "EVA"], 0)) == ["Eva", "Eva-2", "EVA-3"]
    assert seat_names(table_of(["Eva", "Eva-3", "Eva"], 0)) == ["Eva", "Eva-3", "Eva-4"]
