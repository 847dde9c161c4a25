"""Who is what, who picks when, who owns how much: the arithmetic of A9 to A11.  Nothing is decided here."""

from engine.mine.cards.base import ROLES
from engine.mine.state import State
from engine.slots import Seat

_NUMBER = {role.key: role.number for role in ROLES}


def diggers(state: State) -> list[Seat]:
    """The gold-diggers among the players; roles must lie open."""
    return _with_role(state, "digger")


def saboteurs(state: State) -> list[Seat]:
    """The saboteurs among the players; roles must lie open."""
    return _with_role(state, "saboteur")


def _with_role(state: State, key: str) -> list[Seat]:
    return [seat for seat, slot in enumerate(state.roles) if state.faces[slot] == _NUMBER[key]]


def pick_order(clockwise: tuple[Seat, ...], picking: set[Seat]) -> list[Seat]:
    """A9.3, A9.4: from the finisher counter-clockwise, those who may pick."""
    finisher, *others = clockwise
    return [seat for seat in (finisher, *reversed(others)) if seat in picking]


def totals(state: State) -> tuple[int, ...]:
    """Nuggets in public and on gold cards, by seat; the cards must lie open."""
    worth = state.book.worth
    return tuple(
        nuggets + sum(worth[state.faces[slot]] for slot in held)
        for nuggets, held in zip(state.nuggets, state.gold, strict=True)
    )


def left_of_last_path(state: State) -> Seat:
    """A10.3: left of whoever placed the last path card; if nobody did, of whoever used the last card (HA23)."""
    return _left_of(state, state.last_used if state.last_path < 0 else state.last_path)


def left_of_last_card(state: State) -> Seat:
    """G5: left of whoever used the last card."""
    return _left_of(state, state.last_used)


def _left_of(state: State, seat: Seat) -> Seat:
    return state.book.clockwise[seat][1]
