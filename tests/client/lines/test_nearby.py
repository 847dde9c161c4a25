"""What is there on the same network, in lines."""

from asyncio import ensure_future
from collections.abc import Callable
from dataclasses import replace as replace_
from typing import ClassVar

import pytest
from msgspec.structs import replace
from pytest_twisted import ensureDeferred
from twisted.internet.defer import Deferred

from client.lan.browse import Found
from client.lines.gathering import back_lines, find, nearby_lines
from client.visit.errand import At
from client.visit.ways_back import WayBack
from protocol.wire import lobby
from protocol.wire.invite import Invite

PLACE = Invite("192.0.2.20")
OFFER = lobby.Offer(code="ABCDEFGH", rules="base", seats=3, taken=1, locked=False, host="Eva")


def found(offer: lobby.Offer = OFFER, *, fits: bool = True) -> list[Found]:
    return [Found(PLACE, offer, "0.1.0" if fits else "9.0", fits)]


def test_a_table_is_told_with_the_command_that_joins_it() -> None:
    join = "  undermine join undermine://192.0.2.20 --table ABCDEFGH"
    assert nearby_lines(found(), "") == ["base, 1 of 3 seats taken, host Eva", join]
    locked = replace(OFFER, taken=2, locked=True)
    assert nearby_lines(found(locked), "") == ["base, 2 of 3 seats taken, host Eva, with a password", join]


def test_a_full_table_has_no_command() -> None:
    assert nearby_lines(found(replace(OFFER, taken=3)), "") == ["base, 3 of 3 seats taken, host Eva"]


def test_a_table_of_another_version_has_none_either() -> None:
    assert nearby_lines(found(fits=False), "")[1:] == ["  It is from another version (9.0)."]


def test_why_nothing_can_be_found_is_told() -> None:
    assert nearby_lines([], "Tables cannot be found.") == ["Tables cannot be found."]
    assert nearby_lines([], "")[0] == "No game was found on this network."


WAY = WayBack(
    tid=bytes(32),
    errand=At(replace_(PLACE, pin="A" * 51 + "Q"), table=bytes(32)),
    rules="base",
    host="Mira",
    own=False,
    names=("Mira", "Tom"),
    round=2,
    played_at=0.0,
    code="UOP6GUPA",
)


def test_unfinished_games_are_told_with_the_command_that_leads_back() -> None:
    line, command = back_lines([WAY], 0.0)
    assert line.startswith("Back to Mira's game, base, round 2, today ")
    assert command == "  undermine join UOP6GUPA"
    unnamed = replace_(WAY, code="")
    assert back_lines([unnamed], 0.0)[1] == f"  undermine join undermine://192.0.2.20#{'A' * 51}Q"


class Network:
    """What is found on it; in place of a browser."""

    there: ClassVar[list[Found]] = []

    def start(self, changed: Callable[[], None]) -> None:
        self.found = self.there
        changed()

    async def stop(self) -> None:
        """Nothing is under way."""


@ensureDeferred
async def test_a_code_finds_its_table_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client.lines.gathering.Browser", Network)
    monkeypatch.setattr("client.lines.gathering.LOOK_SECONDS", 0.01)
    monkeypatch.setattr(Network, "there", [*found(), *found(replace(OFFER, code="BBBBBBBB"))])
    assert await Deferred.fromFuture(ensure_future(find("ABCDEFGH"))) == found()
    assert await Deferred.fromFuture(ensure_future(find("CCCCCCCC"))) == []
    monkeypatch.setattr(Network, "there", found(fits=False))
    assert await Deferred.fromFuture(ensure_future(find("ABCDEFGH"))) == []
