"""Strangers at the archive of a real server: of private games they learn nothing, and they cost it one answer each."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pytest_twisted import ensureDeferred
from twisted.internet.task import deferLater

from protocol.audit.audit import Verdict, audit
from protocol.log.records import MAGIC, RecordType, record
from protocol.wire import archive, messages
from protocol.wire.codec import Message
from protocol.wire.invite import Invite
from protocol.wire.messages import FromServer
from server.service import Server
from server.store.archive import KeptGame
from tests.server.at_server import running, stopped, until
from tests.server.callers import Party
from tests.server.store import journals
from tests.stories.attacks import intruders
from tests.stories.attacks.intruders import MOST, Guest, Scene
from tests.stories.attacks.test_limits import has_many_addresses
from tests.support.tables_at_play import small_mine

pytestmark = pytest.mark.skipif(not has_many_addresses(), reason="this computer has one loopback address")
PART = 40_000


class Asker:
    """A stranger who asks one thing after the other, and notes each answer."""

    def __init__(self, scene: Scene) -> None:
        self.guest: Guest | None = None
        self.told: list[FromServer] = []
        scene.begin(self._came)

    def _came(self, guest: Guest) -> None:
        self.guest = guest
        guest.answer = self._heard

    def _heard(self, message: FromServer) -> None:
        if isinstance(message, messages.Fault | archive.FromArchive):
            self.told.append(message)

    async def ask(self, message: Message) -> FromServer:
        await until(lambda: self.guest is not None)
        assert self.guest is not None
        before = len(self.told)
        self.guest.say(message)
        await until(lambda: len(self.told) > before)
        return self.told[-1]


async def played(server: Server, port: int, **how: Any) -> Party:
    """A game to its end, which the archive has."""
    from twisted.internet import reactor

    party = Party(reactor, Invite("127.0.0.1", port), **how)
    party.start()
    await party.done
    tid = tid_of(party)
    found: list[object] = []
    while not found or found[-1] is None:
        found.append(await server.stores.archive.game(tid))
    return party


def tid_of(party: Party) -> bytes:
    mind = party.callers[0].mind
    assert mind is not None
    return mind.tid


QUESTIONS: list[Callable[[bytes], Message]] = [
    *(lambda tid, start=start: archive.GetLog(table=tid, start=start) for start in (0, 1, 7, MOST)),
    *(lambda tid, seat=seat: archive.RemoveTexts(table=tid, seat=seat, signature=bytes(64)) for seat in (0, 2, 11)),
]


@ensureDeferred
async def test_of_a_private_game_a_stranger_hears_what_is_said_of_one_that_never_was(tmp_path: Path) -> None:
    from twisted.internet import reactor

    with small_mine():
        server, port = await running(tmp_path)
        party = await played(server, port, spectators=False)
        tid, none = tid_of(party), bytes(32)
        scene = Scene(reactor, port)
        asker = Asker(scene)
        for question in QUESTIONS:
            answers = [await asker.ask(question(one)) for one in (tid, none)]
            assert answers == [fault_of(tid), fault_of(none)]
        for mine in (True, False):
            for after in (None, tid, none):
                told = await asker.ask(archive.ListGames(mine=mine, after=after))
                assert told == archive.Games(mine=mine, games=(), more=False)
        log = MAGIC + b"".join(await server.stores.journal.read(tid))
        assert (audit(log).verdict, log) == (Verdict.VERIFIED, party.logs[-1])
        scene.leave()
        await party.stop()
        await until(lambda: not scene.open)
        await stopped(server)


def fault_of(tid: bytes) -> messages.Fault:
    return messages.Fault(table=tid, code=archive.NO_GAME, remedy=messages.Remedy.WAIT)


async def with_a_long_log(server: Server) -> bytes:
    """A game that any stranger may have, of which each record has a part to itself."""
    journal, kept, (tid, first) = server.stores.journal, server.stores.archive, journals.table("one")
    await journal.begin(tid, first, {})
    await journal.append(tid, [record(RecordType.ENTRY, bytes(PART))] * 3, 2, ended=True)
    await kept.keep(KeptGame(tid, 0, "finished", "base", 3, bytes(32), delay=0))
    return tid


@ensureDeferred
async def test_of_what_is_not_read_there_is_one_answer_at_most(tmp_path: Path) -> None:
    """It was all that the client asked for, up to 16 MB over each of its connections."""
    from twisted.internet import reactor

    server, port = await running(tmp_path)
    tid = await with_a_long_log(server)
    scene = Scene(reactor, port)
    scene.tables = [tid]
    scene.rng.choice = lambda some: some[0]  # type: ignore[method-assign, assignment]
    most = 0
    scene.begin(intruders.archive_without_reading)
    while not scene.codes["asked"]:
        await deferLater(reactor, 0.01)
        most = max([most, *(one._unread for one in server.connections.open)])
    assert scene.codes["asked"] == 1
    assert most <= 2 * archive.LOG_PART
    honest = Scene(reactor, port, "127.0.0.3")
    asker = Asker(honest)
    part = await asker.ask(archive.GetLog(table=tid, start=2))
    assert isinstance(part, archive.LogPart)
    assert len(part.records[0]) > PART
    scene.leave()
    honest.leave()
    await until(lambda: not scene.open and not honest.open)
    await stopped(server)
