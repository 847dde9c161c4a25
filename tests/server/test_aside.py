"""What becomes of damaged secrets that were set aside: they go when no table can need them, and not before."""

import os
from pathlib import Path
from typing import Any

import pytest
from pytest_twisted import ensureDeferred
from twisted.logger import LogEvent, globalLogPublisher

from protocol.wire.invite import Invite
from server.store.sqlite.opening import SECRETS_FILE
from tests.server.at_server import running, stopped, until
from tests.server.callers import Party
from tests.support.tables_at_play import small_mine


def aside(folder: Path) -> list[Path]:
    return sorted((folder / "server").glob("*.damaged-*"))


@pytest.mark.parametrize("all_lost", [True, False])
@ensureDeferred
async def test_they_stay_while_a_table_lacks_its_secrets(tmp_path: Path, all_lost: bool) -> None:
    """A file that is cut short has lost them; where one was left by an earlier start, the table may have its own."""
    from twisted.internet import reactor

    said: list[LogEvent] = []
    hear: Any = said.append
    secrets = tmp_path / "server" / SECRETS_FILE
    with small_mine():
        server, port = await running(tmp_path)
        party = Party(reactor, Invite("127.0.0.1", port))
        party.start()
        await until(lambda: all(one.mind is not None and one.mind.signed for one in party.callers), 60)
        await stopped(server)
        kept = secrets.read_bytes()
        if all_lost:
            os.truncate(secrets, 4096 + 100)
        else:
            (tmp_path / "server" / f"{SECRETS_FILE}.damaged-1").write_bytes(kept)
        globalLogPublisher.addObserver(hear)
        server, _ = await running(tmp_path, port=port)
        globalLogPublisher.removeObserver(hear)
        assert bool(aside(tmp_path)) == all_lost
        warned = [event for event in said if "unfinished ones whose secrets are lost" in str(event.get("log_format"))]
        assert [event["lost"] for event in warned] == [1] * all_lost
        if all_lost:
            await stopped(server)
            secrets.write_bytes(kept)  # restored by a person
            server, _ = await running(tmp_path, port=port)
            assert aside(tmp_path) == []
        await party.done
        await party.stop()
        await stopped(server)
