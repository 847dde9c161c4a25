"""What is typed wrongly at a table of Saboteur 2: an exact answer, and nothing has changed."""

from typing import Any

import pytest

from engine.grid.cells import cell
from tests.client.lines.rooms import QUESTIONS, laid, room2, used_up
from tests.support.mine_words import REFUSALS

FULL = (
    "theft",
    "hands-off",
    "prison",
    "freedom",
    "inspection",
    "swap-hats",
    "swap-hands",
    "ladder-single-short",
    "map",
)
PARTS: dict[str, Any] = {
    "board": laid((1, 0, "cross", 0), (5, 1, "straight-short", 0), (7, -1, "straight-short", 0)),
    "theft": [1],
    "prison": [2],
    "broken": [["pick"], [], [], []],
}
WRONG = [
    ("hands off", ("The name of a player is missing.", "For example: hands off Ann")),
    ("hands off bob", ("No Theft lies in front of that player.", "You could: hands off Ann")),
    ("prison me", ("You cannot imprison yourself: choose another player.", "You could: prison Ann")),
    ("prison bob", ("That player is already in prison.", "You could: prison Ann")),
    ("prison bobby", ("No player here is called “bobby”: Eva (you), Ann, Bob, Cleo.", "For example: prison Ann")),
    ("free ann", ("That player is not in prison.", "You could: free Bob")),
    ("freedom ann", ("There is no command “freedom”. Did you mean “free”?",)),
    ("inspect me", ("You know your own role: choose another player.", "You could: inspect Ann")),
    ("inspect", ("The name of a player is missing.", "For example: inspect Ann")),
    ("swap me", ("You cannot swap hands with yourself: choose another player.", "You could: swap Ann")),
    ("swap hats", ("The name of a player is missing.", "For example: hats me")),
    ("hats nobody", ("No player here is called “nobody”: Eva (you), Ann, Bob, Cleo.", "For example: hats me")),
    ("theft ann", ("“ann” is one word too many.", "For example: theft")),
    ("drop", ("The number of a card is missing.", "For example: drop 1 2 remove pick")),
    (
        "drop 1 remove pick",
        (
            "To take away a card in front of you, discard exactly two cards of your hand.",
            "You could: drop 1 2 remove pick",
        ),
    ),
    (
        "drop 1 2 3",
        (
            "To take away a card in front of you, discard exactly two cards of your hand.",
            "You could: drop 1 2 remove pick",
        ),
    ),
    ("drop 1 2 cart", ("“cart” does not lie in front of you: pick.", "For example: drop 1 2 remove pick")),
    ("drop 1 1 pick", ("You named one card twice.", "For example: drop 1 2 remove pick")),
    ("pass 1 2 3 4", ("Discard one, two or three different cards.", "You could: discard 1")),
    ("pass 1 1", ("You named one card twice.", "For example: discard 1")),
    ("steal ann", ("The table does not ask for this now.", "You could: theft")),
    ("no", ("The table does not ask for this now.", "You could: theft")),
    (
        "place 8 at 2,0",
        (
            REFUSALS["path/tools-broken"],
            "You could: theft",
        ),
    ),
    ("place 8 at 8,-1", ("A ladder cannot lie beside a goal, face up or face down.", "You could: theft")),
    (
        "place 8 at 5,0",
        (
            REFUSALS["ladder/not-joined"],
            "You could: theft",
        ),
    ),
    ("take 1", ("There is no command “take”. Did you mean “rotate”?",)),
]


@pytest.mark.parametrize(("typed", "answer"), WRONG, ids=[typed for typed, _ in WRONG])
def test_a_wrong_line_gets_its_answer_and_harms_nothing(typed: str, answer: tuple[str, ...]) -> None:
    table = room2(*FULL, **PARTS)
    before = table.table.state.copy()
    assert tuple(table.answers(typed)) == answer
    assert table.table.state == before


OTHERWISE: list[tuple[str, tuple[str, ...], dict[str, Any], tuple[str, ...]]] = [
    # what was typed, the hand, what lies there, the answer
    (
        "theft",
        ("theft",),
        {"theft": [0]},
        ("A Theft already lies in front of you, and there may be only one.", "You could: discard 1"),
    ),
    (
        "place 1 at 1,0",
        ("bridge",),
        {"prison": [0]},
        (
            "You cannot place a path card from prison: play another card, discard, or drop two cards to get out.",
            "You could: discard 1",
        ),
    ),
    ("drop 1 2", ("map", "map"), {}, ("No card lies in front of you.",)),
    (
        "drop 1 2",
        ("map", "map"),
        {"prison": [0], "theft": [0]},
        ("The card in front of you is missing.", "For example: drop 1 2 remove prison"),
    ),
    ("prison ann", ("map",), {}, ("You have no card for that in your hand.",)),
    ("hats ann", ("map",), {}, ("You have no card for that in your hand.",)),
]


@pytest.mark.parametrize(("typed", "own", "parts", "answer"), OTHERWISE)
def test_a_wrong_line_at_another_table(
    typed: str, own: tuple[str, ...], parts: dict[str, Any], answer: tuple[str, ...]
) -> None:
    assert tuple(room2(*own, **parts).answers(typed)) == answer


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("steal me", "You cannot steal from yourself: choose another player."),
        ("steal bob", "That player has no nugget: choose one who has."),
        ("pass 1", "You have no cards in your hand."),
    ],
)
def test_a_wrong_line_of_a_thief(typed: str, answer: str) -> None:
    table = used_up(theft=[0])
    table.type("pass 1", typed)
    assert answer in table.said
    assert table.said.count(QUESTIONS[4]) == 2


def test_a_ladder_is_suggested_where_it_fits() -> None:
    table = room2("ladder-single-short", "map", board=laid((1, 0, "straight-short", 0), (5, 1, "cross", 0)))
    assert table.answers("place 1 at 7,0")[-1] == "You could: place 1 at 6,1"
    assert cell(6, 1) not in table.table.state.board.network.places(8)  # no other path card may lie there
