"""A whole game in one process, with real keys, real boxes and a real log: dealer, followers and all."""

from collections.abc import Callable

from engine.bots.bot import Bot
from engine.bots.player import BotPlayer
from engine.front import view
from engine.mine.game import book
from engine.notebook import Notebook
from engine.rules import Rules
from protocol import bodies
from protocol.codec import decode, encode
from protocol.dealer import HoldingDealer
from protocol.deals import Deals
from protocol.hashing import digest, u8
from protocol.host import Host
from protocol.identity import Identity, Purpose, SeatKeys, sign
from protocol.log import Entry, Kind
from protocol.seat import SeatFollower
from protocol.seeds import GAME_CLASS, ROUND_CLASS, player_commitment, server_commitment
from protocol.setting import MODE, PROTO, read_setting
from protocol.stream import Stream
from protocol.tables import RULES_REV, data_hash

OPTIONS = bodies.Options(
    turn_seconds=60, step_seconds=30, absent_after=2, spectators=True, hide_draw_order=False, host_plays=True
)
Fresh = Callable[[str], bytes]
"""32 bytes for a label: chance where nothing must repeat, a function of a seed where everything must."""


class Server:
    """The secrets of one table's server."""

    def __init__(self, fresh: Fresh, rounds: int) -> None:
        self.identity = Identity(fresh("server"))
        self.nonce = fresh("server nonce")
        self.box_key = self.identity.seat(self.nonce).reading_public
        self.seeds = {
            (round_, class_): fresh(f"server seed {round_} {class_}")
            for round_ in range(rounds + 1)
            for class_ in (ROUND_CLASS, GAME_CLASS)
        }

    def commitments(self) -> list[bytes]:
        """What TABLE says of the seeds."""
        key = self.identity.public
        return [server_commitment(key, self.nonce, *at, seed) for at, seed in sorted(self.seeds.items())]

    def sign_head(self, *parts: bytes) -> bytes:
        """The server's word for a head."""
        return sign(self.identity.key, Purpose.HEAD, *parts)


def join(identity: Identity, keys: SeatKeys, nonce: bytes, server_key: bytes) -> bodies.SignedJoin:
    """A person's JOIN, signed by its seat key."""
    data = encode(
        bodies.Join(
            proto_min=PROTO,
            proto_max=PROTO,
            server_key=server_key,
            identity_link=digest("undermine/1/identity-link", identity.public, nonce),
            seat_key=keys.public,
            x25519=keys.reading_public,
            nonce=nonce,
            seed_commitment=player_commitment(keys.public, nonce, keys.seed),
            name_hash=digest("undermine/1/name", nonce),
        )
    )
    return bodies.SignedJoin(join=data, signature=sign(keys.signing, Purpose.JOIN, data))


class SelfPlay:
    """A table whose people are played by bots; the last seats may be bots of the server."""

    def __init__(self, rules: Rules, seats: int, bots: list[Bot], fresh: Fresh, *, server_bots: int = 0) -> None:
        self._bots = [bots[seat % len(bots)] for seat in range(seats)]
        self._server = Server(fresh, book(rules, seats).rounds)
        people = range(seats - server_bots)
        nonces = [fresh(f"nonce {seat}") for seat in people]
        identities = [Identity(fresh(f"person {seat}")) for seat in people]
        self._keys = [identity.seat(nonce) for identity, nonce in zip(identities, nonces, strict=True)]
        rows = [
            bodies.SeatRow(person=join(identity, keys, nonce, self._server.identity.public), bot=None)
            for identity, keys, nonce in zip(identities, self._keys, nonces, strict=True)
        ]
        rows += [
            bodies.SeatRow(person=None, bot=bodies.BotSeat(bot=bot.name, rev=bot.rev))
            for bot in self._bots[len(rows) :]
        ]
        self.table = encode(self._table(rules, rows))
        setting = read_setting(self.table)
        self.host = Host(setting, self.table, self._server.sign_head)
        self.people = [SeatFollower(setting, seat, keys) for seat, keys in enumerate(self._keys)]
        self._notebooks = [Notebook() for _ in self._bots]
        self._players = [self._player(seat) for seat in range(seats)]
        self._chances = [Stream(fresh(f"bot {seat}")).draw for seat in people]
        self.host.watchers.append(self._deliver)

    def _table(self, rules: Rules, rows: list[bodies.SeatRow]) -> bodies.Table:
        return bodies.Table(
            proto=PROTO,
            mode=MODE,
            rules=str(rules),
            rules_rev=RULES_REV,
            data_hash=data_hash(),
            options=OPTIONS,
            seats=rows,
            server_key=self._server.identity.public,
            dealer_x25519=self._server.box_key,
            server_nonce=self._server.nonce,
            predecessor=None,
            commitments=self._server.commitments(),
        )

    def _player(self, seat: int) -> BotPlayer:
        if seat < len(self.people):
            return BotPlayer(self._bots[seat], seat, self.people[seat].view)
        return BotPlayer(self._bots[seat], seat, view(self.host.follower.state, seat, self._notebooks[seat]))

    def _confirm(self, seq: int) -> None:
        """Every person signs what was seen, at the end of each round and of the game."""
        head = self.host.follower.chain.heads[seq]
        for person in self.people:
            self.host.take(person.say(Kind.CLOSE, bodies.Close(seq=seq, head=head)))

    def _deliver(self, entry: Entry, events: list[object]) -> None:
        """Everybody follows; the server's bots are shown what a person would be shown."""
        for person in self.people:
            person.take(entry)
        for seat in range(len(self.people), len(self._bots)):
            for event in events:
                self._notebooks[seat].note(event)
        if entry.kind == Kind.SHOW:
            self._show_bots(entry)
        for player in self._players:
            player.see(events)
        if entry.kind == Kind.ROUND_OPEN:
            self._confirm(entry.seq)

    def _show_bots(self, entry: Entry) -> None:
        shown = decode(bodies.Show, entry.body, len(entry.body))
        if shown.seat >= len(self.people):
            self._notebooks[shown.seat].show((slot, self._dealer.face(slot)) for slot in shown.slots)

    def play(self, progress: Callable[[int], None] = lambda round_: None) -> bytes:
        """The whole game; its log file."""
        host = self.host
        self._agree()
        host.advance()
        self._commit()
        while want := host.follower.waiting():
            progress(host.follower.state.round)
            self._move(want.seats[0])
            self._commit()
        self._confirm(host.follower.chain.last)
        self._commit()
        return bytes(host.file)

    def _commit(self) -> None:
        if self.host.follower.chain.last == self.host.follower.signed_up_to:
            return  # nothing new to sign
        head = self.host.commit()
        for person in self.people:
            person.signed_up_to = head.seq

    def _agree(self) -> None:
        tid = self.host.setting.tid
        for person in self.people:
            self.host.take(person.say(Kind.SEAL, bodies.Seal(tid=tid)))
        self._commit()
        for person, keys in zip(self.people, self._keys, strict=True):
            self.host.take(person.say(Kind.REVEAL, bodies.Reveal(seed=keys.seed)))
        self._commit()
        follower = self.host.follower
        seeds = [seed or b"" for seed in follower.seeds]
        deals = Deals(tid, follower.state.book, self._server.seeds, seeds)
        self._dealer = HoldingDealer(deals, self._server.seeds, self.host.setting.box_keys)
        self.host.seat_dealer(self._dealer)

    def _move(self, seat: int) -> None:
        player = self._players[seat]
        if seat < len(self.people):
            events = self.host.take(self.people[seat].act(player.choose(self._chances[seat])))
        else:
            events = self.host.act_for_bot(seat, player.choose(self._dealer.bot_chance(seat)))
        self.host.after_act(events)


def from_seed(seed: bytes) -> Fresh:
    """The same game again."""
    return lambda label: digest("undermine/1/selfplay", seed, label.encode("ascii"), u8(0))
