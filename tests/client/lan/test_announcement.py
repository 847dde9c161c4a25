"""What the network is told about a gathering: written so that it fits, and read strictly."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from client.lan.announcement import Announcement, BadAnnouncement, offer_of, read_texts, write_texts
from client.version import VERSION
from protocol.log import bodies
from protocol.wire import lobby

OFFER = lobby.Offer(code="ABCDEFGH", rules="base+gold-draw=players", seats=5, taken=2, locked=True, host="Éva")
PIN = "A" * 51 + "Q"


def record(**changes: str | bytes | None) -> dict[bytes, bytes | None]:
    """As it arrives; some texts may be others, or not there."""
    texts: Mapping[str, str | bytes | None] = {**write_texts(OFFER, 1, PIN), **changes}
    return {
        key.encode(): text.encode() if isinstance(text, str) else text
        for key, text in texts.items()
        if text is not None
    }


def test_what_is_written_is_read() -> None:
    assert read_texts(record()) == Announcement(OFFER, VERSION, fits=True, pin=PIN)


def test_a_gathering_is_told_as_the_lobby_tells_it() -> None:
    options = bodies.Options(
        turn_seconds=60,
        step_seconds=30,
        window_seconds=8,
        bank_seconds=0,
        pause_most=3600,
        resume_seconds=60,
        absent_after=2,
        absent=None,
        spectators=True,
        spectator_delay=0,
        host_plays=False,
        relay="fixed",
        most_entries=20_000,
        most_bytes=4 << 20,
        kept_entries=6_000,
        kept_bytes=1 << 20,
        most_talks=200,
    )
    wishes = lobby.Wishes(
        rules=OFFER.rules,
        seats=5,
        listed=True,
        turn_seconds=60,
        step_seconds=30,
        window_seconds=8,
        bank_seconds=0,
        absent=None,
        spectators=True,
    )
    bot = lobby.Sitter(
        name="steady 1", key=None, bot=bodies.BotSeat(bot="steady", rev=1), join=None, introduction=None, ready=None
    )
    host = lobby.Sitter(name=OFFER.host, key=bytes(32), bot=None, join=None, introduction=None, ready=None)
    gathering = lobby.Gathering(
        code=OFFER.code,
        wishes=wishes,
        options=options,
        locked=True,
        host=1,
        sitters=(bot, host),
        predecessor=None,
        dissolved=0,
    )
    assert offer_of(gathering) == OFFER


def test_every_text_has_room_in_a_record() -> None:
    longest = replace(OFFER, rules="a" * 1000, host="x" * 64)
    written = write_texts(longest, 99999, PIN)
    assert max(len(f"{key}={text}".encode()) for key, text in written.items()) <= 255
    said = read_texts(record(**written))
    assert said.offer == longest


def test_two_records_are_never_alike() -> None:
    assert write_texts(OFFER, 1, PIN) != write_texts(OFFER, 2, PIN)


@pytest.mark.parametrize(
    "changes",
    [
        {"wire-min": "3", "wire-max": "4"},
        {"wire-min": "1", "wire-max": "1"},
        {"rules-1": "base+rule-of-tomorrow=yes"},
        {"rules-1": "chess"},
    ],
)
def test_what_another_version_announces_is_seen_as_such(changes: dict[str, str]) -> None:
    said = read_texts(record(**{"version": "9.0.0rc1", **changes}))
    assert not said.fits
    assert said.version == "9.0.0rc1"


def test_a_later_version_may_say_more() -> None:
    assert read_texts(record(**{"of-tomorrow": "whatever", "version": "0.2.0"})).fits
    assert read_texts({**record(), b"a-switch": None}).fits


@pytest.mark.parametrize("missing", sorted(write_texts(OFFER, 1, PIN).keys() - {"change", "code", "pin"}))
def test_a_record_that_lacks_something_is_none(missing: str) -> None:
    with pytest.raises(BadAnnouncement):
        read_texts(record(**{missing: None}))


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("code", "abcdefgh"),
        ("code", "ABCDEFGH\n"),
        ("seats", "1"),
        ("seats", "13"),
        ("seats", "05 "),
        ("seats", "\u0665"),
        ("seats", "9" * 5000),
        ("taken", "6"),
        ("taken", "-1"),
        ("locked", "maybe"),
        ("locked", ""),
        ("host", ""),
        ("host", "\x1b\x07"),
        ("host", "x" * 65),
        ("host", b"\xff\xfe"),
        ("rules-1", "base; rm"),
        ("rules-1", "B\x1b[2J"),
        ("version", ""),
        ("version", "1.0\x1b[31m"),
        ("version", "1" * 33),
        ("wire-min", "one"),
        ("pin", "A" * 51),
        ("pin", "a" * 52),
        ("pin", "A" * 51 + "\x1b"),
    ],
)
def test_a_record_with_something_wrong_is_none(key: str, text: str | bytes) -> None:
    with pytest.raises(BadAnnouncement):
        read_texts(record(**{key: text}))


def test_a_name_drives_no_terminal() -> None:
    offer = read_texts(record(host="E\x1b[31mva\u202e\n")).offer
    assert offer is not None
    assert offer.host == "E[31mva"


def test_a_server_whose_table_is_played_says_only_where_it_is_and_by_which_key() -> None:
    texts = write_texts(None, 1, PIN)
    assert texts.keys() == {"version", "wire-min", "wire-max", "change", "pin"}
    said = read_texts({key.encode(): text.encode() for key, text in texts.items()})
    assert said == Announcement(None, VERSION, fits=True, pin=PIN)


def test_an_older_version_says_no_key() -> None:
    assert read_texts(record(pin=None)).pin is None


KEYS = st.sampled_from([key.encode() for key in write_texts(OFFER, 1, PIN)])


@given(st.dictionaries(st.one_of(KEYS, st.binary(max_size=20)), st.one_of(st.none(), st.binary(max_size=255))))
def test_whatever_bytes_arrive_are_read_or_refused(changes: dict[bytes, bytes | None]) -> None:
    for arrived in (changes, record() | changes):
        try:
            said = read_texts(arrived)
        except BadAnnouncement:
            continue
        if said.offer is not None:
            assert 0 <= said.offer.taken <= said.offer.seats <= 12
            assert said.offer.host.isprintable()
        assert said.version.isascii()
        assert said.version.isprintable()
