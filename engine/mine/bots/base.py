"""How `steady` plays the base game: diggers and saboteurs.

Diggers shorten the way to where they believe the gold is, mend friends and stop those they suspect.  Saboteurs look
harmless while the gold is far, then break tools, bring down the tunnel and lay dead ends where it hurts.
"""

from collections.abc import Callable
from typing import Any

from engine.grid.cells import Cell, Groups
from engine.mine.board import Board
from engine.mine.bots.belief import DIGGER, SABOTEUR, Belief, weighed
from engine.mine.bots.dead_ends import DEAD_ENDS
from engine.mine.bots.fortune import cards_left, likely_found
from engine.mine.bots.ground.sweep import CARD
from engine.mine.bots.habits import NONE, Habits, all_lures, live_edges, lured
from engine.mine.bots.survey import Distances, at_best_without, distances, with_card, without
from engine.mine.cards.base import ROLE_DECKS, TUNNELS
from engine.mine.rules.actions.break_tool import BreakTool
from engine.mine.rules.actions.read_map import ReadMap
from engine.mine.rules.actions.repair_tool import RepairTool
from engine.mine.rules.actions.rockfall import CauseRockfall
from engine.mine.rules.placing.goals import RotateGoal
from engine.mine.rules.placing.reaching import TurnGoal
from engine.mine.rules.round.gold_draft import TakeGold
from engine.mine.rules.turn.passing import Pass
from engine.mine.view import View
from engine.placing import PlacePath
from engine.slots import Face, Seat

_USE = {
    # how useful a passage is to diggers from west to east
    card.number: 0.4 + 0.3 * len("".join(card.tunnels)) + (0.5 if {"E", "W"} <= set(card.tunnels[0]) else 0.0)
    for card in TUNNELS
}
_SMALL_TABLE = 5
_NEAR = 2.5
"""So many cards from the treasure the round may soon be over."""
_OF_DIGGER, _OF_ANOTHER = 1.7, 0.8
"""The nuggets of a role if the treasure is found, by a rough guess."""


class Player:
    """One decision: the belief, the view, and the worth of every act."""

    LOOKS = 9.0
    """What a digger gives for a look at a goal that may hold the treasure."""
    HIDES_FROM = 5.5
    """So many cards from the treasure a saboteur looks harmless."""

    def __init__(self, belief: Belief, view: View, habits: Habits = NONE) -> None:
        assert view.seat is not None
        self.belief = belief
        self.view = view
        self.state = view.state
        self.seat: Seat = view.seat
        self.board = view.state.board
        self.treasure = belief.treasure(view)
        self.role = view.role(self.seat)
        self.sabotages = self.hinders = self.role == SABOTEUR
        self.distance = self._to_treasure(distances(self.board))
        self.habits = habits
        self.lures = all_lures(habits, self) if habits.lures else {}
        """What may be reached besides, and what that is worth."""

    def _to_treasure(self, measured: Distances) -> float:
        """Cards still needed, weighed by where the treasure may lie."""
        return weighed(self.treasure, measured) / CARD

    def of_path(self, act: PlacePath) -> float:
        """Diggers want to come nearer; a saboteur wants the contrary, and not to be seen wanting it."""
        if act.face in DEAD_ENDS and not self.sabotages:
            return -2.0
        groups = self.view.state.book.groups[act.face][act.turned == 180]
        worth = self.of_change(self.distance - self._to_treasure(with_card(self.board, act.cell, groups)))
        if self.lures:
            worth += lured(self.lures, act.cell, live_edges(groups, self.board.reach.entries(act.cell)))
        return worth

    def of_change(self, gain: float) -> float:
        """The treasure comes nearer by so many cards."""
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
        if self.belief.refuses(act.target, self.state, digs=not self.sabotages):
            return -3.0
        suspicion = self.belief.suspicion(act.target)
        if self.sabotages:
            return 3.0 * suspicion if self._hides() else -1.0
        return 12 * (0.5 - suspicion) + 7 - (2.0 if left else 0.0)

    def of_rockfall(self, act: CauseRockfall) -> float:
        if act.cell in self.board.network.hidden:
            return -1.0  # what lies face down is in no player's way
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
        return (7.0 if self.sabotages else self.LOOKS) + self._likely(act.cell)

    def of_goal(self, act: TurnGoal) -> float:
        likely = self._likely(act.cell)
        return (-likely if self.sabotages else likely) + self.lures.get(act.cell, 0.0)

    def _likely(self, goal: Cell) -> float:
        return self.treasure.get(goal, 0) / (sum(self.treasure.values()) or 1)

    def of_pass(self, act: Pass) -> float:
        face = self.view.notebook.shown.get(act.slots[0])
        return 0.0 if face is None else 1.0 - self.missed(face)

    def missed(self, face: Face) -> float:
        """How much the player would miss the card."""
        kind = self.view.state.book.kinds[face]
        if kind in self.habits.kept:
            return self.habits.kept[kind]
        if self.sabotages:
            return {"path": 1.5 if face in DEAD_ENDS else 0.2, "break": 2.0, "rockfall": 2.5, "map": 0.3}.get(kind, 1.0)
        if face in DEAD_ENDS:
            return 0.0
        if kind == "path":
            return _USE.get(face, 1.0)
        map_ = 0.9 if len(self.treasure) > 1 else 0.1
        return {"repair": 1.2, "break": 0.6, "map": map_, "rockfall": 0.8}.get(kind, 1.0)

    # what modules ask for, alike with every card set

    @property
    def spoils(self) -> bool:
        """Whether the player is paid if the treasure is not found."""
        return self.sabotages

    @property
    def idle(self) -> float:
        """What a turn is worth in which nothing is done but to throw useless cards away."""
        return 1.0

    @property
    def alone(self) -> bool:
        """Whether the player is paid only for reaching the treasure itself."""
        return self.role not in (None, DIGGER, SABOTEUR)

    @property
    def missing(self) -> float:
        """The cards that are missing to the treasure."""
        return self.distance

    @property
    def near(self) -> bool:
        """Whether the round may soon be over."""
        return self.distance <= _NEAR or not self.state.pile

    def likes(self, seat: Seat) -> float:
        """From 1 for a friend to -1 for a foe."""
        suspicion = 2 * self.belief.suspicion(seat) - 1
        return suspicion if self.sabotages else -suspicion

    def gain(self, act: Any) -> float:
        """How many cards nearer the treasure is for the player when this card is laid."""
        groups = self.state.book.groups[act.face][act.turned == 180]
        return self.distance - self._to_treasure(with_card(self.board, act.cell, groups))

    def gain_without(self, at: Cell) -> float:
        """The same when a card is taken away."""
        return self._gain_without(at)

    def gain_on(self, board: Board) -> float:
        """The same if that board lay there."""
        return self.distance - self._to_treasure(distances(board))

    def gain_with(self, board: Board, at: Cell, groups: Groups) -> float:
        """The same on that board with a card more."""
        return self.distance - self._to_treasure(with_card(board, at, groups))

    def gain_if(self, weights: dict[Cell, int]) -> float:
        """The same if the treasure lay so likely where these weights say."""
        return self.distance - weighed(weights, distances(self.board)) / CARD

    def worth_of(self, act: Any) -> float:
        """What any act is worth."""
        return self.habits.worth[type(act)](self, act)

    def hope_of(self, role: Face) -> float:
        """The nuggets that a role may still bring in this round."""
        found = likely_found(self.distance, cards_left(self.state))
        if role == SABOTEUR:
            return 3 * (1 - found)
        return (_OF_DIGGER if role == DIGGER else _OF_ANOTHER) * found

    @property
    def hope(self) -> float:
        """What the player's role may still bring."""
        return self.hope_of(self.role or DIGGER)

    @property
    def hope_of_another(self) -> float:
        """What a role may bring that is drawn blindly."""
        [roles] = [pile.faces for pile in self.state.book.piles if pile.name == "roles"]
        total = 0.0
        for role in roles:
            total += self.hope_of(role)
        return total / len(roles)

    def _hides(self) -> bool:
        """Far from the gold a saboteur does not show what it is; one who is surely alone has no time for that."""
        return self.distance > self.HIDES_FROM and ROLE_DECKS[self.view.state.book.seats][0] > 1


def _of_gold(player: Player, act: TakeGold) -> float:
    face = player.view.notebook.shown.get(act.slot)
    return 0.0 if face is None else float(player.view.state.book.worth[face])


WORTH: dict[type, Callable[[Player, Any], float]] = {
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
