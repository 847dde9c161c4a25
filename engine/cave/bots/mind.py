"""How `steady` plays the cave: what each act is worth to it."""

from collections.abc import Callable
from typing import Any

from engine.bots.mind import Mind
from engine.cave.resolving import RULES
from engine.cave.view import View
from engine.slots import Seat


class Memory:
    """Nothing is remembered that the table does not show."""

    def __init__(self, seat: Seat, seats: int) -> None:
        self.seat = seat

    def note(self, event: object, view: View) -> None:
        """What happened lies on the table."""


class Player:
    """One decision."""

    def __init__(self, memory: Memory, view: View) -> None:
        self.view = view


_WORTH: dict[type, Callable[[Any, Any], float]] = {
    row.act: lambda player, act: 1.0 for rule in RULES for row in rule.acts
}
MIND = Mind(Memory, Player, _WORTH)
