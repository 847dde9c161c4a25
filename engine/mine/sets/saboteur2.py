"""Saboteur 2, played with the cards of the base game: its cards, its rules, and its flags resolved (B)."""

from dataclasses import replace
from types import ModuleType

from engine.errors import UnfitRules
from engine.mine.book import Book
from engine.mine.cards import base as base_cards
from engine.mine.cards import saboteur2 as cards
from engine.mine.cards.card import Card, copies
from engine.mine.rules.actions import (
    break_tool,
    freedom,
    hands_off,
    inspection,
    lay_theft,
    prison,
    read_map,
    repair_tool,
    rockfall,
    swap_hands,
    swap_hats,
)
from engine.mine.rules.placing import goals, place_ladder, place_path_when_free, reaching
from engine.mine.rules.round import deal, game_end, share_gold, steal
from engine.mine.rules.turn import discard_two, pass_up_to_three, turn
from engine.mine.sets.resolving import Box, resolved
from engine.mine.state import State
from engine.rules import Rules
from engine.slots import Pile, Seat

REV = 1
SEATS = range(2, 13)
RULES: tuple[ModuleType, ...] = (
    deal,
    turn,
    place_path_when_free,
    place_ladder,
    break_tool,
    repair_tool,
    rockfall,
    read_map,
    lay_theft,
    hands_off,
    prison,
    freedom,
    inspection,
    swap_hats,
    swap_hands,
    pass_up_to_three,
    discard_two,
    reaching,
    goals,
    share_gold,
    steal,
    game_end,
)
DECK: tuple[Card, ...] = (*base_cards.TUNNELS, *cards.TUNNELS, *base_cards.ACTIONS, *cards.ACTIONS)
CARDS: tuple[Card, ...] = (base_cards.START, *base_cards.GOALS, *DECK, *cards.ROLES)
PILES = (
    # there is no gold pile: nuggets come from the bank (B3.5)
    Pile("roles", 1, copies(cards.ROLES), "round"),
    Pile("goals", 2, copies(base_cards.GOALS), "round"),
    Pile("deck", 3, copies(DECK, more=cards.MORE_COPIES), "game"),
)


def book(rules: Rules, seats: int) -> Book:
    """The rules of a table of Saboteur 2."""
    if seats not in SEATS:
        raise UnfitRules("Saboteur 2 is for 2 to 12 players, not {seats}", seats=seats)
    return replace(
        resolved(Box(RULES, CARDS, DECK, PILES, cards.HAND_SIZE, offer_discards), rules, seats),
        set_aside=cards.SET_ASIDE,
        doors={card.number: card.door for card in cards.TUNNELS if card.door},
        crystals={card.number: card.crystals for card in cards.TUNNELS if card.crystals},
        solo_must_finish=rules["solo-must-finish"] == "yes",
        put_role_away=_PUT_ROLE_AWAY[rules["swap-hats-old"]],
    )


def offer_discards(state: State, seat: Seat, acts: list[object]) -> None:
    """What can be done without playing a card (B4)."""
    discard_two.offer(state, seat, acts)
    pass_up_to_three.offer(state, seat, acts)


_PUT_ROLE_AWAY = {"bottom": swap_hats.under_the_pile, "aside": swap_hats.out_of_the_round}
