"""The commands `undermine selfplay` and `undermine bench audit`."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import protocol.audit.reading
import protocol.follow.agreement
import protocol.follow.signatures
import protocol.log.setting
from bench import audit as bench_audit
from client.main import main
from protocol.audit.audit import audit
from protocol.host.selfplay import SelfPlay
from protocol.keys.identity import verify

Capture = pytest.CaptureFixture[str]
SMALL = ("selfplay", "--players", "3", "--bots", "random")


def names(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir()]


@pytest.mark.parametrize(("rules", "server_bots"), [("base", "0"), ("base-2006", "2")])
def test_what_it_writes_is_verified(tmp_path: Path, capsys: Capture, rules: str, server_bots: str) -> None:
    file = tmp_path / "game.umlog"
    assert main([*SMALL, "--rules", rules, "--server-bots", server_bots, "--out", str(file)]) == 0
    report = audit(file.read_bytes())
    assert report.verdict.value == "VERIFIED"
    told = (
        f"{file}: written\n"
        f"phrase   {' '.join(report.phrase)}\n"
        f"entries  {report.entries}\n"
        f"bytes    {file.stat().st_size}\n"
        f"check it with: undermine audit {file}\n"
    )
    assert capsys.readouterr() == (told, "")
    assert main(["audit", str(file), "--phrase", " ".join(report.phrase)]) == 0
    assert names(tmp_path) == ["game.umlog"]


def test_the_same_seed_plays_the_same_game_and_no_seed_never(tmp_path: Path) -> None:
    def bytes_of(name: str, *more: str) -> bytes:
        assert main([*SMALL, "--out", str(tmp_path / name), *more]) == 0
        return (tmp_path / name).read_bytes()

    assert bytes_of("a", "--seed", "7") == bytes_of("b", "--seed", "7")
    assert len({bytes_of("c", "--seed", ""), bytes_of("d"), bytes_of("e")}) == 3


def test_a_file_that_is_there_stays(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "mine"
    file.write_text("mine")
    assert main([*SMALL, "--out", str(file)]) == 2
    assert capsys.readouterr() == ("", f"{file}: is there already and was left as it is\n")
    assert file.read_text() == "mine"
    assert main([*SMALL, "--out", str(file), "--force"]) == 0
    assert audit(file.read_bytes()).verdict.value == "VERIFIED"
    assert names(tmp_path) == ["mine"]


def test_what_is_no_plain_file_stays_also_with_force(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "dangling").symlink_to("nowhere")
    for place in (tmp_path, tmp_path / "dangling", Path(os.devnull)):
        assert main([*SMALL, "--out", str(place), "--force"]) == 2
        assert "is there already and was left as it is" in capsys.readouterr().err
    assert names(tmp_path) == ["dangling"]


def test_a_place_that_cannot_be_written(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "none" / "game"
    assert main([*SMALL, "--out", str(file)]) == 2
    assert capsys.readouterr() == ("", f"{file}: cannot be written: No such file or directory\n")


def test_a_game_that_is_stopped_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_arguments: object) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr(SelfPlay, "play", stopped)
    assert main([*SMALL, "--out", str(tmp_path / "game")]) == 130
    assert names(tmp_path) == []


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (("--players", "2"), "the base game is for 3 to 10 players, not 2"),
        (("--rules", "chess"), "there are no rules called 'chess'; there are "),
        (("--bots", "clever"), "there is no bot 'clever'; there are "),
        (("--server-bots", "3"), "0 to 2 seats can be the server's, not 3"),
        (("--server-bots", "-1"), "0 to 2 seats can be the server's, not -1"),
    ],
)
def test_what_cannot_be_played(tmp_path: Path, capsys: Capture, more: tuple[str, ...], why: str) -> None:
    assert main([*SMALL, "--out", str(tmp_path / "game"), *more]) == 2
    assert capsys.readouterr().err.startswith(f"undermine: {why}")
    assert names(tmp_path) == []


def test_the_command_to_audit_can_be_pasted(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, pasted in (("my game", "'my game'"), ("-odd", "./-odd")):
        assert main([*SMALL, f"--out={name}"]) == 0
        assert capsys.readouterr().out.endswith(f"check it with: undermine audit {pasted}\n")


# The measurement


def test_the_figures_of_the_audit(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "figures.json"
    assert main(["bench", "audit", "--games", "1", "--json", str(file)]) == 0
    found = json.loads(file.read_text())
    assert list(found) == [
        *("rules", "players", "games", "moves", "signatures"),
        *("log_bytes_per_move", "audit_ms", "signatures_ms", "ratio"),
    ]
    assert (found["rules"], found["players"], found["games"]) == ("base", 5, 1)
    assert 150 < found["moves"] < 250
    assert found["signatures"] > 2 * found["moves"]  # each act has its own, and a HEAD
    assert found["audit_ms"] > found["signatures_ms"] > 0
    assert re.search(rf"^ratio +{found['ratio']}$", capsys.readouterr().out, re.MULTILINE)


def test_every_signature_of_a_log_is_collected(monkeypatch: pytest.MonkeyPatch, play: Callable[..., bytes]) -> None:
    """The very ones that the audit itself verifies."""
    data = play(server_bots=1)
    verified: list[tuple[object, ...]] = []

    def counted(public: bytes, signature: bytes, *rest: object) -> bool:
        verified.append((public, signature, *rest))
        return verify(public, signature, *rest)  # type: ignore[arg-type]

    for module in (protocol.follow.agreement, protocol.audit.reading, protocol.log.setting, protocol.follow.signatures):
        monkeypatch.setattr(module, "verify", counted)
    assert audit(data).verdict.value == "VERIFIED"
    collected, _acts = bench_audit.collect(data)
    assert {(key, signature, purpose, *parts) for key, signature, purpose, parts in collected} == set(verified)


def test_a_game_that_is_not_verified_is_not_measured(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(bench_audit, "verify", lambda *_all: False)
    assert main(["bench", "audit", "--games", "1"]) == 1
    assert "is not VERIFIED" in capsys.readouterr().err
