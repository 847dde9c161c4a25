"""The log as a client reads it: what is checked live, and what a later version has left in its file."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from net.test_following import Seat, heads, log

from protocol.log.records import MAGIC

LATER = b"\xc8\5\0\0\0later"


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
