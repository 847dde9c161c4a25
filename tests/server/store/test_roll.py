"""A list of players in a file that people can mend."""

from pathlib import Path

import pytest

from protocol.keys.identity import pin
from server.store.data_dir import DataDirTrouble
from server.store.roll import Roll

ANN, BEN = bytes(32), bytes([1] * 32)


def test_it_is_kept_and_what_a_person_wrote_beside_stays(tmp_path: Path) -> None:
    path = tmp_path / "players"
    path.write_text(f"# after the party\n\n{pin(ANN)} Ann\n")
    path.chmod(0o600)
    roll = Roll(path)
    assert ANN in roll
    assert BEN not in roll
    roll.add(pin(BEN), "Ben")
    roll.add(pin(BEN), "twice")
    assert Roll(path).rows() == {pin(ANN): "Ann", pin(BEN): "Ben"}
    assert roll.remove(pin(ANN))
    assert not roll.remove(pin(ANN))
    assert path.read_text() == f"# after the party\n\n{pin(BEN)} Ben\n"


@pytest.mark.parametrize(
    ("content", "mode"), [(b"ann\n", 0o600), (b"\xff\n", 0o600), (b"\n" * (1 << 21), 0o600), (b"", 0o644)]
)
def test_what_cannot_be_read_is_never_passed_over(tmp_path: Path, content: bytes, mode: int) -> None:
    path = tmp_path / "players"
    path.write_bytes(content)
    path.chmod(mode)
    with pytest.raises(DataDirTrouble, match="players"):
        Roll(path)


def test_what_could_not_be_written_does_not_hold(tmp_path: Path) -> None:
    roll = Roll(tmp_path / "gone" / "players")
    with pytest.raises(OSError, match="players"):
        roll.add(pin(ANN))
    assert ANN not in roll
