"""Saboteur, as players see and type it."""

from client.games.mine.words import (
    base,
    chests,
    craftsman,
    direction,
    diversion,
    goal_swap,
    greedy_dwarf,
    new_goals,
    postcard,
    saboteur2,
    toll,
    tournament,
    trailblazer,
    treasury,
    veto,
)
from client.games.mine.words.words import PARTS, Words

PARTS.update(base=base.WORDS, saboteur2=saboteur2.WORDS)
PARTS.update(
    {
        "greedy-dwarf": greedy_dwarf.WORDS,
        "goal-swap": goal_swap.WORDS,
        "treasury": treasury.WORDS,
        "veto": veto.WORDS,
        "direction": direction.WORDS,
        "craftsman": craftsman.WORDS,
        "trailblazer": trailblazer.WORDS,
        "diversion": diversion.WORDS,
        "toll": toll.WORDS,
        "costume": postcard.COSTUME,
        "party": postcard.PARTY,
        "new-goals": new_goals.WORDS,
        "chests": chests.WORDS,
        "sabotaged-dwarf": Words(),
        "tournament": tournament.WORDS,
    }
)
