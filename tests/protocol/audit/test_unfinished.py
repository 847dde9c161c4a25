"""Games that were not played to their end: UNFINISHED if all is proved up to there, and who ended it and after what."""

import pytest

from client.main import main
from protocol.audit.audit import Verdict, Why, audit
from protocol.host.selfplay import SelfPlay
from protocol.log import bodies
from protocol.log.faults import Code
from protocol.log.records import Kind
from tests.protocol.audit.asked import Capture, Play, Write, told_json
from tests.protocol.audit.changed import Stacked, cut_after_head, game
from tests.stories.cheats.games import said
from tests.stories.cheats.scenes import Scene, scene
from tests.stories.cheats.test_seeds_and_ends import ended, game_opened, late
from tests.support.dealing import kind_of
from tests.support.threats import threat


def stopped(table: Scene, *, opened: bool = True) -> bytes:
    return ended(table, "stopped", table.own_turn(), opened=opened)


def dissolved(table: Scene, kind: int) -> bytes:
    """Seats 1 and 2 have not said this in time."""
    opened = late(said(Kind.GAME_OPEN, game_opened(table, (0, 1, 2, 3), (1, 2, 3)), 0))
    end = said(Kind.END, bodies.End(reason="dissolved", seats=[1, 2]), 0)
    return table.until(table.place(kind, 1), opened, end)


def abandoned() -> bytes:
    """All leave after a few moves."""
    played = game("gone")
    played.agree()
    played.host.advance()
    played.commit()
    for _turn in range(5):
        played.move()
        played.commit()
    for person in played.people:
        played.host.take(person.say(Kind.LEAVE, bodies.Nothing()))
        played.host.advance()
    played.commit()
    return played.host.file


@threat("game-stopped")
def test_a_game_that_the_server_stopped_is_unfinished_and_says_after_what(write: Write, capsys: Capture) -> None:
    table = scene()
    file = write("stopped", stopped(table))
    last = table.entries[table.own_turn() - 1]
    assert main(["audit", file]) == 4
    out = capsys.readouterr().out
    assert out.startswith(f"{file}: UNFINISHED\n")
    told = f"the server stopped it after entry {last.seq} ({kind_of(last).name} of "
    assert f"  Everything so far is right, but the game was not finished: {told}" in out
    code, found = told_json(capsys, file)
    [one] = found["files"]
    assert (code, found["verdict"], one["verdict"], one["reason_code"]) == (
        4,
        "UNFINISHED",
        "UNFINISHED",
        "not-finished",
    )
    assert one["ended"] == {"reason": "stopped", "seats": [], "after_entry": last.seq}


def test_a_forked_table_is_unfinished(write: Write, capsys: Capture) -> None:
    table = scene()
    assert main(["audit", write("forked", ended(table, "forked", table.own_turn(), opened=True))]) == 4
    assert "it had signed two logs of this table" in capsys.readouterr().out


@pytest.mark.parametrize(("kind", "what"), [(Kind.SEAL, "seal"), (Kind.REVEAL, "seed")])
def test_a_dissolved_start_names_the_seats_on_the_servers_word(
    kind: int, what: str, write: Write, capsys: Capture
) -> None:
    assert main(["audit", write("dissolved", dissolved(scene(), kind))]) == 4
    told = f"the start was cancelled: the server says it waited for the {what} of seat 1, 2."
    assert told in capsys.readouterr().out


def test_an_abandoned_game_names_who_had_gone(write: Write, capsys: Capture) -> None:
    assert main(["audit", write("abandoned", abandoned())]) == 4
    out = capsys.readouterr().out
    assert "all people had gone (seat 0, 1, 2), and the server ended it after entry " in out
    assert "note       seat 1 left in entry " in out


def test_a_game_that_was_stopped_without_its_seeds_is_unproven(write: Write, capsys: Capture) -> None:
    assert main(["audit", write("closed", stopped(scene(), opened=False))]) == 3
    out = capsys.readouterr().out
    assert "UNPROVEN\n  The server stopped it after entry " in out
    assert ", and not all seeds were opened: the cards cannot be checked." in out


@threat("seed-withheld-game")
def test_seeds_withheld_after_the_last_score_have_a_sentence_of_their_own(write: Write, capsys: Capture) -> None:
    table = scene()
    at = table.place(Kind.GAME_OPEN)
    for cut in (at, at - 1):
        report = audit(table.until(cut))
        assert (report.verdict, report.why) == (Verdict.UNPROVEN, Why.WITHHELD)
    assert main(["audit", write("withheld", table.until(at))]) == 3
    told = f"The game was played to its last score, but the file ends at entry {at}, before the seeds were opened: "
    assert told in capsys.readouterr().out


def test_open_seeds_without_an_end(write: Write, capsys: Capture) -> None:
    table = scene()
    at = table.place(Kind.END)
    assert main(["audit", write("open", table.until(at))]) == 3
    assert f"The seeds are open, but the file ends at entry {at}, before the end." in capsys.readouterr().out


def test_a_card_that_is_wrong_is_found_in_a_game_that_was_stopped() -> None:
    """UNFINISHED says that all was worked out again up to there."""
    reports = []
    for kind in (SelfPlay, Stacked):
        played = game("early", kind)
        played.agree()
        played.host.advance()
        played.host.end("stopped")
        played.commit()
        reports.append(audit(played.host.file))
    assert [report.verdict for report in reports] == [Verdict.UNFINISHED, Verdict.REFUTED]
    assert [finding.code for finding in reports[1].findings] == [Code.STACKED]


def test_the_worst_of_several_in_their_order(play: Play, write: Write, capsys: Capture) -> None:
    good, early = write("good", play()), write("early", stopped(scene()))
    cut, bad = write("cut", cut_after_head(play("two"), 20)), write("bad", b"")
    for files, code in (([good, early], 4), ([early, cut, good], 3), ([cut, bad, early], 2)):
        assert told_json(capsys, *files)[0] == code
    assert main(["audit", "-q", good, early]) == 4
    assert capsys.readouterr().out.startswith("UNFINISHED  ")
