"""The front door: setting up, dealing, and the waits that every game has."""

from collections import Counter
from random import Random

import pytest

from engine import wants
from engine.errors import NOT_WANTED, OPENING_NOT_WANTED, RANDOM_OUT_OF_RANGE, Illegal, UnfitRules
from engine.front import apply, deal, decide, evolve, follow, setup, view
from engine.front import wants as wants_of
from engine.inputs import DealRound, GiveRandom, OpenSlots, RenewSlots, TimeUp
from engine.mine.game import book
from engine.mine.state import State, mine_state
from engine.notebook import Notebook
from engine.rules import parse
from engine.tabletop import Tabletop

BASE = parse("base")


@pytest.mark.parametrize("seats", [-1, 0, 1, 2, 11, 12])
def test_a_table_for_too_few_or_too_many_is_refused(seats: int) -> None:
    """A: the base game is for 3 to 10 players."""
    with pytest.raises(UnfitRules, match=f"3 to 10 players, not {seats}"):
        setup(BASE, seats)


@pytest.mark.parametrize("seats", range(3, 11))
def test_a_fresh_table_wants_its_first_deal(seats: int) -> None:
    """A2: gold, roles, goals and the deck."""
    [want] = wants_of(setup(BASE, seats))
    assert isinstance(want, wants.Deal)
    assert [pile.name for pile in want.piles] == ["gold", "roles", "goals", "deck"]
    assert [pile.number for pile in want.piles] == [0, 1, 2, 3]


@pytest.mark.parametrize("round_", [1, 2, 3])
def test_a_deal_is_a_pure_function_of_its_stream(round_: int) -> None:
    """The same stream gives the same deal; gold is dealt once for the game (HA27)."""
    dealt = deal(BASE, 7, round_, Random(3).randrange)
    assert dealt == deal(BASE, 7, round_, Random(3).randrange)
    assert dealt != deal(BASE, 7, round_, Random(4).randrange)
    piles = book(BASE, 7).piles[0 if round_ == 1 else 1 :]
    assert [Counter(faces) for faces in dealt] == [Counter(pile.faces) for pile in piles]


def test_a_deal_that_is_not_shuffled_is_the_card_table() -> None:
    assert deal(BASE, 4, 1, lambda below: below - 1) == tuple(pile.faces for pile in book(BASE, 4).piles)


def dealt_table(rules: str = "base+first-player=youngest", seats: int = 4) -> State:
    """The deal is in; no seat has looked at a card."""
    state = mine_state(setup(parse(rules), seats))
    apply(state, DealRound(tuple(len(pile.faces) for pile in state.book.piles)))
    return state


def test_hands_and_pile_come_from_the_deck_in_order() -> None:
    """A2.5: seat by seat, then the draw pile from the top."""
    state = dealt_table()
    first = 28 + 5 + 3
    assert state.hands == [list(range(first + 6 * seat, first + 6 * seat + 6)) for seat in range(4)]
    assert state.pile[::-1] == list(range(first + 24, first + 67))
    assert state.gold_pile == list(range(28))
    assert (state.roles, state.spare_roles) == ([28, 29, 30, 31], [32])
    assert [want.to for want in wants_of(state) if isinstance(want, wants.Open)] == [0, 1, 2, 3]


def test_the_first_player_is_seat_0_or_whoever_chance_names() -> None:
    """HA22."""
    assert dealt_table("base+first-player=youngest").active == 0
    state = dealt_table("base")
    assert state.stage == "chance"
    assert wants_of(state)[0] == wants.Random("first-player", None, 4)
    apply(state, GiveRandom(2))
    assert state.active == 2


def test_a_value_out_of_range_is_refused_and_asked_for_again() -> None:
    state = dealt_table("base")
    for value in (-1, 4):
        with pytest.raises(Illegal) as refused:
            apply(state, GiveRandom(value))
        assert refused.value.reason is RANDOM_OUT_OF_RANGE
    assert wants_of(state)[0] == wants.Random("first-player", None, 4)


def test_an_input_that_no_rule_knows_is_refused() -> None:
    for call in (decide, apply):
        with pytest.raises(Illegal) as refused:
            call(setup(BASE, 5), "pass")
        assert refused.value.reason is NOT_WANTED
        assert str(refused.value) == "wait/not-wanted"


def round_at_its_end() -> Tabletop:
    """Every seat slept through the round; roles and goals are to be opened."""
    table = Tabletop(parse("base+first-player=youngest"), 3, Random(1).randrange)
    table.advance()
    while table.state.stage != "opening":
        seat = table.state.active
        for given in (TimeUp(seat), GiveRandom(0)):
            table.give(given)
        table.state.owed.clear()
    return table


def test_an_opening_to_all_may_come_in_parts_and_in_any_order() -> None:
    """Any holder of an opening that the table waits for may supply it; play waits for the last."""
    whole, parts = round_at_its_end(), round_at_its_end()
    [want] = wants_of(whole.state)
    assert isinstance(want, wants.Open)
    pairs = [(slot, whole.faces[slot]) for slot in want.slots]
    whole.give(OpenSlots(tuple(pairs)))
    for number, pair in enumerate(reversed(pairs), start=1):
        parts.give(OpenSlots((pair,)))
        assert (parts.state.stage == "opening") == (number < len(pairs))
    assert whole.state.faces == parts.state.faces
    assert whole.state == parts.state


def test_a_slot_is_not_opened_twice() -> None:
    table = round_at_its_end()
    slot = table.state.opening[0]
    table.give(OpenSlots(((slot, table.faces[slot]),)))
    with pytest.raises(Illegal) as refused:
        table.give(OpenSlots(((slot, table.faces[slot]),)))
    assert refused.value.reason is OPENING_NOT_WANTED


def test_a_renewal_closes_what_everybody_had_seen() -> None:
    """The old slots are dead, open or not; the new ones take their places and are of the same pile."""
    state = dealt_table()
    old = tuple(state.discard + state.hands[1])
    state.faces.update(dict.fromkeys(old, 11))
    state.renew(old, then="turn")
    assert wants_of(state)[0] == wants.Renew(old, "random")
    first = len(state.pile_of)
    new = tuple(range(first, first + len(old)))
    apply(state, RenewSlots(new))
    assert state.hands[1] == list(new)
    assert state.faces == {}
    assert {state.pile_of[slot] for slot in new} == {3}
    assert state.stage == "turn"


def test_a_debt_of_dead_slots_is_gone_after_a_renewal() -> None:
    """What a seat is owed of other slots stays owed."""
    state = dealt_table()
    state.renew(state.hands[1], then="turn")
    apply(state, RenewSlots(tuple(range(len(state.pile_of), len(state.pile_of) + 6))))
    assert [(seat, len(slots)) for seat, slots in state.owed] == [(0, 7), (1, 1), (2, 7), (3, 7)]


def test_the_doors_lead_to_the_same_room() -> None:
    """`apply` is decide, evolve, and follow until something is wanted."""
    state, other = setup(BASE, 5), setup(BASE, 5)
    given = DealRound(tuple(len(pile.faces) for pile in state.book.piles))
    events: tuple[object, ...] | None = decide(other, given)
    told: list[object] = []
    while events is not None:
        for event in events:
            evolve(other, event)
        told += events
        events = follow(other)
    assert apply(state, given) == told
    assert state == other


def test_a_view_is_a_reference_to_the_state() -> None:
    """Nothing is copied, and a spectator has an empty notebook."""
    state = dealt_table()
    assert view(state, 1, Notebook()).state is state
    assert view(state, None, Notebook()).hand() == []
    assert [face for _, face in view(state, 1, Notebook()).hand()] == [None] * 6


def test_a_view_tells_what_its_seat_knows_of_a_slot() -> None:
    """Exactly, or as one of a pool, or nothing."""
    table = Tabletop(BASE, 3, Random(2).randrange)
    table.advance()
    seen = table.view(0)
    own, other = table.state.hands[0][0], table.state.hands[1][0]
    assert seen.among(own) == (table.faces[own],)
    assert seen.among(other) == ()
    assert seen.role(0) == table.faces[table.state.roles[0]]
    assert seen.role(1) is None
    assert all(seen.goal(at) is None for at in table.state.goals)
