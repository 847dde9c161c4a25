"""Rule: the round ends with the treasure or with the last card; roles are turned up, gold is divided (A8, A9)."""

from engine.events import RoundClosed
from engine.machine import Rule, Stage
from engine.mine.rules.round.gold_draft import draw_gold
from engine.mine.scoring import diggers, saboteurs
from engine.mine.state import State
from engine.records import record
from engine.slots import Seat


@record
class RoundEnded:
    """Nothing more is played; ``finisher`` led the tunnel to the treasure, None if no seat did."""

    treasure: bool
    finisher: Seat | None


@record
class NuggetsPaid:
    """Nuggets were credited from the bank, in public (HA20)."""

    seat: Seat
    nuggets: int


def ended(state: State, event: RoundEnded) -> None:
    """All roles and the goals on the grid are opened to all (A8.2, HA18)."""
    state.treasure_found = event.treasure
    state.finisher = -1 if event.finisher is None else event.finisher
    slots = [
        *state.roles,
        *state.goals_aside,
        *(slot for at, slot in state.goals.items() if at in state.board.network.hidden),
    ]
    if state.book.shows_left_over(state.round):
        slots += [*state.spare_roles, *state.roles_aside]
    state.open_to_all(sorted(slots), then="divide")


def divide(state: State) -> tuple[object, ...]:
    """Diggers win with the treasure (A9.1), saboteurs without it (A9.5); no saboteur, no gold (A9.6)."""
    if state.treasure_found:
        return (draw_gold(state, diggers(state)),)
    if saboteurs(state):
        return state.book.pay_saboteurs(state)
    return (RoundClosed(state.round, state.book.next_starter(state)),)


def pay_from_bank(state: State) -> tuple[object, ...]:
    """HA20: in nuggets, and the round is over."""
    return (*from_bank(state), RoundClosed(state.round, state.book.next_starter(state)))


def from_bank(state: State) -> tuple[object, ...]:
    """The pay of every saboteur in nuggets."""
    winners = saboteurs(state)
    return tuple(NuggetsPaid(seat, state.book.saboteur_pay[len(winners)]) for seat in winners)


def paid(state: State, event: NuggetsPaid) -> None:
    """The gold pile stays as it is."""
    state.nuggets[event.seat] += event.nuggets


RULE = Rule(events={RoundEnded: ended, NuggetsPaid: paid}, stages={"divide": Stage(follow=divide)})
