"""Rule: a monster card puts its monster on a lair, or takes up one in play, and then moves it (F6.8 to F6.12)."""

from engine.acts import ActRow
from engine.cave.board import NOWHERE, cell_of, number_of
from engine.cave.cards.card import LAIR
from engine.cave.flow import go_on, leave_hand, meet_dwarfs, send_home
from engine.cave.state import State
from engine.errors import Illegal, Reason
from engine.grid.cells import Cell
from engine.hands import require
from engine.machine import Rule
from engine.records import record
from engine.slots import Face, Seat, Slot

NO_LAIR_THERE = Reason("monster/no-lair", "F6.8")
ELSEWHERE = Reason("monster/elsewhere", "F6.12")


@record
class UnleashMonster:
    """Put the monster on the lair of that cell; if it is in play, take it up there, where it stands."""

    seat: Seat
    slot: Slot
    face: Face
    cell: Cell


@record
class MonsterUnleashed:
    """The monster is the seat's to move."""

    seat: Seat
    slot: Slot
    face: Face
    monster: int
    cell: Cell
    space: int


def decide(state: State, act: UnleashMonster) -> tuple[object, ...]:
    """A lair that lies face up; a monster in play starts from where it is, also if no lair is left (HF30)."""
    require(state, act.seat, act.slot, act.face, "monster")
    monster = state.book.monsters[act.face]
    there = state.monsters[monster]
    if there != NOWHERE:
        if act.cell != cell_of(there):
            raise Illegal(ELSEWHERE)
    else:
        there = state.board.marked(LAIR, act.cell)
        if there == NOWHERE:
            raise Illegal(NO_LAIR_THERE)
    return (MonsterUnleashed(act.seat, act.slot, act.face, monster, act.cell, number_of(there)),)


def unleashed(state: State, event: MonsterUnleashed) -> None:
    """The card of its former owner is discarded; dwarfs on the lair are attacked at once (HF6), those beside it not."""
    monster = event.monster
    fresh = state.monsters[monster] == NOWHERE
    where = state.monsters[monster]
    if fresh:
        where = state.board.marked(LAIR, event.cell)
    else:
        send_home(state, monster)
    leave_hand(state, event.seat, event.slot, event.face)
    state.front[event.seat].append(event.slot)
    state.monsters[monster], state.owners[monster] = where, event.seat
    state.prowler, state.moves = monster, state.book.monster_moves[monster]
    if fresh and state.book.attacks_from_lairs:
        meet_dwarfs(state, monster)
    go_on(state)


def offer(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """Where it stands; or every lair, by x, then y."""
    there = state.monsters[state.book.monsters[face]]
    cells = [cell_of(where) for where in sorted(state.board.lairs)] if there == NOWHERE else [cell_of(there)]
    acts += [UnleashMonster(seat, slot, face, at) for at in cells]


RULE = Rule(
    inputs={UnleashMonster: decide},
    events={MonsterUnleashed: unleashed},
    offers={"monster": offer},
    acts=(ActRow(UnleashMonster, "unleash", kind="monster"),),
    reasons=(NO_LAIR_THERE, ELSEWHERE),
)
