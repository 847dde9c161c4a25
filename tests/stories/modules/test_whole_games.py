"""Whole games with each module, with all of them, and over a real server: every log is VERIFIED."""

from pathlib import Path

import pytest
import pytest_twisted
from twisted.internet.defer import Deferred, gatherResults

from client.bot.guest import Plan
from engine.bots import BOTS
from engine.mine.game import PARTS, seats
from engine.rules import parse
from protocol.audit.audit import Verdict, audit
from protocol.host.selfplay import SelfPlay, from_seed
from tests.support.loopback import Caller, ServerProcess
from tests.support.world import wishes

ALONE = [f"{card_set}+{part.name}" for part in PARTS.values() for card_set in part.card_sets]
TOGETHER = [
    "base+everything",
    "saboteur2+everything",
    "base+treasury+veto+toll+new-goals+chests=diamond+tournament",
    "base+everything+sabotaged-dwarf",
]


def check_verified(log: bytes) -> None:
    """Every signature, every box, every card, and every move of a bot."""
    report = audit(log, bots=True)
    assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])


def check_game(rules: str, size: int, bot: str, server_bots: int) -> None:
    seed = f"whole {rules} {size} {bot}".encode()
    check_verified(SelfPlay(parse(rules), size, [BOTS[bot]], from_seed(seed), server_bots=server_bots).play())


def few(rules: str) -> int:
    """A small table."""
    allowed = seats(parse(rules))
    return max(3, allowed[0])


@pytest.mark.parametrize("rules", [*ALONE[::2], *TOGETHER[1::2]])
def test_a_game_of_selfplay_is_verified(rules: str) -> None:
    check_game(rules, few(rules), "random", 1)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("rules", [*ALONE, *TOGETHER])
def test_games_of_selfplay_are_verified_at_every_size(rules: str) -> None:
    """With bots that think, and with bots that play anything."""
    for size in seats(parse(rules)):
        for bot in ("random", "steady"):
            check_game(rules, size, bot, size // 2)


async def check_real_server(folder: Path, rules: str, size: int) -> None:
    """Two guests and bots of the server, over TLS."""
    server = ServerProcess(folder)
    try:
        await server.start()
        table = wishes(rules=rules, seats=size, window_seconds=0)
        host = Caller(folder, "host", server.invite, Plan(BOTS["random"], wishes=table, bots_of_server=size - 2))
        opened = host.hear("gathering")
        staying = [Deferred.fromCoroutine(host.stay())]
        code = str((await opened)["code"])
        guest = Caller(folder, "guest", server.invite, Plan(BOTS["random"], code=code))
        staying.append(Deferred.fromCoroutine(guest.stay()))
        assert await gatherResults(staying) == [0, 0]
    finally:
        server.kill()
    for log in (host.log, guest.log):
        check_verified(log)


@pytest_twisted.ensureDeferred
async def test_a_game_with_everything_over_a_real_server_is_verified(tmp_path: Path) -> None:
    await check_real_server(tmp_path, "saboteur2+everything", 3)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("rules", [*ALONE, *TOGETHER])
@pytest_twisted.ensureDeferred
async def test_games_over_a_real_server_are_verified(rules: str, tmp_path: Path) -> None:
    await check_real_server(tmp_path, rules, 5)
