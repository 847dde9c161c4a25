"""What the person came for when the program was started, and what a host wants to play, before there is a table."""

from dataclasses import dataclass, field
from itertools import cycle, islice
from typing import TYPE_CHECKING

from client.net.way import Way
from client.pacing import USUAL_BREAK, USUAL_PACE
from protocol.wire.invite import Invite

if TYPE_CHECKING:
    from client.learn.course import Course
    from client.net.guest import Pace
    from client.replay.opened import Opened
    from protocol.wire import lobby

WINDOW = 3  # seconds to react to what others do
LONGEST_PASSWORD = 64
LONGEST_TIME = 86_400


@dataclass(frozen=True, slots=True)
class Setup:
    """Complete in itself: whatever is left out has a value that people can play with."""

    rules: str = "base"
    players: int = 5
    bots: tuple[str, ...] = ("steady",)  # kinds, in turn, for as many seats as bots get
    bot_seats: int = 0  # how many bots sit down at once; at a table with bots alone, all the others are
    listed: bool = True
    password: str = ""
    turn_seconds: int = 90
    bank_seconds: int = 300
    absent: str = "steady"  # the bot that plays for an absent seat; empty if the seat passes
    spectators: bool = False
    bot_ms: int = USUAL_PACE  # how long a bot takes for a turn
    break_seconds: int = USUAL_BREAK  # for players who look at the last round, at most

    @property
    def pace(self) -> "Pace | None":
        from client.net.guest import Pace  # noqa: PLC0415  # as above: the network comes later

        return Pace(self.bot_ms, self.break_seconds)

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


@dataclass(frozen=True, slots=True)
class Alone:
    """A game with bots, on a server of this computer that no other computer reaches."""

    order: Setup = field(default_factory=Setup)
    table: bytes = b""  # the unfinished one that the person goes back to, if that is what it is for


@dataclass(frozen=True, slots=True)
class WithFriends:
    """A table for people on the same network, on a server of this computer."""

    setup: Setup = field(default_factory=Setup)
    table: bytes = b""  # as above
    new: bool = False  # whether the person has seen the unfinished ones, and wants another


@dataclass(frozen=True, slots=True)
class At:
    """A server somewhere; with the code of a gathering, right to a seat there, and to no other table."""

    invite: Invite
    code: str = ""
    way: Way = Way.DIRECT
    table: bytes = b""  # as above


@dataclass(frozen=True, slots=True)
class Watching:
    """A server somewhere, for a person without a seat; with the code of a lobby, the table that came of it."""

    invite: Invite
    code: str = ""
    way: Way = Way.DIRECT
    verify: bool = False  # whether what was seen is to be audited at the end


@dataclass(frozen=True, slots=True)
class Looking:
    """What is there on the same network?  With a code, right to that table when it is found."""

    code: str = ""
    otherwise: Invite | None = None  # where to go if no table has that code: a computer may be called so


@dataclass(frozen=True, slots=True)
class LookingBack:
    """A game from its log, which was opened already; no network is needed."""

    game: "Opened"


@dataclass(frozen=True, slots=True)
class Studying:
    """Lessons or puzzles, from one of them on; no network is needed."""

    course: "Course"
    at: int


@dataclass(frozen=True, slots=True)
class Undecided:
    """The start menu."""


Errand = Alone | WithFriends | At | Watching | Looking | LookingBack | Studying | Undecided
