"""A turn: using one card, passing, discarding, drawing."""
