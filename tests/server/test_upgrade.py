"""What `check-upgrade` says of the tables in a folder, before a new version serves there."""

import json
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest
from pytest_twisted import ensureDeferred
from twisted.internet.threads import deferToThread

from engine.bots import BOTS
from protocol.audit.audit import Verdict, audit
from protocol.log import bodies
from protocol.wire.invite import Invite
from server import main as command
from tests.server.at_server import running, stopped, until
from tests.server.callers import Party
from tests.support.stores import log_file
from tests.support.tables_at_play import small_mine


@ensureDeferred
async def test_a_table_of_other_rules_is_listed_and_parked_and_goes_on_when_they_are_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The game is that of a small deck; without it this program is one of another version."""
    from twisted.internet import reactor

    monkeypatch.setenv("UNDERMINE_SERVER_DATA_DIR", str(tmp_path / "server"))
    with small_mine():
        server, port = await running(tmp_path)
        party = Party(reactor, Invite("127.0.0.1", port))
        party.start()
        await until(lambda: all(one.mind is not None and one.mind.signed for one in party.callers), 60)
        assert await deferToThread(command.main, ["check-upgrade"]) == 0
        assert "unfinished tables: 1; this program could not go on with 0 of them" in capsys.readouterr().out
    mind = party.callers[0].mind
    assert mind is not None
    assert await deferToThread(command.main, ["check-upgrade", "--json"]) == 1, "also while the old one serves"
    [row] = json.loads(capsys.readouterr().out)["parked"]
    assert row["table"] == mind.tid.hex()
    assert "other cards" in row["why"]
    await stopped(server)
    before = {caller.number: len(caller.codes) for caller in party.callers}
    server, _ = await running(tmp_path, port=port)
    await until(lambda: all("table/other-version" in one.codes[before[one.number] :] for one in party.callers), 60)
    kept = await log_file(server.stores.journal, mind.tid)
    await stopped(server)
    with small_mine():
        server, _ = await running(tmp_path, port=port)
        await party.done
        log = await log_file(server.stores.journal, mind.tid)
        await party.stop()
        await stopped(server)
        assert log.startswith(kept)
        assert audit(log).verdict is Verdict.VERIFIED


@ensureDeferred
async def test_bots_of_another_revision_are_told_and_park_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from twisted.internet import reactor

    monkeypatch.setenv("UNDERMINE_SERVER_DATA_DIR", str(tmp_path / "server"))
    with small_mine():
        server, port = await running(tmp_path)
        party = Party(reactor, Invite("127.0.0.1", port), absent=bodies.BotSeat(bot="random", rev=BOTS["random"].rev))
        party.start()
        await until(lambda: all(one.mind is not None and one.mind.signed for one in party.callers), 60)
        await party.stop()
        await stopped(server)
        with patch.dict(BOTS, random=replace(BOTS["random"], rev=99)):
            assert command.main(["check-upgrade"]) == 0
        assert "would go on with random in another revision" in capsys.readouterr().out
        without = {name: bot for name, bot in BOTS.items() if name != "random"}
        with patch.dict(BOTS, without, clear=True):
            assert command.main(["check-upgrade"]) == 1
        assert "the bot 'random' in revision" in capsys.readouterr().out


def test_a_folder_without_a_journal_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("UNDERMINE_SERVER_DATA_DIR", str(tmp_path / "server"))
    assert command.main(["check-upgrade"]) == 1
    assert "is not there" in capsys.readouterr().err
