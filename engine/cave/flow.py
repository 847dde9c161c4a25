"""What comes after a step or a card is carried out: the stage in which the turn goes on.  Nothing is judged here."""

from engine.cave.board import NOWHERE, border, cell_of
from engine.cave.cards.card import VEIN
from engine.cave.cards.table import MOVES
from engine.cave.state import NO_MONSTER, State
from engine.slots import Face, Seat, Slot


def leave_hand(state: State, seat: Seat, slot: Slot, face: Face) -> None:
    """A card was shown and left the hand; one is drawn for it at the end of the turn."""
    state.hands[seat].remove(slot)
    state.faces[slot] = face
    state.draws = 1


def play_and_discard(state: State, seat: Seat, slot: Slot, face: Face) -> None:
    """A card that acts at once is shown and discarded first (F6.1); then comes the dwarf."""
    leave_hand(state, seat, slot, face)
    state.discard.append(slot)
    begin_walk(state)


def begin_walk(state: State) -> None:
    """Step 2: the dwarf may move, unless it lies down, stood up just now, or is out (F4.2, HF26, HF31)."""
    seat = state.active
    rests = state.lying[seat] or state.kept == seat or state.dwarfs[seat] == NOWHERE
    state.prowler = NO_MONSTER
    state.moves = 0 if rests else MOVES + len(state.in_front(seat, "boots"))
    state.walked = False
    go_on(state)


def go_on(state: State) -> None:
    """The stage that comes next, in the order of HF23: what is met, the exit, the end, the vein; then the next step.

    The end is tested after every act (HF15): a monster on the last card is put down and does not move.
    """
    if state.bitten:
        state.stage = "attack"
    elif state.foes:
        state.stage = "meet"
    elif state.prowler == NO_MONSTER:
        _go_on_walking(state)
    elif state.book.ends_at_once and all_cards_used(state):
        state.stage = "exhausted"
    elif state.moves and state.board.steps(state.monsters[state.prowler], state.webs):
        state.stage = "prowl"
    else:
        begin_walk(state)


def _go_on_walking(state: State) -> None:
    where = state.dwarfs[state.active]
    if where == state.board.exit != NOWHERE:
        state.stage = "escape"
    elif state.book.ends_at_once and all_cards_used(state):
        state.stage = "exhausted"
    elif state.moves == 0 and takes_vein(state):
        state.stage = "vein"
    elif can_step(state) or webs_at_hand(state):
        state.stage = "walk"
    else:
        state.stage = "finish-turn"


def can_step(state: State) -> bool:
    """Whether the active dwarf has a move left, and somewhere to go."""
    return state.moves > 0 and bool(state.board.steps(state.dwarfs[state.active], state.webs))


def takes_vein(state: State) -> bool:
    """Whether the active dwarf has moved, and stands on a gold vein that has its nugget (F5.9, HF35)."""
    where = state.dwarfs[state.active]
    at = cell_of(where)
    return state.walked and at in state.veins and state.board.marked(VEIN, at) == where


def webs_at_hand(state: State) -> list[int]:
    """The edges, counted N, E, S, W, of the active dwarf's space with a cobweb that its player may use an axe on."""
    where = state.dwarfs[state.active]
    if not state.webs or where == NOWHERE or not state.in_front(state.active, "battle-axe"):
        return []
    edges = state.board.edges_at(where)
    return [edge for edge in range(4) if edges >> edge & 1 and border(cell_of(where), edge) in state.webs]


def all_cards_used(state: State) -> bool:
    """F9.1: the draw pile is empty, and no seat has a card."""
    return not state.pile and not any(state.hands)


def meet_monsters(state: State, seat: Seat) -> None:
    """The dwarf meets every monster where it stands: its way ends there (F8.3, HF28)."""
    where = state.dwarfs[seat]
    state.foes = tuple(monster for monster, there in enumerate(state.monsters) if there == where)
    if state.foes:
        state.victims = (seat,)
        state.moves = 0
    go_on(state)


def meet_dwarfs(state: State, monster: int) -> None:
    """A monster that came in attacks all dwarfs there, clockwise from the active player, and stops (F6.10)."""
    where = state.monsters[monster]
    state.victims = tuple(seat for seat in state.book.clockwise[state.active] if state.dwarfs[seat] == where)
    if state.victims:
        state.foes = (monster,)
        state.moves = 0


def bite_done(state: State) -> None:
    """The first monster has attacked one dwarf; after the last one comes the next monster."""
    state.bitten = state.bitten[1:]
    if not state.bitten:
        state.foes = state.foes[1:]
    go_on(state)


def send_home(state: State, monster: int) -> Slot:
    """The monster goes back to the bank, and its card to the discard pile."""
    seat = state.owners[monster]
    slot = next(slot for slot in state.in_front(seat, "monster") if state.book.monsters[state.faces[slot]] == monster)
    state.front[seat].remove(slot)
    state.discard.append(slot)
    state.monsters[monster] = NOWHERE
    state.owners[monster] = -1
    return slot


def take_web(state: State, where: int) -> None:
    """The cobweb leaves the board for good, and its card goes to the discard pile (F6.5)."""
    web = state.webs.pop(where)
    state.front[web.seat].remove(web.slot)
    state.discard.append(web.slot)
