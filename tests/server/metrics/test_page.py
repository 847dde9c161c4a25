"""The page of figures and the health check: what stands there is true, and about no player, table or card."""

import re
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import pytest
from prometheus_client.metrics_core import Metric
from prometheus_client.parser import text_string_to_metric_families
from pytest_twisted import ensureDeferred
from twisted.internet.defer import Deferred, fail
from twisted.internet.threads import deferToThread

from protocol.keys.identity import pin
from protocol.log.records import Kind
from protocol.wire.invite import Invite
from protocol.wire.messages import Resume
from server.metrics.counts import LIMITS, Counts, Times
from server.metrics.figures import Figures
from server.net.listening import CannotListen
from server.service import Server
from server.store.errors import StoreFailed
from server.store.sqlite.journal import SqliteJournal
from server.store.sqlite.thread import Step
from tests.server.at_server import running, settings, stopped, until
from tests.server.callers import Party
from tests.server.metrics.pages import free_port, got
from tests.server.programs import ROOT
from tests.server.test_service_settings import MovedReactor
from tests.support.tables_at_play import small_mine

_OF_THE_SYSTEM = {"process_virtual_memory_bytes", "process_start_time_seconds", "process_max_fds"}


def families(page: str) -> dict[str, Metric]:
    found = list(text_string_to_metric_families(page))
    assert len({family.name for family in found}) == len(found), "OpenMetrics has one of each name"
    return {family.name: family for family in found}


def value(page: str, name: str, **labels: str) -> float:
    [found] = [
        sample.value
        for family in families(page).values()
        for sample in family.samples
        if (sample.name, sample.labels) == (name, labels)
    ]
    return found


async def metered(folder: Path) -> tuple[Server, int, int]:
    at = free_port()
    server, port = await running(folder, metrics_port=at)
    return server, port, at


async def page_of(at: int) -> str:
    status, page = await deferToThread(got, at, "/metrics")
    assert status == 200
    return page


@ensureDeferred
async def test_the_page_counts_a_game_and_names_no_player_and_no_table(tmp_path: Path) -> None:
    from twisted.internet import reactor

    with small_mine():
        server, port, at = await metered(tmp_path)
        party = Party(reactor, Invite("127.0.0.1", port))
        party.start()
        await party.done
        party.callers[0].say(Resume(table=bytes(32), next=1, head=bytes(32)))
        await until(lambda: "table/none" in party.callers[0].codes)
        page = await page_of(at)
        mind = party.callers[0].mind
        assert mind is not None
        room = server.rooms.loaded(mind.tid)
        assert room is not None
        entries = room.host.entries
        assert value(page, "undermine_moves_total") == sum(entry.kind == Kind.ACT for entry in entries)
        assert value(page, "undermine_entries_total") == len(entries)
        assert value(page, "undermine_tables_begun_total") == 1
        assert value(page, "undermine_tables_ended_total", reason="finished") == 1
        assert value(page, "undermine_refusals_total", code="table/none") == 1
        assert value(page, "undermine_connections") == len(party.callers)
        assert value(page, "undermine_answer_seconds_count") > 0
        assert value(page, "undermine_sent_bytes_total") > sum(len(log) for log in party.logs)
        assert value(page, "process_resident_memory_bytes") > 10_000_000
        labels = {label for family in families(page).values() for sample in family.samples for label in sample.labels}
        assert labels <= {"code", "reason", "le"}
        for caller in party.callers:
            for hidden in (caller.name, pin(caller.identity.public), caller.identity.public.hex(), mind.tid.hex()):
                assert hidden not in page
        await party.stop()
        await stopped(server)


@ensureDeferred
async def test_hosting_names_every_figure(tmp_path: Path) -> None:
    server, _port, at = await metered(tmp_path)
    page = await page_of(at)
    await stopped(server)
    shown = {family.name + "_total" * (family.type == "counter") for family in families(page).values()}
    told = re.findall(r"`((?:undermine|process)_\w+)(?:\{\w+\})?`", (ROOT / "docs/hosting.md").read_text("utf-8"))
    assert sorted(told) == sorted(shown - _OF_THE_SYSTEM)


def test_a_time_stands_in_each_bucket_that_is_long_enough(tmp_path: Path) -> None:
    counts = Counts()
    for seconds in (0.0005, LIMITS[0], 0.02, 99.0):
        counts.answering.add(seconds)
    page = Figures(counts, dict, tmp_path).page().decode()
    buckets = [sample.value for sample in families(page)["undermine_answer_seconds"].samples if "le" in sample.labels]
    assert buckets == [2, 2, 2, 2, *[3] * (len(LIMITS) - 4), 4]
    assert value(page, "undermine_answer_seconds_sum") == pytest.approx(99.0215)
    assert Times().cases == [0] * (len(LIMITS) + 1)


def test_references_of_mistakes_are_one_code(tmp_path: Path) -> None:
    counts = Counts()
    for code in ("error/0a0b0c0d", "error/11111111", "lobby/full"):
        counts.refused(code)
        counts.said_goodbye(code)
    page = Figures(counts, dict, tmp_path).page().decode()
    assert value(page, "undermine_refusals_total", code="error") == 2
    assert value(page, "undermine_goodbyes_total", code="lobby/full") == 1
    assert "0a0b" not in page


def _no_journal(*_: object) -> Deferred[object]:
    return fail(StoreFailed("the disk is full"))


@ensureDeferred
async def test_the_health_check_fails_while_nothing_can_be_read_or_stored(tmp_path: Path) -> None:
    server, _port, at = await metered(tmp_path)
    assert await deferToThread(got, at, "/health") == (200, '{"healthy": true, "draining": false}\n')
    with patch.object(server.stores.journal, "seated", _no_journal):
        assert (await deferToThread(got, at, "/health"))[0] == 503
    server.closing.begin(None)
    assert '"draining": true' in (await deferToThread(got, at, "/health"))[1]
    await stopped(server)


class Disk:
    """Of a server: it can be full, and counts what is written to the journal."""

    def __init__(self, server: Server) -> None:
        self.full = False
        self.commits = self.tries = 0
        journal = server.stores.journal
        assert isinstance(journal, SqliteJournal)
        journal.database.fail = self._at

    def _at(self, step: Step) -> None:
        self.tries += step is Step.WRITE
        if self.full:
            raise sqlite3.OperationalError("database or disk is full")
        self.commits += step is Step.COMMIT


async def _nothing_to_tend() -> None:
    """At a start."""


async def health(at: int) -> int:
    return (await deferToThread(got, at, "/health"))[0]


@ensureDeferred
async def test_the_health_check_finds_out_by_itself_that_the_disk_has_room_again(tmp_path: Path) -> None:
    from twisted.internet import reactor

    moved, at = MovedReactor(reactor), free_port()
    server = Server(settings(tmp_path, metrics_port=at), moved)
    with patch.object(server.archive, "tend", _nothing_to_tend):
        await server.start()
    disk = Disk(server)
    assert [await health(at) for _ in range(5)] == [200] * 5
    assert disk.tries == 0, "while all is well it writes nothing"
    disk.full = True
    with pytest.raises(StoreFailed):  # as at a login, where no table is played
        await server._house.names.use("Eva", b"e" * 32)
    before = disk.tries
    assert [await health(at) for _ in range(20)] == [503] * 20
    assert disk.tries == before + 1, "however often it is asked"
    disk.full = False
    assert await health(at) == 503
    await server.stores.archive.expire(0, None, most=1, spare=())
    assert await health(at) == 503, "what changed nothing has proved nothing"
    moved.clock.advance(10)
    assert [await health(at) for _ in range(20)] == [200] * 20
    assert disk.commits == 2, "that, and the one that was tried"
    await stopped(server)


@ensureDeferred
async def test_nothing_else_is_there(tmp_path: Path) -> None:
    server, _port, at = await metered(tmp_path)
    for path, method in (
        ("/", "GET"),
        ("/metrics/../../etc/passwd", "GET"),
        ("/metrics", "POST"),
        ("/health", "DELETE"),
    ):
        assert (await deferToThread(got, at, path, method))[0] == 404, path
    await stopped(server)


@ensureDeferred
async def test_a_port_that_is_taken_is_told_with_its_setting(tmp_path: Path) -> None:
    from twisted.internet import reactor

    with socket.create_server(("127.0.0.1", 0)) as taken:
        server = Server(settings(tmp_path, metrics_port=taken.getsockname()[1]), reactor)
        with pytest.raises(CannotListen, match=r"^metrics-port: cannot"):
            await server.start()
        await stopped(server)


def test_a_server_without_the_page_loads_nothing_for_it() -> None:
    asked = "import sys, server.service; print({'prometheus_client', 'twisted.web.server'} & set(sys.modules))"
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert told.stdout == "set()\n"
