"""Games to be rewritten, and the lists of cheats in them.

Numbers, chain and HEADs of a rewritten log are right, one thing is wrong: each cheat ends in its own finding, at the
entry where it happened.
"""

from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Any

import pytest

from protocol.follow.follower import Follower
from protocol.keys.identity import Purpose, sign
from protocol.log import bodies
from protocol.log.faults import Code, Fault
from protocol.log.records import Entry, Kind, act_parts
from protocol.wire.codec import Body, decode, encode
from tests.stories.cheats.games import Forge, Game, entries_of, every_kind, first, follow, refuted, said, whole_game
from tests.stories.cheats.tiny import tiny_mine
from tests.support.dealing import act_body

Entries = list[Entry]
SERVER = -1
SIGNED_FOR = {Code.ILLEGAL, Code.OPENING, Code.SEAL, Code.SEED, Code.MALFORMED, Code.CHAIN}
"""What a player answers for who has signed it; the place in the log is always the server's."""


@dataclass(frozen=True)
class Scene:
    """A whole game to be rewritten."""

    game: Game
    entries: Entries
    mine: Callable[[], AbstractContextManager[None]] = nullcontext
    """Where it was played."""

    @property
    def forge(self) -> Forge:
        """The pen."""
        return Forge(self.game)

    def place(self, kind: int, actor: int | None = None, after: int = 0) -> int:
        """Where the first entry of a kind stands."""
        return first(self.entries, kind, actor, after=after)

    def body(self, at: int, kind: type[Any]) -> Any:
        """What an entry says."""
        return decode(kind, self.entries[at].body, 1 << 16)

    def until(self, at: int, *more: Entry) -> bytes:
        """The log before that place, and then something else."""
        return self.forge.write([*self.entries[:at], *more])

    def changed(self, at: int, **change: Any) -> bytes:
        """The log up to that place, where the entry is another one."""
        return self.until(at, replace(self.entries[at], **change))

    def with_body(self, at: int, body: Body) -> bytes:
        """The log up to that place, where the entry has another body."""
        return self.changed(at, body=encode(body))

    def unsigned(self, at: int, *more: Entry) -> bytes:
        """Like `until`, but the new entries are not signed again."""
        kept = {id(entry) for entry in self.entries[:at]}
        return self.forge.write([*self.entries[:at], *more], signing=lambda entry: id(entry) in kept)

    def signed_by(self, key: Any, at: int, entry: Entry, purpose: Purpose = Purpose.ACT) -> bytes:
        """Like `unsigned` with one entry, which has seen everything before and is signed with that key."""
        chain = self.follower(at).chain
        made = replace(entry, seen=at)
        signature = sign(key, purpose, *act_parts(chain.tid, chain.heads[at], made))
        return self.unsigned(at, replace(made, signature=signature))

    def follower(self, at: int) -> Follower:
        """The state before an entry."""
        follower = Follower(self.game.host.setting)
        follow(follower, self.entries[:at])
        return follower

    def pause(self, at: int) -> Entries:
        """Every person asks for a pause, and the clocks stand still."""
        round_ = self.entries[at].round
        asks = [
            replace(said(Kind.ASK_PAUSE, bodies.AskPause(on=True), round_), actor=seat, counter=10**6)
            for seat in range(len(self.game.keys))
        ]
        return [*asks, said(Kind.PAUSE, bodies.Pause(on=True), round_)]

    def own_turn(self) -> int:
        """Where a seat plays in the middle of the first round."""
        return self.place(Kind.ACT, after=60)

    def server_says(self, kind: int, body: Body, at: int) -> bytes:
        """The server says something where it does not belong."""
        return self.until(at, said(kind, body, self.entries[at].round))

    def timeout(self, at: int, seat: int, waited_ms: int = 0) -> Entry:
        """The clock of a seat, for the question that is open at that place."""
        body = bodies.Timeout(seat=seat, about=self.follower(at).asked_at)
        return replace(said(Kind.TIMEOUT, body, self.entries[at].round), dt_ms=waited_ms)

    def act_of(self, at: int, act: Any, salt: bytes | None = None) -> bytes:
        """Another act in the place of one; a bot has no counter."""
        counter = self.entries[at].counter and 10**6
        return self.changed(at, actor=act.seat, counter=counter, body=act_body(self.follower(at).state.book, act, salt))


def scene() -> Scene:
    """An honest game of three."""
    game, log = whole_game()
    return Scene(game, entries_of(log))


def scene_with_bot() -> Scene:
    """An honest game of three, one of them a bot of the server."""
    game, log = whole_game(server_bots=1)
    return Scene(game, entries_of(log))


def tiny_scene() -> Scene:
    """The tiny game with every kind of entry."""
    game, log = every_kind()
    return Scene(game, entries_of(log), tiny_mine)


Cheat = Callable[[Scene], bytes]


Place = Callable[[Scene, Entries], int]
"""The number of an entry in a cheated log."""


def last(table: Scene, entries: Entries) -> int:
    """A cheated log ends with the cheat."""
    return len(entries)


def the_first(kind: int) -> Place:
    """The first entry of a kind."""
    return lambda table, entries: first(entries, kind) + 1


class Cheats(Collection[str]):
    """A list of cheats, by what they are called, each with the finding that it ends in."""

    def __init__(self) -> None:
        self._cheats: dict[str, tuple[Code, int | None, Callable[[], Scene], Cheat, Place, Place]] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(self._cheats)

    def __len__(self) -> int:
        return len(self._cheats)

    def __contains__(self, name: object) -> bool:
        return name in self._cheats

    def __call__(
        self,
        code: Code,
        by: int | None,
        table: Callable[[], Scene] = scene,
        *,
        at: Place = last,
        seen: Place | None = None,
    ) -> Callable[[Cheat], Cheat]:
        """Register a cheat; ``by`` is who is named, None for the key that answers for such.

        ``at`` is the entry that is named, and ``seen`` the one at which a client knows it, if that is another.
        """

        def registered(function: Cheat) -> Cheat:
            name = function.__name__.replace("_", " ").strip()
            assert name not in self._cheats
            self._cheats[name] = code, by, table, function, at, seen or at
            return function

        return registered

    def check(self, name: str) -> None:
        """The audit finds this and nothing else, and names who did it; a client stops there, and not before."""
        code, by, table, function, at, seen = self._cheats[name]
        there = table()
        with there.mine():
            log = function(there)
            entries = entries_of(log)
            findings = refuted(log)
            client = there.follower(0)
            with pytest.raises(Fault) as caught:
                follow(client, entries)
        assert [(finding.code, finding.at) for finding in findings] == [(code, at(there, entries))], findings
        assert (caught.value.finding, client.chain.last + 1) == (findings[0], seen(there, entries))
        server, people = there.game.server.identity.public, [keys.public for keys in there.game.keys]
        if by is not None:
            assert findings[0].key == (server if by == SERVER else people[by])
        elif code in SIGNED_FOR:
            assert findings[0].key in people
        else:
            assert findings[0].key == server
        assert findings[0].evidence
