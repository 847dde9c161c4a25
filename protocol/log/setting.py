"""JOIN and TABLE: the players, the rules, and the promises that are made before a card is dealt."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, cast

from engine.errors import UnfitRules, UnknownRules
from engine.machine import Book
from engine.registry import game_of
from engine.rules import Rules, parse
from protocol.keys.hashing import digest
from protocol.keys.identity import Purpose, verify
from protocol.keys.keycheck import BadKey, check_ed25519
from protocol.log import bodies
from protocol.log.cards import data_hash
from protocol.log.faults import Code, Fault, Finding
from protocol.log.kinds import Kinds
from protocol.modes import registry
from protocol.wire.codec import BadFrame, decode, fitted, unpack

if TYPE_CHECKING:
    from protocol.modes.mode import Mode, Parts

PROTO = 2
LONGEST_TABLE = 1 << 16
LONGEST_JOIN = 2048
ENDS = frozenset({"finished", "abandoned", "dissolved", "stopped", "forked"})
"""How a log can end."""
LATER_OPTIONS: dict[str, object] = {}
"""Options that came after the format was frozen, with their defaults: TABLE names one only where it differs."""


class Unreadable(ValueError):
    """Made by another version of the protocol or of the rules: no fault, but not to be judged here."""


class DamagedTable(Unreadable):
    """The bytes of a TABLE cannot be read."""


class OtherRules(Unreadable):
    """Only rules or cards are not known here: everything that does not need them can still be checked."""


@dataclass(frozen=True)
class Setting:
    """A TABLE that was read and checked.  What every entry asks for is worked out once."""

    tid: bytes
    table: bodies.Table
    rules: Rules
    joins: list[bodies.Join | None]
    mode: "Mode"
    parts: "Parts"
    """What TABLE and its JOINs say in the mode's own schema."""

    @cached_property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.joins)

    @property
    def server_key(self) -> bytes:
        """The key of the server, which wrote TABLE and the log."""
        return self.table.server_key

    def relay_key(self, seq: int) -> bytes:
        """The key that signs the HEAD at an entry."""
        return relay_key(self.table, seq)

    @property
    def nonce(self) -> bytes:
        """The server's nonce."""
        return self.table.server_nonce

    @cached_property
    def seat_keys(self) -> list[bytes | None]:
        """By seat: the key that signs its acts; a bot has none."""
        return [None if join is None else join.seat_key for join in self.joins]

    @cached_property
    def kinds(self) -> Kinds:
        """Those of the core and of the mode."""
        return kinds_of(self.mode.name)

    @cached_property
    def people(self) -> frozenset[int]:
        """The seats at which no bot sits."""
        return frozenset(seat for seat, join in enumerate(self.joins) if join is not None)


@cache
def kinds_of(mode: str) -> Kinds:
    """Made once for a mode."""
    return Kinds(registry.mode(mode).kinds)


def relay_key(table: bodies.Table, seq: int) -> bytes:
    """The key that signs the HEAD at an entry: the server's, as long as no other may take the log over."""
    return table.server_key


def table_id(data: bytes) -> bytes:
    """The name of a table: nothing in its TABLE can change without changing it."""
    return digest("undermine/1/table", data)


def read_setting(data: bytes) -> Setting:
    """Check a TABLE: its form, the rules, all keys, every JOIN's signature.

    `Unreadable` if it is damaged, or of another version; `Fault` if a server made it so.
    """
    table = read_table(data)
    rules = _rules(table)
    book = _book(table, rules)
    setting = _seated(data, table, rules)
    if rules.in_full() != table.rules:
        raise _fault(Code.TABLE, table, f"the rules are not written out in full, {rules.in_full()!r}")
    if problem := setting.mode.fault(setting, book.rounds):
        raise _fault(Code.TABLE, table, problem)
    if not setting.mode.accepts(table.options, table.seats):
        raise _fault(Code.TABLE, table, f"the mode {setting.mode.name!r} is not played with these options and seats")
    return setting


def read_outline(data: bytes) -> Setting:
    """Check of a TABLE what needs no rules; the setting has none to ask for."""
    return _seated(data, read_table(data), cast("Rules", None))


def _seated(data: bytes, table: bodies.Table, rules: Rules) -> Setting:
    """Who sits there, with all keys and every JOIN's signature."""
    if table.predecessor is not None and table.predecessor.reason not in ENDS:
        raise _fault(Code.TABLE, table, f"no table was {table.predecessor.reason!r}")
    joins = [_join(seat, row, table) for seat, row in enumerate(table.seats)]
    mode = registry.mode(table.mode.name)
    try:
        parts = mode.parts(table.mode.part, [None if join is None else join.part for join in joins])
    except BadFrame as error:
        raise _fault(Code.TABLE, table, f"a part of the mode: {error}") from error
    _check_keys(table, joins, mode, parts)
    return Setting(table_id(data), table, rules, joins, mode, parts)


def read_table(data: bytes) -> bodies.Table:
    """The TABLE in these bytes.  What its version does not let this program judge is named first."""
    try:
        plain = unpack(data, LONGEST_TABLE)
        if isinstance(plain, dict):
            _check_known(plain)
        table: bodies.Table = fitted(bodies.Table, plain)
    except BadFrame as error:
        raise DamagedTable(f"the TABLE cannot be read: {error}") from error
    return table


def _check_known(plain: dict[str, object]) -> None:
    if type(proto := plain.get("proto")) is not int:
        raise BadFrame("it names no protocol")
    if proto != PROTO:
        raise Unreadable(f"protocol {proto!r} is not known to this program")
    mode, options = plain.get("mode"), plain.get("options")
    if isinstance(mode, dict) and not registry.knows(mode.get("name"), mode.get("rev")):
        raise Unreadable(f"revision {mode.get('rev')!r} of mode {mode.get('name')!r} is not known to this program")
    if not isinstance(options, dict):
        return
    for name in sorted(options.keys() - {*bodies.Options.__struct_fields__}):
        raise Unreadable(f"option {name!r} is not known to this program")
    if (relay := options.get("relay")) != "fixed":
        raise Unreadable(f"option 'relay' is {relay!r}, which is not known to this program")
    for name, default in LATER_OPTIONS.items():
        if options.get(name, ...) == default:
            raise BadFrame(f"option {name!r} is written out although it has its default")


def _fault(code: Code, table: bodies.Table, evidence: str) -> Fault:
    return Fault(Finding(code, 0, b"", evidence))  # nothing in a TABLE proves who made it


def _rules(table: bodies.Table) -> Rules:
    """The rules, if this program knows every part of them in the revision that was played."""
    try:
        rules = parse(table.rules)
    except UnknownRules as error:
        raise OtherRules(f"the rules name {error.name!r}, which this program does not know") from error
    except UnfitRules as error:
        raise OtherRules(f"the rules {table.rules!r} cannot be read: {error}") from error
    _check_revs(table, dict(game_of(rules).revs(rules)))
    return rules


def _check_revs(table: bodies.Table, known: dict[str, int]) -> None:
    for name, rev in table.revs:
        if name not in known:
            raise OtherRules(f"the table names a revision of {name!r}, which its rules do not have here")
        if known[name] != rev:
            raise OtherRules(f"the table was played by revision {rev} of {name!r}; this program has {known[name]}")
    if [name for name, _ in table.revs] != list(known):
        raise OtherRules(f"the table names revisions of {len(table.revs)} parts; its rules have {len(known)} here")


def _book(table: bodies.Table, rules: Rules) -> Book:
    """The cards of these rules for so many seats."""
    try:
        book = game_of(rules).book(rules, len(table.seats))
    except UnfitRules as error:
        raise _fault(Code.TABLE, table, str(error)) from error
    if table.data_hash != data_hash(book):
        raise OtherRules("the table was played with other cards than this program knows")
    return book


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


def _check_keys(table: bodies.Table, joins: list[bodies.Join | None], mode: "Mode", parts: "Parts") -> None:
    of_mode = parts.keys
    persons = [join for join in joins if join is not None]
    signing = [table.server_key, *(join.seat_key for join in persons)]
    nonces = [join.nonce for join in persons]
    if any(len(set(keys)) != len(keys) for keys in (signing, of_mode, nonces)):
        raise _fault(Code.KEYS, table, "two seats share a key or a nonce")
    for key in signing:
        _check_key(table, check_ed25519, key)
    for key in of_mode:
        _check_key(table, mode.check_key, key)


def _check_key(table: bodies.Table, check: Callable[[bytes], None], key: bytes) -> None:
    try:
        check(key)
    except BadKey as error:
        raise _fault(Code.KEYS, table, str(error)) from error
