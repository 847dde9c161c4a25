"""Positions out of whole games, for what must hold everywhere."""

from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

from engine.bots.asking import answered
from engine.inputs import TimeUp
from engine.mine.view import View
from engine.rules import parse
from engine.tabletop import Tabletop
from engine.wants import Act, Choose, Window
from tests.client.lines.rooms import Curious, stream

TABLES = [
    ("base", 3),
    ("base", 7),
    ("saboteur2", 2),
    ("saboteur2", 12),
    ("base+everything", 5),
    ("saboteur2+everything", 6),
]


def at_play(rules: str, seats: int, seed: object, *, every: int = 1) -> Iterator[tuple[View, Act]]:
    """What the seat that is asked sees, and what it is asked, at every so many acts of a game; it is only lent."""
    table, curious = Tabletop(parse(rules), seats, stream("deal", seed).draw), Curious(rules, seats, seed)
    table.advance()
    count = 0
    while want := table.waiting():
        if isinstance(want, Choose):
            table.play(TimeUp(want.seat))
            continue
        if isinstance(want, Window):
            table.play(answered(want, lambda seat: curious.choose(table.view(seat))))
            continue
        view: View = table.view(want.seats[0])
        if count % every == 0:
            yield view, want
        count += 1
        table.play(curious.choose(view))


@cache
def some_positions(rules: str, seats: int) -> list[Any]:
    """Views of one game, each with a board of its own: no test changes them."""
    return [_kept(view) for view, _want in at_play(rules, seats, "some", every=17)]


def _kept(view: View) -> View:
    return View(view.state.copy(), view.seat, deepcopy(view.notebook))
