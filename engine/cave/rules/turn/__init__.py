"""A turn: upkeep, using a card, discarding, drawing, and the end of the game."""
