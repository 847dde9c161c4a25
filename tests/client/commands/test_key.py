"""The command `undermine key`: what it prints, what it writes, and its exit codes."""

import io
import json
import stat
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from client.main import main
from client.profile.keyfile import KeyFile
from client.profile.profile import Profile
from protocol.keys.identity import Identity, fingerprint
from protocol.keys.keytext import key_text

ONE, OTHER = b"\1" * 32, b"\2" * 32
WARNING = "With this line, others can take your seats and see your cards.  Keep it to yourself.\n"


class Result(NamedTuple):
    """How a run of the command went."""

    code: int
    out: str
    err: str


class Command:
    """`undermine`, and what it said."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str) -> Result:
        return Result(main(arguments), *self._capsys.readouterr())


@pytest.fixture
def undermine(capsys: pytest.CaptureFixture[str]) -> Command:
    """The command."""
    return Command(capsys)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A place without any profile."""
    monkeypatch.setattr("client.profile.profile.user_data_path", lambda *_, **__: tmp_path / "home")


@pytest.fixture
def kept() -> KeyFile:
    """The key file of the default profile."""
    return KeyFile.of(Profile("default"))


def known_as(master: bytes) -> str:
    """The fingerprint of the owner of this secret."""
    return fingerprint(Identity(master).public)


def typed(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    """What stands on standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


def test_show_tells_how_to_get_a_key_and_makes_none(undermine: Command, kept: KeyFile) -> None:
    for arguments in (["key", "show"], ["key", "show", "--json"]):
        result = undermine(*arguments)
        assert (result.code, result.out) == (1, "")
        assert result.err == (
            f"undermine key: there is no key in {kept.path} yet; make one with “undermine key show --new”"
            " or bring yours with “undermine key import FILE”\n"
        )
    assert not kept.path.parent.exists()


def test_show_new_makes_a_key_once(undermine: Command, kept: KeyFile) -> None:
    first = undermine("key", "show", "--new")
    master = kept.require()
    shown = f"fingerprint: {known_as(master)}\nfile: {kept.path}\n"
    copy = "This key is new.  Without it your seats are lost, so keep a copy: undermine key export FILE\n"
    assert first == (0, shown, copy)
    assert undermine("key", "show", "--new") == (0, shown, "")
    assert undermine("key", "show") == (0, shown, "")


def test_two_new_keys_differ(undermine: Command) -> None:
    for name in ("eva", "ben"):
        assert undermine("--profile", name, "key", "show", "--new").code == 0
    assert KeyFile.of(Profile("eva")).load() != KeyFile.of(Profile("ben")).load()


def test_show_for_programs(undermine: Command, kept: KeyFile) -> None:
    kept.put(ONE)
    result = undermine("key", "show", "--json")
    assert (result.code, result.err) == (0, "")
    assert json.loads(result.out) == {
        "fingerprint": known_as(ONE),
        "public": Identity(ONE).public.hex(),
        "file": str(kept.path),
    }


def test_the_profile_may_be_named_before_or_behind(undermine: Command) -> None:
    KeyFile.of(Profile("eva")).put(ONE)
    before, behind = undermine("--profile", "eva", "key", "show"), undermine("key", "show", "--profile", "eva")
    assert before == behind
    assert known_as(ONE) in before.out


def test_no_secret_is_shown(undermine: Command, kept: KeyFile) -> None:
    kept.put(ONE)
    for arguments in (["key", "show"], ["key", "show", "--json"], ["key", "show", "--new"]):
        result = undermine(*arguments)
        for secret in (ONE.hex(), key_text(ONE).split()[1]):
            assert secret not in result.out + result.err


def test_export_to_a_file(undermine: Command, kept: KeyFile, tmp_path: Path) -> None:
    kept.put(ONE)
    copy = tmp_path / "copy"
    assert undermine("key", "export", str(copy)) == (0, f"{copy}: written\n", WARNING)
    assert copy.read_text("ascii") == key_text(ONE)
    if sys.platform != "win32":
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600


def test_export_to_standard_output_is_the_line_alone(undermine: Command, kept: KeyFile) -> None:
    kept.put(ONE)
    assert undermine("key", "export", "-") == (0, key_text(ONE), WARNING)


def test_export_writes_over_nothing(undermine: Command, kept: KeyFile, tmp_path: Path) -> None:
    kept.put(ONE)
    copy = tmp_path / "copy"
    copy.write_text("mine", "utf-8")
    err = f"undermine key: {copy}: is there already and was left as it is\n"
    assert undermine("key", "export", str(copy)) == (2, "", err)
    assert copy.read_text("utf-8") == "mine"


def test_export_to_a_folder_that_is_not_there(undermine: Command, kept: KeyFile, tmp_path: Path) -> None:
    kept.put(ONE)
    copy = tmp_path / "nowhere" / "copy"
    err = f"undermine key: {copy}: cannot be written: No such file or directory\n"
    assert undermine("key", "export", str(copy)) == (2, "", err)


def test_export_needs_a_key(undermine: Command, kept: KeyFile, tmp_path: Path) -> None:
    assert undermine("key", "export", str(tmp_path / "copy")).code == 1
    assert not (tmp_path / "copy").exists()
    assert not kept.path.exists()


def test_import_from_a_file(undermine: Command, kept: KeyFile, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.write_text(key_text(ONE), "ascii")
    for _ in range(2):  # the second time it is there already, which is as good
        assert undermine("key", "import", str(copy)) == (0, f"your key is {known_as(ONE)}\n", "")
    assert kept.load() == ONE


def test_import_reads_one_line_from_standard_input(
    undermine: Command, kept: KeyFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, key_text(ONE).encode() + b"whatever follows\n")
    assert undermine("key", "import", "-") == (0, f"your key is {known_as(ONE)}\n", "")
    assert kept.load() == ONE


def test_what_is_exported_can_be_imported(undermine: Command, tmp_path: Path) -> None:
    copy = str(tmp_path / "copy")
    undermine("--profile", "eva", "key", "show", "--new")
    undermine("--profile", "eva", "key", "export", copy)
    assert undermine("--profile", "laptop", "key", "import", copy).code == 0
    assert KeyFile.of(Profile("laptop")).load() == KeyFile.of(Profile("eva")).require()


def test_import_does_not_push_another_key_out(undermine: Command, kept: KeyFile, tmp_path: Path) -> None:
    kept.put(ONE)
    copy = tmp_path / "copy"
    copy.write_text(key_text(OTHER), "ascii")
    err = (
        f"undermine key: {kept.path} holds another key already, and was left as it is;"
        " --force puts this one in its place and keeps the other aside\n"
    )
    assert undermine("key", "import", str(copy)) == (1, "", err)
    assert kept.load() == ONE


def test_import_by_force_tells_where_the_other_key_is(undermine: Command, kept: KeyFile, tmp_path: Path) -> None:
    kept.put(ONE)
    copy = tmp_path / "copy"
    copy.write_text(key_text(OTHER), "ascii")
    aside = kept.path.with_name("identity.key.old-1")
    out = f"the key that was there before is now in {aside}\nyour key is {known_as(OTHER)}\n"
    assert undermine("key", "import", "--force", str(copy)) == (0, out, "")
    assert (kept.load(), KeyFile(aside).load()) == (OTHER, ONE)


NO_KEYS = {
    b"": "this is not a key of undermine",
    b"\xff\0": "this is not a key of undermine",
    key_text(ONE).encode()[:40]: "this key is damaged, a part of its line is missing or wrong; use a copy of it",
    b"undermine-key-7 AAAA": "this key was written by a version of undermine that this one does not know",
}


@pytest.mark.parametrize("content", NO_KEYS)
def test_a_file_without_a_key_is_not_imported(
    undermine: Command, kept: KeyFile, tmp_path: Path, content: bytes
) -> None:
    copy = tmp_path / "copy"
    copy.write_bytes(content)
    assert undermine("key", "import", str(copy)) == (2, "", f"undermine key: {copy}: {NO_KEYS[content]}\n")
    assert not kept.path.exists()


@pytest.mark.parametrize("content", NO_KEYS)
def test_a_line_that_is_no_key_is_not_imported(
    undermine: Command, kept: KeyFile, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    typed(monkeypatch, content)
    assert undermine("key", "import", "-") == (2, "", f"undermine key: standard input: {NO_KEYS[content]}\n")
    assert not kept.path.exists()


def test_import_of_a_file_that_is_not_there(undermine: Command, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    err = f"undermine key: {copy}: cannot be read: No such file or directory\n"
    assert undermine("key", "import", str(copy)) == (2, "", err)


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no modes")
def test_a_key_that_others_can_read_is_not_used(undermine: Command, kept: KeyFile, tmp_path: Path) -> None:
    kept.put(ONE)
    kept.path.chmod(0o644)
    for arguments in (["show"], ["show", "--new"], ["export", str(tmp_path / "copy")]):
        result = undermine("key", *arguments)
        assert (result.code, result.out) == (2, "")
        assert result.err.endswith(f"so it is not used; run: chmod 600 {kept.path}\n")
    assert not (tmp_path / "copy").exists()


@pytest.mark.parametrize("arguments", [[], ["burn"], ["import"], ["export"], ["show", "--jason"]])
def test_wrong_usage(undermine: Command, arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        undermine("key", *arguments)
    assert ended.value.code == 2


def test_a_profile_that_cannot_be(undermine: Command) -> None:
    result = undermine("--profile", "../eva", "key", "show")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("undermine key: '../eva' cannot name a profile")
