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

from engine.bots import BOTS
from engine.bots.match import Sitting
from engine.front import choices
from engine.rules import Rules, parse
from engine.tabletop import Tabletop
from protocol.audit.audit import Verdict, audit
from protocol.host.selfplay import SelfPlay, from_seed

Measured = dict[str, float | str]
"""How many moves, games or audits, the seconds of processor time for all, and a digest of the acts."""
_DIGITS = 16
_BOT = "steady"


def random_game(rules: Rules, players: int, rng: random.Random) -> tuple[int, list[object]]:
    """How many cards were used, and the acts."""
    table = Tabletop(rules, players, rng.randrange)
    table.advance()
    views = [table.view(seat) for seat in range(players)]
    moves = 0
    played: list[object] = []
    while want := table.waiting():
        moves += want.what == "turn"
        acts = choices(views[want.seats[0]])
        act = acts[int(rng.random() * len(acts))]
        played.append(act)
        table.play(act)
    return moves, played


def bots_game(rules: Rules, players: int, seed: str) -> list[object]:
    table = Tabletop(rules, players, random.Random(seed).randrange)
    bots = [Sitting(BOTS[_BOT], table, seat, random.Random(f"{seed} {seat}").randrange) for seat in range(players)]
    table.advance()
    played: list[object] = []
    while want := table.waiting():
        act = bots[want.seats[0]].choose()
        played.append(act)
        table.play(act)
    return played


def measure_engine(rules: str, players: int, games: int, seed: int) -> Measured:
    parsed, rng = parse(rules), random.Random(seed)
    begun = time.process_time()
    played = [random_game(parsed, players, rng) for _game in range(games)]
    seconds = time.process_time() - begun
    acts = (act for _moves, acts in played for act in acts)
    return {"count": sum(moves for moves, _acts in played), "seconds": seconds, "digest": _digest(acts)}


def measure_bots(rules: str, players: int, games: int, seed: int) -> Measured:
    parsed = parse(rules)
    begun = time.process_time()
    played = [bots_game(parsed, players, f"{seed} {game}") for game in range(games)]
    seconds = time.process_time() - begun
    return {"count": games, "seconds": seconds, "digest": _digest(act for acts in played for act in acts)}


def measure_audit(rules: str, players: int, games: int, seed: int) -> Measured:
    """Audits of one log, made here since revisions may write it differently."""
    data = SelfPlay(parse(rules), players, [BOTS["random"]], from_seed(b"bench %d" % seed)).play()
    begun = time.process_time()
    verdicts = {audit(data).verdict for _game in range(games)}
    seconds = time.process_time() - begun
    if verdicts != {Verdict.VERIFIED}:
        raise SystemExit("the game that was played is not VERIFIED")
    return {"count": games, "seconds": seconds, "digest": ""}


def _digest(acts: Iterable[object]) -> str:
    """Equal if the acts are; taken after the clock has stopped."""
    whole = hashlib.sha256()
    for act in acts:
        whole.update(f"{act!r}\n".encode())
    return whole.hexdigest()[:_DIGITS]


WORK: dict[str, Callable[[str, int, int, int], Measured]] = {
    "engine": measure_engine,
    "bots": measure_bots,
    "audit": measure_audit,
}


if __name__ == "__main__":
    _what, _rules, *_numbers = sys.argv[1:]
    print(json.dumps(WORK[_what](_rules, *map(int, _numbers))))
