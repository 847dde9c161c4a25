"""Treasure Chests: four of ten chests lie face down in the mine, each under a path card that lies face down (D5).

A tunnel that reaches a cover turns it up and opens the chest.  What a map and a rockfall can do changes with them, so
both rules have another one in their place.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.mine.cards.minis import CHEST_CELLS, CHESTS, COVERS
from engine.mine.flags import CARD_SET_NAMES
from engine.mine.modules.chests import at_once, at_turn_end, maps, opening, rockfalls, visits
from engine.mine.modules.chests.state import CHEST_PILE, COVER_PILE
from engine.mine.modules.module import Module
from engine.mine.modules.treasury import worth_of_kept
from engine.mine.rules.actions import keep_one, read_map, rockfall

if TYPE_CHECKING:
    from engine.mine.book import Book


def amend(book: "Book") -> "Book":
    """G62."""
    return replace(book, map_ban_on_all=book.rules["map-ban"] == "all")


MODULE = Module(
    name="chests",
    rev=1,
    rule="D5",
    meaning="Four chests lie hidden in the mine, each under a path card. A tunnel that reaches one opens it.",
    card_sets=CARD_SET_NAMES,
    layouts=(
        ("standard", "Two near the middle, two further on and further out."),
        ("square", "Four around the middle of the mine."),
        ("diamond", "Two on the straight way, two above and below it."),
        ("wide", "Four in the outer rows."),
        ("zigzag", "One after the other, above and below the straight way."),
    ),
    cells=CHEST_CELLS,
    rules=(keep_one.RULE, opening.RULE, at_once.RULE, at_turn_end.RULE),
    cards=(*COVERS, *CHESTS),
    exchanges={read_map: maps, rockfall: rockfalls},
    piles=(COVER_PILE, CHEST_PILE),
    amends=amend,
    worth={
        at_once.MoveGoal: visits.of_goal,
        at_once.LookAtRole: visits.of_look,
        at_turn_end.RobPlayer: visits.of_robbery,
        keep_one.KeepCard: worth_of_kept,
    },
    lures=visits.lures,
    notes={
        at_once.GoalMoved: visits.note_goal,
        opening.CoverTurned: visits.note_grid,
        rockfalls.ChestBuried: visits.note_grid,
    },
)
