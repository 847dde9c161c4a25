"""A server that is put back to an old copy of its journal learns again what the players saw, and the game goes on."""

import math
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing
from functools import wraps
from pathlib import Path
from typing import Any

import pytest
from pytest_twisted import blockon, ensureDeferred
from twisted.internet.defer import Deferred, gatherResults
from twisted.internet.task import deferLater
from twisted.internet.threads import deferToThread

from client.bot.guest import Plan
from client.bot.table import BotAtTable
from client.net.conversation import Conversation
from client.net.hang_up import HungUp
from client.net.table.gaps import lessons
from client.net.table.log_file import records_from
from client.net.table.table import FollowedTable
from engine.bots import BOTS
from protocol.audit.audit import Verdict, audit
from protocol.keys.identity import pin
from protocol.log.records import records
from protocol.log.setting import read_setting
from protocol.wire.invite import Invite
from protocol.wire.messages import Behind, FromServer, Presence, Resume, Submit, Teach
from tests.server.callers import Caller, Party, wishes
from tests.server.servers import ROOT, Servers, judge, logs
from tests.support.loopback import Caller as Program
from tests.support.tables_at_play import small_mine

SECONDS = 100.0
"""For one test."""
LESSON_SECONDS = 0.1
"""How long the server may take to learn, before it is asked again."""
MOST_LESSONS = 50
"""How often it may ask one client, before the test has failed."""
SOME, MORE = 22, 40
"""Entries: how many the copy has at least, and how many the players have seen at least when it is put back."""


def in_time(test: Callable[..., Coroutine[Any, Any, None]]) -> Any:
    """A server that never comes to an end is a failure; pytest's own clock cannot reach into the reactor."""

    @wraps(test)
    async def limited(*arguments: Any, **fixtures: Any) -> None:
        from twisted.internet import reactor

        await Deferred.fromCoroutine(test(*arguments, **fixtures)).addTimeout(SECONDS, reactor)

    return ensureDeferred(limited)


class Teacher(Caller):
    """A client that may be ahead of its server, and then does what the real one does, only sooner."""

    def __init__(self, school: "School", number: int) -> None:
        super().__init__(school, number)
        self._school = school
        self._once_more: Any = None
        self.live = False
        """Whether everything has come that the server had."""
        self.away = False
        self.asked: list[int] = []
        """For each time that the server was behind: the entry that it wanted."""

    @property
    def last(self) -> int:
        """The last entry that was seen."""
        return self.mind.follower.chain.last if self.mind is not None and self.mind.follower is not None else 0

    def dial(self) -> None:
        if self.away:
            self._again = None
        else:
            super().dial()

    def come_back(self) -> None:
        assert self.talk is None
        self.away = False
        if self._again is None:
            self.dial()

    def resume(self) -> None:
        """What may have been lost is said later: a server that is behind could take it into a log that none has."""
        assert self.mind is not None
        self._once_more = None
        next_, head = self.mind.place
        self.say(Resume(table=self.mind.tid, next=next_, head=head))

    def told(self, talk: Conversation, message: FromServer) -> None:
        try:
            super().told(talk, message)
        except AssertionError as error:  # the log does not go on where it was
            self._school.give_up(error)
            raise
        if isinstance(message, Behind):
            self._teach(message.next)
        elif isinstance(message, Presence) and not self.live:
            self.live = True
            self._say_again()
        self._school.look()

    def _teach(self, next_: int) -> None:
        assert self.mind is not None
        self.asked.append(next_)
        if len(self.asked) > MOST_LESSONS:
            self._school.give_up(AssertionError("the server does not learn"))
            return
        for part in lessons(records_from(self.mind.signed, next_)):
            self.say(Teach(table=self.mind.tid, records=part))
        self._once_more = self._school.around.clock.callLater(LESSON_SECONDS, self.resume)

    def _say_again(self) -> None:
        assert self.mind is not None
        if self.mind.flying is not None:
            self.say(Submit(table=self.mind.tid, entry=self.mind.flying.to_bytes()))
        else:
            self.speak()

    def speak(self) -> None:
        if self.live and self.last < self._school.silent_from:
            super().speak()

    def ended(self, talk: Conversation, why: HungUp) -> None:
        self.live = False
        if self._once_more is not None:
            self._once_more.cancel()
            self._once_more = None
        super().ended(talk, why)
        self._school.look()


class School(Party):
    """Three who play, and fall silent where a test wants it."""

    def __init__(self, reactor: Any, invite: Invite) -> None:
        super().__init__(reactor, invite)
        self.teachers = [Teacher(self, number) for number in range(3)]
        self.callers = [*self.teachers]
        self.silent_from = math.inf
        """A client that has seen so many entries says nothing."""
        self._awaited: list[tuple[Callable[[], bool], Deferred[None]]] = []

    def until(self, so: Callable[[], bool]) -> Deferred[None]:
        """Fires when something is so, at a message to anybody."""
        fires: Deferred[None] = Deferred()
        self._awaited.append((so, fires))
        self.look()
        return fires

    def look(self) -> None:
        for one in [*self._awaited]:
            so, fires = one
            if so():
                self._awaited.remove(one)
                fires.callback(None)

    def give_up(self, why: Exception) -> None:
        """No client need wait any more."""
        awaited, self._awaited = self._awaited, []
        for _, fires in awaited:
            fires.errback(why)

    def silent(self, entries: int) -> Deferred[None]:
        """Fires when all have the same log, of so many entries or a few more, and nothing is on its way."""
        self.silent_from = entries
        return self.until(self._are_silent)

    def _are_silent(self) -> bool:
        there = all(teacher.live and teacher.last >= self.silent_from for teacher in self.teachers)
        minds = [teacher.mind for teacher in self.teachers]
        return there and len({mind.log for mind in minds if mind is not None and mind.flying is None}) == 1

    def speak(self) -> None:
        """No client need be silent any more."""
        self.silent_from = math.inf
        for teacher in self.teachers:
            teacher.speak()


class House:
    """A server's folder, the copy of its journal, and one table that is played there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.servers = Servers(folder, forked=True)
        self.school: School | None = None
        self._copy = folder / "copy"
        self._copy.mkdir()

    @property
    def _journal(self) -> Path:
        return self.folder / "server" / "journal.sqlite3"

    async def begin(self) -> School:
        """A game of three."""
        from twisted.internet import reactor

        invite = await self.servers.start()
        assert invite is not None
        self.school = School(reactor, invite)
        self.school.start()
        return self.school

    async def kill(self) -> None:
        self.servers.kill()
        await self.dead()

    async def dead(self) -> None:
        """Returns when the server is gone, and all clients know."""
        await self.servers.dead()
        if self.school is not None:
            teachers = self.school.teachers
            await self.school.until(lambda: all(teacher.talk is None for teacher in teachers))

    async def copy_between_two_servers(self) -> None:
        """The files as they are, with everything that stands in the write-ahead log only."""
        await self.kill()
        for path in self._files():
            shutil.copy2(path, self._copy)
        assert (self._copy / "journal.sqlite3-wal").stat().st_size
        await self.servers.start()

    def copy_while_it_runs(self) -> None:
        """The journal alone."""
        copy = self._copy / self._journal.name
        with closing(sqlite3.connect(self._journal)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)

    async def command(self, *words: str) -> None:
        """`undermine-server`, with the folder of this server."""
        environment = {**os.environ, "UNDERMINE_SERVER_DATA_DIR": str(self._journal.parent)}
        arguments = [sys.executable, "-m", "server.main", *words]
        ran = await deferToThread(subprocess.run, arguments, cwd=ROOT, env=environment, capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr

    async def secrets_deleted(self) -> None:
        """Returns when the dealer has none any more."""
        from twisted.internet import reactor

        with closing(sqlite3.connect(self._journal.with_name("secrets.sqlite3"))) as secrets:
            while secrets.execute("SELECT count(*) FROM secrets").fetchone() != (0,):
                await deferLater(reactor, 0.01)

    def put_back(self) -> None:
        """The secrets and everything else stay as they are."""
        for path in self._files():
            path.unlink()
        for path in self._copy.iterdir():
            shutil.copy2(path, self._journal.parent)

    def _files(self) -> list[Path]:
        return sorted(self._journal.parent.glob("journal.sqlite3*"))

    async def finish(self) -> bytes:
        """To the end; the log, which holds all that anybody ever saw, is proved."""
        school = self.school
        assert school is not None
        await school.until(lambda: school.done.called and all(teacher.live for teacher in school.teachers))
        await school.stop()
        await self.kill()
        stored = await logs(self.folder)
        judge([school], stored)
        assert not self.servers.messages.read_text()
        (log,) = stored.values()
        return log

    def close(self) -> None:
        if self.school is not None:
            blockon(Deferred.fromCoroutine(self.school.stop()))
        self.servers.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    with small_mine():
        yield made
    made.close()


@in_time
async def test_a_server_with_an_old_journal_is_taught_by_those_who_saw_more(house: House) -> None:
    school = await house.begin()
    await school.silent(SOME)
    copied = school.teachers[0].last
    await house.copy_between_two_servers()
    school.speak()
    await school.silent(MORE)
    await house.kill()
    seen = school.logs
    house.put_back()
    school.speak()
    await house.servers.start()
    log = await house.finish()
    assert all(log.startswith(one) for one in seen)
    assert min(next_ for teacher in school.teachers for next_ in teacher.asked) == copied + 1


@in_time
async def test_one_player_who_comes_back_first_is_enough_to_teach_it(house: House) -> None:
    """It dies in the middle of everything; who comes first is one of those who saw most."""
    school = await house.begin()
    await school.silent(SOME)
    copied = school.teachers[0].last
    house.copy_while_it_runs()
    school.speak()
    await school.until(lambda: any(teacher.last >= MORE for teacher in school.teachers))
    for teacher in school.teachers:
        teacher.away = True
    await house.kill()
    seen = school.logs
    house.put_back()
    await house.servers.start()
    first, *others = sorted(school.teachers, key=lambda teacher: -teacher.last)
    first.come_back()
    await school.until(lambda: first.live)
    for teacher in others:
        teacher.come_back()
    log = await house.finish()
    assert all(log.startswith(one) for one in seen)
    assert first.asked[0] == copied + 1
    assert [teacher.asked for teacher in others] == [[], []]


@in_time
async def test_an_end_that_was_lost_is_taught_although_the_secrets_are_deleted(house: House) -> None:
    school = await house.begin()
    await school.silent(SOME)
    house.copy_while_it_runs()
    school.speak()
    await school.done
    await house.secrets_deleted()
    await house.kill()
    seen = {teacher.mind.log for teacher in school.teachers if teacher.mind is not None}
    house.put_back()
    await house.servers.start()
    assert {await house.finish()} == seen


@in_time
async def test_a_server_goes_on_unasked_where_nobody_saw_more_than_its_journal_has(house: House) -> None:
    school = await house.begin()
    await school.silent(SOME)
    house.copy_while_it_runs()
    await house.kill()
    house.put_back()  # it was copied after the last entry
    await house.servers.start({"kind": "ACT", "when": "after"})
    await school.silent(SOME)  # they are all there: nothing but the act is written now
    school.speak()
    await house.dead()
    (stored,) = (await logs(house.folder)).values()
    assert all(stored.startswith(one) and one != stored for one in school.logs)
    house.put_back()  # an act was on the disk and is lost, before anybody was told
    await house.servers.start()
    await house.finish()
    assert [teacher.asked for teacher in school.teachers] == [[], [], []]


@in_time
async def test_a_game_goes_on_to_its_end_from_a_backup_that_was_made_while_it_was_played(house: House) -> None:
    """On another computer, where nothing else of the first one is; what is newer than the backup is taught."""
    saved = house.folder / "saved.tar"
    school = await house.begin()
    await school.silent(SOME)
    least = school.teachers[0].last
    school.silent_from = MORE  # the command takes longer than a game
    for teacher in school.teachers:
        teacher.speak()
    await house.command("backup", str(saved))
    await school.silent(MORE)
    school.speak()
    await school.until(lambda: any(teacher.last > MORE + 4 for teacher in school.teachers))
    await house.kill()
    seen = school.logs
    (house.folder / "server").rename(house.folder / "lost")
    await house.command("restore", str(saved))
    await house.servers.start()
    log = await house.finish()
    assert all(log.startswith(one) for one in seen)
    assert min(next_ for teacher in school.teachers for next_ in teacher.asked) > least


class Programs:
    """Three of the programs that people play with, each with a folder of its own; bots press the keys."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._act, self._hear = BotAtTable.may_act, FollowedTable.hear
        self.silent_from: float = MORE
        """A client that has seen so many entries does nothing any more."""
        self.copied = 0
        """The last entry that any client had seen when the journal was copied."""
        self.asked: list[int] = []
        self.all: list[Program] = []
        self.staying: list[Deferred[int]] = []

    async def begin(self, invite: Invite) -> None:
        host = self._add("host", invite, Plan(BOTS["random"], wishes=wishes()))
        code = str((await host.hear("gathering"))["code"])
        for number in (1, 2):
            self._add(f"player {number}", invite, Plan(BOTS["random"], code=code))

    def _add(self, name: str, invite: Invite, plan: Plan) -> Program:
        self.all.append(Program(self._house.folder, name, invite, plan))
        self.staying.append(Deferred.fromCoroutine(self.all[-1].stay()))
        return self.all[-1]

    def may_act(self, at: BotAtTable) -> None:
        assert at.table is not None
        assert at.table.follower is not None
        last = at.table.follower.chain.last
        if last >= SOME and not self.copied:
            self.copied = last
            self._house.copy_while_it_runs()
        if last < self.silent_from:
            self._act(at)

    def hear(self, table: FollowedTable, message: Any) -> None:
        if isinstance(message, Behind):
            self.asked.append(message.next)
        self._hear(table, message)

    async def silent(self) -> None:
        """Returns when all have the same log, and nothing is on its way."""
        from twisted.internet import reactor

        while len(self._ready()) < len(self.all) or len(set(self._ready())) > 1:
            await deferLater(reactor, 0.01)

    def _ready(self) -> list[int]:
        tables = [table for program in self.all for table in program.guest.tables.values() if table.flying is None]
        lasts = [table.follower.chain.last for table in tables if table.follower is not None]
        return [last for last in lasts if last >= self.silent_from]

    def close(self) -> None:
        for program in self.all:
            blockon(program.bot.stop())


@pytest.fixture
def programs(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[Programs]:
    made = Programs(house)

    def may_act(at: BotAtTable) -> None:  # a bound method would not be told of which bot
        made.may_act(at)

    def hear(table: FollowedTable, message: Any) -> None:
        made.hear(table, message)

    monkeypatch.setattr(BotAtTable, "may_act", may_act)
    monkeypatch.setattr(FollowedTable, "hear", hear)
    yield made
    made.close()


@in_time
async def test_the_program_that_people_play_with_teaches(house: House, programs: Programs) -> None:
    invite = await house.servers.start()
    assert invite is not None
    await programs.begin(invite)
    await programs.silent()
    seen = [program.log for program in programs.all]
    cut = gatherResults([program.hear("disconnected") for program in programs.all])
    await house.kill()
    await cut
    house.put_back()
    programs.silent_from = math.inf
    await house.servers.start()
    assert await gatherResults(programs.staying, consumeErrors=True) == [0, 0, 0]
    await house.kill()
    (log,) = (await logs(house.folder)).values()
    assert min(programs.asked) > programs.copied
    assert all(log.startswith(one) for one in (*seen, *(program.log for program in programs.all)))
    assert audit(log).verdict is Verdict.VERIFIED
    assert not house.servers.messages.read_text()


@in_time
async def test_a_table_goes_on_with_the_key_that_began_it_when_its_server_has_a_new_one(
    house: House, programs: Programs
) -> None:
    invite = await house.servers.start()
    assert invite is not None
    await programs.begin(invite)
    await programs.silent()
    cut = gatherResults([program.hear("disconnected") for program in programs.all])
    await house.kill()
    await cut
    await house.command("new-key")
    programs.silent_from = math.inf
    now = await house.servers.start()
    assert now is not None
    assert now.pin != invite.pin
    assert await gatherResults(programs.staying, consumeErrors=True) == [0, 0, 0]
    place = Invite(invite.host, invite.port)
    assert {program.known.pin_of(place) for program in programs.all} <= {now.pin, None}
    alone = Program(house.folder, "alone", invite, Plan(BOTS["random"], wishes=wishes(), bots_of_server=2))
    assert await alone.stay() == 0, "a link from before leads to the new key"
    await house.kill()
    kept = await logs(house.folder)
    assert [audit(log).verdict for log in kept.values()] == [Verdict.VERIFIED] * 2
    keys = {pin(read_setting(next(records(log))[1]).server_key) for log in kept.values()}
    assert keys == {invite.pin, now.pin}
    assert not house.servers.messages.read_text()
