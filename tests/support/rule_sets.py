"""What the games of the engine offer, as one table of each kind."""

from engine.registry import games
from engine.rules import Evening, Flag, Preset

PRESETS: dict[str, Preset] = {name: preset for game in games() for name, preset in game.PRESETS.items()}
EVENINGS: tuple[Evening, ...] = tuple(evening for game in games() for evening in game.EVENINGS)
FLAGS: tuple[Flag, ...] = tuple(flag for game in games() for flag in game.FLAGS)
