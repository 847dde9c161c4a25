"""A slow bot of the server: what it plays is what it would play if it were quick, and the audit asks it again."""

import pickle
from itertools import pairwise
from typing import Any
from unittest.mock import patch

import pytest

from engine.bots import BOTS
from engine.bots.bot import Bot
from engine.front import ActLike, View, choices
from engine.rules import parse
from engine.slots import Draw
from protocol.audit.audit import Verdict, audit
from protocol.host.selfplay import SelfPlay, from_seed
from tests.support.slow_bots import SLOW

EVERY_GAME = [("base", 4), ("saboteur2", 5), ("base+everything", 4), ("saboteur2+everything", 6), ("cave", 4)]


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, bot in SLOW.items():
        monkeypatch.setitem(BOTS, name, bot)


def played(rules: str, seats: int) -> bytes:
    game = SelfPlay(parse(rules), seats, [BOTS["slow"]], from_seed(b"slow bots"), server_bots=seats - 1)
    return game.play()


@pytest.mark.parametrize(("rules", "seats"), EVERY_GAME)
def test_a_slow_bot_plays_as_if_it_were_quick_and_every_move_is_checked(rules: str, seats: int) -> None:
    slow = BOTS["slow"]
    quick = Bot(slow.name, slow.rev, slow.memory, slow.remember, slow.choose)
    with patch.dict(BOTS, {"slow": quick}):
        as_quick = played(rules, seats)
    log = played(rules, seats)
    assert log == as_quick
    report = audit(log)
    assert (report.verdict, report.findings, report.bots_checked) == (Verdict.VERIFIED, [], True)


def test_a_memory_that_lies_otherwise_in_a_copy_gives_the_same_moves_wherever_it_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A set tells its members in an order that follows from all that was ever in it."""

    def memory(*_: object) -> set[int]:
        made = set(range(300))
        for member in range(300):
            if member not in (1, 64):
                made.remove(member)
        return made

    def choose(memory: Any, seen: View, chance: Draw) -> ActLike:
        acts = choices(seen)
        first: int = next(iter(memory))
        return acts[first * len(acts) // 65]

    assert list(memory()) != list(pickle.loads(pickle.dumps(memory())))
    monkeypatch.setitem(BOTS, "slow", Bot("slow", 1, memory, lambda *_: None, choose, slow=True))
    assert audit(played("base", 3)).verdict is Verdict.VERIFIED


def test_the_audit_goes_on_between_two_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bar that waits for several would look as if nothing went on."""
    log, slow = played("base", 3), BOTS["slow"]
    told: list[str] = []

    def choose(*known: Any) -> Any:
        told.append("decided")
        return slow.choose(*known)

    monkeypatch.setitem(BOTS, "slow", Bot("slow", 1, slow.memory, slow.remember, choose, slow=True))
    assert audit(log, progress=lambda done, total: told.append("shown")).verdict is Verdict.VERIFIED
    assert told.count("decided") > 20
    assert all((one, after) != ("decided", "decided") for one, after in pairwise(told))
