"""Files that are damaged, huge, links, folders, or open to others, and disks without room: a sentence, and no crash."""

import os
from collections.abc import Callable
from errno import ENOSPC, EROFS
from pathlib import Path
from typing import Any

import pytest

from client.net.drawer import Drawer
from client.profile.known_players import KnownPlayers, KnownPlayersTrouble
from client.profile.known_servers import KeyChanged, KnownServers, KnownServersTrouble
from client.profile.profile import BadProfile, Profile
from client.profile.settings import BadSettings, read
from client.screen.screens.gathering import GatheringScreen
from client.visit.errand import Alone, Setup
from client.visit.marks import Marks
from protocol.keys.identity import pin
from protocol.wire import lobby
from tests.client.lines.persons import Person, wait
from tests.client.lines.test_mishaps_in_lines import begun, forged
from tests.client.screen.around_fakes import gathering, sitter
from tests.client.screen.piloted import piloted
from tests.stories.attacks.hostile import sent
from tests.stories.attacks.memory_door import on_screen
from tests.support.nights import thinned
from tests.support.visitors import Visitor, seated, turns
from tests.support.world import LINK, World

KEY, OTHER = b"\1" * 32, b"\2" * 32
Spoil = Callable[[Path], None]


def rubbish(path: Path) -> None:
    path.write_bytes(os.urandom(500))
    path.chmod(0o600)


def huge(path: Path) -> None:
    path.touch(0o600)
    with path.open("r+b") as file:
        file.truncate(30 << 20)


def folder(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.mkdir()


def open_to_others(path: Path) -> None:
    path.touch()
    path.chmod(0o666)


def loop(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.symlink_to(path)


SPOILED: list[Spoil] = [rubbish, huge, folder, open_to_others, loop]
spoiled = pytest.mark.parametrize("spoil", SPOILED)


def full(*_given: Any, **_more: Any) -> None:
    raise OSError(ENOSPC, "No space left on device", "somewhere")


# files of people and servers


@spoiled
def test_known_servers_that_cannot_be_read_trust_nobody(tmp_path: Path, spoil: Spoil) -> None:
    known = KnownServers(tmp_path / "known-servers")
    known.meet(LINK, KEY)
    spoil(known.path)
    with pytest.raises(KnownServersTrouble) as trouble:
        known.meet(LINK, OTHER)
    assert str(known.path) in str(trouble.value)


def test_known_servers_that_are_too_many_trust_nobody_anew(tmp_path: Path) -> None:
    known = KnownServers(tmp_path / "known-servers")
    line = f"{'a' * 59}.example:4477 {pin(KEY)}\n".encode()
    known.path.write_bytes(line.ljust(128, b"\n") * (1 << 13) + f"mine.example:4477 {pin(KEY)}\n".encode())
    known.path.chmod(0o600)
    with pytest.raises((KnownServersTrouble, KeyChanged)):
        known.meet(LINK, OTHER)


@spoiled
def test_a_server_is_not_spoken_to_while_known_servers_cannot_be_read(world: World, spoil: Spoil) -> None:
    eva = Person(world, "Eva").come()
    eva.type("quit")
    eva.go()
    world.settle()
    spoil(eva.folder / "known-servers")
    eva.codes.clear()
    eva.come()
    wait(world, 5)
    assert eva.codes == [1]
    assert "Check the file that is named, and who may read and write it; then try again." in eva.said
    assert any(str(eva.folder / "known-servers") in line for line in eva.said)


@spoiled
def test_known_players_that_cannot_be_read_are_told_and_left_alone(tmp_path: Path, spoil: Spoil) -> None:
    known = KnownPlayers(tmp_path / "known-players")
    known.meet("Bob", KEY)
    known.mute(KEY, on=True)
    for path, ask in (
        (known.path, lambda: known.meet("Bob", OTHER)),
        (known.muted_path, lambda: known.mute(OTHER, on=True)),
    ):
        spoil(path)
        before = os.lstat(path)
        with pytest.raises(KnownPlayersTrouble) as trouble:
            ask()
        assert str(path) in str(trouble.value)
        assert os.lstat(path).st_ino == before.st_ino


@pytest.mark.parametrize("spoil", [rubbish, folder])
@piloted
async def test_a_table_is_played_whatever_becomes_of_the_files_of_names(
    world: World, tmp_path: Path, spoil: Spoil
) -> None:
    async with on_screen(world, tmp_path) as person:
        spoil(person.app.kit.profile.data / "known-players")
        spoil(person.app.kit.profile.data / "muted-players")
        await person.play_with_bots()
        assert "YOUR TURN" in person.text
        await person.press("m", "1")
        assert person.table.muted


@piloted
async def test_a_gathering_is_shown_whatever_becomes_of_the_files_of_names(world: World, tmp_path: Path) -> None:
    async with on_screen(world, tmp_path) as person:
        person.app.kit.profile.data.joinpath("known-players").write_text("rubbish")
        now = gathering(sitter("Eva"), sitter("Bob", key=OTHER))
        sent(person.door, lobby.Gathered(gathering=now, seat=0))
        await person.go_on()
        assert isinstance(person.top, GatheringScreen)
        assert "Bob" in person.text


@spoiled
def test_settings_that_cannot_be_read_are_told_and_not_written_over(tmp_path: Path, spoil: Spoil) -> None:
    profile = Profile("eva")
    profile.config = tmp_path / "config"
    profile.config.mkdir()
    if spoil is open_to_others:
        return  # they are no secret
    spoil(profile.settings_file)
    before = os.lstat(profile.settings_file)
    with pytest.raises(BadSettings) as bad:
        read(profile)
    assert str(profile.settings_file) in str(bad.value)
    with pytest.raises(BadProfile):
        profile.keep_player_name("Eva")
    assert os.lstat(profile.settings_file).st_ino == before.st_ino


# files of a table


@spoiled
def test_marks_that_cannot_be_read_are_none(tmp_path: Path, spoil: Spoil) -> None:
    path = tmp_path / "x.marks"
    marks = Marks(path, ["digger", "saboteur"])
    marks.set(1, "saboteur")
    assert Marks(path, ["digger", "saboteur"]).guess(1) == "saboteur"
    spoil(path)
    again = Marks(path, ["digger", "saboteur"])
    assert again.guess(1) is None
    again.set(2, "digger")
    assert again.guess(2) == "digger"


def stopped(world: World) -> tuple[Visitor, bytes, bytes]:
    """A player whose program has ended in the middle of a game: the table, and the log."""
    visitors = seated(world, "Eva", "Ann", "Bob")
    for _turn, _again in zip(turns(world, visitors), range(4), strict=False):
        pass
    eva = visitors[0]
    tid = eva.table.tid
    eva.go()
    return eva, tid, eva.drawer.log(tid).read_bytes()


OF_A_TABLE = [(ending, spoil) for ending in (".open", ".sent", ".seal", ".marks") for spoil in SPOILED]
NOT_WRITTEN_OVER = (".open", folder)


@pytest.mark.parametrize(("ending", "spoil"), thinned((one for one in OF_A_TABLE if one != NOT_WRITTEN_OVER), 3))
def test_a_game_goes_on_whatever_becomes_of_a_small_file(world: World, ending: str, spoil: Spoil) -> None:
    eva, tid, log = stopped(world)
    for path in eva.drawer.folder.glob(f"*{ending}"):
        spoil(path)
    eva.come()
    assert eva.visit.mine == (tid,), "the server knows it too"
    eva.visit.follow(tid)
    world.settle()
    if ending == ".sent" and spoil is folder:
        eva.table.talk("hello")  # nothing is signed that cannot be kept
        assert eva.table.trouble is not None
        assert eva.table.trouble.code == "table/not-kept"
        return
    assert eva.table.trouble is None
    assert eva.drawer.log(tid).read_bytes().startswith(log)


@pytest.mark.parametrize("cut", [0, 1, 7, 100, -1, -50])
def test_a_log_that_was_cut_off_is_completed_from_the_server(world: World, cut: int) -> None:
    eva, tid, log = stopped(world)
    eva.drawer.log(tid).write_bytes(log[:cut])
    eva.come()
    eva.visit.follow(tid)
    world.settle()
    assert eva.table.trouble is None
    assert eva.drawer.log(tid).read_bytes().startswith(log)


def test_a_log_with_a_wrong_byte_is_kept_aside_and_read_anew(world: World) -> None:
    eva, tid, log = stopped(world)
    for at in range(200, len(log), len(log) // 12):
        eva.drawer.log(tid).write_bytes(log[:at] + bytes([log[at] ^ 1]) + log[at + 1 :])
        eva.come()
        eva.visit.follow(tid)
        world.settle()
        assert eva.table.trouble is None
        assert eva.drawer.log(tid).read_bytes().startswith(log), "the server has it too"
        eva.go()
    assert len(list(eva.drawer.folder.glob("*damaged*"))) >= 10


@pytest.mark.parametrize("spoil", [folder, loop])
def test_a_log_that_cannot_be_opened_is_told(world: World, spoil: Spoil) -> None:
    eva, tid, _log = stopped(world)
    spoil_log = eva.drawer.log(tid)
    spoil_log.unlink()
    spoil(spoil_log)
    eva.come()
    eva.visit.follow(tid)
    world.settle()
    assert eva.table.trouble is not None
    assert eva.table.trouble.code == "table/not-kept"
    assert str(spoil_log) in str(eva.table.trouble)
    assert eva.table.trouble.proved is None


def test_a_mark_of_a_table_that_cannot_be_is_passed_over(world: World) -> None:
    eva = Person(world, "Eva")
    eva.drawer.folder.mkdir()
    mark = eva.drawer.folder / "abab.open"
    mark.write_text(f"abab {pin(world.identity.public)}\n")
    mark.chmod(0o600)
    assert Drawer(eva.drawer.folder).open_tables(world.identity.public) == []


# no room


def test_who_cannot_write_down_what_is_sealed_is_told_and_does_not_seal(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    eva = Person(world, "Eva").come()
    eva.type("open base 3", "bot", "bot")
    assert "You are ready." in eva.type("ready")
    monkeypatch.setattr("client.net.drawer.write_whole", full)
    assert "The log of this table cannot be read or written on this computer." in eva.type("start")
    assert not list(eva.drawer.folder.glob("*.seal"))


def test_a_game_that_was_ordered_ends_with_a_sentence_where_there_is_no_room(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.net.drawer.write_whole", full)
    eva = Person(world, "Eva", one_game=True).come(Alone(Setup(players=3)))
    world.settle()
    assert "The log of this table cannot be read or written on this computer." in eva.said
    assert eva.codes == [1]


def test_an_act_that_cannot_be_written_down_is_not_sent(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    people = begun(world)
    (now,) = [person for person in people if person.asked]
    entries = now.table.entries
    monkeypatch.setattr("client.net.drawer.write_whole", full)
    said = now.type(now.moves()[0])
    assert "The log of this table cannot be read or written on this computer." in said
    assert "Free some space on the disk, or check who may write to the folder; then start this program again." in said
    assert now.table.entries == entries


def test_a_log_that_cannot_grow_stops_and_loses_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    visitors = seated(world, "Eva", "Ann", "Bob")
    eva = next(one for one in visitors if one.table.asked is None)
    log = eva.drawer.log(eva.table.tid)
    before = log.read_bytes()
    descriptor = eva.table.following.file._file  # type: ignore[union-attr]
    write = os.write
    monkeypatch.setattr("os.write", lambda at, data: full() if at == descriptor else write(at, data))
    (other,) = [one for one in visitors if one.table.asked is not None]
    other.play()
    world.settle()
    assert eva.table.trouble is not None
    assert eva.table.trouble.code == "table/not-kept"
    assert "No space left on device" in str(eva.table.trouble)
    assert log.read_bytes() == before


def test_a_server_that_cheats_is_shown_also_where_there_is_no_room(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    eva = begun(world)[0]
    message = forged(eva, world)
    monkeypatch.setattr(Path, "write_bytes", full)
    sent(eva, message)
    assert "The game stops here" in eva.said


def test_a_table_that_cannot_be_marked_as_open_is_told(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    eva = Person(world, "Eva").come()
    eva.type("open base 3", "bot", "bot", "ready")
    monkeypatch.setattr("client.net.drawer.write_whole", full)
    eva.type("start")
    assert "The log of this table cannot be read or written on this computer." in eva.said


def test_marks_without_room_hold_until_the_program_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read_only(*_given: object) -> None:
        raise OSError(EROFS, "Read-only file system")

    monkeypatch.setattr("client.visit.marks.write_whole", read_only)
    marks = Marks(tmp_path / "x.marks", ["digger"])
    marks.set(1, "digger")
    assert marks.guess(1) == "digger"
