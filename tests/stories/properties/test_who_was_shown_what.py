"""Of roles and of cards that are chosen from, a seat knows what it was shown, and no other seat does (D2.2, X7, X8)."""

from collections import Counter, defaultdict
from collections.abc import Iterator

import pytest

from engine.events import RoundClosed
from engine.mine.modules.chests.at_once import RoleSeen
from engine.mine.modules.chests.at_turn_end import ThreeDrawn
from engine.mine.modules.costume import RoleExchanged
from engine.mine.rules.actions.inspection import RoleInspected
from engine.mine.rules.actions.keep_one import CardKept
from engine.mine.rules.actions.swap_hats import HatsSwapped
from engine.mine.state import State
from engine.slots import Seat, Slot
from tests.stories.properties.stories import Retold, Story, story

ROLES = [
    ("base+chests", 5),
    ("base+costume+chests", 4),
    ("saboteur2+costume+chests=wide", 5),
    ("saboteur2+costume+chests", 2),
]
CHOICES = [("base+chests", 4), ("base+veto+treasury+chests=square", 5), ("saboteur2+trailblazer+chests=wide", 3)]
GAMES = 8


Moments = Iterator[tuple[Retold, tuple[object, ...]]]
"""The table after every input, and what followed from that."""


def moments(rules: str, seats: int) -> Iterator[Moments]:
    """Games from positions where much is near."""
    for seed in range(GAMES):
        for kind in ("near", "near, seeking"):
            yield _moments(story(rules, seats, kind, seed))


def _moments(tale: Story) -> Moments:
    return ((table, tale.told[number - 1] if number else ()) for table, number in tale.retold())


def check_known(table: Retold, slot: Slot, shown_to: set[Seat]) -> None:
    """By them and no other seat; one of them may still be owed the look."""
    know = {seat for seat, notebook in enumerate(table.notebooks) if slot in notebook.shown}
    owed = {seat for seat, slots in table.state.owed if slot in slots}
    assert shown_to - owed <= know <= shown_to


class Shown:
    """By role: the seats that the rules have let look at it in this round."""

    def __init__(self) -> None:
        self.to: dict[Slot, set[Seat]] = defaultdict(set)
        self.met: Counter[type] = Counter()

    def begin(self, state: State) -> None:
        """Each seat looks at its own (A2.2)."""
        self.to.clear()
        for seat, slot in enumerate(state.roles):
            self.to[slot].add(seat)

    def follow(self, event: object, roles: list[Slot]) -> None:
        """``roles`` are those that lay before the seats when it happened."""
        match event:
            case RoleInspected(seat=seat, target=target) | RoleSeen(seat=seat, target=target):
                self.to[roles[target]].add(seat)
            case HatsSwapped(target=seat, new=new) | RoleExchanged(seat=seat, new=new):
                self.to[new].add(seat)
                roles[seat] = new
            case _:
                return
        self.met[type(event)] += 1

    def check(self, table: Retold) -> None:
        """What was looked at is known, also where it lies now, and by no other seat."""
        for slot in self.to.keys() | {*table.state.roles, *table.state.spare_roles}:
            check_known(table, slot, self.to[slot])


@pytest.mark.parametrize(("rules", "seats"), ROLES)
def test_a_role_is_known_to_those_who_looked_at_it(rules: str, seats: int) -> None:
    """X8, D2.2, HD5: who had looked at a role knows where it went, and nothing of the one that came for it."""
    shown = Shown()
    for retold in moments(rules, seats):
        follow_roles(retold, shown)
    expected = {RoleSeen, *([RoleExchanged] if "costume" in rules else [])}
    assert {kind for kind in expected if not shown.met[kind]} == set()


def follow_roles(retold: Moments, shown: Shown) -> None:
    round_, roles = -1, list[Slot]()
    for table, events in retold:
        state = table.state
        if state.round != round_:
            round_, roles = state.round, list(state.roles)
            shown.begin(state)
        for event in events:
            shown.follow(event, roles)
        if state.round and not any(slot in state.faces for slot in state.roles):  # they are turned up at its end
            assert roles == state.roles
            shown.check(table)


@pytest.mark.parametrize(("rules", "seats"), CHOICES)
def test_of_three_drawn_cards_only_their_player_knows_anything(rules: str, seats: int) -> None:
    """X7: the card that is kept and the two that are discarded, until one is played or lies among renewed ones."""
    chosen = 0
    for retold in moments(rules, seats):
        chosen += sum(follow_three(retold))
    assert chosen >= 3


def follow_three(retold: Moments) -> Iterator[bool]:
    """Each time that three are drawn and one is kept."""
    drawn: dict[Slot, Seat] = {}
    for table, events in retold:
        for event in events:
            if isinstance(event, ThreeDrawn):
                assert not any(notebook.shown.keys() & set(event.slots) for notebook in table.notebooks)
                drawn |= dict.fromkeys(event.slots, event.seat)
            elif isinstance(event, CardKept) and event.slot in drawn:
                assert {event.slot, *event.rest} <= drawn.keys()
                yield True
            elif isinstance(event, RoundClosed):
                drawn.clear()
        check_three(table, drawn)


def check_three(table: Retold, drawn: dict[Slot, Seat]) -> None:
    """A hand that changes owners is renewed, and so is a discard pile that is searched: then the slot is no more."""
    lie = {*table.state.discard, *(slot for hand in table.state.hands for slot in hand)}
    for slot, player in drawn.items():
        if slot in lie and slot not in table.state.faces:
            check_known(table, slot, {player})
