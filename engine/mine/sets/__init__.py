"""The card sets of the mine: each says who may sit down, which cards lie in which pile, and which rules hold."""
