"""What a host wants to play, before there is a table: the rules, the seats, and the times."""

from dataclasses import dataclass
from itertools import cycle, islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from protocol.wire import lobby

WINDOW = 3
"""Seconds to react to what others do."""
LONGEST_PASSWORD = 64
LONGEST_TIME = 86_400


@dataclass(frozen=True, slots=True)
class Order:
    """A game with bots."""

    rules: str = "base"
    players: int = 5
    bots: tuple[str, ...] = ("steady",)
    """In turn, until all seats are taken."""


_USUAL = Order()


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """Complete in itself: whatever is left out has a value that people can play with."""

    rules: str = _USUAL.rules
    players: int = _USUAL.players
    bots: tuple[str, ...] = _USUAL.bots
    """Kinds, in turn, for as many seats as bots get."""
    bot_seats: int = 0
    """How many bots sit down at once; at a table with bots alone, all the others are."""
    listed: bool = True
    password: str = ""
    turn_seconds: int = 90
    bank_seconds: int = 300
    absent: str = _USUAL.bots[0]
    """The bot that plays for an absent seat; empty if the seat passes."""
    spectators: bool = False

    @property
    def step_seconds(self) -> int:
        """For any other question than a turn, which takes less thought."""
        return max(1, self.turn_seconds * 2 // 3)

    @property
    def seated(self) -> tuple[str, ...]:
        return tuple(islice(cycle(self.bots), min(self.bot_seats, self.players - 1)))

    def wishes(self) -> "lobby.Wishes":
        from engine.bots import BOTS  # noqa: PLC0415  # the first screen is painted without an engine
        from protocol.log.bodies import BotSeat  # noqa: PLC0415
        from protocol.wire import lobby  # noqa: PLC0415

        return lobby.Wishes(
            rules=self.rules,
            seats=self.players,
            listed=self.listed,
            turn_seconds=self.turn_seconds,
            step_seconds=self.step_seconds,
            window_seconds=WINDOW,
            bank_seconds=self.bank_seconds,
            absent=BotSeat(bot=self.absent, rev=BOTS[self.absent].rev) if self.absent else None,
            spectators=self.spectators,
        )

    def order(self) -> Order:
        return Order(rules=self.rules, players=self.players, bots=self.bots)
