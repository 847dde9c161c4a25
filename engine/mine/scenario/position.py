"""A position of the mine, laid out card by card, without playing up to it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.grid.cells import Cell
from engine.inputs import DealRound
from engine.mine.book import Book
from engine.mine.cards import saboteur2
from engine.mine.cards.base import ACTIONS
from engine.mine.cards.card import TOOLS
from engine.mine.scenario.words import CARDS
from engine.mine.state import State, mine_state
from engine.scenario.keys import Impossible
from engine.scenario.piles import complete, left
from engine.slots import Face, Seat, Slot
from engine.tabletop import Tabletop

_BROKEN = {card.tools[0]: card.number for card in ACTIONS if card.kind == "break"}
_PRISON, _THEFT = (next(card.number for card in saboteur2.ACTIONS if card.key == key) for key in ("prison", "theft"))


@dataclass(slots=True)
class Position:
    """What lies where.  Cards that are named nowhere lie face down at the bottom of the discard pile."""

    round: int = 1
    turn: Seat = 0
    board: list[tuple[Cell, Face, int]] = field(default_factory=list)
    """Path cards: cell, face, degrees."""
    goals: list[Face] = field(default_factory=list)
    """From the top."""
    face_up: list[tuple[Cell, int]] = field(default_factory=list)
    """Goals that were turned up: cell, degrees."""
    roles: list[Face] = field(default_factory=list)
    undealt: list[Face] = field(default_factory=list)
    """The top of the undealt roles, top first."""
    roles_aside: list[Face] = field(default_factory=list)
    hands: list[list[Face]] = field(default_factory=list)
    pile: list[Face] = field(default_factory=list)
    """The draw pile, top first."""
    discard: list[Face] = field(default_factory=list)
    """The top of the discard pile, topmost last."""
    set_aside: list[Face] = field(default_factory=list)
    broken: list[list[str]] = field(default_factory=list)
    prison: list[Seat] = field(default_factory=list)
    theft: list[Seat] = field(default_factory=list)
    """In the order in which they were laid."""
    gold: list[list[Face]] = field(default_factory=list)
    gold_pile: list[Face] = field(default_factory=list)
    """The gold pile, top first."""
    nuggets: list[int] = field(default_factory=list)
    last_path: Seat | None = None
    last_used: Seat | None = None


def arrange(table: Tabletop, position: Position) -> None:
    """Bring a fresh table to where the position says, with the player to move to use a card."""
    state = mine_state(table.state)
    book = state.book
    position = _by_seat(position, book)
    piles = {pile.name: pile.faces for pile in book.piles}
    fronts = [_front(position, seat) for seat in range(book.seats)]
    deck = _of_deck(position)
    held = [*deck["hands"], *deck["pile"]]
    named = [*held, *_flat(fronts), *deck["board"], *deck["discard"], *deck["set-aside"]]
    rest = left(deck, piles["deck"], CARDS.keys)
    gold = {"gold": _flat(position.gold), "gold-pile": position.gold_pile}
    order = {
        "gold": complete(gold, piles.get("gold", ()), CARDS.keys),
        "roles": _role_order(position, book.seats, piles["roles"]),
        "goals": complete({"goals": position.goals}, piles["goals"], CARDS.keys),
        "deck": [*named, *rest],
    }
    table.faces.update(enumerate(face for name, faces in piles.items() for face in order.get(name, faces)))
    table.give(DealRound(tuple(map(len, piles.values()))))
    _move(state, position, fronts, len(rest))
    _turn_up(state, position, order["goals"])
    _show(table)
    _check(state, position)


def _of_deck(position: Position) -> dict[str, list[Face]]:
    """By key of the position: the cards of the deck that it names."""
    return {
        "board": [face for _, face, _ in position.board],
        "hands": _flat(position.hands),
        "pile": position.pile,
        "discard": position.discard,
        "set-aside": position.set_aside,
        "broken": [_BROKEN[tool] for tools in position.broken for tool in tools],
        "prison": [_PRISON] * len(position.prison),
        "theft": [_THEFT] * len(position.theft),
    }


def _front(position: Position, seat: Seat) -> list[Face]:
    """The cards in front of a seat, in a fixed order."""
    tools = [_BROKEN[tool] for tool in position.broken[seat]]
    return [*tools, *[_PRISON] * position.prison.count(seat), *[_THEFT] * position.theft.count(seat)]


def _role_order(position: Position, seats: int, whole: tuple[Face, ...]) -> list[Face]:
    """The roles of the seats, then the undealt ones from the top, then those that are out of the round."""
    named = {"roles": position.roles, "undealt": position.undealt, "roles-aside": position.roles_aside}
    rest = left(named, whole, CARDS.keys)
    if not position.roles and len(rest) < seats:
        raise Impossible("undealt", f"only {len(rest)} roles are left for {seats} seats")
    dealt = position.roles
    if not dealt:
        dealt, rest = rest[:seats], rest[seats:]
    return [*dealt, *position.undealt, *rest, *position.roles_aside]


def _by_seat(position: Position, book: Book) -> Position:
    """Lists by seat may be left out, but not half written."""
    seats, cells = book.seats, len(book.goal_cells)
    for part in ("hands", "broken", "gold", "nuggets"):
        given = getattr(position, part)
        if len(given) not in (0, seats):
            raise Impossible(part, f"expected {seats} items, one a seat, found {len(given)}")
    if len(position.roles) not in (0, seats):
        raise Impossible("roles", f"expected {seats} roles, one a seat, found {len(position.roles)}")
    if len(position.goals) not in (0, cells):
        raise Impossible("goals", f"expected {cells} goals, found {len(position.goals)}")
    position.hands = position.hands or [[] for _ in range(seats)]
    position.broken = position.broken or [[] for _ in range(seats)]
    position.gold = position.gold or [[] for _ in range(seats)]
    position.nuggets = position.nuggets or [0] * seats
    return position


def _flat(lists: Sequence[Sequence[Face]]) -> list[Face]:
    return [item for part in lists for item in part]


def _move(state: State, position: Position, fronts: list[list[Face]], rest: int) -> None:
    """The deal laid the cards out as for a round; put them where the position says."""
    slots = [*state.set_aside, *_flat(state.hands), *reversed(state.pile)]

    def take(count: int) -> list[Slot]:
        taken, slots[:count] = slots[:count], []
        return taken

    state.hands = [take(len(hand)) for hand in position.hands]
    state.pile = take(len(position.pile))[::-1]
    state.front = [take(len(front)) for front in fronts]
    for (at, face, turned), slot in zip(position.board, take(len(position.board)), strict=True):
        if at in state.board.network.hidden or at in state.board.network.slots:
            raise Impossible("board", "two cards lie on one cell")
        if state.book.kinds.get(face) not in ("path", "ladder"):
            raise Impossible("board", f"{CARDS.keys[face]!r} is no path card")
        _lay(state, at, slot, face, turned)
    discard = take(len(position.discard))
    state.set_aside = take(len(position.set_aside))
    state.discard = [*take(rest), *discard]
    aside = len(state.spare_roles) - len(position.roles_aside)
    state.spare_roles, state.roles_aside = state.spare_roles[:aside], state.spare_roles[aside:]
    for front, faces in zip(state.front, fronts, strict=True):
        state.faces.update(zip(front, faces, strict=True))
    state.broken = [sum(TOOLS[tool] for tool in tools) for tools in position.broken]
    state.imprisoned = [seat in position.prison for seat in range(state.book.seats)]
    state.thefts = list(position.theft)
    state.gold = [[state.gold_pile.pop(0) for _ in held] for held in position.gold]
    state.nuggets = list(position.nuggets)
    state.round, state.asked, state.stage = position.round, None, "turn"
    state.active = state.drawer = position.turn
    state.last_path = -1 if position.last_path is None else position.last_path
    state.last_used = -1 if position.last_used is None else position.last_used


def _turn_up(state: State, position: Position, goals: list[Face]) -> None:
    faces = dict(zip(state.goals, goals, strict=False))
    for at, turned in position.face_up:
        if at not in faces or at in state.board.network.slots:
            raise Impossible("face-up", "there is no goal that lies face down on that cell")
        _lay(state, at, state.goals[at], faces[at], turned)


def _lay(state: State, at: Cell, slot: Slot, face: Face, turned: int) -> None:
    state.faces[slot] = face
    lay = state.board.lay_root if face in state.book.ladders else state.board.lay
    lay(at, slot, state.book.groups[face][turned == 180], turned)


def _show(table: Tabletop) -> None:
    """Each seat has looked at its role, hand and gold."""
    state = mine_state(table.state)
    state.owed.clear()
    for seat, notebook in enumerate(table.notebooks):
        own = [state.roles[seat], *state.hands[seat], *state.gold[seat]]
        notebook.show((slot, table.faces[slot]) for slot in own)


def _check(state: State, position: Position) -> None:
    if state.board.reach.reached:
        raise Impossible("board", "a goal that lies face down is already reached; list it under 'face-up'")
    if not state.hands[position.turn]:
        raise Impossible("hands", f"it is the turn of seat {position.turn}, which has no card")
    for seat, tools in enumerate(position.broken):
        if len(set(tools)) != len(tools):
            raise Impossible("broken", f"seat {seat} has the same broken tool twice")
    for part, seats in (("prison", position.prison), ("theft", position.theft)):
        if len(set(seats)) != len(seats):
            raise Impossible(part, "no seat has two of these cards in front of it")
