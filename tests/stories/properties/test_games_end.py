"""A table always waits for something, and not for ever (A3, A8, B4, B7, HA16, HA25)."""

from random import Random

import pytest

from engine import wants
from engine.errors import NOT_WANTED, NOT_YOUR_TURN, Illegal
from engine.events import ChanceCalled, RoundDealt, TimeRanOut
from engine.front import choices, decide
from engine.front import wants as wants_of
from engine.inputs import DealRound, GiveRandom, OpenSlots, RenewSlots, ShowSlots, TimeUp
from engine.mine.rules.placing.goals import TREASURE, GoalReached, GoalRevealed, RotateGoal
from engine.mine.rules.placing.reaching import TurnGoal
from engine.mine.rules.round.game_end import GameEnded
from engine.mine.rules.round.gold_draft import GoldTaken
from engine.mine.rules.round.round_end import RoundEnded
from engine.mine.rules.round.steal import NothingStolen
from engine.mine.rules.turn.passing import CardsPassed
from engine.mine.rules.turn.turn import SeatSkipped, TurnBegan
from engine.mine.state import State
from engine.rules import parse
from tests.stories.properties.players import at_random
from tests.stories.properties.stories import (
    ALL_TABLES,
    FEW_BY_DAY,
    TABLES,
    Retold,
    Story,
    TalkingTable,
    forked,
    play_out,
    stories,
)

DEALERS = (DealRound, OpenSlots, ShowSlots, GiveRandom, RenewSlots)
CARDS = {"base": 67, "saboteur2": 118 - 10}
"""The cards of a round that are dealt or drawn."""
QUESTIONS = {"base": 9 + 4, "saboteur2": 4 + 4}
"""In a round: a pick for each of nine gold cards, or a theft for each of four Thefts, and some about goals."""
MOST_ACTS = {card_set: 3 * (CARDS[card_set] + QUESTIONS[card_set]) for card_set in CARDS}


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_a_table_waits_for_something_until_the_game_is_over(rules: str, seats: int) -> None:
    """Afterwards a seat may still be owed a look at its own cards; then nothing is wanted, and nothing is taken."""
    for tale in stories(rules, seats):
        for table, _ in tale.retold():
            wanted = [want for want in wants_of(table.state) if not is_owed(want)]
            assert len(wanted) == (table.state.stage != "over")
        assert wants_of(table.state) == ()
        assert sum(isinstance(event, GameEnded) for events in tale.told for event in events) == 1
        check_that_it_is_over(tale, table)


def is_owed(want: wants.Want) -> bool:
    """An opening to one seat: play goes on meanwhile."""
    return isinstance(want, wants.Open) and want.to is not None


def check_that_it_is_over(tale: Story, table: Retold) -> None:
    assert all(choices(table.view(seat)) == [] for seat in range(tale.seats))
    for given in tale.inputs:
        with pytest.raises(Illegal):
            decide(table.state, given)


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_a_game_is_over_after_a_bounded_number_of_acts(rules: str, seats: int) -> None:
    """Every turn uses a card, and cards never come back (A3.1, A3.3)."""
    for tale in stories(rules, seats):
        deals = [event for events in tale.told for event in events if isinstance(event, RoundDealt)]
        assert len(deals) == (3 if tale.position is None else 3 - tale.position.round)
        assert sum(not isinstance(given, DEALERS) for given in tale.inputs) <= MOST_ACTS[tale.rules.card_set]
    rng = Random(f"end {rules} {seats}")
    table = TalkingTable(parse(rules), seats, rng)
    assert 3 < play_out(table, at_random, 0.0) <= MOST_ACTS[parse(rules).card_set]


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_a_round_ends_with_the_treasure_or_with_the_last_card(rules: str, seats: int) -> None:
    """A8.1, HA16; treasure has precedence (A7.2)."""
    for tale in stories(rules, seats):
        for table, number in tale.retold():
            for event in tale.told[number - 1] if number else ():
                if isinstance(event, RoundEnded):
                    check_end_of_round(table.state, event)


def check_end_of_round(state: State, event: RoundEnded) -> None:
    turned_up = {state.faces[state.goals[at]] for at in state.goals if at in state.board.network.slots}
    assert event.treasure == (TREASURE in turned_up)
    assert event.finisher == (state.active if event.treasure else None)
    assert event.treasure or not any(state.hands)


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_the_turn_goes_clockwise_past_empty_hands(rules: str, seats: int) -> None:
    """A3.2, A3.4, HA15."""
    for tale in stories(rules, seats):
        last, round_ = -1, 0
        for table, number in tale.retold():
            events = tale.told[number - 1] if number else ()
            began = [event.seat for event in events if isinstance(event, TurnBegan)]
            if began and last >= 0 and table.state.round == round_:
                skipped = [event.seat for event in events if isinstance(event, SeatSkipped)]
                assert [*skipped, *began] == clockwise_to_a_card(table.state, last)
            last, round_ = table.state.active, table.state.round


def clockwise_to_a_card(state: State, last: int) -> list[int]:
    """The seats after the last player, up to the first that has a card."""
    seats: list[int] = []
    while not seats or not state.hands[seats[-1]]:
        last = (last + 1) % state.book.seats
        seats.append(last)
    return seats


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_a_game_of_sleepers_ends_too(rules: str, seats: int) -> None:
    check_sleepers(rules, seats)


@pytest.mark.long
@pytest.mark.parametrize(("rules", "seats"), ALL_TABLES)
def test_a_game_of_sleepers_ends_too_at_every_table(rules: str, seats: int) -> None:
    """The same, for the night."""
    check_sleepers(rules, seats)


def check_sleepers(rules: str, seats: int) -> None:
    """HA25: every act is decided by the clock; every seat passes one card, and none reaches the treasure."""
    table = TalkingTable(parse(rules), seats, Random(f"sleep {rules} {seats}"))
    cards = 3 * CARDS[parse(rules).card_set]
    assert play_out(table, at_random, 1.0) == cards
    passed = [event for events in table.told for event in events if isinstance(event, CardsPassed)]
    assert len(passed) == cards
    assert all(event.by_clock for event in passed)


@pytest.mark.parametrize(("rules", "seats"), FEW_BY_DAY)
def test_every_wait_for_a_player_has_a_default(rules: str, seats: int) -> None:
    """HA25, and only for the seat that is waited for."""
    rng = Random(f"clock {rules} {seats}")
    for tale in stories(rules, seats):
        for table, _ in tale.retold():
            check_default(table)
            if table.waiting() and rng.random() < 0.03:
                check_that_it_goes_on(table, rng)


def check_default(table: Retold) -> None:
    want = table.waiting()
    for seat in range(table.state.book.seats):
        if want is not None and seat in want.seats:
            ran_out, follows = decide(table.state, TimeUp(seat))
            assert ran_out == TimeRanOut(seat)
            assert isinstance(want, wants.Act)
            assert follows == default(table, want, seat)
        else:
            with pytest.raises(Illegal) as refused:
                decide(table.state, TimeUp(seat))
            assert refused.value.reason is (NOT_WANTED if want is None else NOT_YOUR_TURN)


def default(table: Retold, want: wants.Act, seat: int) -> object:
    """What HA25 says for each question: hidden cards by chance, public ones the first of the choices."""
    first = next(iter(choices(table.view(seat))), None)
    state = table.state
    match want.what:
        case "turn":
            return ChanceCalled("pass-by-chance", seat, len(state.hands[seat]))
        case "gold":
            return ChanceCalled("gold-by-chance", seat, len(state.draft))
        case "theft":
            return NothingStolen(seat, by_clock=True)
        case "goal":
            assert isinstance(first, TurnGoal)
            return GoalReached(seat, first.cell, by_clock=True)
        case "rotation":
            assert isinstance(first, RotateGoal)
            slot = state.goals[state.choosing]
            return GoalRevealed(state.choosing, slot, state.faces[slot], first.turned, by_clock=True)
        case _:
            raise AssertionError(f"no default is known for {want}")


def check_that_it_goes_on(table: Retold, rng: Random) -> None:
    """What the clock does is marked, and the next question comes."""
    ahead = forked(table, rng)
    want = table.waiting()
    assert want is not None
    expected = table.state.hands[want.seats[0]] if want.what == "turn" else table.state.draft
    events = ahead.play(TimeUp(want.seats[0]))
    done = [event for event in events if getattr(event, "by_clock", False)]
    assert len(done) == 1
    if isinstance(done[0], CardsPassed):
        assert done[0].slots[0] in expected
    elif isinstance(done[0], GoldTaken):
        assert done[0].slot in expected
    assert bool(wants_of(ahead.state)) == (ahead.state.stage != "over")
    play_out(ahead, at_random, 0.5)
    assert wants_of(ahead.state) == ()
