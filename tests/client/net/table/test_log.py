"""The log as a client reads it: what is checked live, and what a later version has left in its file."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from protocol.log.faults import Code
from protocol.log.records import MAGIC, Entry, Kind, RecordType
from tests.client.net.table.test_table import Seat, heads, log

LATER = b"\xc8\5\0\0\0later"

pytestmark = pytest.mark.usefixtures("small")  # the rules of the log in `test_following`


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seat]:
    made = Seat(tmp_path)
    yield made
    made.table.close()


@pytest.mark.parametrize("at", [2, 9, -1])
def test_records_of_a_later_version_in_the_own_file_stay_and_change_nothing(seat: Seat, at: int) -> None:
    here = log()[: heads()[9]]
    seat.connect()
    seat.tell(here)
    seat.table.close()
    where = len(here) if at < 0 else at
    kept = MAGIC + b"".join([*here[:where], LATER, *here[where:]])
    seat.path.write_bytes(kept)
    seat.open()
    assert seat.table.damaged is None
    assert seat.path.read_bytes() == kept
    seat.connect()
    seat.tell(log()[heads()[9] :])
    assert seat.table.trouble is None
    assert seat.path.read_bytes() == kept + b"".join(log()[heads()[9] :])


def last_seal_signed() -> int:
    """The place of the HEAD between seals and seeds."""
    kinds = [Entry.from_bytes(one[5:]).kind if one[0] == RecordType.ENTRY else 0 for one in log()]
    seed = kinds.index(Kind.REVEAL)
    assert log()[seed - 1][0] == RecordType.HEAD
    return seed - 1


def test_a_seed_that_comes_before_the_seals_are_signed_stops_the_table(seat: Seat) -> None:
    """Only live: in a file it proves nothing, since a HEAD can be taken out of one."""
    at = last_seal_signed()
    seat.connect()
    seat.tell([*log()[:at], *log()[at + 1 :]])
    assert seat.trouble.code == Code.HEAD.value
    assert seat.trouble.proved is None
    assert "before the server had signed all seals" in seat.trouble.detail


def test_a_file_in_which_that_head_is_missing_is_read_on(seat: Seat) -> None:
    at = last_seal_signed()
    seat.connect()
    seat.tell(log())
    seat.table.close()
    seat.path.write_bytes(MAGIC + b"".join([*log()[:at], *log()[at + 1 :]]))
    seat.open()
    assert seat.table.trouble is None
    assert seat.table.ended is not None
