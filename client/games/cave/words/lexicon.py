"""All words of the cave: nothing of it is switched on or off."""

from client.games.cave.words import actions, ending, walk
from client.games.words import Lexicon

PARTS = {"actions": actions.WORDS, "walk": walk.WORDS, "ending": ending.WORDS}
LEXICON = Lexicon(PARTS, lambda rules: list(PARTS.values()))
