"""Who wins a round of Saboteur 2, and what each is paid: the arithmetic of B8 to B11, apart from any table.

Roles are faces.  Imprisoned players are ignored (B12.1, HB8): the caller leaves them out, but for the finisher,
whose team is judged as usual (HB9).
"""

from collections.abc import Collection, Mapping, Sequence

from engine.mine.cards.saboteur2 import ROLES
from engine.slots import Face, Seat

BLUE, GREEN, BOSS, PROFITEER, GEOLOGIST, SABOTEUR = (role.number for role in ROLES)
TEAMS = {"blue": BLUE, "green": GREEN}
"""By the colour of a door: the role that it lets pass."""

_NUGGETS = (0, 5, 4, 3, 2, 1)
_MOST_WINNERS = 5
_DEDUCTION = {BOSS: 1, PROFITEER: 2}


def winning_roles(finisher: Face | None, open_to: Collection[Face], *, solo_must_finish: bool = False) -> set[Face]:
    """The roles that win (B8): ``finisher`` reached the treasure, None if no seat did; it is open to these teams."""
    if finisher is None:
        return {SABOTEUR, PROFITEER}  # B8.6
    if open_to:
        return {*winning_teams(finisher, open_to), BOSS, PROFITEER}  # B8.4
    if solo_must_finish and finisher not in _DEDUCTION:
        return set()  # G25
    return {BOSS, PROFITEER}  # B8.5, HB5


def winning_teams(finisher: Face, open_to: Collection[Face]) -> set[Face]:
    """A digger wins for its team, if it could pass (B8.1); else every team wins that could (B8.2, B8.3)."""
    return {finisher} if finisher in open_to else set(open_to)


def pay(role: Face, winners: int) -> int:
    """What one of so many winners gets (B9); never below nothing (HB7)."""
    return max(0, _NUGGETS[min(winners, _MOST_WINNERS)] - _DEDUCTION.get(role, 0))


def payments(roles: Mapping[Seat, Face], winners: Collection[Seat], crystals: int) -> list[tuple[Seat, int]]:
    """What every seat gets that gets something: winners by the table, then geologists for crystals (B9, B10)."""
    geologists = [seat for seat, role in roles.items() if role == GEOLOGIST]
    pays = [(seat, pay(roles[seat], len(winners))) for seat in winners]
    pays += [(seat, crystals // len(geologists)) for seat in geologists]
    return [(seat, nuggets) for seat, nuggets in pays if nuggets]


def thieves(laid: Sequence[Seat], clockwise: Sequence[Sequence[Seat]]) -> list[Seat]:
    """B11.1: the seat that laid a Theft last, then the others that have one, clockwise from there."""
    return [seat for seat in clockwise[laid[-1]] if seat in laid] if laid else []
