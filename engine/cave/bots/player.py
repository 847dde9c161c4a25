"""One decision in the cave: what the player wants, and what each act is worth to it.

A player wants its own dwarf out, then those who seem to work for the same side, and keeps the others in.  Worths are
whole numbers: about a hundred for a move gained.
"""

from functools import cached_property

from engine.cave.board import NOWHERE, Space, border, cell_of, number_of, space
from engine.cave.bots.belief import SURE, friendship
from engine.cave.bots.memory import Memory
from engine.cave.bots.survey import FAR, Ground, Way, walked
from engine.cave.cards.card import VEIN
from engine.cave.cards.table import GOALS
from engine.cave.rules.actions.battle_axe import LayAxe
from engine.cave.rules.actions.boots import LayBoots
from engine.cave.rules.actions.cave_in import CauseCaveIn
from engine.cave.rules.actions.cobweb import SpinCobweb
from engine.cave.rules.actions.monster import UnleashMonster
from engine.cave.rules.actions.secret_information import SpyClan, SpyGoal
from engine.cave.rules.turn.discarding import Discard
from engine.cave.rules.walk.chop_web import ChopWeb
from engine.cave.rules.walk.meeting import GOBLIN
from engine.cave.rules.walk.walk import Step
from engine.cave.state import NO_MONSTER
from engine.cave.view import View
from engine.hands import SwapHands
from engine.placing import PlacePath
from engine.slots import Face, Seat

EXIT = next(goal.number for goal in GOALS if goal.key == "exit")
MOVE = 100
_UNSURE, _MOST_UNSURE = 5, 60
"""The handicap, in moves, of a goal that is as likely the exit as not, and the most that there is."""
_CARD, _NUGGET = 150, 350
"""What a card and a nugget are worth."""
_TIME = 60
"""What a turn is worth: a card that is discarded beside another is a turn less."""
_TOGETHER = 600
"""As long as the exit is not found all look for it: without an exit no side wins."""
_SHARE = 3
"""The way of another dwarf counts for a part of one's own."""


class Player:
    """The view, and what follows from it for every act."""

    def __init__(self, memory: Memory, view: View) -> None:
        assert view.seat is not None
        self.memory = memory
        self.view = view
        self.state = view.state
        self.board = view.state.board
        self.seat: Seat = view.seat
        self.side = view.side(self.seat) or 0
        """It is shown with the deal; before that the player may work for either."""
        self._seen: dict[Space, Way] = {}

    @cached_property
    def friends(self) -> list[int]:
        """By seat: how likely it works for the same side, out of a thousand."""
        return friendship(self.view, self.side)

    @cached_property
    def wanted(self) -> dict[Space, int]:
        """Where the exit is or may be, with the handicap of not being sure."""
        if self.board.exit != NOWHERE:
            return {self.board.exit: 0}
        faces = {at: self.view.goal(at) for at in self.view.hidden_goals()}
        for at, face in faces.items():
            if face == EXIT:
                return {space(at, 0): 0}
        chances = self.memory.chances(at for at, face in faces.items() if face is None)
        return {space(at, 0): _handicap(chance, sum(chances.values())) for at, chance in chances.items()}

    @cached_property
    def ground(self) -> Ground:
        return Ground(self.board, self.wanted)

    @cached_property
    def ways(self) -> dict[Seat, Way]:
        """By seat whose dwarf is inside: what it has before it."""
        places = enumerate(self.state.dwarfs)
        return {seat: self._way(where) for seat, where in places if where != NOWHERE}

    def _way(self, where: Space) -> Way:
        found = self._seen.get(where)
        if found is None:
            found = self._seen[where] = Way(self.ground, where, self.state.webs)
        return found

    def weight(self, seat: Seat) -> int:
        """How much a dwarf's way counts, out of a thousand; below nothing for those who surely hold with the others."""
        if seat == self.seat:
            return SURE
        doubt = 2 * self.friends[seat] - SURE
        if self.board.exit == NOWHERE:
            return 0 if doubt == -SURE else _TOGETHER
        return doubt // _SHARE if doubt > 0 or doubt == -SURE else 0

    @cached_property
    def is_inside(self) -> bool:
        return self.state.dwarfs[self.seat] != NOWHERE

    # paths

    def of_path(self, act: PlacePath) -> int:
        """The moves that dwarfs gain by the card, each by its weight."""
        chart = self.state.book.charts[act.face][act.turned == 180]
        gain = 0
        for seat, way in self.ways.items():
            gained = max(-8, min(12, way.distance - way.with_card(act.cell, chart)))
            gain += gained * self.weight(seat)
        return MOVE * gain // SURE + 60 - 2 * self._keep(act.face)

    # steps

    def of_step(self, act: Step) -> int:
        """The way that is left after it, and what the step costs."""
        to = space(act.cell, act.space)
        return self._of_prowl(to) if self.state.prowler != NO_MONSTER else self._of_walk(to)

    def _of_walk(self, to: Space) -> int:
        way = self.ways[self.seat]
        after = self._way(to)
        gain = MOVE * (way.distance - after.distance) - 10
        return gain - self._cost(to) + self._of_vein(to)

    def _cost(self, to: Space) -> int:
        """What the bridge, the tunnel or a monster there takes."""
        cost = 0
        chart = self.board.charts.get(cell_of(to))
        here = cell_of(self.state.dwarfs[self.seat])
        if chart is not None and number_of(to) in chart.wood and cell_of(to) != here:
            cost += _CARD // 2 if self.state.hands[self.seat] else 0
        if chart is not None and number_of(to) == chart.tunnel:
            cost += _NUGGET // 3 if self.state.nuggets[self.seat] else 0
        for monster, there in enumerate(self.state.monsters):
            if there == to:
                cost += _NUGGET if monster == GOBLIN else _CARD
        return cost

    def _of_vein(self, to: Space) -> int:
        """A nugget is taken where the way ends; it costs little to show for whom one works."""
        at = cell_of(to)
        is_vein = at in self.state.veins and self.board.marked(VEIN, at) == to
        return _NUGGET if is_vein and self.state.moves == 1 else 0

    def of_stop(self, act: object) -> int:
        """Better than a step back; on a vein it brings a nugget."""
        if self.state.prowler != NO_MONSTER:
            return 0
        where = self.state.dwarfs[self.seat]
        at = cell_of(where)
        on_vein = at in self.state.veins and self.board.marked(VEIN, at) == where and self.state.walked
        return _NUGGET - 50 if on_vein else 0

    # monsters

    def of_monster(self, act: UnleashMonster) -> int:
        """What it can do to dwarfs within its reach, the best of them."""
        monster = self.state.book.monsters[act.face]
        start = self.state.monsters[monster]
        if start == NOWHERE:
            start = next(lair for lair in self.board.lairs if cell_of(lair) == act.cell)
        reach = self.state.book.monster_moves[monster]
        moves = walked(self.board, start, self.state.webs)
        harms = [self._harm(where) for where in set(self.state.dwarfs) if 0 < moves.get(where, FAR) <= reach]
        return max(harms, default=-MOVE)

    def _harm(self, where: Space) -> int:
        """The dwarfs there, above nothing if more of them are of the other side."""
        harm = 0
        for seat, there in enumerate(self.state.dwarfs):
            if there == where:
                harm += -2 * SURE if seat == self.seat else SURE - 2 * self.friends[seat]
        return 4 * MOVE * harm // SURE

    def _of_prowl(self, to: Space) -> int:
        """Straight to the best victim that is still in reach."""
        if to in self.state.dwarfs:
            return self._harm(to)
        moves = walked(self.board, to, self.state.webs)
        left = self.state.moves - 1
        reached = [
            self._harm(where) - 20 * moves[where]
            for where in set(self.state.dwarfs)
            if where in moves and moves[where] <= left
        ]
        return max(reached, default=-1)

    # other cards

    def of_cave_in(self, act: CauseCaveIn) -> int:
        """What the dwarfs lose by it, each by its weight."""
        after = self.board.copy()
        after.remove(act.cell)
        ground = Ground(after, self.wanted)
        gain = 0
        for seat, way in self.ways.items():
            left = Way(ground, self.state.dwarfs[seat], self.state.webs)
            gain += max(-12, min(12, way.distance - left.distance)) * self.weight(seat)
        return MOVE * gain // SURE - 50

    def of_cobweb(self, act: SpinCobweb) -> int:
        """On the next steps of those of the other side, and not on one's own."""
        where = border(act.cell, act.edge)
        gain = 0
        for seat, way in self.ways.items():
            if self._crosses(seat, way, where):
                gain -= 4 * self.weight(seat)
        return MOVE * gain // SURE - 50

    def _crosses(self, seat: Seat, way: Way, where: int) -> bool:
        """Whether the border lies between a dwarf and a neighbouring space that is nearer to the exit."""
        stands = self.state.dwarfs[seat]
        return any(
            crossed == where and self._way(there).distance < way.distance for there, crossed in self.board.near(stands)
        )

    def of_goal(self, act: SpyGoal) -> int:
        """Worth most while nothing is known of the exit."""
        if space(act.cell, 0) not in self.wanted or len(self.wanted) == 1:
            return -MOVE
        way = self.ways.get(self.seat)
        near = way.moves.get(space(act.cell, 0), FAR) if way is not None else FAR
        return 3 * MOVE + 2 * MOVE * (len(self.wanted) - 1) + (50 if near < FAR else 0)

    def of_clan(self, act: SpyClan) -> int:
        """Worth something where one cannot tell."""
        chance = self.friends[act.target]
        return 2 * MOVE - abs(2 * chance - SURE) // 5

    def of_boots(self, act: LayBoots) -> int:
        if act.target == self.seat:
            return 5 * MOVE if self.is_inside else -MOVE
        return MOVE * (2 * self.friends[act.target] - SURE) // SURE

    def of_axe(self, act: LayAxe) -> int:
        if act.target == self.seat:
            return 2 * MOVE if self.is_inside else -MOVE
        return MOVE * (2 * self.friends[act.target] - SURE) // SURE

    def of_swap(self, act: SwapHands) -> int:
        """For a larger hand."""
        own, other = len(self.state.hands[self.seat]) - 1, len(self.state.hands[act.target])
        return MOVE * (other - own) - 50

    def of_discard(self, act: Discard) -> int:
        """What is least missed; a second card is time that all of the same side miss."""
        kept = [self._keep(face) for face in map(self.view.face, act.slots) if face is not None]
        return sum(20 - one for one in kept) - _TIME * (len(act.slots) - 1)

    def _keep(self, face: Face) -> int:
        """How much the player would miss the card."""
        kind = self.state.book.kinds[face]
        if kind == "path":
            openings = sum(edges.bit_count() for edges in self.state.book.charts[face][0].edges)
            return 10 * openings
        return {"secret-information": 40 if len(self.wanted) > 1 else 5, "boots": 50, "monster": 25}.get(kind, 20)

    # answers

    def of_chop(self, act: ChopWeb) -> int:
        """If the cobweb lies on the way."""
        way = self.ways[self.seat]
        where = border(cell_of(self.state.dwarfs[self.seat]), act.edge)
        return 4 * MOVE if self._crosses(self.seat, way, where) else -MOVE

    def of_agreement(self, act: object) -> int:
        """Only if those who are out are all of one's own side."""
        out = self.state.escaped
        return 1 if out and all(self.view.side(seat) == self.side for seat in out) else -1


def _handicap(chance: int, total: int) -> int:
    """In moves, of a goal that is the exit in so many cases out of all."""
    return min(_MOST_UNSURE, _UNSURE * (total - chance) // chance)
