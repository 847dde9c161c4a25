"""Games to cheat in: whole ones, a tiny one with every kind of entry, and the tools to rewrite a log with all keys."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import Any
from unittest.mock import patch

from engine.bots import BOTS
from engine.bots.bot import Bot
from engine.front import choices
from engine.mine import game as mine
from engine.mine.rulebook import Book
from engine.rules import Rules, parse
from engine.slots import Draw, Pile
from protocol import bodies
from protocol.audit import Report, Verdict, audit
from protocol.codec import Body, encode
from protocol.dealer import HoldingDealer
from protocol.deals import Deals
from protocol.faults import Finding
from protocol.follower import Follower
from protocol.identity import Purpose, SeatKeys, sign
from protocol.log import (
    MAGIC,
    NO_SIGNATURE,
    NOBODY,
    SIGNED,
    Chain,
    Entry,
    HeadRecord,
    Kind,
    RecordType,
    act_parts,
    head_parts,
    record,
    records,
)
from protocol.selfplay import SelfPlay, Server, from_seed
from protocol.setting import table_id
from protocol.tables import card_tables

CROSS, TREASURE = 11, 2


class Game(SelfPlay):
    """A table whose secrets lie open to a test, and whose dealer can be another one."""

    def __init__(
        self,
        rules: str = "base",
        seats: int = 3,
        bot: str | Bot = "random",
        seed: bytes = b"x",
        *,
        server_bots: int = 0,
    ) -> None:
        bots = [BOTS[bot] if isinstance(bot, str) else bot]
        super().__init__(parse(rules), seats, bots, from_seed(seed), server_bots=server_bots)

    deals_type: type[Deals] = Deals
    dealer_type: type[HoldingDealer] = HoldingDealer

    @property
    def server(self) -> Server:
        """The server's keys and seeds."""
        return self._server

    @property
    def keys(self) -> list[SeatKeys]:
        """Everybody's keys."""
        return self._keys

    @property
    def dealer(self) -> HoldingDealer:
        """Who deals."""
        return self._dealer

    def _agree(self) -> None:
        super()._agree()
        follower = self.host.follower
        seeds = [seed or b"" for seed in follower.seeds]
        deals = self.deals_type(self.host.setting.tid, follower.state.book, self._server.seeds, seeds)
        self._dealer = self.dealer_type(deals, self._server.seeds, self.host.setting.box_keys)
        self.host.seat_dealer(self._dealer)


@cache
def whole_game(
    rules: str = "base", seats: int = 3, bot: str = "random", seed: bytes = b"x", server_bots: int = 0
) -> tuple[Game, bytes]:
    """An honest game and its log; nobody may change either."""
    game = Game(rules, seats, bot, seed, server_bots=server_bots)
    return game, game.play()


@cache
def game_with_gold() -> tuple[Game, bytes]:
    """An honest game of whole length in which the treasure is found, so that gold is passed round."""
    for number in range(50):
        game, log = whole_game("base", 3, "steady", b"gold %d" % number)
        if any(entry.kind == Kind.RENEW for entry in entries_of(log)):
            return game, log
    raise AssertionError("nobody found the treasure")


# a tiny mine


def _choose_far(memory: object, view: Any, chance: Draw) -> Any:
    return max(choices(view), key=lambda act: getattr(act, "cell", -1))


EAGER = Bot("eager", 1, lambda seat, seats: None, lambda memory, event, view: None, _choose_far)
"""Lays a card as far to the east as it can."""


@contextmanager
def tiny_mine() -> Iterator[None]:
    """The rules with two rounds, hands of one card, and the goals next door: whoever lays a card finds the treasure."""
    real = mine.book

    @cache
    def book(rules: Rules, seats: int) -> Book:
        whole = real(rules, seats)
        saboteur_and_diggers = whole.piles[1]
        piles = (
            Pile("gold", 0, (211, 211, 212, 212, 213, 213, 213), "game"),
            saboteur_and_diggers,
            Pile("goals", 2, (TREASURE,) * 3, "round"),
            Pile("deck", 3, (CROSS,) * 3 + (13, 13), "game"),
        )
        copies = tuple(Counter(pile.faces) for pile in piles)
        return replace(whole, rounds=2, hand_size=1, piles=piles, copies=copies)

    near = ((2, 2), (2, 0), (2, -2))
    with (
        patch("engine.mine.game.book", book),
        patch("protocol.selfplay.book", book),
        patch("engine.mine.rules.deal.GOAL_CELLS", near),
    ):
        yield


class EveryKind(Game):
    """A game whose log holds every kind of entry."""

    def __init__(self, seed: bytes = b"tiny") -> None:
        super().__init__("base", 3, EAGER, seed)
        self._spoken = False

    def _move(self, seat: int) -> None:
        if not self._spoken:
            self._spoken = True
            self._speak(seat)
        else:
            super()._move(seat)

    def _speak(self, seat: int) -> None:
        host, person = self.host, self.people[0]
        host.take(person.say(Kind.TALK, bodies.Talk(salt=bytes(16), text="Glück auf!")))
        chain = host.follower.chain
        host.take(person.say(Kind.ACK, bodies.Close(seq=chain.last, head=chain.heads[-1])))
        host.take(person.say(Kind.LEAVE, bodies.Nothing()))
        host.say(Kind.SEAT_OUT, bodies.SeatOut(seat=0), dt_ms=5)
        host.take(person.say(Kind.BACK, bodies.Nothing()))
        host.after_act(host.say(Kind.TIMEOUT, bodies.Timeout(seat=seat), dt_ms=120_000))


# rewriting a log


def follow(follower: Follower, entries: Iterable[Entry]) -> list[object]:
    """Take entries that all stand under a HEAD; all events."""
    events: list[object] = []
    for entry in entries:
        follower.signed_up_to = follower.chain.last
        events += follower.take(entry)
    return events


def entries_of(log: bytes) -> list[Entry]:
    """The entries of a file."""
    return [Entry.from_bytes(payload) for kind, payload in records(log) if kind == RecordType.ENTRY]


def first(entries: Iterable[Entry], kind: Kind, actor: int | None = None, *, after: int = 0) -> int:
    """The place of the first entry of a kind in a list."""
    return next(
        at for at, entry in enumerate(entries) if entry.kind == kind and at >= after and actor in {None, entry.actor}
    )


def said(kind: Kind, body: Body, round_: int) -> Entry:
    """An entry of the server, without its number."""
    return Entry(0, 0, kind, NOBODY, 0, 0, round_, NO_SIGNATURE, encode(body))


class Forge:
    """Writes a log anew, with the server's key and, where they are told to, with the players' keys.

    So the numbers, the chain and the HEADs are right whatever was changed, and only what was changed is wrong.
    """

    def __init__(self, game: Game, table: bytes | None = None) -> None:
        self._game = game
        self._table = game.table if table is None else table
        self.tid = table_id(self._table)
        self._end = 0

    def write(self, entries: Iterable[Entry], *, signing: Callable[[Entry], bool] = lambda entry: True) -> bytes:
        """The log of these entries in this order; players sign again what ``signing`` says, over the new heads."""
        chain, signed = Chain(self.tid), 0
        file = MAGIC + record(RecordType.TABLE, self._table) + record(RecordType.CARDS, card_tables())
        for number, entry in enumerate(entries, 1):
            made = replace(entry, seq=number)
            if entry.kind in SIGNED and entry.actor < len(self._game.keys) and signing(entry):
                made = self.signed(chain, made)
            chain.extend(made)
            file += record(RecordType.ENTRY, made.to_bytes())
            if entry.kind in {Kind.ROUND_OPEN, Kind.END}:
                self._end = number
            if entry.kind == Kind.SEAL:
                file += self.head(chain)
                signed = number
        return file if signed == chain.last else file + self.head(chain)

    def signed(self, chain: Chain, entry: Entry, keys: SeatKeys | None = None) -> Entry:
        """The player has seen everything so far."""
        last = chain.last
        body = entry.body
        if entry.kind in {Kind.CLOSE, Kind.ACK}:
            seq = self._end if entry.kind == Kind.CLOSE else last
            body = encode(bodies.Close(seq=seq, head=chain.heads[seq]))
        made = replace(entry, seen=last, body=body)
        key = (keys or self._game.keys[entry.actor]).signing
        return replace(made, signature=sign(key, Purpose.ACT, *act_parts(self.tid, chain.heads[last], made)))

    def head(self, chain: Chain) -> bytes:
        """The server's word."""
        signature = self._game.server.sign_head(*head_parts(self.tid, chain.last, chain.heads[-1]))
        return record(RecordType.HEAD, HeadRecord(chain.last, signature).to_bytes())


def refuted(log: bytes) -> list[Finding]:
    """What an audit finds in a log that is wrong."""
    report: Report = audit(log)
    assert report.verdict is Verdict.REFUTED, report
    assert report.findings
    assert report.reason
    return report.findings
