"""Whole games of the cave: what holds after every input, and that the games show everything that can happen."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from engine.bots import BOTS
from engine.bots.match import Sitting
from engine.cave.board import NOWHERE, Border, border, cell_of, number_of
from engine.cave.cards.table import GOALS, MONSTERS, REMOVED
from engine.cave.rules.actions.cobweb import SpinCobweb
from engine.cave.rules.turn.ending import CaveClosed, GameEnded
from engine.cave.rules.turn.turn import CobwebAged
from engine.cave.rules.turn.vote import VoteCast
from engine.cave.rules.walk.chop_web import ChopWeb, WebChopped
from engine.cave.rules.walk.escape import DwarfEscaped, SideAsked, UndealtSeen
from engine.cave.rules.walk.goals import GoalRevealed
from engine.cave.rules.walk.meeting import AxeHeld, MonsterAttacked, MonsterDrivenOff
from engine.cave.rules.walk.vein import VeinTaken
from engine.cave.rules.walk.walk import CardLost, DwarfStepped, Step, TunnelPaid
from engine.cave.state import State
from engine.errors import NOT_WANTED, NOT_YOUR_TURN, Illegal
from engine.events import QuestionAnswered, SlotsShown, TimeRanOut
from engine.front import apply, choices, decide, setup
from engine.grid.cells import SIDES, START, Cell
from engine.hands import HandsSwapped, SeatSkipped, TurnBegan
from engine.inputs import ShowSlots, TimeUp
from engine.notebook import shows_card
from engine.placing import PlacePath
from engine.rules import parse
from engine.slots import Seat
from engine.tabletop import Tabletop
from engine.wants import Act
from tests.stories.properties.stories import TalkingTable

RULES = ("cave", "cave+lair-attack=no", "cave+cave-end=turn")
LATE, CLOCK, AT_RANDOM = 0.15, 0.01, 0.15
CUTTING = 0.8
"""How often players cut a cobweb when they can, or spin one to be cut: `steady` seldom has to."""
MOST_CHOICES = 2048
MOST_INPUTS = 3_000
TABLES = [(RULES[seats % 3], seats) for seats in range(2, 9)]
_GOALS = {goal.number: goal.key for goal in GOALS}

Chooser = Callable[[Seat], Any]


@dataclass(frozen=True)
class Tale:
    """A finished game: every input, and what followed from it."""

    rules: str
    seats: int
    inputs: tuple[object, ...]
    told: tuple[tuple[object, ...], ...]
    table: Tabletop


@lru_cache(maxsize=200)
def tale(rules: str, seats: int, seed: int) -> Tale:
    """Players who know what they want, now and then do anything at all, and are late at times."""
    rng = Random(f"{rules} {seats} {seed}")
    table = TalkingTable(parse(rules), seats, rng, LATE)
    bots = [Sitting(BOTS["steady"], table, seat, Random(f"{seed} {seat}").randrange) for seat in range(seats)]
    table.advance()
    while want := table.waiting():
        assert isinstance(want, Act)
        assert len(table.inputs) < MOST_INPUTS
        table.play(_next(table, want, bots, rng))
    return Tale(rules, seats, tuple(table.inputs), tuple(table.told), table)


def _next(table: TalkingTable, want: Act, bots: list[Sitting], rng: Random) -> object:
    seat = want.seats[0]
    if rng.random() < CLOCK:
        return TimeUp(seat)
    if (cuts := _cuts(table, seat)) and rng.random() < CUTTING:
        return rng.choice(cuts)
    if rng.random() < AT_RANDOM or want.what in ("axe", "vote"):
        return rng.choice(choices(table.view(seat)))
    return bots[seat].choose()


def _cuts(table: TalkingTable, seat: Seat) -> Sequence[object]:
    """To go where an axe has just removed a cobweb, to use one, or to spin a cobweb within its reach."""
    state: State = table.state
    at, cut = cell_of(state.dwarfs[seat]), [event for event in table.told[-1] if isinstance(event, WebChopped)]
    if not cut and not state.in_front(seat, "battle-axe"):
        return []
    acts = choices(table.view(seat))
    if across := [act for act in acts if isinstance(act, Step) and cut and _between(at, act.cell) == cut[0].border]:
        return across
    return [act for act in acts if isinstance(act, ChopWeb) or (isinstance(act, SpinCobweb) and act.cell == at)]


class Heard(Tabletop):
    """A table that hears a game again, input by input."""

    def __init__(self, tale: Tale) -> None:
        super().__init__(parse(tale.rules), tale.seats, lambda below: 0)
        self.faces = dict(tale.table.faces)

    def hear(self, given: object) -> list[object]:
        """One input; what it shows to a seat is written into that seat's notebook."""
        events = self.give(given)
        if type(given) is ShowSlots:
            self.notebooks[given.seat].show((slot, self.faces[slot]) for slot in given.slots)
        return events


def heard(tale: Tale) -> Iterator[tuple[Heard, list[object]]]:
    """The table after every input, and what followed from that."""
    table = Heard(tale)
    for given in tale.inputs:
        yield table, table.hear(given)


each_table = pytest.mark.parametrize(("rules", "seats"), TABLES)


@each_table
def test_a_game_that_is_told_again_is_the_same_game(rules: str, seats: int) -> None:
    whole = tale(rules, seats, 0)
    state = setup(parse(rules), seats)
    for given, told in zip(whole.inputs, whole.told, strict=True):
        assert tuple(apply(state.copy(), given)) == told  # a copy that shared anything would leave its trace
        assert tuple(apply(state, given)) == told
    assert state == whole.table.state
    assert state.stage == "over"


@each_table
def test_cards_are_conserved_and_figures_stand_somewhere(rules: str, seats: int) -> None:
    for table, _ in heard(tale(rules, seats, 0)):
        state: State = table.state
        if state.round:
            check_cards(state)
            check_figures(state)


def check_cards(state: State) -> None:
    """Every slot that lives lies in one place, and as many of each pile live as were dealt."""
    zones = [*state.hands, state.pile, state.discard, state.removed, *state.front, state.loyalties]
    zones += [state.clans, state.undealt, list(state.goals.values())]
    zones += [[slot for at, slot in state.board.network.slots.items() if slot >= 0 and at not in state.goals]]
    slots = [slot for zone in zones for slot in zone]
    assert len(set(slots)) == len(slots)
    if state.renewing is None:
        counts = Counter(state.pile_of[slot] for slot in slots)
        assert counts == {pile.number: len(pile.faces) for pile in state.book.piles}
    assert len(state.removed) == 3 * REMOVED
    levels = [state.pile_of[slot] for slot in state.pile]
    assert levels == sorted(levels, reverse=True)  # F3.6: level I on top


def check_figures(state: State) -> None:
    """Figures stand on spaces; what lies in front of a seat belongs to what stands in the cave."""
    for where in (*state.dwarfs, *state.monsters):
        chart = state.board.charts.get(cell_of(where))
        hidden = cell_of(where) in state.board.network.hidden
        assert where == NOWHERE or (number_of(where) == 0 if hidden else chart and number_of(where) < len(chart.names))
    assert {seat for seat, where in enumerate(state.dwarfs) if where == NOWHERE} == set(state.escaped)
    assert all(count >= 0 for count in state.nuggets)
    assert all(web.slot in state.front[web.seat] and web.side in (1, 2) for web in state.webs.values())
    for monster, owner in enumerate(state.owners):
        assert (owner < 0) == (state.monsters[monster] == NOWHERE)
        assert owner < 0 or state.in_front(owner, "monster")
    assert all(len(state.in_front(seat, "boots")) <= 1 for seat in range(state.book.seats))


@each_table
def test_the_state_knows_no_face_that_was_not_shown_to_all(rules: str, seats: int) -> None:
    """I4: what lies open was played, turned up or opened; and a seat knows what was shown to it, and that alone."""
    shown: dict[Seat, set[int]] = {seat: set() for seat in range(seats)}
    public: set[int] = set()
    for table, events in heard(tale(rules, seats, 0)):
        for event in events:
            if isinstance(event, SlotsShown):
                shown[event.seat].update(event.slots)
            public.update(slot for slot, _ in getattr(event, "faces", ()))
            if shows_card(event):
                public.add(event.slot)
        assert table.state.faces.keys() <= public
        for seat, notebook in enumerate(table.notebooks):
            known = {slot for slot in notebook.shown if slot not in shown[seat]}
            assert all(slot in table.state.faces or _renewed(table, slot) for slot in known)


def _renewed(table: Tabletop, slot: int) -> bool:
    """A slot that a renewal made, of which a notebook may know by counting."""
    return slot >= sum(len(pile.faces) for pile in table.state.book.piles)


@each_table
def test_choices_are_complete_and_without_duplicates(rules: str, seats: int) -> None:
    """What `decide` accepts is what is offered, or the same effect written otherwise; nothing else."""
    rng = Random(f"choices {rules} {seats}")
    for table, _ in heard(tale(rules, seats, 0)):
        want = table.waiting()
        if isinstance(want, Act) and rng.random() < 0.15:
            check_choices(table, want, rng)


def check_choices(table: Tabletop, want: Act, rng: Random) -> None:
    seat = want.seats[0]
    offered = choices(table.view(seat))
    assert 0 < len(offered) < MOST_CHOICES
    assert len(set(offered)) == len(offered)
    assert offered == choices(table.view(seat))
    before = table.state.copy()
    for act in rng.sample(offered, min(12, len(offered))):
        assert decide(table.state, act)
        for other in near_misses(act, table.state, rng):
            assert accepts(table, other) == (other in offered or is_otherwise_offered(table, other, offered))
    assert table.state == before
    for other_seat in range(table.state.book.seats):
        assert other_seat == seat or choices(table.view(other_seat)) == []


def near_misses(act: Any, state: State, rng: Random) -> Iterator[Any]:
    """The same act with one field changed."""
    if hasattr(act, "cell"):
        yield remade(act, cell=rng.choice([*state.board.charts, *state.goals, *state.board.network.fits]))
    if hasattr(act, "space"):
        yield remade(act, space=rng.randrange(8))
    if hasattr(act, "target"):
        yield remade(act, target=rng.randrange(state.book.seats + 1))
    if hasattr(act, "edge"):
        yield remade(act, edge=rng.randrange(4))
    if hasattr(act, "turned"):
        yield remade(act, turned=rng.choice([0, 90, 180]))
    yield remade(act, seat=rng.randrange(state.book.seats))


def remade(act: Any, **changes: object) -> Any:
    return type(act)(**({name: getattr(act, name) for name in act.__match_args__} | changes))


def accepts(table: Tabletop, act: object) -> bool:
    try:
        decide(table.state, act)
    except Illegal:
        return False
    return True


def is_otherwise_offered(table: Tabletop, act: Any, offered: list[Any]) -> bool:
    """A card that looks alike both ways, and a join that is named from its other side."""
    if isinstance(act, PlacePath):
        alike = table.state.book.masks[act.face][1] < 0 and act.turned == 180
        return alike and remade(act, turned=0) in offered
    if isinstance(act, SpinCobweb):
        events = decide(table.state, act) if accepts(table, act) else ()
        return any(isinstance(one, SpinCobweb) and decide(table.state, one) == events for one in offered)
    return False


@each_table
def test_every_wait_has_a_default_for_the_seat_that_is_waited_for(rules: str, seats: int) -> None:
    """HA25, and for no other seat."""
    for table, _ in heard(tale(rules, seats, 0)):
        want = table.waiting()
        for seat in range(seats):
            if isinstance(want, Act) and seat in want.seats:
                ran_out, follows = decide(table.state, TimeUp(seat))
                assert ran_out == TimeRanOut(seat)
                assert want.what == "turn" or follows.by_clock  # type: ignore[attr-defined]
            else:
                with pytest.raises(Illegal) as refused:
                    decide(table.state, TimeUp(seat))
                assert refused.value.reason in (NOT_WANTED, NOT_YOUR_TURN)


def test_a_table_of_sleepers_ends() -> None:
    """HA25: every turn is decided by the clock; each discards one card, and no dwarf moves."""
    for rules, seats in TABLES:
        table = TalkingTable(parse(rules), seats, Random(f"sleep {seats}"))
        table.advance()
        while want := table.waiting():
            assert want.what == "turn"
            assert isinstance(want, Act)
            table.play(TimeUp(want.seats[0]))
        assert len(table.state.discard) == 67
        assert table.state.winners == ()


# What the games show together


class Tally:
    """How often what happened."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self.kinds: set[type] = set()
        self._cut: set[Border] = set()
        """Where an axe has removed a cobweb in this turn."""

    def hear(self, whole: Tale) -> None:
        stood = [START] * whole.seats
        for told in whole.told:
            self.kinds.update(map(type, told))
            bitten = any(isinstance(event, MonsterAttacked) for event in told)
            for event in told:
                self._count(event)
                if isinstance(event, DwarfStepped):
                    self.seen["cobwebs crossed"] += _between(stood[event.seat], event.cell) in self._cut
                    stood[event.seat] = event.cell
                self.seen["bridges"] += isinstance(event, CardLost) and not bitten

    def _count(self, event: object) -> None:
        match event:
            case MonsterAttacked(monster=monster):
                self.seen[f"attacks of the {list(MONSTERS)[monster]}"] += 1
            case GoalRevealed(face=face):
                self.seen[f"turned up: {_GOALS[face]}"] += 1
            case CobwebAged(side=0):
                self.seen["cobwebs gone by time"] += 1
            case WebChopped(border=where, side=side):
                self.seen["cobwebs cut away" if side == 0 else "cobwebs cut once"] += 1
                self._cut |= {where} if side == 0 else set()
            case TurnBegan():
                self._cut.clear()
            case QuestionAnswered(yes=yes):
                self.seen[f"questions answered {'yes' if yes else 'no'}"] += 1
            case CaveClosed(why=why):
                self.seen[f"ends: {why}"] += 1
            case VoteCast(yes=yes):
                self.seen["votes"] += 1
            case GameEnded(winners=winners):
                self.seen["games with winners"] += bool(winners)
            case _:
                self.seen[_NAMES.get(type(event), "")] += 1


def _between(one: Cell, other: Cell) -> Border:
    """The border of two cells, if they touch."""
    steps = [step for _, step, _ in SIDES]
    return border(one, steps.index(other - one)) if other - one in steps else NOWHERE


_NAMES: dict[type, str] = {
    DwarfEscaped: "exits",
    MonsterDrivenOff: "axes against monsters",
    AxeHeld: "axes held",
    VeinTaken: "veins",
    TunnelPaid: "tunnels",
    HandsSwapped: "swaps",
    SeatSkipped: "seats skipped",
    UndealtSeen: "looks of the first one out",
    SideAsked: "questions",
}
LEAST = {
    "exits": 60,
    "attacks of the rat": 60,
    "attacks of the crawler": 60,
    "attacks of the goblin": 60,
    "axes against monsters": 20,
    "axes held": 20,
    "cobwebs gone by time": 30,
    "cobwebs crossed": 3,
    "cobwebs cut away": 4,
    "cobwebs cut once": 15,
    "veins": 20,
    "bridges": 60,
    "tunnels": 5,
    "swaps": 20,
    "votes": 20,
    "seats skipped": 20,
    "looks of the first one out": 8,
    "questions answered yes": 2,
    "questions answered no": 8,
    "games with winners": 30,
    "ends: side": 20,
    "ends: exhausted": 5,
    **{f"turned up: {goal}": 12 for goal in _GOALS.values()},
}


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_the_games_show_everything_often_enough() -> None:
    """Exits, attacks of each kind, axes, cobwebs crossed, veins, bridges, swaps, votes, and all four goals."""
    tally = Tally()
    for rules in RULES:
        for seats in range(2, 9):
            for seed in range(5):
                tally.hear(tale(rules, seats, seed))
    assert {what: tally.seen[what] for what, least in LEAST.items() if tally.seen[what] < least} == {}
    assert setup(parse("cave"), 5).book.evolve.keys() == tally.kinds
