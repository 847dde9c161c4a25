"""Who looks at a table: a screen, or a bot."""

from typing import TYPE_CHECKING, Protocol

from client.net.table.stopwatch import Mistimed
from client.net.trouble import Trouble
from protocol.log.records import Entry
from protocol.wire.messages import Presence

if TYPE_CHECKING:
    from client.net.table.table import FollowedTable


class Watcher(Protocol):
    """Who looks at a table: a screen, or a bot.  Everything it sees is checked, and under the server's signature."""

    def opened(self, table: "FollowedTable") -> None:
        """TABLE was read: there is a follower now.  After damage of the file it may come a second time."""
        ...

    def went_on(self, entry: Entry, events: list[object]) -> None:
        """One more entry; it may come from the file."""
        ...

    def fetched(self, entry: Entry) -> None:
        """An entry that had come without its text, with the text."""
        ...

    def may_act(self) -> None:
        """Nothing is on its way: the seat may say something, if it wants to."""
        ...

    def told(self, presence: Presence) -> None:
        """Who is there, and how long still."""
        ...

    def refused(self, entry: Entry, code: str) -> None:
        """What the seat signed is not in the log and will not be."""
        ...

    def denied(self, code: str) -> None:
        """Something cannot be had of the server at this table just now."""
        ...

    def mistimed(self, question: Mistimed) -> None:
        """A question took another time than the log says; only this client's word against the server's."""
        ...

    def objected(self, code: str) -> None:
        """The seat does not seal this table, and says nothing at it: it is not what was agreed to."""
        ...

    def stopped(self, trouble: Trouble) -> None:
        """The table does not go on here."""
        ...
