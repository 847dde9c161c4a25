"""The file with the secret: private, whole at every moment, and never lost by accident."""

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import client
from client.profile.keyfile import KeyFile, KeyTrouble, NoKey, OtherKey, sentence
from client.profile.profile import Profile
from protocol.keys import secretfile
from protocol.keys.keytext import KeyTextFault, key_text
from protocol.keys.secretfile import write_new

ROOT = Path(client.__file__).parent.parent
ONE, OTHER, THIRD = b"\1" * 32, b"\2" * 32, b"\3" * 32
POSIX = pytest.mark.skipif(os.name != "posix", reason="this system has no modes")

PROGRAM = """
import os, signal, sys
from pathlib import Path
from client.profile.keyfile import KeyFile

def killed(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

path, call, force = Path(sys.argv[1]), sys.argv[2], sys.argv[3] == "force"
print("ready", flush=True)
sys.stdin.readline()
if call:
    setattr(os, call, killed)
if force:
    KeyFile(path).put(b"\\2" * 32, force=True)
else:
    print(KeyFile(path).load_or_make(os.urandom).hex())
"""


@pytest.fixture
def kept(tmp_path: Path) -> KeyFile:
    """In a folder that is not there yet."""
    return KeyFile(tmp_path / "data" / "identity.key")


def never(_: int) -> bytes:
    """Randomness that must not be asked for."""
    raise AssertionError


def start(path: Path, call: str = "", how: str = "") -> "subprocess.Popen[str]":
    """Another process that wants the key, killed at ``call`` if one is given."""
    return subprocess.Popen(
        [sys.executable, "-B", "-c", PROGRAM, str(path), call, how],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def mode(path: Path) -> int:
    """The bits that say who may do what."""
    return stat.S_IMODE(path.stat().st_mode)


def names(kept: KeyFile) -> list[str]:
    """What stands in the folder, without the lock."""
    return sorted(path.name for path in kept.path.parent.iterdir() if path.name != "identity.key.lock")


def test_there_is_no_key_before_one_is_made(kept: KeyFile) -> None:
    assert kept.load() is None
    with pytest.raises(NoKey, match=r"there is no key in .*identity\.key yet; make one with"):
        kept.require()
    assert not kept.path.parent.exists()


def test_a_key_is_made_once(kept: KeyFile) -> None:
    assert kept.load_or_make(lambda length: b"\1" * length) == ONE
    assert kept.load_or_make(never) == kept.load() == kept.require() == ONE
    assert kept.path.read_text("ascii") == key_text(ONE)
    assert names(kept) == ["identity.key"]


def test_each_profile_has_its_own() -> None:
    eva, ben = KeyFile.of(Profile("eva")), KeyFile.of(Profile("ben"))
    assert eva.path == Profile("eva").data / "identity.key"
    assert eva.path != ben.path


@POSIX
@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077])
def test_only_the_owner_can_read_it_whatever_the_mask(kept: KeyFile, mask: int) -> None:
    before = os.umask(mask)
    try:
        kept.put(ONE)
        kept.put(OTHER, force=True)
    finally:
        os.umask(before)
    assert mode(kept.path.parent) == 0o700
    assert {path.name: mode(path) for path in kept.path.parent.iterdir()} == {
        "identity.key": 0o600,
        "identity.key.old-1": 0o600,
        "identity.key.lock": 0o600,
    }


@POSIX
@pytest.mark.parametrize("bits", [0o640, 0o604, 0o620, 0o602, 0o610, 0o644, 0o666, 0o777])
def test_a_file_that_is_open_to_others_is_not_used(kept: KeyFile, bits: int) -> None:
    kept.put(ONE)
    kept.path.chmod(bits)
    for use in (kept.load, kept.require, lambda: kept.load_or_make(never)):
        with pytest.raises(KeyTrouble) as refused:
            use()
        assert str(refused.value) == (
            f"{kept.path} can be read or changed by other users of this computer, so it is not used;"
            f" run: chmod 600 {kept.path}"
        )
    kept.path.chmod(0o600)
    assert kept.load() == ONE


@POSIX
def test_the_advice_can_be_pasted_into_a_shell(tmp_path: Path) -> None:
    kept = KeyFile(tmp_path / "Eva's data" / "identity.key")
    kept.put(ONE)
    kept.path.chmod(0o644)
    with pytest.raises(KeyTrouble) as refused:
        kept.load()
    subprocess.run(["sh", "-c", str(refused.value).rpartition("run: ")[2]], check=True)
    assert kept.load() == ONE


@POSIX
@pytest.mark.parametrize("bits", [0o600, 0o400, 0o700])
def test_what_the_owner_may_do_is_the_owners_matter(kept: KeyFile, bits: int) -> None:
    kept.put(ONE)
    kept.path.chmod(bits)
    assert kept.load() == ONE


@POSIX
def test_where_files_have_no_modes_a_new_key_is_not_used(kept: KeyFile, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a memory stick, where every file belongs to all."""
    monkeypatch.setattr(secretfile, "OWNER_ONLY", 0o666)
    with pytest.raises(KeyTrouble, match="other users"):
        kept.load_or_make(lambda _: ONE)


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", KeyTextFault.NO_KEY),
        (b"\xff\xfe\0k", KeyTextFault.NO_KEY),
        (b"\0" * 100_000, KeyTextFault.NO_KEY),
        (key_text(ONE).encode()[:-2], KeyTextFault.DAMAGED),
        (key_text(ONE).encode() * 2, KeyTextFault.DAMAGED),
        (key_text(ONE).replace("-1 ", "-2 ").encode(), KeyTextFault.OTHER_VERSION),
    ],
)
def test_a_damaged_file_is_refused_and_left_alone(kept: KeyFile, content: bytes, fault: KeyTextFault) -> None:
    kept.path.parent.mkdir()
    write_new(kept.path, content)
    for use in (kept.load, lambda: kept.load_or_make(never)):
        with pytest.raises(KeyTrouble) as refused:
            use()
        assert str(refused.value) == f"{kept.path}: {sentence(fault)}"
    with pytest.raises(OtherKey):
        kept.put(ONE)
    assert kept.path.read_bytes() == content


def test_every_fault_has_a_sentence() -> None:
    assert len({sentence(fault) for fault in KeyTextFault}) == len(KeyTextFault)


def test_an_editor_may_have_left_its_marks(kept: KeyFile) -> None:
    """Byte order mark and line ends of Windows."""
    kept.path.parent.mkdir()
    write_new(kept.path, b"\xef\xbb\xbf" + key_text(ONE).encode().replace(b"\n", b"\r\n"))
    assert kept.load() == ONE


def test_the_same_key_may_be_put_again(kept: KeyFile) -> None:
    assert kept.put(ONE) is None
    before = kept.path.stat().st_ino
    assert kept.put(ONE) is None
    assert kept.put(ONE, force=True) is None
    assert kept.path.stat().st_ino == before
    assert names(kept) == ["identity.key"]


def test_another_key_is_not_put_without_force(kept: KeyFile) -> None:
    kept.put(ONE)
    with pytest.raises(OtherKey, match="holds another key already, and was left as it is"):
        kept.put(OTHER)
    assert kept.load() == ONE
    assert names(kept) == ["identity.key"]


def test_force_keeps_every_former_key_under_a_name_of_its_own(kept: KeyFile) -> None:
    kept.put(ONE)
    first = kept.put(OTHER, force=True)
    second = kept.put(THIRD, force=True)
    assert first is not None
    assert second is not None
    assert (kept.load(), KeyFile(first).load(), KeyFile(second).load()) == (THIRD, ONE, OTHER)
    assert names(kept) == ["identity.key", "identity.key.old-1", "identity.key.old-2"]


def test_force_keeps_also_what_is_damaged(kept: KeyFile) -> None:
    kept.path.parent.mkdir()
    write_new(kept.path, b"undermine-key-1 half")
    aside = kept.put(ONE, force=True)
    assert aside is not None
    assert aside.read_bytes() == b"undermine-key-1 half"
    assert kept.load() == ONE


def test_a_new_file_never_replaces_another(tmp_path: Path) -> None:
    path = tmp_path / "copy"
    write_new(path, b"first")
    with pytest.raises(FileExistsError):
        write_new(path, b"second")
    assert path.read_bytes() == b"first"


def test_a_full_disk_leaves_no_half_of_a_key(kept: KeyFile, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    kept.put(ONE)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(KeyTrouble, match="No space left"):
        kept.put(OTHER, force=True)
    monkeypatch.undo()
    assert kept.load() == ONE
    assert names(kept) == ["identity.key"]


def test_a_folder_in_place_of_the_file(kept: KeyFile) -> None:
    kept.path.mkdir(parents=True)
    for use in (kept.load, lambda: kept.load_or_make(never), lambda: kept.put(ONE, force=True)):
        with pytest.raises(KeyTrouble, match="directory"):
            use()


def test_a_file_in_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(KeyTrouble):
        KeyFile(tmp_path / "file" / "identity.key").load_or_make(lambda _: ONE)


@POSIX
@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_killed_while_the_first_key_is_made(kept: KeyFile, call: str) -> None:
    with start(kept.path, call) as process:
        process.communicate("\n")
    assert process.returncode < 0
    assert names(kept) == ["identity.key.unfinished"]
    assert mode(kept.path.with_name("identity.key.unfinished")) == 0o600
    assert kept.load() is None
    assert kept.load_or_make(lambda _: ONE) == ONE
    assert names(kept) == ["identity.key"]


@POSIX
@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_killed_while_a_key_is_replaced(kept: KeyFile, call: str) -> None:
    kept.put(ONE)
    with start(kept.path, call, "force") as process:
        process.communicate("\n")
    assert process.returncode < 0
    assert kept.load() == ONE
    aside = kept.put(OTHER, force=True)
    assert aside is not None
    assert (kept.load(), KeyFile(aside).load()) == (OTHER, ONE)
    assert "identity.key.unfinished" not in names(kept)


def test_what_a_killed_writer_left_is_never_taken_for_a_key(kept: KeyFile) -> None:
    kept.path.parent.mkdir()
    write_new(kept.path.with_name("identity.key.unfinished"), key_text(OTHER).encode())
    assert kept.load() is None
    assert kept.load_or_make(lambda _: ONE) == ONE
    assert names(kept) == ["identity.key"]


def test_many_processes_at_once_get_the_same_key(kept: KeyFile) -> None:
    processes = [start(kept.path) for _ in range(8)]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:  # all are past their imports: now together
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    answers = {process.communicate()[0].strip() for process in processes}
    master = kept.load()
    assert master is not None
    assert answers == {master.hex()}
    assert names(kept) == ["identity.key"]
