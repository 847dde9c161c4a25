"""Lessons and puzzles: scenarios that a person plays through, without a server."""
