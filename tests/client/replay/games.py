"""Games to be replayed, each played once."""

from functools import cache

from engine.bots import BOTS
from engine.rules import parse
from protocol.host.selfplay import SelfPlay, from_seed
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
