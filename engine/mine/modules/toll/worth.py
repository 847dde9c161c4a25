"""What the toll is worth to a bot: it blocks what it must not let through, and pays where that wins something."""

from typing import Any

from engine.mine.modules.toll.collectors import BringCollector
from engine.mine.modules.toll.consent import AgreeToll, AskToll
from engine.mine.modules.toll.payers import NamePayer
from engine.mine.modules.toll.state import Collector, foreign, standing
from engine.mine.rules.round.paying import sure
from engine.slots import Seat

_CLOSE, _LAST_CARD, _DETOUR = 4.0, 1.6, 0.7
"""In cards that are missing to the treasure."""
_TRUST = 0.4
_AT_LEAST = 2
"""So many nuggets an agreeing seat must have."""
_BLOCKS, _NUGGET, _ASKING = 3.0, 4.0, 1.0
_CHEAP = 2.0
"""An idle turn that is worth no more brings one card."""
_NEVER = -99.0
"""Rather than this a good card is thrown away."""


def of_collector(player: Any, act: BringCollector) -> float:
    """A saboteur blocks the way; who must come first blocks the last cell, since an owner places free.

    In Saboteur 2 a card thrown away is a turn lost: there only near the end.
    """
    if not player.spoils and not (player.alone and player.missing < _LAST_CARD):
        return _NEVER
    loss = 0.0 if player.missing > _CLOSE else -player.gain_with(player.state.board, act.cell, ())
    if loss < _DETOUR:
        return _NEVER
    face = player.view.notebook.shown.get(act.slot)
    if player.idle > _CHEAP and not player.near:
        return _NEVER
    return float(_BLOCKS + 4 * min(loss, 4.0) - (0.0 if face is None else player.missed(face)))


def of_asking(player: Any, act: AskToll) -> float:
    """A seat that is likely to agree: it decides as the player would in its place."""
    pays = sure(player.state, act.target) >= _AT_LEAST and player.missing < _LAST_CARD
    if player.hinders or player.likes(act.target) < _TRUST or not (pays or _owns(player, act.target)):
        return _NEVER
    return _if_good(max(_beyond(player, one) for one in foreign(player.state, player.seat)) - _ASKING)


def _owns(player: Any, seat: Seat) -> bool:
    return any(one.owner == seat for one in standing(player.state))


def of_agreeing(player: Any, act: AgreeToll) -> float:
    """For a seat that it trusts to lay the last card, and not with its last nugget; its own collector just leaves."""
    state = player.state
    if player.likes(state.active) < _TRUST:
        return 0.0
    pays = sure(state, player.seat) >= _AT_LEAST and player.missing < _LAST_CARD and not player.hinders
    return 2.0 if pays or (_owns(player, player.seat) and not player.hinders) else 0.0


def of_payer(player: Any, act: NamePayer) -> float:
    """What a card is worth there; a nugget of one's own is paid for the last card alone."""
    state = player.state
    if act.target == player.seat and player.missing > _LAST_CARD:
        return _NEVER
    [collector] = [one for one in standing(state) if one.number == act.number]
    return _if_good(_beyond(player, collector) - (_NUGGET if act.target == player.seat else _ASKING / 2))


def _if_good(worth: float) -> float:
    """It is no turn of its own: it is not done for want of anything better."""
    return worth if worth > 0 else _NEVER


def _beyond(player: Any, collector: Collector) -> float:
    """What the best card in hand is worth where the collector stands."""
    acts: list[Any] = []
    for slot, face in player.view.hand():
        if player.state.book.kinds.get(face) in ("path", "ladder"):
            player.state.book.offers[face](player.state, player.seat, slot, face, acts)
    return max((player.worth_of(act) for act in acts if act.cell == collector.cell), default=-1.0)
