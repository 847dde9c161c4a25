"""Inputs that lie beside the legal ones: another slot, face, cell, rotation, target, tool, seat, or too late.

Card sets differ in their acts; what is tried is made from the acts that the book of the table knows, and a few more.
"""

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from random import Random
from typing import Any

from engine import inputs, wants
from engine.front import choices, view
from engine.front import wants as wants_of
from engine.grid.cells import SIDES, START, cell, is_symmetric
from engine.mine.game import ALL_CARDS
from engine.mine.rules.actions.break_tool import BreakTool
from engine.mine.rules.actions.freedom import FreePlayer
from engine.mine.rules.actions.hands_off import StopTheft
from engine.mine.rules.actions.inspection import InspectRole
from engine.mine.rules.actions.lay_theft import LayTheft
from engine.mine.rules.actions.prison import Imprison
from engine.mine.rules.actions.read_map import ReadMap
from engine.mine.rules.actions.repair_tool import RepairTool
from engine.mine.rules.actions.rockfall import CauseRockfall
from engine.mine.rules.actions.swap_hands import SwapHands
from engine.mine.rules.actions.swap_hats import SwapHats
from engine.mine.rules.placing.goals import RotateGoal
from engine.mine.rules.placing.place_ladder import PlaceLadder
from engine.mine.rules.placing.reaching import TurnGoal
from engine.mine.rules.round.gold_draft import TakeGold
from engine.mine.rules.round.steal import Steal, StealNothing
from engine.mine.rules.turn.discard_two import DiscardTwo
from engine.mine.rules.turn.passing import Pass
from engine.mine.state import State
from engine.notebook import Notebook
from engine.placing import PlacePath
from engine.slots import TABLE, Face, Seat, Slot
from engine.tabletop import Tabletop

CARD_ACTS: dict[type, str] = {
    PlacePath: "path",
    PlaceLadder: "ladder",
    BreakTool: "break",
    RepairTool: "repair",
    CauseRockfall: "rockfall",
    ReadMap: "map",
    LayTheft: "theft",
    StopTheft: "hands-off",
    Imprison: "prison",
    FreePlayer: "freedom",
    InspectRole: "inspection",
    SwapHats: "swap-hats",
    SwapHands: "swap-hands",
}
AIMED = (StopTheft, Imprison, FreePlayer, InspectRole, SwapHats, SwapHands)
OF_KIND = {kind: [card.number for card in ALL_CARDS if card.kind == kind] for kind in CARD_ACTS.values()}
SYMMETRIC = {card.number for card in ALL_CARDS if card.kind in ("path", "ladder") and is_symmetric(card.groups)}
FAR_CELLS = [cell(40, 40), cell(-9, 7), cell(8, 1), cell(8, -1), cell(7, 2), cell(0, 2)]
NO_FACE = 0
ROLE = 201


class Judge:
    """Says from `choices` and `wants` alone what must be accepted in the present wait."""

    def __init__(self, table: Tabletop) -> None:
        self.table = table
        self.state: State = table.state
        self.wanted = wants_of(self.state)
        self._known: dict[tuple[Seat, Slot, Face] | Seat, set[object]] = {}

    def accepts(self, given: Any) -> bool:
        """Acts: what the seat could choose if it held that opening.  The rest: what is wanted."""
        if type(given) in CARD_ACTS:
            return self._accepts_card(given)
        if isinstance(given, Pass | DiscardTwo | TakeGold | TurnGoal | RotateGoal | Steal | StealNothing):
            return 0 <= given.seat < self.state.book.seats and plainly(given) in self._choices(given.seat)
        return any(self._answers(given, want) for want in self.wanted)

    def _accepts_card(self, act: Any) -> bool:
        if act.face not in self.state.book.kinds or not 0 <= act.seat < self.state.book.seats:
            return False
        return plainly(act) in self._choices_with(act.seat, act.slot, act.face)

    def _choices(self, seat: Seat) -> set[object]:
        if seat not in self._known:
            self._known[seat] = set(choices(self.table.view(seat)))
        return self._known[seat]

    def _choices_with(self, seat: Seat, slot: Slot, face: Face) -> set[object]:
        """Legality is public: a card is judged by the face that is shown with it, if the seat holds it at all."""
        held = slot in self.state.hands[seat]
        key = (seat, slot, face) if held else (seat, -1, NO_FACE)
        if key not in self._known:
            notebook = Notebook({slot: face} if held else {})
            self._known[key] = set(choices(view(self.state, seat, notebook)))
        return self._known[key]

    def _answers(self, given: object, want: wants.Want) -> bool:
        match given, want:
            case inputs.DealRound(sizes), wants.Deal(piles):
                return sizes == tuple(len(pile.faces) for pile in piles)
            case inputs.OpenSlots(faces), wants.Open(slots, None):
                return self._opens(faces, slots)
            case inputs.ShowSlots(seat, slots), wants.Open(owed, int(to)):
                return (seat, slots) == (to, owed)
            case inputs.GiveRandom(value), wants.Random(below=below):
                return 0 <= value < below
            case inputs.RenewSlots(slots), wants.Renew(old):
                first = len(self.state.pile_of)
                return slots == tuple(range(first, first + len(old)))
            case inputs.TimeUp(seat), wants.Act(seats):
                return seat in seats
            case inputs.TimeUp(seat), wants.Window():
                return seat == TABLE
        return False

    def _opens(self, faces: tuple[tuple[Slot, Face], ...], wanted: tuple[Slot, ...]) -> bool:
        slots = [slot for slot, _ in faces]
        copies = self.state.book.copies
        return (
            0 < len(slots) == len(set(slots))
            and set(slots) <= set(wanted)
            and all(face in copies[self.state.pile_of[slot]] for slot, face in faces)
        )


def plainly(act: Any) -> Any:
    """The canonical form of what may be written otherwise: a symmetric card turned by half, a set of cards."""
    if type(act) in (PlacePath, PlaceLadder) and act.turned == 180 and act.face in SYMMETRIC:
        return replace(act, turned=0)
    if type(act) in (Pass, DiscardTwo):
        return replace(act, slots=tuple(sorted(act.slots)))
    return act


def around(table: Tabletop, past: Sequence[object], rng: Random) -> Iterator[object]:
    """Inputs near the legal ones of the present wait, some of them legal."""
    seats = table.state.book.seats
    seat = next((want.seats[0] for want in wants_of(table.state) if isinstance(want, wants.Act)), rng.randrange(seats))
    legal = choices(table.view(seat))
    yield from legal
    for act in _one_of_each(table.state, seat, legal, rng):
        yield from _varied(table.state, act, rng)
    yield from _dealers(table.state, table.faces, rng)
    yield from rng.sample(past, min(len(past), 12))
    yield from (None, "pass", 7)


def _one_of_each(state: State, seat: Seat, legal: list[Any], rng: Random) -> Iterator[Any]:
    """A legal act of every class where there is one, and one with a made-up face of its kind."""
    held = sorted({type(act) for act in legal}, key=lambda kind: kind.__name__)
    yield from (rng.choice([act for act in legal if type(act) is kind]) for kind in held)
    for kind, act in _made_up(state, seat, rng).items():
        if kind in state.book.decide:
            yield act
    strange = [act for kind, act in _made_up(state, seat, rng).items() if kind not in state.book.decide]
    yield rng.choice(strange)  # an act of another card set


def _made_up(state: State, seat: Seat, rng: Random) -> dict[type, Any]:
    slot = rng.choice(state.hands[seat] or [0])
    at = rng.choice(sorted(state.board.network.fits) or [START])
    target = rng.randrange(state.book.seats)
    faces = {kind: rng.choice(of_kind) for kind, of_kind in OF_KIND.items()}
    removed = rng.choice([*state.front[seat], *state.front[target], slot])
    acts: list[Any] = [
        PlacePath(seat, slot, faces["path"], at, rng.choice((0, 180))),
        PlaceLadder(seat, slot, faces["ladder"], at, rng.choice((0, 180))),
        BreakTool(seat, slot, faces["break"], (seat + 1) % state.book.seats),
        RepairTool(seat, slot, faces["repair"], seat, rng.choice((1, 2, 4))),
        CauseRockfall(seat, slot, faces["rockfall"], at),
        ReadMap(seat, slot, faces["map"], cell(8, 0)),
        LayTheft(seat, slot, faces["theft"]),
        *(kind(seat, slot, faces[CARD_ACTS[kind]], target) for kind in AIMED),
        DiscardTwo(seat, tuple(state.hands[seat][:2]), removed),
        Pass(seat, (slot,)),
        TurnGoal(seat, cell(8, 0)),
        RotateGoal(seat, 0),
        TakeGold(seat, rng.choice(state.draft or [0])),
        Steal(seat, target),
        StealNothing(seat),
    ]
    return {type(act): act for act in acts}


def _varied(state: State, act: Any, rng: Random) -> Iterator[Any]:
    """The act with one field changed; a cell together with every rotation, a target with every tool."""
    yield act
    domains = {field.name: _domain(state, field.name, act, rng) for field in fields(act)}
    for name, values in domains.items():
        for value in values:
            yield replace(act, **{name: value})
    for one, other in (("cell", "turned"), ("target", "tool")):
        if one in domains and other in domains:
            for first in domains[one]:
                yield replace(act, **{one: first, other: rng.choice(domains[other])})


def _domain(state: State, name: str, act: Any, rng: Random) -> Sequence[Any]:
    match name:
        case "seat" | "target":
            return range(-1, state.book.seats + 1)
        case "slot":
            return _slots(state, rng)
        case "slots":
            return _sets(state, act.seat, rng)
        case "removed":
            return [slot for front in state.front for slot in front] + _slots(state, rng)[-3:]
        case "face":
            return _faces(state, type(act), rng)
        case "cell":
            return cells(state)
        case "turned":
            return (0, 45, 90, 180, 270, 360, -180)
        case "tool":
            return range(9)
        case _:
            raise AssertionError(f"no domain for the field {name}")


def _faces(state: State, kind: type, rng: Random) -> list[Face]:
    """All cards that are held in hands for some acts, some for the others, and what no hand holds."""
    deck = sorted(state.book.kinds)
    return [*(deck if kind in (PlacePath, RepairTool) else rng.sample(deck, 6)), NO_FACE, ROLE]


def cells(state: State) -> list[int]:
    """Every cell with a card, every cell beside one, the goals, and some far away."""
    board = state.board
    near = {at + step for at in (*board.network.slots, *board.network.hidden) for _, step, _ in SIDES}
    return sorted({*board.network.slots, *board.network.hidden, *near, *FAR_CELLS})


def _slots(state: State, rng: Random) -> list[Slot]:
    """Own cards, cards of others, and one of every other zone."""
    zones = [state.pile, state.discard, state.roles, state.spare_roles, state.gold_pile, state.draft, *state.gold]
    zones += [state.set_aside, state.roles_aside, *state.front]
    hands = [slot for hand in state.hands for slot in hand]
    return [*hands, *(rng.choice(zone) for zone in zones if zone), *state.draft, -1, len(state.pile_of)]


def _sets(state: State, seat: Seat, rng: Random) -> list[tuple[Slot, ...]]:
    hand = state.hands[seat] if 0 <= seat < len(state.hands) else []
    singles = [(slot,) for slot in _slots(state, rng)]
    more = [tuple(rng.sample(hand, size)) for size in range(2, len(hand) + 1)]
    return [(), *singles, *more, tuple(hand), tuple(hand[:2]), tuple(hand[1::-1]), (*hand[:1], *hand[:1])]


def _dealers(state: State, faces: dict[Slot, Face], rng: Random) -> Iterator[object]:
    """Every input that is no player's: as it is wanted, beside it, and where it is not wanted at all."""
    next_ = len(state.pile_of)
    sizes = [tuple(len(pile.faces) for pile in state.book.piles_of(round_)) for round_ in (1, 2)]
    yield from (inputs.DealRound(size) for size in (*sizes, (), sizes[0][:-1], sizes[1][::-1]))
    yield from (inputs.GiveRandom(value) for value in (-1, 0, 1, state.book.seats - 1, state.book.seats, 28))
    for many in (1, 2, len(state.draft)):
        yield inputs.RenewSlots(tuple(range(next_, next_ + many)))
        yield inputs.RenewSlots(tuple(range(next_ + 1, next_ + 1 + many)))
    yield from (inputs.TimeUp(seat) for seat in (*range(-1, state.book.seats + 1), TABLE))
    yield from (inputs.CommitChoice(0), inputs.AnswerQuestion(True))
    for want in wants_of(state):
        if isinstance(want, wants.Open):
            yield from _openings(want, faces, rng)
    if next_:
        slot = rng.randrange(next_)
        yield from (inputs.OpenSlots(((slot, faces[slot]),)), inputs.OpenSlots(()))
        yield from (inputs.ShowSlots(seat, (slot,)) for seat in range(state.book.seats))


def _openings(want: wants.Open, faces: dict[Slot, Face], rng: Random) -> Iterator[object]:
    pairs = tuple((slot, faces[slot]) for slot in want.slots)
    slot, face = rng.choice(pairs)
    yield from (inputs.OpenSlots(pairs), inputs.OpenSlots(pairs[::-1]), inputs.OpenSlots(((slot, face),)))
    yield from (inputs.OpenSlots(((slot, face), (slot, face))), inputs.OpenSlots(((slot, 999),)))
    yield inputs.OpenSlots((*pairs, (max(faces) + 1, face)))
    yield from (inputs.ShowSlots(seat, want.slots) for seat in (want.to or 0, (want.to or 0) + 1))
    yield from (inputs.ShowSlots(want.to or 0, want.slots[:-1]), inputs.ShowSlots(want.to or 0, want.slots[::-1]))
