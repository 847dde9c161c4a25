"""The grid: cells, cards that lie on them, and what is reachable."""
