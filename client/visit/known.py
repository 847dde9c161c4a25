"""What is known of a table: the state of its follower, for one seat, before and after there is one."""

from pathlib import Path

from client.games.game import View, Waiting
from client.net.table.table import FollowedTable
from engine.wants import Choose
from protocol.follow.follower import Follower
from protocol.follow.seat import SeatFollower
from protocol.log import bodies


class KnownTable:
    def __init__(self) -> None:
        self.following: FollowedTable | None = None

    @property
    def follower(self) -> Follower | None:
        """The table as its log tells it; None before TABLE has come."""
        return self.following.follower if self.following is not None else None

    @property
    def own(self) -> SeatFollower | None:
        """The follower, if the person has a seat; None also where the table is only watched."""
        return self.following.seat if self.following is not None else None

    @property
    def view(self) -> View | None:
        return self.own.view if self.own is not None else None

    @property
    def live(self) -> bool:
        """Whether all that the server has was received, and what is said now reaches it."""
        return self.following is not None and self.following.live

    @property
    def sending(self) -> bool:
        """Whether something that the seat signed does not stand in the log yet."""
        return self.following is not None and self.following.flying is not None

    @property
    def entries(self) -> int:
        return self.follower.chain.last if self.follower is not None else 0

    def confirmed(self, seat: int) -> int:
        """Up to which entry a seat has signed that it sees the same log."""
        return self.follower.signatures.confirmed[seat] if self.follower is not None else 0

    @property
    def phrase(self) -> str:
        return " ".join(self.following.phrase) if self.following is not None else ""

    @property
    def log(self) -> Path | None:
        return self.following.file.path if self.following is not None else None

    @property
    def ended(self) -> bodies.End | None:
        return self.follower.ended if self.follower is not None else None

    @property
    def end_confirmed(self) -> bool:
        """Whether it has ended, and this seat has signed that it saw the end."""
        return self.following is not None and self.following.confirmed

    @property
    def playing(self) -> bool:
        """Whether all seeds are shown and the game is not over."""
        follower = self.follower
        return follower is not None and follower.agreement.all_revealed and follower.ended is None

    @property
    def missing(self) -> list[int]:
        """Before play begins: the seats whose agreement or seed the table waits for."""
        return sorted(self.follower.agreement.missing) if self.follower is not None else []

    @property
    def waiting(self) -> Waiting | None:
        follower = self.follower
        return follower.play.waiting() if follower is not None and self.playing else None

    @property
    def waiting_for(self) -> tuple[int, ...]:
        waiting = self.waiting
        if waiting is None:
            return ()
        return (waiting.seat,) if isinstance(waiting, Choose) else waiting.seats

    @property
    def with_bots_alone(self) -> bool:
        return self.follower is not None and len(self.follower.setting.people) == 1

    @property
    def away(self) -> bool:
        """Whether the person has left the table and can still come back."""
        own = self.own
        return own is not None and own.ended is None and own.seat in own.absence.left

    @property
    def counted_out(self) -> bool:
        """Whether the seat has answered nothing for so long that it counts as away; its person can play on."""
        own = self.own
        return own is not None and own.ended is None and own.seat in own.absence.out - own.absence.left

    @property
    def paused(self) -> bool:
        return self.follower is not None and self.follower.absence.paused

    @property
    def has_pauses(self) -> bool:
        return self.follower is not None and self.follower.absence.pause.allowed

    @property
    def pause_wanted(self) -> tuple[int, ...]:
        """The seats that want a pause which has not begun, as the log has it."""
        follower = self.follower
        if follower is None or follower.ended is not None or follower.absence.paused:
            return ()
        return tuple(sorted(follower.absence.pause.asked))
