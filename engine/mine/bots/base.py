"""How `steady` plays the base game: diggers and saboteurs.

Diggers shorten the way to where they believe the gold is, mend friends and stop those they suspect.  Saboteurs look
harmless while the gold is far, then break tools, bring down the tunnel and lay dead ends where it hurts.
"""

from collections.abc import Callable
from typing import Any

from engine.bots.mind import Mind
from engine.grid.cells import Cell
from engine.mine.bots.belief import SABOTEUR, Belief, weighed
from engine.mine.bots.ground.sweep import CARD
from engine.mine.bots.survey import Distances, at_best_without, distances, with_card, without
from engine.mine.cards.base import ROLE_DECKS, TUNNELS
from engine.mine.rules.actions.break_tool import BreakTool
from engine.mine.rules.actions.read_map import ReadMap
from engine.mine.rules.actions.repair_tool import RepairTool
from engine.mine.rules.actions.rockfall import CauseRockfall
from engine.mine.rules.placing.goals import RotateGoal
from engine.mine.rules.placing.place_path import PlacePath
from engine.mine.rules.placing.reaching import TurnGoal
from engine.mine.rules.round.gold_draft import TakeGold
from engine.mine.rules.turn.passing import Pass
from engine.mine.view import View
from engine.slots import Face, Seat

_USE = {
    # how useful a passage is to diggers from west to east
    card.number: 0.4 + 0.3 * len("".join(card.tunnels)) + (0.5 if {"E", "W"} <= set(card.tunnels[0]) else 0.0)
    for card in TUNNELS
}
_DEAD_ENDS = {card.number for card in TUNNELS if len(card.tunnels) > 1 or len(card.tunnels[0]) == 1}
_SMALL_TABLE = 5


class Player:
    """One decision: the belief, the view, and the worth of every act."""

    def __init__(self, belief: Belief, view: View) -> None:
        assert view.seat is not None
        self.belief = belief
        self.view = view
        self.seat: Seat = view.seat
        self.board = view.state.board
        self.treasure = belief.treasure(view)
        self.sabotages = view.role(self.seat) == SABOTEUR
        self.distance = self._to_treasure(distances(self.board))

    def _to_treasure(self, measured: Distances) -> float:
        """Cards still needed, weighed by where the treasure may lie."""
        return weighed(self.treasure, measured) / CARD

    def of_path(self, act: PlacePath) -> float:
        """Diggers want to come nearer; a saboteur wants the contrary, and not to be seen wanting it."""
        if act.face in _DEAD_ENDS and not self.sabotages:
            return -2.0
        groups = self.view.state.book.groups[act.face][act.turned == 180]
        gain = self.distance - self._to_treasure(with_card(self.board, act.cell, groups))
        if self.sabotages:
            return self._of_bad_path(gain)
        return self._of_progress(gain) if gain > 0 else -0.5

    def _of_progress(self, gain: float) -> float:
        """A small table has turns enough to dig first and look later; at a large one a step the wrong way is lost."""
        return 10 + 4 * gain if self.view.state.book.seats <= _SMALL_TABLE else 5 + 9 * gain

    def _of_bad_path(self, gain: float) -> float:
        if self._hides():
            return 3.0 - abs(gain)
        return -8.0 if gain > 0 else 4 + 6 * min(6.0, -gain)

    def of_break(self, act: BreakTool) -> float:
        suspicion = self.belief.suspicion(act.target)
        broken = self.view.state.broken[act.target]
        if self.sabotages:
            others = self.view.state.book.seats - 1  # the fewer they are, the more a broken tool stops
            return (3 if self._hides() else 4 + 16 / others) * (1 - suspicion) - (3 if broken else 0)
        if suspicion < 0.6 or broken:
            return -3.0
        return 12 * (suspicion - 0.5) + 6

    def of_repair(self, act: RepairTool) -> float:
        left = self.view.state.broken[act.target] & ~act.tool
        if act.target == self.seat:
            return (9.0 if self.sabotages else 13.0) - (3.0 if left else 0.0)
        suspicion = self.belief.suspicion(act.target)
        if self.sabotages:
            return 3.0 * suspicion if self._hides() else -1.0
        return 12 * (0.5 - suspicion) + 7 - (2.0 if left else 0.0)

    def of_rockfall(self, act: CauseRockfall) -> float:
        if act.cell in self.board.network.hidden:
            return -1.0  # what lies face down is in nobody's way
        if self.sabotages:
            return 0.5 if self.distance > 3 else 5 + 4 * min(-self._gain_without(act.cell), 4)
        if self.distance - self._to_treasure(at_best_without(self.board, act.cell)) <= 1:
            return -1.0  # true of most cards, and cheaper to see
        gain = self._gain_without(act.cell)
        return 4 + 3 * gain if gain > 1 else -1.0

    def _gain_without(self, at: Cell) -> float:
        return self.distance - self._to_treasure(without(self.board, at))

    def of_map(self, act: ReadMap) -> float:
        if act.cell not in self.treasure or len(self.treasure) == 1:
            return 0.2
        return (7.0 if self.sabotages else 9.0) + self._likely(act.cell)

    def of_goal(self, act: TurnGoal) -> float:
        likely = self._likely(act.cell)
        return -likely if self.sabotages else likely

    def _likely(self, goal: Cell) -> float:
        return self.treasure.get(goal, 0) / sum(self.treasure.values())

    def of_pass(self, act: Pass) -> float:
        face = self.view.notebook.shown.get(act.slots[0])
        return 0.0 if face is None else 1.0 - self._keep(face)

    def _keep(self, face: Face) -> float:
        """How much the player would miss the card."""
        kind = self.view.state.book.kinds[face]
        if self.sabotages:
            return {"path": 1.5 if face in _DEAD_ENDS else 0.2, "break": 2.0, "rockfall": 2.5, "map": 0.3}.get(
                kind, 1.0
            )
        if face in _DEAD_ENDS:
            return 0.0
        if kind == "path":
            return _USE.get(face, 1.0)
        map_ = 0.9 if len(self.treasure) > 1 else 0.1
        return {"repair": 1.2, "break": 0.6, "map": map_, "rockfall": 0.8}.get(kind, 1.0)

    def _hides(self) -> bool:
        """Far from the gold a saboteur does not show what it is; one who is surely alone has no time for that."""
        return self.distance > 5.5 and ROLE_DECKS[self.view.state.book.seats][0] > 1


def _of_gold(player: Player, act: TakeGold) -> float:
    face = player.view.notebook.shown.get(act.slot)
    return 0.0 if face is None else float(player.view.state.book.worth[face])


_WORTH: dict[type, Callable[[Player, Any], float]] = {
    PlacePath: Player.of_path,
    BreakTool: Player.of_break,
    RepairTool: Player.of_repair,
    CauseRockfall: Player.of_rockfall,
    ReadMap: Player.of_map,
    Pass: Player.of_pass,
    TurnGoal: Player.of_goal,
    RotateGoal: lambda player, act: 0.0,
    TakeGold: _of_gold,
}


MIND = Mind(Belief, Player, _WORTH)
