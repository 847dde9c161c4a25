"""Saboteur, as players see and type it."""

from client.games.mine.words import base, craftsman, new_goals, saboteur2
from client.games.mine.words.words import PARTS

PARTS.update(
    {
        "base": base.WORDS,
        "saboteur2": saboteur2.WORDS,
        "craftsman": craftsman.WORDS,
        "new-goals": new_goals.WORDS,
    }
)
