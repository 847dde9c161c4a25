"""Rules texts that together show every card set, module and variant of the mine: a new one is asked the same."""

from engine.mine.game import CARD_SETS, PARTS

TABLES: tuple[str, ...] = (
    *CARD_SETS,
    *(f"{card_set}+{part.name}" for part in PARTS.values() for card_set in part.card_sets),
)
