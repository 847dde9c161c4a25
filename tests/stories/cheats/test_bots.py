"""Bots of the server are checked move by move: a better legal move in the place of the bot's own is found."""

from typing import Any
from unittest.mock import patch

import pytest

from client.audit.notes import notes_of
from client.words.verdict import meaning
from engine.bots import BOTS
from engine.bots.bot import Bot
from engine.front import choices
from engine.rules import parse
from protocol.audit.audit import Verdict, Why, audit
from protocol.host.host import Host
from protocol.host.selfplay import SelfPlay, from_seed
from protocol.log import bodies
from protocol.log.faults import Code, Finding
from protocol.log.records import Entry, HeadRecord, Kind, RecordType, records
from tests.support.tables_at_play import without_texts
from tests.support.threats import threat


def game(bot: Bot, server_bots: int) -> SelfPlay:
    return SelfPlay(parse("base"), 4, [bot], from_seed(b"bots"), server_bots=server_bots)


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("server_bots", [1, 3])
def test_honest_bots_are_worked_out_again(name: str, server_bots: int) -> None:
    report = audit(game(BOTS[name], server_bots).play())
    assert (report.verdict, report.bots_checked, report.findings) == (Verdict.VERIFIED, True, [])


def test_a_table_without_bots_has_none_to_check() -> None:
    report = audit(game(BOTS["random"], 0).play())
    assert (report.verdict, report.bots_checked) == (Verdict.VERIFIED, False)


@threat("bot-better", Code.BOT)
def test_another_legal_move_in_the_place_of_a_bots_own() -> None:
    played = game(BOTS["random"], 1)
    honest, key = played.host.act_for_bot, played.host.setting.server_key
    wrong: list[tuple[int, Any, Any]] = []

    def act_for_bot(seat: int, act: Any) -> list[object]:
        legal = choices(played.host._bots[0]._players[seat].view)
        if not wrong and len(legal) > 1:
            other = next(other for other in legal if other != act)
            wrong.append((played.host.next_seq, act, other))
            act = other
        return honest(seat, act)

    played.host.act_for_bot = act_for_bot  # type: ignore[method-assign]
    log = played.play()
    assert audit(log, bots=False).verdict is Verdict.VERIFIED
    report = audit(log)
    assert report.verdict is Verdict.REFUTED
    [(at, due, other)] = wrong
    told = f"the bot of seat 3 would have played {due}, the server played {other}"
    assert report.findings[0] == Finding(Code.BOT, at, key, told)


def test_it_is_told_how_far_the_check_has_come() -> None:
    log, told = game(BOTS["random"], 1).play(), list[tuple[int, int]]()
    report = audit(log, progress=lambda done, total: told.append((done, total)))
    assert told == [(done, report.entries) for done in range(1, report.entries + 1)]


# Other revisions


def of_revision(rev: int) -> Bot:
    """`random` in another revision: it takes the last act that is legal."""
    old = BOTS["random"]
    return Bot("random", rev, old.memory, old.remember, lambda memory, view, chance: choices(view)[-1])


def test_an_earlier_revision_of_table_is_not_checked_again_and_the_audit_says_so() -> None:
    log = game(BOTS["random"], 1).play()
    with patch.dict(BOTS, {"random": of_revision(2)}):
        report = audit(log)
    assert (report.verdict, report.findings, report.bots_checked) == (Verdict.VERIFIED, [], False)
    why = "seat 3 is the bot 'random' in revision 1, which this program does not have"
    assert report.bots_left_out_why == why
    assert meaning(report).endswith("but the moves of the server's bots were not checked")
    assert report.follower is not None
    [note] = [note for note in notes_of(report, report.follower) if note.code == "bots-not-checked"]
    assert note.text.endswith(why)


def test_a_later_revision_of_table_leaves_the_log_unproven() -> None:
    """Else a made-up revision would be as good as a known one."""
    with patch.dict(BOTS, {"random": of_revision(99)}):
        log = game(BOTS["random"], 1).play()
    report = audit(log)
    assert (report.verdict, report.why, report.findings) == (Verdict.UNPROVEN, Why.BOTS, [])
    assert report.detail == "seat 3 is the bot 'random' in revision 99, which this program does not have"


def started_again(played: SelfPlay) -> None:
    """Another program of the server takes the table up from what is stored."""
    old, setting = played.host, played.host.setting
    author = setting.mode.author(setting, played.server.secrets)
    host = Host(setting, played.table, author, played.server.sign_head, lambda: 0)
    for kind, payload in records(old.file):
        if kind == RecordType.ENTRY:
            host.restore(Entry.from_bytes(payload))
        elif kind == RecordType.HEAD:
            host.take_head(HeadRecord.from_bytes(payload))
    played.host = host
    host.watchers.append(played._deliver)


def changed_server(*, waits: bool) -> tuple[bytes, int]:
    """The log of a game in which the server was updated, and the first entry after that."""
    played = game(BOTS["random"], 1)
    played.agree()
    played.host.advance()
    while played.host.next_seq < 60:
        played.move()
        played.commit()
    first = played.host.next_seq
    with patch.dict(BOTS, {"random": of_revision(2)}):
        started_again(played)
        played.host._told_of_bots = not waits
        while not played.host.follower.ended:
            if played.host.bots_are_held:
                before = played.host.next_seq
                played.host.advance()
                played.host.time_up()
                assert played.host.next_seq == before, "no bot plays, and none is late, before a player was told"
                note = bodies.Note(salt=bytes(16), what=bodies.OTHER_BOTS, data=b"")
                played.host.take(played.people[0].say(Kind.NOTE, note))
                played.host.advance()
            else:
                played.move()
            played.commit()
        assert audit(played.host.file).verdict is Verdict.VERIFIED, "what the later revision played is its own"
    return played.host.file, first


def test_a_table_goes_on_with_the_bots_of_a_newer_server_and_accuses_nobody() -> None:
    log, first = changed_server(waits=True)
    report = audit(log)
    assert (report.verdict, report.why, report.findings) == (Verdict.UNPROVEN, Why.BOTS, [])
    told = int(report.detail.split()[2])
    assert told >= first
    assert report.detail == f"behind entry {told} seat 3 may be a bot in another revision than TABLE names"


def test_a_server_that_tells_no_player_is_refuted() -> None:
    log, first = changed_server(waits=False)
    report = audit(log)
    assert report.verdict is Verdict.REFUTED
    assert report.findings[0].code is Code.BOT
    assert report.findings[0].at >= first


def test_without_the_text_of_the_note_no_server_is_accused() -> None:
    log, _ = changed_server(waits=True)
    report = audit(without_texts(log))
    assert (report.verdict, report.why, report.findings) == (Verdict.UNPROVEN, Why.BOTS, [])


def test_a_note_of_a_player_clears_no_bot_that_played_as_it_should() -> None:
    played = game(BOTS["random"], 1)
    played.agree()
    note = bodies.Note(salt=bytes(16), what=bodies.OTHER_BOTS, data=b"")
    played.host.take(played.people[0].say(Kind.NOTE, note))
    played.host.advance()
    while not played.host.follower.ended:
        played.move()
        played.commit()
    report = audit(played.host.file)
    assert (report.verdict, report.bots_checked) == (Verdict.VERIFIED, True)


def test_a_bot_that_this_program_does_not_have_leaves_the_log_unproven() -> None:
    stranger = Bot("stranger", 7, *(getattr(BOTS["random"], part) for part in ("memory", "remember", "choose")))
    with patch.dict(BOTS, {"stranger": stranger}):
        log = game(stranger, 1).play()
        assert audit(log).bots_checked
    report = audit(log)
    assert (report.verdict, report.why, report.bots_checked) == (Verdict.UNPROVEN, Why.BOTS, False)
    assert report.detail == "seat 3 is the bot 'stranger' in revision 7, which this program does not have"
    assert audit(log, bots=False).verdict is Verdict.VERIFIED
