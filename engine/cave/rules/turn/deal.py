"""Rule: the game begins with a deal: clans, goals in the corners, hands, and the draw pile by levels (F3)."""

from engine.cave.rules.turn.turn import turn_of
from engine.cave.state import State
from engine.dealing import decide, slots_of, wants
from engine.errors import NOT_WANTED, WRONG_SIZES
from engine.events import ChanceCalled, RoundDealt
from engine.inputs import DealRound
from engine.machine import Rule, Stage
from engine.records import record
from engine.slots import Seat, Slot


@record
class ClansDealt:
    """The clan of every seat, and of the cards that are left; whom each dwarf works for stays hidden (HF24)."""

    clans: tuple[int, ...]


def dealt(state: State, event: RoundDealt) -> None:
    """Goals lie in the corners, five cards of each level are out, and the rest of a level lies over the next one."""
    book, slots = state.book, slots_of(state, event)
    state.begin_round(event.round)
    state.goals = dict(zip(book.goal_cells, slots["goals"], strict=True))
    for at, slot in state.goals.items():
        state.board.hide(at, slot)
    state.loyalties = [*slots["blue"], *slots.get("yellow", [])]
    levels = [slots[f"level-{level}"] for level in (1, 2, 3)]
    state.removed = [slot for level in levels for slot in level[: book.removed]]
    _deal_hands(state, [level[book.removed :] for level in levels])
    state.stage = "begin-round"


def _deal_hands(state: State, levels: list[list[Slot]]) -> None:
    state.hands = [[] for _ in range(state.book.seats)]
    for level, count in zip(levels, state.book.dealt, strict=True):
        for hand in state.hands:
            hand.extend(level[:count])
            del level[:count]
    state.pile = [slot for level in levels for slot in level][::-1]


def begin(state: State) -> tuple[object, ...]:
    """Chance says in which order the clans come, if there is more than one (HF24)."""
    orders = state.book.clan_orders
    if len(orders) > 1:
        return (ChanceCalled("clans", None, len(orders)),)
    return _with_clans(state, 0)


def clans_by_chance(state: State) -> tuple[object, ...]:
    """The order that chance named."""
    return _with_clans(state, state.number)


def _with_clans(state: State, number: int) -> tuple[object, ...]:
    """HF1: chance also says who begins."""
    return (ClansDealt(state.book.clan_orders[number]), ChanceCalled("first-player", None, state.book.seats))


def clans_dealt(state: State, event: ClansDealt) -> None:
    """Each seat takes the next card of its clan and looks at it, and at its hand (F3.3)."""
    cards = iter(_in_order(state, event.clans))
    state.clans = [next(cards) for _ in range(state.book.seats)]
    state.undealt = list(cards)
    state.loyalties = []
    for seat in range(state.book.seats):
        state.owed.append((seat, (state.clans[seat], *state.hands[seat])))


def _in_order(state: State, clans: tuple[int, ...]) -> list[Slot]:
    """The clan cards in that order of their backs."""
    left = list(state.loyalties)
    order = []
    for clan in clans:
        card = next(slot for slot in left if state.book.clan_of[state.pile_of[slot]] == clan)
        left.remove(card)
        order.append(card)
    return order


def begin_by_chance(state: State) -> tuple[object, ...]:
    """Chance has named the first player."""
    first: Seat = state.number
    return turn_of(state, first)


RULE = Rule(
    inputs={DealRound: decide},
    events={RoundDealt: dealt, ClansDealt: clans_dealt},
    stages={
        "deal": Stage(wants=wants),
        "begin-round": Stage(follow=begin),
        "clans": Stage(follow=clans_by_chance),
        "first-player": Stage(follow=begin_by_chance),
    },
    chances={"first-player": 1, "clans": 101},
    reasons=(NOT_WANTED, WRONG_SIZES),
)
