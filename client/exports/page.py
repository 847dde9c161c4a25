"""A page that replays a game in a browser: one file, which loads nothing."""

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from client.exports.frames import Frame, frames
from client.exports.svg import HEIGHT, WIDTH, colours, fragment, widest
from client.games.game import Drawn
from client.i18n import _
from client.render.spans import Line
from client.replay.opened import Opened
from client.replay.table import ReplayedTable
from client.replay.words import eyes_sentence, head_lines

_HERE = Path(__file__).parent


def page(game: Opened, table: ReplayedTable, report: Sequence[str] = ()) -> str:
    """``report``: what an audit says of it, in paragraphs."""
    title, *head = [*head_lines(game), eyes_sentence(table)]
    places = {
        "title": escape(title),
        "head": "".join(f"<p>{escape(line)}</p>" for line in head),
        "report": _section(_WORDS["report"], report),
        "style": (_HERE / "page.css").read_text("utf-8") + colours(),
        "script": (_HERE / "page.js").read_text("utf-8"),
        "data": _inside_a_page(_data(table)),
        **{f"say_{name}": escape(words) for name, words in _WORDS.items()},
    }
    text = (_HERE / "page.html").read_text("utf-8")
    for name, value in places.items():
        text = text.replace(f"<!--{name}-->", value)
    return text


def _section(title: str, paragraphs: Sequence[str]) -> str:
    if not paragraphs:
        return ""
    told = "".join(f"<p>{escape(one)}</p>" for one in paragraphs)
    return f'<section id="report"><h2>{escape(title)}</h2>{told}</section>'


_WORDS = {
    "first": _("to the start"),
    "back": _("back"),
    "play": _("play, stop"),
    "next": _("next"),
    "last": _("to the end"),
    "speed": _("speed"),
    "keys": _(
        "Keys: ← → a step, Page Up and Page Down a round, Home, End, Space plays, + and - set its speed."
        " A click on the story goes there."
    ),
    "story": _("Story"),
    "report": _("What was checked"),
}


def _inside_a_page(data: dict[str, Any]) -> str:
    """Nothing in it ends the script that holds it."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


class _Fragments:
    """Every line that is drawn once, and by what number."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def numbers(self, lines: Sequence[Line]) -> list[int]:
        return [self._numbers.setdefault(fragment(line), len(self._numbers)) for line in lines]

    def all(self) -> list[str]:
        return list(self._numbers)


def _data(table: ReplayedTable) -> dict[str, Any]:
    shown, drawn = list(frames(table)), _Fragments()
    boards = [one.board for one in shown if one.board is not None]
    return {
        "cell": [WIDTH, HEIGHT],
        "room": _room(boards),
        "frames": [_frame(one, drawn) for one in shown],
        "drawn": drawn.all(),
        "story": _story(table, shown),
        "round": _("Round {number}", number="{}"),
        "before": _("Before the first card"),
        "turn": _("turn {number}", number="{}"),
    }


def _room(boards: Sequence[Drawn]) -> list[int]:
    """The leftmost column, the topmost row, and how many characters hold every board."""
    if not boards:
        return [0, 0, 0, 0]
    left, top = min(board.left for board in boards), max(board.top for board in boards)
    wide, high = (max(_extent(board, left, top)[side] for board in boards) for side in (0, 1))
    return [left, top, wide, high]


def _extent(board: Drawn, left: int, top: int) -> tuple[int, int]:
    return (board.left - left) * board.tile[0] + widest(board.lines), (top - board.top) * board.tile[1] + len(
        board.lines
    )


def _frame(one: Frame, drawn: _Fragments) -> dict[str, Any]:
    board = one.board
    return {
        "at": [one.entry, one.round, one.turn],
        "told": one.told,
        "board": [] if board is None else [board.left, board.top, *board.tile, drawn.numbers(board.lines)],
        "players": [widest(one.players), drawn.numbers(one.players)],
        "hands": [[name, widest(lines), drawn.numbers(lines)] for name, lines in one.hands],
    }


def _story(table: ReplayedTable, shown: Sequence[Frame]) -> list[list[Any]]:
    """Every line: what it is, its words, and the frame that shows it first."""
    lines, story = table.recording.chronicle.lines, []
    number = 0
    for place, line in enumerate(lines):
        while number + 1 < len(shown) and shown[number].told <= place:
            number += 1
        story.append([line.kind.name.lower(), line.text, number])
    return story
