"""A window for reactions in the game of one person in lines."""

from random import Random
from typing import Any

from client.lines.practice import PlainGame
from client.render.charset import ASCII
from client.words.people import People
from engine.bots import BOTS
from engine.bots.match import Sitting
from engine.front import choices
from engine.mine.rules.turn.passing import Pass
from engine.rules import parse
from engine.tabletop import Tabletop
from tests.support.reacting import STOP, reacting
from tests.support.tables_at_play import MAP, small_mine

RULES: dict[str, Any] = {"deck": (STOP,) * 6 + (MAP,) * 6, "rounds": 1, "hand_size": 2, "change": reacting()}


def at_window(seed: int) -> Tabletop:
    """A card was passed, and the others may react."""
    table = Tabletop(parse("base"), 3, Random(seed).randrange)
    table.advance()
    seat = table.state.active
    table.play(Pass(seat, (table.state.hands[seat][0],)))
    return table


def after(table: Tabletop) -> int:
    return (int(table.state.active) + 1) % 3


def lines_of(*, holder: bool) -> list[str]:
    """What is asked of the seat that comes next; it lets a window pass, and leaves in its turn."""
    table = next(table for table in map(at_window, range(50)) if bool(choices(table.view(after(table)))) == holder)
    own = after(table)
    silent = {seat: Sitting(BOTS["random"], table, seat, lambda below: below - 1) for seat in range(3) if seat != own}
    said: list[str] = []
    game = PlainGame(table, People(["Ann", "Bob", "Cleo"], own), silent, ASCII, lambda *lines: said.extend(lines))
    assert not game.play(iter([*[""] * holder, "quit"]))
    assert table.state.active == own
    return [line for line in said if line.startswith(("You may react", "Your turn"))]


def test_an_empty_line_lets_it_pass() -> None:
    with small_mine(**RULES):
        asked = lines_of(holder=True)
    assert asked == ["You may react now: “moves” lists how. An empty line lets it pass.", "Your turn."]


def test_nothing_is_asked_of_a_person_who_cannot_react() -> None:
    with small_mine(**RULES):
        assert lines_of(holder=False) == ["Your turn."]
