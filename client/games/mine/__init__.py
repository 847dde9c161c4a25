"""Saboteur, as players see and type it."""

from client.games.mine.words import base, costume, craftsman, new_goals, party, saboteur2, toll
from client.games.mine.words.words import PARTS

PARTS.update(
    {
        "base": base.WORDS,
        "saboteur2": saboteur2.WORDS,
        "craftsman": craftsman.WORDS,
        "toll": toll.WORDS,
        "costume": costume.WORDS,
        "party": party.WORDS,
        "new-goals": new_goals.WORDS,
    }
)
