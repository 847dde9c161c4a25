"""What a screen or a bot is told: of the tables that are followed, and of everything beside them."""

from typing import TYPE_CHECKING, Protocol

from client.net.hang_up import HungUp
from client.net.table.stopwatch import Mistimed
from client.net.trouble import Trouble
from protocol.log.records import Entry
from protocol.wire import lobby
from protocol.wire.messages import Presence

if TYPE_CHECKING:
    from client.net.table.table import FollowedTable


class Watcher(Protocol):
    """A screen or a bot that looks at a table.  Everything it sees is checked, and under the server's signature."""

    def opened(self, table: "FollowedTable") -> None:
        """TABLE was read: there is a follower now.  After damage of the file it may come a second time."""

    def went_on(self, entry: Entry, events: list[object]) -> None: ...  # it may come from the file
    def fetched(self, entry: Entry) -> None: ...  # an entry that had come without its text, with the text
    def may_act(self) -> None: ...  # nothing is on its way: the seat may say something, if it wants to
    def told(self, presence: Presence) -> None: ...
    def refused(self, entry: Entry, code: str) -> None: ...  # what the seat signed will not be in the log
    def denied(self, code: str) -> None: ...  # something cannot be had of the server at this table just now
    def mistimed(self, question: Mistimed) -> None: ...  # only this client's word against the server's
    def objected(self, code: str) -> None: ...  # the seat does not seal this table, and says nothing at it
    def stopped(self, trouble: Trouble) -> None: ...


class GuestWatcher(Protocol):
    """Is told what happens beside the tables."""

    def connected(self, tables: tuple[bytes, ...]) -> None: ...  # the tables at which a seat of ours is not over
    def disconnected(self, why: HungUp, seconds: float) -> None: ...  # the next try comes after so many seconds
    def gave_up(self, why: HungUp) -> None: ...
    def told(self, message: lobby.Offers | lobby.Gathered | lobby.Parted | lobby.Started | lobby.Said) -> None: ...
    def denied(self, code: str) -> None: ...
    def watch(self, tid: bytes) -> Watcher: ...  # of a table that is followed from now on
