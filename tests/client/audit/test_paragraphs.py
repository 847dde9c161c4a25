"""An audit in paragraphs: the game, what came of it, what was checked when, and what is wrong."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from client.audit.files import examine
from client.audit.paragraphs import paragraphs
from client.main import main
from protocol.audit.audit import audit
from protocol.audit.reading import Reading
from tests.protocol.audit.asked import Play
from tests.support.audits import play, write

__all__ = ["play", "write"]
Write = Callable[[str, bytes], str]


def told(file: str) -> list[str]:
    return paragraphs(examine(Path(file), reading=Reading()))


def test_a_fair_game_names_players_winner_and_scores(play: Play, write: Write) -> None:
    text = told(write("fair.umlog", play(server_bots=1)))
    assert text[0].startswith("VERIFIED: every signature holds")
    assert text[1].startswith(
        "A game of base among Player_1, Player_2, Ann (a bot of the server). A log has no date; its file is of "
    )
    assert re.search(r"its file is of \d{4}-\d\d-\d\d \d\d:\d\d\.$", text[1])
    assert " win" in text[2]
    assert "Nuggets: Player_1 " in text[2]
    assert text[3].startswith("Before the first card (up to entry ")
    assert text[4].startswith("At each of ")
    assert text[5].startswith("At the end of 3 rounds (entries ")
    assert text[6].endswith("Every move of the server's bots was checked.")
    assert text[-1].startswith("This does not prove: that nothing was cut off after the last entry; ")


def test_a_game_that_was_cut_says_what_was_not_checked(play: Play, write: Write) -> None:
    data = play()
    text = told(write("cut.umlog", data[: len(data) // 2]))
    assert text[0].startswith("UNPROVEN: ")
    assert not any("Nuggets: " in one for one in text)
    assert "Not checked: the cards that were never opened. Their seeds do not stand in this file." in text


def test_what_is_no_log_has_one_paragraph(write: Write) -> None:
    assert told(write("no.umlog", b"nothing")) == ["UNREADABLE: this cannot be judged: this is not a log of the game."]


def test_a_page_has_the_audit_beside_the_replay(
    play: Play, write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, page = write("fair.umlog", play()), tmp_path / "audit.html"
    assert main(["audit", file, "--html", str(page)]) == 0
    text = page.read_text("utf-8")
    assert "What was checked" in text
    assert "At the end of 3 rounds (entries " in text
    assert "This does not prove: " in text
    assert f"<p>phrase: {' '.join(audit(play()).phrase)}</p>" in text
    assert main(["audit", file, "--html", str(page)]) == 2, "nothing is written over"
    assert main(["audit", file, write("b.umlog", play("two")), "--html", str(tmp_path / "two.html")]) == 2
    assert main(["audit", write("no.umlog", b"x"), "--html", str(tmp_path / "no.html")]) == 2
    capsys.readouterr()


def test_a_narrow_terminal_gets_shorter_lines(
    play: Play, write: Write, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert main(["audit", write("cut.umlog", play()[:-30])]) == 3
    told = capsys.readouterr().out.split("  phrase ")[0].splitlines()[2:]
    assert len(told) > 12
    assert all(len(line) <= 40 for line in told)
