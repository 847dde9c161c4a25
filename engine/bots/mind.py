"""How the cards of one box are played: what is remembered, and what each act is worth."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from engine.records import record
from engine.slots import Face

Worth: TypeAlias = Callable[[Any, Any], float]
"""(player, act): how much the player wants to do this; a reaction above 0 is made."""


@record
class Mind:
    """One for each card set; a bot that knows several has a table of them."""

    memory: Callable[..., Any]
    """(seat, seats): what is known before the first card."""
    player: Callable[..., Any]
    """(memory, view): one decision."""
    worth: Mapping[type, Worth]
    """By type of act."""
    misses: Callable[[Any, Face], float] = lambda player, face: 0.0
    """(player, face): how much the player would miss a card; asked for by modules alone."""
