"""The server's key: made once, private, and never replaced by a new one unasked."""

import os
import stat
from pathlib import Path

import pytest

from protocol.keys.identity import Identity
from protocol.keys.keytext import KeyTextFault, key_text
from server.store.identity_file import _SENTENCES, IdentityTrouble, load_or_make

ONE = b"\1" * 32
POSIX = pytest.mark.skipif(os.name != "posix", reason="this system has no modes")


def never(_: int) -> bytes:
    """Randomness that must not be asked for."""
    raise AssertionError


def test_the_key_is_made_once(tmp_path: Path) -> None:
    path = tmp_path / "server.key"
    made = load_or_make(path, lambda length: b"\1" * length)
    assert made.public == load_or_make(path, never).public == Identity(ONE).public
    assert path.read_text("ascii") == key_text(ONE)
    assert [file.name for file in tmp_path.iterdir()] == ["server.key"]


@POSIX
@pytest.mark.parametrize("mask", [0o000, 0o077])
def test_only_the_owner_can_read_it_whatever_the_mask(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        load_or_make(tmp_path / "server.key", lambda _: ONE)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "server.key").stat().st_mode) == 0o600


@POSIX
def test_a_key_that_is_open_to_others_is_not_used(tmp_path: Path) -> None:
    path = tmp_path / "server.key"
    load_or_make(path, lambda _: ONE)
    path.chmod(0o644)
    with pytest.raises(IdentityTrouble) as refused:
        load_or_make(path, never)
    assert str(refused.value) == (
        f"{path} can be read or changed by other users of this computer, so it is not used; run: chmod 600 {path}"
    )


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("", KeyTextFault.NO_KEY),
        (key_text(ONE)[:-2], KeyTextFault.DAMAGED),
        (key_text(ONE).replace("-1 ", "-2 "), KeyTextFault.OTHER_VERSION),
    ],
)
def test_a_damaged_key_is_refused_and_left_alone(tmp_path: Path, content: str, fault: KeyTextFault) -> None:
    path = tmp_path / "server.key"
    path.write_text(content)
    path.chmod(0o600)
    with pytest.raises(IdentityTrouble) as refused:
        load_or_make(path, never)
    assert str(refused.value).startswith(f"{path}: {_SENTENCES[fault]}; put a copy of the right one in its place.")
    assert path.read_text() == content


def test_every_fault_has_a_sentence() -> None:
    assert set(_SENTENCES) == set(KeyTextFault)


def test_a_folder_in_place_of_the_file(tmp_path: Path) -> None:
    with pytest.raises(IdentityTrouble, match="Is a directory"):
        load_or_make(tmp_path, never)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(IdentityTrouble, match="No such file or directory"):
        load_or_make(tmp_path / "nowhere" / "server.key", lambda _: ONE)
