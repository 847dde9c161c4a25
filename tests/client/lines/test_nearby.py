"""What is there on the same network, in lines."""

from msgspec.structs import replace

from client.lan.browse import Found
from client.lines.gathering import nearby_lines
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
