"""What every card set resolves alike: rules into tables of functions, card rows into tables by face."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from engine import waits
from engine.grid.cells import half_turned, is_symmetric, mask
from engine.grid.fitting import fit_table
from engine.machine import Rule, merged, reasons_of
from engine.mine import scoring
from engine.mine.book import Book
from engine.mine.cards.card import Card
from engine.mine.rules.turn import turn
from engine.rules import Rules
from engine.slots import Face, Pile, Seat

ROUNDS = 3


@dataclass(frozen=True, slots=True)
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
    parts: list[Rule] = [waits.RULE, *(module.RULE for module in box.rules)]
    offers = merged(part.offers for part in parts)
    clockwise = tuple(tuple((seat + step) % seats for step in range(seats)) for seat in range(seats))
    return Book(
        rules=rules,
        seats=seats,
        decide=merged(part.inputs for part in parts),
        evolve=merged(part.events for part in parts),
        stages=merged(part.stages for part in parts),
        cards=box.cards,
        acts=merged({row.act: row for row in part.acts} for part in parts),
        chances=merged(part.chances for part in parts),
        questions=merged(part.questions for part in parts),
        reasons=reasons_of(parts),
        scenario=tuple(part.scenario for part in parts if part.scenario),
        offers={card.number: offers[card.kind] for card in box.deck},
        offer_passes=box.offer_passes,
        kinds={card.number: card.kind for card in box.deck},
        groups={card.number: (card.groups, half_turned(card.groups)) for card in box.cards},
        masks={card.number: _masks(card) for card in box.cards},
        tools={card.number: card.tool_mask for card in box.deck if card.tools},
        ladders=frozenset(card.number for card in box.deck if card.ladder),
        piles=box.piles,
        copies={pile.number: Counter(pile.faces) for pile in box.piles},
        fit_table=fit_table(must_connect=rules["must-connect"] == "yes"),
        hand_size=box.hand_size,
        rounds=ROUNDS,
        clockwise=clockwise,
        break_targets=clockwise if rules["self-sabotage"] == "yes" else tuple(others[1:] for others in clockwise),
        turn_wants=tuple(turn.turn_want(seat) for seat in range(seats)),
        next_starter=_NEXT_STARTER[rules["next-starter"]],
        first_player=_FIRST_PLAYER[rules["first-player"]],
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
