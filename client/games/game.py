"""What a game is to the rest of the client: its words, its typed commands and its pictures.

Each game has a folder beside this file; `client.games.registry` finds it by the name that its rules have.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Protocol, TypeAlias

from client.games.lately import Lately
from client.i18n import _
from client.render.charset import Charset
from client.render.spans import Line as DrawnLine
from client.render.spans import Picture
from client.words.people import People
from engine.errors import Reason
from engine.grid.cells import Cell
from engine.machine import Book
from engine.records import record
from engine.slots import Face
from engine.wants import Act, Choose, Window

Waiting: TypeAlias = Act | Window | Choose
AnAct: TypeAlias = Any
View: TypeAlias = Any


class NotUnderstood(ValueError):
    """What was typed is no command; the message says what would be."""


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence of the story; a secret one is told to this seat alone."""

    text: str
    secret: bool = False
    against: bool = False
    """Whether it tells what another seat did to this one."""
    harms: bool = False
    """Whether it tells what one seat did against another, whichever these are."""


@record
class Mark:
    """An act to find again: a player looked at a hidden card, or harmed another player or the board."""

    seat: int
    round: int
    text: str
    looks: bool


@record
class RoundReport:
    """What players read when a round is over: roles, who won and why, who got what."""

    title: str
    lines: tuple[str, ...]
    result: tuple[str, ...] = ()
    """Of these, how it ended and who got what."""


@record
class Reveal:
    """What was turned up when a round ended, in the order in which it is drawn; then come the roles."""

    goals: tuple[Cell, ...]


@record
class Covered:
    """What is drawn face down still, though the state has it open."""

    goals: frozenset[Cell] = frozenset()
    roles: bool = False


@record
class Scores:
    """How the game ended, by seat."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    rounds: tuple[tuple[int, ...], ...] = ()
    """Round by round what each seat got; empty where that does not come to the scores."""


class Story(Protocol):
    """Tells one seat what happens.  It is given every event, in order."""

    people: People
    """Set again when a player says a name."""
    reports: list[RoundReport]
    scores: Scores | None
    lately: Lately
    revealed: Reveal | None
    """The last one; each is another object."""

    def tell(self, event: object) -> list[Line]: ...
    @property
    def acts(self) -> int:
        """How many acts of players were told."""

    def done_by(self, seat: int, first: int | None = None) -> list[str]:
        """What a player has done so far, as all players saw it; ``first``: of so many acts of all players."""

    def marks(self, since: int) -> list[Mark]:
        """Of all acts but the first so many."""

    def score_sheet(self) -> list[str]:
        """How much gold each player has so far, as far as this seat knows."""


@record
class Guess:
    key: str
    name: str
    short: str
    """Three letters, for a column."""
    is_one: str
    """As in “Ann is a saboteur”."""


@record
class Identity:
    """Who the player is in this round, and what the player wants."""

    letter: str
    name: str
    style: str
    """Of the badge."""
    who: str
    """As in “You are a SABOTEUR”."""
    aim: str
    """As in “keep the tunnel from the gold”."""

    @property
    def line(self) -> str:
        return _("You are {who}: {aim}", who=self.who, aim=self.aim)


class Step(Enum):
    NOTHING = auto()
    REDRAW = auto()
    REFUSED = auto()
    """The bell says so; `Desk.prompt` says why."""


@record
class Ask:
    """The player has to choose among acts; ``hint`` explains the card.

    ``nothing`` is a first line that does nothing, where Enter twice in haste would do too much.
    """

    title: str
    acts: tuple[AnAct, ...]
    hint: str = ""
    nothing: str = ""


@record
class Do:
    """An act that is picked and legal."""

    act: AnAct


Result: TypeAlias = Step | Ask | Do


@dataclass(frozen=True, slots=True)
class Seats:
    """What the client knows of the seats beside the game, to be drawn with it."""

    names: Sequence[str]
    own: int
    waiting: Sequence[int] = ()
    marks: Mapping[int, str] = field(default_factory=dict)
    """By seat: the player's guess, in three letters."""
    standing: Mapping[int, str] = field(default_factory=dict)
    """By seat: a sign for a key that is known, or a name that has a new one."""
    here: Sequence[str] = ()
    """By seat, as the server says: bot, here, lost, left."""
    confirmed: Sequence[int] = ()
    """By seat: up to which entry it has signed that it sees the same log."""
    acted: int | None = None
    """The seat that acted last."""
    hit: int | None = None
    """The other seat to which that was done."""
    covered: bool = False
    """Whether roles that lie open are not drawn yet."""


@record
class Drawn:
    """A board, and the cell in its upper left corner."""

    left: int
    top: int
    lines: tuple[DrawnLine, ...]
    tile: tuple[int, int]
    """Columns and rows of characters for a cell."""


class AtTable(Protocol):
    """What a desk looks at: one table through the eyes of one seat."""

    @property
    def view(self) -> View:
        """There is one before a desk is made."""

    @property
    def asked(self) -> Waiting | None: ...
    @property
    def people(self) -> People: ...
    @property
    def lately(self) -> Lately: ...
    def legal(self) -> list[AnAct]: ...
    def refusal(self, act: AnAct) -> Reason | None: ...


class Desk(Protocol):
    """The game on the screen: what is drawn, what is picked and not played yet, and what keys do with it.

    It knows no widget and changes no table: what is to be done comes back as a `Result`.
    """

    notice: str
    """Why the last key did nothing, as a sentence."""

    covered: Covered
    """What is not drawn yet of what was turned up."""

    def refresh(self) -> None:
        """The table has changed: what is picked must still be there, and be asked for."""

    # pictures

    def board(self, width: int, height: int) -> Picture[int] | None: ...
    def hand(self, width: int, height: int) -> Picture[int] | None: ...
    def players(self, seats: Seats, width: int, height: int) -> Picture[int] | None: ...
    def players_height(self, width: int) -> int: ...

    # sentences

    def prompt(self) -> str:
        """What the player can do now with what is picked."""

    def announced(self) -> str:
        """The play that waits for reactions; empty if none does."""

    def about(self) -> list[str]:
        """What is picked in words, why it cannot be played there, and what only this seat knows."""

    def pointed(self) -> list[str]:
        """For the help: the card that is picked or looked at, and what lies under the cursor, with what each does."""

    # keys and clicks

    def keys(self) -> frozenset[str]:
        """Which of these do something now: play, turn, discard, next_place, drop."""

    def pick(self, at: int) -> Result:
        """A card of the hand, by its place."""

    def point(self, thing: int) -> Result:
        """A place of the board was clicked."""

    def move(self, right: int, up: int) -> Result: ...
    def next_place(self, step: int) -> Result: ...
    def turn(self) -> Result: ...
    def drop(self) -> Result: ...
    def discard(self) -> Result: ...
    def play(self) -> Result: ...
    def pan(self, right: int, up: int) -> Result: ...
    def centre(self) -> Result: ...
    def zoom(self) -> Result: ...
    def played(self) -> None:
        """The act went out: nothing is picked any more."""


class ClientGame(Protocol):
    """The front door of a game's folder."""

    def story(self, view: View, people: People) -> Story: ...
    def desk(self, table: AtTable, charset: Charset) -> Desk: ...

    def whole_board(self, view: View, lately: Lately) -> Drawn:
        """All of it in large tiles, for pictures outside of a terminal."""

    # words for both views

    def how_to_play(self) -> list[str]: ...
    def sentence(self, act: AnAct, view: View, people: People) -> str:
        """What an act does, to choose it from a list."""

    def harms(self, act: AnAct, view: View) -> bool:
        """Whether it breaks or collapses something, so that a player may want to be asked once more."""

    def question(self, asked: Waiting) -> str:
        """What a seat is asked; empty where the board asks it."""

    def way(self, asked: Choose, way: int) -> str:
        """One way of a secret choice, to choose it from a list."""

    def refusal(self, code: str) -> str:
        """Why the rules forbid it; empty if the code is none of theirs."""

    def progress(self, view: View, *, short: bool = False) -> str: ...
    def secrets(self, view: View, people: People) -> list[str]: ...
    def identity(self, view: View) -> Identity | None:
        """Of the seat that looks, once it knows; None without one."""

    def role(self, view: View) -> str | None:
        """The key of the role of the seat that looks, as in `guesses`; None as long as it does not know it."""

    def role_piles(self, book: Book) -> frozenset[int]:
        """Where the cards come from that say what a player is."""

    def guesses(self, book: Book) -> list[Guess]: ...
    def roles_help(self, book: Book) -> list[str]:
        """Every role of these rules, with what it wants."""

    def card_help(self, face: Face) -> str:
        """A card by its name, with what it does."""

    def board_help(self, view: View | None, *, in_words: bool = False) -> list[str]:
        """How the board is drawn; or in words, how it is told."""

    def signs_help(self, charset: Charset) -> list[str]: ...

    # typed commands

    def verbs(self, view: View) -> tuple[str, ...]: ...
    def all_verbs(self) -> tuple[str, ...]:
        """What can be typed to act at some table of the game."""

    def read(self, verb: str, words: list[str], view: View, people: People) -> AnAct:
        """The act that the words after a verb describe, legal or not; `NotUnderstood`."""

    def write(self, act: AnAct, view: View, people: People) -> str: ...
    def can_be_typed(self, act: AnAct, verb: str, view: View) -> bool: ...
    def nearest(self, act: AnAct, view: View) -> AnAct | None:
        """The legal act most like one that is not."""

    def moves(self, view: View, people: People, verb: str = "", *, each: bool = False) -> list[str]: ...
    def help(self, view: View, leaving: str) -> list[str]:
        """The commands of this table; ``leaving`` is the line about going away."""

    def line_question(self, asked: Waiting) -> str:
        """What a seat is asked, with what to type."""

    # the table in lines

    def board_lines(self, view: View, charset: Charset, people: People) -> list[str]: ...
    def board_words(self, view: View, people: People) -> list[str]: ...
    def around(self, verb: str, words: list[str], view: View, people: People) -> list[str]:
        """A part of the board: a cell, a row, or what is near a goal."""

    def keeps_board(self, asked: Waiting) -> bool:
        """Whether the question goes on with what was asked before, so that the board is not shown again."""

    def hand_lines(self, view: View, charset: Charset, people: People, asked: Waiting | None = None) -> list[str]:
        """The hand, or what else is offered to choose from."""

    def standing(self, view: View, people: People) -> list[str]: ...
    def round_line(self, view: View) -> str: ...
