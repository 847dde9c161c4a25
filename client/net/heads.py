"""Whether the finished games of a player stand in the lists of heads that their server has signed.

What was seen of the lists is kept, so that a server cannot begin another row of them unnoticed, and a game is looked
for in all that came since it was first known.  No clock decides: a game must stand in one of the next lists.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum, unique
from itertools import islice

from msgspec.structs import replace

from client.net.archive import Archive, NotHad
from client.net.drawer import Drawer, GameSeen, ListsSeen
from engine.records import record
from protocol.audit.story import Story, story_of
from protocol.log.heads import NO_LIST, HeadList, head_in, list_id, read_list, rows_hash
from protocol.log.records import Kind
from protocol.wire.archive import SignedList

_AT_ONCE = 50
"""Games that are looked for in one look, since their logs are read; the others in the next one."""
PATIENCE = 3
"""So many lists may come, since the end of a game was known, before it is missed."""


@unique
class Wrong(Enum):
    """What is wrong; the values are for programs."""

    MISSING = "missing"
    DIFFERS = "differs"
    OTHER_LISTS = "other-lists"


@record
class Finding:
    wrong: Wrong
    tid: bytes = b""  # none, if it is about the lists


class OtherLists(Exception):
    """The lists are not in one row with those that were seen before, or are not signed by this server."""


@dataclass(slots=True)
class Look:
    """One look at the lists; ``keys`` are those of the server, its present one first."""

    archive: Archive
    drawer: Drawer
    keys: Collection[bytes]
    stands: int = 0
    """How many of the player's games were found there, now or before."""
    waits: int = 0
    """How many may still come."""
    findings: list[Finding] = field(default_factory=list)

    async def look(self) -> None:
        """`NotHad` if the server does not answer as it should."""
        seen = self._lists_seen()
        games = self._games(seen.number)
        self.stands = sum(game.stands for game in games.values())
        logs = dict(islice(self._logs(games), _AT_ONCE))
        if not games:
            return
        try:
            lists = await self._lists(seen, min([seen.number, *(games[tid].since for tid in logs)]))
        except OtherLists:
            self.findings.append(Finding(Wrong.OTHER_LISTS))
            self._begin_anew(games)
            return
        for one, id_ in lists:
            await self._look_in(one, {tid: log for tid, log in logs.items() if games[tid].since < one.number}, games)
            seen = ListsSeen(number=one.number, last=id_)
        self.drawer.keep_lists_seen(next(iter(self.keys)), seen)
        for tid in logs:
            self._judge(tid, games[tid], seen.number)

    def _lists_seen(self) -> ListsSeen:
        """Also under a key that the server had before."""
        found = filter(None, map(self.drawer.lists_seen, self.keys))
        return next(found, ListsSeen(number=0, last=NO_LIST))

    def _games(self, number: int) -> dict[bytes, GameSeen]:
        """The games that this player has sealed at this server."""
        games: dict[bytes, GameSeen] = {}
        for tid in (one.tid for one in self.drawer.all_sealed() if one.server_key in self.keys):
            games[tid] = self.drawer.game_seen(tid) or GameSeen(since=number, over=None, stands=False)
            self.drawer.keep_game_seen(tid, games[tid])
        return games

    def _begin_anew(self, games: Iterable[bytes]) -> None:
        """The person is told once, and every game has to stand in the new lists."""
        self.drawer.keep_lists_seen(next(iter(self.keys)), ListsSeen(number=0, last=NO_LIST))
        for tid in games:
            self.drawer.keep_game_seen(tid, GameSeen(since=0, over=None, stands=False))

    def _logs(self, games: dict[bytes, GameSeen]) -> Iterator[tuple[bytes, Story]]:
        """Those that are over and were not found yet, the latest first."""
        for tid, game in games.items():
            if not game.stands and (log := self._ended(tid)) is not None:
                yield tid, log

    def _ended(self, tid: bytes) -> Story | None:
        """The log of a game, if its end stands in it."""
        try:
            story = story_of(self.drawer.log(tid).read_bytes())
        except OSError:
            return None
        return story if story is not None and story.tid == tid and _end_of(story) else None

    async def _lists(self, seen: ListsSeen, after: int) -> list[tuple[HeadList, bytes]]:
        """Those behind a number, with their ids, from the last one that was seen on at least."""
        start = max(0, min(after, seen.number - 1))
        found = [_read(one, self.keys) for one in await self.archive.lists(start)]
        before: bytes | None = NO_LIST if start == 0 else None
        for number, (one, id_) in enumerate(found, start + 1):
            if one.number != number or (before is not None and one.before != before):
                raise OtherLists
            if number == seen.number and id_ != seen.last:
                raise OtherLists
            before = id_
        return found

    async def _look_in(self, one: HeadList, logs: dict[bytes, Story], games: dict[bytes, GameSeen]) -> None:
        """Whether these games stand in a list, and as they ended."""
        if not logs:
            return
        rows = await self.archive.rows(one.number)
        if rows_hash(rows) != one.rows:
            raise NotHad("archive/no-sense")
        for tid, log in logs.items():
            head = head_in(rows, tid)
            if head is not None and head not in log.heads:
                self.findings.append(Finding(Wrong.DIFFERS, tid))
            elif head == log.heads[_end_of(log)]:
                games[tid] = replace(games[tid], stands=True)

    def _judge(self, tid: bytes, game: GameSeen, newest: int) -> None:
        """Written down last: a look that was cut short begins again where it began."""
        over = newest if game.over is None else game.over
        self.drawer.keep_game_seen(tid, replace(game, over=over))
        if game.stands:
            self.stands += 1
        elif any(one.tid == tid for one in self.findings):
            pass
        elif newest >= over + PATIENCE:
            self.findings.append(Finding(Wrong.MISSING, tid))
        else:
            self.waits += 1


def _read(one: SignedList, keys: Collection[bytes]) -> tuple[HeadList, bytes]:
    read = read_list(one.body, one.signature)
    if read is None or read.server_key not in keys:
        raise OtherLists
    return read, list_id(one.body)


def _end_of(story: Story) -> int:
    """The entry that ends it; 0 if there is none."""
    return next((entry.seq for entry in reversed(story.entries) if entry.kind == Kind.END), 0)
