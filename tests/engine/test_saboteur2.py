"""Saboteur 2 at a table: the deal, whole games, and hands that change owners (B3, B4, B6.7)."""

from collections import Counter
from itertools import chain
from random import Random

import pytest

from engine import wants
from engine.front import apply, choices, setup
from engine.front import wants as wants_of
from engine.inputs import DealRound, GiveRandom, RenewSlots, ShowSlots, TimeUp
from engine.mine.game import ALL_CARDS
from engine.mine.rules.actions.swap_hands import SwapHands
from engine.mine.rules.turn.passing import CardsPassed, Pass
from engine.mine.rules.turn.turn import CardDrawn
from engine.mine.scenario.position import Position, arrange
from engine.mine.state import State, mine_state
from engine.rules import parse
from engine.tabletop import Tabletop
from tests.stories.properties.snapshots import mutable_parts

SEATS = range(2, 13)
NUMBER = {card.key: card.number for card in ALL_CARDS}
MOST_CHOICES = 2_048


def dealt_table(seats: int) -> State:
    """The deal is in; no seat has looked at a card."""
    state = mine_state(setup(parse("saboteur2+first-player=youngest"), seats))
    apply(state, DealRound((15, 3, 118)))
    return state


@pytest.mark.parametrize("seats", SEATS)
def test_ten_cards_are_set_aside_before_hands_of_six_are_dealt(seats: int) -> None:
    """B3.2 to B3.4: the undealt roles lie in order, the top first."""
    state = dealt_table(seats)
    assert state.roles == list(range(seats))
    assert state.spare_roles == list(range(seats, 15))
    assert list(state.goals.values()) == [15, 16, 17]
    assert state.set_aside == list(range(18, 28))
    assert state.hands == [list(range(28 + 6 * seat, 34 + 6 * seat)) for seat in range(seats)]
    assert state.pile[::-1] == list(range(28 + 6 * seats, 136))
    assert state.gold_pile == []
    assert {slot for _, slots in state.owed for slot in slots}.isdisjoint(state.set_aside + state.spare_roles)


@pytest.mark.parametrize("rules", ["saboteur2", "saboteur2+swap-hats-old=aside+must-connect=no+self-sabotage=yes"])
@pytest.mark.parametrize("seats", SEATS)
def test_a_whole_game_keeps_every_card_and_ends(rules: str, seats: int) -> None:
    """B13.1: three rounds; no card is lost or doubled, choices are listed once, hands stay in order."""
    rng = Random(f"{rules} {seats}")
    table = Tabletop(parse(rules), seats, rng.randrange)
    table.advance()
    while want := table.waiting():
        _check(table.state)
        seat = want.seats[0]
        acts = choices(table.view(seat))
        assert len(set(acts)) == len(acts) < MOST_CHOICES
        assert [other for other in range(seats) if choices(table.view(other))] == [seat]
        table.play(TimeUp(seat) if rng.random() < 0.03 else rng.choice(acts))
    assert table.state.round == 3
    assert table.state.winners


def _check(state: State) -> None:
    board = [slot for at, slot in state.board.network.slots.items() if slot >= 0 and at not in state.goals]
    deck = [*state.set_aside, *state.pile, *state.discard, *board, *chain(*state.hands), *chain(*state.front)]
    assert len(deck) == len(set(deck)) == 118
    assert {state.pile_of[slot] for slot in deck} == {3}
    roles = [*state.roles, *state.spare_roles, *state.roles_aside]
    assert len(set(roles)) == 15
    assert {state.pile_of[slot] for slot in roles} == {1}
    assert all(hand == sorted(hand) for hand in state.hands)
    assert min(state.nuggets) >= 0
    kinds = [Counter(state.book.kinds[state.faces[slot]] for slot in front) for front in state.front]
    assert state.imprisoned == [found["prison"] == 1 for found in kinds]
    assert set(state.thefts) == {seat for seat, found in enumerate(kinds) if found["theft"]}
    assert len(state.thefts) == sum(found["theft"] for found in kinds)


def test_a_copy_of_the_state_goes_its_own_way() -> None:
    """Search plays on copies; nothing that changes in place is shared."""
    rng = Random("copies")
    table = Tabletop(parse("saboteur2"), 4, rng.randrange)
    table.advance()
    while want := table.waiting():
        twin = table.state.copy()
        assert twin == table.state
        assert mutable_parts(twin).keys().isdisjoint(mutable_parts(table.state))
        table.play(rng.choice(choices(table.view(want.seats[0]))))
        assert twin != table.state


def table_with(hands: list[list[str]], pile: list[str]) -> Tabletop:
    """Hands and a pile, seat 0 to move."""
    table = Tabletop(parse("saboteur2"), len(hands), Random(1).randrange)
    cards = [[NUMBER[key] for key in hand] for hand in hands]
    arrange(table, Position(hands=cards, pile=[NUMBER[key] for key in pile]))
    return table


def swap(table: Tabletop, target: int) -> list[object]:
    """Seat 0 plays its first card, which is Swap Hands."""
    return table.give(SwapHands(0, table.state.hands[0][0], NUMBER["swap-hands"], target))


def test_what_was_owed_of_a_hand_that_went_away_is_owed_no_more() -> None:
    """HB19: both hands get new slots, and each is owed to its new owner alone."""
    table = table_with([["swap-hands", "map"], ["cross", "bridge"], ["map"]], ["tee-long", "tee-short"])
    state = table.state
    state.owed.append((1, (state.hands[1][0],)))
    old = [*state.hands[0], *state.hands[1]]
    swap(table, 1)
    assert wants_of(state)[0] == wants.Renew(tuple(old[2:]), "random")
    first = len(state.pile_of)
    table.give(RenewSlots((first, first + 1)))
    assert state.owed == [(0, (first, first + 1))]
    table.give(RenewSlots((first + 2,)))
    assert state.hands[:2] == [[first, first + 1], [state.hands[1][0], first + 2]]
    assert [(seat, slots) for seat, slots in state.owed if seat < 2] == [
        (0, (first, first + 1)),
        (1, (first + 2,)),
        (1, (state.hands[1][0],)),
    ]
    assert not {slot for _, slots in state.owed for slot in slots} & set(old)


def test_a_card_drawn_later_may_have_a_lower_number_than_a_renewed_one() -> None:
    """The clock counts the cards of a hand in ascending order, so hands stay in order (HA25)."""
    table = table_with([["swap-hands", "map", "theft"], ["cross"], ["map"]], ["tee-long", "tee-short"])
    swap(table, 1)
    table.advance()
    state = table.state
    assert state.hands[1] == sorted(state.hands[1])
    assert table.faces[state.hands[1][0]] == NUMBER["tee-long"]
    table.give(TimeUp(1))
    [passed] = [event for event in table.give(GiveRandom(0)) if isinstance(event, CardsPassed)]
    assert table.faces[passed.slots[0]] == NUMBER["tee-long"]


def test_a_seat_whose_new_hand_has_not_been_shown_yet_can_still_pass() -> None:
    """Legality is public: a pass shows nothing, so it needs no face."""
    table = table_with([["swap-hands"], ["cross", "map"]], [])
    swap(table, 1)
    first = len(table.state.pile_of)
    table.give(RenewSlots((first, first + 1)))
    assert table.state.active == 0  # the other hand is empty, and there is nothing to draw
    assert choices(table.view(0)) == [Pass(0, (first,)), Pass(0, (first + 1,)), Pass(0, (first, first + 1))]
    table.give(ShowSlots(0, (first, first + 1)))


@pytest.mark.parametrize(("pile", "drawn"), [(0, 0), (1, 1), (2, 2), (5, 3)])
def test_a_pass_draws_as_many_as_the_pile_holds(pile: int, drawn: int) -> None:
    """HB21, TV-B17."""
    table = table_with([["map", "cross", "theft"], ["map"]], ["tee-long", "tee-short", "bridge", "map", "map"][:pile])
    events = table.give(Pass(0, tuple(reversed(table.state.hands[0]))))
    assert sum(isinstance(event, CardDrawn) for event in events) == drawn


def test_a_pass_may_name_its_cards_in_any_order() -> None:
    """HA17: they go on the pile in ascending order all the same."""
    table = table_with([["map", "cross", "theft"], ["map"]], [])
    hand = list(table.state.hands[0])
    table.give(Pass(0, (hand[2], hand[0])))
    assert table.state.discard[-2:] == [hand[0], hand[2]]


def test_a_view_tells_what_lies_in_front_of_a_seat() -> None:
    """I2: cards in front are public."""
    table = Tabletop(parse("saboteur2"), 3, Random(1).randrange)
    hands = [[NUMBER["map"]], [], []]
    arrange(table, Position(hands=hands, broken=[[], ["cart"], []], prison=[1], theft=[2, 1]))
    seen = table.view(None)
    assert seen.in_front(1) == [NUMBER["broken-cart"], NUMBER["prison"], NUMBER["theft"]]
    assert [seen.is_imprisoned(seat) for seat in range(3)] == [False, True, False]
    assert [seen.has_theft(seat) for seat in range(3)] == [False, True, True]
