"""The rules of one mine, resolved when the table is set up, so that play looks things up and asks for no flag."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine import machine
from engine.grid.cells import START, Cell, Edges, Groups
from engine.machine import Find, TurnUp
from engine.mine.board import Board
from engine.mine.cards.card import Card
from engine.records import record
from engine.slots import Face, Seat, Slot


@record
class Due:
    """``most`` is what a seat may have to pay in a wait; ``then`` is where the table goes on when it has shown gold."""

    most: Callable[[Any, Seat], int]
    then: str


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Book(machine.Book):
    """What the rules of the mine look up."""

    cards: tuple[Card, ...]
    """The rows of all cards that lie on this table."""
    offer_passes: Callable[[Any, Seat, list[Any]], None]
    groups: Mapping[Face, tuple[Groups, Groups]]
    """By face: the groups upright, and turned by 180 degrees."""
    masks: Mapping[Face, tuple[Edges, Edges]]
    """By face: the edges upright, and turned; -1 if turning changes nothing."""
    tools: Mapping[Face, int]
    ladders: frozenset[Face]

    lay_outs: tuple[Callable[[Any, Mapping[str, list[Slot]]], None], ...]
    """What rules lay out when a round is dealt, after hands, roles and goals."""
    finds: Mapping[int, Find]
    """By pile number: what follows when a hidden card of it is reached."""
    turn_ups: Mapping[int, TurnUp]
    """By pile number: what follows when it is known how such a card lies, face up."""
    goal_cells: tuple[Cell, ...]
    """Where goals lie at the begin of a round, from the top; further goals of the pile lie aside."""
    goal_effects: Mapping[Face, Callable[[Any], tuple[object, ...]]]
    """By face: what follows when the goal lies face up; nothing, if it is not named."""
    map_ban_on_all: bool = False
    """Whether a chest that bans maps bans them on chests too (G62)."""
    dues: Mapping[str, Due] = field(default_factory=dict)
    """By stage: what a seat that is waited for may have to pay."""
    is_blocked: Callable[[Any, Cell], bool] = lambda state, at: False
    """(state, cell): whether something stands at an empty cell that bars it."""
    lifts: Mapping[type, Callable[[Any], Cell | None]] = field(default_factory=dict)
    """By type of act: where the card lies that it takes up before it lays it elsewhere."""
    fixed: frozenset[Cell] = frozenset({START})
    """Where cards lie that no rockfall takes, besides goals."""
    fit_table: tuple[int, ...]
    hand_size: int

    break_targets: tuple[tuple[Seat, ...], ...]
    """By seat: whose tools it may break, clockwise."""
    order: Callable[[Any, Seat], tuple[Seat, ...]]
    """(state, seat): all seats in the order of play, that seat first."""
    placing_stages: frozenset[str] = frozenset({"turn"})
    """The stages in which a path card may be placed."""
    next_starter: Callable[[Any], Seat]
    first_player: Seat | None
    """The seat that begins the game; None if chance says."""

    # what only some card sets have
    set_aside: int = 0
    """How many cards of the deck are out for a round (B3.2)."""
    picks_gold: Callable[[Any, Seat], bool] = lambda state, seat: True
    """Whether a digger takes part in the draft."""
    worth: Mapping[Face, int] = field(default_factory=dict)
    """By face: the nuggets on a gold card."""
    saboteur_pay: tuple[int, ...] = ()
    """By number of saboteurs: nuggets for each."""
    pay_saboteurs: Callable[[Any], tuple[object, ...]] = lambda state: ()
    """What follows when saboteurs have won: where their pay comes from (HA20)."""
    gold_to_draw: Callable[[int, int], int] = lambda players, diggers: 0
    """(players, diggers): how many gold cards the diggers share."""
    shows_left_over: Callable[[int], bool] = lambda round_: True
    """By round: whether the undealt roles are turned up at its end."""
    doors: Mapping[Face, str] = field(default_factory=dict)
    """By face: the colour of the door on a path card."""
    crystals: Mapping[Face, int] = field(default_factory=dict)
    """By face: the crystals on a path card."""
    solo_must_finish: bool = False
    """Whether Boss and Profiteer win alone only if one of them is the finisher (G25)."""
    put_role_away: Callable[[Any, Slot], None] = lambda state, old: None
    """Where a role goes that was given up (G29)."""

    def empty_board(self) -> Board:
        """A board with the start card alone, which has no slot."""
        return Board(self.fit_table, -1, (15,))


def mine_book(book: machine.Book) -> Book:
    """The book as one of the mine, where only a table of the mine can be."""
    assert isinstance(book, Book)
    return book
