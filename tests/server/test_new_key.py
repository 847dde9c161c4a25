"""A server's key hands over to a new one, and a client that knew the one before takes it for the same server."""

import os
from pathlib import Path
from unittest.mock import patch

import pytest

from client.profile.known_servers import KeyChanged, KnownServers, WrongPin
from protocol.keys import secretfile
from protocol.keys.identity import Identity, pin
from protocol.wire.invite import Invite
from protocol.wire.succession import MOST_STATEMENTS, Statement, keys_before, line_to
from server import main as command
from server.store.identity_file import load_older, load_or_make

A, B, C, OTHER = (Identity(bytes([number]) * 32) for number in (1, 2, 3, 4))
HERE = Invite("mine.example")


def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UNDERMINE_SERVER_DATA_DIR", str(tmp_path / "server"))
    return tmp_path / "server"


def keys(place: Path) -> list[str]:
    """The one that holds, then those before, the newest first."""
    now = load_or_make(place / "server.key", os.urandom)
    line = keys_before(now.public, line_to(now, load_older(place / "older-keys", now)))
    return [pin(key) for key in (now.public, *line)]


def test_each_new_key_is_vouched_for_by_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = folder(tmp_path, monkeypatch)
    assert command.main(["new-key"]) == 0
    [second, first] = keys(place)
    told = capsys.readouterr().out
    assert f"the pin before: {first}" in told
    assert f"the pin now:    {second}" in told
    assert command.main(["new-key"]) == 0
    [_third, *before] = keys(place)
    assert before == [second, first]
    assert (place / "older-keys").stat().st_mode & 0o077 == 0


def test_a_process_that_is_killed_halfway_leaves_the_key_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = folder(tmp_path, monkeypatch)
    assert command.main(["new-key"]) == 0
    before = keys(place)
    written = secretfile.write_whole

    def killed(path: Path, content: bytes) -> None:
        if path.name == "server.key":
            raise KeyboardInterrupt
        written(path, content)

    with patch("server.store.identity_file.write_whole", killed), pytest.raises(KeyboardInterrupt):
        command.main(["new-key"])
    assert keys(place) == before
    assert command.main(["new-key"]) == 0
    assert keys(place)[1:] == before


def test_a_line_that_is_no_key_is_told_and_nothing_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = folder(tmp_path, monkeypatch)
    command.main(["new-key"])
    (place / "older-keys").write_text("nonsense\n")
    key = (place / "server.key").read_bytes()
    assert command.main(["new-key"]) == 1
    assert "older-keys: this is not a key of undermine" in capsys.readouterr().err
    assert (place / "server.key").read_bytes() == key


def test_only_statements_that_lead_to_the_key_and_hold_count() -> None:
    first, second = line_to(C, [A, B])
    forged = Statement(before=OTHER.public, after=A.public, signature=first.signature)
    assert keys_before(C.public, (first, second)) == (B.public, A.public)
    assert keys_before(C.public, (forged, first, second)) == (B.public, A.public)
    assert keys_before(C.public, (second, first)) == ()
    assert keys_before(C.public, (first,)) == ()
    assert keys_before(OTHER.public, (first, second)) == ()
    for part in ("before", "after"):
        changed = {"before": first.before, "after": first.after, "signature": first.signature, part: OTHER.public}
        assert A.public not in keys_before(C.public, (Statement(**changed), second))
    round_ = line_to(A, [A, B])
    assert keys_before(A.public, round_) == (B.public,), "it ends where it began"
    assert len(line_to(C, [A, B] * MOST_STATEMENTS)) == MOST_STATEMENTS


def test_a_client_knows_the_new_key_by_the_one_before_and_no_other(tmp_path: Path) -> None:
    known = KnownServers(tmp_path / "known")
    known.meet(HERE, A.public)
    with pytest.raises(KeyChanged):
        known.meet(HERE, B.public)
    assert known.meet(HERE, B.public, [A.public]) == ""
    assert known.pin_of(HERE) == pin(B.public)
    assert known.meet(HERE, C.public, [B.public, A.public]) == ""
    with pytest.raises(KeyChanged):
        known.meet(HERE, A.public)
    link = Invite("mine.example", pin=pin(A.public))
    assert known.meet(link, C.public, [B.public, A.public]) == ""
    with pytest.raises(WrongPin):
        known.meet(link, C.public, [B.public])
    with pytest.raises(WrongPin):
        known.meet(Invite("mine.example", pin=pin(OTHER.public)), C.public, [B.public])
