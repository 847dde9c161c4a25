"""Parts of a board in words, for a player who asks for them: a cell, a row, and how far it is to a goal."""

from collections.abc import Callable, Iterable
from typing import Any

from client.games.game import NotUnderstood
from client.games.line import Line
from client.games.naming import SIDE_WORDS, any_of, cell_name
from client.games.typed import Typist, read_cell
from client.i18n import _, plural
from client.words.people import People
from engine.grid.cells import SIDES, Cell, xy
from engine.grid.network import Network

Told = Callable[[Any, Cell, People], str]
"""What lies or stands on a cell; empty if nothing does."""
_NEAREST = 3
HOW_TOLD = (
    _("Each cell is told by its x,y: x counts to the right of the start at 0,0, y upwards."),
    _("A path card is told by where its tunnels lead as it lies; in a dead end they are not joined."),
    _("Open spots are the cells where some path card fits."),
    _("“cell 3,0” tells one cell and what lies beside it, “row 0” a row from left to right,"),
    _("and “near goal” the open spots nearest to the goals; “near 3,0” those nearest to a cell."),
)
"""How to listen to a board."""


class Around:
    """Answers `cell`, `row` and `near` at the tables of one game."""

    def __init__(self, typist: Typist, told: Told) -> None:
        self._typist = typist
        self._told = told

    def lines(self, verb: str, words: list[str], view: Any, people: People) -> list[str]:
        line = Line(words, people)
        answer = {"cell": self._cell, "row": self._row, "near": self._near}[verb](line, view)
        if line.words:
            raise NotUnderstood(_("“{word}” is one word too many.", word=line.words[0]))
        return answer

    def _cell(self, line: Line, view: Any) -> list[str]:
        """What lies there, or what a card would have to join; then what lies beside it."""
        at = _read_cell(line)
        lines = [_("{cell}: {what}.", cell=cell_name(at), what=self._there(view, at, line.people))]
        for side, step, _back in SIDES:
            if told := self._told(view, at + step, line.people):
                beside = {"side": SIDE_WORDS[side], "cell": cell_name(at + step), "what": told}
                lines.append(_("{side} of it, {cell}: {what}.", **beside))
        return lines

    def _there(self, view: Any, at: Cell, people: People) -> str:
        network: Network = view.state.board.network
        told = self._told(view, at, people)
        if told or at not in network.sides:
            return told or _("empty, and no card beside it")
        edges = ", ".join(_edges(network.sides[at]))
        if network.fits[at]:
            return _("an open spot; {edges}", edges=edges)
        return _("empty, and no card fits; {edges}", edges=edges)

    def _row(self, line: Line, view: Any) -> list[str]:
        """From left to right: what lies there, and where it can go on."""
        word = line.take(_("The number of a row"))
        if (at := read_cell(f"0,{word}")) is None:
            raise NotUnderstood(_("“{word}” is no row: rows have numbers, such as 0 or -2.", word=word))
        network: Network = view.state.board.network
        open_spots = {cell for cell, fits in network.fits.items() if fits}
        row = sorted(cell for cell in {*network.slots, *network.hidden, *open_spots} if xy(cell)[1] == xy(at)[1])
        empty = _("open spot")
        lines = [f"  {cell_name(at)} {self._told(view, at, line.people) or empty}" for at in row]
        return lines or [_("Nothing lies in row {row}.", row=word)]

    def _near(self, line: Line, view: Any) -> list[str]:
        """The open spots nearest to a goal, or to each that lies face down."""
        goals = self._typist.hidden_places(view)
        if line.words:
            word = line.take("")
            named = {name: at for name, at in goals.items() if name.startswith(word)}
            at = read_cell(word)
            goals = named or ({word: at} if at is not None else {})
            if not goals:
                names = any_of(self._typist.hidden_places(view) or ["0,0"])
                raise NotUnderstood(_("“{word}” is no goal and no cell: {names}.", word=word, names=names))
        fits = view.state.board.network.fits
        open_spots = [cell for cell, fit in fits.items() if fit]
        return [_near_line(name, at, open_spots) for name, at in goals.items()] or [_("No goal lies face down.")]


def _read_cell(line: Line) -> Cell:
    word = line.take(_("A cell such as 3,-1"))
    if (at := read_cell(word)) is None:
        raise NotUnderstood(_("“{word}” is no cell: cells are written like 3,-1.", word=word))
    return at


def _edges(seen: int) -> Iterable[str]:
    """Of the sides that a card would touch, what it would meet there."""
    for side, name in SIDE_WORDS.items():
        if seen >> 8 & side:
            yield _("tunnel {side}", side=name) if seen >> 4 & side else _("rock {side}", side=name)


def _near_line(name: str, at: Cell, open_spots: list[Cell]) -> str:
    (x, y) = xy(at)
    steps = {spot: abs(xy(spot)[0] - x) + abs(xy(spot)[1] - y) for spot in open_spots}
    nearest = sorted(open_spots, key=lambda spot: (steps[spot], spot))[:_NEAREST]
    spots = [
        plural("{cell} ({count} step)", "{cell} ({count} steps)", steps[spot], cell=cell_name(spot)) for spot in nearest
    ]
    where = name if name == cell_name(at) else _("{goal}, {cell}", goal=name, cell=cell_name(at))
    return _("{where}: open spots {spots}.", where=where, spots=", ".join(spots)) if spots else _("No open spots.")
