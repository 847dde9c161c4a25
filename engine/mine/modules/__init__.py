"""What a table of the mine can switch on beside its card set: modules and variants."""

from engine.rules import Part

PARTS: dict[str, Part] = {}
"""By name, in the order in which they are written."""
