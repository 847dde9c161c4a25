"""The grid: cells, the network of cards that lie on them, and what of it is reachable."""
