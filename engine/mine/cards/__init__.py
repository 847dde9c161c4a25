"""The cards of the mine: what a row says, and one table a box."""
