"""How bots play the mine: one mind a card set, and what they share."""

from engine.bots.mind import Mind
from engine.mine.bots import keen
from engine.mine.bots.saboteur2 import mind as saboteur2
from engine.mine.flags import BASE, SABOTEUR2

MINDS: dict[str, Mind] = {BASE: keen.MIND, SABOTEUR2: saboteur2.MIND}
"""By card set."""
