"""Gatherings, the lobby that they stand in, and the tables that are played."""
