"""What is typed wrongly: an exact answer, and the game goes on as if nothing had been said."""

from random import Random
from typing import Any

import pytest

from client.games.registry import all_verbs
from client.lines.commands import TALK
from engine.grid.cells import cell
from engine.mine.scenario.position import Position
from tests.client.lines.rooms import QUESTIONS, Room, laid, position

TURN = QUESTIONS[0]
MISMATCH = (
    "The edges do not match: tunnel must meet tunnel, and rock must meet rock, on every side that touches a card."
)
BROKEN = (
    "You cannot place a path card while a broken tool lies in front of you: repair it, play another card, or discard."
)
HAND = ("straight-short", "curve-left", "broken-pick", "repair-lantern-cart", "rockfall", "map")


def start(**parts: Any) -> Position:
    """One card of nearly every kind, a piece of tunnel that hangs on nothing, broken tools, a goal face up."""
    board = laid((1, 0, "cross", 0), (2, 0, "straight-short", 0), (5, 1, "straight-short", 0))
    known = {"board": board, "broken": [[], ["pick"], ["lantern"], []], "face_up": [(cell(8, 2), 0)]}
    return position(parts.pop("own", HAND), **{**known, **parts})


WRONG = [
    ("plce 1 at 1,0", ("There is no command “plce”. Did you mean “place”?",)),
    ("xyzzy", ("There is no command “xyzzy”. “help” lists them.",)),
    ("7", ("There is no command “7”. “help” lists them.",)),
    ("quti", ("There is no command “quti”. Did you mean “quit”?",)),
    ("place", ("The number of a card is missing.", "For example: place 1 at -1,0")),
    ("place 1", ("A cell such as 3,-1 is missing.", "For example: place 1 at -1,0")),
    ("place 1 at", ("A cell such as 3,-1 is missing.", "For example: place 1 at -1,0")),
    ("place 0 at 3,0", ("You have no card “0”: they are numbered 1 to 6.", "For example: place 1 at -1,0")),
    ("place 7 at 3,0", ("You have no card “7”: they are numbered 1 to 6.", "For example: place 1 at -1,0")),
    ("place 99 at 3,0", ("You have no card “99”: they are numbered 1 to 6.", "For example: place 1 at -1,0")),
    ("place -1 at 3,0", ("You have no card “-1”: they are numbered 1 to 6.", "For example: place 1 at -1,0")),
    ("place one at 3,0", ("You have no card “one”: they are numbered 1 to 6.", "For example: place 1 at -1,0")),
    ("place 1.0 at 3,0", ("You have no card “1.0”: they are numbered 1 to 6.", "For example: place 1 at -1,0")),
    ("place ² at 3,0", ("You have no card “²”: they are numbered 1 to 6.", "For example: place 1 at -1,0")),
    (
        "place \u0667 at 3,0",
        ("You have no card “\u0667”: they are numbered 1 to 6.", "For example: place 1 at -1,0"),
    ),
    ("place 1 at 3", ("“3” is not a cell such as 3,-1.", "For example: place 1 at -1,0")),
    ("place 1 at 3 0", ("“3” is not a cell such as 3,-1.", "For example: place 1 at -1,0")),
    ("place 1 at 3;0", ("“3;0” is not a cell such as 3,-1.", "For example: place 1 at -1,0")),
    ("place 1 at 100,0", ("“100,0” is not a cell such as 3,-1.", "For example: place 1 at -1,0")),
    ("place 1 at 3,100", ("“3,100” is not a cell such as 3,-1.", "For example: place 1 at -1,0")),
    ("place 1 at ,", ("“,” is not a cell such as 3,-1.", "For example: place 1 at -1,0")),
    ("place 1 at a,b", ("“a,b” is not a cell such as 3,-1.", "For example: place 1 at -1,0")),
    ("place 1 at 3,0 turned turned", ("“turned” is one word too many.", "For example: place 1 at -1,0")),
    ("place 1 at 3,0 sideways", ("“sideways” is one word too many.", "For example: place 1 at -1,0")),
    ("place 1 at 3,0 90", ("“90” is one word too many.", "For example: place 1 at -1,0")),
    ("place 1 at 0,0", ("A card already lies on that cell: choose an empty one.", "You could: place 1 at -1,0")),
    ("place 1 at 1,0", ("A card already lies on that cell: choose an empty one.", "You could: place 1 at -1,0")),
    ("place 1 at 8,0", ("A card already lies on that cell: choose an empty one.", "You could: place 1 at 3,0")),
    ("place 1 at 8,2", ("A card already lies on that cell: choose an empty one.", "You could: place 1 at 3,0")),
    (
        "place 1 at 4,3",
        (
            "A path card must share a full side with a card that lies face up; a corner is not enough.",
            "You could: place 1 at 3,0",
        ),
    ),
    (
        "place 1 at 2,2",
        (
            "A path card must share a full side with a card that lies face up; a corner is not enough.",
            "You could: place 1 at 3,0",
        ),
    ),
    (
        "place 1 at 1,1",
        (
            MISMATCH,
            "You could: place 1 at -1,0",
        ),
    ),
    (
        "place 2 at 3,0 turned",
        (
            MISMATCH,
            "You could: place 2 at 3,0",
        ),
    ),
    ("place 1 at 6,1", ("No unbroken tunnel leads from the start to this card there.", "You could: place 1 at 3,0")),
    ("place 3 at 3,0", ("That card cannot be played this way.", "You could: place 1 at 3,0")),
    ("place 6 at 3,0", ("That card cannot be played this way.", "You could: place 1 at 3,0")),
    ("break", ("The name of a player is missing.", "For example: break Bob pick")),
    ("break bob", ("The tool is missing.", "For example: break Bob pick")),
    ("break bob hammer", ("“hammer” is no tool: pick, lantern, cart.", "For example: break Bob pick")),
    ("break zed pick", ("No player here is called “zed”: Eva (you), Ann, Bob, Cleo.", "For example: break Bob pick")),
    ("break me pick", ("You cannot break your own tool: choose another player.", "You could: break Bob pick")),
    ("break ann pick", ("That player's tool of this kind is already broken.", "You could: break Bob pick")),
    ("break bob lantern", ("You have no card for that in your hand.", "For example: break Bob pick")),
    ("break bob pick 3 4", ("“3” is one word too many.", "For example: break Bob pick")),
    ("repair", ("The name of a player is missing.", "For example: repair Bob lantern with 4")),
    ("repair bob", ("The tool is missing.", "For example: repair Bob lantern with 4")),
    ("repair bob pick", ("You have no card for that in your hand.", "For example: repair Bob lantern with 4")),
    (
        "repair bob cart",
        (
            "That player has no broken tool of this kind, and a repair cannot be played in advance.",
            "You could: repair Bob lantern with 4",
        ),
    ),
    (
        "repair cleo lantern with 4",
        (
            "That player has no broken tool of this kind, and a repair cannot be played in advance.",
            "You could: repair Bob lantern with 4",
        ),
    ),
    (
        "repair bob pick with 4",
        (
            "This card does not repair that tool: choose one of the two it shows.",
            "You could: repair Bob lantern with 4",
        ),
    ),
    ("repair bob lantern with 1", ("That card cannot be played this way.", "You could: repair Bob lantern with 4")),
    (
        "repair bob lantern with 9",
        ("You have no card “9”: they are numbered 1 to 6.", "For example: repair Bob lantern with 4"),
    ),
    ("rockfall", ("A cell such as 3,-1 is missing.", "For example: rockfall 1,0")),
    ("rockfall top", ("“top” is not a cell such as 3,-1.", "For example: rockfall 1,0")),
    ("rockfall 0,0", ("The start card cannot be removed.", "You could: rockfall 1,0")),
    ("rockfall 8,0", ("A goal cannot be removed, face up or face down.", "You could: rockfall 1,0")),
    ("rockfall 8,2", ("A goal cannot be removed, face up or face down.", "You could: rockfall 1,0")),
    ("rockfall 3,3", ("No path card lies on that cell.", "You could: rockfall 1,0")),
    ("rockfall 1,0 2,0", ("“2,0” is one word too many.", "For example: rockfall 1,0")),
    ("map", ("A goal (top, middle or bottom) is missing.", "For example: map bottom")),
    ("map left", ("“left” is not a goal (top, middle or bottom).", "For example: map bottom")),
    ("map 3,0", ("“3,0” is not a goal (top, middle or bottom).", "For example: map bottom")),
    ("map top", ("That goal already lies face up: choose one that is face down.", "You could: map bottom")),
    ("map middle please", ("“please” is one word too many.", "For example: map bottom")),
    ("pass", ("The number of a card is missing.", "For example: discard 1")),
    ("pass 0", ("You have no card “0”: they are numbered 1 to 6.", "For example: discard 1")),
    ("pass 1 2", ("Discard exactly one card.", "You could: discard 1")),
    ("pass all", ("You have no card “all”: they are numbered 1 to 6.", "For example: discard 1")),
    ("goal", ("A goal (top, middle or bottom) is missing.",)),
    ("goal middle", ("The table does not ask for this now.", "You could: place 1 at -1,0")),
    ("rotate", ("The table does not ask for this now.", "You could: place 1 at -1,0")),
    ("upright", ("The table does not ask for this now.", "You could: place 1 at -1,0")),
    ("rotate left", ("“left” is one word too many.",)),
    ("take", ("The number of a gold card is missing.",)),
    ("why", ("Nothing was refused. “why place 1 at 1,0” tells what the rules say to that.",)),
    ("why not", ("There is no command “not”. “help” lists them.",)),
    (
        "why place 1 at 0,0",
        (
            "A card already lies on that cell: choose an empty one.",
            "You could: place 1 at -1,0",
            "That is rule A4.1 (path/cell-taken).",
        ),
    ),
    ("why place 1 at 3,0", ("Nothing forbids it.",)),
    ("why quit", ("“why” takes a command, such as “why place 1 at 1,0”.",)),
    (
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        ("There is no command “xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx”. “help” lists them.",),
    ),
]
OTHERWISE: list[tuple[str, dict[str, Any], tuple[str, ...]]] = [
    # what was typed, what else lies there, the answer
    (
        "place 1 at 3,0",
        {"broken": [["cart"], [], [], []]},
        (
            BROKEN,
            "You could: break Ann pick",
        ),
    ),
    (
        "repair ann cart with 1",
        {"own": ["repair-pick"], "broken": [[], ["cart"], [], []]},
        ("This card repairs another tool: choose the one it shows.", "You could: discard 1"),
    ),
    (
        "repair me pick",
        {"own": ["repair-pick"], "broken": [[], ["pick"], [], []]},
        (
            "That player has no broken tool of this kind, and a repair cannot be played in advance.",
            "You could: repair Ann pick with 1",
        ),
    ),
    ("rockfall 1,0", {"own": ["map"]}, ("You have no card for that in your hand.",)),
    ("map top", {"own": ["cross"]}, ("You have no card for that in your hand.",)),
    ("break bob pick", {"own": ["cross"]}, ("You have no card for that in your hand.",)),
    (
        "place 2 at 3,0",
        {"own": ["cross"]},
        ("You have no card “2”: they are numbered 1 to 1.", "For example: place 1 at -1,0"),
    ),
]


def check(room: Room, typed: str, answer: tuple[str, ...] | None) -> None:
    """The answer, then the question again; nothing has changed, and a good line is taken."""
    before = room.table.state.copy()
    asked: list[bool] = []

    def lines() -> Any:
        yield typed
        asked.append(room.table.state == before)
        yield "pass 1"

    assert not room.game.play(lines())
    first = room.said.index(TURN)
    again = room.said.index(TURN, first + 1)
    assert answer is None or tuple(room.said[first + 1 : again]) == answer
    assert asked == [True]
    assert "You discard a card." in room.said[again:]


@pytest.mark.parametrize(("typed", "answer"), WRONG, ids=[ascii(typed[:40]) for typed, _ in WRONG])
def test_a_wrong_line_gets_its_answer_and_harms_nothing(typed: str, answer: tuple[str, ...]) -> None:
    check(Room(laid_out=start()), typed, answer)


@pytest.mark.parametrize(("typed", "parts", "answer"), OTHERWISE)
def test_a_wrong_line_at_another_table(typed: str, parts: dict[str, Any], answer: tuple[str, ...]) -> None:
    check(Room(laid_out=start(**parts)), typed, answer)


@pytest.mark.parametrize("typed", ["", " ", "\n", "\t  \t", "\u00a0\u2003", "'s", "\x1c\x1d"])
def test_an_empty_line_gets_the_question_again(typed: str) -> None:
    check(Room(laid_out=start()), typed, ())


@pytest.mark.parametrize(
    "typed",
    [
        *("p", "h", "take 1", "{}", "{0}", "%s", "place {word} at {x},{y}"),
        *("\x1b[31m", "\x00", "place\x001 at 3,0", "\ud800", "place \udcff at 3,0"),
        *("x" * 100_000, "place 1 at " + "9" * 4000 + ",0", "place " + "9" * 4000 + " at 1,0"),
        *("pass " + "1 2 " * 5_000, "why " * 3_000, "place 1 at 3,0 " + "turned " * 3_000),
    ],
    ids=lambda typed: ascii(typed[:20]),
)
def test_odd_lines_harm_nothing(typed: str) -> None:
    check(Room(laid_out=start()), typed, None)


@pytest.mark.parametrize(
    "typed",
    ["PASS 1", "  pass   1  ", "pass card 1", "pas 1", "pass the card 1\n"],
    ids=ascii,
)
def test_what_is_clear_enough_is_understood(typed: str) -> None:
    room = Room(laid_out=start())
    room.type(typed)
    assert "You discard a card." in room.said


@pytest.mark.parametrize(
    "typed",
    ["break BOB pick", "break bo pick", "break bob's pick", "break the pick of bob", "break bob Pick"],
)
def test_players_are_found_by_name_beginning_and_genitive(typed: str) -> None:
    room = Room(laid_out=start())
    room.type(typed)
    found = "You break Bob's pick." in room.said
    assert found == (typed != "break the pick of bob")  # the player comes first


def test_why_tells_the_rule_behind_the_last_refusal() -> None:
    room = Room(laid_out=start())
    assert room.answers("place 1 at 1,1", "why")[-2:] == [
        MISMATCH,
        "That is rule A4.3 (path/edge-mismatch).",
    ]


def test_why_tries_a_command_without_playing_it() -> None:
    room = Room(laid_out=start())
    before = room.table.state.copy()
    assert room.answers("why place 1 at 3,0", "why pass 1") == ["Nothing forbids it.", TURN, "Nothing forbids it."]
    assert room.table.state == before


@pytest.mark.parametrize("verb", TALK)
def test_a_question_changes_nothing(verb: str) -> None:
    room = Room(laid_out=start())
    before = room.table.state.copy()
    assert not room.type(verb)
    assert room.table.state == before
    if verb != "quit":
        assert room.said[-1] == "No more input: you leave the game; it is not finished."


def test_moves_lists_exactly_what_may_be_typed() -> None:
    """Every line that is listed is accepted, when it is tried."""
    listed = Room(laid_out=start()).answers("moves all")
    assert len(set(listed)) == len(listed) > 20
    tried = Room(laid_out=start()).answers(*(f"why {line}" for line in listed))
    assert [line for line in tried if line != TURN] == ["Nothing forbids it."] * len(listed)


def random_line(rng: Random) -> str:
    """Anything from nearly right to noise."""
    words = [
        *all_verbs(),
        *TALK,
        "at",
        "with",
        "turned",
        "me",
        "ann",
        "bob",
        "eva",
        "pick",
        "lantern",
        "cart",
        "top",
        "bottom",
        "off",
        "hats",
        "prison",
        "theft",
    ]
    words += ["1", "2", "6", "7", "0", "-1", "3,0", "1,0", "8,1", "0,-1", "8,2", "'s", "1,", ",", "--", "", "“”", "é"]
    noise = "abz 019,-'\"\\{}%$\t\x00\x1b\x7f\u0661\u200b\ud83d\ufeff➜ß\u0130"
    kind = rng.randrange(4)
    if kind == 0:
        return "".join(rng.choices(noise, k=rng.randrange(40)))
    line = " ".join(rng.choices(words, k=rng.randrange(1, 6)))
    if kind == 1:
        return f"{rng.choice([*all_verbs(), 'why'])} {line}"
    if kind == 2 and line:
        at = rng.randrange(len(line))
        return line[:at] + rng.choice(noise) + line[at + 1 :]
    return line


def test_nothing_typed_ever_raises() -> None:
    """Whole games of lines by chance; a game that ends or is left is followed by another."""
    rng, typed, games = Random("lines"), 0, 0

    def lines() -> Any:
        nonlocal typed
        while typed < 3_000:
            typed += 1
            yield random_line(rng)

    while typed < 3_000:
        room = Room(rng.choice((3, 5, 10)), seed=games, rules=rng.choice(("base", "base-2006", "saboteur2")))
        room.game.play(lines())
        assert all(isinstance(line, str) for line in room.said)
        games += 1
    assert games > 3
