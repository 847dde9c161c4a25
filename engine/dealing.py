"""A round begins with a deal: what is dealt is the book's to say, and where it lies the game's."""

from engine.errors import NOT_WANTED, WRONG_SIZES, Illegal
from engine.events import RoundDealt
from engine.inputs import DealRound
from engine.slots import Slot
from engine.table import Table
from engine.wants import Deal, Want


def decide(state: Table, given: DealRound) -> tuple[object, ...]:
    """As many slots in each pile as the rules ask."""
    if state.stage != "deal":
        raise Illegal(NOT_WANTED)
    round_ = state.round + 1
    sizes = tuple(len(pile.faces) for pile in state.book.piles_of(round_))
    if given.sizes != sizes:
        raise Illegal(WRONG_SIZES)
    return (RoundDealt(round_, len(state.pile_of), sizes),)


def slots_of(state: Table, event: RoundDealt) -> dict[str, list[Slot]]:
    """By name of their pile: the new slots, in the order in which they were dealt; the state counts them."""
    slots = iter(range(event.first, event.first + sum(event.sizes)))
    dealt: dict[str, list[Slot]] = {}
    for pile, size in zip(state.book.piles_of(event.round), event.sizes, strict=True):
        state.pile_of += [pile.number] * size
        dealt[pile.name] = [next(slots) for _ in range(size)]
    return dealt


def wants(state: Table) -> tuple[Want, ...]:
    """The piles of the next round."""
    return (Deal(state.book.piles_of(state.round + 1)),)
