"""What is printed for a seat does not depend on cards that it was never shown."""

from random import Random

import pytest

from client.games.game import Line
from client.games.mine.names import card_name
from client.games.mine.words.teller import Teller as Story
from client.lines.practice import PlainGame
from client.render.charset import BOX
from client.words.people import People
from engine.bots.asking import answered
from engine.events import SlotsRenewed, SlotsShown
from engine.grid.cells import cell
from engine.inputs import ShowSlots, TimeUp
from engine.mine.game import ALL_CARDS
from engine.mine.rules.actions.inspection import InspectRole
from engine.mine.rules.actions.swap_hands import SwapHands
from engine.mine.rules.actions.swap_hats import SwapHats
from engine.rules import parse
from engine.slots import Seat, Slot
from engine.wants import Choose
from tests.client.lines.rooms import NAMES, Curious, Room, position
from tests.engine.bots.worlds import Faces, Retold, Written, known_to, one_round, other_faces, until_the_end
from tests.support.mine_words import CARDS


def printed(table: Written, inputs: list[object], faces: Faces, seat: Seat) -> list[str]:
    """Every line for the seat: the story, and all that it may ask for whenever it is asked itself."""
    seats = table.state.book.seats
    told, lines = Retold(table.state.book.rules, seats, faces), list[str]()
    game = PlainGame(told, People(NAMES[:seats], seat), {}, BOX, lambda *said: lines.extend(said))
    for given in inputs:
        want = told.waiting()
        if want and want.seats[0] == seat and getattr(given, "seat", None) == seat:
            for verb in ("look", "who", "hand", "moves", "why place 1 at 1,0"):
                game.understand(verb.split(), want)
        told.hear(given)
    game.commands.show(None)
    return [*lines, *game.commands.news]


@pytest.mark.parametrize("seats", [3, 5, 9])
def test_the_lines_are_the_same_whatever_lies_where_the_seat_has_not_looked(seats: int) -> None:
    rng = Random(seats)
    table = one_round(seats, seats)
    inputs, compared = until_the_end(table), 0
    for seat in range(seats):
        cut = inputs[: rng.randrange(len(inputs) // 2, len(inputs))]
        faces = other_faces(table, known_to(table, cut, seat), rng)
        assert faces != table.faces
        lines = printed(table, cut, table.faces, seat)
        assert printed(table, cut, faces, seat) == lines
        compared += len(lines)
    assert compared > 300


LOOKS = {InspectRole, SwapHands, SwapHats}
"""Acts that give away something to a seat."""


def curious_round(seats: int) -> Written:
    """A round of Saboteur 2 in which everything is tried, until the next one is dealt."""
    for seed in range(50):
        table, curious = Written(parse("saboteur2"), seats, seed), Curious(seats, seed)
        table.advance()
        while table.state.round == 1 and (want := table.waiting()):
            table.play(curious.choose(table.view(want.seats[0])))
        if set(map(type, table.inputs)) >= LOOKS:
            return table
    raise AssertionError("no seat looked")


def ever_known(table: Written, inputs: list[object], seat: Seat) -> set[Slot]:
    """What the seat or all have seen at any time: hands that changed owners are seen no more, but were."""
    known = known_to(table, inputs, seat)
    return known.union(*(given.slots for given in inputs if isinstance(given, ShowSlots) and given.seat == seat))


@pytest.mark.parametrize("seats", [2, 5, 12])
def test_in_saboteur_2_the_lines_are_the_same_whatever_lies_where_the_seat_has_not_looked(seats: int) -> None:
    """Inspected roles, hats and hands that change owners included."""
    rng, table = Random(seats), curious_round(seats)
    inputs = until_the_end(table)
    for seat in range(seats):
        cut = inputs[: rng.randrange(len(inputs) * 2 // 3, len(inputs))] if seat else inputs
        faces = other_faces(table, ever_known(table, cut, seat), rng)
        assert faces != table.faces
        lines = printed(table, cut, table.faces, seat)
        assert len(lines) > 50
        assert printed(table, cut, faces, seat) == lines


def busy_round(rules: str, seats: int, seed: int) -> Written:
    """A round in which everything is tried, reactions and secret choices too, until the next one is dealt."""
    table, curious = Written(parse(rules), seats, seed), Curious(rules, seats, seed)
    table.advance()
    while table.state.round == 1 and (want := table.waiting()):
        if isinstance(want, Choose):
            table.play(TimeUp(want.seat))
        else:
            table.play(answered(want, lambda seat: curious.choose(table.view(seat))))
    return table


def renewed(table: Written, inputs: list[object]) -> set[Slot]:
    """Cards that were mixed among themselves: they could not be others one by one."""
    told = Retold(table.state.book.rules, table.state.book.seats, table.faces)
    found = set[Slot]()
    told.watchers.append(
        lambda events: found.update(
            slot for event in events if isinstance(event, SlotsRenewed) for slot in (*event.old, *event.new)
        )
    )
    for given in inputs:
        told.hear(given)
    return found


@pytest.mark.parametrize("rules", ["base+everything", "saboteur2+everything"])
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2))])
def test_with_the_whole_box_the_lines_are_the_same_whatever_lies_where_the_seat_has_not_looked(
    rules: str, seed: int
) -> None:
    """Chests, the Treasury, tolls, announced cards and new roles included."""
    seats, rng, compared = 4, Random(seed), 0
    table = busy_round(rules, seats, seed)
    inputs = until_the_end(table)
    for seat in range(seats):
        cut = inputs[: rng.randrange(len(inputs) * 2 // 3, len(inputs))]
        faces = other_faces(table, ever_known(table, cut, seat) | renewed(table, cut), rng)
        assert faces != table.faces
        lines = printed(table, cut, table.faces, seat)
        compared += len(lines)
        assert printed(table, cut, faces, seat) == lines
    assert compared > 200


def test_other_cards_of_the_own_hand_would_be_noticed() -> None:
    """Otherwise the test above could not fail."""
    table = one_round(3, 3)
    inputs = until_the_end(table)[:30]
    faces, hand = (
        dict(table.faces),
        [slot for slot in known_to(table, inputs[:12], 0) if table.state.pile_of[slot] == 3],
    )
    one = min(hand)
    other = next(slot for slot in sorted(hand) if faces[slot] != faces[one])
    faces[one], faces[other] = faces[other], faces[one]
    assert printed(table, inputs[:12], faces, 0) != printed(table, inputs[:12], table.faces, 0)


def test_nobody_elses_pass_map_or_draw_is_named() -> None:
    """Sentences about others name a card only where all see it: placed, broken, revealed, turned up."""
    names = {CARDS[card.key] for card in ALL_CARDS}
    room = Room(5, bots="steady", seed="secrets")
    room.type(*["pass 1"] * 300)
    others = [line for line in room.said if line.partition(" ")[0] in NAMES[1:]]
    hidden = [line for line in others if " discards a card" in line or " looks at " in line or " keeps " in line]
    assert len(hidden) > 10
    assert not [line for line in hidden if any(name in line for name in names)]
    assert not [line for line in room.said if "You draw" in line and line.partition(": ")[2].rstrip(".") not in names]


def test_nobody_elses_role_or_hand_is_named_in_saboteur_2() -> None:
    """What others pass, inspect, drop and swap is told without what it was."""
    names = {CARDS[card.key] for card in ALL_CARDS if card.kind == "role" or card.tunnels}
    room = Room(5, rules="saboteur2", seed="secrets")
    room.type(*["pass 1 2 3"] * 300)
    others = [line for line in room.said if line.partition(" ")[0] in NAMES[1:]]
    kinds = (" discards ", " looks at ", " swaps hands ", " swap hats ", " swaps hats ")
    hidden = [line for line in others if any(kind in line for kind in kinds)]
    assert len(hidden) > 50
    assert not [line for line in hidden if any(name in line for name in names)]


def test_a_map_is_told_to_its_reader_alone() -> None:
    room = Room(5, bots="steady", seed="maps")
    room.type(*["pass 1"] * 300)
    looks = [number for number, line in enumerate(room.said) if " looks at the " in line]
    assert looks
    assert not [number for number in looks if room.said[number + 1].startswith("Secret:")]


def test_what_another_seat_is_shown_is_not_told_even_if_one_knows_it() -> None:
    """It would say that both have looked at the same card."""
    room = Room(laid_out=position(["map", "cross"]))
    slot = room.table.state.goals[cell(8, 0)]
    room.table.notebooks[0].show([(slot, room.table.faces[slot])])
    story = Story(room.table.view(0), room.people)
    assert story.tell(SlotsShown(1, (slot,))) == []
    assert story.tell(SlotsShown(0, (slot,))) == [Line("Secret: the middle goal is the treasure.", secret=True)]


def test_the_only_card_of_a_treasury_is_told_as_kept_and_not_as_a_new_hand() -> None:
    """HD18: it is shown under a new number."""
    room = Room(rules="base+treasury", laid_out=position(["treasury", "map"]))
    del room.table.state.discard[1:]
    [slot] = room.table.state.discard
    name = card_name(room.table.faces[slot])
    room.type("treasury")
    assert f"Secret: you keep {name}." in room.said
    assert "your hand is now" not in "".join(room.said)
