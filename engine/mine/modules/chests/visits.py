"""What chests are worth to a bot, and what it makes of what they do to the grid."""

from typing import Any

from engine.grid.cells import Cell
from engine.mine.modules.chests.at_once import FURTHER, GoalMoved, LookAtRole, MoveGoal
from engine.mine.modules.chests.at_turn_end import RobPlayer
from engine.mine.modules.chests.state import (
    CHOICE_OF_3,
    DISCARD_5,
    EXTRA_DRAW,
    GOAL_MOVES,
    MAP_BAN,
    NO_DRAW,
    NUGGET,
    ROBBERY,
    ROLE,
)
from engine.mine.view import View

_UNKNOWN = 1.0
_OF_CHEST = {
    NUGGET: 4.0,
    EXTRA_DRAW: 2.0,
    CHOICE_OF_3: 1.5,
    ROLE: 1.0,
    DISCARD_5: 1.0,
    ROBBERY: 0.5,
    NO_DRAW: -2.0,
    MAP_BAN: 0.0,
}


def lures(player: Any) -> dict[Cell, float]:
    """A chest that the player has seen is worth what it does; any other is a small hope."""
    state, view = player.state, player.view
    known = {at: view.face(slot) for at, slot in state.chests.items()}
    return {at: _UNKNOWN if face is None else _of_chest(player, face) for at, face in known.items()}


def _of_chest(player: Any, face: int) -> float:
    if face == GOAL_MOVES:
        return 1.5 if player.spoils else -1.0
    return _OF_CHEST.get(face, 0.0)


def of_goal(player: Any, act: MoveGoal) -> float:
    """Saboteurs move the likeliest goal further away, the others the one that is least likely."""
    likely = player.treasure.get(act.cell, 0) / (sum(player.treasure.values()) or 1)
    return float(likely if player.spoils else -likely)


def of_look(player: Any, act: LookAtRole) -> float:
    """The seat of which the player can tell least."""
    if player.view.role(act.target) is not None:
        return 0.0
    likes = float(player.likes(act.target))
    return 2.0 - (likes if likes > 0 else -likes)


def of_robbery(player: Any, act: RobPlayer) -> float:
    """A foe rather than a friend."""
    return 2.0 - float(player.likes(act.target))


def note_goal(memory: Any, event: GoalMoved, view: View) -> None:
    """What is known of the goal goes along."""
    memory.move_goal(event.cell, event.cell + FURTHER, view)


def note_grid(memory: Any, event: object, view: View) -> None:
    """The way has changed, and it was no seat's doing."""
    memory.look_again(view)
