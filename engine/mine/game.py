"""The mine's front door: its first state, its deal, and the book of rules behind a table."""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from types import ModuleType

from engine import waits
from engine.book import Rule, merged
from engine.errors import UnfitRules
from engine.grid import fit_table, half_turned, is_symmetric, mask
from engine.mine import base_cards as cards
from engine.mine import scoring
from engine.mine.cards import Card
from engine.mine.rulebook import Book
from engine.mine.rules import (
    break_tool,
    deal,
    game_end,
    goals,
    gold_draft,
    passing,
    place_path,
    read_map,
    repair_tool,
    rockfall,
    round_end,
    turn,
)
from engine.mine.state import State
from engine.mine.view import View
from engine.notebook import Notebook
from engine.rules import Rules
from engine.slots import Face, Pile, Seat

RULES: tuple[ModuleType, ...] = (
    deal,
    turn,
    place_path,
    break_tool,
    repair_tool,
    rockfall,
    read_map,
    passing,
    goals,
    round_end,
    gold_draft,
    game_end,
)
ALL_CARDS: tuple[Card, ...] = (
    cards.START,
    *cards.GOALS,
    *cards.TUNNELS,
    *cards.ACTIONS,
    *cards.ROLES,
    *cards.GOLD,
)
ROUNDS = 3
MOST_GOLD_2006 = 9  # G13: keeps three rounds of ten players within the 28 cards


def setup(rules: Rules, seats: int) -> State:
    """The first state; it wants a deal."""
    return State(book(rules, seats))


def view(state: State, seat: Seat | None, notebook: Notebook) -> View:
    """What that seat sees."""
    return View(state, seat, notebook)


@cache
def book(rules: Rules, seats: int) -> Book:
    """Resolve flags and rules into tables."""
    if seats not in cards.HAND_SIZES:
        raise UnfitRules(f"the base game is for 3 to 10 players, not {seats}")
    parts: list[Rule] = [waits.RULE, *(module.RULE for module in RULES)]
    offers = merged(part.offers for part in parts)
    clockwise = tuple(tuple((seat + step) % seats for step in range(seats)) for seat in range(seats))
    piles = _piles(seats)
    return Book(
        rules=rules,
        seats=seats,
        decide=merged(part.inputs for part in parts),
        evolve=merged(part.events for part in parts),
        stages=merged(part.stages for part in parts),
        offers={card.number: offers[card.kind] for card in (*cards.TUNNELS, *cards.ACTIONS)},
        offer_passes=passing.offer,
        kinds={card.number: card.kind for card in (*cards.TUNNELS, *cards.ACTIONS)},
        groups={card.number: (card.groups, half_turned(card.groups)) for card in ALL_CARDS},
        masks={card.number: _masks(card) for card in ALL_CARDS},
        tools={card.number: card.tool_mask for card in cards.ACTIONS},
        worth={card.number: card.nuggets for card in cards.GOLD},
        piles=piles,
        copies=tuple(Counter(pile.faces) for pile in piles),
        fit_table=fit_table(must_connect=rules["must-connect"] == "yes"),
        hand_size=cards.HAND_SIZES[seats],
        rounds=ROUNDS,
        saboteur_pay=_SABOTEUR_PAY[rules["saboteur-pay"]],
        clockwise=clockwise,
        break_targets=clockwise if rules["self-sabotage"] == "yes" else tuple(others[1:] for others in clockwise),
        turn_wants=tuple(turn.turn_want(seat) for seat in range(seats)),
        gold_to_draw=_GOLD_TO_DRAW[rules["gold-draw"]],
        next_starter=_NEXT_STARTER[rules["next-starter"]],
        shows_left_over=_SHOWS_LEFT_OVER[rules["left-over"]],
        first_player=_FIRST_PLAYER[rules["first-player"]],
    )


_SABOTEUR_PAY = {
    # by number of saboteurs, from none to four; the text behind 432 is silent on four
    "4332": (0, 4, 3, 3, 2),
    "432": (0, 4, 3, 2, 2),
}
_GOLD_TO_DRAW = {
    "diggers": lambda players, diggers: diggers,
    "players": lambda players, diggers: min(players, MOST_GOLD_2006),
}
_NEXT_STARTER = {"last-path": scoring.left_of_last_path, "last-card": scoring.left_of_last_card}
_SHOWS_LEFT_OVER = {"every-round": lambda round_: True, "first-round": lambda round_: round_ == 1}
_FIRST_PLAYER = {"random": None, "youngest": 0}


def _masks(card: Card) -> tuple[int, int]:
    upright = mask("".join(card.tunnels))
    turned = mask("".join(card.tunnels).translate(str.maketrans("NESW", "SWNE")))
    return upright, -1 if is_symmetric(card.groups) else turned


def _piles(seats: int) -> tuple[Pile, ...]:
    saboteurs, diggers = cards.ROLE_DECKS[seats]
    digger, saboteur = (role.number for role in cards.ROLES)
    return (
        Pile("gold", 0, _copies(cards.GOLD), "game"),
        Pile("roles", 1, (digger,) * diggers + (saboteur,) * saboteurs, "round"),
        Pile("goals", 2, _copies(cards.GOALS), "round"),
        Pile("deck", 3, _copies((*cards.TUNNELS, *cards.ACTIONS)), "game"),
    )


def _copies(rows: Iterable[Card]) -> tuple[Face, ...]:
    return tuple(card.number for card in rows for _ in range(card.copies))
