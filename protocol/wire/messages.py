"""What client and server say to each other: the schema, with its bounds on the types.

Nothing here is trusted or proved: what counts stands in the log, whose records travel as the bytes that they are.
Codes travel, never sentences; the client has the words.  Within a version nothing here changes its meaning: what comes
later has the name of a feature, and travels only where both sides have named it in the first two messages.

The conversation::

    Hello >  < ServerHello    the server has shown its key
    Login >  < Welcome        the client has shown its key
    Resume >  < Entries       the log from there on, and everything that comes
    Submit >  < Refused       or, if it was not refused, the entry itself in the next `Entries`

`Ping`, `Pong` and `Bye` may come from both sides at any time, `Fault` and `Presence` from the server.
How a table comes about is `protocol.wire.lobby`, what is left of it `protocol.wire.archive`; how a server comes to a
new key is `protocol.wire.succession`.
"""

from enum import Enum, unique
from typing import Annotated, Literal

from msgspec import Meta

from protocol.log.bodies import Seat, Word
from protocol.wire.archive import FromArchive, FromReader
from protocol.wire.codec import LONGEST_LIST, BadFrame, Message, check_text, decode
from protocol.wire.lobby import FromGuest, FromLobby
from protocol.wire.succession import Succession

WIRE_MIN, WIRE_MAX = 2, 2
"""The versions of these messages that this program speaks."""
BOTS_CHANGED = "table/other-bots"
"""The code of a fault: the server's bots play on in another revision than TABLE names.  The client signs a NOTE."""
PACE = "pace"
"""The time that bots take, and a break between rounds: `Hurry`, `GoOn`, `BetweenRounds`, and `Pace` of the lobby."""
WATCH = "watch"
"""Which tables may be watched: `Look` and `Watchables` of the lobby."""
ANNOUNCE = "announce"
"""What the operator tells all who are connected: `Announced` of the lobby."""
ARCHIVE = "archive"
"""Games that are over: the messages of `protocol.wire.archive`."""
SUCCESSION = "succession"
"""Keys that have handed over to the server's: `Succession`; a server names it only if there are such keys."""
FEATURES: tuple[str, ...] = (PACE, WATCH, ANNOUNCE, ARCHIVE, SUCCESSION)
"""What came after the freeze: a later message or field is sent only if both sides have named its feature."""

MUTED = "talk/muted"
"""The code for talk of a player whom the operator has muted: what was not to be said is no grievance."""

BEFORE_LOGIN = 4 * 1024
FRAME_OF_CLIENT = 8 * 1024
FRAME_OF_SERVER = 64 * 1024
"""The longest frames, in bytes.  A stranger may make the server read next to nothing."""

NAME = 64
HEADER = 116
"""Bytes of the name of a player and of the header of an entry."""

ENTRY_OF_CLIENT = FRAME_OF_CLIENT - 128
RECORD = FRAME_OF_SERVER - 128
"""Bytes of what fills the longest frames: an entry or record, and room for what is written around it.

At a table whose mode needs it a client's frames may be as long as the server's.
"""

Proto = Annotated[int, Meta(ge=1, lt=2**16)]
Features = Annotated[tuple[Word, ...], Meta(max_length=64)]
Seq = Annotated[int, Meta(ge=1, lt=2**32)]
Number = Annotated[int, Meta(ge=0, lt=2**32)]
Nonce = Annotated[bytes, Meta(min_length=32, max_length=32)]
Hash = Annotated[bytes, Meta(min_length=32, max_length=32)]
Key = Annotated[bytes, Meta(min_length=32, max_length=32)]
Signature = Annotated[bytes, Meta(min_length=64, max_length=64)]
Name = Annotated[str, Meta(min_length=1, max_length=NAME)]  # Meta counts code points; `check_text` counts the bytes
Entry = Annotated[bytes, Meta(min_length=HEADER, max_length=RECORD)]
Record = Annotated[bytes, Meta(min_length=1, max_length=RECORD)]
Text = Annotated[bytes, Meta(max_length=4096)]
"""The body of a TALK, NAME or NOTE; the longest that can be read has 2,048 bytes."""
Round = Annotated[int, Meta(ge=1, le=99)]
Here = Literal["bot", "here", "lost", "left"]
"""What the server knows of a seat: played by a bot, connected, connection lost, left."""
Code = Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,32}/[a-z0-9-]{1,32}\Z")]


@unique
class Remedy(Enum):
    """What the client should do about a fault.  The values travel: add to them with a new version, never rename one."""

    WAIT = "wait"  # and ask again
    RECONNECT = "reconnect"
    UPDATE = "update"  # one of the two programs is too old
    LEAVE = "leave"  # this table cannot go on


class Hello(Message, frozen=True, kw_only=True, tag="hello"):
    """Client: the versions it speaks, and what the server must sign together with the TLS exporter.

    This message and the next never change: two programs of any age can tell each other what they speak.
    """

    wire_min: Proto
    wire_max: Proto
    features: Features
    nonce: Nonce

    def __post_init__(self) -> None:
        if self.wire_min > self.wire_max:
            raise BadFrame("a range of versions that holds none")


class ServerHello(Message, frozen=True, kw_only=True, tag="server-hello"):
    """Server: the version of this conversation, its key, its signature, and what the client must sign."""

    wire: Proto
    features: Features
    key: Key
    nonce: Nonce
    signature: Signature


class Login(Message, frozen=True, kw_only=True, tag="login"):
    """Client: its identity key, its signature, and the name that its person wants to be called by."""

    key: Key
    signature: Signature
    name: Name

    def __post_init__(self) -> None:
        check_text(self.name, NAME)


class Welcome(Message, frozen=True, kw_only=True, tag="welcome"):
    """Server: logged in; these are the running tables at which this identity has a seat, for a second device too."""

    tables: Annotated[tuple[Hash, ...], Meta(max_length=64)]


class Resume(Message, frozen=True, kw_only=True, tag="resume"):
    """Client: send the log of a table from the entry ``next`` on; ``head`` is the head before it, in the client's file.

    With 1 and the head that stands before the first entry, TABLE and the cards come first.  A client without a
    seat there watches, if the table has spectators.
    """

    table: Hash
    next: Seq
    head: Hash


class Entries(Message, frozen=True, kw_only=True, tag="entries"):
    """Server: the next records of the log, entries and heads, byte for byte as they stand in the journal."""

    table: Hash
    records: Annotated[tuple[Record, ...], Meta(min_length=1, max_length=LONGEST_LIST)]


class Submit(Message, frozen=True, kw_only=True, tag="submit"):
    """Client: a signed entry, header and body; ``seq`` and ``dt_ms`` are zero in it, the server's to fill in."""

    table: Hash
    entry: Entry


class Refused(Message, frozen=True, kw_only=True, tag="refused"):
    """Server: the entry with this counter is not in the log and will not be; the code is why."""

    table: Hash
    counter: Number
    code: Code


class Fault(Message, frozen=True, kw_only=True, tag="fault"):
    """Server: something cannot be had, of this table or at all; the connection stays."""

    table: Hash | None
    code: Code
    remedy: Remedy


class Ping(Message, frozen=True, kw_only=True, tag="ping"):
    """Either: are you there?"""

    mark: Number


class Pong(Message, frozen=True, kw_only=True, tag="pong"):
    """Either: the answer to the ping of this mark."""

    mark: Number


class Teach(Message, frozen=True, kw_only=True, tag="teach"):
    """Client: records that the server has signed and does not have any more."""

    table: Hash
    records: Annotated[tuple[Record, ...], Meta(min_length=1, max_length=LONGEST_LIST)]


class Evidence(Message, frozen=True, kw_only=True, tag="evidence"):
    """Client: the server's own signature over another log of this table."""

    table: Hash
    seq: Seq
    head: Hash
    signature: Signature


class Fetch(Message, frozen=True, kw_only=True, tag="fetch"):
    """Client: the text of an entry that came without it."""

    table: Hash
    seq: Seq


class Fetched(Message, frozen=True, kw_only=True, tag="fetched"):
    """Server: that text; nothing if there is none any more."""

    table: Hash
    seq: Seq
    body: Text


class Presence(Message, frozen=True, kw_only=True, tag="presence"):
    """Server: who is there, for whom the table waits, and how long still; a hint, the log alone decides.

    The first one after a `Resume` comes behind everything that was asked for: now the client has caught up.
    """

    table: Hash
    seats: Annotated[tuple[Here, ...], Meta(max_length=12)]
    waiting: Annotated[tuple[Seat, ...], Meta(max_length=12)]
    left_ms: Number
    paused: bool
    pause_wanted: Annotated[tuple[Seat, ...], Meta(max_length=12)]


class Hurry(Message, frozen=True, kw_only=True, tag="hurry"):
    """Client: alone with bots, its person does not want to wait for the bot that is next."""

    table: Hash


class GoOn(Message, frozen=True, kw_only=True, tag="go-on"):
    """Client: its person has seen how the round ended; the next may be dealt."""

    table: Hash
    round: Round


class BetweenRounds(Message, frozen=True, kw_only=True, tag="between-rounds"):
    """Server: the round is over and the next is not dealt yet; who has gone on, for whom it waits, and how long still.

    A hint: the log alone says that a round is dealt.
    """

    table: Hash
    round: Round
    gone_on: Annotated[tuple[Seat, ...], Meta(max_length=12)]
    awaited: Annotated[tuple[Seat, ...], Meta(max_length=12)]
    left_ms: Number | None
    """None: as long as it takes."""


class Behind(Message, frozen=True, kw_only=True, tag="behind"):
    """Server: my log of this table ends before yours; teach me from this entry on."""

    table: Hash
    next: Seq


class Bye(Message, frozen=True, kw_only=True, tag="bye"):
    """Either: the last message before hanging up, and why."""

    code: Code


FromClient = (
    Hello
    | Login
    | Resume
    | Submit
    | Fetch
    | Teach
    | Evidence
    | Hurry
    | GoOn
    | Ping
    | Pong
    | Bye
    | FromGuest
    | FromReader
)
FromServer = (
    ServerHello
    | Succession
    | Welcome
    | Entries
    | Fetched
    | Refused
    | Presence
    | BetweenRounds
    | Behind
    | Fault
    | Ping
    | Pong
    | Bye
    | FromLobby
    | FromArchive
)


def decode_from_client(frame: bytes, longest: int = FRAME_OF_CLIENT) -> FromClient:
    """What a client says; anything else is a `BadFrame`."""
    message: FromClient = decode(FromClient, frame, longest)
    return message


def decode_from_server(frame: bytes) -> FromServer:
    """What a server says; anything else is a `BadFrame`."""
    message: FromServer = decode(FromServer, frame, FRAME_OF_SERVER)
    return message
