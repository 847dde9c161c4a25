"""The book of a cave: its rules into tables of functions, its card rows into tables by face."""

from collections.abc import Iterable
from itertools import combinations
from types import ModuleType

from engine import waits
from engine.cave.book import Book
from engine.cave.cards import table as cards
from engine.cave.cards.card import Card
from engine.cave.cards.chart import Chart, chart
from engine.cave.rules import placing
from engine.cave.rules.actions import battle_axe, boots, card_swap, cave_in, cobweb, monster, secret_information
from engine.cave.rules.turn import deal, discarding, ending, turn, vote
from engine.cave.rules.walk import chop_web, escape, goals, meeting, vein, walk
from engine.cave.state import State
from engine.errors import UnfitRules
from engine.grid.cells import Edges, cell, half_turned, is_symmetric, mask, quarter_turned
from engine.machine import Rule, merged
from engine.resolving import resolved_parts
from engine.rules import Rules
from engine.slots import Face, Pile

SEATS = range(2, 9)
FILES: tuple[ModuleType, ...] = (
    deal,
    turn,
    placing,
    secret_information,
    cave_in,
    card_swap,
    cobweb,
    boots,
    battle_axe,
    monster,
    discarding,
    vote,
    walk,
    chop_web,
    meeting,
    goals,
    vein,
    escape,
    ending,
)
RULES: tuple[Rule, ...] = (waits.QUESTIONS, *(file.RULE for file in FILES))
_LEVELS = (1, 2, 3)
_ALL_EDGES = mask("NESW")


def book(rules: Rules, seats: int) -> Book:
    """The rules of a table."""
    if seats not in SEATS:
        raise UnfitRules("the Dark Cave is for 2 to 8 players, not {seats}", seats=seats)
    _check_goals(cards.GOALS)
    parts = (waits.RULE, *RULES)
    piles = _piles(seats)
    far = cards.CORNERS[seats]
    return Book(
        **resolved_parts(parts, State, piles, cards.DECK, seats),
        rules=rules,
        rounds=1,
        cards=cards.CARDS,
        groups=merged({card.number: (card.groups, half_turned(card.groups))} for card in cards.CARDS),
        masks={card.number: masks(card) for card in cards.CARDS},
        charts={card.number: _charts(card) for card in cards.CARDS if card.tunnels},
        monsters={card.number: list(cards.MONSTERS).index(card.monster) for card in cards.ACTIONS if card.monster},
        monster_moves=tuple(cards.MONSTERS.values()),
        works_for={card.number: cards.SIDES.index(card.works_for) for card in cards.CLANS},
        clan_of={pile.number: cards.SIDES.index(pile.name) for pile in piles if pile.name in cards.SIDES},
        clan_orders=_clan_orders(piles),
        goal_cells=tuple(cell(x, y) for x in (-far, far) for y in (-far, far)),
        dealt=cards.HANDS[seats],
        removed=cards.REMOVED,
        start=cards.START.number,
        walk_wants=tuple(walk.walk_want(seat) for seat in range(seats)),
        attacks_from_lairs=rules["lair-attack"] == "yes",
        ends_at_once=rules["cave-end"] == "at-once",
    )


def _check_goals(goals: Iterable[Card]) -> None:
    """HF22: a dwarf can come from any side, and one way of laying the goal must go on from there."""
    for goal in goals:
        upright = mask("".join(goal.tunnels))
        assert upright | quarter_turned(upright, 2) == _ALL_EDGES, f"{goal.key} cannot be entered from every side"


def masks(card: Card) -> tuple[Edges, Edges]:
    """The edges upright, and turned; -1 if turning changes nothing."""
    upright = mask("".join(card.tunnels))
    return upright, -1 if _looks_alike(card) else quarter_turned(upright, 2)


def _looks_alike(card: Card) -> bool:
    """Whether the card is the same turned by 180 degrees: also what is marked on it."""
    if not card.tunnels or not is_symmetric(card.groups):
        return False
    upright, turned = _charts(card)
    return upright.marked < 0 or upright.edges[upright.marked] == turned.edges[turned.marked]


def _charts(card: Card) -> tuple[Chart, Chart]:
    upright = chart(card)
    return upright, upright.turned()


def _clan_orders(piles: Iterable[Pile]) -> tuple[tuple[int, ...], ...]:
    """Every order of the backs: which places the cards of the first clan take (HF24)."""
    blue, yellow = (next((len(pile.faces) for pile in piles if pile.name == side), 0) for side in cards.SIDES)
    places = range(blue + yellow)
    return tuple(tuple(0 if at in chosen else 1 for at in places) for chosen in combinations(places, blue))


def _piles(seats: int) -> tuple[Pile, ...]:
    """F3: clan cards by clan, goals, and the cards of each level; what has another back is another pile."""
    used = zip(cards.CLANS, cards.CLANS_USED[seats], strict=True)
    faces = {side: tuple[Face, ...]() for side in cards.SIDES}
    for card, count in used:
        faces[card.clan] += (card.number,) * count
    return (
        *(Pile(side, number, faces[side], "round") for number, side in enumerate(cards.SIDES, start=1) if faces[side]),
        Pile("goals", 3, tuple(sorted(card.number for card in cards.GOALS)), "game"),
        *(Pile(f"level-{level}", 3 + level, of_level(level), "game") for level in _LEVELS),
    )


def of_level(level: int) -> tuple[Face, ...]:
    """The faces of all cards with that back."""
    paths = [card.number for card in cards.PATHS if card.level == level for _ in range(card.copies)]
    actions = [card.number for card in cards.ACTIONS for _ in range(card.by_level[level - 1])]
    return tuple(sorted(paths + actions))
