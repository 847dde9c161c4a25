"""What is said of finished games: a server's answers to a client that waits for one, and a stranger's questions.

The first byte chooses what the client waits for, or that the others are a question.  No answer raises anything, and to
no question a stranger hears of the private game that is there.
"""

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

from twisted.internet.defer import Deferred

from client.net.archive import _MOST_GAMES, Archive, NotHad
from client.net.fetched import is_signed
from client.net.removal import own_seat
from client.words.archive import game_line
from protocol.keys.identity import Identity
from protocol.log.heads import head_in, read_list
from protocol.wire import archive
from protocol.wire.codec import BadFrame, Message, encode
from protocol.wire.framing import Frames, framed
from protocol.wire.messages import FRAME_OF_SERVER, Fault, decode_from_client, decode_from_server
from server.store.journal import NoSuchTable
from server.tables.archive import Bounds
from server.tables.bringing import Denied
from tests.server.tables.test_archive import LATE, Keeper
from tests.server.tables.test_spectators import Watcher
from tests.support.hall import Hall
from tests.support.tables_at_play import small_mine

LONGEST = 4000
VECTORS = Path(__file__).parents[2] / "vectors" / "codec.json"
TID, ME = bytes(range(32)), Identity(bytes(32))
ENOUGH = Bounds(per_hour=1 << 40)


def one(data: bytes) -> None:
    """Take it as what its first byte says."""
    if data:
        READERS[data[0] % len(READERS)](data[1:])


def seeds() -> Iterator[bytes]:
    """Every question and every answer that has a vector."""
    rows = [(row["class"], bytes.fromhex(row["bytes"])) for row in json.loads(VECTORS.read_text("utf-8"))["messages"]]
    answers = b"".join(framed(frame) for name, frame in rows if name in ANSWERS)
    for number in range(len(WAITING)):
        yield bytes([number]) + answers
        for name, frame in rows:
            if name in (*ANSWERS, "Fault"):
                yield bytes([number]) + framed(frame) * 2
    for name, frame in rows:
        if name in QUESTIONS:
            yield bytes([len(WAITING)]) + frame


# answers, to a client


def _answered(ask: Callable[[Archive], "Deferred[Any]"]) -> Callable[[bytes], None]:
    def take(data: bytes) -> None:
        asked = Archive()
        said: list[Message] = []
        asked.connected(said.append)
        waiting, found = ask(asked), list[Any]()
        waiting.addCallbacks(found.append, lambda failure: failure.trap(NotHad))
        try:
            for frame in Frames(FRAME_OF_SERVER).feed(data):
                _tell(asked, decode_from_server(frame))
        except BadFrame:
            pass
        for what in found:
            _use(what)
        asked.disconnected()

    return take


def _tell(asked: Archive, message: Message) -> None:
    if isinstance(message, Fault):
        asked.denied(message)
    elif isinstance(message, archive.FromArchive):
        asked.told(message)


def _use(what: Any) -> None:
    """As the program does with what has come."""
    match what:
        case [archive.EndedGame(), *_]:
            assert len(what) <= _MOST_GAMES + archive.MOST_GAMES
            assert all(game_line(game, 0, here=False) for game in what)
        case [archive.SignedList(), *_]:
            for signed in what:
                read_list(signed.body, signed.signature)
        case [bytes(), *_]:
            assert not is_signed(TID, what), "of no key that is known here"
            own_seat(ME, TID, what)
        case bytes():
            head_in(what, TID)


WAITING: list[Callable[[Archive], "Deferred[Any]"]] = [
    lambda asked: asked.games(mine=True),
    lambda asked: asked.games(mine=False),
    lambda asked: asked.log(TID),
    lambda asked: asked.remove_texts(TID, 3, bytes(64)),
    lambda asked: asked.lists(0),
    lambda asked: asked.rows(7),
]
ANSWERS = {kind.__name__ for kind in get_args(archive.FromArchive)}
QUESTIONS = {kind.__name__ for kind in get_args(archive.FromReader)}


# questions, to a server


@cache
def _place() -> tuple[Keeper, bytes, set[bytes]]:
    """An archive with a private game, its number, and those of one that can be watched and one that is played."""
    with small_mine():
        keeper = Keeper(Hall(), ENOUGH)
        private = keeper.play(listed=False, spectators=False)
        others = {keeper.play()}
        keeper.hall.begin(spectators=True, spectator_delay=0)
        keeper.hall.clock.advance(LATE)
        keeper.tend()
    return keeper, private, others


def _asked(data: bytes) -> None:
    try:
        message = decode_from_client(data)
    except BadFrame:
        return
    if isinstance(message, archive.FromReader):
        keeper, private, others = _place()
        stranger = Watcher(keeper.hall)
        does: dict[type, Callable[[Any, Any], Deferred[None]]] = {
            archive.ListGames: keeper.archive.list,
            archive.GetLog: keeper.archive.send,
            archive.RemoveTexts: keeper.archive.remove,
            archive.GetLists: keeper.archive.show_lists,
            archive.GetRows: keeper.archive.show_rows,
        }
        failed: list[object] = []
        answer = does[type(message)](stranger, message)
        answer.addErrback(lambda failure: failed.append(failure.trap(Denied, NoSuchTable)))
        assert len(failed) + len(stranger.told) == 1, "one answer to each question"
        for told in stranger.told:
            assert len(encode(told)) <= FRAME_OF_SERVER
            named = [getattr(told, "table", None), *(game.table for game in getattr(told, "games", ()))]
            assert private not in named
            assert others.issuperset(filter(None, named))


READERS = [*map(_answered, WAITING), _asked]
