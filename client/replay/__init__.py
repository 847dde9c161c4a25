"""A game from its log, looked at again: forward and back, through the eyes of a seat or of all."""
