"""Games to cheat in: whole ones, a tiny one with every kind of entry, and the tools to rewrite a log with all keys."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache

from engine.bots import BOTS
from engine.bots.bot import Bot
from engine.rules import parse
from engine.wants import Choose
from protocol.audit.audit import Report, Verdict, audit
from protocol.follow.follower import Follower
from protocol.host.selfplay import SelfPlay, from_seed
from protocol.keys.identity import Purpose, SeatKeys, sign
from protocol.log import bodies
from protocol.log.cards import card_tables
from protocol.log.faults import Finding
from protocol.log.records import (
    MAGIC,
    NO_SIGNATURE,
    NOBODY,
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
from protocol.log.setting import table_id
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer.author import HoldingDealer
from protocol.modes.dealer.claims import Renewed, Shown
from protocol.modes.dealer.deals import Deals
from protocol.modes.dealer.kinds import DealerKind
from protocol.modes.mode import Followed
from protocol.wire.codec import Body, decode, encode
from tests.stories.cheats.tiny import EAGER, tiny_mine
from tests.support.dealing import SIGNED, dealer_of, ledger_of
from tests.support.parts import close, protest


class Game(SelfPlay):
    """A table whose secrets lie open to a test; a subclass can have another dealer, or other options."""

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

    def move(self) -> None:
        """A seat that is asked in secret says yes."""
        waiting = self.host.follower.play.waiting()
        if isinstance(waiting, Choose):
            self.host.take(self.people[waiting.seat].choose(1))
            self.host.advance()
        else:
            super().move()

    def face(self, slot: int) -> int:
        """What lies in a slot, as the dealer knows it."""
        return dealer_of(self.host).opening(slot).face

    def clock(self, seat: int, waited_ms: int) -> None:
        """The time of a seat is up."""
        follower = self.host.follower
        entry = said(Kind.TIMEOUT, bodies.Timeout(seat=seat, about=follower.asked_at), follower.state.round)
        self.host.take(replace(entry, seq=self.host.next_seq, dt_ms=waited_ms))
        self.host.advance()


def dealing(deals: type[Deals]) -> type[HoldingDealer]:
    """A dealer whose cards lie otherwise than the seeds say."""

    class Other(HoldingDealer):
        def _shuffled(self, table: Followed) -> Deals:
            """Deal from other cards."""
            return deals(self._setting.tid, table.state.book, self._secrets.seeds, table.seeds)

    return Other


@cache
def whole_game(
    rules: str = "base", seats: int = 3, bot: str = "random", seed: bytes = b"x", server_bots: int = 0
) -> tuple[Game, bytes]:
    """An honest game and its log; both are shared, so no test may change them."""
    game = Game(rules, seats, bot, seed, server_bots=server_bots)
    return game, game.play()


@cache
def game_with_gold() -> tuple[Game, bytes]:
    """An honest game of whole length in which the treasure is found, so that gold is passed round."""
    for number in range(50):
        game, log = whole_game("base", 3, "steady", b"gold %d" % number)
        if any(entry.kind == DealerKind.RENEW for entry in entries_of(log)):
            return game, log
    raise AssertionError("no seat found the treasure")


class EveryKind(Game):
    """A game in the tiny mine whose log holds every kind of entry that an honest log can hold."""

    def __init__(self, seed: bytes) -> None:
        super().__init__("base", 3, EAGER, seed)
        self._spoken = False

    def move(self) -> None:
        """The first turn is lost to the clock after much talk, and so is the second secret choice."""
        waiting = self.host.follower.play.waiting()
        if isinstance(waiting, Choose) and self._spoken:
            self.clock(waiting.seat, 1000 * (self.options.step_seconds + self.options.bank_seconds))
        elif isinstance(waiting, Choose) or self._spoken:
            super().move()
        else:
            assert waiting is not None
            self._spoken = True
            self._speak()
            options = self.options
            self.clock(waiting.seats[0], 1000 * (options.turn_seconds + options.resume_seconds + options.bank_seconds))

    def _speak(self) -> None:
        host, person = self.host, self.people[0]
        host.take(person.say(Kind.TALK, bodies.Talk(salt=bytes(16), text="Glück auf!")))
        host.take(person.say(Kind.NOTE, bodies.Note(salt=bytes(16), what="mood", data=b"merry")))
        chain = host.follower.chain
        host.take(person.say(Kind.ACK, bodies.Ack(seq=chain.last, head=chain.heads[-1])))
        for other in self.people:
            host.take(other.say(Kind.ASK_PAUSE, bodies.AskPause(on=True)))
        host.settle()  # all want it: the clocks stand still
        host.take(person.say(Kind.ASK_PAUSE, bodies.AskPause(on=False)))
        box = next(claim for claim in ledger_of(host.follower).claims if isinstance(claim, Shown) and claim.seat == 0)
        host.take(person.say(DealerKind.COMPLAINT, dealer_bodies.Complaint(seq=box.seq)))
        host.advance()  # the box once more
        lost = person.say(Kind.TALK, bodies.Talk(salt=bytes(16), text="Does anybody hear me?"))
        host.take(person.say(Kind.PROTEST, protest(lost.header())))
        host.take(person.say(Kind.LEAVE, bodies.Nothing()))
        host.say(Kind.SEAT_OUT, bodies.SeatOut(seat=0))
        host.take(person.say(Kind.BACK, bodies.Nothing()))


@cache
def telling_seed(kind: Callable[[bytes], Game]) -> bytes:
    """A seed for a tiny game in which nothing happens in vain.

    All secret choices are between goals that differ, and gold is passed round in both rounds.
    """
    with tiny_mine():
        for seed in (b"tiny %d" % number for number in (2, 10, *range(200))):  # those that were found before come first
            game = kind(seed)
            game.play()
            renewed = [claim for claim in ledger_of(game.host.follower).claims if isinstance(claim, Renewed)]
            goals = [{game.face(slot) for slot in claim.old} for claim in renewed if claim.by is not None]
            gold = {claim.round for claim in renewed if claim.by is None}
            if [len(faces) for faces in goals] == [2, 2] and gold == {1, 2}:
                return seed
    raise AssertionError("there is no such game")


def tiny_game(seed: bytes) -> Game:
    """A game in the tiny mine without much talk."""
    return Game(bot=EAGER, seed=seed)


@cache
def every_kind() -> tuple[EveryKind, bytes]:
    """An honest game and its log, which holds every kind of entry; both are shared, so no test may change them."""
    with tiny_mine():
        game = EveryKind(telling_seed(EveryKind))
        return game, game.play()


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


def first(entries: Iterable[Entry], kind: int, actor: int | None = None, *, after: int = 0) -> int:
    """The place of the first entry of a kind in a list."""
    return next(
        at for at, entry in enumerate(entries) if entry.kind == kind and at >= after and actor in {None, entry.actor}
    )


def said(kind: int, body: Body, round_: int) -> Entry:
    """An entry of the server, without its number."""
    return Entry(0, 0, kind, NOBODY, 0, 0, round_, NO_SIGNATURE, encode(body))


class Forge:
    """Writes a log again, with the server's key and, where they are told to, with the players' keys.

    So the numbers, the chain and the HEADs are right whatever was changed, and only what was changed is wrong.
    """

    def __init__(self, game: Game, table: bytes | None = None) -> None:
        self._game = game
        self._table = game.table if table is None else table
        self.tid = table_id(self._table)
        self._end = 1
        """The last end that can be confirmed; before there is one, a CLOSE is about what is no end."""

    def write(self, entries: Iterable[Entry], *, signing: Callable[[Entry], bool] = lambda entry: True) -> bytes:
        """The log of these entries in this order; players sign again what ``signing`` says, over the new heads."""
        chain, signed = Chain(self.tid), 0
        cards = card_tables(self._game.host.follower.state.book)
        file = MAGIC + record(RecordType.TABLE, self._table) + record(RecordType.CARDS, cards)
        for number, entry in enumerate(entries, 1):
            made = replace(entry, seq=number)
            if entry.kind in SIGNED and entry.actor < len(self._game.keys) and signing(entry):
                made = self.signed(chain, made)
            chain.extend(made)
            file += record(RecordType.ENTRY, made.to_bytes())
            if entry.kind in {Kind.ROUND_OPEN, Kind.END}:
                self._end = number
            if entry.kind in {Kind.SEAL, Kind.END}:
                file += self.head(chain)
                signed = number
        return file if signed == chain.last else file + self.head(chain)

    def signed(self, chain: Chain, entry: Entry, keys: SeatKeys | None = None) -> Entry:
        """The player has seen everything so far."""
        last = chain.last
        body = entry.body
        if entry.kind == Kind.CLOSE:
            body = encode(close(self._end, chain.heads[self._end]))
        if entry.kind == Kind.ACK:
            body = encode(bodies.Ack(seq=last, head=chain.heads[last]))
        if entry.kind == Kind.PROTEST:
            [told] = decode(bodies.Protest, body, len(body)).unlogged
            body = encode(protest(self._sign(chain, Entry.without_body(told.header), keys).header()))
        return self._sign(chain, replace(entry, seen=last, body=body), keys)

    def _sign(self, chain: Chain, entry: Entry, keys: SeatKeys | None) -> Entry:
        key = (keys or self._game.keys[entry.actor]).signing
        return replace(entry, signature=sign(key, Purpose.ACT, *act_parts(self.tid, chain.heads[entry.seen], entry)))

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
