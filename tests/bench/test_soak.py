"""The soak: short, and only that nothing is lost in it and that a loss would show."""

from pathlib import Path

import pytest

from bench import soak
from engine.bots import BOTS
from engine.rules import parse
from protocol.host.selfplay import SelfPlay, from_seed

LOST = ("games_lost", "logs_that_differ")


@pytest.mark.long
def test_players_and_servers_come_and_go_and_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "LIFE", 8.0)
    figures = soak.soak(tables=2, seconds=30)
    assert figures["server_killed"] > 0
    assert figures["games_verified"] > 0
    assert [figures[name] for name in (*LOST, "parties_that_wait", "trouble")] == [0, 0, 0, "none"]


def test_a_loss_would_show(tmp_path: Path) -> None:
    games = [SelfPlay(parse("base"), 3, [BOTS["random"]], from_seed(seed)).play() for seed in (b"one", b"two")]

    def lost(logs: list[bytes], begun: int) -> list[int]:
        paths = [tmp_path / str(number) for number in range(len(logs))]
        for path, data in zip(paths, logs, strict=True):
            path.write_bytes(data)
        told = {"joined": 3, "left": 0, "cut": 0, "waiting": 0, "trouble": [], "begun": begun}
        figures = soak.figures_of(told | {"logs": [str(path) for path in paths]}, 0, 0, 0)
        return [figures[name] for name in LOST]

    whole, other = games
    assert lost([whole, whole[:-200], other], 2) == [0, 0]
    assert lost([whole], 2) == [1, 0], "a game that no player saw the end of"
    assert lost([whole[:-200]], 1) == [1, 0], "a log without its end"
    assert lost([whole, whole[:-200] + bytes(10)], 1) == [0, 1], "two players saw two games"
