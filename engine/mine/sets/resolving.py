"""What every card set resolves alike: rules into tables of functions, card rows into tables by face."""

import dataclasses
from collections.abc import Callable
from types import ModuleType
from typing import Any

from engine import waits
from engine.errors import UnfitRules
from engine.grid.cells import cell, half_turned, is_symmetric, mask
from engine.grid.fitting import fit_table
from engine.machine import Rule, merged
from engine.mine import scoring
from engine.mine.book import Book
from engine.mine.cards.base import GOAL_CELLS
from engine.mine.cards.card import Card, copies
from engine.mine.modules import switched_on
from engine.mine.modules.module import Module
from engine.mine.rules.placing import goals
from engine.mine.state import State
from engine.records import record
from engine.resolving import by_number, resolved_parts
from engine.rules import Rules
from engine.slots import Pile, Seat

ROUNDS = 3


@record
class Box:
    """What a card set brings to a table of some size."""

    rules: tuple[ModuleType, ...]
    cards: tuple[Card, ...]
    deck: tuple[Card, ...]
    """The rows of the cards that are held in hands."""
    piles: tuple[Pile, ...]
    hand_size: int
    offer_passes: Callable[[Any, Seat, list[Any]], None]


def resolved(box: Box, rules: Rules, seats: int) -> Book:
    """The book as far as it is the same for all card sets; each adds what it alone has."""
    box = _with_modules(box, rules, seats)
    parts = list(dict.fromkeys([waits.RULE, *(module.RULE for module in box.rules), *_module_rules(rules)]))
    common = resolved_parts(parts, State, box.piles, box.deck, seats)
    clockwise: tuple[tuple[Seat, ...], ...] = common["clockwise"]
    return Book(
        **common,
        rules=rules,
        cards=box.cards,
        offer_passes=box.offer_passes,
        groups=merged({card.number: (card.groups, half_turned(card.groups))} for card in box.cards),
        masks={card.number: _masks(card) for card in box.cards},
        tools={card.number: card.tool_mask for card in box.deck if card.tools},
        ladders=frozenset(card.number for card in box.deck if card.ladder),
        lay_outs=tuple(part.lays_out for part in parts if part.lays_out),
        finds=by_number(merged(part.finds for part in parts), box.piles),
        turn_ups=by_number(merged(part.turns_up for part in parts), box.piles),
        goal_cells=tuple(cell(*at) for at in GOAL_CELLS),
        goal_effects={goals.TREASURE: goals.treasure_found},
        fit_table=fit_table(must_connect=rules["must-connect"] == "yes"),
        hand_size=box.hand_size,
        rounds=ROUNDS,
        break_targets=clockwise if rules["self-sabotage"] == "yes" else tuple(others[1:] for others in clockwise),
        order=_clockwise,
        next_starter=_NEXT_STARTER[rules["next-starter"]],
        first_player=_FIRST_PLAYER[rules["first-player"]],
    )


def _module_rules(rules: Rules) -> list[Rule]:
    return [rule for module in switched_on(rules) for rule in module.rules]


def _with_modules(box: Box, rules: Rules, seats: int) -> Box:
    """The cards of a card set and of what is switched on beside it."""
    modules = switched_on(rules)
    if not modules:
        return box
    _check_seats(modules, seats)
    added = tuple(card for module in modules for card in module.deck)
    others = tuple(card for module in modules for card in module.cards)
    piles = tuple(
        dataclasses.replace(pile, faces=tuple(sorted((*pile.faces, *copies(added))))) if pile.name == "deck" else pile
        for pile in box.piles
    )
    box = dataclasses.replace(
        box,
        cards=(*box.cards, *added, *others),
        deck=(*box.deck, *added),
        piles=(*piles, *(pile for module in modules for pile in module.piles)),
    )
    others_stand = {old: new for module in modules for old, new in module.exchanges.items()}
    box = dataclasses.replace(box, rules=tuple(others_stand.get(rule, rule) for rule in box.rules))
    for module in modules:
        box = module.repacks(box, seats) if module.repacks else box
    return box


def _check_seats(modules: list[Module], seats: int) -> None:
    for module in modules:
        if module.seats and seats not in module.seats:
            raise UnfitRules(
                "{name!r} ({rule}) is for {fewest} to {most} players, not {seats}",
                name=module.name,
                rule=module.rule,
                fewest=module.seats[0],
                most=module.seats[-1],
                seats=seats,
            )


def amended(book: Book) -> Book:
    """The book of a card set with what the modules and variants of its table change in it."""
    for module in switched_on(book.rules):
        book = module.amends(book) if module.amends else book
    return book


_NEXT_STARTER = {"last-path": scoring.left_of_last_path, "last-card": scoring.left_of_last_card}
_FIRST_PLAYER = {"random": None, "youngest": 0}


def _clockwise(state: State, seat: Seat) -> tuple[Seat, ...]:
    return state.book.clockwise[seat]


def _masks(card: Card) -> tuple[int, int]:
    upright = mask("".join(card.tunnels))
    turned = mask("".join(card.tunnels).translate(str.maketrans("NESW", "SWNE")))
    return upright, -1 if is_symmetric(card.groups) else turned
