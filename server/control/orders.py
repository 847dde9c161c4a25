"""What a running server does on an order, and what it tells of itself: nothing that a player could not see.

The seeds and openings of tables are not within reach here.
"""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from twisted.internet.defer import Deferred
from twisted.logger import Logger

from protocol.keys.identity import pin
from protocol.wire.codec import BadFrame, NotPlain
from protocol.wire.lobby import Announced
from server.control.closing import MOST_MINUTES, Closing
from server.control.door import Answer
from server.net.admission import NOT_ALLOWED
from server.net.connection import Connections
from server.net.session import House
from server.store.names import KnownName
from server.store.roll import PIN, Roll
from server.tables.bringing import Denied
from server.tables.guests import Guest
from server.tables.room import Room

_SHORTEST = 8


class Refused(Exception):
    """The order cannot be carried out; the message says why."""


@dataclass(frozen=True, slots=True)
class Player:
    """Whom an order is about."""

    pin: str
    name: str


class Orders:
    """By name, what can be ordered."""

    _log = Logger()

    def __init__(self, house: House, connections: Connections, closing: Closing) -> None:
        self._closing = closing
        self._lobby = house.lobby
        self._rooms = house.rooms
        self._connections = connections
        self._names = house.names
        self._admission = house.admission
        self._journal = house.journal
        self._archive = house.archive
        self._orders: dict[str, Callable[[dict[str, Any]], Coroutine[Any, Any, Answer]]] = {
            "status": self._status,
            "tables": self._tables,
            "kick": self._kick,
            "ban": self._ban,
            "mute": self._mute,
            "allow": self._allow,
            "names": self._list_names,
            "forget": self._forget,
            "announce": self._announce,
            "drain": self._drain,
            "remove-texts": self._remove_texts,
        }

    def serve(self, order: dict[str, Any]) -> Deferred[Answer]:
        """Carry it out."""
        return Deferred.fromCoroutine(self._served(order))

    async def _served(self, order: dict[str, Any]) -> Answer:
        carry_out = self._orders.get(str(order.get("order")))
        if carry_out is None:
            return {"error": f"there are only {', '.join(self._orders)}"}
        try:
            return await carry_out(order)
        except Refused as refused:
            return {"error": str(refused)}
        except OSError as error:
            return {"error": f"not stored, so nothing has changed: {error.strerror}"}

    # what there is

    def figures(self) -> dict[str, int]:
        """How many there are of each."""
        return {
            "connections": len(self._connections.open),
            "players": len({guest.identity for guest in self._lobby.guests}),
            "lobbies": self._lobby.open,
            "tables": self._rooms.running(),
            "played": self._rooms.played(),
            "tables_in_memory": len(self._rooms),
        }

    async def _status(self, _order: dict[str, Any]) -> Answer:
        return self.figures() | {
            "draining": self._closing.begun,
            "banned": len(self._admission.banned),
            "muted": len(self._admission.muted),
            "allowed": len(self._admission.allowed),
            "private": self._admission.private,
        }

    async def _tables(self, _order: dict[str, Any]) -> Answer:
        return {"tables": [_table(room) for room in self._rooms.in_memory()]}

    # players

    async def _kick(self, order: dict[str, Any]) -> Answer:
        player = await self._player(order)
        self._admission.kick(player.pin)
        self._log.info("a player was sent away for a while")
        return {"pin": player.pin, "closed": self._close(player, "login/kicked")}

    async def _ban(self, order: dict[str, Any]) -> Answer:
        answer = await self._enter(order, self._admission.banned)
        if "pin" in answer and not order.get("lift"):
            answer["closed"] = self._close(Player(answer["pin"], ""), "login/banned")
        return answer

    async def _mute(self, order: dict[str, Any]) -> Answer:
        return await self._enter(order, self._admission.muted)

    async def _allow(self, order: dict[str, Any]) -> Answer:
        answer = await self._enter(order, self._admission.allowed)
        if "pin" in answer and order.get("lift") and self._admission.private:
            answer["closed"] = self._close(Player(answer["pin"], ""), NOT_ALLOWED)
        return answer

    async def _enter(self, order: dict[str, Any], roll: Roll) -> Answer:
        """Without a player: who stands there."""
        if order.get("player") is None:
            return {"players": [{"pin": key, "name": name} for key, name in roll.rows().items()]}
        player = await self._player(order)
        if not order.get("lift"):
            roll.add(player.pin, player.name)
        elif not roll.remove(player.pin):
            raise Refused("this player does not stand there")
        return {"pin": player.pin}

    async def _remove_texts(self, order: dict[str, Any]) -> Answer:
        """What a player has said at a game that is over, and the player's name there."""
        tid, player = await self._table(order.get("table")), await self._player(order)
        players = await self._journal.players(tid)
        seats = [seat for seat, key in players.items() if pin(key) == player.pin]
        if not seats:
            raise Refused("this player did not sit there")
        try:
            removed = sum([await self._archive.remove_texts(tid, seat) for seat in seats])
        except Denied as denied:
            raise Refused("this game is not over: texts are removed when it is") from denied
        return {"pin": player.pin, "table": tid.hex(), "removed": removed}

    async def _table(self, number: object) -> bytes:
        """By its number, or by a beginning that no other has."""
        begins = str(number).lower()
        tables = [table.tid for table in await self._journal.stored_tables()] if len(begins) >= _SHORTEST else []
        found = [tid for tid in tables if tid.hex().startswith(begins)]
        if len(found) != 1:
            raise Refused(f"name a table by at least {_SHORTEST} digits of its number, with which no other begins")
        return found[0]

    async def _list_names(self, order: dict[str, Any]) -> Answer:
        """All that are known, or those of one player."""
        found = await self._names.every()
        if order.get("player") is not None:
            player = await self._player(order)
            found = [one for one in found if pin(one.identity) == player.pin]
        return {"names": [_name(one) for one in found]}

    async def _forget(self, order: dict[str, Any]) -> Answer:
        found = await self._names.forget(str(order.get("name")))
        if found is None:
            raise Refused(f"no player is known here by the name “{order.get('name')}”")
        self._log.info("a name was freed")
        return _name(found)

    # all of them

    async def _announce(self, order: dict[str, Any]) -> Answer:
        return {"heard": self._say(order.get("text"))}

    def _say(self, text: object) -> int:
        try:
            return self._lobby.announce(Announced(text=str(text)))
        except (BadFrame, NotPlain) as bad:
            raise Refused("only a text of 1 to 500 characters can be announced, all on one line") from bad

    async def _drain(self, order: dict[str, Any]) -> Answer:
        if order.get("lift"):
            self._closing.lift()
            return {"draining": False}
        minutes = order.get("minutes")
        if minutes is not None and (type(minutes) is not int or not 0 <= minutes <= MOST_MINUTES):
            raise Refused(f"a whole number of minutes from 0 to {MOST_MINUTES} is needed")
        heard = self._say(order.get("text"))
        self._closing.begin(None if minutes is None else 60.0 * minutes)
        return {"draining": True, "heard": heard, "played": self._rooms.played()}

    def _close(self, player: Player, code: str) -> int:
        """Close the player's connections; returns how many there were."""
        theirs: list[Guest] = [guest for guest in self._lobby.guests if pin(guest.identity) == player.pin]
        for guest in theirs:
            guest.hang_up(code)
        return len(theirs)

    async def _player(self, order: dict[str, Any]) -> Player:
        """By pin, or by a name that this server knows."""
        called = order.get("player")
        if not isinstance(called, str) or not called:
            raise Refused("name a player, by name or by pin")
        if PIN.fullmatch(called):
            return Player(called, "")
        owner = await self._names.owner(called)
        if owner is None:
            raise Refused(f"no player is known here by the name “{called}”; a pin can be given instead")
        return Player(pin(owner), called)


def _name(known: KnownName) -> Answer:
    used = datetime.fromtimestamp(known.used, UTC)
    return {"name": known.name, "pin": pin(known.identity), "used": f"{used:%Y-%m-%d}"}


def _table(room: Room) -> Answer:
    follower, here = room.host.follower, room.seating.here
    return {
        "table": room.tid.hex(),
        "rules": str(room.host.setting.rules),
        "entries": follower.signed_up_to,
        "ended": None if follower.ended is None else follower.ended.reason,
        "watchers": len(room.spectators),
        "players": [
            {"seat": seat, "pin": pin(key), "name": here[seat].name if seat in here else None}
            for seat, key in sorted(room.seating.players.items())
        ],
    }
