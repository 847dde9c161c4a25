"""Who is what, who picks when, who owns how much: the arithmetic of A9 to A11.  Nothing is decided here."""

from collections import Counter
from collections.abc import Iterable, Iterator

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


def pick_order(order: tuple[Seat, ...], picking: set[Seat]) -> list[Seat]:
    """A9.3, A9.4: from the finisher against the order of play, the seats that may pick."""
    finisher, *others = order
    return [seat for seat in (finisher, *reversed(others)) if seat in picking]


def exact_shares(worths: Iterable[int], pay: int, winners: int) -> list[tuple[int, ...]]:
    """Cards of these worths for so many winners, each exactly the pay and in few cards; empty if that cannot be."""
    return _shares(Counter(worths), pay, winners)


def _shares(left: Counter[int], pay: int, winners: int) -> list[tuple[int, ...]]:
    for share in _sums(pay, max(left, default=0)):
        needed = Counter(share)
        if not needed <= left:
            continue
        others = _shares(left - needed, pay, winners - 1) if winners > 1 else []
        if winners == 1 or others:
            return [share, *others]
    return []


def _sums(pay: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Every way to write the pay as a sum, large numbers first."""
    if not pay:
        yield ()
    for first in range(min(pay, largest), 0, -1):
        yield from ((first, *rest) for rest in _sums(pay - first, first))


def totals(state: State) -> tuple[int, ...]:
    """Nuggets in public and on gold cards, by seat; the cards must lie open."""
    worth = state.book.worth
    return tuple(
        nuggets + sum(worth[state.faces[slot]] for slot in held)
        for nuggets, held in zip(state.nuggets, state.gold, strict=True)
    )


def left_of_last_path(state: State) -> Seat:
    """A10.3: left of the seat that placed the last path card; if none did, of the one who used the last card (HA23)."""
    return _left_of(state, state.last_used if state.last_path < 0 else state.last_path)


def left_of_last_card(state: State) -> Seat:
    """G5: left of the seat that used the last card."""
    return _left_of(state, state.last_used)


def _left_of(state: State, seat: Seat) -> Seat:
    return state.book.clockwise[seat][1]
