"""Orders to a running server: over the socket in its folder, as the commands give them."""

import json
import socket
import stat
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from pytest_twisted import ensureDeferred
from twisted.internet.threads import deferToThread

from protocol.audit.audit import Verdict, audit
from protocol.keys.identity import pin
from protocol.log.records import Kind
from protocol.wire import lobby
from protocol.wire.invite import Invite
from server import main as command
from server.service import Server
from server.store.data_dir import CONTROL
from server.tables.rooms import Rooms
from tests.server.at_server import running, stopped, until
from tests.server.callers import Party, wishes
from tests.server.store import journals
from tests.support.stores import log_file
from tests.support.tables_at_play import small_mine


class Operator:
    """Gives orders as a person or a script does."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        monkeypatch.setenv("UNDERMINE_SERVER_DATA_DIR", str(folder / "server"))
        self._capsys = capsys

    async def says(self, *words: str) -> tuple[int, str, str]:
        self._capsys.readouterr()
        code = await deferToThread(command.main, list(words))
        told = self._capsys.readouterr()
        return code, told.out, told.err

    async def asks(self, *words: str) -> dict[str, Any]:
        _code, out, _err = await self.says(*words, "--json")
        answer: dict[str, Any] = json.loads(out)
        return answer


@pytest.fixture
def operator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Operator:
    return Operator(tmp_path, monkeypatch, capsys)


async def at_play(port: int) -> Party:
    from twisted.internet import reactor

    party = Party(reactor, Invite("127.0.0.1", port))
    party.start()
    await until(lambda: all(caller.mind is not None and caller.mind.log for caller in party.callers), 60)
    return party


async def gone(party: Party, server: Server) -> None:
    await party.stop()
    await stopped(server)


@ensureDeferred
async def test_the_socket_is_its_owners_alone_and_goes_with_the_server(tmp_path: Path, operator: Operator) -> None:
    code, out, err = await operator.says("status")
    assert (code, out) == (1, "")
    assert "no server runs with the folder" in err
    server, _port = await running(tmp_path)
    door = tmp_path / "server" / CONTROL
    assert stat.S_IMODE(door.lstat().st_mode) == 0o600
    assert (await operator.says("status"))[0] == 0
    await stopped(server)
    assert not door.exists()


@ensureDeferred
async def test_a_socket_that_a_killed_server_left_is_in_no_way(tmp_path: Path, operator: Operator) -> None:
    (tmp_path / "server").mkdir()
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(tmp_path / "server" / CONTROL))
    server, _port = await running(tmp_path)
    assert (await operator.asks("status"))["tables"] == 0
    await stopped(server)


@ensureDeferred
async def test_what_is_told_of_tables_is_what_players_see(tmp_path: Path, operator: Operator) -> None:
    with small_mine():
        server, port = await running(tmp_path)
        party = await at_play(port)
        status = await operator.asks("status")
        assert (status["players"], status["tables"]) == (3, 1)
        [table] = (await operator.asks("tables"))["tables"]
        mind = party.callers[0].mind
        assert mind is not None
        assert table["table"] == mind.tid.hex()
        assert set(table) == {"table", "rules", "entries", "ended", "watchers", "players"}
        told = {(player["pin"], player["name"]) for player in table["players"]}
        assert told == {(pin(caller.identity.public), caller.name) for caller in party.callers}
        code, out, _err = await operator.says("tables")
        assert code == 0
        assert party.callers[0].name in out
        await gone(party, server)


@ensureDeferred
async def test_a_kick_closes_connections_and_keeps_out_and_tells_no_table(tmp_path: Path, operator: Operator) -> None:
    with small_mine():
        server, port = await running(tmp_path)
        party = await at_play(port)
        sent_away = party.callers[1]
        answer = await operator.asks("kick", sent_away.name)
        assert answer == {"pin": pin(sent_away.identity.public), "closed": 1}
        await until(lambda: sent_away.talk is None)
        status = await operator.asks("status")
        assert status["players"] == 2
        assert sent_away.mind is not None
        log = await log_file(server.stores.journal, sent_away.mind.tid)
        assert audit(log).verdict is not Verdict.REFUTED
        room = server.rooms.loaded(sent_away.mind.tid)
        assert room is not None
        assert not [entry for entry in room.host.entries if entry.kind == Kind.LEAVE]
        await gone(party, server)


@ensureDeferred
async def test_a_ban_outlasts_the_server_and_can_be_lifted(tmp_path: Path, operator: Operator) -> None:
    with small_mine():
        server, port = await running(tmp_path)
        party = await at_play(port)
        banned = party.callers[2]
        assert (await operator.asks("ban", banned.name))["closed"] == 1
        await stopped(server)
        server, _ = await running(tmp_path, port=port)
        await until(lambda: len(server._house.lobby.guests) == 2)
        [row] = (await operator.asks("ban"))["players"]
        assert row == {"pin": pin(banned.identity.public), "name": banned.name}
        assert banned.talk is None
        await operator.asks("ban", "--lift", row["pin"])
        await until(lambda: banned.talk is not None)
        assert (await operator.says("ban"))[1] == "none\n"
        assert (await operator.says("ban", "--lift", row["pin"]))[0] == 1
        await party.done
        await gone(party, server)


@ensureDeferred
async def test_a_name_is_freed_for_another_key(tmp_path: Path, operator: Operator) -> None:
    from twisted.internet import reactor

    with small_mine():
        server, port = await running(tmp_path)
        party = Party(reactor, Invite("127.0.0.1", port))
        party.start()
        await until(lambda: all(caller.mind is not None and caller.mind.log for caller in party.callers), 60)
        (eva, *_) = party.callers
        key = pin(eva.identity.public)
        assert len((await operator.asks("names"))["names"]) == 3
        [known] = (await operator.asks("names", key))["names"]
        assert (known["name"], known["pin"]) == (eva.name, key)
        assert eva.name in (await operator.says("names", eva.name))[1]
        assert await operator.asks("forget", eva.name) == known
        assert (await operator.asks("names", key))["names"] == []
        code, _out, err = await operator.says("forget", eva.name)
        assert code == 1
        assert "no player is known here by the name" in err
        await gone(party, server)


@ensureDeferred
async def test_a_private_server_is_opened_to_a_player_and_closed_again(tmp_path: Path, operator: Operator) -> None:
    from twisted.internet import reactor

    with small_mine():
        server, port = await running(tmp_path, private=True)
        party = Party(reactor, Invite("127.0.0.1", port))
        for caller in party.callers:
            key = pin(caller.identity.public)
            assert await operator.asks("allow", key) == {"pin": key}, "before the first visit, by pin"
        party.start()
        await until(lambda: all(caller.mind is not None and caller.mind.log for caller in party.callers), 60)
        status = await operator.asks("status")
        assert (status["private"], status["allowed"]) == (True, 3)
        sent_away = party.callers[1]
        assert (await operator.asks("allow", "--lift", sent_away.name))["closed"] == 1
        await until(lambda: sent_away.talk is None)
        assert len((await operator.asks("allow"))["players"]) == 2
        await gone(party, server)


@ensureDeferred
async def test_orders_that_make_no_sense_are_told_so(tmp_path: Path, operator: Operator) -> None:
    server, _port = await running(tmp_path)
    code, _out, err = await operator.says("kick", "not here")
    assert code == 1
    assert "no player is known here by the name “not here”" in err
    assert "error" in await operator.asks("mute", "not here")
    for line in (
        b"nonsense\n",
        b"[1]\n",
        b'{"order":"shutdown"}\n',
        b'{"order":["x"],"player":3}\n',
        b"[" * 9999 + b"\n",
    ):
        assert "error" in json.loads(await deferToThread(_raw, tmp_path / "server" / CONTROL, line))
    assert (await operator.says("status"))[0] == 0
    await stopped(server)


def _raw(path: Path, line: bytes) -> bytes:
    with socket.socket(socket.AF_UNIX) as end:
        end.settimeout(20)
        end.connect(str(path))
        end.sendall(line)
        return b"".join(iter(lambda: end.recv(4096), b""))


@ensureDeferred
async def test_what_is_announced_reaches_programs_that_know_it(tmp_path: Path, operator: Operator) -> None:
    with small_mine():
        server, port = await running(tmp_path)
        party = await at_play(port)
        heard = [caller.heard for caller in party.callers]
        assert await operator.asks("announce", "back at ten") == {"heard": 3}
        await until(lambda: all(caller.announced == ["back at ten"] for caller in party.callers))
        assert all(caller.heard > before for caller, before in zip(party.callers, heard, strict=True))
        for text in ("x" * 501, "", "two\nlines"):
            code, _out, err = await operator.says("announce", text)
            assert code == 1
            assert "only a text of 1 to 500 characters can be announced" in err
        await gone(party, server)


@ensureDeferred
async def test_a_server_that_drains_begins_nothing_and_stops_when_the_game_is_over(
    tmp_path: Path, operator: Operator
) -> None:
    with small_mine():
        server, port = await running(tmp_path)
        party = await at_play(port)
        assert await operator.asks("drain") == {"draining": True, "heard": 3, "played": 1}
        assert (await operator.asks("status"))["draining"]
        party.callers[0].say(lobby.Gather(wishes=wishes(), password="", join=party.callers[0].join()))
        await until(lambda: "lobby/closing" in party.callers[0].codes)
        assert not server.closing.done.called
        await party.done
        await server.closing.done
        assert (await operator.asks("drain", "--lift")) == {"draining": False}
        await gone(party, server)


@ensureDeferred
async def test_draining_waits_no_longer_than_it_is_told_and_can_be_lifted(tmp_path: Path, operator: Operator) -> None:
    with small_mine():
        server, port = await running(tmp_path)
        party = await at_play(port)
        await operator.asks("drain", "--minutes", "5")
        await operator.asks("drain", "--lift")
        assert not (await operator.asks("status"))["draining"]
        for minutes in ("-1", "99999999"):
            assert "error" in await operator.asks("drain", "--minutes", minutes)
        with patch.object(Rooms, "played", lambda rooms: 1):  # a game without an end
            await operator.asks("drain", "--minutes", "0")
            await server.closing.done
        await gone(party, server)


@ensureDeferred
async def test_what_a_player_said_is_removed_when_the_game_is_over_and_not_before(
    tmp_path: Path, operator: Operator
) -> None:
    with small_mine():
        server, port = await running(tmp_path)
        party = await at_play(port)
        (table,) = await server.stores.journal.stored_tables()
        number, who = table.tid.hex()[:8], pin(party.callers[0].identity.public)
        await party.done
        begun = journals.table("one")
        await server.stores.journal.begin(*begun, {0: party.callers[0].identity.public})
        code, _out, err = await operator.says("remove-texts", begun[0].hex(), who)
        assert (code, err) == (1, "this game is not over: texts are removed when it is\n")
        code, out, _err = await operator.says("remove-texts", number.upper(), who)
        assert (code, out) == (0, f"texts removed from this server's log of {number}: 1\n")
        assert await operator.asks("remove-texts", number, who) == {
            "pin": who,
            "table": table.tid.hex(),
            "removed": 0,
        }
        report = audit(await log_file(server.stores.journal, table.tid))
        assert (report.verdict, [entry.kind for entry in report.removed]) == (Verdict.VERIFIED, [Kind.NAME])
        for wrong in (("0000", who), ("ffffffff", who), (number, "A" * 52), (number, "Noname")):
            code, _out, err = await operator.says("remove-texts", *wrong)
            assert code == 1
            assert err
        await gone(party, server)
