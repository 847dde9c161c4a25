"""The cards of the Dark Cave as data."""
