"""How bots play the cave."""

from engine.cave.bots.mind import MIND

__all__ = ["MIND"]
