"""The work that `bench --against` measures: run as a script, it plays or audits and writes one line of JSON.

PYTHONPATH says whose engine and protocol are imported.  The script runs unchanged beside old revisions, so it uses only
what they have too.
"""

import hashlib
import json
import random
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from engine.bots import BOTS
from engine.bots.asking import answered
from engine.bots.match import Sitting
from engine.front import choices
from engine.inputs import TimeUp
from engine.rules import Rules, parse
from engine.tabletop import Tabletop
from protocol.audit.audit import Verdict, audit
from protocol.host.selfplay import SelfPlay, from_seed

Measured = dict[str, float | str]
"""How many moves, games or audits, the seconds of processor time for all, and a digest of the acts."""
_DIGITS = 16
_BOT = "steady"
_Played = TypeVar("_Played")


def random_game(rules: Rules, players: int, rng: random.Random) -> tuple[int, list[object]]:
    """How many acts the players made, and all that was played: the clock is no act of a player."""
    table = Tabletop(rules, players, rng.randrange)
    table.advance()
    views = [table.view(seat) for seat in range(players)]

    def choose(seat: int) -> Any:
        acts = choices(views[seat])
        return acts[int(rng.random() * len(acts))] if acts else None

    played: list[object] = []
    moves = 0
    while want := table.waiting():
        given = answered(want, choose)
        moves += type(given) is not TimeUp
        played.append(given)
        table.play(given)
    return moves, played


def bots_game(rules: Rules, players: int, seed: str) -> list[object]:
    table = Tabletop(rules, players, random.Random(seed).randrange)
    bots = [Sitting(BOTS[_BOT], table, seat, random.Random(f"{seed} {seat}").randrange) for seat in range(players)]
    table.advance()
    played: list[object] = []
    while want := table.waiting():
        given = answered(want, lambda seat: bots[seat].choose())
        played.append(given)
        table.play(given)
    return played


def measure_engine(rules: str, players: int, games: int, seed: int) -> Measured:
    parsed, rng = parse(rules), random.Random(seed)
    played, seconds = _timed(lambda _game: random_game(parsed, players, rng), games)
    count = sum(moves for moves, _acts in played)
    return {"count": count, "seconds": seconds, "digest": _digest(acts for _moves, acts in played)}


def measure_bots(rules: str, players: int, games: int, seed: int) -> Measured:
    parsed = parse(rules)
    played, seconds = _timed(lambda game: bots_game(parsed, players, f"{seed} {game}"), games)
    return {"count": games, "seconds": seconds, "digest": _digest(played)}


def measure_audit(rules: str, players: int, games: int, seed: int) -> Measured:
    """Audits of one log, made here since revisions may write it differently."""
    data = SelfPlay(parse(rules), players, [BOTS["random"]], from_seed(b"bench %d" % seed)).play()
    verdicts, seconds = _timed(lambda _game: audit(data).verdict, games)
    if set(verdicts) != {Verdict.VERIFIED}:
        raise SystemExit("the game that was played is not VERIFIED")
    return {"count": games, "seconds": seconds, "digest": ""}


def _timed(play: Callable[[int], _Played], games: int) -> tuple[list[_Played], float]:
    begun = time.process_time()
    played = [play(game) for game in range(games)]
    return played, time.process_time() - begun


def _digest(games: Iterable[list[object]]) -> str:
    """Equal if the acts are; taken after the clock has stopped."""
    lines = (f"{act!r}\n".encode() for acts in games for act in acts)
    return hashlib.sha256(b"".join(lines)).hexdigest()[:_DIGITS]


WORK = {"engine": measure_engine, "bots": measure_bots, "audit": measure_audit}


if __name__ == "__main__":
    _what, _rules, *_numbers = sys.argv[1:]
    print(json.dumps(WORK[_what](_rules, *map(int, _numbers))))
