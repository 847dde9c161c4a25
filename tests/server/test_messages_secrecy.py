"""Games with talk, and everything that goes wrong: no message of the server has a card, a key or a word of it."""

import io
import json
import sqlite3
from base64 import b32encode, b64encode
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from pytest_twisted import ensureDeferred
from twisted.logger import globalLogPublisher
from twisted.python import log as legacy

from engine.mine.cards.base import ACTIONS, GOALS, ROLES, TUNNELS
from protocol.host.host import Host
from protocol.log import bodies
from protocol.log.records import Entry, Kind
from protocol.wire import lobby
from protocol.wire.codec import pack
from protocol.wire.invite import Invite
from server.server_messages import observer
from server.service import Server
from server.store.sqlite.opening import SECRETS_FILE
from server.store.sqlite.thread import Step
from server.tables.lobby import Lobby
from tests.server.at_server import running, stopped, until
from tests.server.callers import Caller, Party
from tests.support.hall import Mind
from tests.support.tables_at_play import small_mine

TALK = "the parrot sleeps in the old lighthouse"
LOBBY_TALK = "bring the green umbrella"
CARD = "slot 17 shows face 90210"
"""What a mistake of this program might say."""


@contextmanager
def listening() -> Iterator[tuple[io.StringIO, io.StringIO]]:
    """All messages, of every level, as text and as JSON."""
    outs = io.StringIO(), io.StringIO()
    observers = [observer(out, form, "debug") for out, form in zip(outs, ("text", "json"), strict=True)]
    for one in observers:
        globalLogPublisher.addObserver(one)
    try:
        yield outs
    finally:
        for one in observers:
            globalLogPublisher.removeObserver(one)


class Trouble:
    """Things that go wrong within the server, each of them some times, with all that is secret in what they say."""

    def __init__(self) -> None:
        self._acts = 0
        self._commits = 0
        self._submit = Host.submit

    def submit(self, host: Host, entry: Entry) -> list[object]:
        """Every seventh time that a player says something, the program makes a mistake about it."""
        self._acts += 1
        if self._acts % 7 == 0:
            raise LookupError(CARD, TALK, host.follower, entry)
        return self._submit(host, entry)

    def commit(self, step: Step) -> None:
        """The disk is full, now and then."""
        self._commits += step is Step.COMMIT
        if step is Step.COMMIT and self._commits % 9 == 0:
            raise sqlite3.OperationalError("database or disk is full")


def talking(mind: Mind) -> Entry | None:
    """As a mind does, and says something once in a while."""
    follower = mind.follower
    assert follower is not None
    if follower.agreement.all_revealed and follower.ended is None and follower.chain.last % 9 == follower.seat:
        return follower.say(Kind.TALK, bodies.Talk(salt=bytes(16), text=TALK))
    return _DUE(mind)


_DUE = Mind.due


def secrets_of(folder: Path) -> Iterator[bytes]:
    with closing(sqlite3.connect(folder / "server" / SECRETS_FILE)) as database:
        for (secrets,) in database.execute("SELECT secrets FROM secrets"):
            yield from (secrets[at : at + 32] for at in range(0, len(secrets), 32))


def spellings(secret: bytes) -> Iterable[str]:
    return (
        secret.hex(),
        b32encode(secret).decode().rstrip("="),
        b64encode(secret).decode().rstrip("="),
        repr(secret)[2:-1],
    )


def nonsense(caller: Caller) -> None:
    """What a program with mistakes might say, before it is cut off."""
    assert caller.talk is not None
    line: Any = caller.talk._line
    caller.say(lobby.Say(gathering="A" * 8, text=LOBBY_TALK))
    line.write(pack({"gathering": None, "t": "say", "text": "hello", TALK: 1}))


@ensureDeferred
async def test_no_message_has_a_card_a_key_or_what_players_say(tmp_path: Path) -> None:
    from twisted.internet import reactor

    trouble = Trouble()
    with small_mine(), listening() as (text, as_json), patch.object(Mind, "due", talking):
        server, port = await running(tmp_path)
        with patch.object(Host, "submit", autospec=True, side_effect=trouble.submit):
            party = Party(reactor, Invite("127.0.0.1", port))
            party.start()
            await until(lambda: all(one.mind is not None and one.mind.signed for one in party.callers), 60)
            seeds = list(secrets_of(tmp_path))
            set_fail(server, trouble.commit)
            for caller in party.callers:
                caller.say(lobby.Say(gathering=None, text=LOBBY_TALK))
            nonsense(party.callers[1])
            await until(lambda: "hung up on bytes that mean nothing" in text.getvalue(), 60)
            with patch.object(Lobby, "say", side_effect=LookupError(LOBBY_TALK)):
                party.callers[2].say(lobby.Say(gathering=None, text=LOBBY_TALK))
                await until(lambda: "a conversation: a mistake of this program" in text.getvalue(), 60)
            await party.done
        set_fail(server, None)
        legacy.err(LookupError(TALK), "Twisted's own")
        keys = [server.identity._master, *(caller.identity._master for caller in party.callers)]
        await party.stop()
        await stopped(server)
    mind = party.callers[0].mind
    assert mind is not None
    assert TALK.encode() in mind.log, "it was said"
    messages = text.getvalue()
    assert f"table {mind.tid.hex()}: a mistake of this program" in messages
    assert "not stored" in messages
    assert seeds
    for secret in (*seeds, *keys):
        for spelling in spellings(secret):
            assert spelling not in messages + as_json.getvalue()
    for words in (
        TALK,
        LOBBY_TALK,
        CARD,
        *(card.key for card in (*TUNNELS, *ACTIONS, *ROLES, *GOALS) if "-" in card.key),
    ):
        assert words not in messages + as_json.getvalue()
    for line in as_json.getvalue().splitlines():
        assert all(isinstance(value, str | int | float) for value in json.loads(line).values())


def set_fail(server: Server, fail: Any) -> None:
    journal: Any = server.stores.journal
    journal.database.fail = fail
