"""What it is worth to throw cards away, and how much each would be missed."""

from engine.mine.bots.dead_ends import DEAD_ENDS
from engine.mine.bots.saboteur2.cards import USE
from engine.mine.bots.saboteur2.player import Player
from engine.mine.division import BOSS, GEOLOGIST, PROFITEER, TEAMS
from engine.mine.rules.turn.discard_two import DiscardTwo
from engine.mine.rules.turn.passing import Pass
from engine.slots import Face, Slot

_FRESH = 1.2
"""What an unknown card is worth."""
_LONGED_FOR = 2.8
"""What it is worth to a player who holds none that helps."""
_HELPS = 2.0

_ALWAYS = {"theft": 3.5, "prison": 3.0, "hands-off": 0.7, "swap-hats": 0.9, "swap-hands": 0.8}
_DIGGERS_KEEP = _ALWAYS | {"repair": 0.9, "break": 0.7, "rockfall": 0.8, "inspection": 0.9, "ladder": 0.9}
_OTHERS_KEEP = _ALWAYS | {"repair": 0.7, "break": 2.0, "rockfall": 2.5, "inspection": 0.7, "ladder": 0.1}


def of_pass(player: Player, act: Pass) -> float:
    """As many as are worth less than what comes for them."""
    drawn = min(len(act.slots), len(player.state.pile))
    return drawn * (_FRESH if player.helpful else _LONGED_FOR) - _missed(player, act.slots)


def of_discard_two(player: Player, act: DiscardTwo) -> float:
    """What the card in front does is worth two cards, if one can do without them."""
    kind = player.book.kinds[player.state.faces[act.removed]]
    worth = {"prison": 8.0, "break": _of_tool(player), "theft": -30.0}[kind]
    return worth - _missed(player, act.slots)


def _of_tool(player: Player) -> float:
    """Little is won while another card in front forbids the same."""
    seat, state = player.seat, player.state
    if state.imprisoned[seat] or state.broken[seat].bit_count() > 1:
        return 3.0
    return 4.0 if player.hinders else 7.0


def _missed(player: Player, slots: tuple[Slot, ...]) -> float:
    missed = 0.0
    for slot in slots:
        face = player.view.notebook.shown.get(slot)
        missed += _FRESH if face is None else keep(player, face)
    return missed


def keep(player: Player, face: Face) -> float:
    """How much the player would miss the card."""
    kind = player.book.kinds[face]
    if kind in player.habits.kept:
        return player.habits.kept[kind]
    match kind:
        case "path":
            return _keep_path(player, face)
        case "ladder" if face in player.helpful:
            return _HELPS
        case "map":
            return 1.2 if len(player.treasure) > 1 and not player.hinders else 0.1
        case "theft" if player.seat in player.state.thefts:
            return 0.5  # a second one may not lie there
        case "freedom":
            return 0.9 if player.state.pile else 2.5  # prisons come late
        case _:
            return (_OTHERS_KEEP if player.hinders else _DIGGERS_KEEP).get(kind, 1.0)


def _keep_path(player: Player, face: Face) -> float:
    if player.role == GEOLOGIST:
        return 6.0 if face in player.book.crystals else 0.1
    if door := player.book.doors.get(face):
        return _keep_door(player, door)
    helps = _HELPS if face in player.helpful else 0.0
    if player.hinders:
        return helps + (0.8 if face in DEAD_ENDS else 0.1)
    return helps + (0.0 if face in DEAD_ENDS else USE.get(face, 1.0))


def _keep_door(player: Player, door: str) -> float:
    if player.role in (BOSS, PROFITEER):
        return 2.0
    return 3.5 if TEAMS[door] == player.role else 0.1
