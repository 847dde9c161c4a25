"""What a table of the mine can switch on beside its card set: modules and variants, each a file or a folder."""

from engine.mine.modules import (
    chests,
    costume,
    craftsman,
    direction,
    diversion,
    goal_swap,
    greedy_dwarf,
    new_goals,
    party,
    sabotaged_dwarf,
    toll,
    tournament,
    trailblazer,
    treasury,
    veto,
)
from engine.mine.modules.module import Module
from engine.rules import Rules

PARTS: dict[str, Module] = {
    file.MODULE.name: file.MODULE
    for file in (
        greedy_dwarf,
        goal_swap,
        treasury,
        veto,
        direction,
        craftsman,
        trailblazer,
        diversion,
        toll,
        costume,
        party,
        new_goals,
        chests,
        sabotaged_dwarf,
        tournament,
    )
}
"""By name, in the order in which they are written."""

_CHAMPIONSHIP = ("greedy-dwarf", "goal-swap", "treasury", "veto", "direction", "craftsman", "trailblazer", "diversion")
_MINIS = ("toll", "party", "new-goals", "chests")
GROUPS: dict[str, tuple[str, ...]] = {
    "championship": _CHAMPIONSHIP,
    "minis": _MINIS,
    "everything": (*_CHAMPIONSHIP, *_MINIS),
}
"""By name: what is switched on together; of the two sides of the postcard it is the Tunnel Party (HD7)."""


def switched_on(rules: Rules) -> list[Module]:
    """The modules and variants of a table."""
    return [PARTS[name] for name in (*rules.modules, *rules.variants)]
