"""The bot `easy`, for players who learn: it judges as `steady` does, and mostly does not listen to itself.

Of three cards it plays one as one of its three best ideas, and two as chance has it, but never the worst quarter of
what it could do: that would spoil the game for others.  Its figure finds the way nearly always.
The shares were found by counting: one of three good ideas loses hardly anything in Saboteur 2.
"""

from typing import Any

from engine.bots import steady
from engine.bots.bot import Bot
from engine.front import ActLike, View, choices
from engine.slots import Draw
from engine.waits import window

_IDEAS = 3
_OF, _RASH, _RASH_ON_ITS_WAY = 12, 8, 1
_BLUNDERS = 4


def choose(memory: Any, view: View, chance: Draw) -> ActLike | None:
    """In a window it overlooks every other chance to react."""
    acts = choices(view)
    if window(view.state) is not None:
        return steady.best_of(acts, memory, view, chance) if acts and chance(2) else None
    worths = steady.worths_of(acts, memory, view)
    ranked = sorted(range(len(acts)), key=lambda place: -worths[place])
    plays = any(hasattr(act, "slot") for act in acts)
    if chance(_OF) < (_RASH if plays else _RASH_ON_ITS_WAY):
        return acts[ranked[chance(len(acts) - len(acts) // _BLUNDERS)]]
    ideas: dict[object, int] = {}
    for place in ranked:
        if worths[place] > 0 or not ideas:
            ideas.setdefault(_idea(acts[place]), place)
    best = list(ideas.values())[:_IDEAS]
    return acts[best[chance(len(best))]]


def _idea(act: Any) -> object:
    """The same card at another place is no other idea."""
    if hasattr(act, "slots"):
        return type(act)
    return getattr(act, "slot", None)


BOT = Bot("easy", 1, steady.memory, steady.remember, choose)
