"""Trust on first use: kept, compared, and never lost by accident."""

import os
from pathlib import Path

import pytest

from client.profile.known_servers import KeyChanged, KnownServers, KnownServersTrouble, WrongPin
from protocol.keys.identity import Identity, fingerprint, pin
from protocol.wire.invite import Invite

KEY, OTHER = (Identity(bytes([number]) * 32).public for number in (1, 2))
HERE = Invite("mine.example", 4477)
POSIX = pytest.mark.skipif(os.name != "posix", reason="this system has no modes")


@pytest.fixture
def known(tmp_path: Path) -> KnownServers:
    return KnownServers(tmp_path / "profile" / "known-servers")


def test_the_first_key_is_kept(known: KnownServers) -> None:
    assert known.pin_of(HERE) is None
    assert known.meet(HERE, KEY) == ""
    assert KnownServers(known.path).pin_of(HERE) == pin(KEY)
    assert known.meet(HERE, KEY) == ""


def test_another_key_is_refused_with_both_fingerprints(known: KnownServers) -> None:
    known.meet(HERE, KEY)
    with pytest.raises(KeyChanged) as changed:
        known.meet(HERE, OTHER)
    assert (changed.value.expected, changed.value.found) == (fingerprint(KEY), fingerprint(OTHER))
    assert all(part in str(changed.value) for part in (fingerprint(KEY), fingerprint(OTHER), str(known.path)))
    assert known.pin_of(HERE) == pin(KEY)


def test_a_pin_in_the_link_must_match(known: KnownServers) -> None:
    with pytest.raises(WrongPin) as wrong:
        known.meet(Invite(HERE.host, HERE.port, pin(KEY)), OTHER)
    assert (wrong.value.expected, wrong.value.found) == (fingerprint(KEY), fingerprint(OTHER))
    assert not known.path.exists()


def test_a_pin_in_the_link_decides_alone_and_forgets_nothing(known: KnownServers) -> None:
    known.meet(HERE, KEY)
    assert known.meet(Invite(HERE.host, HERE.port, pin(OTHER)), OTHER) == fingerprint(KEY), "which is told"
    assert known.pin_of(HERE) == pin(KEY)
    with pytest.raises(KeyChanged):
        known.meet(HERE, OTHER)


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
def test_a_server_of_this_computer_that_says_who_it_is_need_not_be_kept(known: KnownServers, host: str) -> None:
    assert known.meet(Invite(host, 40000, pin(KEY)), KEY) == ""
    assert not known.path.exists()
    known.meet(Invite(host, 40000), OTHER)
    assert known.meet(Invite(host, 40000, pin(KEY)), KEY) == "", "whatever listened at that port before"
    with pytest.raises(WrongPin):
        known.meet(Invite(host, 40000, pin(KEY)), OTHER)


def test_every_address_is_known_by_itself(known: KnownServers) -> None:
    places = [HERE, Invite("mine.example", 4478), Invite("other.example"), Invite("::1", 4477), Invite("127.0.0.1")]
    for number, place in enumerate(places):
        known.meet(place, Identity(bytes([number]) * 32).public)
    assert [known.pin_of(place) for place in places] == [
        pin(Identity(bytes([number]) * 32).public) for number in range(len(places))
    ]
    assert "[::1]:4477" in known.path.read_text()


@pytest.mark.parametrize("line", ["mine.example:4477", "mine.example:4477 ABC", "a b c", "://x y", "\xff\xfe"])
def test_a_line_that_cannot_be_read_is_not_passed_over(known: KnownServers, line: str) -> None:
    known.meet(HERE, KEY)
    with known.path.open("a", encoding="latin-1") as file:
        file.write(line + "\n")
    with pytest.raises(KnownServersTrouble, match="line 2"):
        known.meet(Invite("new.example"), KEY)
    assert line in known.path.read_text(encoding="latin-1")


def test_empty_lines_do_not_matter(known: KnownServers) -> None:
    known.meet(HERE, KEY)
    known.path.write_text("\n" + known.path.read_text() + "\n\n")
    assert known.pin_of(HERE) == pin(KEY)


@POSIX
def test_a_file_that_others_can_change_is_not_used(known: KnownServers) -> None:
    known.meet(HERE, KEY)
    known.path.chmod(0o666)
    with pytest.raises(KnownServersTrouble, match="other users"):
        known.meet(HERE, KEY)


def test_a_file_that_cannot_be_written_is_trouble(tmp_path: Path) -> None:
    (tmp_path / "profile").write_text("a file where a folder should be")
    with pytest.raises(KnownServersTrouble):
        KnownServers(tmp_path / "profile" / "known-servers").meet(HERE, KEY)


def test_what_a_killed_writer_left_is_in_nobodys_way(known: KnownServers) -> None:
    known.meet(HERE, KEY)
    known.path.with_name("known-servers.unfinished").write_text("half")
    known.meet(Invite("new.example"), OTHER)
    assert known.pin_of(Invite("new.example")) == pin(OTHER)
    assert known.pin_of(HERE) == pin(KEY)
