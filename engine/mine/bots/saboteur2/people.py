"""What it is worth to do something to a seat, the player's included."""

from collections.abc import Callable
from typing import Any

from engine.mine.bots.saboteur2.belief import SURE
from engine.mine.bots.saboteur2.discards import keep
from engine.mine.bots.saboteur2.player import Player
from engine.mine.rules.actions.break_tool import BreakTool
from engine.mine.rules.actions.freedom import FreePlayer
from engine.mine.rules.actions.hands_off import StopTheft
from engine.mine.rules.actions.inspection import InspectRole
from engine.mine.rules.actions.lay_theft import LayTheft
from engine.mine.rules.actions.prison import Imprison
from engine.mine.rules.actions.read_map import ReadMap
from engine.mine.rules.actions.repair_tool import RepairTool
from engine.mine.rules.actions.swap_hands import SwapHands
from engine.mine.rules.actions.swap_hats import SwapHats
from engine.mine.rules.round.steal import Steal, StealNothing

_FOE = 0.25
"""From there on a seat is worth stopping."""
_LAST_CARD = 1.5
"""So many cards from the treasure any seat may lay the last one."""


def of_break(player: Player, act: BreakTool) -> float:
    """Foes who could lay tunnels, and rather one more of them than the same one twice."""
    foe, target = -player.likes(act.target), act.target
    if foe < _FOE or player.state.imprisoned[target] or not player.state.hands[target]:
        return -3.0
    return 4 + 10 * (foe - _FOE) - (4.0 if player.state.broken[target] else 0.0)


def of_repair(player: Player, act: RepairTool) -> float:
    """First oneself, then friends; less if they still may lay nothing."""
    left = player.state.broken[act.target] & ~act.tool or player.state.imprisoned[act.target]
    if act.target == player.seat:
        return (8.0 if player.hinders else 13.0) - (3.0 if left else 0.0)
    if player.belief.refuses(act.target, player.state, digs=not player.hinders):
        return -3.0
    friend = player.likes(act.target)
    return 3 + 10 * friend - (2.0 if left else 0.0) if friend > 0 else -1.0


def of_prison(player: Player, act: Imprison) -> float:
    """Two cards buy a seat free: it loses its share only if the round ends before, or it has nothing left to pay.

    Of the seats that then cannot help themselves, the one with most to hope for; and of those that would share.
    """
    hope = player.fortunes.of_seat(act.target)
    if not player.state.pile and len(player.state.hands[act.target]) < 2:
        fellow = player.company.weights(act.target).get(player.role, 0) / SURE
        return 5 + 4 * hope + 2 * fellow
    if player.now.anybody.missing <= _LAST_CARD:
        return 2 + 3 * hope - 5 * player.likes(act.target)
    return -2.0


def of_freedom(player: Player, act: FreePlayer) -> float:
    """Oneself; a friend only who will dig with it."""
    if act.target == player.seat:
        return 14.0
    if player.belief.refuses(act.target, player.state, digs=not player.hinders):
        return -6.0
    friend = player.likes(act.target)
    return 2 + 8 * friend if friend > _FOE and player.state.hands[act.target] else -6.0


def of_inspection(player: Player, act: InspectRole) -> float:
    """A seat that may have any role is worth looking at."""
    sure = max(player.company.weights(act.target).values()) / SURE
    return 2.5 + 4 * (1 - sure) if sure < 1 else -1.0


def of_theft(player: Player, act: LayTheft) -> float:
    """The longer it lies the likelier it is taken away; but the round must not end before."""
    if player.state.imprisoned[player.seat]:
        return 1.0
    return 9.0 if player.near else 1.5


def of_hands_off(player: Player, act: StopTheft) -> float:
    """Thieves rob the richest: the others may let them."""
    if act.target == player.seat:
        return -20.0
    nuggets, fortunes = player.state.nuggets, player.fortunes
    own = nuggets[player.seat] + fortunes.of_role[player.role]
    if any(nuggets[other] + fortunes.of_seat(other) > own for other in player.company.others):
        return -0.5
    return 9.0 if player.near else 4.0


def of_steal(player: Player, act: Steal) -> float:
    """From the richest."""
    return 1.0 + player.state.nuggets[act.target]


def of_steal_nothing(player: Player, act: StealNothing) -> float:
    """There is no reason to."""
    return 0.0


def of_hats(player: Player, act: SwapHats) -> float:
    """Away with a role that brings nothing; or away with the hopes of a foe."""
    fortunes = player.fortunes
    if act.target == player.seat:
        return 2 + 6 * (fortunes.of_another - fortunes.of_role[player.role])
    if player.likes(act.target) > 0:
        return -2.0
    return 3 * (fortunes.of_seat(act.target) - fortunes.of_another) + (2.0 if player.near else 0.0)


def of_hands(player: Player, act: SwapHands) -> float:
    """The cards of another seat for the player's: as many as possible, and for bad ones."""
    lost = 0.0
    for slot, face in player.view.hand():
        if slot != act.slot and face is not None:
            lost += keep(player, face)
    return 1.5 * (len(player.state.hands[act.target]) - lost) - 1.0


def of_map(player: Player, act: ReadMap) -> float:
    """While there is something to learn."""
    if act.cell not in player.treasure or len(player.treasure) == 1:
        return 0.2
    likely = player.treasure[act.cell] / sum(player.treasure.values())
    return (3.0 if player.hinders else 9.0) + likely


WORTH: dict[type, Callable[[Player, Any], float]] = {
    ReadMap: of_map,
    BreakTool: of_break,
    RepairTool: of_repair,
    Imprison: of_prison,
    FreePlayer: of_freedom,
    InspectRole: of_inspection,
    LayTheft: of_theft,
    StopTheft: of_hands_off,
    Steal: of_steal,
    StealNothing: of_steal_nothing,
    SwapHats: of_hats,
    SwapHands: of_hands,
}
