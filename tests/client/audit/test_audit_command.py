"""The command `undermine audit`: verdicts, exit codes, what it says, and that no bytes bring it down."""

import errno
import io
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import client
from client.audit import files as command
from client.main import main
from protocol.audit.audit import audit
from protocol.log.faults import Code
from protocol.log.records import MAGIC, Kind, RecordType, record
from protocol.modes.dealer.kinds import DealerKind
from tests.protocol.audit.asked import Capture, Play, Write, told_json
from tests.protocol.audit.changed import cut_after_head, edited, entries, first_of, flip_body, stacked, without_close
from tests.stories.cheats.games import every_kind
from tests.stories.cheats.tiny import tiny_mine
from tests.support.threats import threat

ROOT = Path(client.__file__).parent.parent


# Verdicts


def test_a_fair_game_is_verified_and_the_report_says_what_it_is(play: Play, write: Write, capsys: Capture) -> None:
    data = play()
    file = write("fair.umlog", data)
    assert main(["audit", file]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    lines = out.splitlines()
    assert lines[0] == f"{file}: VERIFIED, confirmed by 3 of 3 people"
    assert f"  phrase     {' '.join(audit(data).phrase)}" in lines
    assert "  rules      base" in lines
    assert "  end        confirmed by 3 of 3 people" in lines
    assert f"  entries    {len(entries(data))} signed by the server, {len(data)} bytes" in lines
    assert re.search(r"^  table      [0-9a-f]{16}$", out, re.MULTILINE)
    key = r"[A-Z2-7]{4}(-[A-Z2-7]{4}){4}"
    assert re.search(rf"^  server     {key}$", out, re.MULTILINE)
    for seat in range(3):
        assert re.search(rf"^  seat {seat}     {key}  Player {seat + 1}$", out, re.MULTILINE)


def test_the_report_ends_with_what_it_does_not_prove(play: Play, write: Write, capsys: Capture) -> None:
    main(["audit", write("fair.umlog", play())])
    assert capsys.readouterr().out.endswith(
        "  This does not prove:\n"
        "    - that nothing was cut off after the last entry\n"
        "    - who stands behind a key\n"
        "    - that the dealer kept what it saw to itself\n"
        "    - that friends did not talk\n\n"
    )


def test_bots_of_the_server_are_named_and_warned_of(play: Play, write: Write, capsys: Capture) -> None:
    assert main(["audit", write("bots.umlog", play(server_bots=1))]) == 0
    out = capsys.readouterr().out
    assert "  seat 2     bot random, revision 1, of the server\n" in out
    assert "confirmed by 2 of 2 people" in out
    assert "every move of the server's bots was checked" in out
    assert "they belong to the server and may know everything" in out


def test_without_the_bots_the_sentence_says_so(play: Play, write: Write, capsys: Capture) -> None:
    assert main(["audit", "--no-bots", write("bots.umlog", play(server_bots=1))]) == 0
    out = capsys.readouterr().out
    assert "was shuffled fairly; but the moves of the server's bots were not checked." in out
    assert "note       the moves of the server's bots were not checked" in out
    assert main(["audit", "--no-bots", write("none.umlog", play())]) == 0
    assert "worked out again" not in capsys.readouterr().out


class _Looked(io.StringIO):
    """Standard error, with a person in front of it."""

    def isatty(self) -> bool:
        return True


def test_how_far_the_bots_are_is_shown_to_a_person_and_leaves_nothing(
    play: Play, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, shown = write("bots.umlog", play(server_bots=1)), _Looked()
    monkeypatch.setattr(sys, "stderr", shown)
    assert main(["audit", file]) == 0
    assert re.search(r"\[#*\.*\] \d+ of \d+", shown.getvalue())
    assert shown.getvalue().endswith("\r\x1b[K")


def test_an_end_that_somebody_did_not_sign_is_a_note(write: Write, capsys: Capture) -> None:
    assert main(["audit", write("open.umlog", without_close("one", seat=1))]) == 0
    out = capsys.readouterr().out
    assert "confirmed by 2 of 3 people" in out
    assert "  note       the end was not confirmed by: seat 1\n" in out


@pytest.mark.parametrize("heads", [1, 20])
def test_a_log_that_stops_is_unproven(play: Play, write: Write, capsys: Capture, heads: int) -> None:
    code, found = told_json(capsys, write("cut.umlog", cut_after_head(play(), heads)))
    assert code == 3
    [file] = found["files"]
    assert (file["verdict"], file["reason_code"]) == ("UNPROVEN", "ends-before-seeds")
    assert file["reason"] == f"the file ends at entry {file['entries']}, before the seeds were opened"
    assert (found["files"][0]["phrase"] is None) == (heads < 2)


def test_a_log_cut_in_the_middle_of_a_record_is_unproven(play: Play, write: Write, capsys: Capture) -> None:
    assert main(["audit", write("cut.umlog", play()[:-7])]) == 3
    assert re.search(r"UNPROVEN\n  The file is damaged at entry \d+ ", capsys.readouterr().out)


def test_a_stacked_deck_is_refuted_with_the_key_at_fault_and_the_evidence(write: Write, capsys: Capture) -> None:
    data = stacked("one")
    code, found = told_json(capsys, write("stacked.umlog", data))
    [file] = found["files"]
    assert (code, file["verdict"]) == (1, "REFUTED")
    [finding] = file["findings"]
    assert finding["code"] == "deal/stacked"
    assert finding["entry"] == first_of(data, DealerKind.DECK_COMMIT)
    assert finding["at_fault"] == file["server"]
    assert finding["evidence"] == "slot 27 is not the card that the seeds give"
    assert file["notes"] == []  # the server has signed it
    assert main(["audit", write("stacked.umlog", data)]) == 1
    told = " ".join(capsys.readouterr().out.split())
    whose = f"the server, whose key is {file['server']['fingerprint']}"
    where = f"Fault at entry {finding['entry']}, DECK_COMMIT of the server in round 0"
    what = "The deck was not shuffled fairly: the seeds give other cards."
    assert f"{where}: {what} At fault: {whose}. Evidence: {finding['evidence']} (deal/stacked)." in told


def test_a_file_that_its_holder_changed_is_not_verified(play: Play, write: Write, capsys: Capture) -> None:
    data = play()
    at = first_of(data, Kind.ACT)
    code, found = told_json(capsys, write("edited.umlog", edited(data, at, flip_body)))
    [file] = found["files"]
    assert (code, file["verdict"], file["reason_code"]) == (3, "UNPROVEN", "damaged")
    assert file["findings"] == []
    assert file["entries"] < at


def test_what_happened_beside_the_game_is_told(write: Write, capsys: Capture) -> None:
    """Time that ran out, absence, complaints, protests: worth knowing, and no reason for another verdict."""
    _, data = every_kind()
    with tiny_mine():
        code, found = told_json(capsys, write("every.umlog", data))
    [file] = found["files"]
    assert (code, file["verdict"], file["findings"]) == (0, "VERIFIED", [])
    assert {note["code"] for note in file["notes"]} == {
        "timeouts",
        "pauses",
        "absences",
        "complaint",
        "protest",
        "not-logged",
    }


# What is no log


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"A text.\n",
        "Ein Würfel\n".encode("utf-16"),
        MAGIC,
        MAGIC[:-1],
        MAGIC + b"\1",
        MAGIC + record(RecordType.HEAD, bytes(68)),
        MAGIC + record(RecordType.ENTRY, b""),
        MAGIC + b"\1\xff\xff\xff\xff",
        b"\x1b[2J\x1b]0;title\x07",
    ],
)
def test_what_is_no_log_is_unreadable(write: Write, capsys: Capture, data: bytes) -> None:
    file = write("other.umlog", data)
    assert main(["audit", file]) == 2
    out, err = capsys.readouterr()
    assert out.startswith(f"{file}: UNREADABLE\n  This cannot be judged: ")
    assert err == ""


def test_a_table_that_is_no_table_names_nobody(write: Write, capsys: Capture) -> None:
    code, found = told_json(capsys, write("odd.umlog", MAGIC + record(RecordType.TABLE, b"\x80")))
    [file] = found["files"]
    assert (code, file["verdict"], file["reason_code"]) == (2, "UNREADABLE", "damaged")
    assert file["findings"] == []
    assert main(["audit", file["file"]]) == code
    assert capsys.readouterr().out.startswith(f"{file['file']}: {file['verdict']}\n")


def test_random_bytes_never_bring_it_down(play: Play, write: Write, capsys: Capture) -> None:
    chance, data = random.Random(1), play()
    for number in range(40):
        damaged = bytearray(data[: chance.randrange(20, len(data))])
        for _hit in range(chance.choice([0, 1, 3])):
            damaged[chance.randrange(16, len(damaged))] = chance.randrange(256)
        rest = chance.randbytes(chance.choice([0, 1, 300]))
        start = bytes(damaged) if number % 3 else MAGIC
        code, found = told_json(capsys, write("damaged.umlog", start + rest))
        assert code in {2, 3}
        assert "this program failed" not in found["files"][0]["reason"]


def test_a_fault_of_the_program_itself_is_told_and_proves_nothing(
    play: Play, write: Write, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(data: bytes, **_options: object) -> None:
        raise KeyError(len(data))

    monkeypatch.setattr(command, "audit", broken)
    assert main(["audit", write("fair.umlog", play())]) == 2
    assert "this program crashed on it (KeyError); please report it" in capsys.readouterr().out


def test_a_missing_file(capsys: Capture, tmp_path: Path) -> None:
    assert main(["audit", str(tmp_path / "none")]) == 2
    assert capsys.readouterr() == ("", f"{tmp_path / 'none'}: cannot be read: No such file or directory\n")


def test_a_name_that_no_system_takes(capsys: Capture) -> None:
    assert main(["audit", "a\0b"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("a\\x00b: cannot be read: ")


def test_a_file_that_may_not_be_read(write: Write, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(*_arguments: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    file = write("closed.umlog", b"")
    monkeypatch.setattr(Path, "open", closed)  # not by its mode: root may read everything
    assert main(["audit", file]) == 2
    assert capsys.readouterr() == ("", f"{file}: cannot be read: Permission denied\n")


def test_a_name_cannot_command_the_terminal(play: Play, write: Write, capsys: Capture) -> None:
    assert main(["audit", write("a\x1b[31mb.umlog", play())]) == 0
    assert main(["audit", "-q", write("a\x1b[31mb.umlog", b"")]) == 2
    out, err = capsys.readouterr()
    assert "a\\x1b[31mb.umlog: VERIFIED" in out
    assert "\x1b" not in out + err


def test_a_huge_file(write: Write, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "LARGEST", 1 << 20)
    file = write("huge.umlog", bytes(1 << 20) + b"x")
    assert main(["audit", file]) == 2
    assert capsys.readouterr() == ("", f"{file}: is larger than 1 MiB: no log of a game is\n")
    assert told_json(capsys, file)[1]["files"][0]["verdict"] == "UNREADABLE"


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a device that never ends")
def test_a_file_without_an_end(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "LARGEST", 1 << 20)
    assert main(["audit", "/dev/zero"]) == 2
    assert "is larger than 1 MiB" in capsys.readouterr().err


# Phrases


def test_the_phrase_that_was_shown(play: Play, write: Write) -> None:
    file, words = write("fair.umlog", play()), audit(play()).phrase
    for said in ("  ".join(words).upper(), "-".join(words), ", ".join(words) + "\n"):
        assert main(["audit", file, "--phrase", said]) == 0


def test_another_phrase_is_told_and_counts(play: Play, write: Write, capsys: Capture) -> None:
    file, words = write("fair.umlog", play()), " ".join(audit(play()).phrase)
    for said, more in (("zoo zoo zoo zoo zoo", ""), (f"{words} x", "the word “x”"), ("", "the word “”")):
        assert main(["audit", file, "--phrase", said]) == 1
        out = capsys.readouterr().out
        assert f"OTHER PHRASE: the phrase of this log is “{words}”: it is not your table" in out
        assert more in out
    assert main(["audit", "-q", file, "--phrase", "zoo zoo zoo zoo zoo"]) == 1
    assert words in capsys.readouterr().out
    code, found = told_json(capsys, file, "--phrase", "zoo zoo zoo zoo zoo")
    assert (code, found["files"][0]["verdict"]) == (1, "VERIFIED")
    assert found["files"][0]["phrase_mismatch"]


def test_a_log_that_has_no_phrase_yet(play: Play, write: Write, capsys: Capture) -> None:
    assert main(["audit", write("cut.umlog", cut_after_head(play(), 1)), "--phrase", "a b c d e"]) == 3
    assert "OTHER PHRASE: the log does not reach the point where the phrase is known" in capsys.readouterr().out


# Several files


def test_the_worst_file_is_the_exit_code(play: Play, write: Write, capsys: Capture) -> None:
    good, cut, bad = write("a", play()), write("b", play("two")[:-7]), write("c", b"")
    wrong = write("d", stacked("one"))
    for files, code in (([cut, good], 3), ([bad, good], 2), ([bad, wrong], 1), ([good, bad, cut], 2)):
        assert main(["audit", *files]) == code
    assert capsys.readouterr().out.endswith("1 VERIFIED, 1 UNPROVEN, 1 UNREADABLE\n")


def test_files_that_are_prefixes_of_each_other_agree(play: Play, write: Write, capsys: Capture) -> None:
    files = [write("short", cut_after_head(play(), 9)), write("whole", play()), write("cut", play()[:-30])]
    code, found = told_json(capsys, *files, write("other", play("two")))
    assert (code, found["compared"]["findings"]) == (3, [])


@threat("log-forked", Code.FORKED)
def test_two_logs_of_one_table_are_forked(play: Play, write: Write, capsys: Capture) -> None:
    logs = [play("one", "random"), play("one", "steady")]
    one, other = [write(name, data) for name, data in zip(("one", "other"), logs, strict=True)]
    pairs = zip(*map(entries, logs), strict=False)
    differs = next(at for at, (a, b) in enumerate(pairs, start=1) if a != b)
    code, found = told_json(capsys, one, other)
    assert code == 1
    assert [file["verdict"] for file in found["files"]] == ["VERIFIED", "VERIFIED"]
    assert (found["verdict"], found["compared"]["notes"]) == ("REFUTED", [])
    [fork] = found["compared"]["findings"]
    assert (fork["code"], fork["entry"], set(fork["files"])) == ("log/forked", differs, {one, other})
    assert fork["at_fault"] == found["files"][0]["server"]
    assert main(["audit", "-q", one, other]) == 1
    out = capsys.readouterr().out
    assert out.startswith("REFUTED ")
    assert f"log/forked at entry {differs}, by {fork['at_fault']['fingerprint']}: " in out


def test_what_the_server_has_not_signed_proves_no_fork(play: Play, write: Write, capsys: Capture) -> None:
    data = play()
    false = edited(data, first_of(data, Kind.ACT), flip_body)
    assert told_json(capsys, write("true", data), write("false", false))[1]["compared"]["findings"] == []


# Folders


def test_a_folder_gets_a_line_for_each_log(play: Play, write: Write, capsys: Capture, tmp_path: Path) -> None:
    one, two = write("a.umlog", play()), write("more/b.umlog", play("two")[:-7])
    write("notes.txt", b"not looked at")
    assert main(["audit", str(tmp_path)]) == 3
    first, second, summary = capsys.readouterr().out.splitlines()
    assert first == f"VERIFIED    {one}  {' '.join(audit(play()).phrase)}, confirmed by 3 of 3 people"
    assert second.startswith(f"UNPROVEN    {two}  the file is damaged at entry ")
    assert summary == "1 VERIFIED, 1 UNPROVEN"


def test_a_folder_without_logs(capsys: Capture, tmp_path: Path) -> None:
    assert main(["audit", str(tmp_path)]) == 2
    assert capsys.readouterr() == ("", f"{tmp_path}: there is no .umlog file in this folder\n")


def test_a_folder_named_like_a_log_is_no_log(play: Play, write: Write, tmp_path: Path) -> None:
    (tmp_path / "odd.umlog").mkdir()
    write("fair.umlog", play())
    assert main(["audit", str(tmp_path)]) == 0


def test_quiet_says_only_what_is_not_verified(play: Play, write: Write, capsys: Capture) -> None:
    good, bad = write("good", play()), write("bad", b"")
    assert main(["audit", "--quiet", good]) == 0
    assert capsys.readouterr() == ("", "")
    assert main(["audit", "--quiet", good, bad]) == 2
    assert capsys.readouterr() == (f"UNREADABLE  {bad}  this cannot be judged: this is not a log of the game\n", "")


# For programs


FILE_KEYS = [
    *("file", "verdict", "reason", "reason_code", "bytes", "entries", "phrase", "phrase_mismatch", "table", "rules"),
    *("server", "predecessor", "ended", "confirmed_by", "bots_checked", "except_rules", "seats", "findings"),
    *("notes", "not_proven"),
]


def test_the_json_keeps_its_form(play: Play, write: Write, capsys: Capture, tmp_path: Path) -> None:
    """A name in it may be added; one that goes or changes its meaning raises `format`."""
    files = [write("bots", play(server_bots=1)), write("stacked", stacked("one")), write("bad", b"")]
    code, found = told_json(capsys, *files, str(tmp_path / "missing"))
    assert code == 1
    assert list(found) == ["format", "verdict", "exit_code", "files", "compared"]
    assert list(found["compared"]) == ["findings", "notes"]
    assert (found["format"], found["verdict"]) == (2, "REFUTED")
    assert [list(file) for file in found["files"]] == [FILE_KEYS] * 4
    bots, crooked, bad, missing = found["files"]
    assert bots["file"] == files[0]
    assert [list(seat) for seat in bots["seats"]] == [["seat", "person", "name", "bot", "confirmed_end"]] * 3
    assert [seat["bot"] for seat in bots["seats"]] == [None, None, {"name": "random", "rev": 1}]
    assert [seat["name"] for seat in bots["seats"]] == ["Player 1", "Player 2", None]
    assert [seat["confirmed_end"] for seat in bots["seats"]] == [True, True, False]
    assert (bots["predecessor"], bots["ended"]["reason"], bots["ended"]["seats"]) == (None, "finished", [])
    assert (bots["reason_code"], bots["confirmed_by"], bots["bots_checked"]) == (None, [0, 1], True)
    assert list(bots["server"]) == ["key", "fingerprint"]
    assert bots["notes"] == [
        {"code": "bots-checked", "seat": None, "text": "every move of the server's bots was checked"}
    ]
    assert [limit["code"] for limit in bots["not_proven"]] == ["cut-off", "who", "dealer", "talk", "bots"]
    assert [list(finding) for finding in crooked["findings"]] == [["code", "entry", "at_fault", "evidence"]]
    for nothing in (bad, missing):
        assert nothing["verdict"] == "UNREADABLE"
        assert nothing["reason"]
        assert (nothing["server"], nothing["table"], nothing["seats"], nothing["phrase"]) == (None, None, [], None)


def test_as_a_program_of_its_own(play: Play, write: Write) -> None:
    file = write("grüße.umlog", play())
    line = [sys.executable, "-m", "client.main", "audit", file]
    environment = os.environ | {"PYTHONIOENCODING": "ascii:strict"}
    done = subprocess.run(line, cwd=ROOT, env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\\xfc" in done.stdout.splitlines()[0]
