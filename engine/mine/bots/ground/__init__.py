"""The board as bots see it: cells are bits of one integer, and a search goes on everywhere at once."""
