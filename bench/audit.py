"""`undermine bench audit`: how long the audit of a game takes, compared with its signatures alone."""

import argparse
import time
from collections.abc import Callable

from bench import against
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
from protocol.log.setting import read_setting
from protocol.wire.codec import decode

REPEATS = 3
Signed = tuple[bytes, bytes, Purpose, tuple[bytes, ...]]
"""Key, signature, and what it is over."""


def main(arguments: argparse.Namespace) -> int:
    if arguments.against is not None:
        return against.main(arguments)
    rules, seats, games = arguments.rules, arguments.players, arguments.games
    measured = []
    with Progress(games) as bar:
        for number in range(games):
            played = SelfPlay(parse(rules), seats, [BOTS["random"]], from_seed(b"bench %d" % number)).play()
            measured.append(_measured(played))
            bar.done(number + 1)
    moves, signatures, size, audit_s, signatures_s = map(sum, zip(*measured, strict=True))
    figures = {
        "rules": rules,
        "players": seats,
        "games": games,
        "moves": round(moves / games, 1),
        "signatures": round(signatures / games, 1),
        "log_bytes_per_move": round(size / moves, 1),
        "audit_ms": round(audit_s / games * 1000, 2),
        "signatures_ms": round(signatures_s / games * 1000, 2),
        "ratio": round(audit_s / signatures_s, 3),
    }
    return tell_figures(figures, arguments.json)


def _measured(data: bytes) -> tuple[int, int, int, float, float]:
    """Acts, signatures and bytes of a log; then seconds of its audit and of its signatures, measured in turns."""
    signed, acts = collect(data)

    def signatures_hold() -> bool:
        return all(verify(key, signature, purpose, *parts) for key, signature, purpose, parts in signed)

    audits, alone = [], []
    for _repeat in range(REPEATS):
        audits.append(_timed(lambda: audit(data).verdict == Verdict.VERIFIED))
        alone.append(_timed(signatures_hold))
    return acts, len(signed), len(data), min(audits), min(alone)


def _timed(passes: Callable[[], bool]) -> float:
    begun = time.perf_counter()
    passed = passes()
    taken = time.perf_counter() - begun
    if not passed:
        raise Stopped(_("undermine bench: a game that was played here is not VERIFIED; please report that"), FAILED)
    return taken


def collect(data: bytes) -> tuple[list[Signed], int]:
    """Every signature of a log, ready to be verified, and how many acts there are."""
    (_table, table), _cards, *rest = records(data)
    setting = read_setting(table)
    rows = zip(setting.joins, setting.table.seats, strict=True)
    found: list[Signed] = [
        (join.seat_key, row.person.signature, Purpose.JOIN, (row.person.join,))
        for join, row in rows
        if join is not None and row.person is not None
    ]
    acts, chain = 0, Chain(setting.tid)
    for kind, payload in rest:
        if kind == RecordType.HEAD:
            parts = head_parts(setting.tid, chain.last, chain.heads[-1])
            head = HeadRecord.from_bytes(payload)
            found.append((setting.relay_key(head.seq), head.signature, Purpose.HEAD, parts))
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
