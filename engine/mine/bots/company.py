"""The mind of a card set at a table with modules: what each of them adds to it."""

from collections.abc import Iterable
from functools import partial

from engine.bots.mind import Mind, Worth
from engine.machine import merged
from engine.mine.bots.foresight import with_player
from engine.mine.bots.habits import Habits
from engine.mine.modules.module import Module


def with_modules(own: Mind, modules: Iterable[Module]) -> Mind:
    """One mind for all tables with these modules."""
    there = list(modules)
    worth = _swayed(merged([own.worth, _worth(there)]), there)
    habits = Habits(
        kept=merged(module.kept for module in there),
        lures=tuple(module.lures for module in there if module.lures),
        notes=merged(module.notes for module in there),
        worth=worth,
        misses=own.misses,
    )
    memory = partial(own.memory, notes=habits.notes)
    foresight = own.foresight and with_player(partial(own.foresight.player, habits=habits))
    return Mind(memory, partial(own.player, habits=habits), worth, own.misses, foresight)


def _worth(modules: Iterable[Module]) -> dict[type, Worth]:
    """What the acts of modules are worth; two modules with one act agree about it."""
    found: dict[type, Worth] = {}
    for act, worth in (pair for module in modules for pair in module.worth.items()):
        assert found.setdefault(act, worth) is worth, f"two modules differ about {act.__name__}"
    return found


def _swayed(worth: dict[type, Worth], modules: Iterable[Module]) -> dict[type, Worth]:
    """What the acts of other rules are worth besides."""
    for act, sway in (pair for module in modules for pair in module.sways.items()):
        if act in worth:
            worth[act] = _sum(worth[act], sway)
    return worth


def _sum(one: Worth, other: Worth) -> Worth:
    return lambda player, act: one(player, act) + other(player, act)
