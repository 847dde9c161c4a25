"""`audit --evidence`: a file for a third person, which gives the same finding and holds no more than that needs."""

import json
from pathlib import Path
from typing import Any

import pytest

from client.main import main
from engine.bots import BOTS
from engine.front import choices
from engine.rules import parse
from protocol.audit.audit import Verdict, audit
from protocol.audit.evidence import EVIDENCE
from protocol.audit.story import story_of
from protocol.host.selfplay import SelfPlay, from_seed
from protocol.log import bodies
from protocol.log.records import MAGIC, TEXTS, Entry, HeadRecord, Kind, NotALog, RecordType, records
from protocol.wire.codec import encode
from tests.protocol.audit.asked import Capture, Play, Write, told_json
from tests.protocol.audit.changed import stacked
from tests.protocol.audit.tables import other_joins, same_people, table
from tests.stories.cheats.games import Forge, entries_of, whole_game
from tests.stories.cheats.scenes import Scene, scene
from tests.stories.cheats.test_tables import _signature, signed


def proved(capsys: Capture, tmp_path: Path, *files: str) -> tuple[dict[str, Any], dict[str, Any], bytes]:
    """What is found in the files, what is found in the evidence alone, and the evidence."""
    target = tmp_path / "evidence"
    code = main(["audit", "--json", "--evidence", str(target), *files])
    out, err = capsys.readouterr()
    assert (code, err) == (1, f"{target}: the evidence; it holds no secret, and others can audit it\n")
    found = json.loads(out)
    there = [*found["compared"]["findings"], *(finding for file in found["files"] for finding in file["findings"])]
    code, again = told_json(capsys, str(target))
    assert (code, again["verdict"]) == (1, "REFUTED")
    return there[0], again["files"][0]["findings"][0], target.read_bytes()


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all(one[name] == other[name] for name in ("code", "entry", "at_fault", "evidence"))


def illegal(place: Scene) -> bytes:
    """A seat signs a broken body and the server logs it, in the middle of a game that goes on."""
    at = place.own_turn()
    wrong = Entry(0, 0, Kind.ACT, place.entries[at].actor, 0, 10**6, 1, bytes(64), encode(bodies.Nothing()))
    return place.forge.write([*place.entries[:at], wrong, *place.entries[at:]])


def test_a_fault_in_one_log_is_proved_by_the_log_up_to_it(write: Write, capsys: Capture, tmp_path: Path) -> None:
    log = illegal(scene())
    one, other, evidence = proved(capsys, tmp_path, write("log", log))
    assert same(one, other)
    assert len(evidence) < len(log)
    heads = [HeadRecord.from_bytes(payload).seq for kind, payload in records(evidence) if kind == RecordType.HEAD]
    assert heads[-1] >= one["entry"] > heads[-2], "it ends with the first signature over the fault"


def test_the_first_signature_over_an_entry_may_stand_right_behind_it(play: Play) -> None:
    log = play()
    heads = [HeadRecord.from_bytes(payload).seq for kind, payload in records(log) if kind == RecordType.HEAD]
    story = story_of(log)
    assert story is not None
    assert [story.signed_from(seq) for seq in heads] == heads
    assert [story.signed_from(seq + 1) for seq in heads] == [*heads[1:], None]


def test_what_people_said_is_left_out(write: Write, capsys: Capture, tmp_path: Path) -> None:
    *_, evidence = proved(capsys, tmp_path, write("log", illegal(scene())))
    texts = [kind for kind, payload in records(evidence) if kind == RecordType.HEADER]
    whole = [Entry.from_bytes(payload) for kind, payload in records(evidence) if kind == RecordType.ENTRY]
    assert texts
    assert not any(entry.kind in TEXTS for entry in whole)


def test_a_stacked_deck_is_proved_with_the_seeds(write: Write, capsys: Capture, tmp_path: Path) -> None:
    one, other, _evidence = proved(capsys, tmp_path, write("log", stacked("one")))
    assert same(one, other)
    assert one["code"] == "deal/stacked"


def test_a_bot_that_was_played_for_is_proved(write: Write, capsys: Capture, tmp_path: Path) -> None:
    played = SelfPlay(parse("base"), 3, [BOTS["random"]], from_seed(b"bots"), server_bots=1)
    honest = played.host.act_for_bot
    wrong: list[object] = []

    def act_for_bot(seat: int, act: Any) -> list[object]:
        legal = choices(played.host._bots[0]._players[seat].view)
        if not wrong and len(legal) > 1:
            act = next(other for other in legal if other != act)
            wrong.append(act)
        return honest(seat, act)

    played.host.act_for_bot = act_for_bot  # type: ignore[method-assign]
    one, other, _evidence = proved(capsys, tmp_path, write("log", played.play()))
    assert same(one, other)
    assert one["code"] == "bot/otherwise"


def test_a_table_with_a_false_join_is_proved(write: Write, capsys: Capture, tmp_path: Path) -> None:
    one, other, _evidence = proved(capsys, tmp_path, write("log", signed(_signature)[1]))
    assert same(one, other)
    assert one["code"] == "table/join-signature"


# Two logs


def test_a_fork_is_proved_by_headers_and_two_signatures(
    play: Play, write: Write, capsys: Capture, tmp_path: Path
) -> None:
    files = [write("one", play("one", "random")), write("two", play("one", "steady"))]
    one, other, evidence = proved(capsys, tmp_path, *files)
    assert same(one, other)
    assert one["code"] == "log/forked"
    assert evidence.startswith(EVIDENCE)
    assert len(evidence) < min(len(play("one", bot)) for bot in ("random", "steady"))
    with pytest.raises(NotALog):
        list(records(evidence))


def test_a_join_in_two_tables_is_proved_by_both(write: Write, capsys: Capture, tmp_path: Path) -> None:
    logs = [table(same_people(seed, own=other_joins(range(1, 3)))).play() for seed in ("one", "two")]
    one, other, evidence = proved(capsys, tmp_path, *(write(str(at), log) for at, log in enumerate(logs)))
    assert same(one, other)
    assert one["code"] == "join/reused"
    assert len(evidence) < min(map(len, logs))


def test_evidence_about_a_fork_holds_no_body(play: Play, write: Write, capsys: Capture, tmp_path: Path) -> None:
    logs = play("one", "random"), play("one", "steady")
    *_, evidence = proved(capsys, tmp_path, *(write(str(at), log) for at, log in enumerate(logs)))
    shown = [entry.body for entry in entries_of(logs[0]) if len(entry.body) > 20]
    assert shown
    assert not any(body in evidence for body in shown)


def test_evidence_can_be_cut_and_then_proves_nothing(play: Play, write: Write, capsys: Capture, tmp_path: Path) -> None:
    files = [write("one", play("one", "random")), write("two", play("one", "steady"))]
    *_, evidence = proved(capsys, tmp_path, *files)
    for at in range(0, len(evidence) - 1, 97):
        assert audit(evidence[:at]).verdict is Verdict.UNREADABLE, at
    for at in range(len(EVIDENCE), len(evidence), 61):
        turned = bytearray(evidence)
        turned[at] ^= 16
        report = audit(bytes(turned))
        assert report.verdict in {Verdict.UNREADABLE, Verdict.REFUTED}
        assert all(finding.key == report.findings[0].key for finding in report.findings)


def test_a_log_against_itself_proves_nothing(play: Play) -> None:
    log = play()
    twice = b"".join(len(one).to_bytes(4, "little") + one for one in (log, log))
    report = audit(EVIDENCE + twice)
    assert (report.verdict, report.findings) == (Verdict.UNREADABLE, [])
    assert report.detail == "the two logs do not contradict each other"


# Where there is nothing to write


def test_an_honest_game_gives_nothing_to_prove(play: Play, write: Write, capsys: Capture, tmp_path: Path) -> None:
    target = tmp_path / "evidence"
    assert main(["audit", "-q", "--evidence", str(target), write("fair", play())]) == 0
    told = f"{target}: not written: no fault was found, so there is nothing to prove\n"
    assert capsys.readouterr() == ("", told)
    assert not target.exists()


def test_a_damaged_file_gives_nothing_to_prove(play: Play, write: Write, capsys: Capture, tmp_path: Path) -> None:
    target = tmp_path / "evidence"
    assert main(["audit", "-q", "--evidence", str(target), write("cut", play()[:-7])]) == 3
    assert "there is nothing to prove" in capsys.readouterr().err
    assert not target.exists()


def test_a_file_that_is_there_stays(write: Write, capsys: Capture, tmp_path: Path) -> None:
    target = tmp_path / "mine"
    target.write_text("mine")
    assert main(["audit", "--evidence", str(target), write("log", stacked("one"))]) == 2
    assert capsys.readouterr() == ("", f"{target}: is there already and was left as it is\n")
    assert target.read_text() == "mine"


def test_a_place_that_cannot_be_written(write: Write, capsys: Capture, tmp_path: Path) -> None:
    target = tmp_path / "none" / "evidence"
    assert main(["audit", "-q", "--evidence", str(target), write("log", stacked("one"))]) == 2
    assert capsys.readouterr().err == f"{target}: cannot be written: No such file or directory\n"


def test_the_evidence_is_a_log_of_its_own_where_one_log_is_enough(
    write: Write, capsys: Capture, tmp_path: Path
) -> None:
    game, log = whole_game()
    assert Forge(game).write(entries_of(log)).startswith(MAGIC)
    *_, evidence = proved(capsys, tmp_path, write("log", illegal(scene())))
    assert evidence.startswith(MAGIC)
