"""How likely the treasure is found, by a rough guess."""

from engine.mine.state import State

_PACE = 0.1
"""How many cards nearer a turn brings the tunnel, with all that goes wrong."""


def likely_found(missing: float, turns: float) -> float:
    """Even where the turns that are left should just be enough."""
    return max(0.05, min(0.95, 0.5 + (_PACE * turns - missing) / (missing + 3)))


def cards_left(state: State) -> int:
    """In the pile and in all hands."""
    return len(state.pile) + sum(len(hand) for hand in state.hands)
