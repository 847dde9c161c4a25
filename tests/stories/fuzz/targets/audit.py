"""The audit: whatever a server and its players sign together, it says a verdict and raises nothing.

A random change of a log breaks its hashes, so that nothing behind it is judged.  Here an input is entries without
hashes and signatures; the log is made of them as their signers would make it, and every signature counts as good.
"""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from random import Random
from struct import Struct

from protocol.audit.audit import Verdict, audit
from protocol.log.cards import card_tables
from protocol.log.records import (
    MAGIC,
    NO_SIGNATURE,
    Chain,
    Entry,
    HeadRecord,
    Kind,
    RecordType,
    record,
)
from protocol.log.setting import table_id
from tests.stories.cheats.games import Game, entries_of
from tests.stories.cheats.remembering import verifying
from tests.stories.cheats.tiny import EAGER, tiny_mine

LONGEST = 12_000
STEP_MS = 250
_HEAD = Struct("<BBHHHBH")  # kind, actor, time, seen, counter, round and whether it is signed, length of the body
_SIGNED = 0x80
_SIGNATURE = b"\1" * 64
_RULES = ("base", "saboteur2", "cave")
_MOST_ENTRIES = 70


def one(data: bytes) -> None:
    """Audit the log that these bytes stand for; the first chooses its table."""
    if data:
        number = data[0] % len(_RULES)
        with _mine(number), verifying(lambda *_: True):
            report = audit(log_of(number, data[1:]))
        assert report.verdict in Verdict
        assert report.reason or report.findings or report.verdict is Verdict.VERIFIED


def seeds() -> Iterator[bytes]:
    """The beginnings of honest games."""
    for number in range(len(_RULES)):
        with _mine(number):
            _, log = _played(number)
        yield bytes([number]) + short(entries_of(log)[:_MOST_ENTRIES])


def mutated(data: bytes, longest: int, seed: int) -> bytes:
    """Change one entry or the order of two, so that the others can still be read."""
    random = Random(seed)
    rows = list(_rows(data[1:]))
    if not rows:
        return bytes([random.randrange(len(_RULES))])
    at, other = random.randrange(len(rows)), random.randrange(len(rows))
    head, body = rows[at]
    match random.randrange(6):
        case 0:
            rows.insert(other, rows[at])
        case 1:
            del rows[at]
        case 2:
            rows[at], rows[other] = rows[other], rows[at]
        case 3:
            place = random.randrange(len(head) - 1)
            value = random.choice((0, 1, 2, 254, 255, random.randrange(256), rows[other][0][place]))
            rows[at] = (*head[:place], value, *head[place + 1 :]), body
        case 4:
            rows[at] = head, rows[other][1]
        case _:
            rows[at] = head, _varied(body, random)
    text = b"".join(_HEAD.pack(*head[:-1], len(body)) + body for head, body in rows)
    return (data[:1] + text)[:longest]


def _varied(data: bytes, random: Random) -> bytes:
    """With some bytes less, more, or other."""
    start = random.randrange(len(data) + 1)
    end = min(len(data), start + random.randrange(4))
    return data[:start] + random.randbytes(random.choice((0, end - start, random.randrange(9)))) + data[end:]


def short(entries: Iterable[Entry]) -> bytes:
    """Entries as inputs have them."""
    return b"".join(_shortened(entry) + entry.body for entry in entries)


def _shortened(entry: Entry) -> bytes:
    signed = _SIGNED if entry.signature != NO_SIGNATURE else 0
    time = min(entry.dt_ms // STEP_MS, 0xFFFF)
    head = entry.kind, entry.actor, time, entry.seen, entry.counter, entry.round | signed, len(entry.body)
    return _HEAD.pack(*head)


def log_of(number: int, data: bytes) -> bytes:
    """The file with these entries; a HEAD stands behind each SEAL and at the end."""
    table, cards = _front(number)
    chain = Chain(table_id(table))
    file = [MAGIC, record(RecordType.TABLE, table), record(RecordType.CARDS, cards)]
    entry = None
    for entry in _entries(data):
        chain.extend(entry)
        file.append(record(RecordType.ENTRY, entry.to_bytes()))
        if entry.kind == Kind.SEAL:
            file.append(_head(chain))
    if entry is not None and entry.kind != Kind.SEAL:
        file.append(_head(chain))
    return b"".join(file)


def _entries(data: bytes) -> Iterator[Entry]:
    for seq, ((kind, actor, time, seen, counter, round_, _), body) in enumerate(_rows(data), 1):
        signature = _SIGNATURE if round_ & _SIGNED else NO_SIGNATURE
        yield Entry(seq, time * STEP_MS, kind, actor, seen, counter, round_ & ~_SIGNED, signature, body)


def _rows(data: bytes) -> Iterator[tuple[tuple[int, ...], bytes]]:
    at = 0
    while at + _HEAD.size <= len(data):
        head = _HEAD.unpack_from(data, at)
        start = at + _HEAD.size
        at = start + head[-1]
        yield head, data[start:at]


def _head(chain: Chain) -> bytes:
    return record(RecordType.HEAD, HeadRecord(chain.last, _SIGNATURE).to_bytes())


def _mine(number: int) -> AbstractContextManager[None]:
    return tiny_mine() if _RULES[number] == "base" else nullcontext()


@cache
def _front(number: int) -> tuple[bytes, bytes]:
    game, _ = _played(number)
    return game.table, card_tables(game.host.follower.state.book)


@cache
def _played(number: int) -> tuple[Game, bytes]:
    rules = _RULES[number]
    game = Game(rules, 3, EAGER if rules == "base" else "random", b"fuzz", server_bots=0 if rules == "base" else 1)
    return game, game.play()
