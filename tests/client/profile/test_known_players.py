# ruff: noqa: RUF001  names that look alike are what these tests are about
"""Whom one has played with: kept by key, compared by look, and never lost by accident."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import client
from client.profile.known_players import KnownPlayers, KnownPlayersTrouble, Standing
from client.profile.profile import Profile
from protocol.keys.identity import Identity, pin

EVA, BEN, ZOE = (Identity(bytes([number]) * 32).public for number in (1, 2, 3))
POSIX = pytest.mark.skipif(os.name != "posix", reason="this system has no modes")
ROOT = Path(client.__file__).parent.parent

PROGRAM = """
import sys
from pathlib import Path
from client.profile.known_players import KnownPlayers

print("ready", flush=True)
sys.stdin.readline()
KnownPlayers(Path(sys.argv[1])).meet(sys.argv[2], sys.argv[2].encode().ljust(32))
"""


@pytest.fixture
def known(tmp_path: Path) -> KnownPlayers:
    return KnownPlayers(tmp_path / "profile" / "known-players")


def again(known: KnownPlayers) -> KnownPlayers:
    """After a new start of the program."""
    return KnownPlayers(known.path)


def test_each_profile_has_its_own() -> None:
    assert KnownPlayers.of(Profile("eva")).path == Profile("eva").data / "known-players"


def test_somebody_new_is_known_afterwards(known: KnownPlayers) -> None:
    assert known.standing("Eva", EVA) is Standing.NEW
    assert not known.path.parent.exists()
    assert known.meet("Eva", EVA) is Standing.NEW
    assert again(known).standing("Eva", EVA) is Standing.KNOWN
    assert known.meet("Eva", EVA) is Standing.KNOWN
    assert known.path.read_text(encoding="utf-8") == f"{pin(EVA)} Eva\n"


def test_somebody_with_another_name_is_known_by_both_afterwards(known: KnownPlayers) -> None:
    known.meet("Eva", EVA)
    assert known.standing("Evi", EVA) is Standing.RENAMED
    assert known.meet("Evi", EVA) is Standing.RENAMED
    assert again(known).standing("Evi", EVA) is again(known).standing("Eva", EVA) is Standing.KNOWN
    assert known.standing("Eva", BEN) is Standing.NAMESAKE


def test_a_namesake_never_gets_the_name(known: KnownPlayers) -> None:
    known.meet("Eva", EVA)
    assert known.meet("Eva", BEN) is known.meet("Eva", BEN) is Standing.NAMESAKE
    assert known.standing("Eva", EVA) is Standing.KNOWN
    assert known.path.read_text(encoding="utf-8") == f"{pin(EVA)} Eva\n"


def test_somebody_known_who_takes_the_name_of_another_is_a_namesake(known: KnownPlayers) -> None:
    known.meet("Eva", EVA)
    known.meet("Ben", BEN)
    assert known.meet("Eva", BEN) is Standing.NAMESAKE
    assert known.standing("Eva", EVA) is known.standing("Ben", BEN) is Standing.KNOWN


def test_whoever_loses_the_line_can_have_the_name_with_a_new_key(known: KnownPlayers) -> None:
    known.meet("Eva", EVA)
    known.meet("Ben", BEN)
    known.path.write_text(f"\n{pin(BEN)} Ben\n\n")
    assert known.meet("Eva", ZOE) is Standing.NEW
    assert known.standing("Ben", BEN) is known.standing("Eva", ZOE) is Standing.KNOWN


@pytest.mark.parametrize(
    ("name", "alike"),
    [
        ("Eva", "EVA"),
        ("Eva", "Ｅｖａ"),
        ("Eva", "E\u200bva"),
        ("Eva", " Eva \ufe0f"),
        ("Eva", "𝐄𝐯𝐚"),
        ("Zoë", "ZOE\u0308"),
        ("Strauß", "STRAUSS"),
        ("ﬁnn", "Finn"),
        ("Fifth Element", "FIFTH\u00a0 ELEMENT"),
    ],
    ids=ascii,
)
def test_names_that_look_alike_are_one(known: KnownPlayers, name: str, alike: str) -> None:
    known.meet(name, EVA)
    assert known.standing(alike, EVA) is Standing.KNOWN
    assert known.meet(alike, BEN) is Standing.NAMESAKE


def test_other_names_are_other_names(known: KnownPlayers) -> None:
    known.meet("Eva", EVA)
    assert [known.standing(name, BEN) for name in ("Eve", "Ev a", "Éva", "")] == [Standing.NEW] * 4


def test_every_standing_has_a_mark_and_a_sentence(known: KnownPlayers) -> None:
    known.meet("Eva", EVA)
    asked = {Standing.KNOWN: ("EVA", EVA), Standing.RENAMED: ("Evi", EVA), Standing.NAMESAKE: ("eva", BEN)}
    asked[Standing.NEW] = ("Ben", BEN)
    assert {known.standing(*who): known.sentence(*who) for who in asked.values()} == {
        Standing.KNOWN: "You have played with EVA before.",
        Standing.RENAMED: "You have played with Evi before, under another name: Eva.",
        Standing.NAMESAKE: "This is not the Eva that you have played with: the key is another one."
        f"  If Eva has a new key, remove the line of the old one from {known.path}.",
        Standing.NEW: "You have not played with Ben before.",
    }
    assert len({standing.mark for standing in Standing}) == len(Standing)
    assert len({standing.ascii_mark for standing in Standing}) == len(Standing)
    assert all(standing.ascii_mark.isascii() and len(standing.ascii_mark) <= 1 for standing in Standing)


def test_a_sentence_is_safe_to_draw(known: KnownPlayers) -> None:
    known.meet("E\x1b[1mva", EVA)
    for who in (("E\x1b[1mva", EVA), ("\u202eEvi", EVA), ("E\x1b[1mva", BEN), ("Ben\x07", ZOE)):
        assert known.sentence(*who).isprintable()


def test_a_name_cannot_bring_a_line_of_its_own(known: KnownPlayers) -> None:
    known.meet(f"Eva\n{pin(BEN)} Ben", EVA)
    assert known.standing("Ben", BEN) is Standing.NEW
    assert len(known.path.read_text(encoding="utf-8").splitlines()) == 1


def test_a_name_with_nothing_to_see_is_not_kept(known: KnownPlayers) -> None:
    known.meet("\u200b", EVA)
    assert not known.path.exists()


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.text(max_size=63))
def test_any_name_can_be_read_back(known: KnownPlayers, name: str) -> None:
    known.path.unlink(missing_ok=True)
    known.meet("Eva", EVA)
    assert known.meet(f"x{name}", ZOE) is Standing.NEW
    assert known.standing(f"x{name}", ZOE) is known.standing("Eva", EVA) is Standing.KNOWN


@pytest.mark.parametrize(
    "line",
    [
        b"Eva",
        pin(BEN).encode(),
        b"a b",
        pin(BEN).lower().encode() + b" Ben",
        pin(BEN).encode() + b" B\x1ben",
        b"\xff\xfe",
    ],
)
def test_a_line_that_cannot_be_read_is_not_passed_over(known: KnownPlayers, line: bytes) -> None:
    known.meet("Eva", EVA)
    with known.path.open("ab") as file:
        file.write(line + b"\n")
    for use in (known.standing, known.sentence, known.meet):
        with pytest.raises(KnownPlayersTrouble, match=r"known-players, line 2: .*\. Correct it or remove it\."):
            use("Ben", BEN)
    assert line in known.path.read_bytes()


def test_one_name_with_two_keys_is_not_guessed_at(known: KnownPlayers) -> None:
    known.meet("Eva", EVA)
    with known.path.open("a") as file:
        file.write(f"{pin(BEN)} EVA\n")
    with pytest.raises(KnownPlayersTrouble, match="line 2: this name stands there twice"):
        known.standing("Ben", BEN)


def test_a_file_that_is_too_long_is_told_and_left_alone(known: KnownPlayers) -> None:
    known.meet("Eva", EVA)
    known.path.write_bytes(known.path.read_bytes() * 20_000)
    size = known.path.stat().st_size
    with pytest.raises(KnownPlayersTrouble, match="longer than 1048576 bytes"):
        known.meet("Ben", BEN)
    assert known.path.stat().st_size == size


def test_who_is_muted_stays_so_until_unmuted(known: KnownPlayers) -> None:
    assert not known.muted(EVA)
    assert not known.muted_path.exists()
    known.mute(EVA, on=True)
    known.mute(EVA, on=True)
    known.mute(BEN, on=True)
    assert [again(known).muted(key) for key in (EVA, BEN, ZOE)] == [True, True, False]
    known.mute(EVA, on=False)
    known.mute(ZOE, on=False)
    assert [again(known).muted(key) for key in (EVA, BEN, ZOE)] == [False, True, False]


def test_to_mute_somebody_is_not_to_know_them(known: KnownPlayers) -> None:
    known.mute(EVA, on=True)
    assert known.standing("Eva", EVA) is Standing.NEW
    known.meet("Eva", EVA)
    assert known.muted(EVA)


def test_a_line_of_the_muted_that_cannot_be_read_is_not_passed_over(known: KnownPlayers) -> None:
    known.mute(EVA, on=True)
    with known.muted_path.open("a") as file:
        file.write("Ben\n")
    for use in (lambda: known.muted(EVA), lambda: known.mute(BEN, on=True)):
        with pytest.raises(KnownPlayersTrouble, match=r"muted-players, line 2: this is not a pin\."):
            use()


@POSIX
def test_files_that_others_can_change_are_not_used(known: KnownPlayers) -> None:
    known.meet("Eva", EVA)
    known.mute(EVA, on=True)
    for path in (known.path, known.muted_path):
        assert path.stat().st_mode & 0o777 == 0o600
        path.chmod(0o666)
    for use in (lambda: known.meet("Eva", EVA), lambda: known.muted(EVA)):
        with pytest.raises(KnownPlayersTrouble, match="other users"):
            use()


def test_a_file_in_place_of_the_folder_is_trouble(tmp_path: Path) -> None:
    (tmp_path / "profile").write_text("in the way")
    known = KnownPlayers(tmp_path / "profile" / "known-players")
    for use in (lambda: known.meet("Eva", EVA), lambda: known.mute(EVA, on=True)):
        with pytest.raises(KnownPlayersTrouble):
            use()


def test_what_a_killed_writer_left_is_in_nobodys_way(known: KnownPlayers) -> None:
    known.meet("Eva", EVA)
    known.path.with_name("known-players.unfinished").write_text("half")
    known.meet("Ben", BEN)
    assert known.standing("Eva", EVA) is known.standing("Ben", BEN) is Standing.KNOWN


def test_programs_that_write_at_once_lose_nobody(known: KnownPlayers) -> None:
    names = ["Ann", "Bob", "Cleo", "Dirk"]
    processes = [
        subprocess.Popen(
            [sys.executable, "-B", "-c", PROGRAM, str(known.path), name],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in names
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        process.communicate("\n")
    assert [known.standing(name, name.encode().ljust(32)) for name in names] == [Standing.KNOWN] * len(names)
