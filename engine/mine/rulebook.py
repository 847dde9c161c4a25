"""The rules of one mine, resolved when the table is set up, so that play looks things up and asks for no flag."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.book import Decide, Evolve, Offer, Stage
from engine.grid import Board, Edges, Groups
from engine.rules import Rules
from engine.slots import Face, Pile, Seat
from engine.wants import Want


@dataclass(frozen=True, slots=True, eq=False)
class Book:
    """One for each pair of rules and number of seats; all tables that play so share it."""

    rules: Rules
    seats: int

    decide: Mapping[type, Decide]
    evolve: Mapping[type, Evolve]
    stages: Mapping[str, Stage]
    offers: Mapping[Face, Offer]
    """By face: the acts that the card offers."""
    offer_passes: Callable[[Any, Seat, list[Any]], None]

    kinds: Mapping[Face, str]
    groups: Mapping[Face, tuple[Groups, Groups]]
    """By face: the groups upright, and turned by 180 degrees."""
    masks: Mapping[Face, tuple[Edges, Edges]]
    """By face: the edges upright, and turned; -1 if turning changes nothing."""
    tools: Mapping[Face, int]
    worth: Mapping[Face, int]

    piles: tuple[Pile, ...]
    """The piles of the first round; later rounds leave out the gold, which is dealt once."""
    copies: tuple[Mapping[Face, int], ...]
    """By pile number: how many of each face lie in it."""
    fit_table: tuple[int, ...]
    hand_size: int
    rounds: int
    saboteur_pay: tuple[int, ...]
    """By number of saboteurs: nuggets for each."""

    clockwise: tuple[tuple[Seat, ...], ...]
    """By seat: all seats clockwise, that seat first."""
    break_targets: tuple[tuple[Seat, ...], ...]
    """By seat: whose tools it may break, clockwise."""
    turn_wants: tuple[tuple[Want, ...], ...]

    gold_to_draw: Callable[[int, int], int]
    """(players, diggers): how many gold cards the diggers share."""
    next_starter: Callable[[Any], Seat]
    shows_left_over: Callable[[int], bool]
    """By round: whether the left-over role is turned up at its end."""
    first_player: Seat | None
    """The seat that begins the game; None if chance says."""

    def empty_board(self) -> Board:
        """A board with the start card alone, which has no slot."""
        return Board(self.fit_table, -1, (15,))

    def piles_of(self, round_: int) -> tuple[Pile, ...]:
        """What is dealt for a round."""
        return self.piles if round_ == 1 else tuple(pile for pile in self.piles if pile.name != "gold")
