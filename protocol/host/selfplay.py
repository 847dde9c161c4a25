"""A whole game in one process, with real keys, real boxes and a real log: dealer, followers and all."""

from collections.abc import Callable
from typing import Any

from engine.bots.bot import Bot
from engine.bots.player import BotPlayer
from engine.front import ActLike
from engine.registry import game_of
from engine.rules import Rules
from engine.slots import TABLE
from engine.wants import Act, Choose, Window
from protocol.follow.seat import SeatFollower
from protocol.host.host import Host
from protocol.keys.hashing import digest, u8
from protocol.keys.identity import Identity, Purpose, sign
from protocol.keys.stream import Stream
from protocol.log import bodies
from protocol.log.join import Joining, make_table
from protocol.log.records import Entry, Kind
from protocol.log.setting import Setting, read_setting
from protocol.modes.mode import Author, Fresh
from protocol.modes.registry import new_mode

OPTIONS = bodies.Options(
    turn_seconds=60,
    step_seconds=30,
    window_seconds=8,
    bank_seconds=120,
    pause_most=3600,
    resume_seconds=60,
    absent_after=2,
    absent=None,
    spectators=True,
    spectator_delay=0,
    host_plays=True,
    relay="fixed",
    most_entries=20_000,
    most_bytes=4 << 20,
    kept_entries=6_000,
    kept_bytes=1 << 20,
    most_talks=200,
)


class Server:
    """The identity of a server, and the secrets of one table."""

    def __init__(self, fresh: Fresh, rounds: int) -> None:
        self.identity = Identity(fresh("server"))
        self.secrets: Any = new_mode().secrets(fresh, rounds)  # of the mode's own type

    def sign_head(self, *parts: bytes) -> bytes:
        """The server's word for a head."""
        return sign(self.identity.key, Purpose.HEAD, *parts)


class SelfPlay:
    """A table whose people are played by bots; the last seats may be bots of the server."""

    options = OPTIONS
    author_of: Callable[[Setting, Any], Author] | None = None
    """Another server's side than that of the mode."""

    def __init__(self, rules: Rules, seats: int, bots: list[Bot], fresh: Fresh, *, server_bots: int = 0) -> None:
        self.server = Server(fresh, game_of(rules).book(rules, seats).rounds)
        bots = [bots[seat % len(bots)] for seat in range(seats)]
        self.joinings = [_person(fresh, seat) for seat in range(seats - server_bots)]
        key = self.server.identity.public
        rows: list[bodies.SignedJoin | bodies.BotSeat] = [joining.signed(key) for joining in self.joinings]
        rows += [bodies.BotSeat(bot=bot.name, rev=bot.rev) for bot in bots[len(rows) :]]
        self.table = make_table(rules, self.options, rows, key, self.server.secrets)
        setting = read_setting(self.table)
        self._now = 0
        author = (type(self).author_of or setting.mode.author)(setting, self.server.secrets)
        self.host = Host(setting, self.table, author, self.server.sign_head, lambda: self._now)
        self.keys = [joining.identity.seat(joining.nonce) for joining in self.joinings]
        self.people = [SeatFollower(setting, seat, keys) for seat, keys in enumerate(self.keys)]
        self._players = [BotPlayer(bots[person.seat], person.seat, person.view) for person in self.people]
        self._chances = [Stream(fresh(f"bot {person.seat}")).draw for person in self.people]
        self.host.watchers.append(self._deliver)

    def _deliver(self, entry: Entry, events: list[object]) -> None:
        """All people follow, and confirm the end of each round and of the game."""
        for person, player in zip(self.people, self._players, strict=True):
            person.take(entry)
            player.see(events)
        if entry.kind in {Kind.ROUND_OPEN, Kind.END}:
            for person in self.people:
                self.host.take(person.confirm(entry.seq))

    def play(self, progress: Callable[[int], None] = lambda round_: None) -> bytes:
        """The whole game; its log file."""
        host = self.host
        self.agree()
        host.advance()
        self.commit()
        while not host.follower.ended:
            progress(host.follower.state.round)
            self.move()
            self.commit()
        return host.file

    def commit(self) -> None:
        """The server signs what is new."""
        if self.host.follower.chain.last == self.host.follower.signed_up_to:
            return
        head = self.host.commit()
        for person in self.people:
            person.signed_up_to = head.seq

    def agree(self) -> None:
        """All people say a name, seal the table, and show their seeds."""
        for person, joining in zip(self.people, self.joinings, strict=True):
            self.host.take(person.say(Kind.NAME, joining.name))
        for person in self.people:
            self.host.take(person.seal())
        self.commit()
        for person in self.people:
            self.host.take(person.reveal())
        self.commit()

    def move(self) -> None:
        """What people owe, or one act of a person, and what the server has to say to it."""
        if self.pay():
            return
        waiting = self.host.follower.play.waiting()
        match waiting:
            case Window():
                self._let_pass(waiting)
            case Choose(seat, below) if seat < len(self.people):
                self.host.take(self.people[seat].choose(self._chances[seat](below)))
            case Choose():
                self.host.time_up()  # a bot has nothing to hide a choice with: chance chooses
            case Act((seat, *_)):
                act = self._choose(seat)
                assert act is not None, "only a window can pass"
                self.host.take(self.people[seat].act(act))
        self.host.advance()

    def pay(self) -> bool:
        """What people say without being asked, one of them; whether there was anything."""
        debtors = {seat for debt in self.host.follower.debts for seat in debt.debtors}
        said = ((person, person.party.due()) for person in self.people if person.seat in debtors)
        for person, due in said:
            if due is not None:
                self.host.take(person.write(due))
                self.host.advance()
                return True
        return False

    def _choose(self, seat: int) -> ActLike | None:
        return self._players[seat].choose(self._chances[seat])

    def _let_pass(self, window: Window) -> None:
        """The people are asked in seat order; if all are silent, the time of the window passes."""
        for seat in sorted(window.seats):
            act = self._choose(seat) if seat < len(self.people) else None
            if act is not None:
                self.host.submit(self.people[seat].act(act))
                return
        self._now += self.host.follower.absence.left_ms(TABLE, window)


def _person(fresh: Fresh, seat: int) -> Joining:
    name = bodies.Name(salt=fresh(f"name {seat}")[:16], name=f"Player {seat + 1}")
    return Joining(Identity(fresh(f"person {seat}")), fresh(f"nonce {seat}"), name)


def from_seed(seed: bytes) -> Fresh:
    """The same game again."""
    return lambda label: digest("undermine/1/selfplay", seed, label.encode("ascii"), u8(0))
