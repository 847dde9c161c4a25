"""The server as a whole: puts its parts together, starts and stops."""

import secrets as randomness
from collections.abc import Sequence
from datetime import UTC, datetime
from time import time
from typing import Any

from twisted.internet.defer import Deferred, maybeDeferred
from twisted.internet.interfaces import IListeningPort, IReactorTime
from twisted.internet.task import LoopingCall
from twisted.logger import Logger
from twisted.python.failure import Failure

from protocol.keys.identity import pin
from protocol.wire.invite import Invite
from protocol.wire.succession import line_to
from server.aside import clear_aside
from server.control.closing import Closing
from server.control.door import open_door
from server.control.orders import Orders
from server.metrics.counts import Counts
from server.mistakes import note
from server.net import certificate
from server.net.admission import Admission
from server.net.allowance import Allowance, Allowances
from server.net.connection import Connections, Waiting
from server.net.crowds import Crowds
from server.net.listening import CannotListen, listen
from server.net.over_tls import OverTLS
from server.net.session import Close, House, Send, Session
from server.settings.settings import Settings
from server.store import identity_file
from server.store.data_dir import DataDir
from server.store.errors import StoreClosed, StoreFailed
from server.store.names import Names
from server.store.roll import Roll
from server.store.sqlite.opening import open_stores
from server.tables.archive import Archive, Bounds
from server.tables.heads import Heads
from server.tables.lobby import Lobby
from server.tables.on_view import OnView
from server.tables.rooms import Rooms
from server.thinking.thinkers import Thinkers

_PARK_EVERY, _TEND_EVERY, _TRY_EVERY = 10.0, 60.0, 10.0


class Server:
    """Everything that lasts is in its data folder; everything else can be lost at any moment."""

    _log = Logger()

    def __init__(self, settings: Settings, reactor: Any) -> None:  # it has all of the interfaces below
        self._settings = settings
        self._reactor = reactor
        self._folder = DataDir.of(settings.data_dir)
        self.identity = identity_file.load_or_make(self._folder.identity, randomness.token_bytes)
        older = identity_file.load_older(self._folder.older_keys, self.identity)
        self._certificate = None if settings.plain_tcp else self._certified()
        clock: IReactorTime = reactor
        banned, muted, allowed = (
            Roll(self._folder.path / f"{name}-players") for name in ("banned", "muted", "allowed")
        )
        admission = Admission(clock, banned, muted, allowed, settings.private)
        self.stores = open_stores(self._folder, reactor)
        self.counts = Counts()
        self.thinkers = Thinkers(reactor, self.counts, settings.most_thinkers)
        self.rooms = Rooms(
            self.identity,
            self.stores.journal,
            self.stores.secrets,
            clock,
            settings.park_after_seconds,
            counts=self.counts,
            think=self.thinkers.think,
            older=older,
        )
        heads = Heads(self.identity, self.stores.archive, self.stores.journal, self.rooms, clock, time=time)
        self.archive = Archive(
            self.stores.archive,
            self.stores.journal,
            self.rooms,
            heads,
            clock,
            time=time,
            bounds=Bounds(settings.archive_days, settings.archive_megabytes, settings.archive_megabytes_per_hour),
        )
        self.on_view = OnView(self.rooms.loaded, self.stores.on_view, clock)
        lobby = Lobby(self.identity, self.rooms, settings, randomness.token_bytes, self.on_view)
        names = Names(
            self.stores.names,
            settings.name_kept_days,
            time,
            may_give=Allowances.per_day(clock, settings.new_names_per_day).take,
        )
        self._house = House(
            identity=self.identity,
            lobby=lobby,
            rooms=self.rooms,
            journal=self.stores.journal,
            names=names,
            settings=settings,
            clock=clock,
            randomness=randomness.token_bytes,
            talk=Allowances.per_minute(clock, settings.talk_per_minute),
            admission=admission,
            crowds=Crowds(clock, settings),
            archive=self.archive,
            counts=self.counts,
            succession=line_to(self.identity, older),
        )
        self.connections = Connections(
            self._seat,
            tls=not settings.plain_tcp,
            most=settings.most_connections,
            most_per_address=settings.most_connections_per_address,
            most_strangers=settings.most_strangers,
            often=Allowances.per_minute(clock, settings.connections_per_minute_per_address),
            waiting=Waiting(clock, settings.login_seconds),
            at_once=settings.host_plays,  # on a player's computer few tables are played, and that player waits
            counts=self.counts,
        )
        self.closing = Closing(lobby, self.rooms, clock)
        self._orders = Orders(self._house, self.connections, self.closing)
        self._tries = Allowance(clock, 1 / _TRY_EVERY, 1)
        self._ports: list[IListeningPort] = []
        self._parking = LoopingCall(self._park)
        self._tending = LoopingCall(self._tend)
        self._parking.clock = self._tending.clock = clock

    def _certified(self) -> certificate.ServerTLS:
        settings = self._settings
        if settings.certificate:
            files = certificate.files_of(settings.certificate, settings.certificate_key)
            tls = certificate.ServerTLS(lambda: certificate.from_files(*files))
            if (ends := tls.certified.ends) <= datetime.now(UTC):
                self._log.warn("the certificate was good only until {ends:%Y-%m-%d}; players take it still", ends=ends)
            return tls
        return certificate.ServerTLS(lambda: certificate.self_made(self._folder.certificate))

    def _seat(self, exporter: bytes, send: Send, close: Close, network: str) -> Session:
        return Session(self._house, exporter, send, close, network)

    async def start(self) -> int:
        """Forget the secrets of ended tables, then listen; returns the port."""
        tables = await self.stores.journal.stored_tables()
        await self.stores.secrets.forget_all_of([table.tid for table in tables if table.ended])
        await self.archive.find_unkept()
        await self.on_view.bring_back()
        if self.stores.aside:
            lost = await self.rooms.without_secrets([table.tid for table in tables if not table.ended])
            clear_aside(self.stores.aside, lost)
        factory: Any = self.connections
        if self._certificate is not None:
            factory = OverTLS(self._certificate, False, self.connections)
        else:
            self._log.warn("without TLS: anything between here and a player can listen")
        self._ports = self._listen(self._settings.host, self._settings.port, factory, "host and port")
        where: Any = self._ports[0].getHost()
        port: int = where.port
        if self._settings.metrics_port:
            self._ports += self._metrics(self._settings.metrics_port)
        if (door := open_door(self._reactor, self._folder.path, self._orders.serve)) is not None:
            self._ports.append(door)
        self._parking.start(_PARK_EVERY, now=False)
        self._tending.start(_TEND_EVERY)
        self._log.info(
            "listening on port {port}; everything that lasts is in {folder}; tables in the journal: {count}",
            port=port,
            folder=str(self._folder.path),
            count=len(tables),
        )
        return port

    def _listen(self, hosts: Sequence[str], port: int, factory: Any, setting: str) -> list[IListeningPort]:
        try:
            return listen(self._reactor, hosts, port, factory)
        except CannotListen as trouble:
            raise CannotListen(f"{setting}: {trouble}") from trouble

    def _metrics(self, port: int) -> list[IListeningPort]:
        from server.metrics import figures, page  # noqa: PLC0415  they load a web server, which few need

        shown = figures.Figures(self.counts, self._orders.figures, self._folder.path)
        return self._listen(page.LOOPBACK, port, page.page(shown, self._health), "metrics-port")

    async def _health(self) -> dict[str, bool]:
        """Whether games can be played: the journal answers, and what it is given comes to the disk.

        After a write that did not, a small one is tried now and then: where no table is played there is no other.
        """
        journal = self.stores.journal
        try:
            await journal.seated(self.identity.public)
            if not journal.writes and self._tries.take():
                await journal.try_to_write()
        except StoreFailed:
            return {"healthy": False, "draining": self.closing.begun}
        return {"healthy": journal.writes, "draining": self.closing.begun}

    def _park(self) -> None:
        try:
            self.rooms.park(at_once=len(self.rooms) > self._settings.most_tables)
        except Exception:  # noqa: BLE001  ours: the next time must come
            note(self._log, "putting tables away", Failure())

    def _tend(self) -> Deferred[None]:
        return Deferred.fromCoroutine(self.archive.tend()).addErrback(self._not_tended)

    def _not_tended(self, failure: Failure) -> None:
        """The next time comes; a full disk may have room again."""
        if failure.check(StoreFailed):
            self._log.error("the archive was not tended: {why}", why=failure.getErrorMessage())
        elif not failure.check(StoreClosed):
            note(self._log, "tending the archive", failure)

    def invite(self, host: str, port: int) -> str:
        """The link by which people find and know this server."""
        return str(Invite(host, port, pin(self.identity.public)))

    def reload(self) -> None:
        """SIGHUP: the certificate is read again; a wrong one leaves the old one in use."""
        if self._certificate is None:
            return
        try:
            self._certificate.reload(datetime.now(UTC))
        except certificate.CertificateTrouble as trouble:
            self._log.error("the old certificate stays in use: {why}", why=str(trouble))
        else:
            self._log.info("the certificate was read again")

    async def stop(self) -> None:
        """Close the ports, stop the clocks, say goodbye, then wait until everything is stored."""
        self.closing.stop()
        for loop in (self._parking, self._tending):
            if loop.running:
                loop.stop()
        for port in self._ports:
            await maybeDeferred(port.stopListening)
        self.rooms.stop()
        self.thinkers.stop()
        self.connections.say_goodbye()
        await self.stores.close()
        self._folder.close()
