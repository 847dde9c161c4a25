"""What every card set resolves alike: rules into tables of functions, card rows into tables by face."""

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any

from engine import waits
from engine.grid.cells import half_turned, is_symmetric, mask
from engine.grid.fitting import fit_table
from engine.machine import Rule, merged
from engine.mine import scoring
from engine.mine.book import Book
from engine.mine.cards.card import Card
from engine.mine.modules import switched_on
from engine.mine.rules.turn import turn
from engine.mine.state import State
from engine.records import record
from engine.resolving import finds_of, resolved_parts
from engine.rules import Rules
from engine.slots import Face, Pile, Seat

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
    box = _with_modules(box, rules)
    parts = list(dict.fromkeys([waits.RULE, *(module.RULE for module in box.rules), *_module_rules(rules)]))
    offers = merged(part.offers for part in parts)
    clockwise = tuple(tuple((seat + step) % seats for step in range(seats)) for seat in range(seats))
    return Book(
        **resolved_parts(parts, State, box.piles),
        rules=rules,
        seats=seats,
        cards=box.cards,
        offers={card.number: offers[card.kind] for card in box.deck},
        offer_passes=box.offer_passes,
        kinds={card.number: card.kind for card in box.deck},
        groups=merged({card.number: (card.groups, half_turned(card.groups))} for card in box.cards),
        masks={card.number: _masks(card) for card in box.cards},
        tools={card.number: card.tool_mask for card in box.deck if card.tools},
        ladders=frozenset(card.number for card in box.deck if card.ladder),
        lay_outs=tuple(part.lays_out for part in parts if part.lays_out),
        finds=finds_of(parts, box.piles),
        fit_table=fit_table(must_connect=rules["must-connect"] == "yes"),
        hand_size=box.hand_size,
        rounds=ROUNDS,
        clockwise=clockwise,
        break_targets=clockwise if rules["self-sabotage"] == "yes" else tuple(others[1:] for others in clockwise),
        turn_wants=tuple(turn.turn_want(seat) for seat in range(seats)),
        next_starter=_NEXT_STARTER[rules["next-starter"]],
        first_player=_FIRST_PLAYER[rules["first-player"]],
    )


def _module_rules(rules: Rules) -> list[Rule]:
    return [rule for module in switched_on(rules) for rule in module.rules]


def _with_modules(box: Box, rules: Rules) -> Box:
    """The cards of a card set and of what is switched on beside it."""
    modules = switched_on(rules)
    if not modules:
        return box
    added = tuple(card for module in modules for card in module.deck)
    others = tuple(card for module in modules for card in module.cards)
    piles = tuple(
        dataclasses.replace(pile, faces=tuple(sorted((*pile.faces, *copies(added))))) if pile.name == "deck" else pile
        for pile in box.piles
    )
    return dataclasses.replace(
        box,
        cards=(*box.cards, *added, *others),
        deck=(*box.deck, *added),
        piles=(*piles, *(pile for module in modules for pile in module.piles)),
    )


_NEXT_STARTER = {"last-path": scoring.left_of_last_path, "last-card": scoring.left_of_last_card}
_FIRST_PLAYER = {"random": None, "youngest": 0}


def _masks(card: Card) -> tuple[int, int]:
    upright = mask("".join(card.tunnels))
    turned = mask("".join(card.tunnels).translate(str.maketrans("NESW", "SWNE")))
    return upright, -1 if is_symmetric(card.groups) else turned


def copies(rows: Iterable[Card], more: Mapping[str, int] | None = None) -> tuple[Face, ...]:
    """The faces of a pile, sorted: as many as the rows have copies, and those that another box adds."""
    added = more or {}
    return tuple(sorted(card.number for card in rows for _ in range(card.copies + added.get(card.key, 0))))
