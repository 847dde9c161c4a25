"""What the own seat is asked, as a list to choose from: one entry for each wait that any rule set knows."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from client.games.mine.act_words import act_words
from client.games.mine.choice_words import choice_words, way_words
from client.i18n import _
from engine.wants import Choose, Window

if TYPE_CHECKING:
    from client.visit.table import VisitedTable


@dataclass(frozen=True, slots=True)
class Option:
    """One answer."""

    text: str
    answer: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Question:
    """Asked in a dialogue of its own."""

    title: str
    options: tuple[Option, ...]


ON_THE_BOARD = ""
TITLES = {
    "turn": ON_THE_BOARD,
    "goal": _("You reach several goals at once. Which is turned up first?"),
    "rotation": _("The goal fits both ways. How should it lie?"),
    "gold": _("Gold! Which card do you keep?"),
    "theft": _("You have a Theft. From whom do you take a nugget?"),
}
"""By what an `Act` or a `Window` waits for; a test compares this with every rule set."""
LINE_QUESTIONS = {
    "turn": _("Your turn. What do you do?"),
    "goal": _("You reach several goals at once. Which is turned up first? (goal top)"),
    "rotation": _("The goal fits both ways. How should it lie? (upright, or rotate)"),
    "gold": _("Which gold card do you keep? (take 1)"),
    "theft": _("You have a Theft. From whom do you take a nugget? (steal bob, or no)"),
}
"""The same in lines, with what to type."""


def question(table: "VisitedTable") -> Question | None:
    """What is asked now, unless it is answered on the board."""
    asked, view = table.asked, table.view
    if asked is None or view is None:
        return None
    if isinstance(asked, Choose):
        ways = (Option(way_words(asked, way), _chosen(table, way)) for way in range(asked.below))
        return Question(choice_words(asked), tuple(ways))
    title = TITLES[asked.what]
    if title == ON_THE_BOARD and not isinstance(asked, Window):
        return None
    options = [Option(act_words(act, view, table.people), _acted(table, act)) for act in table.legal()]
    return Question(title, tuple(options))


def _acted(table: "VisitedTable", act: Any) -> Callable[[], None]:
    return lambda: table.act(act)


def _chosen(table: "VisitedTable", way: int) -> Callable[[], None]:
    return lambda: table.choose(way)
