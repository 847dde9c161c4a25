"""Games to be replayed, each played once."""

from functools import cache

from engine.bots import BOTS
from engine.rules import parse
from protocol.host.selfplay import SelfPlay, from_seed
from protocol.keys.identity import Identity
from protocol.log.records import MAGIC, RecordType, places


@cache
def whole_game(rules: str = "base", seats: int = 3) -> SelfPlay:
    """To its end, with every card open."""
    game = SelfPlay(parse(rules), seats, [BOTS["random"]], from_seed(b"replayed"))
    game.play()
    return game


def cut(game: SelfPlay) -> bytes:
    """The first half of its log, up to a signature of the server."""
    data = game.host.file
    ends = [end for start, end in places(data) if data[start] == RecordType.HEAD and end < len(data) // 2]
    assert data.startswith(MAGIC)
    return data[: ends[-1]]


ME = Identity(from_seed(b"me")("person 0"))
"""Who has a seat in all of these."""


@cache
def my_game(rules: str, number: int) -> SelfPlay:
    """One of several of the same person, with a bot of the server at the table."""
    own, others = from_seed(b"me"), from_seed(b"game %d" % number)

    def fresh(label: str) -> bytes:
        return own(label) if label == "person 0" else others(label)

    game = SelfPlay(parse(rules), 3, [BOTS["random"]], fresh, server_bots=1)
    game.play()
    return game
