"""What scenarios of the cave are written with."""

from engine.cave.cards.table import CARDS as ALL_CARDS
from engine.cave.resolving import RULES
from engine.cave.scenario.checks import CHECKS
from engine.cave.scenario.pointers import POINTERS, zones
from engine.cave.scenario.position_keys import KEYS, arrange_values
from engine.cave.scenario.words import CARDS
from engine.cave.state import cave_state
from engine.scenario.vocabulary import Vocabulary, Words

SCENARIO = Vocabulary(
    cards=CARDS,
    kinds=lambda: {card.number: card.kind for card in ALL_CARDS},
    acts=tuple(row for rule in RULES for row in rule.acts),
    words=Words(KEYS, CHECKS, POINTERS),
    arrange=arrange_values,
    zones=zones,
    unnamed=lambda table: cave_state(table.state).discard,
)
