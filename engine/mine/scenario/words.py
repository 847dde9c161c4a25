"""The cards of the mine as scenarios write them."""

from engine.mine.sets.catalogue import all_cards
from engine.scenario.words import Cards

CARDS = Cards(lambda: {card.key: card.number for card in all_cards()})
