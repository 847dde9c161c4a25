"""What it is worth to lay a card, or to let one fall: every role looks at the way in its own manner."""

from collections.abc import Callable

from engine.grid.cells import Cell, Edges
from engine.mine.bots.dead_ends import DEAD_ENDS
from engine.mine.bots.habits import live_edges, lured
from engine.mine.bots.saboteur2.player import Player
from engine.mine.bots.saboteur2.ways import Outlook
from engine.mine.division import BLUE, BOSS, GEOLOGIST, GREEN, PROFITEER, SABOTEUR
from engine.mine.rules.actions.rockfall import CauseRockfall
from engine.mine.rules.placing.place_ladder import PlaceLadder
from engine.mine.rules.placing.reaching import TurnGoal
from engine.placing import PlacePath
from engine.slots import Face

_EVERY_SIDE: Edges = 15
_MOST_GAIN = 6.0
_LEAD = 4.0
"""A detour longer than that shuts a team out; more of it makes no difference."""
_OTHER = {BLUE: GREEN, GREEN: BLUE}


def of_path(player: Player, act: PlacePath | PlaceLadder) -> float:
    """What the card changes for the role; only a geologist lays crystals."""
    then = player.outlook(act.cell, act.face, act.turned)
    worth = _AIMS[player.role](player, act.face, then)
    if player.lures:
        worth += lured(player.lures, act.cell, _live(player, act))
    return worth - 1.0 if act.face in player.book.crystals else worth


def _live(player: Player, act: PlacePath | PlaceLadder) -> Edges:
    """The sides to which the card leads on."""
    entries = _EVERY_SIDE if act.face in player.book.ladders else player.state.board.reach.entries(act.cell)
    return live_edges(player.book.groups[act.face][act.turned == 180], entries)


def _for_team(player: Player, face: Face, then: Outlook) -> float:
    """Nearer for the player's team, farther for the other; never the last card to what only the other may reach."""
    now, own = player.now, player.role
    lost = then.anybody.found - then.of(own).found
    if lost > 0:
        return -20 * lost
    gain = now.of(own).missing - then.of(own).missing
    lead = _lead(then, own) - _lead(now, own)
    if gain <= 0 and lead <= 0:
        return _of_nothing(face)
    return _of_progress(gain) + 1.2 * lead + 12 * then.of(own).found


def _lead(outlook: Outlook, own: Face) -> float:
    ahead = outlook.of(_OTHER[own]).missing - outlook.of(own).missing
    return max(-_LEAD, min(_LEAD, ahead))


def _of_progress(gain: float) -> float:
    """A step that is right only if the treasure lies there is worth less than a look at a map."""
    return 5 + 9 * min(gain, _MOST_GAIN)


def _of_nothing(face: Face) -> float:
    return -2.0 if face in DEAD_ENDS else -0.5


def _for_boss(player: Player, face: Face, then: Outlook) -> float:
    """Nearer for any seat, but the fewer share the better: doors are welcome, and to finish is not always best."""
    gain = player.now.anybody.missing - then.anybody.missing
    shut = _shut_out(then) - _shut_out(player.now)
    if gain <= 0 and shut <= 0:
        return _of_nothing(face)
    worth = _of_progress(gain) + 0.6 * shut
    if then.anybody.found:
        open_to = [team for team in _OTHER if then.of(team).found]
        worth += then.anybody.found * (8 * player.company.share(player.role, player.role, open_to) - 13)
    return worth


def _shut_out(outlook: Outlook) -> float:
    """By how much both teams lag behind those whom no door stops."""
    first = outlook.anybody.missing
    return min(_LEAD, outlook.blue.missing - first) + min(_LEAD, outlook.green.missing - first)


def _for_profiteer(player: Player, face: Face, then: Outlook) -> float:
    """With the saboteurs, unless doors shut out both teams and the treasure pays more."""
    if player.profits_by(then):
        return _for_boss(player, face, then) + (6.0 if player.hinders else 0.0)
    return _for_saboteur(player, face, then)


def _for_geologist(player: Player, face: Face, then: Outlook) -> float:
    """Crystals, wherever they lie, and a round that lasts."""
    if face not in player.book.crystals:
        return -10.0 if then.anybody.found else -0.5
    loss = then.anybody.missing - player.now.anybody.missing
    return 15 + min(loss, 1.0) - 10 * then.anybody.found


def _for_saboteur(player: Player, face: Face, then: Outlook) -> float:
    """Farther for all."""
    if then.anybody.found:
        return -20.0
    loss = then.anybody.missing - player.now.anybody.missing
    return -8.0 if loss < 0 else 1 + 6 * min(loss, _MOST_GAIN)


_AIMS: dict[Face, Callable[[Player, Face, Outlook], float]] = {
    BLUE: _for_team,
    GREEN: _for_team,
    BOSS: _for_boss,
    PROFITEER: _for_profiteer,
    GEOLOGIST: _for_geologist,
    SABOTEUR: _for_saboteur,
}


def of_rockfall(player: Player, act: CauseRockfall) -> float:
    """Diggers clear what is in their way, saboteurs bring down what the tunnel hangs on."""
    if player.role == GEOLOGIST or act.cell in player.view.state.board.network.hidden:
        return -3.0
    return _of_collapse(player, act.cell) if player.hinders else _of_clearing(player, act.cell)


def _of_collapse(player: Player, at: Cell) -> float:
    """Not too early: what falls far from the gold is soon built again."""
    if at not in player.trunk or not player.near:
        return -0.5
    loss = player.ways.without(at).anybody.missing - player.now.anybody.missing
    return 5 + 4 * min(loss, 4.0) if loss > 0 else -1.0


def _of_clearing(player: Player, at: Cell) -> float:
    if not player.ways.is_in_the_way(player.own, at):
        return -1.0
    gain = player.now.of(player.own).missing - player.ways.without(at).of(player.own).missing
    return 2 + 6 * min(gain, _MOST_GAIN) if gain > 1 else -1.0


def of_goal(player: Player, act: TurnGoal) -> float:
    """The likelier one first, or last."""
    likely = player.treasure.get(act.cell, 0) / (sum(player.treasure.values()) or 1)
    return (-likely if player.hinders else likely) + player.lures.get(act.cell, 0.0)
