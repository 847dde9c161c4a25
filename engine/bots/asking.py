"""What comes next at a table of bots: the act of one of them, or the clock."""

from collections.abc import Callable

from engine.front import ActLike
from engine.inputs import TimeUp
from engine.slots import TABLE, Seat
from engine.wants import Act, Choose, Window


def answered(want: Act | Window | Choose, choose: Callable[[Seat], ActLike | None]) -> object:
    """The input that comes next: in a window the seats are asked in their order, and then comes the clock.

    A bot has nothing to hide a secret choice with: chance chooses.
    """
    if isinstance(want, Act):
        return choose(want.seats[0])
    if isinstance(want, Choose):
        return TimeUp(want.seat)
    reactions = (choose(seat) for seat in sorted(want.seats))
    return next((act for act in reactions if act is not None), TimeUp(TABLE))
