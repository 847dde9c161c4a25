"""All card sets of the mine, and all that they have together."""

from types import ModuleType

from engine.machine import Rule
from engine.mine.cards.card import Card
from engine.mine.modules import PARTS
from engine.mine.sets import base, saboteur2

CARD_SETS: dict[str, ModuleType] = {"base": base, "saboteur2": saboteur2}
ALL_CARDS: tuple[Card, ...] = tuple(dict.fromkeys((*base.CARDS, *saboteur2.CARDS)))
"""Every kind of card of the card sets."""
_RULE_FILES = dict.fromkeys(file for card_set in CARD_SETS.values() for file in card_set.RULES)
MODULE_RULES: tuple[Rule, ...] = tuple(
    rule for module in PARTS.values() for rule in (*module.rules, *(file.RULE for file in module.exchanges.values()))
)
"""Those that modules bring."""
RULES: tuple[Rule, ...] = tuple(dict.fromkeys((*(file.RULE for file in _RULE_FILES), *MODULE_RULES)))
"""Every rule that holds at some table of the mine."""


def all_cards() -> tuple[Card, ...]:
    """Every kind of card that any table of the mine may see, those of modules included."""
    added = (card for module in PARTS.values() for card in (*module.deck, *module.cards))
    return tuple(dict.fromkeys((*ALL_CARDS, *added)))
