"""The seam: what a mode is to everything outside its package.

A mode says how hidden cards are dealt, opened and proved at a table.  It has three sides.  Its *ledger* is public:
every follower folds it from the log beside the rules, and it says what is owed.  A *party* is a seat with its keys, and
knows what that seat may know.  The *author* is the server with its secrets.  `protocol.modes.registry` finds a mode by
its name; follower, host, audit, clocks and client ask what stands here, and know no salt and no seed.
"""

from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from engine.front import ActLike, State
from engine.notebook import Notebook
from engine.records import record
from engine.slots import Draw, Face, Seat, Slot
from engine.wants import Act, Choose, Want, Window
from protocol.log import bodies
from protocol.log.acts import ActBody
from protocol.log.faults import Finding
from protocol.log.kinds import KindRow
from protocol.log.records import NOBODY, Chain, Entry
from protocol.wire.codec import Body

if TYPE_CHECKING:
    from protocol.keys.identity import SeatKeys
    from protocol.log.setting import Setting

SERVER = 254
"""Stands for a seat where the server itself is waited for."""
Waiting: TypeAlias = Act | Window | Choose
"""What a table waits for from a player, and a clock runs for."""
Steps: TypeAlias = Generator[object, list[object], None]
"""What an entry is to the rules: a mode checks, gives an input and is sent its events, and notes what holds now.

What is wrong is raised before the first input is given, and changes nothing.  With several inputs each answers a want
that stood before the entry, so that none can be refused after another was taken.
"""
Fresh = Callable[[str], bytes]
"""32 bytes for a label: chance where nothing must repeat, a function of a seed where everything must."""


class Unusable(ValueError):
    """Something that a seat signed, and that only the server can see to be useless: it is refused and not logged."""


@record
class Debt:
    """Something that has to be said before the game can go on, or for one of its later rounds."""

    step: str
    """A word for what is said."""
    debtors: tuple[int, ...]
    """The seats that have yet to say it, or `SERVER`."""
    about: int
    """The entry since which it is owed: the anchor of what pays it."""
    want: Want | None = None
    """What of the rules waits for it; None if only the mode does."""
    pays: frozenset[int] = frozenset()
    """Where only the mode waits: of the answers to the game, the kinds that alone may come before it is paid."""
    limit_ms: int | None = None
    """After so long a TIMEOUT names the debtor; None: no clock answers for it."""
    free: bool = False
    """Whether nothing waits for it yet: it is for a later round."""


@record
class Duty:
    """Something without which the log is not VERIFIED, and who has yet to say it."""

    debtor: int
    what: str


@record
class Said:
    """An entry that is to be written: its kind, its body, and whose it is; `NOBODY` is the server."""

    kind: int
    body: Body | bytes
    actor: int = NOBODY


class Followed(Protocol):
    """A table as its log tells it so far: what a mode may ask of its follower."""

    setting: "Setting"
    state: State
    chain: Chain
    ledger: Any
    """Of the mode's own type."""

    @property
    def seeds(self) -> list[bytes]:
        """By seat: what people have shown; empty for a bot, or if it is still hidden."""

    @property
    def agreed(self) -> bool:
        """Whether all people have shown their seeds: from now on there can be cards."""

    @property
    def anchor(self) -> int:
        """The last entry that changed the game."""

    @property
    def round_to_open(self) -> int:
        """The round that has ended and whose ROUND_OPEN does not stand in the log; 0 if there is none."""

    @property
    def debts(self) -> Sequence[Debt]:
        """What is owed now."""

    @property
    def over(self) -> bool:
        """Whether the rules have ended the game."""

    @property
    def closing(self) -> bool:
        """Whether GAME_OPEN or END stands in the log, so that nothing more is played."""

    def waiting(self) -> Waiting | None:
        """What the table waits for from a player."""

    def wanted(self) -> Sequence[Want]:
        """What the rules want of no player."""

    def is_away(self, seat: Seat) -> bool:
        """Whether the log counts the seat as away."""

    def plays_by_bot(self, seat: Seat) -> bool:
        """Whether a bot of the server plays the seat now."""

    def said(self, kind: int, seat: Seat) -> int:
        """How often the seat has said this kind in the present round, as the caps count it."""


class Ledger(Protocol):
    """What a mode folds out of the log: public, the same for everyone."""

    @property
    def complaints(self) -> Sequence[tuple[int, int, int]]:
        """Entry, seat, and the entry that it complains about."""

    def debts(self, wanted: Sequence[Want]) -> list[Debt]:
        """What is owed, given what the rules want of no player."""

    def prepare(self, entry: Entry, body: Any) -> object:
        """The costly part of checking an entry: it changes nothing, and may run in a thread or a batch."""

    def take(self, entry: Entry, body: Any, prepared: object) -> Steps:
        """Check an entry of a kind of the mode's own."""

    def act(self, entry: Entry, body: ActBody, prepared: object) -> Steps:
        """Check the cards that an act shows; the act is an input."""

    def time_up(self, entry: Entry, waiting: Waiting) -> None:
        """The clock has answered for a seat."""

    def overdue(self, entry: Entry, debt: Debt, seat: Seat) -> None:
        """The time of a debtor is up: from now on another owes it, or nothing is owed."""

    @property
    def proved(self) -> Sequence[Finding]:
        """What entries of this log have proved against a key; the game is stopped then."""

    @property
    def stuck(self) -> bool:
        """Whether a debtor is late or away and no other can pay; the game is stopped then."""

    def moves(self, entry: Entry, events: Sequence[object]) -> bool:
        """Whether an entry with these events is news that a player who acts must have seen."""

    def open_round(self, entry: Entry, round_: int, part: bytes) -> None:
        """A round has ended, and this lies open."""

    def open_game(self, entry: Entry, part: bytes) -> None:
        """Nothing more is played, and this lies open."""

    def close(self, entry: Entry, body: bodies.Close) -> None:
        """What a seat says at an end."""

    def must_open(self) -> bool:
        """Whether something is still closed that GAME_OPEN opens."""

    def duty(self) -> tuple[Duty, ...]:
        """What is missing for VERIFIED."""

    def recount(self) -> Iterator[Finding]:
        """Everything that can be worked out now and was not before, held against what was said."""

    def chances(self) -> Collection[bytes]:
        """What lies open of the server's own chance: it should be chance, and never repeat."""


class Outline(Protocol):
    """What of a mode can be checked without the rules."""

    def open_round(self, round_: int, part: bytes) -> None:
        """A ROUND_OPEN."""

    def open_game(self, part: bytes) -> None:
        """A GAME_OPEN."""

    def must_open(self) -> bool:
        """Whether something is still closed that GAME_OPEN opens."""


class Party(Protocol):
    """One seat with its keys, at a table that it follows."""

    @property
    def blind(self) -> bool:
        """Whether there is something that this seat should have been shown and could not read."""

    def check(self, entry: Entry, body: Any) -> None:
        """What only this seat can see to be wrong, before the entry is taken."""

    def follow(self, entry: Entry, body: Any, events: Sequence[object]) -> None:
        """Read what the entry that was taken tells this seat, into its notebook."""

    def due(self) -> Said | None:
        """The next thing that the seat says without asking its person."""

    def act(self, act: ActLike) -> Said:
        """An act of the person; where it takes two entries, the first, and the second is then due."""

    def choose(self, choice: int, counter: int) -> Said:
        """A secret choice, in the entry with this counter."""

    def close(self, seq: int) -> bytes:
        """What the seat says at an end, in the mode's own schema."""


class Author(Protocol):
    """The server of a table, with its secrets: it pays its own debts, and what bots owe."""

    def begin(self, table: Followed) -> None:
        """All people have shown their seeds: from now on there are cards."""

    def check(self, entry: Entry, waiting: Waiting | None) -> None:
        """Before a seat's entry is logged; `Unusable` if it is useless."""

    def follow(self, entry: Entry) -> None:
        """An entry stands in the log."""

    def restored(self, entry: Entry) -> None:
        """The same, where it was written before: keep in step with what was said then."""

    def due(self, *, deals: bool = True) -> Said | None:
        """The next thing that the server, or a bot of its, says without being asked; if not ``deals``, no deal yet."""

    def face(self, slot: Slot) -> Face:
        """What a bot of the server is shown."""

    def act(self, seat: Seat, act: ActLike) -> Said:
        """An act of a bot; where it takes two entries, the first, and the second is then due."""

    def bot_chance(self, seat: Seat) -> Draw:
        """The chance of a bot's next decision."""

    def bot_decides_again(self, seat: Seat) -> None:
        """Its last decision was never written down: the next one has the same chance."""

    def open_round(self, round_: int) -> bodies.RoundOpen:
        """What may be known when a round has ended."""

    def open_game(self) -> bodies.GameOpen:
        """What may be known when nothing more is played."""


class Replay(Protocol):
    """What bots of the server drew and what seats saw, worked out again from a log that lies open."""

    def follow(self, entry: Entry) -> None:
        """An entry was taken once more."""

    def bot_chance(self, seat: Seat) -> Draw:
        """The chance of a bot's next decision."""

    def face(self, slot: Slot) -> Face:
        """What lies in a slot, where all cards lie open; in any mode, what a bot was shown."""

    def choice(self, seat: Seat) -> int:
        """The last secret choice of a seat."""


class Secrets(Protocol):
    """What the server of one table keeps to itself."""

    @property
    def nonce(self) -> bytes:
        """Public with TABLE."""

    def to_bytes(self) -> bytes:
        """As they are stored."""


class Parts(Protocol):
    """What TABLE and its JOINs say in the mode's own schema."""

    @property
    def keys(self) -> Sequence[bytes]:
        """All keys in them, which must be good and distinct."""


class Mode(Protocol):
    """How cards are dealt and proved; `protocol.modes.registry` finds it by its name."""

    @property
    def name(self) -> str: ...
    @property
    def rev(self) -> int: ...
    @property
    def kinds(self) -> Mapping[int, KindRow]:
        """The kinds of entries that are its own."""

    @property
    def server_knows_cards(self) -> bool:
        """Whether the server sees hidden cards."""

    @property
    def opens_all(self) -> bool:
        """Whether all cards lie open when nothing is missing for VERIFIED."""

    # JOIN and TABLE

    def join_part(self, keys: "SeatKeys") -> bytes:
        """What a JOIN says in this mode."""

    def join_keys(self, part: bytes) -> tuple[bytes, ...]:
        """The keys in it, which no other JOIN at the table has; `BadFrame` if it is malformed."""

    def check_key(self, key: bytes) -> None:
        """`BadKey` if such a key proves nothing."""

    def secrets(self, fresh: Fresh, rounds: int) -> Secrets:
        """New ones, for one table with so many rounds."""

    def read_secrets(self, data: bytes) -> Secrets:
        """As they were stored."""

    def table_part(self, secrets: Any, server_key: bytes) -> bytes:
        """What TABLE says in this mode."""

    def parts(self, table: bytes, joins: Sequence[bytes | None]) -> Parts:
        """What stands in the parts of TABLE and of each JOIN; `BadFrame` if one is malformed."""

    def fault(self, setting: "Setting", rounds: int) -> str:
        """What is wrong with them for a game of so many rounds; nothing if all is well."""

    def accepts(self, options: bodies.Options, seats: Sequence[bodies.SeatRow]) -> bool:
        """Whether it can be played with these options and these seats."""

    # a table

    def ledger(self, table: Followed) -> Ledger:
        """The public side, before the first entry."""

    def outline(self, setting: "Setting") -> Outline:
        """The public side of a table whose rules are not known."""

    def party(self, table: Followed, seat: Seat, keys: "SeatKeys", notebook: Notebook) -> Party:
        """The side of a seat."""

    def author(self, setting: "Setting", secrets: Any) -> Author:
        """The side of the server."""

    def replay(self, again: Followed, judged: Followed) -> Replay:
        """For the moves of bots: ``again`` is followed once more, ``judged`` was followed to its end."""
