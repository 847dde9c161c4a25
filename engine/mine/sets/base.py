"""The base game: its cards, its rules, and its flags resolved (A)."""

from dataclasses import replace
from types import ModuleType

from engine.errors import UnfitRules
from engine.mine.book import Book
from engine.mine.cards import base as cards
from engine.mine.cards.card import Card, copies
from engine.mine.rules.actions import break_tool, read_map, repair_tool, rockfall
from engine.mine.rules.placing import goals, place_path, reaching
from engine.mine.rules.round import deal, game_end, gold_draft, pay_gold_cards, round_end
from engine.mine.rules.turn import passing, turn
from engine.mine.sets.resolving import Box, resolved
from engine.rules import Rules
from engine.slots import Pile

REV = 1
SEATS = range(3, 11)
RULES: tuple[ModuleType, ...] = (
    deal,
    turn,
    place_path,
    break_tool,
    repair_tool,
    rockfall,
    read_map,
    passing,
    reaching,
    goals,
    round_end,
    pay_gold_cards,
    gold_draft,
    game_end,
)
DECK: tuple[Card, ...] = (*cards.TUNNELS, *cards.ACTIONS)
CARDS: tuple[Card, ...] = (cards.START, *cards.GOALS, *DECK, *cards.ROLES, *cards.GOLD)
MOST_GOLD_2006 = 9  # G13: keeps three rounds of ten players within the 28 cards


def book(rules: Rules, seats: int) -> Book:
    """The rules of a table of the base game."""
    if seats not in SEATS:
        raise UnfitRules("the base game is for 3 to 10 players, not {seats}", seats=seats)
    box = Box(_rules_of(rules), CARDS, DECK, _piles(seats), cards.HAND_SIZES[seats], passing.offer)
    return replace(
        resolved(box, rules, seats),
        worth={card.number: card.nuggets for card in cards.GOLD},
        saboteur_pay=_SABOTEUR_PAY[rules["saboteur-pay"]],
        pay_saboteurs=_PAY_SABOTEURS[rules["saboteur-pay-from"]],
        gold_to_draw=_GOLD_TO_DRAW[rules["gold-draw"]],
        shows_left_over=_SHOWS_LEFT_OVER[rules["left-over"]],
    )


def _rules_of(rules: Rules) -> tuple[ModuleType, ...]:
    """A reading that needs a rule of its own has it only where it is chosen."""
    in_cards = rules["saboteur-pay-from"] == "gold-cards"
    return tuple(rule for rule in RULES if in_cards or rule is not pay_gold_cards)


_SABOTEUR_PAY = {
    # by number of saboteurs, from none to four; the text behind 432 is silent on four
    "4332": (0, 4, 3, 3, 2),
    "432": (0, 4, 3, 2, 2),
}
_PAY_SABOTEURS = {"bank": round_end.pay_from_bank, "gold-cards": pay_gold_cards.pay}
_GOLD_TO_DRAW = {
    "diggers": lambda players, diggers: diggers,
    "players": lambda players, diggers: min(players, MOST_GOLD_2006),
}
_SHOWS_LEFT_OVER = {"every-round": lambda round_: True, "first-round": lambda round_: round_ == 1}


def _piles(seats: int) -> tuple[Pile, ...]:
    saboteurs, diggers = cards.ROLE_DECKS[seats]
    digger, saboteur = (role.number for role in cards.ROLES)
    return (
        Pile("gold", 0, copies(cards.GOLD), "game", once=True),
        Pile("roles", 1, (digger,) * diggers + (saboteur,) * saboteurs, "round"),
        Pile("goals", 2, copies(cards.GOALS), "round"),
        Pile("deck", 3, copies(DECK), "game"),
    )
