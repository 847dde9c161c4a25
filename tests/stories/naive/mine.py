"""The base game a second time: the plain program that the fast engine is compared with.

Written from the rules alone, to be obviously right rather than quick.  One object knows
everything, hidden cards included; the board is a dict of cells; what is reachable is searched for
again whenever it is asked.  Numbers such as A4.3 or HA10 name paragraphs of the rules.  Nothing of
the engine may be imported here.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import count as numbers
from random import Random
from typing import Any, TypeAlias

from tests.stories.naive.cards import (
    BREAKS,
    GOLD_COPIES,
    HAND_SIZE,
    NUGGETS,
    OPENINGS,
    REPAIRS,
    SABOTEUR_PAY,
    TUNNELS,
    Deals,
    pack,
    shuffled_deals,
    turns,
    unshuffled_round,
)
from tests.stories.naive.network import (
    START,
    STEP,
    Board,
    Cell,
    Laid,
    Outlet,
    beside,
    faced_from,
    neighbours,
    outlets,
)

Card: TypeAlias = tuple[int, str]  # its place in the dealt order, and its key
Move: TypeAlias = tuple[Any, ...]  # a word and what it needs; see Game.moves

GOALS: tuple[Cell, ...] = ((8, 2), (8, 0), (8, -2))
DEFAULT_FLAGS = {
    "saboteur-pay": "4332",
    "gold-draw": "diggers",
    "next-starter": "last-path",
    "must-connect": "yes",
    "self-sabotage": "no",
}
TURN_MOVES = {"place", "break", "repair", "rockfall", "map", "pass"}


class Game:
    """The whole table, open to read; ``phase`` is turn, goal, rotate, gold or over."""

    def __init__(self, seats: int, flags: Mapping[str, str], deals: Deals) -> None:
        self.seats = seats
        self.flags = DEFAULT_FLAGS | dict(flags)
        assert self.flags.keys() == DEFAULT_FLAGS.keys(), flags
        self.rounds_to_come = list(deals.rounds)
        self.gold_pile: list[Card] = list(enumerate(deals.gold))
        self.gold_held: list[list[Card]] = [[] for _ in range(seats)]
        self.nuggets = [0] * seats  # paid to saboteurs (HA20)
        self.round = 0
        self._begin_round(deals.starter)

    def _begin_round(self, starter: int) -> None:
        """A2, A10.1."""
        deal = self.rounds_to_come.pop(0)
        cards: list[Card] = list(enumerate(deal.deck))
        size = HAND_SIZE[self.seats]
        self.round += 1
        *self.roles, self.left_over_role = deal.roles
        self.board: Board = {START: Laid("start")}
        self.face_down = dict(zip(GOALS, deal.goals, strict=True))
        self.hands = [cards[seat * size : (seat + 1) * size] for seat in range(self.seats)]
        self.pile = cards[self.seats * size :]
        self.discard: list[Card] = []
        self.broken: list[dict[str, Card]] = [{} for _ in range(self.seats)]
        self.phase = "turn"
        self.turn = starter
        self.to_draw = 0
        self.rotating: Cell | None = None  # the goal whose rotation is asked for
        self.offer: list[Card] = []  # the gold cards going round
        self.picker: int | None = None  # who chooses one of them
        self.last_path: int | None = None  # who placed the last path card
        self.last_card: int | None = None  # who used the last card (0.11)

    @property
    def over(self) -> bool:
        return self.phase == "over"

    def seat_to_move(self) -> int:
        """The seat that is waited for: the active player, or who picks gold."""
        return self.turn if self.picker is None else self.picker

    def scores(self) -> list[int]:
        """Nuggets by seat (A11.1)."""
        cards = [sum(NUGGETS[key] for _, key in held) for held in self.gold_held]
        return [sum(both) for both in zip(cards, self.nuggets, strict=True)]

    def winners(self) -> list[int]:
        """Most nuggets win, ties share the victory (A11.1)."""
        scores = self.scores()
        return [seat for seat in range(self.seats) if scores[seat] == max(scores)]

    # What may be done

    def moves(self) -> list[Move]:
        """Every legal move of the seat to move, sorted, one for each effect.

        ("place", card, cell, turned)  ("break", card, seat)    ("repair", card, seat, tool)
        ("rockfall", card, cell)       ("map", card, cell)      ("pass", card)
        ("goal", cell)                 ("rotate", turned)       ("gold", gold card)
        """
        if self.phase == "turn":
            return sorted([*self._placements(), *self._actions(), *self._passes()])
        if self.phase == "goal":
            return [("goal", cell) for cell in self.reached_goals()]
        if self.phase == "rotate":
            assert self.rotating is not None
            return [("rotate", turned) for turned in self.rotations(self.rotating)]
        if self.phase == "gold":
            return sorted(("gold", gold) for gold, _ in self.offer)
        return []

    def _placements(self) -> Iterator[Move]:
        """A4; broken tools forbid them (A4.6)."""
        if self.broken[self.turn]:
            return
        ends = outlets(self.board)
        for cell in self.free_cells():
            for card, key in self.hands[self.turn]:
                if key in TUNNELS:
                    for turned in turns(key):
                        if self._fits(cell, OPENINGS[key, turned], ends):
                            yield "place", card, cell, turned

    def free_cells(self) -> set[Cell]:
        """The empty cells that share a side with a network card (A4.1, A4.2, HA2)."""
        around = {beside(cell, edge) for cell in self.board for edge in STEP}
        return around - self.board.keys() - self.face_down.keys()

    def _fits(self, cell: Cell, openings: Collection[str], ends: set[Outlet]) -> bool:
        """Every touching edge matches (A4.3), and one is joined to an outlet (A4.5, G6)."""
        if any((edge in openings) != is_open for edge, is_open in neighbours(self.board, cell)):
            return False
        if self.flags["must-connect"] == "no":
            return True
        return not faced_from(cell, ends).isdisjoint(openings)

    def _actions(self) -> Iterator[Move]:
        """A5; an action needs an effect that can take place (HA14)."""
        for card, key in self.hands[self.turn]:
            if key in BREAKS:
                yield from self._breaks(card, BREAKS[key])
            elif key in REPAIRS:
                yield from self._repairs(card, REPAIRS[key])
            elif key == "rockfall":
                yield from self._rockfalls(card)
            elif key == "map":
                yield from (("map", card, cell) for cell in self.face_down)  # A5.6, HA13

    def _breaks(self, card: int, tool: str) -> Iterator[Move]:
        """A5.1: another player who has no broken tool of that kind (HA12, G8)."""
        for seat in range(self.seats):
            if seat == self.turn and self.flags["self-sabotage"] == "no":
                continue
            if tool not in self.broken[seat]:
                yield "break", card, seat

    def _repairs(self, card: int, tools: Sequence[str]) -> Iterator[Move]:
        """A5.2 to A5.4: one matching broken tool in front of any player."""
        for seat in range(self.seats):
            for tool in tools:
                if tool in self.broken[seat]:
                    yield "repair", card, seat, tool

    def _rockfalls(self, card: int) -> Iterator[Move]:
        """A5.5: any placed tunnel card, cut off or not (HA10, HA11)."""
        for cell, laid in self.board.items():
            if laid.key in TUNNELS:
                yield "rockfall", card, cell

    def _passes(self) -> Iterator[Move]:
        """A6.1."""
        for card, _ in self.hands[self.turn]:
            yield "pass", card

    # A turn

    def play(self, move: Move) -> None:
        """Carry out one of `moves` and everything that follows by itself."""
        match move:
            case ("goal", cell):
                self._reveal(cell)
            case ("rotate", turned):
                assert self.rotating is not None
                self._lay_stone(self.rotating, turned)
            case ("gold", gold):
                self._keep_gold(gold)
            case _:
                self._use_card(move)
                self._settle()

    def _use_card(self, move: Move) -> None:
        """A3.1; of two discarded cards the target goes first (HA17)."""
        hand = self.hands[self.turn]
        used = next(card for card in hand if card[0] == move[1])
        number, key = used
        hand.remove(used)
        self.last_card = self.turn
        self.to_draw = 1
        match move:
            case ("place", _, cell, turned):
                self.board[cell] = Laid(key, turned, number)
                self.last_path = self.turn
            case ("break", _, seat):
                self.broken[seat][BREAKS[key]] = used
            case ("repair", _, seat, tool):
                self.discard += [self.broken[seat].pop(tool), used]
            case ("rockfall", _, cell):
                fallen = self.board.pop(cell)
                self.discard += [(fallen.card, fallen.key), used]
            case ("map" | "pass", *_):
                self.discard.append(used)
            case _:
                raise ValueError(move)

    def _settle(self) -> None:
        """Turn up what is reached until nothing is; the active player orders it (0.9, HA5, HA9)."""
        reached = self.reached_goals()
        if not reached:
            self._end_turn()
        elif len(reached) == 1:
            self._reveal(reached[0])
        else:
            self.phase = "goal"

    def reached_goals(self) -> list[Cell]:
        """The face-down goals that some outlet faces (0.8)."""
        ends = outlets(self.board)
        return sorted(cell for cell in self.face_down if faced_from(cell, ends))

    def _reveal(self, cell: Cell) -> None:
        """A7.1 to A7.3."""
        if self.face_down[cell] == "treasure":
            self.board[cell] = Laid(self.face_down.pop(cell))
            self._share_gold()
            return
        ways = self.rotations(cell)
        if len(ways) == 1:
            self._lay_stone(cell, ways[0])
        else:
            self.phase, self.rotating = "rotate", cell

    def rotations(self, cell: Cell) -> list[int]:
        """The best ways for a reached goal to lie; more than one if they are equally good (HA6).

        First it shall open toward an outlet that faces it, then match most of the edges around it.
        """
        key = self.face_down[cell]
        facing = faced_from(cell, outlets(self.board))

        def merit(turned: int) -> tuple[bool, int]:
            openings = OPENINGS[key, turned]
            around = neighbours(self.board, cell)
            matching = [edge for edge, is_open in around if (edge in openings) == is_open]
            return not facing.isdisjoint(openings), len(matching)

        best = max(merit(turned) for turned in turns(key))
        return [turned for turned in turns(key) if merit(turned) == best]

    def _lay_stone(self, cell: Cell, turned: int) -> None:
        """A7.4, A7.5: it stays, fitting or not, as a part of the network."""
        self.board[cell] = Laid(self.face_down.pop(cell), turned)
        self.rotating = None
        self._settle()

    def _end_turn(self) -> None:
        """Draw (A3.2, A3.3); then the next player who has cards (A3.4, HA15), or the end (HA16)."""
        self.phase = "turn"
        self._draw()
        if not any(self.hands):
            self._nothing_found()
            return
        self.turn = self._next_after(self.turn)
        while not self.hands[self.turn]:
            self.turn = self._next_after(self.turn)

    def _draw(self) -> None:
        for _ in range(min(self.to_draw, len(self.pile))):
            self.hands[self.turn].append(self.pile.pop(0))

    def _next_after(self, seat: int) -> int:
        """Whose turn follows (0.1)."""
        return self._left_of(seat)

    def _left_of(self, seat: int) -> int:
        """The next seat clockwise (0.1)."""
        return (seat + 1) % self.seats

    # The end of a round

    def _nothing_found(self) -> None:
        """A9.5, A9.6."""
        saboteurs = [seat for seat in range(self.seats) if self.roles[seat] == "saboteur"]
        for seat in saboteurs:
            self.nuggets[seat] += SABOTEUR_PAY[self.flags["saboteur-pay"]][len(saboteurs)]
        self._end_round()

    def _share_gold(self) -> None:
        """A9.1 to A9.3, with the option G2 and its limit G13."""
        drawn = self.roles.count("digger")
        if self.flags["gold-draw"] == "players":
            drawn = min(self.seats, 9)
        self.offer, self.gold_pile = self.gold_pile[:drawn], self.gold_pile[drawn:]
        finisher = self.turn
        is_digger = self.roles[finisher] == "digger"
        self.phase = "gold"
        self._offer_gold(finisher if is_digger else self._digger_right_of(finisher))

    def _digger_right_of(self, seat: int) -> int:
        """The nearest digger counter-clockwise (A9.3, A9.4)."""
        seat = (seat - 1) % self.seats
        while self.roles[seat] != "digger":
            seat = (seat - 1) % self.seats
        return seat

    def _offer_gold(self, seat: int) -> None:
        """A9.4; the last card goes without a question (HA26)."""
        self.picker = seat
        if len(self.offer) == 1:
            self.gold_held[seat].append(self.offer.pop())
            self._end_round()

    def _keep_gold(self, gold: int) -> None:
        """A9.4: keep one, hand the rest on."""
        assert self.picker is not None
        kept = next(card for card in self.offer if card[0] == gold)
        self.offer.remove(kept)
        self.gold_held[self.picker].append(kept)
        self._offer_gold(self._digger_right_of(self.picker))

    def _end_round(self) -> None:
        """A10, A11."""
        if self.rounds_to_come:
            self._begin_round(self._next_starter())
        else:
            self.phase, self.picker = "over", None

    def _next_starter(self) -> int:
        """Left of who placed the last path card (A10.3), or used the last card (G5, HA23)."""
        last = self.last_path
        if last is None or self.flags["next-starter"] == "last-card":
            last = self.last_card
        assert last is not None
        return self._left_of(last)


def position(
    hands: Sequence[Sequence[str]],
    *,
    board: Mapping[Cell, tuple[str, int]] | None = None,
    face_down: Mapping[Cell, str] | None = None,
    broken: Mapping[int, Sequence[str]] | None = None,
    pile: Sequence[str] = (),
    turn: int = 0,
    roles: Sequence[str] | None = None,
    gold: Sequence[str] | None = None,
    flags: Mapping[str, str] | None = None,
    kind: Callable[..., Game] = Game,
) -> Game:
    """A game in the middle of its only round, of that kind.

    ``board`` holds (key, turned) of what lies there besides the start card, revealed goals too;
    ``broken`` names tools by seat.  Cards are numbered from 0: the hands seat by seat, the pile,
    the broken tools, the board.  Unless told otherwise all seats are diggers and all goals face
    down, the treasure at (8, 2) and stone-a at (8, 0).
    """
    seats = len(hands)
    plain = unshuffled_round(seats)
    game = kind(seats, flags or {}, Deals([plain], gold or pack(GOLD_COPIES), turn))
    number = numbers()
    game.roles = list(roles or ["digger"] * seats)
    game.face_down = dict(zip(GOALS, plain.goals, strict=True) if face_down is None else face_down)
    game.hands = [[(next(number), key) for key in hand] for hand in hands]
    game.pile = [(next(number), key) for key in pile]
    for seat, tools in (broken or {}).items():
        game.broken[seat] = {tool: (next(number), f"broken-{tool}") for tool in tools}
    for cell, (key, turned) in (board or {}).items():
        game.board[cell] = Laid(key, turned, next(number) if key in TUNNELS else -1)
    return game


def count(game: Game, depth: int) -> int:
    """The number of move sequences of exactly that length; choices of every phase are moves."""
    if depth == 0:
        return 1
    total = 0
    for move in game.moves():
        after = deepcopy(game)
        after.play(move)
        total += count(after, depth - 1)
    return total


def random_game(seats: int, rng: Random) -> int:
    """Play three rounds by chance, listing all moves at every move; the number of turns taken."""
    game = Game(seats, {}, shuffled_deals(seats, rng))
    turns_taken = 0
    while not game.over:
        move = rng.choice(game.moves())
        game.play(move)
        turns_taken += move[0] in TURN_MOVES
    return turns_taken
