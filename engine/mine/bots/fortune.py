"""How likely the treasure is found, by a rough guess."""

from engine.mine.state import State

_PACE = 0.1
"""How many cards nearer a turn brings the tunnel, with all that goes wrong."""
_LONG_WAY = 12.0
"""A longer one makes no difference any more."""


def likely_found(missing: float, turns: float) -> float:
    """Even where the turns that are left should just be enough."""
    return max(0.05, min(0.95, 0.5 + (_PACE * turns - missing) / (missing + 3)))


def cards_left(state: State) -> int:
    """In the pile and in all hands."""
    return len(state.pile) + sum(len(hand) for hand in state.hands)


def found_in_play(missing: float, cards: float, saboteurs: float) -> float:
    """How often `steady` finds it with so many cards left, where so large a share of the table sabotages.

    The numbers were fitted to 1,900 games of three to ten players.
    """
    speaks = 11 * cards * (1 - 2 * saboteurs) - (8 + 40 * saboteurs) * min(missing, _LONG_WAY) - 194 + 432 * saboteurs
    return 0.5 + speaks / (2 * (cards + abs(speaks)) or 1)
