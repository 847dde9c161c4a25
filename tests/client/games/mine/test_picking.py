"""What is picked comes to exactly the acts that are allowed."""

from collections.abc import Iterator

import pytest

from client.games.mine.picking import ON_BOARD, aimed, first_place, is_left_there, lit, preview, without_card
from client.games.picking import Picking, held, next_place, others
from client.games.pointing import TURNED, UPRIGHT
from engine.front import ActLike, choices
from engine.grid.cells import START, cell, xy
from engine.mine.rules.actions.rockfall import CauseRockfall
from engine.mine.rules.turn.discard_two import DiscardTwo
from engine.mine.rules.turn.passing import Pass
from engine.mine.view import View
from engine.placing import PlacePath
from tests.client.games.mine.games_in_progress import TABLES, at_play


def turns(rules: str, seats: int) -> Iterator[tuple[View, list[ActLike]]]:
    """Every turn of a game, with all that is allowed then."""
    for view, want in at_play(rules, seats, "picking"):
        if want.what == "turn":
            yield view, choices(view)


def place_of(view: View, slot: int) -> int:
    return [held for held, _face in view.hand()].index(slot)


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_every_act_on_the_board_can_be_picked(rules: str, seats: int) -> None:
    kinds = set()
    for view, legal in turns(rules, seats):
        for act in legal:
            if isinstance(act, ON_BOARD):
                turned = bool(getattr(act, "turned", 0))
                picking = Picking(card=place_of(view, act.slot), cursor=act.cell, turned=turned)
                assert aimed(picking, view) == act
                assert held(picking, view)[0] == act.slot
                kinds.add(type(act))
    assert kinds == {kind for kind in ON_BOARD if kind in view.state.book.decide}


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_exactly_the_places_are_lit_where_the_card_may_be_played(rules: str, seats: int) -> None:
    for view, legal in turns(rules, seats):
        for card, (slot, _face) in enumerate(view.hand()):
            places = lit(Picking(card=card), view, legal)
            acts = [act for act in legal if isinstance(act, ON_BOARD) and act.slot == slot]
            ways = {(act.cell, TURNED if getattr(act, "turned", 0) else UPRIGHT) for act in acts}
            assert {(at, way) for at, bits in places.items() for way in (UPRIGHT, TURNED) if bits & way} == ways


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_every_act_of_a_turn_is_reached_in_one_way(rules: str, seats: int) -> None:
    """On the board, from the list of a card, by picking cards to discard, or before a card is used."""
    for view, legal in turns(rules, seats):
        listed = [act for card in range(len(view.hand())) for act in others(Picking(card=card), view, legal, ON_BOARD)]
        on_board = [act for act in legal if isinstance(act, ON_BOARD)]
        discarded = [act for act in legal if isinstance(act, Pass | DiscardTwo)]
        left_there = [act for act in legal if is_left_there(act)]
        reached = [*listed, *on_board, *discarded, *left_there, *without_card(legal)]
        assert sorted(map(repr, legal)) == sorted(map(repr, reached))
        slots = {slot for slot, _face in view.hand()}
        assert all(set(act.slots) <= slots and list(act.slots) == sorted(act.slots) for act in discarded)


@pytest.mark.parametrize("step", [1, -1])
@pytest.mark.parametrize(("rules", "seats"), TABLES[1:3])
def test_going_on_visits_every_place_and_comes_back(rules: str, seats: int, step: int) -> None:
    for view, legal in turns(rules, seats):
        for card in range(len(view.hand())):
            picking = Picking(card=card, cursor=cell(40, 40))
            places = lit(picking, view, legal)
            seen = []
            for _ in places:
                picking = next_place(picking, places, step)
                seen.append(picking.cursor)
            assert set(seen) == set(places)
            if places:
                assert next_place(picking, places, step).cursor == seen[0]
                order = [xy(at) for at in (seen if step > 0 else reversed(seen))]
                assert order == sorted(order, key=lambda at: (at[0], -at[1]))


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_wherever_the_cursor_comes_to_rest_the_card_fits(rules: str, seats: int) -> None:
    """A card that is picked lies at once in a place where it may, turned as it must be."""
    rested = 0
    for view, legal in turns(rules, seats):
        for card in range(len(view.hand())):
            picking = Picking(card=card)
            places = lit(picking, view, legal)
            first = first_place(picking, view, legal)
            if isinstance(aimed(picking, view), CauseRockfall):
                assert first.cursor == START
            elif places:
                assert aimed(first, view) in legal
                assert all(aimed(Picking(card).to(at, places), view) in legal for at in places)
                rested += 1
            else:
                assert aimed(first, view) not in legal
    assert rested > 50


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_what_is_shown_under_the_cursor_is_what_would_be_laid(rules: str, seats: int) -> None:
    for view, legal in turns(rules, seats):
        for act in legal:
            if isinstance(act, ON_BOARD):
                turned = bool(getattr(act, "turned", 0))
                shown = preview(Picking(place_of(view, act.slot), cursor=act.cell, turned=turned), view, legal)
                if isinstance(act, PlacePath):
                    assert shown is not None
                    assert (shown.face, shown.turned, shown.legal) == (act.face, turned, True)


def test_nothing_picked_is_nothing_aimed_at() -> None:
    view, legal = next(turns("base", 3))
    assert aimed(Picking(), view) is None
    assert lit(Picking(), view, legal) == {}
    assert aimed(Picking(card=99), view) is None
    assert preview(Picking(), view, legal) is None
    assert next_place(Picking(), {}, 1) == Picking()


def test_the_cursor_moves_and_stays_where_it_is_when_cards_are_put_back() -> None:
    picking = Picking(card=3, several=frozenset({1}), turned=True).moved(2, -1)
    assert xy(picking.cursor) == (2, -1)
    assert picking.dropped() == Picking(cursor=cell(2, -1))
    assert Picking().cursor == START


def test_a_card_that_looks_the_same_both_ways_lies_upright() -> None:
    for view, _legal in turns("base", 3):
        for card, (_slot, face) in enumerate(view.hand()):
            if face == 11:
                act = aimed(Picking(card, turned=True), view)
                assert act.turned == 0
                return
    raise AssertionError("nobody held a crossing")
