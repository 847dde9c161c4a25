"""Acts of the mine as typed commands: by what goals and tools are called."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from client.games.mine.names import CARD, GOALS, card_name, goal_name, lying_name, tool_name
from client.games.mine.words.words import LEXICON
from client.games.typed import Typist
from engine.grid.cells import Cell, cell
from engine.mine.modules.diversion import DivertPath, placed_last
from engine.mine.rules.placing.place_ladder import PlaceLadder
from engine.mine.view import View
from engine.placing import PlacePath
from engine.slots import Face

_GOAL_CELLS = {name: cell(*at) for at, name in GOALS.items()}


class _MineTypist(Typist):
    term_on_cards = "tool"

    def kind(self, face: Face) -> str:
        return CARD[face].kind

    def terms(self, face: Face) -> Sequence[str]:
        return CARD[face].tools

    def card_word(self, face: Face) -> str:
        """By its tool, if it shows one."""
        tools = CARD[face].tools
        return tool_name(tools[0]) if tools else card_name(face).casefold()

    def lying_word(self, act: Any, view: View) -> str:
        if isinstance(act, DivertPath):
            last = placed_last(view.state)
            return (
                "" if last is None else lying_name(view.state.faces[view.state.board.network.slots[last]], act.turned)
            )
        return lying_name(act.face, act.turned) if isinstance(act, PlacePath | PlaceLadder) else ""

    def place_word(self, at: Cell) -> str:
        return goal_name(at)

    def places(self, view: View) -> Mapping[str, Cell]:
        return _GOAL_CELLS

    def hidden_places(self, view: View) -> Mapping[str, Cell]:
        """The goals, and what else lies face down."""
        state = view.state
        others = sorted(state.board.network.hidden.keys() - state.goals.keys())
        return {goal_name(at): at for at in (*state.goals, *others)}

    def other_places(self, view: View) -> Collection[Cell]:
        """What lies face up and is reached like a goal."""
        return getattr(view.state.board.reach, "watched", ())


TYPIST = _MineTypist(LEXICON)
read, write, ways_of = TYPIST.read, TYPIST.write, TYPIST.ways_of
