"""A second auditor of log files: one file that shares no code with the rest of the program.

It is written from docs/protocol.md (and the word list beside it) alone, and shows that the page is enough for that.
It knows no rules: whatever the page lists under "What needs the rules" is taken as it stands, and `revs`, the text of
the rules, the number of rounds and the columns of the cards are accepted whatever they say.  An unknown protocol, mode
or option is not.  Every question is taken as one that one seat answers, as all are under the rules of today.

    python tests/stories/second_auditor.py FILE...
"""

import hmac
import re
import struct
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from hashlib import sha256, shake_256
from math import factorial
from pathlib import Path
from typing import Any, NamedTuple

import msgpack
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

WORDS = Path(__file__).resolve().parents[2] / "docs" / "phrase-words.txt"
EXIT_CODES = {"VERIFIED": 0, "REFUTED": 1, "UNREADABLE": 2, "UNPROVEN": 3, "UNFINISHED": 4}

PROTO = 2
MODE = ("dealer", 1)
FIRST_LINE = b"undermine log 1\n"
SERVER = 255
UNSIGNED = bytes(64)
ENDS = {"finished", "dissolved", "abandoned", "stopped", "forked"}

R, G = 0, 1
CLASSES = {"round": R, "game": G}


class Unreadable(Exception):
    """The log is of another format, or damaged with nothing left to judge."""


class Malformed(Exception):
    """Bytes are not in the canonical form, or not of their schema."""


class Damaged(Exception):
    """A record cannot be used, and reading stops before it."""


class Fault(Exception):
    """An entry is wrong; the code says in which way."""

    def __init__(self, code: str, seq: int | None = None) -> None:
        """Name the entry where it is not the one being judged."""
        super().__init__(code)
        self.code = code
        self.seq = seq


def require(holds: bool, code: str) -> None:
    """Find a fault unless something holds."""
    if not holds:
        raise Fault(code)


# Bytes


u8, u16, u32 = (struct.Struct(form).pack for form in ("<B", "<H", "<I"))


def frame(tag: str, *parts: bytes) -> bytes:
    """The tag behind its length, and each part behind its own."""
    name = f"undermine/1/{tag}".encode("ascii")
    return b"".join((u8(len(name)), name, *(u32(len(part)) + part for part in parts)))


def digest(tag: str, *parts: bytes) -> bytes:
    """The hash that the page calls H."""
    return sha256(frame(tag, *parts)).digest()


def mac(key: bytes, data: bytes) -> bytes:
    """HMAC-SHA-256."""
    return hmac.digest(key, data, "sha256")


# Keys and signatures


PRIME = 2**255 - 19
EDWARDS = -121665 * pow(121666, -1, PRIME) % PRIME


def signs(key: bytes) -> bool:
    """Whether an Ed25519 key is accepted: a point of the curve in its canonical encoding, of no small order.

    The eight of small order have y = 1, -1 or 0, or double to a point with y = 0, which means d y^4 + 2 y^2 = 1.
    """
    number = int.from_bytes(key, "little")
    y, odd = number & (2**255 - 1), number >> 255
    above, below = (y * y - 1) % PRIME, (EDWARDS * y * y + 1) % PRIME
    square = above * pow(below, -1, PRIME) % PRIME
    on_curve = pow(square, (PRIME - 1) // 2, PRIME) == 1 or (square == 0 and not odd)
    small = y * above * (EDWARDS * y**4 + 2 * y * y - 1) % PRIME == 0
    return y < PRIME and on_curve and not small


def exchanges(key: bytes) -> bool:
    """Whether an X25519 key is accepted."""
    if int.from_bytes(key, "little") >= PRIME:
        return False
    try:
        X25519PrivateKey.from_private_bytes(bytes(32)).exchange(X25519PublicKey.from_public_bytes(key))
    except ValueError:  # the exchange gives zero
        return False
    return True


def verifies(key: bytes, signature: bytes, message: bytes) -> bool:
    """Whether a signature is the key's over these bytes."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


# The canonical form


NOT_IN_TEXT = re.compile(
    "[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)


def ordered(value: Any, depth: int = 0) -> Any:
    """The same value with the keys of its maps in order, if it holds nothing that is forbidden."""
    if depth > 16:
        raise Malformed
    match value:
        case dict():
            keys = sorted((ordered(key) for key in value if isinstance(key, str)), key=str.encode)
            if len(keys) < len(value):
                raise Malformed
            return {key: ordered(value[key], depth + 1) for key in keys}
        case list():
            return [ordered(item, depth + 1) for item in value]
        case str() if not NOT_IN_TEXT.search(value):
            return value
        case None | bool() | int() | bytes():
            return value
    raise Malformed


def unpacked(data: bytes) -> Any:
    """The value of bytes in the canonical form."""
    try:
        value = msgpack.unpackb(data, max_array_len=1024, max_map_len=256, max_ext_len=0)
        if msgpack.packb(ordered(value)) != data:
            raise Malformed
    except (ValueError, TypeError, msgpack.UnpackException) as problem:
        raise Malformed from problem
    return value


def unpacked_if(check: "Check", data: bytes) -> Any:
    """The value of bytes in the canonical form if it is of its type, else nothing."""
    try:
        value = unpacked(data)
    except Malformed:
        return None
    return value if check(value) else None


# Schemas: a check says whether a value is of a type


Check = Callable[[Any], bool]


def whole(least: int, most: int) -> Check:
    """An integer within bounds."""
    return lambda value: type(value) is int and least <= value <= most


def raw(least: int, most: int) -> Check:
    """So many bytes."""
    return lambda value: isinstance(value, bytes) and least <= len(value) <= most


def text(pattern: str) -> Check:
    """A text that a pattern matches from end to end."""
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


def each(item: Check, least: int, most: int) -> Check:
    """A list of so many items of one type."""
    return lambda value: isinstance(value, list) and least <= len(value) <= most and all(map(item, value))


def row(*items: Check) -> Check:
    """A list whose items have each their own type."""
    return lambda value: (
        isinstance(value, list)
        and len(value) == len(items)
        and all(check(item) for check, item in zip(items, value, strict=True))
    )


def fields(**checks: Check) -> Check:
    """A map with exactly these fields."""
    return lambda value: (
        isinstance(value, dict)
        and value.keys() == checks.keys()
        and all(check(value[name]) for name, check in checks.items())
    )


def maybe(check: Check) -> Check:
    """Something, or nothing."""
    return lambda value: value is None or check(value)


def packed(check: Check, most: int) -> Check:
    """Bytes that hold a value in the canonical form."""
    return lambda value: isinstance(value, bytes) and len(value) <= most and unpacked_if(check, value) is not None


def flag(value: Any) -> bool:
    """True or false."""
    return isinstance(value, bool)


HASH = KEY = NONCE = raw(32, 32)
SIGNATURE = raw(64, 64)
VERSION = whole(1, 65_535)
SEQ = whole(1, 2**32 - 1)
NUMBER = whole(0, 2**32 - 1)
SEAT = whole(0, 11)
SLOT = FACE = whole(0, 65_535)
SECONDS = whole(1, 2_592_000)
EXTRA_SECONDS = whole(0, 2_592_000)
WORD = text("[a-z0-9][a-z0-9-]{0,31}")
BOT = fields(bot=WORD, rev=VERSION)

OPTIONS = {
    "turn_seconds": SECONDS,
    "step_seconds": SECONDS,
    "window_seconds": EXTRA_SECONDS,
    "bank_seconds": EXTRA_SECONDS,
    "pause_most": EXTRA_SECONDS,
    "resume_seconds": EXTRA_SECONDS,
    "absent_after": whole(1, 99),
    "absent": maybe(BOT),
    "spectators": flag,
    "spectator_delay": whole(0, 86_400),
    "host_plays": flag,
    "relay": text("fixed"),
    "most_entries": whole(3_000, 200_000),
    "most_bytes": whole(524_288, 67_108_864),
    "kept_entries": whole(2_000, 100_000),
    "kept_bytes": whole(262_144, 33_554_432),
    "most_talks": whole(0, 1_000),
}

JOIN = fields(
    proto_min=VERSION,
    proto_max=VERSION,
    server_key=KEY,
    identity_link=HASH,
    seat_key=KEY,
    part=packed(fields(x25519=KEY), 1_024),
    nonce=NONCE,
    seed_commitment=HASH,
    name_hash=HASH,
)


def leaves_room(options: dict[str, Any]) -> bool:
    """Whether talk may use something of the log."""
    return all(options[f"kept_{what}"] < options[f"most_{what}"] for what in ("entries", "bytes"))


TABLE = fields(
    proto=VERSION,
    mode=fields(name=WORD, rev=VERSION, part=raw(0, 16_384)),
    rules=text("[a-z0-9+=.,:_-]{1,4000}"),
    revs=each(row(WORD, VERSION), 2, 64),
    data_hash=HASH,
    options=lambda value: fields(**OPTIONS)(value) and leaves_room(value),
    seats=each(fields(person=maybe(fields(join=raw(0, 2_048), signature=SIGNATURE)), bot=maybe(BOT)), 2, 12),
    server_key=KEY,
    server_nonce=NONCE,
    predecessor=maybe(fields(tid=HASH, reason=WORD)),
)

TABLE_PART = fields(x25519=KEY, commitments=each(HASH, 3, 199))


class Kind(IntEnum):
    """The kinds of entries."""

    SEAL = 1
    REVEAL = 2
    DECK_COMMIT = 3
    OPEN = 4
    SHOW = 5
    RANDOM = 6
    RENEW = 7
    ACT = 8
    TIMEOUT = 9
    ROUND_OPEN = 10
    GAME_OPEN = 11
    END = 12
    CLOSE = 13
    CHOICE = 14
    ANSWER = 15
    TALK = 20
    ACK = 21
    LEAVE = 22
    BACK = 23
    SEAT_OUT = 24
    NAME = 25
    COMPLAINT = 26
    PROTEST = 27
    PAUSE = 28
    NOTE = 29
    HANDOVER = 30
    ASK_PAUSE = 31
    LET_PASS = 32


def kinds(names: str) -> set[Kind]:
    """Kinds by their names."""
    return {Kind[name] for name in names.split()}


BY_SERVER = kinds("DECK_COMMIT OPEN SHOW RANDOM RENEW TIMEOUT ROUND_OPEN GAME_OPEN END ANSWER SEAT_OUT PAUSE HANDOVER")
CHANGES = kinds("DECK_COMMIT OPEN SHOW RANDOM RENEW ACT TIMEOUT CHOICE ANSWER")
FREE = kinds("TALK ACK LEAVE BACK NAME COMPLAINT PROTEST NOTE ASK_PAUSE")
STOPS = kinds("GAME_OPEN END")
REMOVABLE = kinds("TALK NAME NOTE")
BY_THE_PROGRAM = kinds("ACK COMPLAINT PROTEST CLOSE LET_PASS")
COUNTED_BODY = {Kind.TALK: 2_048, Kind.NAME: 128, Kind.NOTE: 640}
WITH_LESS_ROOM = REMOVABLE | {Kind.ACK}
MOST_IN_A_ROUND = {Kind.ACK: 100, Kind.COMPLAINT: 3}
MOST_IN_A_ROUND |= dict.fromkeys(kinds("LEAVE BACK PROTEST ASK_PAUSE CLOSE"), 10)


def act(value: Any) -> bool:
    """Whether a value is an act: a word and fields of integers, cells and lists of these."""
    if not isinstance(value, dict) or not WORD(value.get("t")) or len(msgpack.packb(value)) > 512:
        return False
    integer = whole(-(2**63), 2**64 - 1)
    place = whole(-100, 100)
    cell = row(place, place)
    numbered = row(place, place, integer)

    def plain(item: Any) -> bool:
        """An integer, a cell, or a cell with a number."""
        return integer(item) or cell(item) or numbered(item)

    many = each(plain, 0, 64)
    return all(plain(item) or many(item) for name, item in value.items() if name != "t")


UNLOGGED = each(fields(header=raw(116, 116), body=raw(0, 64)), 0, 8)
TIMES = each(row(SEQ, NUMBER), 0, 8)
GRIEVANCES = fields(unlogged=UNLOGGED, times=TIMES)
CHOICES = each(fields(seq=SEQ, choice=whole(0, 255), nonce=NONCE), 0, 64)


def protest(value: Any) -> bool:
    """Whether a value is the body of a PROTEST, which says something."""
    return GRIEVANCES(value) and bool(value["unlogged"] or value["times"])


def timed_out(value: Any) -> bool:
    """A seat, or the table."""
    return SEAT(value) or (type(value) is int and value == SERVER)


BODIES: dict[Kind, Check] = {
    Kind.SEAL: fields(signature=SIGNATURE),
    Kind.REVEAL: fields(seed=NONCE),
    Kind.DECK_COMMIT: fields(commitments=each(HASH, 0, 400)),
    Kind.OPEN: fields(openings=each(fields(slot=SLOT, face=FACE, salt=HASH), 1, 64)),
    Kind.SHOW: fields(seat=SEAT, slots=each(SLOT, 1, 64), box=raw(0, 4_096)),
    Kind.RANDOM: fields(kind=whole(1, 255), subject=whole(0, 255), below=whole(1, 2**32 - 1), value=NUMBER),
    Kind.RENEW: fields(slots=each(SLOT, 1, 400), by=whole(0, 255), commitments=each(HASH, 1, 400)),
    Kind.ACT: fields(act=act, shows=each(row(SLOT, FACE), 0, 64), part=packed(fields(salts=each(HASH, 0, 64)), 4_096)),
    Kind.TIMEOUT: fields(seat=timed_out, about=SEQ),
    Kind.ROUND_OPEN: fields(round=whole(0, 99), part=packed(fields(seed=NONCE, choices=CHOICES), 4_096)),
    Kind.GAME_OPEN: fields(
        part=packed(fields(seeds=each(NONCE, 1, 100), round_seeds=each(NONCE, 0, 99), choices=CHOICES), 16_384)
    ),
    Kind.END: fields(reason=WORD, seats=each(SEAT, 0, 12)),
    Kind.CLOSE: fields(seq=SEQ, head=HASH, unlogged=UNLOGGED, times=TIMES, part=raw(0, 0)),
    Kind.CHOICE: fields(part=packed(fields(commitment=HASH, to_dealer=raw(81, 81), to_seat=raw(81, 81)), 4_096)),
    Kind.ANSWER: fields(question=whole(1, 255), subject=whole(0, 255), slots=each(SLOT, 1, 64), yes=flag),
    Kind.ACK: fields(seq=NUMBER, head=HASH),
    Kind.LEAVE: fields(),
    Kind.BACK: fields(),
    Kind.SEAT_OUT: fields(seat=SEAT),
    Kind.COMPLAINT: fields(seq=SEQ),
    Kind.PROTEST: protest,
    Kind.PAUSE: fields(on=flag),
    Kind.HANDOVER: fields(epoch=whole(0, 65_535), key=KEY, seq=SEQ, head=HASH, votes=each(row(SEAT, SIGNATURE), 0, 12)),
    Kind.ASK_PAUSE: fields(on=flag),
    Kind.LET_PASS: fields(),
}


# TABLE and the card tables


@dataclass(frozen=True)
class Pile:
    """A pile of the card tables; its faces are in the order before the shuffle."""

    number: int
    card_class: int
    once: bool
    faces: list[int]
    shuffles: list[list[int]]


class Table:
    """What TABLE says; `people` are the seats of people, and `joined` their JOINs, each with the fields of its part."""

    def __init__(self, data: bytes) -> None:
        """Read a TABLE of a known version."""
        self.id = digest("table", data)
        self.body = known_table(data)
        self.options: dict[str, Any] = self.body["options"]
        self.server_key: bytes = self.body["server_key"]
        self.server_nonce: bytes = self.body["server_nonce"]
        part = unpacked_if(TABLE_PART, self.body["mode"]["part"])
        self.box_key: bytes = part["x25519"] if part else b""
        self.commitments: list[bytes] = part["commitments"] if part else []
        self.rounds = (len(self.commitments) - 1) // 2
        rows = self.body["seats"]
        self.size = len(rows)
        self.people = [seat for seat, row in enumerate(rows) if row["person"]]
        read = {seat: unpacked_if(JOIN, rows[seat]["person"]["join"]) for seat in self.people}
        self.joined = {seat: join | unpacked(join["part"]) for seat, join in read.items() if join}

    def commitment_to(self, number: int, card_class: int) -> bytes:
        """The commitment to the server's seed of a round and a class."""
        return self.commitments[0 if number == 0 else 2 * number - 1 + card_class]

    def opened_by(self, seed: bytes, number: int, card_class: int) -> bool:
        """Whether this is the server's seed of a round and a class."""
        place = u16(number) + u8(card_class)
        promised = digest("server-commit", self.server_key, self.server_nonce, place[:2], place[2:], seed)
        return promised == self.commitment_to(number, card_class)


def known_table(data: bytes) -> dict[str, Any]:
    """The body of a TABLE whose versions and options this program knows."""
    try:
        body = unpacked(data)
    except Malformed as problem:
        raise Unreadable("TABLE is damaged") from problem
    if not isinstance(body, dict) or body.get("proto") != PROTO:
        raise Unreadable("another protocol")
    mode = body.get("mode")
    if not isinstance(mode, dict) or (mode.get("name"), mode.get("rev")) != MODE:
        raise Unreadable("another mode")
    if not TABLE(body) or len(data) > 65_536:
        raise Unreadable("TABLE is damaged, or has an unknown option")
    return body


def check_table(table: Table) -> None:
    """Find what is wrong with a TABLE."""
    body = table.body
    predecessor = body["predecessor"]
    require(predecessor is None or predecessor["reason"] in ENDS, "table/malformed")
    require(all((row["person"] is None) != (row["bot"] is None) for row in body["seats"]), "table/malformed")
    require(len(table.commitments) % 2 == 1, "table/malformed")
    for seat in table.people:
        require(seat in table.joined, "table/malformed")
        join = table.joined[seat]
        require(join["server_key"] == table.server_key, "table/malformed")
        require(join["proto_min"] <= PROTO <= join["proto_max"], "table/malformed")
    check_keys(table)
    for seat, join in table.joined.items():
        signed = body["seats"][seat]["person"]
        is_signed = verifies(join["seat_key"], signed["signature"], frame("join", signed["join"]))
        require(is_signed, "table/join-signature")


def check_keys(table: Table) -> None:
    """Find a key that is not accepted, and what occurs twice."""
    joined = table.joined.values()
    signing = [table.server_key, *(join["seat_key"] for join in joined)]
    boxes = [table.box_key, *(join["x25519"] for join in joined)]
    nonces = [join["nonce"] for join in joined]
    require(all(map(signs, signing)) and all(map(exchanges, boxes)), "table/bad-keys")
    require(all(len(set(values)) == len(values) for values in (signing, boxes, nonces)), "table/bad-keys")


PILE = {"name": WORD, "number": whole(0, 255), "opens": text("round|game"), "once": flag, "faces": each(FACE, 1, 400)}
SHUFFLED_PILE = {**PILE, "shuffles": each(row(FACE, FACE), 0, 400)}


def shuffled_within(value: Any) -> bool:
    """A row of a pile: its shuffles stay within it, and round 0 has no class R."""
    if not fields(**PILE)(value) and not fields(**SHUFFLED_PILE)(value):
        return False
    ranges = value.get("shuffles", [])
    within = all(first <= end <= len(value["faces"]) for first, end in ranges)
    return within and not (value["once"] and value["opens"] == "round")


PILES = each(shuffled_within, 0, 256)


def piles(data: bytes) -> list[Pile]:
    """The piles of the card tables."""
    body = unpacked_if(lambda value: isinstance(value, dict) and PILES(value.get("piles")), data)
    if body is None:
        raise Unreadable("the card tables are unknown")
    return [pile(row) for row in body["piles"]]


def pile(body: dict[str, Any]) -> Pile:
    """One pile; a shuffle is over all places unless the row says otherwise."""
    faces = body["faces"]
    shuffles = body.get("shuffles", [[0, len(faces)]])
    return Pile(body["number"], CLASSES[body["opens"]], body["once"], faces, shuffles)


# The file


class Entry(NamedTuple):
    """An entry; a body that was removed is None."""

    header: bytes
    body: bytes | None
    seq: int
    dt_ms: int
    kind: int
    actor: int
    seen: int
    counter: int
    round: int
    body_hash: bytes
    signature: bytes

    @property
    def size(self) -> int:
        """What the entry counts towards the caps."""
        return len(self.header) + COUNTED_BODY.get(Kind(self.kind), len(self.body or b""))


@dataclass
class Log:
    """What a file holds; the first `signed` entries stand under a HEAD that verifies."""

    table: Table
    piles: list[Pile]
    entries: list[Entry] = field(default_factory=list)
    heads: list[bytes] = field(default_factory=list)
    signed: int = 0
    signatures: set[int] = field(default_factory=set)
    damaged: bool = False

    def add_entry(self, header: bytes, body: bytes | None) -> None:
        """Go on with an entry whose body has the hash in its header."""
        entry = Entry(header, body, *struct.unpack("<IIBBIIH32s64s", header))
        if body is not None and digest("body", body) != entry.body_hash:
            raise Damaged
        if body is None and entry.kind not in REMOVABLE:
            raise Damaged
        self.entries.append(entry)
        self.heads.append(digest("log", self.heads[-1], header))

    def add_head(self, payload: bytes) -> None:
        """Take a HEAD over the last entry."""
        last = len(self.entries)
        message = frame("head", self.table.id, u32(last), self.heads[-1])
        if self.signed == last or len(payload) != 68 or payload[:4] != u32(last):
            raise Damaged
        if not verifies(self.table.server_key, payload[4:], message):
            raise Damaged
        self.signed = last
        self.signatures.add(last)


def records(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The records of a file, each with its type, without those that are skipped."""
    place = len(FIRST_LINE)
    while place < len(data):
        if place + 5 > len(data):
            raise Damaged
        kind, length = struct.unpack_from("<BI", data, place)
        place += 5
        if length > 1_048_576 or place + length > len(data):
            raise Damaged
        if kind < 128:
            yield kind, data[place : place + length]
        place += length


def read(data: bytes) -> Log:
    """The log of a file, up to the first record that is damaged."""
    if not data.startswith(FIRST_LINE):
        raise Unreadable("no log")
    source = records(data)
    log = opening_of(source)
    try:
        for kind, payload in source:
            take(log, kind, payload)
    except Damaged:
        log.damaged = True
    return log


def opening_of(source: Iterator[tuple[int, bytes]]) -> Log:
    """A log without entries: TABLE and the card tables; a file that ends before them has no piles."""
    try:
        kind, data = next(source)
        table = Table(data if kind == 1 else b"")
        kind, data = next(source, (0, b""))
    except (Damaged, StopIteration) as problem:
        raise Unreadable("TABLE or the card tables are damaged") from problem
    if kind and (kind != 2 or digest("data", data) != table.body["data_hash"]):
        raise Unreadable("the card tables are damaged")
    return Log(table, piles(data) if kind else [], heads=[digest("log0", table.id)])


def take(log: Log, kind: int, payload: bytes) -> None:
    """Go on with a record behind the card tables."""
    if kind == 3 and len(payload) >= 116:
        log.add_entry(payload[:116], payload[116:])
    elif kind == 4:
        log.add_head(payload)
    elif kind == 5 and len(payload) == 116:
        log.add_entry(payload, None)
    else:
        raise Damaged


# What the seeds give


class Stream:
    """Chance that follows from a seed."""

    def __init__(self, seed: bytes) -> None:
        """Begin with the first block."""
        self._words = self._all(seed)

    @staticmethod
    def _all(seed: bytes) -> Iterator[int]:
        """The words of the stream, block by block."""
        block = 0
        while True:
            yield from struct.unpack("<64I", shake_256(seed + struct.pack("<Q", block)).digest(256))
            block += 1

    def draw(self, below: int) -> int:
        """A number below another one."""
        if below == 1:
            return 0
        limit = 2**32 - 2**32 % below
        return next(word for word in self._words if word < limit) % below

    def shuffle(self, things: list[int]) -> list[int]:
        """The same things in the order of Fisher and Yates."""
        things = list(things)
        for place in range(len(things) - 1, 0, -1):
            other = self.draw(place + 1)
            things[place], things[other] = things[other], things[place]
        return things


def nth_order(things: list[int], number: int) -> list[int]:
    """The order with this number among all orders as a dictionary lists them."""
    left, order = list(things), []
    while left:
        place, number = divmod(number, factorial(len(left) - 1))
        order.append(left.pop(place))
    return order


@dataclass(frozen=True)
class Roots:
    """What the seeds of one round and class give."""

    root: bytes
    salt_key: bytes
    seal_key: bytes

    def salt(self, slot: int) -> bytes:
        """The salt of a slot."""
        return mac(self.salt_key, b"undermine/1/salt" + u16(slot))

    def pile(self, number: int) -> Stream:
        """The stream that shuffles a pile."""
        return Stream(digest("pile", self.root, u8(number)))

    def event(self, kind: int, subject: int, ordinal: int) -> Stream:
        """The stream of an event."""
        return Stream(digest("event", self.root, u8(kind), u8(subject), u32(ordinal)))


class Seeds:
    """The seeds that are open."""

    def __init__(self, table: Table) -> None:
        """No seed is open before the first REVEAL."""
        self.table = table
        self.of_seats: dict[int, bytes] = {}
        self.open: dict[tuple[int, int], Roots] = {}

    def all_of_seats(self) -> list[bytes]:
        """The seed of every seat; a bot's is empty."""
        return [self.of_seats.get(seat, b"") for seat in range(self.table.size)]

    def reveal(self, number: int, card_class: int, seed: bytes) -> None:
        """Open the server's seed of a round and a class."""
        require(self.table.opened_by(seed, number, card_class), "seed/mismatch")
        place = (self.table.id, u16(number), u8(card_class), seed)
        root = digest("mix", *place, *self.all_of_seats())
        self.open[number, card_class] = Roots(root, digest("salt-key", *place, root), digest("seal-key", *place, root))

    def phrase(self) -> str:
        """The five words of the table."""
        number = int.from_bytes(digest("phrase", self.table.id, *self.all_of_seats())[:7], "big") >> 1
        words = WORDS.read_text(encoding="utf-8").split()
        return " ".join(words[number >> shift & 2047] for shift in (44, 33, 22, 11, 0))


# Cards


@dataclass
class Slot:
    """A card that lies face down, or did."""

    number: int
    pile: Pile
    round: int
    commitment: bytes
    alive: bool = True
    shown: int | None = None


class Cards:
    """Every slot of the game, and which faces were shown."""

    def __init__(self, table_id: bytes) -> None:
        """No card is dealt yet."""
        self.table_id = table_id
        self.slots: list[Slot] = []
        self._shown: Counter[tuple[int, int]] = Counter()

    def add(self, pile: Pile, number: int, commitments: list[bytes]) -> list[Slot]:
        """Give the next free numbers to new slots of a pile."""
        first = len(self.slots)
        require(first + len(commitments) <= 65_536, "log/too-long")
        new = [Slot(first + place, pile, number, commitment) for place, commitment in enumerate(commitments)]
        self.slots += new
        return new

    def kill(self, slot: Slot) -> None:
        """Never open a slot again; what it showed counts no more."""
        if slot.alive and slot.shown is not None:
            self._shown[slot.pile.number, slot.shown] -= 1
        slot.alive = False

    def lives(self, number: int) -> bool:
        """Whether there is such a slot, and it is not dead."""
        return number < len(self.slots) and self.slots[number].alive

    def living(self, number: int) -> Slot:
        """A slot that may be opened."""
        require(number < len(self.slots), "opening/mismatch")
        require(self.slots[number].alive, "opening/dead-slot")
        return self.slots[number]

    def commitment(self, slot: Slot, face: int, salt: bytes) -> bytes:
        """What is published about a slot with this face."""
        return digest("card", self.table_id, u16(slot.round), u16(slot.number), u16(face), salt)

    def show(self, number: int, face: int, salt: bytes) -> None:
        """Turn a slot up."""
        slot = self.living(number)
        require(self.commitment(slot, face, salt) == slot.commitment, "opening/mismatch")
        if slot.shown is None:
            slot.shown = face
            self._shown[slot.pile.number, face] += 1
        require(self._shown[slot.pile.number, face] <= slot.pile.faces.count(face), "deal/too-many-copies")


# What is worked out again when the seeds are open


@dataclass(frozen=True)
class Shown:
    """What a SHOW has sealed to a seat."""

    round: int
    seat: int
    slots: list[int]


@dataclass
class Choice:
    """A secret choice: one that was made, or, without a commitment, one that chance makes.

    How many ways there were is known when a RENEW takes it, and which one it was when the seeds are open.
    """

    seq: int
    round: int
    seat: int
    counter: int = 0
    commitment: bytes | None = None
    ways: int | None = None
    ordinal: int = 0
    number: int = 0


@dataclass(frozen=True)
class Task:
    """Something to work out as soon as some seeds are open."""

    seq: int
    needs: frozenset[tuple[int, int]]
    check: Callable[[], None]


class Proof:
    """Everything that only open seeds show."""

    def __init__(self, table: Table, cards: Cards, seeds: Seeds) -> None:
        """Nothing is to be worked out yet."""
        self.table = table
        self.cards = cards
        self.seeds = seeds
        self.faces: dict[int, int] = {}
        self._tasks: list[Task] = []
        self._ordinals: Counter[tuple[int, int, int]] = Counter()

    def later(self, seq: int, needs: set[tuple[int, int]], check: Callable[[], None]) -> None:
        """Keep a check until the seeds that it needs are open."""
        self._tasks.append(Task(seq, frozenset(needs), check))

    def work(self) -> None:
        """Check what can be checked now, in the order of the log."""
        waiting = []
        for task in self._tasks:
            if not task.needs <= self.seeds.open.keys():
                waiting.append(task)
                continue
            try:
                task.check()
            except Fault as fault:
                raise Fault(fault.code, task.seq) from fault
        self._tasks = waiting

    def ordinal(self, number: int, kind: int, subject: int) -> int:
        """How many events of this kind and subject came before in the round."""
        self._ordinals[number, kind, subject] += 1
        return self._ordinals[number, kind, subject] - 1

    def deal(self, seq: int, pile: Pile, slots: list[Slot]) -> None:
        """A pile was dealt."""
        place = (slots[0].round, pile.card_class)

        def check() -> None:
            """The faces are those that the shuffle gives."""
            roots = self.seeds.open[place]
            stream, order = roots.pile(pile.number), list(pile.faces)
            for first, end in pile.shuffles:
                order[first:end] = stream.shuffle(order[first:end])
            self._compare(slots, order, roots, "deal/stacked")

        if slots:
            self.later(seq, {place}, check)

    def renewal(self, seq: int, number: int, old: list[Slot], new: list[Slot], choice: Choice | None) -> None:
        """Some slots of one pile were renewed, by chance or by a choice."""
        pile = old[0].pile
        place = (number, pile.card_class)
        ordinal = 0 if choice else self.ordinal(number, 100, pile.number)

        def check() -> None:
            """The new slots have the old faces in the order that chance or the choice gives."""
            roots = self.seeds.open[place]
            faces = [self.faces[slot.number] for slot in old]
            if choice:
                faces = nth_order(faces, self._chosen(choice))
            else:
                faces = roots.event(100, pile.number, ordinal).shuffle(faces)
            self._compare(new, faces, roots, "renew/mismatch")

        self.later(seq, {place, (number, R)} if choice else {place}, check)

    def taken(self, choice: Choice, ways: int) -> None:
        """A choice orders some slots; where it is chance's, it is an event like others."""
        if choice.ways is None and choice.commitment is None:
            choice.ordinal = self.ordinal(choice.round, 4, choice.seat)
        require(choice.ways in {None, ways}, "renew/not-asked")
        choice.ways = ways

    def _chosen(self, choice: Choice) -> int:
        """The number of a choice when the seeds of its round are open."""
        if choice.commitment is not None:
            return choice.number
        return self.seeds.open[choice.round, R].event(4, choice.seat, choice.ordinal).draw(choice.ways or 1)

    def _compare(self, slots: list[Slot], faces: list[int], roots: Roots, code: str) -> None:
        """Keep the faces of slots, and compare with what was published about them."""
        for slot, face in zip(slots, faces, strict=True):
            self.faces[slot.number] = face
            require(self.cards.commitment(slot, face, roots.salt(slot.number)) == slot.commitment, code)

    def random(self, seq: int, number: int, body: dict[str, int]) -> None:
        """A random value was told."""
        ordinal = self.ordinal(number, body["kind"], body["subject"])

        def check() -> None:
            """The value is the one that the event gives."""
            stream = self.seeds.open[number, R].event(body["kind"], body["subject"], ordinal)
            require(stream.draw(body["below"]) == body["value"], "random/mismatch")

        self.later(seq, {(number, R)}, check)

    def box(self, seq: int, number: int, seat: int, slots: list[Slot], box: bytes) -> None:
        """Some slots were shown to a person; boxes are made again when all seeds are open."""
        card_class = max(slot.pile.card_class for slot in slots)
        reader = self.table.joined[seat]["x25519"]

        def check() -> None:
            """The box is the one that the seeds give."""
            header = u8(seat) + b"".join(u16(slot.number) for slot in slots)
            plain = b"".join(u16(self.faces[slot.number]) + self._salt(slot) for slot in slots)
            place = (self.table.id, u32(seq), u8(seat))
            made = sealed(self.seeds.open[number, card_class].seal_key, place, header, reader, plain)
            require(made == box, "opening/wrong-box")

        self.later(seq, {(number, card_class), (number, G)}, check)

    def _salt(self, slot: Slot) -> bytes:
        """The salt of a slot, out of the seeds."""
        return self.seeds.open[slot.round, slot.pile.card_class].salt(slot.number)


def sealed(seal_key: bytes, place: tuple[bytes, bytes, bytes], header: bytes, reader: bytes, plain: bytes) -> bytes:
    """The box that shows a plaintext to one reader; its place is table id, number of the entry, and seat."""
    secret = X25519PrivateKey.from_private_bytes(mac(seal_key, frame("esk", *place, header, reader, plain)))
    public = secret.public_key().public_bytes_raw()
    shared = secret.exchange(X25519PublicKey.from_public_bytes(reader))
    key = HKDF(SHA256(), 32, place[0], frame("seal", public, reader, *place[1:])).derive(shared)
    return public + ChaCha20Poly1305(key).encrypt(bytes(12), plain, frame("opening", *place, header))


# Who is there, and what time it is


class Presence:
    """Who counts as away, and who is away: those of whom SEAT_OUT has told it."""

    def __init__(self, table: Table) -> None:
        """All people are there."""
        self.people = table.people
        self.absent_after: int = table.options["absent_after"]
        self.left: set[int] = set()
        self.away: set[int] = set()
        self.last_back = 0
        self._row: Counter[int] = Counter()

    def due(self) -> list[int]:
        """The seats for which SEAT_OUT is owed, the lowest first."""
        late = {seat for seat in self.people if self._row[seat] >= self.absent_after}
        return sorted((self.left | late) - self.away)

    def gone(self, seats: list[int]) -> bool:
        """Whether these seats are all away or have left."""
        return (self.left | self.away).issuperset(seats)

    def timed_out(self, seat: int) -> None:
        """Add to the row of a seat's time-outs."""
        self._row[seat] += 1

    def signed(self, entry: Entry, kind: Kind) -> None:
        """Take a person's entry as a sign of life, unless the program signs it."""
        if kind not in BY_THE_PROGRAM:
            self._row[entry.actor] = 0
        if kind == Kind.LEAVE:
            self.left.add(entry.actor)
        elif kind == Kind.BACK:
            self.left.discard(entry.actor)
            self.away.discard(entry.actor)
            self.last_back = entry.seq


class Clock:
    """The time of the log, which stands still in a pause, and who wishes for one."""

    def __init__(self) -> None:
        """The clock runs from TABLE on."""
        self.now = 0
        self.at: list[int] = [0]
        self.paused_for: int | None = None
        self.resumed = 0
        self.wishes: set[int] = set()

    def tick(self, dt_ms: int) -> None:
        """Let time pass until an entry."""
        if self.paused_for is None:
            self.now += dt_ms
        else:
            self.paused_for += dt_ms
        self.at.append(self.now)

    def resume(self) -> None:
        """End a pause with the present entry; the wishes for it are fulfilled."""
        if self.paused_for is not None:
            self.paused_for = None
            self.resumed = len(self.at) - 1
            self.wishes.clear()

    def since(self, seq: int) -> int:
        """The milliseconds since an entry, without pauses."""
        return self.now - self.at[seq]


# The log, entry by entry


class Audit:
    """A log that is judged entry by entry, as far as that goes without the rules."""

    def __init__(self, log: Log) -> None:
        """Begin before the first entry."""
        self.log = log
        self.table = log.table
        self.options = log.table.options
        self.seeds = Seeds(log.table)
        self.cards = Cards(log.table.id)
        self.proof = Proof(log.table, self.cards, self.seeds)
        self.presence = Presence(log.table)
        self.clock = Clock()
        self.seq = 0
        self.round = 0
        self.opened: dict[int, int] = {}
        self.sealed: dict[int, int] = {}
        self.first_reveal = 0
        self.game_open: int | None = None
        self.ended: tuple[int, str] | None = None
        self.last_change = 0
        self.bytes = 0
        self.said: Counter[tuple[int, int, int]] = Counter()
        self.last_signed: dict[int, Entry] = {}
        self.named: set[int] = set()
        self.closed: set[tuple[int, int]] = set()
        self.shows: dict[int, Shown] = {}
        self.complaints: list[Shown] = []
        self.choices: list[Choice] = []
        self.answered: dict[int, Choice] = {}

    def judge(self, entry: Entry) -> None:
        """Judge the next entry, in the order of the page, and let it happen."""
        self.seq += 1
        self.clock.tick(entry.dt_ms)
        if entry.seq != self.seq:
            raise Fault("log/sequence", entry.seq)
        require(entry.kind in Kind.__members__.values(), "entry/unknown-kind")
        kind = Kind(entry.kind)
        require(entry.round == self.round, "entry/wrong-round")
        self.check_caps(entry, kind)
        self.check_author(entry, kind)
        body = well_formed(entry, kind)
        self.check_place(kind)
        changes = kind in CHANGES and not (kind is Kind.SHOW and self.sealed_again(body))
        judge: Callable[[Entry, Any], None] | None = getattr(self, f"judge_{kind.name.lower()}", None)
        if judge is not None:
            judge(entry, body)
        self.note_author(entry, kind)
        if changes:
            self.last_change = self.seq
            self.clock.resume()
            self.clock.wishes.clear()

    # What holds for all kinds

    def check_caps(self, entry: Entry, kind: Kind) -> None:
        """No entry is too much, neither for the log nor for its seat."""
        self.bytes += entry.size
        less = kind in REMOVABLE | {Kind.ACK}
        options = self.options
        require(self.seq <= options["most_entries"] - less * options["kept_entries"], "log/too-long")
        require(self.bytes <= options["most_bytes"] - less * options["kept_bytes"], "log/too-long")
        self.said[entry.actor, entry.round, kind] += 1
        most = options["most_talks"] if kind in {Kind.TALK, Kind.NOTE} else MOST_IN_A_ROUND.get(kind)
        require(most is None or self.said[entry.actor, entry.round, kind] <= most, "log/too-long")

    def check_author(self, entry: Entry, kind: Kind) -> None:
        """The entry is from whom it says."""
        if kind in BY_SERVER:
            require(entry.actor == SERVER, "entry/wrong-actor")
            return self.check_unsigned(entry)
        require(entry.actor < self.table.size, "entry/wrong-actor")
        if self.bot_plays(entry):
            require(kind is Kind.ACT, "entry/wrong-actor")
            return self.check_unsigned(entry)
        return self.check_signature(entry, kind)

    def bot_plays(self, entry: Entry) -> bool:
        """Whether an entry is a bot's."""
        if entry.actor not in self.table.people:
            return True
        stands_in = self.options["absent"] is not None and entry.actor in self.presence.away
        return stands_in and entry.signature == UNSIGNED

    @staticmethod
    def check_unsigned(entry: Entry) -> None:
        """What the server writes has seen and counted nothing, and is not signed."""
        require(entry.signature == UNSIGNED and not entry.seen and not entry.counter, "entry/wrong-actor")

    def check_signature(self, entry: Entry, kind: Kind) -> None:
        """A person's entry has seen enough, is new, and is signed."""
        before = self.last_signed.get(entry.actor)
        require(entry.seen < self.seq and not (before and entry.seen < before.seq), "entry/stale")
        require(before is None or entry.counter > before.counter, "entry/replayed")
        message = frame(
            "act",
            self.table.id,
            u32(entry.seen),
            self.log.heads[entry.seen],
            u32(entry.counter),
            u16(entry.round),
            u8(kind),
            u8(entry.actor),
            entry.body_hash,
        )
        require(verifies(self.table.joined[entry.actor]["seat_key"], entry.signature, message), "entry/signature")
        anchor = self.last_change if kind in {Kind.ACT, Kind.CHOICE, Kind.LET_PASS} else 0
        require(entry.seen >= anchor, "entry/stale")

    def check_place(self, kind: Kind) -> None:
        """The kind may stand there."""
        if self.ended:
            return require(kind is Kind.CLOSE, "entry/out-of-place")
        if self.game_open is not None:
            return require(kind is Kind.END, "entry/out-of-place")
        if not self.all_revealed():
            return require(kind in FREE | STOPS | {Kind.SEAL, Kind.REVEAL}, "entry/out-of-place")
        if self.presence.due():
            require(kind in STOPS | {Kind.SEAT_OUT}, "seat/out-owed")
        alone = len(self.table.people) == 1 and self.clock.paused_for is None
        return require(kind is not Kind.HANDOVER and (kind is not Kind.LET_PASS or alone), "entry/out-of-place")

    def note_author(self, entry: Entry, kind: Kind) -> None:
        """Keep what a person has signed."""
        if kind in BY_SERVER or entry.signature == UNSIGNED:
            return
        self.last_signed[entry.actor] = entry
        self.presence.signed(entry, kind)
        if kind not in BY_THE_PROGRAM | {Kind.ASK_PAUSE}:
            self.clock.wishes.discard(entry.actor)

    # Before the first deal

    def all_sealed(self) -> bool:
        """Whether every person has sealed TABLE."""
        return len(self.sealed) == len(self.table.people)

    def all_revealed(self) -> bool:
        """Whether every person has told the seed."""
        return len(self.seeds.of_seats) == len(self.table.people)

    def judge_seal(self, entry: Entry, body: dict[str, bytes]) -> None:
        """SEAL: once for each person, over the table id."""
        require(entry.actor not in self.sealed, "entry/out-of-place")
        key = self.table.joined[entry.actor]["seat_key"]
        require(verifies(key, body["signature"], frame("seal", self.table.id)), "entry/seal")
        self.sealed[entry.actor] = self.seq

    def judge_reveal(self, entry: Entry, body: dict[str, bytes]) -> None:
        """REVEAL: once for each person, after having seen every SEAL."""
        require(self.all_sealed() and entry.actor not in self.seeds.of_seats, "entry/out-of-place")
        require(entry.seen >= max(self.sealed.values()), "entry/stale")
        seat = self.table.joined[entry.actor]
        promised = digest("seed-commit", seat["seat_key"], seat["nonce"], body["seed"])
        require(promised == seat["seed_commitment"], "seed/mismatch")
        self.seeds.of_seats[entry.actor] = body["seed"]
        self.first_reveal = self.first_reveal or self.seq

    def seals_are_signed(self) -> bool:
        """Whether a HEAD stands over all SEALs before the first REVEAL."""
        between = range(max(self.sealed.values(), default=0), self.first_reveal)
        return not self.first_reveal or not self.log.signatures.isdisjoint(between)

    # The cards

    def judge_deck_commit(self, entry: Entry, body: dict[str, list[bytes]]) -> None:
        """DECK_COMMIT: the next round, when the one before is open."""
        require(self.round == 0 or self.round in self.opened, "entry/out-of-place")
        dealt = [pile for pile in self.log.piles if self.round == 0 or not pile.once]
        commitments = body["commitments"]
        require(len(commitments) == sum(len(pile.faces) for pile in dealt), "deal/commitments")
        require(self.round < self.table.rounds, "rules/illegal")
        for slot in self.cards.slots:
            if not slot.pile.once:
                self.cards.kill(slot)
        self.round += 1
        for pile in dealt:
            here, commitments = commitments[: len(pile.faces)], commitments[len(pile.faces) :]
            slots = self.cards.add(pile, 0 if pile.once else self.round, here)
            self.proof.deal(self.seq, pile, slots)
        self.complaints.clear()
        self.answered.clear()

    def judge_open(self, _entry: Entry, body: dict[str, list[dict[str, Any]]]) -> None:
        """OPEN: each opening gives the commitment of its slot."""
        for opening in body["openings"]:
            self.cards.show(opening["slot"], opening["face"], opening["salt"])

    def judge_act(self, entry: Entry, body: dict[str, Any]) -> None:
        """ACT: the cards that it shows are proved by the salts."""
        salts = unpacked(body["part"])["salts"]
        require(len(salts) == len(body["shows"]), "entry/malformed")
        self.check_complaints(entry.actor)
        require(entry.signature != UNSIGNED or self.clock.paused_for is None, "clock/early")
        for (slot, face), salt in zip(body["shows"], salts, strict=True):
            self.cards.show(slot, face, salt)
        self.check_asked()

    def judge_show(self, _entry: Entry, body: dict[str, Any]) -> None:
        """SHOW: a box for a person, nothing for a bot."""
        seat, box, numbers = body["seat"], body["box"], body["slots"]
        is_person = seat in self.table.people
        require(len(box) == (48 + 34 * len(numbers) if is_person else 0), "opening/wrong-box")
        require(seat < self.table.size and all(map(self.cards.lives, numbers)), "rules/illegal")
        slots = [self.cards.slots[number] for number in numbers]
        if is_person:
            self.proof.box(self.seq, self.round, seat, slots, box)
        if self.sealed_again(body):
            self.complaints.remove(next(told for told in self.complaints if self.answers(body, told)))
        self.shows[self.seq] = Shown(self.round, seat, body["slots"])

    def judge_random(self, _entry: Entry, body: dict[str, int]) -> None:
        """RANDOM: the value is compared when class R is open."""
        require(self.in_play(), "random/not-asked")
        require(body["value"] < body["below"], "rules/illegal")
        self.proof.random(self.seq, self.round, body)

    def judge_renew(self, _entry: Entry, body: dict[str, Any]) -> None:
        """RENEW: living slots become as many new ones."""
        require(all(map(self.cards.lives, body["slots"])), "renew/not-asked")
        old = [self.cards.slots[number] for number in body["slots"]]
        require(len(set(body["slots"])) == len(old) == len(body["commitments"]), "renew/not-asked")
        choice = self.answered.get(body["by"])
        if body["by"] != SERVER:
            if choice is None or len({slot.pile.number for slot in old}) > 1:
                raise Fault("renew/not-asked")
            self.proof.taken(choice, factorial(len(old)))
        pairs = []
        for slot, commitment in zip(old, body["commitments"], strict=True):
            self.cards.kill(slot)
            pairs.append((slot, *self.cards.add(slot.pile, self.round, [commitment])))
        for number in sorted({slot.pile.number for slot in old}):
            here = [pair for pair in pairs if pair[0].pile.number == number]
            self.proof.renewal(self.seq, self.round, [was for was, _ in here], [now for _, now in here], choice)

    def judge_choice(self, entry: Entry, body: dict[str, bytes]) -> None:
        """CHOICE: what it says is told when the round is open."""
        self.check_complaints(entry.actor)
        self.check_asked()
        commitment = unpacked(body["part"])["commitment"]
        self.answered[entry.actor] = Choice(self.seq, self.round, entry.actor, entry.counter, commitment)
        self.choices.append(self.answered[entry.actor])

    def in_play(self) -> bool:
        """Whether a round is dealt and not open again."""
        return self.round > 0 and self.round not in self.opened

    def check_asked(self) -> None:
        """Between rounds no seat is asked for anything."""
        require(self.in_play(), "rules/illegal")

    def judge_answer(self, _entry: Entry, body: dict[str, Any]) -> None:
        """ANSWER: only about slots that live."""
        require(all(map(self.cards.lives, body["slots"])), "answer/not-asked")

    # Complaints

    def judge_complaint(self, entry: Entry, body: dict[str, int]) -> None:
        """COMPLAINT: about a box of this seat and round, one of whose slots lives."""
        told = self.shows.get(body["seq"])
        if told is None or (told.round, told.seat) != (self.round, entry.actor):
            raise Fault("entry/malformed")
        require(bool(self.still_living(told)), "entry/out-of-place")
        self.complaints.append(told)

    def still_living(self, told: Shown) -> list[int]:
        """The slots of a SHOW that live."""
        return [number for number in told.slots if self.cards.lives(number)]

    def answers(self, body: dict[str, Any], told: Shown) -> bool:
        """Whether a SHOW seals again what a complaint is about."""
        return bool(told.seat == body["seat"] and self.still_living(told) == body["slots"])

    def sealed_again(self, body: dict[str, Any]) -> bool:
        """Whether a SHOW seals a box again."""
        return any(self.answers(body, told) for told in self.complaints)

    def check_complaints(self, seat: int) -> None:
        """A seat neither acts nor is timed out before the boxes that it complained about are sealed again."""
        owed = any(told.seat == seat and self.still_living(told) for told in self.complaints)
        require(not owed, "opening/owed")

    # The end of a round and of the game

    def judge_round_open(self, _entry: Entry, body: dict[str, Any]) -> None:
        """ROUND_OPEN: the present round, once, with the seed of its class R."""
        require(self.in_play() and body["round"] == self.round, "entry/out-of-place")
        part = unpacked(body["part"])
        self.seeds.reveal(self.round, R, part["seed"])
        self.opened[self.round] = self.seq
        self.check_choices(part["choices"], [choice for choice in self.choices if choice.round == self.round])
        self.proof.work()

    def check_choices(self, told: list[dict[str, Any]], made: list[Choice]) -> None:
        """Every choice is opened as it was made, in the order of the log."""
        require([opening["seq"] for opening in told] == [choice.seq for choice in made], "choice/not-opened")
        for opening, choice in zip(told, made, strict=True):
            choice.number = opening["choice"]
            place = u16(choice.round), u8(choice.seat), u32(choice.counter), u8(choice.number)
            is_true = digest("choice", self.table.id, *place, opening["nonce"]) == choice.commitment
            if not is_true or (choice.ways is not None and choice.number >= choice.ways):
                raise Fault("choice/not-opened", choice.seq)

    def judge_game_open(self, _entry: Entry, body: dict[str, bytes]) -> None:
        """GAME_OPEN: all seeds that are not open yet."""
        part = unpacked(body["part"])
        closed = [number for number in range(1, self.table.rounds + 1) if number not in self.opened]
        require(len(part["seeds"]) == self.table.rounds + 1, "seed/mismatch")
        require(len(part["round_seeds"]) == len(closed), "seed/mismatch")
        for number, seed in enumerate(part["seeds"]):
            self.seeds.reveal(number, G, seed)
        for number, seed in zip(closed, part["round_seeds"], strict=True):
            self.seeds.reveal(number, R, seed)
        self.check_choices(part["choices"], [choice for choice in self.choices if choice.round in closed])
        self.game_open = self.seq

    def judge_end(self, _entry: Entry, body: dict[str, Any]) -> None:
        """END: for a reason that is one, with the seats that it names.

        Whether the game was over behind its last ROUND_OPEN is the rules' matter.
        """
        reason = body["reason"]
        require(reason in ENDS, "entry/malformed")
        if reason == "finished":
            require(self.last_round_is_open(), "entry/out-of-place")
        elif reason == "dissolved":
            self.check_dissolution()
        elif reason == "abandoned":
            require(self.presence.gone(self.table.people), "entry/out-of-place")
        if reason in {"finished", "dissolved"}:
            require(self.game_open is not None, "entry/out-of-place")
        seats = {"dissolved": self.missing(), "abandoned": self.table.people}.get(reason, [])
        require(body["seats"] == seats, "entry/out-of-place")
        self.ended = (self.seq, reason)

    def last_round_is_open(self) -> bool:
        """Whether ROUND_OPEN has closed the game."""
        return self.table.rounds in self.opened

    def missing(self) -> list[int]:
        """The people for whom the first deal waits."""
        done = self.seeds.of_seats if self.all_sealed() else self.sealed
        return [seat for seat in self.table.people if seat not in done]

    def check_dissolution(self) -> None:
        """A table is dissolved if the missing seats have left, or were waited for long enough."""
        missing = self.missing()
        require(bool(missing), "entry/out-of-place")
        since = max(self.sealed.values()) if self.all_sealed() else 0
        waited = self.clock.since(since) >= 1_000 * self.options["step_seconds"]
        require(waited or self.presence.gone(missing), "clock/early")

    def judge_close(self, entry: Entry, body: dict[str, Any]) -> None:
        """CLOSE: once for each ROUND_OPEN and for END, with the head there."""
        about = body["seq"]
        closes = {*self.opened.values(), self.ended[0] if self.ended else 0}
        require(about in closes and (entry.actor, about) not in self.closed, "entry/out-of-place")
        require(about <= entry.seen and body["head"] == self.log.heads[about], "log/chain")
        self.closed.add((entry.actor, about))

    def judge_ack(self, entry: Entry, body: dict[str, Any]) -> None:
        """ACK: the head of an entry that was seen."""
        about = body["seq"]
        require(about <= entry.seen and body["head"] == self.log.heads[about], "log/chain")

    # People and time

    def judge_name(self, entry: Entry, _body: None) -> None:
        """NAME: once for a seat, with the body that its JOIN names; the body may be gone."""
        require(entry.actor not in self.named, "entry/out-of-place")
        require(entry.body_hash == self.table.joined[entry.actor]["name_hash"], "entry/malformed")
        self.named.add(entry.actor)

    def judge_seat_out(self, _entry: Entry, body: dict[str, int]) -> None:
        """SEAT_OUT: the lowest seat for which it is owed."""
        require(body["seat"] in self.presence.due(), "seat/not-absent")
        require(body["seat"] == self.presence.due()[0], "seat/out-owed")
        self.presence.away.add(body["seat"])

    def judge_timeout(self, _entry: Entry, body: dict[str, int]) -> None:
        """TIMEOUT: not before the shortest limit that the seat can have."""
        seat, about = body["seat"], body["about"]
        require(not self.in_play() or self.clock.resumed <= about < self.seq, "clock/other-question")
        require(seat == SERVER or seat < self.table.size, "entry/wrong-actor")
        self.check_complaints(seat)
        self.check_asked()
        require(self.clock.paused_for is None, "clock/early")
        require(self.clock.since(about) >= 1_000 * self.shortest_limit(seat, about), "clock/early")
        if seat != SERVER:
            self.presence.timed_out(seat)
            self.answered[seat] = Choice(self.seq, self.round, seat)

    def shortest_limit(self, seat: int, about: int) -> int:
        """The seconds before which no question to a seat, and no window, can be over."""
        if seat == SERVER:
            asks_people = len(self.table.people) == self.table.size and not self.presence.away
            return int(self.options["window_seconds"]) if asks_people and self.presence.last_back <= about else 0
        if seat not in self.table.people or seat in self.presence.away:
            return 0
        return int(min(self.options["turn_seconds"], self.options["step_seconds"]))

    def judge_pause(self, _entry: Entry, body: dict[str, bool]) -> None:
        """PAUSE: on if all people wish for it, off after the longest pause."""
        clock, most = self.clock, self.options["pause_most"]
        if not body["on"]:
            require(clock.paused_for is not None and clock.paused_for >= 1_000 * most, "pause/not-asked")
            clock.resume()
            return
        there = set(self.table.people) - self.presence.away
        require(most > 0 and bool(there) and clock.wishes >= there, "pause/not-asked")
        require(clock.paused_for is None, "pause/not-asked")
        clock.paused_for = 0

    def judge_ask_pause(self, entry: Entry, body: dict[str, bool]) -> None:
        """ASK_PAUSE: a wish for a pause, or for its end, where there may be one."""
        require(self.options["pause_most"] > 0, "entry/out-of-place")
        if body["on"]:
            self.clock.wishes.add(entry.actor)
            return
        self.clock.wishes.discard(entry.actor)
        self.clock.resume()


def well_formed(entry: Entry, kind: Kind) -> Any:
    """The body of an entry; nothing about one that may be removed is judged."""
    if kind in REMOVABLE:
        return None
    try:
        body = unpacked(entry.body or b"")
    except Malformed as problem:
        raise Fault("entry/malformed") from problem
    require(BODIES[kind](body), "entry/malformed")
    return body


# The verdict


@dataclass(frozen=True)
class Report:
    """What an audit says about a file; entry 0 is TABLE."""

    verdict: str
    code: str | None = None
    entry: int | None = None
    phrase: str | None = None
    reason: str = ""


def audit(data: bytes) -> Report:
    """Judge the bytes of a log file."""
    try:
        log = read(data)
        return judged(log)
    except Unreadable as problem:
        return Report("UNREADABLE", reason=str(problem))


def judged(log: Log) -> Report:
    """Judge a log that can be read."""
    try:
        check_table(log.table)
    except Fault as fault:
        if not log.signed:
            raise Unreadable("TABLE is damaged") from fault
        return Report("REFUTED", fault.code, 0)
    if log.damaged and not log.signed:
        raise Unreadable("nothing left to judge")
    state = Audit(log)
    try:
        for entry in log.entries[: log.signed]:
            state.judge(entry)
        if state.game_open is not None:
            state.proof.work()
    except Fault as fault:
        seq = state.seq if fault.seq is None else fault.seq
        return Report("REFUTED", fault.code, seq, phrase(state))
    return Report(verdict(log, state), phrase=phrase(state))


def phrase(state: Audit) -> str | None:
    """The words of the table, once all people have revealed."""
    return state.seeds.phrase() if state.all_revealed() else None


def verdict(log: Log, state: Audit) -> str:
    """What is said of a log in which nothing is wrong."""
    whole_file = not log.damaged and log.signed == len(log.entries)
    if not whole_file or not state.seals_are_signed() or state.ended is None or state.game_open is None:
        return "UNPROVEN"
    return "VERIFIED" if state.ended[1] == "finished" else "UNFINISHED"


def main(paths: list[str]) -> int:
    """Print a line for each file, and give the exit code of the worst."""
    if not paths:
        print(__doc__)
        return 2
    worst = "VERIFIED"
    for path in paths:
        report = audit(Path(path).read_bytes())
        found = f" {report.code} at entry {report.entry}" if report.code else ""
        words = f" phrase: {report.phrase}" if report.phrase else ""
        print(f"{path}: {report.verdict}{found}{words}")
        worst = min(worst, report.verdict, key=("UNREADABLE", "REFUTED", "UNPROVEN", "UNFINISHED", "VERIFIED").index)
    return EXIT_CODES[worst]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
