"""What a table of the mine can switch on beside its card set: modules and variants."""

from engine.mine.modules.module import Module
from engine.rules import Rules

PARTS: dict[str, Module] = {}
"""By name, in the order in which they are written."""


def switched_on(rules: Rules) -> list[Module]:
    """The modules and variants of a table."""
    return [PARTS[name] for name in (*rules.modules, *rules.variants)]
