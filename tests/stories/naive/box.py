"""Cards and variants of the anniversary box a second time, beside either game: the plain program of C1, C5 to C8, E1.

Written from the rules alone; what is there depends on the cards that are dealt, and on `parts`.  A board keeps its
cards in the order in which they were laid.  Nothing of the engine may be imported.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from tests.stories.naive.cards import LADDERS, OPENINGS, TUNNELS, TUNNELS_2, Deals, turns
from tests.stories.naive.mine import GOALS, Game, Move
from tests.stories.naive.network import STEP, Cell, Laid, beside, outlets
from tests.stories.naive.saboteur2 import Game2

PARTS = ("greedy-dwarf", "direction", "craftsman", "trailblazer", "diversion", "sabotaged-dwarf")
"""What this program knows."""
ALL_TOOLS = ("pick", "lantern", "cart")
PATHS = (TUNNELS | TUNNELS_2).keys()
GREEDY_PAY = 4


class BoxGame(Game):
    """The base game with them; the phase may also be trail."""

    known = TUNNELS.keys()
    """The path cards of which a deck may consist."""

    def __init__(self, seats: int, flags: Mapping[str, str], deals: Deals, parts: Collection[str] = ()) -> None:
        assert set(parts) <= set(PARTS), parts
        self.parts = parts
        super().__init__(seats, flags, deals)

    def _begin_round(self, starter: int) -> None:
        """No card changes more than the round in which it is played."""
        self.backwards = False  # C5
        self.trail: int | None = None  # how many path cards the trail has that is under way (C7)
        super()._begin_round(starter)

    # What may be done

    def moves(self) -> list[Move]:
        """Those of the game, and:

        ("direction", card)   ("trail", card)   ("end-trail",)   ("divert", card, cell, turned)
        """
        if self.phase == "trail":
            return sorted([*self._placements(), *self._ladders(), ("end-trail",)])
        return super().moves()

    def _ladders(self) -> Iterator[Move]:
        return iter(())

    def _may_build(self) -> bool:
        return not self.broken[self.turn]

    def _actions(self) -> Iterator[Move]:
        yield from super()._actions()
        for card, key in self.hands[self.turn]:
            if key == "master-craftsman":
                yield from self._repairs(card, ALL_TOOLS)  # C6, HC6
            elif key == "change-of-direction":
                yield "direction", card  # C5
            elif key == "trailblazer" and self._may_begin_a_trail():
                yield "trail", card
            elif key == "diversion":
                yield from self._diversions(card)

    def _may_begin_a_trail(self) -> bool:
        """HC7: by what all can see."""
        return self._may_build() and len(self.hands[self.turn]) > 2 and any(self._places(self.known))

    def _places(self, keys: Collection[str]) -> Iterator[tuple[str, Cell, int]]:
        """Where path cards like these could lie."""
        ends = outlets(self.board)
        for cell in self.free_cells():
            for key in keys:
                for turned in turns(key):
                    if self._could_lie(key, cell, turned, ends):
                        yield key, cell, turned

    def _could_lie(self, key: str, cell: Cell, turned: int, ends: Any) -> bool:
        return self._fits(cell, OPENINGS[key, turned], ends)

    def _diversions(self, card: int) -> list[Move]:
        """C8, HC8: the path card that was placed last, anywhere else, as if it had never lain there."""
        origin = self._placed_last()
        if origin is None:
            return []
        whole = self.board
        self.board = {cell: laid for cell, laid in whole.items() if cell != origin}
        places = list(self._places([whole[origin].key]))
        self.board = whole
        return [("divert", card, cell, turned) for _, cell, turned in places if cell != origin]

    def _placed_last(self) -> Cell | None:
        """Of those that came from a hand and still lie there."""
        return next((cell for cell, laid in reversed(self.board.items()) if laid.key in PATHS), None)

    # A turn

    def play(self, move: Move) -> None:
        match move:
            case ("end-trail",):
                self._end_trail()
            case _:
                super().play(move)

    def _use_card(self, move: Move) -> None:
        match move:
            case ("direction" | "trail" | "divert", number, *_):
                hand = self.hands[self.turn]
                used = next(card for card in hand if card[0] == number)
                hand.remove(used)
                self.discard.append(used)
                self.last_card = self.turn
                self._count_draw()
                self._use_card_of_the_box(move)
            case _:
                super()._use_card(move)

    def _count_draw(self) -> None:
        self.to_draw = 1

    def _use_card_of_the_box(self, move: Move) -> None:
        match move:
            case ("direction", _):
                self.backwards = not self.backwards  # HC5: a second one reverses again
            case ("trail", _):
                self.trail = 0
            case ("divert", _, cell, turned):
                origin = self._placed_last()
                assert origin is not None
                laid = self.board.pop(origin)
                self.board[cell] = Laid(laid.key, turned, laid.card)
                self.last_path = self.turn

    def _settle(self) -> None:
        """A trail that has just begun waits for its first card."""
        if self.trail == 0 and self.phase == "turn":
            self.phase = "trail"
        else:
            super()._settle()

    def _end_turn(self) -> None:
        """C7: after its first card a trail goes on, if there is a card left."""
        if self.trail is None:
            super()._end_turn()
            return
        self.trail += 1
        if self.trail < 2 and self.hands[self.turn]:
            self.phase = "trail"
        else:
            self._end_trail()

    def _end_trail(self) -> None:
        """As many are drawn as were placed (HC7)."""
        assert self.trail is not None
        self._count_draw()
        self.to_draw, self.trail = self.trail, None
        super()._end_turn()

    def _next_after(self, seat: int) -> int:
        """C5; nothing else follows the order of play but the gold (HC5)."""
        return (seat - 1) % self.seats if self.backwards else super()._next_after(seat)

    # The end of a round

    def _share_gold(self) -> None:
        """C1, HC1: a Greedy Dwarf who finishes is paid alone.  E1.2: if every digger has a broken tool none is paid."""
        if self.roles[self.turn] == "greedy-dwarf":
            self.nuggets[self.turn] += GREEDY_PAY
            self._end_round()
        elif any(self._picks(seat) for seat in range(self.seats)):
            super()._share_gold()
        else:
            self._end_round()

    def _picks(self, seat: int) -> bool:
        """E1.1."""
        whole = "sabotaged-dwarf" not in self.parts or not self.broken[seat]
        return self.roles[seat] == "digger" and whole

    def _digger_right_of(self, seat: int) -> int:
        """A9.3, A9.4, mirrored after a Change of Direction (C5); the first who takes part (HE1)."""
        step = 1 if self.backwards else -1
        seat = (seat + step) % self.seats
        while not self._picks(seat):
            seat = (seat + step) % self.seats
        return seat

    def _offer_gold(self, seat: int) -> None:
        """HE1: also a digger who finishes must take part to be the first."""
        super()._offer_gold(seat if self._picks(seat) else self._digger_right_of(seat))


class BoxGame2(BoxGame, Game2):
    """Saboteur 2 with them."""

    known = PATHS

    def _ladders(self) -> Iterator[Move]:
        return Game2._ladders(self)

    def _may_build(self) -> bool:
        return self.may_build()

    def _could_lie(self, key: str, cell: Cell, turned: int, ends: Any) -> bool:
        if key not in LADDERS:
            return super()._could_lie(key, cell, turned, ends)
        beside_goals = {beside(goal, edge) for goal in GOALS for edge in STEP}
        return cell not in beside_goals and self._joins(cell, OPENINGS[key, turned])

    def _count_draw(self) -> None:
        self.drawer, self.to_draw = self.turn, 1

    def _share_gold(self) -> None:
        Game2._share_gold(self)
