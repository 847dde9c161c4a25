"""Players that are programs: each is a function of what its seat sees, and of a stream of chance passed in.

A bot looks at a view and at nothing else, and its budget counts nodes, never time: the same seed gives the same
moves on every machine.
"""

from engine.bots import easy, random, sharp, steady
from engine.bots.bot import Bot

BOTS: dict[str, Bot] = {bot.name: bot for bot in (random.BOT, easy.BOT, steady.BOT, sharp.BOT)}
