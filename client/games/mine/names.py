"""What cards, roles, tools and goals are called, what cards are good for, and why the rules refuse."""

from client.games.game import Identity
from client.games.mine.words.words import Role, find
from client.games.naming import cell_name
from client.i18n import _
from client.words.codes import OF_EVERY_GAME
from engine.grid.cells import Cell, xy
from engine.mine.cards.base import GOAL_CELLS
from engine.mine.cards.card import TOOLS
from engine.mine.cards.card import Card as CardRow
from engine.mine.cards.minis import NEW_GOAL_CELLS
from engine.mine.sets.catalogue import ALL_CARDS, all_cards
from engine.mine.state import State
from engine.slots import Face, Slot

GOALS = dict(zip(GOAL_CELLS, (_("top"), _("middle"), _("bottom")), strict=True)) | {
    NEW_GOAL_CELLS[0]: _("highest"),
    NEW_GOAL_CELLS[-1]: _("lowest"),
}
_GOAL_CARDS = {
    "treasure": _("the treasure"),
    "bag-1-a": _("a bag with 1 nugget"),
    "bag-1-b": _("a bag with 1 nugget"),
    "bag-2": _("a bag with 2 nuggets"),
    "dragon": _("a dragon"),
    "spider": _("the giant spider"),
}
TOOL_KEYS = {bit: tool for tool, bit in TOOLS.items()}


class _Cards(dict[Face, CardRow]):
    """A module may be registered later than this file is loaded."""

    def __missing__(self, face: Face) -> CardRow:
        return next(card for card in all_cards() if card.number == face)


CARD = _Cards({card.number: card for card in ALL_CARDS})
"""By face: the row of the card."""


def card_name(face: Face | None) -> str:
    """A card whose opening has not arrived is a question mark."""
    return "?" if face is None else lying_name(face, 0)


def lying_name(face: Face, turned: int) -> str:
    """A path card as it lies: turned, it may have another name."""
    words = find("cards", CARD[face].key)
    return str((turned and words.turned) or words.name)


def card_meaning(face: Face) -> str:
    """What an action card does; empty for a path card, which shows it."""
    kind = find("kinds", CARD[face].kind)
    return kind.meaning if kind else ""


def role_words(face: Face) -> Role:
    words: Role = find("roles", CARD[face].key)
    return words


def role_name(face: Face) -> str:
    """As in “Ann is a saboteur”."""
    return role_words(face).is_one


def identity_of(face: Face) -> Identity:
    words, name = role_words(face), card_name(face)
    letter = name.split()[0][:1].upper() if words.badge != "badge-gold" else words.short[:1].upper()
    return Identity(letter, name.upper(), words.badge, words.is_one.replace(name, name.upper()), words.aim)


def tool_name(key: str) -> str:
    return str(find("terms", "tool").names[key])


def refusal(code: str) -> str:
    return find("refusals", code) or OF_EVERY_GAME.get(code, "")


def goal_card(face: Face) -> str:
    return str(_GOAL_CARDS.get(CARD[face].key) or _("a stone"))


def hidden_name(state: State, slot: Slot) -> str:
    """What lies face down in the mine, as far as its back tells."""
    return str(find("hidden", _pile_of(state, slot)))


def hidden_mark(state: State, slot: Slot) -> str:
    """The same in one letter."""
    return find("marks", _pile_of(state, slot)) or "?"


def hidden_thing(state: State, at: Cell) -> str:
    """What lies face down on a cell, where a player points at it."""
    return (
        _("the {goal} goal", goal=goal_name(at)) if at in state.goals else _("what lies at {cell}", cell=cell_name(at))
    )


def _pile_of(state: State, slot: Slot) -> str:
    return next(pile.name for pile in state.book.piles if pile.number == state.pile_of[slot])


def goal_name(at: Cell) -> str:
    """A goal by its place, such as top, middle or bottom; another thing that lies hidden by its cell."""
    return GOALS.get(xy(at)) or cell_name(at)
