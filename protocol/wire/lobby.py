"""What client and server say about tables that have not begun: gatherings, who sits there, and talk.

Nothing here stands in a log.  A person brings a JOIN on sitting down, is introduced to the others when all seats are
taken, and signs what the table will be: a client seals only the TABLE for which it has seen every such signature.
A gathering becomes a table when its host starts it; if the start is dissolved, the people gather again, and the next
TABLE names the one before.
"""

from typing import Annotated, Literal

from msgspec import Meta

from protocol.log.bodies import (
    BotSeat,
    Digest,
    Introduction,
    Key,
    MaybeSeconds,
    Options,
    Predecessor,
    Seat,
    Seconds,
    Signature,
    SignedJoin,
    Word,
)
from protocol.wire.codec import Body, Message, check_text

CODE = 8
"""Characters of the code of a gathering, base32: 40 bits, too many to try out online."""

GatheringCode = Annotated[str, Meta(pattern=r"^[A-Z2-7]{8}\Z")]
Password = Annotated[str, Meta(max_length=64)]
Seats = Annotated[int, Meta(ge=2, le=12)]
Text = Annotated[str, Meta(min_length=1, max_length=500)]
PlayerName = Annotated[str, Meta(min_length=1, max_length=64)]
Count = Annotated[int, Meta(ge=0, lt=2**32)]
ShortRules = Annotated[str, Meta(pattern=r"^[a-z0-9+=.,:_-]{1,1000}\Z")]
"""Rules as a host wishes them; TABLE has room for more, a list of offers has not."""
MOST_BOT_MS, MOST_BREAK = 1000, 600
MOST_OFFERS = 50
"""So many fit into a frame, however long their rules and names are."""


class Wishes(Body, frozen=True, kw_only=True):
    """How the host wants to play."""

    rules: ShortRules
    seats: Seats
    listed: bool
    """Whether the lobby shows it; else a guest needs the code."""
    turn_seconds: Seconds
    step_seconds: Seconds
    window_seconds: MaybeSeconds
    bank_seconds: MaybeSeconds
    absent: BotSeat | None
    spectators: bool


class Sitter(Body, frozen=True, kw_only=True):
    """Who sits on a seat: a person with name and identity key, or a bot."""

    name: PlayerName
    key: Key | None
    """The server's word; an introduction proves it."""
    bot: BotSeat | None
    join: SignedJoin | None
    """None for a bot, and for a person whose last one was used up."""
    introduction: Introduction | None
    """None as long as a seat is free, and before the person has sent it."""
    ready: Signature | None
    """Of the seat key, over all rows and what is agreed to."""

    def __post_init__(self) -> None:
        check_text(self.name, 64)

    @property
    def is_ready(self) -> bool:
        """Bots always are."""
        return self.bot is not None or self.ready is not None


class Gathering(Body, frozen=True, kw_only=True):
    """A table that has not begun."""

    code: GatheringCode
    wishes: Wishes
    options: Options
    """What TABLE will say: the wishes, and what the server adds to them; a ready player has agreed to it."""
    locked: bool
    """Whether a password is asked for."""
    host: Seat
    sitters: Annotated[tuple[Sitter, ...], Meta(max_length=12)]
    predecessor: Predecessor | None
    dissolved: Count
    """How many starts in a row were dissolved."""


# What both say


class Pace(Message, frozen=True, kw_only=True, tag="pace"):
    """Either: how fast the host wants to play, and what the server tells all who sit there of it.

    It changes no rule and no limit, so that no player signs it.
    """

    gathering: GatheringCode
    bot_ms: Annotated[int, Meta(ge=0, le=MOST_BOT_MS)]
    """How long a bot takes for a turn."""
    break_seconds: Annotated[int, Meta(ge=0, le=MOST_BREAK)]
    """How long the next round waits at most for those who look at the last one; 0: it is dealt at once."""


# What a client says


class Browse(Message, frozen=True, kw_only=True, tag="browse"):
    """Client: which gatherings are there?"""


class Gather(Message, frozen=True, kw_only=True, tag="gather"):
    """Client: open a gathering, and sit down as its host."""

    wishes: Wishes
    password: Password
    join: SignedJoin


class Sit(Message, frozen=True, kw_only=True, tag="sit"):
    """Client: sit down at a gathering."""

    gathering: GatheringCode
    password: Password
    join: SignedJoin


class Rise(Message, frozen=True, kw_only=True, tag="rise"):
    """Client: leave a gathering."""

    gathering: GatheringCode


class Dismiss(Message, frozen=True, kw_only=True, tag="dismiss"):
    """Client: the host sends a person or a bot away."""

    gathering: GatheringCode
    seat: Seat


class SeatBot(Message, frozen=True, kw_only=True, tag="seat-bot"):
    """Client: the host lets a bot of the server sit down."""

    gathering: GatheringCode
    bot: Word


class Introduce(Message, frozen=True, kw_only=True, tag="introduce"):
    """Client: who has made the JOIN, for the people of the gathering."""

    gathering: GatheringCode
    introduction: Introduction


class Ready(Message, frozen=True, kw_only=True, tag="ready"):
    """Client: ready to begin with these seats, rules, options and predecessor."""

    gathering: GatheringCode
    signature: Signature


class Rejoin(Message, frozen=True, kw_only=True, tag="rejoin"):
    """Client: the last JOIN is dead, and with it that the person was ready; here is a new one."""

    gathering: GatheringCode
    join: SignedJoin


class Start(Message, frozen=True, kw_only=True, tag="start"):
    """Client: the host begins the table."""

    gathering: GatheringCode


class Again(Message, frozen=True, kw_only=True, tag="again"):
    """Client: another game with the people of a table that has ended."""

    table: Digest
    join: SignedJoin


class Say(Message, frozen=True, kw_only=True, tag="say"):
    """Client: a line for a gathering, or for the lobby."""

    gathering: GatheringCode | None
    text: Text

    def __post_init__(self) -> None:
        check_text(self.text, 2000)


class Look(Message, frozen=True, kw_only=True, tag="look"):
    """Client: which tables may be watched?  With a code also the one that came of this gathering, listed or not."""

    gathering: GatheringCode | None


# What a server says


class Offer(Body, frozen=True, kw_only=True):
    """A gathering as the lobby shows it."""

    code: GatheringCode
    rules: ShortRules
    seats: Seats
    taken: Annotated[int, Meta(ge=0, le=12)]
    locked: bool
    host: PlayerName

    def __post_init__(self) -> None:
        check_text(self.host, 64)


class Offers(Message, frozen=True, kw_only=True, tag="offers"):
    """Server: the gatherings that are listed."""

    offers: Annotated[tuple[Offer, ...], Meta(max_length=MOST_OFFERS)]


class Watchable(Body, frozen=True, kw_only=True):
    """A table that may be watched, as it began."""

    table: Digest
    code: GatheringCode
    rules: ShortRules
    seats: Seats
    host: PlayerName
    delay: Annotated[int, Meta(ge=0, le=86_400)]
    """By how many seconds what is seen there is late."""

    def __post_init__(self) -> None:
        check_text(self.host, 64)


class Watchables(Message, frozen=True, kw_only=True, tag="watchables"):
    """Server: the tables that may be watched, the newest first."""

    tables: Annotated[tuple[Watchable, ...], Meta(max_length=MOST_OFFERS)]


class Gathered(Message, frozen=True, kw_only=True, tag="gathered"):
    """Server: how a gathering stands now, to all who sit there."""

    gathering: Gathering
    seat: Seat
    """The recipient's seat."""


class Parted(Message, frozen=True, kw_only=True, tag="parted"):
    """Server: you do not sit at this gathering any more; why."""

    gathering: GatheringCode
    why: Literal["risen", "dismissed", "closed"]


class Started(Message, frozen=True, kw_only=True, tag="started"):
    """Server: the gathering became this table; its log is to be resumed from the first entry."""

    gathering: GatheringCode
    table: Digest


class Said(Message, frozen=True, kw_only=True, tag="said"):
    """Server: a line that was said at a gathering or in the lobby."""

    gathering: GatheringCode | None
    name: PlayerName
    key: Key
    text: Text

    def __post_init__(self) -> None:
        check_text(self.text, 2000)
        check_text(self.name, 64)


class Announced(Message, frozen=True, kw_only=True, tag="announced"):
    """Server: what its operator wants all to know who are connected."""

    text: Text

    def __post_init__(self) -> None:
        check_text(self.text, 2000)


FromGuest = (
    Browse | Gather | Sit | Rise | Dismiss | SeatBot | Introduce | Ready | Rejoin | Start | Again | Say | Pace | Look
)
FromLobby = Offers | Gathered | Parted | Started | Said | Pace | Watchables | Announced
