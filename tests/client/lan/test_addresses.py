"""Which addresses friends can type, and which of a friend's addresses is tried."""

import sys
from collections.abc import Callable
from ipaddress import ip_interface

import pytest

from client.lan import addresses as there
from client.lan.addresses import addresses, nearest

Own = Callable[..., None]


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch) -> Own:
    """Let this computer have other addresses; ``way_out`` is the one towards the world."""

    def have(*texts: str, way_out: str = "") -> None:
        monkeypatch.setattr(there, "_own", lambda: [ip_interface(text) for text in texts])
        monkeypatch.setattr(there, "_way_out", lambda: [way_out] if way_out else [])

    return have


def test_private_addresses_come_first_and_loopback_never(own: Own) -> None:
    own(
        "127.0.0.1/8",
        "::1/128",
        "fe80::1/64",
        "2a00:1450::5/64",
        "fd12::5/64",
        "169.254.7.7/16",
        "8.8.4.4/24",
        "10.0.0.7/8",
        "192.168.1.5/24",
    )
    assert addresses() == [
        "10.0.0.7",
        "192.168.1.5",
        "8.8.4.4",
        "169.254.7.7",
        "fd12::5",
        "2a00:1450::5",
    ]


def test_the_address_towards_the_world_is_the_likeliest(own: Own) -> None:
    own("172.17.0.1/16", "10.0.0.7/8", "192.168.1.5/24", way_out="192.168.1.5")
    assert addresses()[0] == "192.168.1.5"


def test_a_computer_on_no_network_has_none(own: Own) -> None:
    own("127.0.0.1/8", "::1/128")
    assert addresses() == []


def test_this_computer_can_be_asked() -> None:
    assert "127.0.0.1" not in addresses()
    assert all(there.is_usable(text) for text in addresses())


def test_without_the_package_the_way_out_is_known_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ifaddr", None)
    monkeypatch.setattr(there, "_way_out", lambda: ["192.168.1.5"])
    assert addresses() == ["192.168.1.5"]


def test_a_friend_is_called_on_the_network_that_both_are_on(own: Own) -> None:
    own("127.0.0.1/8", "172.17.0.1/16", "192.168.1.5/24")
    assert nearest(["172.17.0.1", "10.8.0.3", "192.168.1.9"]) == "192.168.1.9"
    assert nearest(["172.17.0.1", "10.8.0.3"]) == "10.8.0.3"
    assert nearest(["172.17.0.1", "192.168.1.5"]) in {"172.17.0.1", "192.168.1.5"}, "it is this computer"


def test_what_is_no_address_of_a_computer_is_not_called(own: Own) -> None:
    own("127.0.0.1/8", "192.168.1.5/24")
    assert nearest(["0.0.0.0", "224.0.0.251", "255.255.255.255", "::", "ff02::fb", "fe80::1"]) is None
    assert nearest([]) is None
