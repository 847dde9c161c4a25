"""What `moves` prints: every legal act as a command, but for sets of cards, of which there are too many to list."""

from typing import Any

from client.games.mine.acts import command
from client.i18n import _, plural
from client.words.people import People
from engine.front import choices
from engine.grid.cells import Cell, xy
from engine.mine.rules.placing.place_ladder import PlaceLadder
from engine.mine.rules.placing.place_path import PlacePath
from engine.mine.rules.turn.discard_two import DiscardTwo
from engine.mine.rules.turn.passing import Pass
from engine.mine.view import View

PLACING = (PlacePath, PlaceLadder)


def move_lines(view: View, people: People, verb: str = "") -> list[str]:
    """The commands, or those of one verb; a sentence stands for what is not listed one by one."""
    lines: dict[str, str] = {}  # by command: two equal cards break a tool equally well
    several: dict[type, Any] = {}
    for act in choices(view):
        if _is_one_of_many(act, view):
            several[type(act)] = act  # the last, which has the most cards
        else:
            text = command(act, view, people)
            lines[text] = text
    for act in several.values():
        text = command(act, view, people)
        lines[text] = _hint(act, text)
    told = [line for text, line in lines.items() if not verb or text.split()[0] == verb]
    return told or [_("Nothing of that kind now.")]


def _is_one_of_many(act: Any, view: View) -> bool:
    """More than one card is passed, or two are dropped that are not the first two."""
    if isinstance(act, Pass):
        return len(act.slots) > 1
    return isinstance(act, DiscardTwo) and act.slots != tuple(view.state.hands[act.seat][:2])


def _hint(act: Any, text: str) -> str:
    if isinstance(act, Pass):
        return plural(
            "Up to {count} card can be passed at once, such as: {command}",
            "Up to {count} cards can be passed at once, such as: {command}",
            len(act.slots),
            command=text,
        )
    return _("Any two cards can be dropped, such as: {command}", command=text)


def nearest(act: Any, view: View) -> Any:
    """The legal act most like this one: the same card on the nearest cell, or the same kind of act."""
    legal = choices(view)
    if isinstance(act, PLACING):
        paths = [other for other in legal if isinstance(other, PLACING)]
        like = sorted(paths, key=lambda other: (other.slot != act.slot, _steps(other.cell, act.cell)))
    else:
        like = [other for other in legal if type(other) is type(act)]
    return next(iter(like or legal), None)


def _steps(one: Cell, other: Cell) -> int:
    (x, y), (u, v) = xy(one), xy(other)
    return abs(x - u) + abs(y - v)
