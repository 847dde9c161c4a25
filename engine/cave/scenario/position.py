"""A position of the cave, laid out card by card and figure by figure, without playing up to it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.cave.board import NOWHERE, Border, Space, cell_of, number_of
from engine.cave.cards.card import VEIN
from engine.cave.cards.table import ACTIONS, MONSTERS, NUGGETS, PATHS
from engine.cave.scenario.words import CARDS
from engine.cave.state import Cobweb, State, cave_state
from engine.grid.cells import Cell
from engine.inputs import DealRound
from engine.scenario.keys import Impossible
from engine.scenario.piles import complete
from engine.slots import Face, Seat, Slot
from engine.tabletop import Tabletop

LEVELS = (1, 2, 3)
_FACE = {card.key: card.number for card in ACTIONS}
_COBWEBS = [card.number for card in ACTIONS if card.kind == "cobweb"]
_PATHS = frozenset(card.number for card in PATHS)


@dataclass(slots=True, frozen=True)
class Named:
    """A card of the deck: its face, and its level if that was said."""

    face: Face
    level: int = 0


@dataclass(slots=True)
class Position:
    """What lies and stands where.  Cards that are named nowhere lie face down at the bottom of the discard pile."""

    turn: Seat = 0
    board: list[tuple[Cell, Face, int]] = field(default_factory=list)
    """Path cards: cell, face, degrees."""
    goals: list[Face] = field(default_factory=list)
    """By x, then y of their corners."""
    face_up: list[tuple[Cell, int]] = field(default_factory=list)
    """Goals that were turned up: cell, degrees."""
    clans: list[Face] = field(default_factory=list)
    undealt: list[Face] = field(default_factory=list)
    open: list[Seat] = field(default_factory=list)
    """Whose clan cards lie open; those of dwarfs that are out do anyway."""
    hands: list[list[Named]] = field(default_factory=list)
    pile: list[Named] = field(default_factory=list)
    """The draw pile, top first."""
    discard: list[Named] = field(default_factory=list)
    """The top of the discard pile, topmost last."""
    removed: list[Named] = field(default_factory=list)
    boots: list[Seat] = field(default_factory=list)
    axes: list[Seat] = field(default_factory=list)
    dwarfs: dict[Seat, Space] = field(default_factory=dict)
    """Where dwarfs stand; all others are at the start, or out."""
    out: list[Seat] = field(default_factory=list)
    """Whose dwarfs are out, in their order."""
    lying: list[Seat] = field(default_factory=list)
    nuggets: list[int] = field(default_factory=list)
    webs: list[tuple[Border, int, Seat]] = field(default_factory=list)
    """Cobwebs: border, side, whose card it is."""
    monsters: dict[str, tuple[Space, Seat]] = field(default_factory=dict)
    """Where monsters stand, and before whom their cards lie."""
    mined: list[Cell] = field(default_factory=list)
    """The gold veins whose nugget is taken."""


def arrange(table: Tabletop, position: Position) -> None:
    """Bring a fresh table to where the position says, with the player to move to use a card."""
    state = cave_state(table.state)
    _check_lists(position, state.book.seats)
    piles = {pile.name: pile.faces for pile in state.book.piles}
    goals = complete({"goals": position.goals}, piles["goals"], CARDS.keys)
    table.faces.update(enumerate(face for faces in piles.values() for face in faces))
    table.give(DealRound(tuple(map(len, piles.values()))))
    state.asked, state.stage = None, "turn"
    table.faces.update(zip(state.goals.values(), goals, strict=True))
    _deal_clans(table, state, position)
    _Deck(table, state).lay_out(position)
    _turn_up(table, state, position)
    _set_up(state, position, table.faces)
    _show(table, state)
    _check(state, position)


def _check_lists(position: Position, seats: int) -> None:
    """Lists by seat may be left out, but not half written."""
    for part in ("hands", "clans", "nuggets"):
        given = getattr(position, part)
        if len(given) not in (0, seats):
            raise Impossible(part, f"expected {seats} items, one a seat, found {len(given)}")


def _deal_clans(table: Tabletop, state: State, position: Position) -> None:
    """The clans as they are named; without names the loyal ones first, clan by clan."""
    slots = state.loyalties or [*state.clans, *state.undealt]  # dealt already, where the clans have one order only
    whole = [table.faces[slot] for slot in slots]
    named = {"clans": position.clans, "undealt": position.undealt}
    order = complete(named, whole, CARDS.keys)
    if not position.clans and position.undealt:
        count = len(position.undealt)
        order = [*order[count:], *order[:count]]
    dealt = []
    for face in order:
        at = next(slot for slot in slots if state.pile_of[slot] == _clan_pile(state, face))
        slots.remove(at)
        table.faces[at] = face
        dealt.append(at)
    seats = state.book.seats
    state.loyalties, state.clans, state.undealt = [], dealt[:seats], dealt[seats:]


def _clan_pile(state: State, face: Face) -> int:
    return next(number for number in state.book.clan_of if face in state.book.copies[number])


class _Deck:
    """The cards of the three levels, from which a position takes what it names."""

    def __init__(self, table: Tabletop, state: State) -> None:
        self._table = table
        self._state = state
        self._slots: dict[int, list[Slot]] = {level: [] for level in LEVELS}
        self._left: dict[int, list[Face]] = {}
        names = {pile.number: pile.name for pile in state.book.piles}
        for slot, pile in enumerate(state.pile_of):
            if names[pile].startswith("level-"):
                self._slots[int(names[pile][-1])].append(slot)
        for level, slots in self._slots.items():
            self._left[level] = [table.faces[slot] for slot in slots]

    def lay_out(self, position: Position) -> None:
        """Every named card to its zone; the rest lies under the discard pile."""
        state = self._state
        hands = position.hands or [[] for _ in range(state.book.seats)]
        state.hands = [sorted(self._take("hands", hand)) for hand in hands]
        state.pile = self._take("pile", position.pile)[::-1]
        state.removed = self._take("removed", position.removed)
        self._lay_board(position.board)
        self._lay_in_front(position)
        discard = self._take("discard", position.discard)
        state.discard = [*self._rest(), *discard]

    def _lay_board(self, board: Iterable[tuple[Cell, Face, int]]) -> None:
        for at, face, turned in board:
            if face not in _PATHS:
                raise Impossible("board", f"{CARDS.keys[face]!r} is no path card")
            if at in self._state.board.charts or at in self._state.goals:
                raise Impossible("board", "two cards lie on one cell")
            lay(self._state, at, self._take_one("board", Named(face)), face, turned)

    def _lay_in_front(self, position: Position) -> None:
        state = self._state
        for part, key, seats in (("boots", "boots", position.boots), ("axes", "battle-axe", position.axes)):
            for seat in seats:
                self._before(part, seat, _FACE[key])
        for face, (where, side, seat) in zip(_COBWEBS, position.webs, strict=False):
            state.webs[where] = Cobweb(seat, self._before("webs", seat, face), side)
        for key, (stands, seat) in position.monsters.items():
            monster = list(MONSTERS).index(key)
            self._before("monsters", seat, _FACE[key])
            state.monsters[monster], state.owners[monster] = stands, seat

    def _before(self, part: str, seat: Seat, face: Face) -> Slot:
        slot = self._take_one(part, Named(face))
        self._state.faces[slot] = face
        self._state.front[seat].append(slot)
        return slot

    def _take(self, part: str, cards: Iterable[Named]) -> list[Slot]:
        return [self._take_one(part, card) for card in cards]

    def _take_one(self, part: str, card: Named) -> Slot:
        for level in [card.level] if card.level else LEVELS:
            if card.face in self._left[level]:
                self._left[level].remove(card.face)
                slot = self._slots[level].pop(0)
                self._table.faces[slot] = card.face
                return slot
        name = CARDS.keys[card.face]
        raise Impossible(part, f"no card {name!r}{f' of level {card.level}' if card.level else ''} is left for it")

    def _rest(self) -> list[Slot]:
        for level, slots in self._slots.items():
            self._table.faces.update(zip(slots, self._left[level], strict=True))
        return [slot for slots in self._slots.values() for slot in slots]


def lay(state: State, at: Cell, slot: Slot, face: Face, turned: int) -> None:
    """A card lies face up; a vein has its nugget."""
    state.faces[slot] = face
    way = turned == 180
    chart = state.book.charts[face][way]
    state.board.lay(at, slot, state.book.groups[face][way], chart, turned)
    if chart.symbol == VEIN:
        state.veins.add(at)


def _turn_up(table: Tabletop, state: State, position: Position) -> None:
    for at, turned in position.face_up:
        if at not in state.board.network.hidden:
            raise Impossible("face-up", "there is no goal that lies face down on that cell")
        lay(state, at, state.goals[at], table.faces[state.goals[at]], turned)


def _set_up(state: State, position: Position, faces: Mapping[Slot, Face]) -> None:
    seats = range(state.book.seats)
    state.active = state.drawer = position.turn
    state.escaped = tuple(position.out)
    state.dwarfs = [NOWHERE if seat in position.out else position.dwarfs.get(seat, 0) for seat in seats]
    state.lying = [seat in position.lying for seat in seats]
    state.nuggets = [*position.nuggets] or [NUGGETS] * state.book.seats
    state.veins -= set(position.mined)
    state.looked = bool(position.out)
    state.faces.update((state.clans[seat], faces[state.clans[seat]]) for seat in {*position.open, *position.out})


def _show(table: Tabletop, state: State) -> None:
    """Each seat has looked at its clan card and its hand."""
    state.owed.clear()
    for seat, notebook in enumerate(table.notebooks):
        notebook.show((slot, table.faces[slot]) for slot in (state.clans[seat], *state.hands[seat]))


def _check(state: State, position: Position) -> None:
    if not state.hands[position.turn]:
        raise Impossible("hands", f"it is the turn of seat {position.turn}, which has no card")
    for where in position.dwarfs.values():
        _check_space(state, "dwarfs", where)
    for where, _ in position.monsters.values():
        _check_space(state, "monsters", where)
    for part, seats in (("boots", position.boots), ("out", position.out), ("lying", position.lying)):
        _check_once(part, seats)


def _check_space(state: State, part: str, where: Space) -> None:
    at = cell_of(where)
    chart = state.board.charts.get(at)
    spaces = len(chart.names) if chart else int(at in state.goals)
    if number_of(where) >= spaces:
        raise Impossible(part, "a figure stands where there is no space")


def _check_once(part: str, seats: Sequence[Seat]) -> None:
    if len(set(seats)) != len(seats):
        raise Impossible(part, "a seat is named twice")
