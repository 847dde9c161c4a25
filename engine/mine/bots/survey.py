"""How far the tunnel is from the goals, at a glance: now, with one card more, and with one less.

Which cards are left is not asked: it is no proof.
"""

from engine.grid.cells import Cell, Groups
from engine.mine.board import Board
from engine.mine.bots.ground.ground import Ground, ground
from engine.mine.bots.ground.sweep import FAR, sweep

Distances = dict[Cell, int]
"""By goal that lies face down: half cards from the network; `FAR` if there is no way."""


def distances(board: Board) -> Distances:
    """From the network as it is."""
    return board.noted("distances", lambda: _measured(ground(board)))


def with_card(board: Board, at: Cell, groups: Groups) -> Distances:
    """After such a card was laid there."""
    return board.noted(("with", at, groups), lambda: _with_card(board, at, groups))


def without(board: Board, at: Cell) -> Distances:
    """After the card there was taken away."""
    return board.noted(("without", at), lambda: _without(board, at))


def at_best_without(board: Board, at: Cell) -> Distances:
    """After the card there was taken away, if nothing were cut off by it: no goal is nearer than that."""
    return board.noted(("at best without", at), lambda: _measured(ground(board).cleared(at, board.reach.entries(at))))


def _with_card(board: Board, at: Cell, groups: Groups) -> Distances:
    here = ground(board)
    if not here.is_beside_tunnel(at):
        return _measured(here.with_card(at, groups, board.reach.entries(at)))
    after = board.copy()
    after.lay(at, -1, groups, 0)
    return distances(after)


def _without(board: Board, at: Cell) -> Distances:
    after = board.copy()
    after.remove(at)
    return distances(after)


def _measured(here: Ground) -> Distances:
    """From the network to every goal."""
    left = here.goals & ~here.reached
    found = dict.fromkeys(here.extent.cells(here.reached), 0)
    if left:
        for cost, _, leads in sweep(here, here.ends):
            if leads & left:
                found |= dict.fromkeys(here.extent.cells(leads & left), cost)
                left &= ~leads
                if not left:
                    break
    return found | dict.fromkeys(here.extent.cells(left), FAR)
