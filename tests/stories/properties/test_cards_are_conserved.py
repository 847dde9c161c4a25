"""Every card is somewhere, once, and the packs stay what they are (A1, A2, A10, B1, B3)."""

from collections import Counter

import pytest

from engine import wants
from engine.events import RoundDealt, SlotsRenewed
from engine.front import wants as wants_of
from engine.mine.cards.card import TOOLS
from engine.mine.rules.round.game_end import GameEnded
from engine.mine.rules.round.round_end import NuggetsPaid
from engine.mine.rules.round.steal import NuggetStolen
from engine.mine.state import State
from engine.slots import Slot
from tests.stories.naive.cards import GOLD_COPIES, pack, unshuffled_round, unshuffled_round_2
from tests.stories.properties.positions import KEY
from tests.stories.properties.stories import ALL_TABLES, FEW, TABLES, Retold, Story, stories

GOLD, ROLES, GOALS, DECK = range(4)


def zones(state: State) -> dict[int, list[Slot]]:
    """By pile: every slot that lies on the table, zone after zone."""
    board = state.board
    laid = [slot for at, slot in board.network.slots.items() if at not in state.goals and slot >= 0]
    goals = [slot for at, slot in board.network.slots.items() if at in state.goals]
    return {
        GOLD: [*state.gold_pile, *state.draft, *(slot for held in state.gold for slot in held)],
        ROLES: [*state.roles, *state.spare_roles, *state.roles_aside],
        GOALS: [*goals, *board.network.hidden.values()],
        DECK: [
            *state.set_aside,
            *state.pile,
            *state.discard,
            *laid,
            *(slot for hand in state.hands for slot in hand),
            *(slot for front in state.front for slot in front),
        ],
    }


class Ledger:
    """Which slots are alive, followed from the events alone."""

    def __init__(self, state: State) -> None:
        self.alive: dict[int, set[Slot]] = {pile: set() for pile in range(4)}
        if state.round:
            self.alive = {pile: set(slots) for pile, slots in zones(state).items()}

    def note(self, event: object, state: State) -> None:
        if isinstance(event, RoundDealt):
            self._deal(event, state)
        elif isinstance(event, SlotsRenewed):
            assert len(event.old) == len(event.new)
            pile = DECK if set(event.old) <= self.alive[DECK] else GOLD  # a hand (HB19), or the draft (HA26)
            assert set(event.old) <= self.alive[pile]
            self.alive[pile] = self.alive[pile] - set(event.old) | set(event.new)

    def _deal(self, event: RoundDealt, state: State) -> None:
        """A2: 28 gold cards once, a role more than players, 3 goals, 67 cards.  B3: 15 roles, 3 goals, 118 cards."""
        if state.book.rules.card_set == "base":
            sizes = {GOLD: 28, ROLES: state.book.seats + 1, GOALS: 3, DECK: 67}
            if event.round > 1:
                del sizes[GOLD]
        else:
            sizes = {ROLES: 15, GOALS: 3, DECK: 118}
        assert event.sizes == tuple(sizes.values())
        first = event.first
        for pile, size in sizes.items():
            self.alive[pile] = set(range(first, first + size))
            first += size


def packs(card_set: str, seats: int) -> dict[int, Counter[str]]:
    """The card tables, as the second program has them."""
    plain = unshuffled_round(seats) if card_set == "base" else unshuffled_round_2()
    return {
        GOLD: Counter(pack(GOLD_COPIES) if card_set == "base" else []),
        ROLES: Counter(plain.roles),
        GOALS: Counter(plain.goals),
        DECK: Counter(plain.deck),
    }


@pytest.mark.parametrize(("rules", "seats"), FEW)
def test_every_card_lies_in_one_zone_and_the_packs_are_whole(rules: str, seats: int) -> None:
    """At every moment; renewals keep the faces, and no dead slot is wanted (A1.1 to A1.4, A10.1, HA26, B1.1, HB19)."""
    for tale in stories(rules, seats):
        follow(tale)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("rules", "seats"), ALL_TABLES)
def test_no_card_is_lost_in_ten_times_as_many_games(rules: str, seats: int) -> None:
    """The same, for the night."""
    for tale in stories(rules, seats, 10):
        follow(tale)


def follow(tale: Story) -> None:
    whole = packs(tale.rules.card_set, tale.seats)
    told = iter(tale.told)
    ledger: Ledger | None = None
    for table, number in tale.retold():
        ledger = ledger or Ledger(table.state)
        for event in next(told) if number else ():
            ledger.note(event, table.state)
        if table.state.round:
            compare(table, ledger, whole)


def compare(table: Retold, ledger: Ledger, whole: dict[int, Counter[str]]) -> None:
    state: State = table.state
    for pile, slots in zones(state).items():
        assert len(slots) == len(ledger.alive[pile])
        assert set(slots) == ledger.alive[pile]
        assert {state.pile_of[slot] for slot in slots} <= {pile}
        assert Counter(KEY[table.faces[slot]] for slot in slots) == whole[pile]
    alive = set[Slot]().union(*ledger.alive.values())
    assert all(alive.issuperset(want.slots) for want in wants_of(state) if isinstance(want, wants.Open))
    assert all(table.faces[slot] == face for slot, face in state.faces.items())
    assert all(hand == sorted(hand) for hand in state.hands)
    assert all(state.goals[at] == slot for at, slot in state.board.network.hidden.items())
    check_what_lies_in_front(state)


def check_what_lies_in_front(state: State) -> None:
    """What the state keeps of the cards in front is what they are (A5.1, B6.1, B6.3, B6.8)."""
    for seat, front in enumerate(state.front):
        keys = Counter(KEY[state.faces[slot]] for slot in front)
        assert set(keys.values()) <= {1}
        tools = {tool for tool, bit in TOOLS.items() if state.broken[seat] & bit}
        assert keys.keys() - {"prison", "theft"} == {f"broken-{tool}" for tool in tools}
        assert state.imprisoned[seat] == ("prison" in keys)
        assert state.thefts.count(seat) == keys["theft"]


@pytest.mark.parametrize(("rules", "seats"), [table for table in TABLES if table[0].startswith("saboteur2")])
def test_nuggets_come_from_the_bank_and_thieves_make_none(rules: str, seats: int) -> None:
    """B9, B11: every nugget was paid; a theft moves one, and no seat owes any."""
    for tale in stories(rules, seats):
        nuggets = list(tale.position.nuggets) if tale.position else [0] * seats
        for events in tale.told:
            for event in events:
                if isinstance(event, NuggetsPaid):
                    assert event.nuggets > 0
                    nuggets[event.seat] += event.nuggets
                elif isinstance(event, NuggetStolen):
                    nuggets[event.seat] += 1
                    nuggets[event.target] -= 1
                elif isinstance(event, GameEnded):
                    assert list(event.scores) == nuggets
                assert min(nuggets) >= 0
