"""JOIN and TABLE: who plays, by what rules, and what everybody has promised before a card is dealt."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from engine.errors import UnfitRules, UnknownRules
from engine.registry import game_of
from engine.rules import Rules, parse
from protocol.keys.hashing import digest
from protocol.keys.identity import Purpose, verify
from protocol.keys.keycheck import BadKey, check_ed25519, check_x25519
from protocol.log import bodies
from protocol.log.cards import data_hash
from protocol.log.faults import Code, Fault, Finding
from protocol.wire.codec import BadFrame, decode

PROTO = 1
MODE = "dealer"
LONGEST_TABLE = 1 << 16
LONGEST_JOIN = 1024
ENDS = frozenset({"finished", "abandoned", "dissolved", "stopped", "forked"})
"""How a log can end."""


class Unreadable(ValueError):
    """Made by another version of the protocol or of the rules: no fault, but not to be judged here."""


@dataclass(frozen=True)
class Setting:
    """A TABLE that was read and checked.  What every entry asks for is worked out once."""

    tid: bytes
    table: bodies.Table
    rules: Rules
    joins: list[bodies.Join | None]

    @cached_property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.joins)

    @property
    def server_key(self) -> bytes:
        """Whose word the HEADs are."""
        return self.table.server_key

    @property
    def nonce(self) -> bytes:
        """The server's nonce."""
        return self.table.server_nonce

    @cached_property
    def seat_keys(self) -> list[bytes | None]:
        """By seat: the key that signs its acts; a bot has none."""
        return [None if join is None else join.seat_key for join in self.joins]

    @cached_property
    def box_keys(self) -> list[bytes]:
        """By seat: the key that private openings are sealed to; a bot's is empty."""
        return [b"" if join is None else join.x25519 for join in self.joins]

    @cached_property
    def people(self) -> frozenset[int]:
        """The seats at which no bot sits."""
        return frozenset(seat for seat, join in enumerate(self.joins) if join is not None)

    def commitment(self, round_: int, class_: int) -> bytes | None:
        """What the server promised about a seed; None if there is no such seed."""
        at = 2 * round_ + class_
        return self.table.commitments[at] if at < len(self.table.commitments) else None


def table_id(data: bytes) -> bytes:
    """The name of a table: nothing in its TABLE can change without changing it."""
    return digest("undermine/1/table", data)


def read_setting(data: bytes) -> Setting:
    """Check a TABLE: its form, the rules, all keys, every JOIN's signature."""
    try:
        table = decode(bodies.Table, data, LONGEST_TABLE)
    except BadFrame as error:
        raise Fault(Finding(Code.TABLE, 0, b"", str(error))) from error
    if table.proto != PROTO or table.mode != MODE:
        raise Unreadable(f"protocol {table.proto} in mode {table.mode!r} is not known to this program")
    rules = _rules(table)
    if table.predecessor is not None and table.predecessor.reason not in ENDS:
        raise _fault(Code.TABLE, table, f"no table was {table.predecessor.reason!r}")
    joins = [_join(seat, row, table) for seat, row in enumerate(table.seats)]
    _check_keys(table, joins)
    _check_book(table, rules)
    return Setting(table_id(data), table, rules, joins)


def _fault(code: Code, table: bodies.Table, evidence: str) -> Fault:
    return Fault(Finding(code, 0, b"", evidence))  # nothing in a TABLE proves who made it


def _rules(table: bodies.Table) -> Rules:
    """The rules, if this program knows every part of them in the revision that was played."""
    try:
        rules = parse(table.rules)
    except UnknownRules as error:
        raise Unreadable(f"the rules name {error.name!r}, which this program does not know") from error
    except UnfitRules as error:
        raise Unreadable(f"the rules {table.rules!r} cannot be read: {error}") from error
    _check_revs(table, dict(game_of(rules).revs(rules)))
    return rules


def _check_revs(table: bodies.Table, known: dict[str, int]) -> None:
    for name, rev in table.revs:
        if name not in known:
            raise Unreadable(f"the table names a revision of {name!r}, which its rules do not have here")
        if known[name] != rev:
            raise Unreadable(f"the table was played by revision {rev} of {name!r}; this program has {known[name]}")
    if [name for name, _ in table.revs] != list(known):
        raise Unreadable(f"the table names revisions of {len(table.revs)} parts; its rules have {len(known)} here")


def _check_book(table: bodies.Table, rules: Rules) -> None:
    """What the rules ask of a table of this size."""
    try:
        book = game_of(rules).book(rules, len(table.seats))
    except UnfitRules as error:
        raise _fault(Code.TABLE, table, str(error)) from error
    if table.data_hash != data_hash(book):
        raise Unreadable("the table was played with other cards than this program knows")
    if rules.in_full() != table.rules:
        raise _fault(Code.TABLE, table, f"the rules are not written out in full, {rules.in_full()!r}")
    if len(table.commitments) != 2 * (book.rounds + 1):
        raise _fault(Code.TABLE, table, f"expected {2 * (book.rounds + 1)} commitments of the server")


def _join(seat: int, row: bodies.SeatRow, table: bodies.Table) -> bodies.Join | None:
    if (row.person is None) == (row.bot is None):
        raise _fault(Code.TABLE, table, f"seat {seat} must be either a person or a bot")
    if row.person is None:
        return None
    try:
        join = decode(bodies.Join, row.person.join, LONGEST_JOIN)
    except BadFrame as error:
        raise _fault(Code.TABLE, table, f"the JOIN of seat {seat}: {error}") from error
    _check_key(table, check_ed25519, join.seat_key)
    if not verify(join.seat_key, row.person.signature, Purpose.JOIN, row.person.join):
        raise _fault(Code.JOIN_SIGNATURE, table, f"the JOIN of seat {seat} is not signed by its key")
    if join.server_key != table.server_key or not join.proto_min <= table.proto <= join.proto_max:
        raise _fault(Code.TABLE, table, f"the JOIN of seat {seat} was made for another server or protocol")
    return join


def _check_keys(table: bodies.Table, joins: list[bodies.Join | None]) -> None:
    persons = [join for join in joins if join is not None]
    signing = [table.server_key, *(join.seat_key for join in persons)]
    boxes = [table.dealer_x25519, *(join.x25519 for join in persons)]
    nonces = [join.nonce for join in persons]
    if any(len(set(keys)) != len(keys) for keys in (signing, boxes, nonces)):
        raise _fault(Code.KEYS, table, "two seats share a key or a nonce")
    for key in signing:
        _check_key(table, check_ed25519, key)
    for key in boxes:
        _check_key(table, check_x25519, key)


def _check_key(table: bodies.Table, check: Callable[[bytes], None], key: bytes) -> None:
    try:
        check(key)
    except BadKey as error:
        raise _fault(Code.KEYS, table, str(error)) from error
