"""Acts of the cave as typed commands: a step is called as the player sees it from where the figure stands."""

from collections.abc import Mapping, Sequence
from typing import Any

from client.games.cave.names import CARD, card_name, goal_name, lying_name, space_name, space_word
from client.games.cave.ways import mover, place_command, way_command, ways_from
from client.games.cave.words.lexicon import LEXICON
from client.games.game import NotUnderstood
from client.games.line import Line
from client.games.listing import Piece
from client.games.naming import any_of
from client.games.typed import Typist, read_cell
from client.i18n import _
from client.words.people import People
from engine.acts import CELL
from engine.cave.board import Space, cell_of, number_of, space
from engine.cave.rules.walk.walk import Step
from engine.cave.state import State
from engine.cave.view import View
from engine.grid.cells import Cell
from engine.placing import PlacePath
from engine.slots import Face


class _CaveTypist(Typist):
    term_on_cards = "monster"

    def kind(self, face: Face) -> str:
        return CARD[face].kind

    def terms(self, face: Face) -> Sequence[str]:
        monster = CARD[face].monster
        return (monster,) if monster else ()

    def card_word(self, face: Face) -> str:
        return card_name(face).casefold()

    def lying_word(self, act: Any, view: View) -> str:
        return lying_name(act.face, act.turned) if isinstance(act, PlacePath) else ""

    def place_word(self, at: Cell) -> str:
        return goal_name(at)

    def hidden_places(self, view: View) -> Mapping[str, Cell]:
        return {goal_name(at): at for at in view.hidden_goals()}

    def places(self, view: View) -> Mapping[str, Cell]:
        """The goals, face up or face down."""
        return {goal_name(at): at for at in view.state.goals}

    def pieces(self, act: Any, view: View, people: People) -> list[Piece]:
        if isinstance(act, Step):
            return [(None, "step"), (CELL, _step_words(view.state, space(act.cell, act.space)))]
        return super().pieces(act, view, people)

    def read(self, verb: str, words: list[str], view: View, people: People) -> Any:
        if verb == "step":
            to = _read_step(Line(words, people), view.state)
            return Step(view.seat or 0, cell_of(to), number_of(to))
        return super().read(verb, words, view, people)


def _step_words(state: State, to: Space) -> str:
    """By its side or part if it is near, else by its cell."""
    near = (way for way in ways_from(state, mover(state)) if way.to == to)
    return next((way_command(way, state) for way in near), place_command(to, state))


def _read_step(line: Line, state: State) -> Space:
    """A space by what it is called from where the figure stands, or by its cell and its part of the card there."""
    word = line.take(_("The way ({ways})", ways=_open_ways(state)))
    at = read_cell(word)
    to = _near(state, word) if at is None else _on_card(line, state, at)
    if line.words:
        raise NotUnderstood(_("“{word}” is one word too many.", word=line.words[0]))
    return to


def _open_ways(state: State) -> str:
    ways = [way_command(way, state) for way in ways_from(state, mover(state))]
    return any_of(ways) if ways else _("no way is open")


def _near(state: State, word: str) -> Space:
    ways = [way for way in ways_from(state, mover(state)) if way.word]
    exact = [way.to for way in ways if way.word == word]
    found = exact or [way.to for way in ways if way.word.startswith(word)]
    if len(found) != 1:
        raise NotUnderstood(_("“{word}” is no way from here: {ways}.", word=word, ways=_open_ways(state)))
    return found[0]


def _on_card(line: Line, state: State, at: Cell) -> Space:
    """The part need not be said if the card has one space, or if one of its spaces is near."""
    chart = state.board.charts.get(at)
    spaces = [space(at, number) for number in range(len(chart.edges) if chart else 1)]
    if line.words and len(spaces) > 1:
        word = line.words.pop(0).strip("()")
        found = [to for to in spaces if space_word(state.board, to) == word]
    else:
        near = {way.to for way in ways_from(state, mover(state))}
        found = [to for to in spaces if to in near] or spaces
    if len(found) != 1:
        names = any_of(space_name(state.board, to) for to in spaces)
        raise NotUnderstood(_("Say which space there: {names}.", names=names))
    return found[0]


TYPIST = _CaveTypist(LEXICON)
read, write, ways_of = TYPIST.read, TYPIST.write, TYPIST.ways_of
