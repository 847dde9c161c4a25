"""A table whose dealer's secrets are gone: its log is shown and confirmed, and nothing is dealt any more.

They were deleted with its end, and nobody needs them: neither for the log nor for what people still sign.  If they were
lost before that, the table stays as it is; or its end was lost, as in an old copy of the journal, and it can still be
learnt from whoever has it.
"""

from engine.front import State
from engine.slots import Draw, Slot
from protocol.follow.follower import Follower
from protocol.host.host import Host
from protocol.log import bodies
from protocol.log.faults import Code, Fault, Finding
from protocol.log.records import Entry, Kind
from protocol.modes.dealer.claims import Dealt, Drawn, Renewed
from protocol.wire.codec import Body


class EndedHost(Host):
    """A host without bots: none of them has a move left."""

    @property
    def is_spent(self) -> bool:
        """Whether the table has not ended, and cannot go on."""
        return self.follower.ended is None

    def _tell_bots(self, claims: int, events: list[object]) -> None:
        """Nobody asks them again."""

    def submit(self, entry: Entry) -> list[object]:
        """What people sign about the end."""
        if self.follower.ended is None:
            why = "the dealer's secrets are lost: this table cannot go on"
            raise Fault(Finding(Code.OUT_OF_PLACE, self.next_seq, self.setting.server_key, why))
        return super().submit(entry)

    def settle(self) -> None:
        """There is nothing that the server could say."""

    def bot_is_next(self) -> bool:
        """Bots cannot know any more what they have seen."""
        return False

    def time_up(self) -> None:
        """What follows from it could not be dealt."""


class SpentDealer:
    """Follows, and answers nothing."""

    def begin(self, follower: Follower) -> None:
        """Nothing to deal."""

    def follow(self, claim: Dealt | Drawn | Renewed) -> None:
        """Nothing to keep in step."""

    def answer(self, want: object, state: State, seq: int) -> tuple[Kind, Body]:
        """An ended table wants nothing."""
        raise AssertionError(f"{want} at a table that has ended")

    def opening(self, slot: Slot) -> bodies.Opening:
        """What may be known stands in the log."""
        raise AssertionError(f"slot {slot} of a table that has ended")

    def check(self, choice: Entry, below: int) -> None:
        """It was checked when it was logged."""

    def learn(self, choice: Entry, below: int) -> None:
        """It lies open."""

    def choose_by_chance(self, seat: int, below: int) -> None:
        """It was done."""

    def bot_chance(self, seat: int) -> Draw:
        """Of a decision that was made."""
        return lambda below: 0

    def open_round(self, round_: int) -> bodies.RoundOpen:
        """It stands in the log."""
        return bodies.RoundOpen(round=round_, part=b"")

    def open_game(self) -> bodies.GameOpen:
        """It stands in the log."""
        raise AssertionError("the table has ended")
