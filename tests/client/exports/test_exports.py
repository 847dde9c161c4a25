"""A game as a page, a story and a picture: whole, safe to open, and no more than the reader may see."""

import json
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

import pytest

from client.exports.frames import frame, frames
from client.exports.page import page
from client.exports.story import markdown
from client.exports.svg import picture
from client.main import main
from client.replay.opened import Opened, opened
from client.replay.table import ReplayedTable
from engine.bots import BOTS
from engine.rules import parse
from protocol.audit.eyes import PUBLIC, Eyes
from protocol.host.selfplay import SelfPlay, from_seed

RULES = ["base", "saboteur2+everything", "cave"]


@pytest.fixture(scope="module", params=RULES)
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Opened:
    return _played(request.param, tmp_path_factory.mktemp("exports"))


def _played(rules: str, folder: Path) -> Opened:
    file = folder / "game.umlog"
    file.write_bytes(SelfPlay(parse(rules), 4, [BOTS["random"]], from_seed(b"exports")).play())
    return opened(file)


def seen(game: Opened, eyes: Eyes) -> ReplayedTable:
    return ReplayedTable(game.recording(eyes))


class _Parts(HTMLParser):
    """The scripts of a page, and every address in it."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts: list[str] = []
        self.addresses: list[str] = []
        self._in_script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in_script = tag == "script"
        self.addresses += [str(value) for name, value in attrs if name in {"src", "href"}]

    def handle_endtag(self, tag: str) -> None:
        self._in_script = False

    def handle_data(self, data: str) -> None:
        if self._in_script:
            self.scripts.append(data)


def test_a_page_has_every_step_and_loads_nothing(game: Opened) -> None:
    table = seen(game, game.eyes_named("all"))
    steps = list(frames(table))
    text = page(game, table)
    assert "://" not in text
    parts = _Parts()
    parts.feed(text)
    assert parts.addresses == []
    data = json.loads(parts.scripts[0])
    assert [each["at"][0] for each in data["frames"]] == [each.entry for each in steps]
    assert steps[-1].told == len(data["story"]) == len(table.recording.chronicle.lines)
    drawn = range(len(data["drawn"]))
    for each in data["frames"]:
        rows = [*each["board"][4:5], each["players"][1], *(lines for _name, _wide, lines in each["hands"])]
        assert all(number in drawn for lines in rows for number in lines)
    assert len(data["frames"][-1]["hands"]) == 4
    assert all(data["frames"][at]["told"] > line for line, (_kind, _text, at) in enumerate(data["story"]))


def test_what_players_are_called_and_say_stays_text(game: Opened) -> None:
    table = seen(game, PUBLIC)
    line = table.recording.chronicle.lines[-1]
    evil = "</script><img src=x onerror=alert(1)>`*_"
    table.recording.chronicle.lines[-1] = type(line)(line.kind, evil)
    try:
        parts = _Parts()
        parts.feed(page(game, table, report=[evil]))
        assert parts.addresses == []
        assert json.loads(parts.scripts[0])["story"][-1][1] == evil
        assert r"\<img src=x onerror=alert(1)\>\`\*\_" in markdown(game, table)
    finally:
        table.recording.chronicle.lines[-1] = line


def test_the_public_sees_no_hand(game: Opened) -> None:
    assert all(not step.hands for step in frames(seen(game, PUBLIC)))


def test_a_picture_is_svg_with_all_that_the_board_shows(game: Opened) -> None:
    table = seen(game, game.eyes_named("all"))
    for entry in (0, table.last // 2, table.last):
        table.go(entry)
        board = frame(table).board
        if board is None:
            continue
        root = ET.fromstring(picture(board.lines, "<The & board>"))
        assert root.tag.endswith("svg")
        assert root[0].text == "<The & board>"
        letters = "".join(text.text or "" for text in root.iter() if text.tag.endswith("text"))
        there = "".join(span.text for line in board.lines for span in line)
        assert sorted(re.sub(r"[\s▓]", "", letters)) == sorted(re.sub(r"[\s▓]", "", there))


def test_the_story_has_every_line_under_its_round(game: Opened) -> None:
    table = seen(game, PUBLIC)
    text = markdown(game, table)
    told = [line for line in table.recording.chronicle.lines if line.text]
    assert len(re.findall(r"^(?:- |> )", text, re.MULTILINE)) == len(told)
    assert text.count("\n## Round ") == game.judged.state.round


# The command


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    file = tmp_path / "game.umlog"
    file.write_bytes(SelfPlay(parse("base"), 3, [BOTS["random"]], from_seed(b"export")).play())
    return file


def test_the_command_writes_what_was_asked_for_and_nothing_over_another_file(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {way: log.with_suffix(f".{way}") for way in ("html", "markdown", "svg")}
    asked = [option for way, file in files.items() for option in (f"--{way}", str(file))]
    assert main(["export", str(log), *asked, "--entry", "40"]) == 0
    contents = {way: file.read_bytes() for way, file in files.items()}
    assert all(contents.values())
    assert main(["export", str(log), "--svg", str(files["svg"])]) == 2
    assert files["svg"].read_bytes() == contents["svg"]
    assert "is there already" in capsys.readouterr().err
    assert main(["export", str(log), "--svg", str(files["svg"]), "--force"]) == 0
    assert files["svg"].read_bytes() != contents["svg"], "the last entry, not the fortieth"


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ((), "say what to write"),
        (("--svg", "x.svg", "--entry", "0"), "no card lies on the table there"),
        (("--html", "x.html", "--eyes", "Nemo"), "“Nemo” is no player"),
        (("--svg", "x.svg", "--entry", "-1"), "the entries of this game are numbered 1 to "),
        (("--svg", "x.svg", "--entry", "100000"), "the entries of this game are numbered 1 to "),
        (("--html", "no/such/folder/x.html"), "No such file or directory"),
    ],
)
def test_what_cannot_be_written_is_told(
    log: Path, options: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(log.parent)
    before = set(log.parent.iterdir())
    assert main(["export", str(log), *options]) == 2
    assert why in capsys.readouterr().err
    assert set(log.parent.iterdir()) == before
