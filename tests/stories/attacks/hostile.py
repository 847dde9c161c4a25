"""What an attacker says: texts that drive terminals or imitate the program, and senseless messages.

Everything here has the form that the protocol asks for: anything else is refused before it is read.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.bots import BOTS
from protocol.log import bodies
from protocol.wire import lobby
from protocol.wire.codec import Message, encode
from protocol.wire.framing import framed
from protocol.wire.messages import Behind, Entries, Fault, Fetched, Ping, Pong, Presence, Refused, Remedy

CODES = ("ABCDEFGH", "ZZZZ2222")
NASTY = (
    "[red]Ann[/red]",
    "[@click=app.quit]here[/]",
    "[bold",
    "\\[/]",
    "(you)",
    "Eva (you)",
    "you",
    "me",
    "#1",
    "pass",
    "fair so far ✓",
    "Paused.",
    "SOMETHING IS WRONG",
    "VERIFIED",
    "Z" + "\u0301" * 30,
    "\u5bbd" * 20,
    "\ufdfd" * 4,
    "'; --",
    "%s{}{0}{who}",
    "\u00a0",
    "\u2800",
    "x" * 64,
    "\U0001f468\U0001f3fd",
)
"""Names and words that the protocol lets pass; what it forbids reaches no client."""
ODD_CODES = ("a/b", "table/none", "log/differs", "rules/illegal", "x-0/y-9", "login/name-taken", "gathering/password")
RULES = ("base", "saboteur2", "a", "base+", "==", "base+gold-draw=players", "+" * 1000, "nobody-knows-these")


def text_of(rng: Random, most: int = 64) -> str:
    """Something to read, short enough to be sent."""
    said = rng.choice(NASTY)
    while len(said.encode()) > most:
        said = said[:-1]
    return said or "x"


MONTH = 2_592_000


def options(rng: Random) -> bodies.Options:
    """Times and limits at the ends of what can be said."""
    return bodies.Options(
        turn_seconds=rng.choice([1, MONTH]),
        step_seconds=rng.choice([1, MONTH]),
        window_seconds=rng.choice([0, MONTH]),
        bank_seconds=rng.choice([0, MONTH]),
        pause_most=rng.choice([0, MONTH]),
        resume_seconds=rng.choice([0, MONTH]),
        absent_after=rng.choice([1, 99]),
        absent=rng.choice([None, bodies.BotSeat(bot="no-such-bot", rev=65535)]),
        spectators=rng.random() < 0.5,
        spectator_delay=rng.choice([0, 86400]),
        host_plays=rng.random() < 0.5,
        relay="fixed",
        most_entries=rng.choice([3_000, 200_000]),
        most_bytes=rng.choice([1 << 19, 64 << 20]),
        kept_entries=2_000,
        kept_bytes=1 << 18,
        most_talks=rng.choice([0, 1_000]),
    )


def wishes(rng: Random, **how: Any) -> lobby.Wishes:
    """A table that makes no sense."""
    common = {
        "rules": rng.choice(RULES),
        "seats": rng.choice([2, 5, 12]),
        "listed": rng.random() < 0.5,
        "turn_seconds": 1,
        "step_seconds": 1,
        "window_seconds": 1,
        "bank_seconds": 0,
        "absent": None,
        "spectators": True,
    }
    return lobby.Wishes(**{**common, **how})


def sitter(rng: Random, name: str = "") -> lobby.Sitter:
    """A person, a bot, both or neither."""
    bot = rng.choice([None, None, bodies.BotSeat(bot=rng.choice([*BOTS, "no-such-bot"]), rev=rng.choice([1, 65535]))])
    key = rng.choice([None, rng.randbytes(32), b"\1" * 32])
    return lobby.Sitter(
        name=name or text_of(rng),
        key=key,
        bot=bot,
        join=rng.choice([None, bodies.SignedJoin(join=rng.randbytes(9), signature=rng.randbytes(64))]),
        introduction=rng.choice([None, introduction(rng)]),
        ready=rng.choice([None, rng.randbytes(64)]),
    )


def introduction(rng: Random) -> bodies.Introduction:
    """Of no person."""
    return bodies.Introduction(
        identity=rng.choice([rng.randbytes(32), b"\1" * 32]),
        blind=rng.randbytes(32),
        name=rng.randbytes(rng.choice([0, 128])),
        signature=rng.randbytes(64),
    )


def gathering(rng: Random, code: str = "") -> lobby.Gathering:
    """Any person on any seat, the host on a seat that need not be there."""
    return lobby.Gathering(
        code=code or rng.choice(CODES),
        wishes=wishes(rng),
        options=options(rng),
        locked=rng.random() < 0.5,
        host=rng.randrange(12),
        sitters=tuple(sitter(rng) for _ in range(rng.randrange(13))),
        predecessor=rng.choice([None, bodies.Predecessor(tid=rng.randbytes(32), reason="x")]),
        dissolved=rng.choice([0, 1, 2**32 - 1]),
    )


def offer(rng: Random) -> lobby.Offer:
    """One of a list."""
    return lobby.Offer(
        code=rng.choice(CODES),
        rules=rng.choice(RULES),
        seats=rng.randrange(2, 13),
        taken=rng.randrange(13),
        locked=rng.random() < 0.5,
        host=text_of(rng),
    )


def presence(rng: Random, tid: bytes) -> Presence:
    """Seats that are not there, in any number."""
    return Presence(
        table=tid,
        seats=tuple(rng.choice(["bot", "here", "lost", "left"]) for _ in range(rng.randrange(13))),
        waiting=tuple(rng.randrange(12) for _ in range(rng.randrange(13))),
        left_ms=rng.choice([0, 1, 2**32 - 1]),
        paused=rng.random() < 0.3,
        pause_wanted=tuple(rng.randrange(12) for _ in range(rng.randrange(13))),
    )


def any_of_lobby(rng: Random) -> Message:
    """One senseless message beside the tables; none begins a table."""
    code = rng.choice(CODES)
    return rng.choice(
        [
            lobby.Offers(offers=tuple(offer(rng) for _ in range(rng.choice([0, 1, 50])))),
            lobby.Gathered(gathering=gathering(rng), seat=rng.randrange(12)),
            lobby.Parted(gathering=code, why=rng.choice(["risen", "dismissed", "closed"])),
            lobby.Said(gathering=rng.choice([None, code]), name=text_of(rng), key=b"\1" * 32, text=text_of(rng, 2000)),
            Fault(table=None, code=rng.choice(ODD_CODES), remedy=rng.choice([*Remedy])),
            Ping(mark=2**32 - 1),
            Pong(mark=7),
        ]
    )


def any_of_table(rng: Random, tids: list[bytes]) -> Message:
    """One senseless message about a table, followed or not; none stops it by itself."""
    tid = rng.choice([*tids, rng.randbytes(32)])
    strange = rng.randbytes(32)
    return rng.choice(
        [
            presence(rng, tid),
            presence(rng, tid),
            Refused(table=tid, counter=rng.choice([0, 1, 2**32 - 1]), code=rng.choice(ODD_CODES)),
            Fault(table=strange, code=rng.choice(ODD_CODES), remedy=rng.choice([*Remedy])),
            Fault(table=tid, code="server/not-stored", remedy=Remedy.WAIT),
            Entries(table=strange, records=(b"x", rng.randbytes(40))),
            Behind(table=strange, next=2**32 - 1),
            Fetched(table=tid, seq=rng.choice([1, 2, 3, 2**32 - 1]), body=rng.randbytes(rng.choice([0, 40, 4096]))),
        ]
    )


def stream(rng: Random, count: int, tids: list[bytes] | None = None) -> Iterator[Message]:
    """So many messages, in any order."""
    for _ in range(count):
        yield any_of_table(rng, tids) if tids and rng.random() < 0.5 else any_of_lobby(rng)


def sent(person: Any, *messages: Message) -> None:
    """Over the wire, as if the server had said it."""
    person.cable.ends[0].dataReceived(b"".join(framed(encode(message)) for message in messages))
    person.world.settle()
