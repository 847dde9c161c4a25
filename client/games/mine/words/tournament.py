"""The words of the Tournament."""

from client.games.mine.words import greedy_dwarf
from client.games.mine.words.words import Words
from client.games.words import Said
from engine.mine.modules.tournament import MiddleCardLaid

WORDS = Words(
    cards=greedy_dwarf.WORDS.cards,
    roles=greedy_dwarf.WORDS.roles,
    events={**greedy_dwarf.WORDS.events, MiddleCardLaid: Said("In the middle lies {card}.")},
)
