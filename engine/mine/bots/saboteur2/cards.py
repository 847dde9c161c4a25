"""What the cards of Saboteur 2 are good for, apart from any position."""

from engine.mine.cards.base import TUNNELS as BASE_TUNNELS
from engine.mine.cards.saboteur2 import TUNNELS

_ALL_TUNNELS = (*BASE_TUNNELS, *TUNNELS)
USE = {
    # how useful a passage is to diggers from west to east
    card.number: 0.1 + max(0.15 * len(tunnel) + (0.5 if {"E", "W"} <= set(tunnel) else 0.0) for tunnel in card.tunnels)
    for card in _ALL_TUNNELS
}
