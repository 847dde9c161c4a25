"""Saboteur 2 a second time: the plain program that the fast engine is compared with.

Written from the rules alone, upon the base game beside it, to be obviously right rather than quick.  Cards have
numbers that stay with them wherever they go; who has seen what is not kept.  Nothing of the engine may be imported.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from itertools import count as numbers
from typing import Any

from tests.stories.naive.cards import (
    HAND_SIZE_2,
    LADDERS,
    OPENINGS,
    SET_ASIDE,
    SHAPES,
    TUNNELS,
    TUNNELS_2,
    Deals,
    turns,
    unshuffled_round_2,
)
from tests.stories.naive.mine import GOALS, Card, Game, Move
from tests.stories.naive.network import START, STEP, Board, Cell, Laid, Node, beside, linked, neighbours, outlets

DEFAULT_FLAGS_2 = {
    "next-starter": "last-path",
    "must-connect": "yes",
    "self-sabotage": "no",
    "solo-must-finish": "no",
    "swap-hats-old": "bottom",
}
PATHS = (TUNNELS | TUNNELS_2).keys() - LADDERS
NOBODY = -1  # from whom a thief takes who takes nothing
TABLE = {1: 5, 2: 4, 3: 3, 4: 2}  # nuggets by the number of winners; 1 from five on (B9)
LESS = {"boss": 1, "profiteer": 2}  # B9.1
TEAMS = {"blue": "blue-digger", "green": "green-digger"}


class Game2(Game):
    """The whole table, open to read; ``phase`` is turn, goal, rotate, theft or over."""

    def __init__(self, seats: int, flags: Mapping[str, str], deals: Deals) -> None:
        self.seats = seats
        self.flags = DEFAULT_FLAGS_2 | dict(flags)
        assert self.flags.keys() == DEFAULT_FLAGS_2.keys(), flags
        self.rounds_to_come = list(deals.rounds)
        self.gold_pile: list[Card] = []
        self.gold_held: list[list[Card]] = [[] for _ in range(seats)]
        self.nuggets = [0] * seats
        self.round = 0
        self.winners_of_round: list[int] = []
        self._begin_round(deals.starter)

    def _begin_round(self, starter: int) -> None:
        """B3, B13.1."""
        deal = self.rounds_to_come.pop(0)
        cards: list[Card] = list(enumerate(deal.deck))
        self.set_aside, cards = cards[:SET_ASIDE], cards[SET_ASIDE:]
        self.round += 1
        self.roles = list(deal.roles[: self.seats])
        self.undealt = list(deal.roles[self.seats :])
        self.given_up: list[str] = []  # out of the round (G29)
        self.board: Board = {START: Laid("start")}
        self.face_down = dict(zip(GOALS, deal.goals, strict=True))
        self.hands = [cards[seat * HAND_SIZE_2 : (seat + 1) * HAND_SIZE_2] for seat in range(self.seats)]
        self.pile = cards[self.seats * HAND_SIZE_2 :]
        self.discard: list[Card] = []
        self.broken: list[dict[str, Card]] = [{} for _ in range(self.seats)]
        self.prison: dict[int, Card] = {}
        self.thefts: dict[int, Card] = {}  # in the order in which they were laid
        self.thieves: list[int] = []
        self.phase = "turn"
        self.turn = starter
        self.drawer, self.to_draw = starter, 0
        self.rotating: Cell | None = None
        self.offer: list[Card] = []
        self.picker: int | None = None
        self.last_path: int | None = None
        self.last_card: int | None = None

    # What may be done

    def moves(self) -> list[Move]:
        """Every legal move of the seat to move, sorted, one for each effect.

        Those of the base game but ("pass", cards), and:
        ("ladder", card, cell, turned)  ("theft", card)             ("hands-off", card, seat)  ("prison", card, seat)
        ("freedom", card, seat)         ("inspection", card, seat)  ("swap-hats", card, seat)
        ("swap-hands", card, seat)      ("discard-two", cards, card in front)                  ("steal", seat)
        """
        if self.phase == "turn":
            discards = [*self._passes(), *self._discards_of_two()]
            return sorted([*self._placements(), *self._ladders(), *self._actions(), *self._new_actions(), *discards])
        if self.phase == "theft":
            return sorted(("steal", seat) for seat in [NOBODY, *self.victims(self.thieves[0])])
        return super().moves()

    def seat_to_move(self) -> int:
        """The active player, or the thief who is asked."""
        return self.thieves[0] if self.phase == "theft" else self.turn

    def may_build(self) -> bool:
        """A4.6, B6.3."""
        return not self.broken[self.turn] and self.turn not in self.prison

    def _placements(self) -> Iterator[Move]:
        """A4, for every path card that is no ladder."""
        if not self.may_build():
            return
        ends = outlets(self.board)
        for cell in self.free_cells():
            for card, key in self.hands[self.turn]:
                if key in PATHS:
                    for turned in turns(key):
                        if self._fits(cell, OPENINGS[key, turned], ends):
                            yield "place", card, cell, turned

    def _ladders(self) -> Iterator[Move]:
        """B5.3, HB13: joined to any card of the network, and not beside a goal."""
        if not self.may_build():
            return
        beside_goals = {beside(goal, edge) for goal in GOALS for edge in STEP}
        for cell in self.free_cells() - beside_goals:
            for card, key in self.hands[self.turn]:
                if key in LADDERS:
                    for turned in turns(key):
                        if self._joins(cell, OPENINGS[key, turned]):
                            yield "ladder", card, cell, turned

    def _joins(self, cell: Cell, openings: frozenset[str]) -> bool:
        around = list(neighbours(self.board, cell))
        matches = all((edge in openings) == is_open for edge, is_open in around)
        return matches and any(is_open and edge in openings for edge, is_open in around)

    def _rockfalls(self, card: int) -> Iterator[Move]:
        """A5.5: any placed path card, a ladder too."""
        for cell, laid in self.board.items():
            if laid.key in TUNNELS or laid.key in TUNNELS_2:
                yield "rockfall", card, cell

    def _new_actions(self) -> Iterator[Move]:
        """B6; an action needs an effect that can take place (HA14)."""
        for card, key in self.hands[self.turn]:
            if key == "theft":
                if self.turn not in self.thefts:  # B6.8
                    yield "theft", card
            elif key in ("hands-off", "prison", "freedom", "inspection", "swap-hats", "swap-hands"):
                yield from ((key, card, seat) for seat in range(self.seats) if self._may_aim(key, seat))

    def _may_aim(self, key: str, seat: int) -> bool:
        """At whom the card may be played."""
        another = seat != self.turn
        match key:
            case "hands-off":
                return seat in self.thefts  # B6.2
            case "prison":
                return another and seat not in self.prison  # B6.3, B6.8
            case "freedom":
                return seat in self.prison  # B6.4
            case "swap-hats":
                return bool(self.undealt)  # B6.6, HB18
            case _:
                return another  # B6.5, B6.7

    def _passes(self) -> Iterator[Move]:
        """B4: one, two or three cards."""
        hand = sorted(card for card, _ in self.hands[self.turn])
        for size in (1, 2, 3):
            for cards in combinations(hand, size):
                yield "pass", cards

    def _discards_of_two(self) -> Iterator[Move]:
        """B4, HB20: two cards take away any card in front of oneself."""
        hand = sorted(card for card, _ in self.hands[self.turn])
        for cards in combinations(hand, 2):
            for removed, _ in self.in_front(self.turn):
                yield "discard-two", cards, removed

    def in_front(self, seat: int) -> list[Card]:
        """Broken tools, Prison, Theft."""
        others = [lying[seat] for lying in (self.prison, self.thefts) if seat in lying]
        return [*self.broken[seat].values(), *others]

    # A turn

    def play(self, move: Move) -> None:
        """Carry out one of `moves`; discarded sets may come in the order in which they go on the pile (HA17)."""
        match move:
            case ("steal", seat):
                self._steal(seat)
            case _:
                super().play(move)

    def _use_card(self, move: Move) -> None:
        self.last_card = self.drawer = self.turn
        self.to_draw = 1
        match move:
            case ("pass", cards):
                self.discard += [self._from_hand(card) for card in cards]
                self.to_draw = len(cards)  # B4
            case ("discard-two", cards, removed):
                self._take_from_front(removed)
                self.discard += [self._from_hand(card) for card in cards]
            case ("place" | "break" | "repair" | "rockfall" | "map", *_):
                super()._use_card(move)
            case _:
                self._use_new_card(move)

    def _use_new_card(self, move: Move) -> None:
        used = self._from_hand(move[1])
        match move:
            case ("ladder", _, cell, turned):
                self.board[cell] = Laid(used[1], turned, used[0])
                self.last_path = self.turn
            case ("theft", _):
                self.thefts[self.turn] = used
            case ("prison", _, seat):
                self.prison[seat] = used
            case ("hands-off", _, seat):
                self.discard += [self.thefts.pop(seat), used]
            case ("freedom", _, seat):
                self.discard += [self.prison.pop(seat), used]
            case ("inspection", _, _):
                self.discard.append(used)
            case ("swap-hats", _, seat):
                self.discard.append(used)
                self._swap_hat(seat)
            case ("swap-hands", _, seat):
                self.discard.append(used)
                self.hands[self.turn], self.hands[seat] = self.hands[seat], self.hands[self.turn]
                self.drawer = seat  # B6.7
            case _:
                raise ValueError(move)

    def _from_hand(self, card: int) -> Card:
        hand = self.hands[self.turn]
        used = next(held for held in hand if held[0] == card)
        hand.remove(used)
        return used

    def _take_from_front(self, card: int) -> None:
        """B4.3: it is discarded first (HA17)."""
        in_front: tuple[dict[Any, Card], ...] = (self.broken[self.turn], self.prison, self.thefts)
        for lying in in_front:
            for place, (number, _) in list(lying.items()):
                if number == card:
                    self.discard.append(lying.pop(place))

    def _swap_hat(self, seat: int) -> None:
        """B6.6, G29, G37: the top one for the old one."""
        old, self.roles[seat] = self.roles[seat], self.undealt.pop(0)
        if self.flags["swap-hats-old"] == "bottom":
            self.undealt.append(old)
        else:
            self.given_up.append(old)

    def _draw(self) -> None:
        """B4, B4.1, HB21: what is due and there."""
        for _ in range(min(self.to_draw, len(self.pile))):
            self.hands[self.drawer].append(self.pile.pop(0))

    # The end of a round

    def _nothing_found(self) -> None:
        """All cards are used (B7.1)."""
        self._divide(finisher=None)

    def _share_gold(self) -> None:
        """The treasure lies open (B7.1)."""
        self._divide(finisher=self.turn)

    def _divide(self, finisher: int | None) -> None:
        """B8 to B10; an imprisoned player is as good as absent (B12.1, HB8)."""
        winning = self._winning_roles(None if finisher is None else self.roles[finisher])
        free = [seat for seat in range(self.seats) if seat not in self.prison]
        self.winners_of_round = [seat for seat in free if self.roles[seat] in winning]
        for seat in self.winners_of_round:
            share = TABLE.get(len(self.winners_of_round), 1)
            self.nuggets[seat] += max(0, share - LESS.get(self.roles[seat], 0))  # B9.1, B9.2, HB7
        geologists = [seat for seat in free if self.roles[seat] == "geologist"]
        for seat in geologists:
            self.nuggets[seat] += self.crystals() // len(geologists)  # B10
        self._begin_thefts()

    def _winning_roles(self, finisher: str | None) -> set[str]:
        """B8."""
        if finisher is None:
            return {"saboteur-2", "profiteer"}  # B8.6
        could_pass = [role for colour, role in TEAMS.items() if self.is_open(colour)]
        if not could_pass:  # B8.5, HB5, HB6, G25
            alone = self.flags["solo-must-finish"] == "no" or finisher in ("boss", "profiteer")
            return {"boss", "profiteer"} if alone else set()
        teams = [finisher] if finisher in could_pass else could_pass  # B8.1; B8.2, B8.3
        return {*teams, "boss", "profiteer"}  # B8.4

    def is_open(self, colour: str) -> bool:
        """Whether some way leads to the treasure past no door of the other colour (HB1, HB3)."""
        other = {"blue": "green-door", "green": "blue-door"}[colour]
        passable = {cell: laid for cell, laid in self.board.items() if not laid.key.startswith(other)}
        return any(self.board[cell].key == "treasure" for cell, _ in self._from_the_roots(passable))

    def _from_the_roots(self, passable: Board) -> set[Node]:
        """Every node that can be walked to over these cards alone."""
        roots = [cell for cell, laid in passable.items() if cell == START or laid.key in LADDERS]
        found = {(cell, group) for cell in roots for group in SHAPES[passable[cell].key, passable[cell].turned]}
        ahead = list(found)
        while ahead:
            for node in linked(passable, ahead.pop()):
                if node not in found:
                    found.add(node)
                    ahead.append(node)
        return found

    def crystals(self) -> int:
        """B10.1, HB11."""
        return sum(laid.key.startswith("crystal-") for laid in self.board.values())

    def _begin_thefts(self) -> None:
        """B11.1: from the seat that laid the last one, clockwise; a prisoner steals nothing (B6.1)."""
        if self.thefts:
            last = list(self.thefts)[-1]
            order = [(last + step) % self.seats for step in range(self.seats)]
            self.thieves = [seat for seat in order if seat in self.thefts and seat not in self.prison]
        self._next_thief()

    def _next_thief(self) -> None:
        while self.thieves and not self.victims(self.thieves[0]):  # B11.2
            self.thieves.pop(0)
        if self.thieves:
            self.phase = "theft"
        else:
            self._end_round()

    def victims(self, thief: int) -> list[int]:
        """The others who own something (HB17)."""
        return [seat for seat in range(self.seats) if seat != thief and self.nuggets[seat]]

    def _steal(self, seat: int) -> None:
        thief = self.thieves.pop(0)
        if seat != NOBODY:
            self.nuggets[seat] -= 1
            self.nuggets[thief] += 1
        self._next_thief()


def position_2(
    hands: Sequence[Sequence[str]],
    *,
    board: Mapping[Cell, tuple[str, int]] | None = None,
    face_down: Mapping[Cell, str] | None = None,
    broken: Mapping[int, Sequence[str]] | None = None,
    prison: Sequence[int] = (),
    theft: Sequence[int] = (),
    pile: Sequence[str] = (),
    turn: int = 0,
    roles: Sequence[str] | None = None,
    nuggets: Sequence[int] | None = None,
    flags: Mapping[str, str] | None = None,
    kind: Callable[..., Game2] = Game2,
) -> Game2:
    """A game in the middle of its only round, as `position` in the base game; roles that no seat has are undealt."""
    seats = len(hands)
    plain = unshuffled_round_2()
    game = kind(seats, flags or {}, Deals([plain], [], turn))
    number = numbers()
    left = list(plain.roles)
    game.roles = list(roles or left[:seats])
    for role in game.roles:
        left.remove(role)
    game.undealt = left
    game.nuggets = list(nuggets or game.nuggets)
    game.face_down = dict(zip(GOALS, plain.goals, strict=True) if face_down is None else face_down)
    game.hands = [[(next(number), key) for key in hand] for hand in hands]
    game.pile = [(next(number), key) for key in pile]
    for seat, tools in (broken or {}).items():
        game.broken[seat] = {tool: (next(number), f"broken-{tool}") for tool in tools}
    game.prison = {seat: (next(number), "prison") for seat in prison}
    game.thefts = {seat: (next(number), "theft") for seat in theft}
    for cell, (key, turned) in (board or {}).items():
        game.board[cell] = Laid(key, turned, next(number) if key in TUNNELS | TUNNELS_2 else -1)
    return game
