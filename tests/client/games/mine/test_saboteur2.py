"""Saboteur 2 in plain lines: what is told, and to whom."""

from typing import Any

import pytest

from client.games.mine.standing import standing_lines
from client.games.mine.words.teller import Teller as Story
from client.words.people import People
from engine.events import SlotsShown
from engine.notebook import Pool
from tests.client.lines.rooms import NAMES, QUESTIONS, Room, faces, laid, position, room2, used_up


def news(table: Room, *lines: str) -> list[str]:
    """What is told between the last line typed and the next question."""
    table.type(*lines)
    asked = [number for number, line in enumerate(table.said) if line in QUESTIONS]
    told = table.said[asked[-2] + 1 : asked[-1]]
    return told[next(n for n, line in enumerate(told) if line.startswith(("You", "Secret: Eva"))) :]


def seen(table: Room, seat: int) -> list[str]:
    """The players' list, as a seat sees it."""
    return standing_lines(table.table.view(seat), People(NAMES[: len(table.people)], seat))


# what is done with the new cards


@pytest.mark.parametrize(
    ("own", "typed", "parts", "told"),
    [
        ("theft", "theft", {}, "You play a Theft, to steal a nugget when the round is over."),
        ("hands-off", "hands off cleo", {"theft": [3]}, "You play Hands Off: Cleo's Theft is gone."),
        ("prison", "prison ann", {}, "You imprison Ann."),
        ("freedom", "free ann", {"prison": [1]}, "You set Ann free."),
        ("freedom", "free me", {"prison": [0]}, "You get out of prison."),
        ("inspection", "inspect bob", {}, "You look at Bob's role."),
        ("swap-hats", "hats bob", {}, "You make Bob swap hats and take a new role."),
        ("swap-hats", "hats me", {}, "You swap hats and take a new role."),
        ("swap-hands", "swap bob", {}, "You swap hands with Bob."),
        ("bridge", "place 1 at 1,0", {}, "You place bridge, up and down over left to right at 1,0."),
        ("ladder-single-short", "place 1 at -1,0 turned", {}, "You place ladder, right at -1,0."),
        ("map", "drop 1 2", {"prison": [0]}, "You discard two cards to remove: Prison."),
        (
            "map",
            "drop 1 2 remove lantern",
            {"prison": [0], "broken": [["lantern"], [], [], []]},
            "You discard two cards to remove: broken lantern.",
        ),
        ("map", "pass 1", {}, "You discard a card."),
        ("map", "pass 3 1 2", {}, "You discard 3 cards."),
    ],
)
def test_every_act_is_told(own: str, typed: str, parts: dict[str, Any], told: str) -> None:
    table = room2(own, "cross", "tee-long", "rockfall", pile=faces("map", "map"), **parts)
    assert news(table, typed)[0] == told


# secrets


def test_an_inspected_role_is_told_to_the_inspector_alone() -> None:
    table = room2("inspection", "cross", "cross")
    told = news(table, "inspect bob")
    assert told[:2] == ["You look at Bob's role.", "Secret: Bob is a green gold-digger."]
    assert seen(table, 0)[-2:] == ["Secret: you are a blue gold-digger.", "Secret: Bob is a green gold-digger."]
    for seat in (1, 2, 3):
        assert [line for line in seen(table, seat) if line.startswith("Secret")] == [
            f"Secret: you are {('a saboteur', 'a green gold-digger', 'a Geologist')[seat - 1]}."
        ]


def test_a_new_role_is_told_to_its_owner_who_knows_the_old_one_too() -> None:
    table = room2("swap-hats", "cross", undealt=faces("boss"))
    told = news(table, "hats me")
    assert told[:2] == [
        "You swap hats and take a new role.",
        "You are the BOSS: bring either team to the gold. No other player knows.",
    ]
    assert seen(table, 0)[-2:] == [
        "Secret: you are the Boss.",
        "Secret: a blue gold-digger is among the unused roles.",
    ]
    assert not [line for line in seen(table, 1) if "Boss" in line or "blue" in line]


def test_of_an_inspected_player_with_a_new_hat_only_the_old_one_is_known() -> None:
    table = room2("inspection", "swap-hats", "cross")
    news(table, "inspect bob", "hats bob")
    assert seen(table, 0)[-2:] == [
        "Secret: you are a blue gold-digger.",
        "Secret: a green gold-digger is among the unused roles.",
    ]


def test_a_role_that_is_shown_too_late_is_told_as_what_it_is_now() -> None:
    """On a network an opening may come after the next act."""
    table = room2("inspection", "cross")
    slot = table.table.state.spare_roles[-1]
    table.table.notebooks[0].show([(slot, table.table.faces[slot])])
    story = Story(table.table.view(0), table.people)
    told = [line.text for seat in (0, 1) for line in story.tell(SlotsShown(seat, (slot,)))]
    assert told == ["Secret: a saboteur is among the unused roles."]


def test_hands_that_were_swapped_are_known_as_sets() -> None:
    hands = [faces("swap-hands", "cross", "map"), faces("map"), faces("theft", "prison", "bridge"), faces("map")]
    table = Room(4, rules="saboteur2", laid_out=position([], 4, "saboteur2", hands=hands, pile=faces("rockfall")))
    eva, bob = (table.table.view(seat) for seat in (0, 2))
    table.table.play(next(act for act in table.table.state.book.stages["turn"].choices(eva) if _swaps(act, 2)))
    assert seen(table, 0)[-1] == "Secret: Bob holds crossing; map."
    assert seen(table, 2)[-1] == "Secret: Eva holds bridge, up and down over left to right; Theft; Prison."
    assert not [line for line in (*seen(table, 1), *seen(table, 3)) if "holds" in line]
    assert "Secret: your hand is now " in "".join(table.game.commands.news)
    assert "You draw" not in "".join(table.game.commands.news)
    assert len(bob.hand()) == 3  # two of Eva's, and one drawn at the end of her turn (B6.7)


def _swaps(act: Any, target: int) -> bool:
    return getattr(act, "target", None) == target


@pytest.mark.parametrize(
    ("held", "elsewhere", "cards", "told"),
    [
        (3, 0, ["cross", "map", "theft"], "Secret: Bob holds crossing; map; Theft."),
        (3, 0, ["cross", "map"], "Secret: Bob holds crossing; map."),
        (2, 1, ["cross", "map", "theft"], "Secret: 2 cards of Bob are among: crossing; map; Theft."),
        (1, 1, ["cross", "map"], "Secret: 1 card of Bob is one of: crossing; map."),
        (2, 2, ["cross", "map"], "Secret: among the cards of Bob may be: crossing; map."),
    ],
)
def test_what_is_left_of_a_set_is_told_as_what_it_is(held: int, elsewhere: int, cards: list[str], told: str) -> None:
    """So many slots of the set are in the hand, the others were discarded."""
    hands = [faces("map"), faces("map"), faces("cross", "cross", "cross"), faces("map")]
    table = Room(4, rules="saboteur2", laid_out=position([], 4, "saboteur2", hands=hands))
    state = table.table.state
    slots = frozenset([*state.hands[2][:held], *state.discard[:elsewhere]])
    table.table.notebooks[0].pools = [Pool(slots, tuple(faces(*cards)))]
    assert seen(table, 0)[-1] == told


# the end of a round

FREE = [(x, 0, "cross" if x % 2 else "tee-short", 0) for x in range(1, 7)]
BLUE_DOOR = [*FREE[:2], (3, 0, "blue-door-straight-short", 0), *FREE[3:]]
BOTH_DOORS = [*BLUE_DOOR[:4], (5, 0, "green-door-straight-short", 0), *BLUE_DOOR[5:]]
REACHED = ") reached the treasure"


def won(board: list[tuple[int, int, str, int]], roles: list[str], rules: str = "saboteur2", **parts: Any) -> str:
    """What is told when seat 0 reaches the treasure, after the roles are turned up."""
    table = room2("cross", "rockfall", seats=len(roles), rules=rules, board=laid(*board), roles=faces(*roles), **parts)
    table.type("place 1 at 7,0")
    told = "\n".join(table.said)
    assert "You have found the treasure: the round is over.\nRoles revealed:\n" in told
    return told.partition("The bottom goal was a stone.\n")[2].partition("\n\nRound 2")[0]


@pytest.mark.parametrize(
    ("board", "roles", "why", "winners"),
    [
        (
            FREE,
            ["blue-digger", "green-digger", "boss"],
            f"You (a blue gold-digger{REACHED}: the blue team wins.",
            "y B",
        ),
        (
            BLUE_DOOR,
            ["green-digger", "blue-digger", "boss"],
            f"You (a green gold-digger{REACHED}, but doors shut out that team: the blue team wins.",
            "A B",
        ),
        (
            FREE,
            ["saboteur-2", "blue-digger", "green-digger"],
            f"You (a saboteur{REACHED}, and doors shut out neither team: both teams win.",
            "A B",
        ),
        (
            BLUE_DOOR,
            ["boss", "blue-digger", "green-digger"],
            f"You (the Boss{REACHED}, and doors shut out the other team: the blue team wins.",
            "y A",
        ),
        (
            BOTH_DOORS,
            ["blue-digger", "profiteer", "green-digger"],
            "Doors shut out both teams: only the Boss and the Profiteer can win.",
            "A",
        ),
        (
            BOTH_DOORS,
            ["blue-digger", "green-digger", "saboteur-2"],
            "Doors shut out both teams: only the Boss and the Profiteer can win.",
            "",
        ),
    ],
    ids=["own team", "shut out", "neutral", "one door", "both doors", "nobody"],
)
def test_why_a_round_is_won(board: list[Any], roles: list[str], why: str, winners: str) -> None:
    names = ", ".join(next(name for name in ("you", *NAMES[1:]) if name[0] == letter) for letter in winners.split())
    line = f"Winners: {names}." if winners else "No player wins."
    assert won(board, roles).startswith(f"{why}\n{line}")


def test_who_wins_alone_may_have_to_finish() -> None:
    roles = ["blue-digger", "boss", "green-digger"]
    assert won(BOTH_DOORS, roles, "saboteur2+solo-must-finish=yes").startswith(
        "Doors shut out both teams, and neither Boss nor Profiteer reached the treasure: no player wins.\n"
        "No player wins."
    )


def test_the_division_is_told_with_its_reasons() -> None:
    """Crystals, prisons, thefts from prison, and a winner who gets nothing."""
    roles = ["geologist", "blue-digger", "blue-digger", "green-digger", "green-digger", "profiteer", "boss"]
    board = [*FREE, (1, 1, "crystal-cross", 0), (2, -1, "crystal-tee-long", 0)]
    assert won(board, roles, prison=[2], theft=[2]).splitlines() == [
        "You (a Geologist) reached the treasure, and doors shut out neither team: both teams win.",
        "Winners: Ann, Cleo, Dirk, Fritz, Gus.",
        "Imprisoned, and so left out: Bob.",
        "Bob is imprisoned and cannot use the Theft.",
        "2 crystals lie in the tunnels.",
        "Fritz wins with the others, but as the Profiteer gets nothing.",
        "Gus wins with the others, but as the Boss gets nothing.",
        "Ann gets 1 nugget as a blue gold-digger.",
        "Cleo gets 1 nugget as a green gold-digger.",
        "Dirk gets 1 nugget as a green gold-digger.",
        "You get 2 nuggets for crystals, as a Geologist.",
    ]


def test_saboteurs_win_with_the_profiteer() -> None:
    table = used_up()
    table.type("pass 1")
    told = "\n".join(table.said)
    assert "All cards are used and the treasure is not found: the round is over.\n" in told
    assert (
        "The treasure was not reached: saboteurs win, and the Profiteer with them.\n"
        "Winners: you, Ann.\n"
        "You get 4 nuggets as a saboteur.\n"
        "Ann gets 2 nuggets as the Profiteer.\n"
    ) in told
    assert "Unused roles: blue gold-digger (3), green gold-digger (4), Boss, Geologist (2), saboteur (2)." in told


@pytest.mark.parametrize(
    ("typed", "told"), [("steal ann", "You steal a nugget from Ann."), ("no", "You steal nothing.")]
)
def test_a_thief_is_asked(typed: str, told: str) -> None:
    table = used_up(theft=[0])
    table.type("pass 1", typed)
    assert QUESTIONS[4] in table.said
    assert told in table.said
