"""The cards of the mine as scenarios write them."""

from engine.mine.sets.catalogue import ALL_CARDS
from engine.scenario.words import Cards

CARDS = Cards({card.key: card.number for card in ALL_CARDS})
