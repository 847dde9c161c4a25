"""How the cards of one box are played: what is remembered, and what each act is worth."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from engine.records import record
from engine.slots import Face, Slot

Worth: TypeAlias = Callable[[Any, Any], float]
"""(player, act): how much the player wants to do this; a reaction above 0 is made."""


@record
class Foresight:
    """What a bot that looks ahead asks of a game besides."""

    player: Callable[..., Any]
    """(memory, view): one decision, with weights found by play against `steady`."""
    likely: Mapping[str, Callable[[Any, Any, Mapping[Slot, Face]], float]]
    """By name of a pile: (memory, view, faces), how likely its hidden cards lie so, compared with other ways."""
    owned: Callable[[Any], float]
    """(view): what the seat has been paid so far; the view knows all cards."""
    hope: Callable[[Any], float]
    """(player): what the round may still bring it; its view knows all cards."""


@record
class Mind:
    """One for each card set; a bot that knows several has a table of them."""

    memory: Callable[..., Any]
    """(seat, seats): what is known before the first card; it has a `copy`."""
    player: Callable[..., Any]
    """(memory, view): one decision."""
    worth: Mapping[type, Worth]
    """By type of act."""
    misses: Callable[[Any, Face], float] = lambda player, face: 0.0
    """(player, face): how much the player would miss a card; asked for by modules alone."""
    foresight: Foresight | None = None
    """None for cards with which no bot looks ahead."""
