"""Inputs that lie beside the legal ones: another slot, face, cell, rotation, target, tool, seat, or too late."""

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from random import Random
from typing import Any

from engine import inputs, wants
from engine.front import choices, view
from engine.front import wants as wants_of
from engine.grid import SIDES, START, cell, is_symmetric
from engine.mine.game import ALL_CARDS
from engine.mine.rules.break_tool import BreakTool
from engine.mine.rules.goals import RotateGoal, TurnGoal
from engine.mine.rules.gold_draft import TakeGold
from engine.mine.rules.passing import Pass
from engine.mine.rules.place_path import PlacePath
from engine.mine.rules.read_map import ReadMap
from engine.mine.rules.repair_tool import RepairTool
from engine.mine.rules.rockfall import CauseRockfall
from engine.mine.state import State
from engine.notebook import Notebook
from engine.slots import Face, Seat, Slot
from engine.tabletop import Tabletop

DECK = [card.number for card in ALL_CARDS if card.kind in ("path", "break", "repair", "rockfall", "map")]
OF_KIND = {
    kind: [card.number for card in ALL_CARDS if card.kind == kind]
    for kind in ("path", "break", "repair", "rockfall", "map")
}
SYMMETRIC = {card.number for card in ALL_CARDS if card.kind == "path" and is_symmetric(card.groups)}
CARD_ACTS: dict[type, str] = {
    PlacePath: "path",
    BreakTool: "break",
    RepairTool: "repair",
    CauseRockfall: "rockfall",
    ReadMap: "map",
}
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
        if isinstance(given, Pass | TakeGold | TurnGoal | RotateGoal):
            return 0 <= given.seat < self.state.book.seats and given in self._choices(given.seat)
        return any(self._answers(given, want) for want in self.wanted)

    def _accepts_card(self, act: Any) -> bool:
        if act.face not in DECK or not 0 <= act.seat < self.state.book.seats:
            return False
        return plainly(act) in self._choices_with(act.seat, act.slot, act.face)

    def _choices(self, seat: Seat) -> set[object]:
        if seat not in self._known:
            self._known[seat] = set(choices(self.table.view(seat)))
        return self._known[seat]

    def _choices_with(self, seat: Seat, slot: Slot, face: Face) -> set[object]:
        """Legality is public: a card is judged by the face that is shown with it."""
        key = seat, slot, face
        if key not in self._known:
            self._known[key] = set(choices(view(self.state, seat, Notebook({slot: face}))))
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
        return False

    def _opens(self, faces: tuple[tuple[Slot, Face], ...], wanted: tuple[Slot, ...]) -> bool:
        slots = [slot for slot, _ in faces]
        piles = self.state.book.piles
        return (
            0 < len(slots) == len(set(slots))
            and set(slots) <= set(wanted)
            and all(face in piles[self.state.pile_of[slot]].faces for slot, face in faces)
        )


def plainly(act: Any) -> Any:
    """The canonical form of an effect that may be written otherwise: a symmetric card turned by half."""
    if type(act) is PlacePath and act.turned == 180 and act.face in SYMMETRIC:
        return replace(act, turned=0)
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
    slot = rng.choice(state.hands[seat] or [0])
    at = rng.choice(sorted(state.board.fits) or [START])
    made_up = {
        PlacePath: PlacePath(seat, slot, rng.choice(OF_KIND["path"]), at, rng.choice((0, 180))),
        BreakTool: BreakTool(seat, slot, rng.choice(OF_KIND["break"]), (seat + 1) % state.book.seats),
        RepairTool: RepairTool(seat, slot, rng.choice(OF_KIND["repair"]), seat, rng.choice((1, 2, 4))),
        CauseRockfall: CauseRockfall(seat, slot, 110, at),
        ReadMap: ReadMap(seat, slot, 111, cell(8, 0)),
        Pass: Pass(seat, (slot,)),
        TurnGoal: TurnGoal(seat, cell(8, 0)),
        RotateGoal: RotateGoal(seat, 0),
        TakeGold: TakeGold(seat, rng.choice(state.draft or [0])),
    }
    for kind, act in made_up.items():
        yield act
        held = [choice for choice in legal if type(choice) is kind]
        if held:
            yield rng.choice(held)


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
        case "face":
            return [*DECK, NO_FACE, ROLE] if type(act) in (PlacePath, RepairTool) else [*rng.sample(DECK, 6), ROLE]
        case "cell":
            return cells(state)
        case "turned":
            return (0, 45, 90, 180, 270, 360, -180)
        case "tool":
            return range(9)
        case _:
            raise AssertionError(f"no domain for the field {name}")


def cells(state: State) -> list[int]:
    """Every cell with a card, every cell beside one, the goals, and some far away."""
    board = state.board
    near = {at + step for at in (*board.slots, *board.hidden) for _, step, _ in SIDES}
    return sorted({*board.slots, *board.hidden, *near, *FAR_CELLS})


def _slots(state: State, rng: Random) -> list[Slot]:
    """Own cards, cards of others, and one of every other zone."""
    zones = [state.pile, state.discard, state.roles, state.spare_roles, state.gold_pile, state.draft, *state.gold]
    hands = [slot for hand in state.hands for slot in hand]
    return [*hands, *(rng.choice(zone) for zone in zones if zone), *state.draft, -1, len(state.pile_of)]


def _sets(state: State, seat: Seat, rng: Random) -> list[tuple[Slot, ...]]:
    hand = state.hands[seat] if 0 <= seat < len(state.hands) else []
    singles = [(slot,) for slot in _slots(state, rng)]
    return [(), *singles, tuple(hand), tuple(hand[:2]), tuple(hand[1::-1]), (*hand[:1], *hand[:1])]


def _dealers(state: State, faces: dict[Slot, Face], rng: Random) -> Iterator[object]:
    """Every input that is no player's: as it is wanted, beside it, and where it is not wanted at all."""
    next_ = len(state.pile_of)
    sizes = [tuple(len(pile.faces) for pile in state.book.piles_of(round_)) for round_ in (1, 2)]
    yield from (inputs.DealRound(size) for size in (*sizes, (), sizes[0][:-1], sizes[1][::-1]))
    yield from (inputs.GiveRandom(value) for value in (-1, 0, 1, state.book.seats - 1, state.book.seats, 28))
    for many in (1, 2, len(state.draft)):
        yield inputs.RenewSlots(tuple(range(next_, next_ + many)))
        yield inputs.RenewSlots(tuple(range(next_ + 1, next_ + 1 + many)))
    yield from (inputs.TimeUp(seat) for seat in range(-1, state.book.seats + 1))
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
