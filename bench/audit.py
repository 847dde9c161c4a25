"""`undermine bench audit`: how long the audit of a game takes, compared with its signatures alone."""

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from client.commands.ends import FAILED, Stopped
from client.commands.figures import tell_figures
from client.commands.progress import Progress
from client.i18n import _
from engine.bots import BOTS
from engine.rules import parse
from protocol.audit.audit import Verdict, audit
from protocol.host.selfplay import SelfPlay, from_seed
from protocol.keys.identity import Purpose, verify
from protocol.log.bodies import Seal
from protocol.log.records import (
    NO_SIGNATURE,
    Chain,
    Entry,
    HeadRecord,
    Kind,
    RecordType,
    act_parts,
    head_parts,
    records,
)
from protocol.log.setting import Setting, read_setting
from protocol.wire.codec import decode

BOT = "random"
REPEATS = 3
Signed = tuple[bytes, bytes, Purpose, tuple[bytes, ...]]
"""Key, signature, and what it is over."""
_Subject = TypeVar("_Subject")


class NotVerified(Exception):
    """The game that was to be measured does not pass: there is nothing to measure."""


def main(arguments: argparse.Namespace) -> int:
    try:
        figures = measure(arguments.rules, arguments.players, arguments.games)
    except NotVerified as error:
        why = _("undermine bench: a game that was played here is not VERIFIED; please report that")
        raise Stopped(why, FAILED) from error
    return tell_figures(figures, arguments.json)


@dataclass(slots=True)
class Tally:
    """Sums over games."""

    moves: int = 0
    signatures: int = 0
    size: int = 0
    audit_s: float = 0.0
    signatures_s: float = 0.0

    def count(self, data: bytes) -> None:
        """Measure one log, both in turns, so that they meet the same machine; the fastest of a few counts."""
        signed, acts = collect(data)
        times = [(_timed(_audit, data), _timed(_verify, signed)) for _repeat in range(REPEATS)]
        self.audit_s += min(audited for audited, _alone in times)
        self.signatures_s += min(alone for _audited, alone in times)
        self.moves += acts
        self.signatures += len(signed)
        self.size += len(data)


def measure(rules: str, seats: int, games: int) -> dict[str, Any]:
    """The figures by name; where it says nothing else, they are means of a game."""
    tally = Tally()
    with Progress(games) as bar:
        for number in range(games):
            tally.count(SelfPlay(parse(rules), seats, [BOTS[BOT]], from_seed(b"bench %d" % number)).play())
            bar.done(number + 1)
    return {
        "rules": rules,
        "players": seats,
        "games": games,
        "moves": round(tally.moves / games, 1),
        "signatures": round(tally.signatures / games, 1),
        "log_bytes_per_move": round(tally.size / tally.moves, 1),
        "audit_ms": round(tally.audit_s / games * 1000, 2),
        "signatures_ms": round(tally.signatures_s / games * 1000, 2),
        "ratio": round(tally.audit_s / tally.signatures_s, 3),
    }


def _timed(work: Callable[[_Subject], None], subject: _Subject) -> float:
    begun = time.perf_counter()
    work(subject)
    return time.perf_counter() - begun


def _audit(data: bytes) -> None:
    if audit(data).verdict != Verdict.VERIFIED:
        raise NotVerified


def _verify(signed: list[Signed]) -> None:
    for key, signature, purpose, parts in signed:
        if not verify(key, signature, purpose, *parts):
            raise NotVerified


def collect(data: bytes) -> tuple[list[Signed], int]:
    """Every signature of a log, ready to be verified, and how many acts there are."""
    (_table, table), _cards, *rest = records(data)
    setting = read_setting(table)
    found, acts, chain = _joins(setting), 0, Chain(setting.tid)
    for kind, payload in rest:
        if kind == RecordType.HEAD:
            parts = head_parts(setting.tid, chain.last, chain.heads[-1])
            found.append((setting.server_key, HeadRecord.from_bytes(payload).signature, Purpose.HEAD, parts))
            continue
        entry = Entry.from_bytes(payload)
        acts += entry.kind == Kind.ACT
        if entry.signature != NO_SIGNATURE:
            key = setting.seat_keys[entry.actor] or b""
            found.append((key, entry.signature, Purpose.ACT, act_parts(setting.tid, chain.heads[entry.seen], entry)))
        if entry.kind == Kind.SEAL:
            sealed = decode(Seal, entry.body, len(entry.body)).signature
            found.append((setting.seat_keys[entry.actor] or b"", sealed, Purpose.SEAL, (setting.tid,)))
        chain.extend(entry)
    return found, acts


def _joins(setting: Setting) -> list[Signed]:
    rows = zip(setting.joins, setting.table.seats, strict=True)
    return [
        (join.seat_key, row.person.signature, Purpose.JOIN, (row.person.join,))
        for join, row in rows
        if join is not None and row.person is not None
    ]
