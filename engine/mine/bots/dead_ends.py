"""The path cards on which no tunnel leads from one side to another."""

from engine.mine.cards import base, saboteur2

DEAD_ENDS = {
    card.number for card in (*base.TUNNELS, *saboteur2.TUNNELS) if not card.ladder and max(map(len, card.tunnels)) < 2
}
