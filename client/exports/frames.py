"""A game as pictures one after the other: whenever something was told, the board, the players and the hands."""

from collections.abc import Iterator
from dataclasses import dataclass

from client.games.game import AnAct, Drawn, Seats, View
from client.games.lately import Lately
from client.games.registry import game_of
from client.render.charset import BOX
from client.render.spans import Line, Picture, text_of
from client.replay.table import ReplayedTable
from client.screen.app.palette import palette
from client.words.people import People
from engine.errors import Reason
from engine.front import view
from engine.records import record

_PLAYERS, _HAND = (100, 14), (100, 6)
"""Columns and rows for a picture of them."""


@record
class Frame:
    entry: int
    round: int
    turn: int
    told: int
    """Lines of the story up to here."""
    board: Drawn | None
    players: tuple[Line, ...]
    hands: tuple[tuple[str, tuple[Line, ...]], ...]
    """Of those seats whose cards are seen: a name, and the hand."""


def frames(table: ReplayedTable) -> Iterator[Frame]:
    """From the first entry to the last."""
    table.go(0)
    yield frame(table)
    before = -1
    while before != table.entry:
        before = table.entry
        table.step(1)
        if before != table.entry:
            yield frame(table)


def frame(table: ReplayedTable) -> Frame:
    """How it stands now."""
    moment, seen = table.moment, table.view
    if not seen.state.round:
        return Frame(table.entry, 0, 0, moment.told, None, (), ())
    game = game_of(seen.state.book.rules)
    names = [table.players.name(seat) for seat in range(len(table.players))]
    seats = Seats(names, table.people.own, table.waiting_for, acted=moment.lately.by, hit=moment.lately.to)
    desk = game.desk(table, BOX)
    players = desk.players(seats, *_PLAYERS)
    hands = [(names[seat], _hand(table, seat)) for seat in _seen(table)]
    return Frame(
        table.entry,
        moment.lately.dealt,
        moment.turn,
        moment.told,
        game.whole_board(seen, moment.lately),
        _lines(players),
        tuple(hands),
    )


def _seen(table: ReplayedTable) -> list[int]:
    """The seats whose hands these eyes see."""
    if table.recording.eyes.everything:
        return list(range(len(table.players)))
    return [] if table.view.seat is None else [table.view.seat]


def _hand(table: ReplayedTable, seat: int) -> tuple[Line, ...]:
    seen = view(table.view.state, seat, table.view.notebook)
    hand = game_of(seen.state.book.rules).desk(_Looking(seen, table.players), BOX).hand(*_HAND)
    return _lines(hand)


def _lines(picture: Picture[int] | None) -> tuple[Line, ...]:
    """Without empty ones, and without the blanks that fill a window."""
    return tuple(_cut(line) for line in picture.lines if text_of(line)) if picture else ()


def _cut(line: Line) -> Line:
    """Up to its last sign: blanks behind it have no colour."""
    spans = list(line)
    while spans and not spans[-1].text.strip() and palette()[spans[-1].style].bgcolor is None:
        spans.pop()
    return tuple(spans)


@dataclass
class _Looking:
    """A `client.games.game.AtTable` at which nothing is asked."""

    view: View
    people: People
    asked: None = None

    def __post_init__(self) -> None:
        self.lately = Lately()

    def legal(self) -> list[AnAct]:
        return []

    def refusal(self, act: AnAct) -> Reason | None:
        return None
