"""What scenarios of the mine are written with."""

from engine.acts import ActRow
from engine.mine.scenario.checks import CHECKS
from engine.mine.scenario.pointers import POINTERS, zones
from engine.mine.scenario.position_keys import KEYS, arrange_values
from engine.mine.scenario.words import CARDS
from engine.mine.sets.catalogue import CARD_SETS, all_cards
from engine.mine.state import mine_state
from engine.scenario.vocabulary import Vocabulary, Words


def _acts() -> tuple[ActRow, ...]:
    """Of all card sets, the largest first; what only a smaller one has stands where it comes there."""
    acts: list[ActRow] = []
    for card_set in reversed(CARD_SETS.values()):
        at = 0
        for row in (row for file in card_set.RULES for row in file.RULE.acts):
            if row not in acts:
                acts.insert(at, row)
            at = acts.index(row) + 1
    return tuple(acts)


SCENARIO = Vocabulary(
    cards=CARDS,
    kinds=lambda: {card.number: card.kind for card in all_cards()},
    acts=_acts(),
    words=Words(KEYS, CHECKS, POINTERS),
    arrange=arrange_values,
    zones=zones,
    unnamed=lambda table: mine_state(table.state).discard,
)
