"""Positions of Saboteur 2 for one bot on seat 0, with as little said as possible."""

from collections import Counter

from engine.mine.division import BLUE, GREEN, SABOTEUR
from engine.mine.scenario.position import Position
from engine.mine.sets.saboteur2 import PILES
from engine.slots import Face
from tests.engine.bots.tables import MIDDLE, NUMBER, Laid, faces, laid

DECK = next(pile.faces for pile in PILES if pile.name == "deck")
GOALS = faces("stone-a", "treasure", "stone-b")
OTHER = {BLUE: GREEN, GREEN: BLUE}
DOOR = {BLUE: "blue-door-straight-short", GREEN: "green-door-straight-short"}
MAPS = [["map"], ["map"], ["map"], ["map"], ["map"]]

Card = tuple[int, int, str, int]


def straight(first: int, last: int) -> list[Card]:
    """A tunnel along the middle row from one column to another."""
    keys = ("cross", "tee-short", "tee-short", "cross", "tee-short", "cross", "cross")
    return [(x, 0, keys[x - 1], 0) for x in range(first, last + 1)]


def sitting(
    role: Face,
    own: list[str],
    *,
    board: list[Card] | None = None,
    others: list[list[str]] | None = None,
    roles: list[Face] | None = None,
    pile: int = 40,
    known: bool = True,
    seed: object = 0,
    **more: object,
) -> Laid:
    """A bot to move; the others hold a map each, and the pile has so many cards of those that are left.

    Where the treasure is ``known`` the bot has seen it, under the middle goal.
    """
    held = [faces(*own), *(faces(*keys) for keys in (MAPS[:3] if others is None else others))]
    seats = len(held)
    position = Position(
        board=laid(*(board or [])),
        goals=GOALS,
        roles=[role, *(roles or [SABOTEUR, OTHER.get(role, BLUE), GREEN, BLUE, BLUE][: seats - 1])],
        hands=held,
        **more,  # type: ignore[arg-type]
    )
    position.pile = _rest(position)[:pile]
    found = Laid(position, seats, seed=seed, rules="saboteur2")
    if known:
        found.table.notebooks[0].show([(found.table.state.goals[MIDDLE], NUMBER["treasure"])])
    return found


def _rest(position: Position) -> list[Face]:
    """What is left of the deck, useful and useless cards in turn."""
    in_front = ["prison"] * len(position.prison) + ["theft"] * len(position.theft)
    broken = [f"broken-{tool}" for tools in position.broken for tool in tools]
    named = [face for hand in position.hands for face in hand] + [face for _, face, _ in position.board]
    left = sorted((Counter(DECK) - Counter([*named, *faces(*in_front, *broken)])).elements())
    return left[::2] + left[1::2]
