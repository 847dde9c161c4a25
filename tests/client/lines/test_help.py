"""What “help” tells behind a word: rules, roles, and a card of the hand."""

import pytest

from client.games.mine.game import how_to_play
from tests.client.lines.rooms import Room, position, room2

HAND = ("map", "rockfall", "cross")


@pytest.fixture
def room() -> Room:
    return Room(laid_out=position(HAND))


def test_a_card_of_the_hand_is_explained_by_its_number(room: Room) -> None:
    told = room.answers("help 1", "help 3")
    assert "map: Look at one of the goals. Only you see it." in told
    assert "crossing." in told, "a path card shows what it does"


@pytest.mark.parametrize("number", ["0", "4", "99"])
def test_a_card_that_is_not_there_is_answered(room: Room, number: str) -> None:
    assert room.answers(f"help {number}")[0] == f"You have no card “{number}”: they are numbered 1 to 3."


def test_every_role_of_these_rules_is_explained(room: Room) -> None:
    assert [line.partition(":")[0] for line in room.answers("help roles")] == [
        "The roles",
        "- gold-digger",
        "- saboteur",
    ]
    told = room2("map").answers("help roles")
    assert any(line.startswith("- Geologist: You are paid for the crystals") for line in told)


def test_the_rules_are_told_with_the_roles(room: Room) -> None:
    told = room.answers("help rules")
    assert told[: len(how_to_play())] == how_to_play()
    assert "The roles:" in told


@pytest.mark.parametrize("word", ["xyzzy", "\u0667", "²", "1 2"])
def test_a_word_that_means_nothing_lists_the_commands(room: Room, word: str) -> None:
    assert "Questions:" in room.answers(f"help {word}")
