"""How fast a table may be played; the command line, the form and the lines offer the same."""

PACES, USUAL_PACE = (0, 400, 1000), 400  # milliseconds that a bot takes for a turn
USUAL_BREAK, LONGEST_BREAK = 20, 600  # seconds that the next round waits at most; 0: it is dealt at once
SPEEDS = (2.0, 1.0, 0.5, 0.25, 0.1)
"""Seconds between two steps of a replay that goes on by itself."""
USUAL_SPEED = 1
"""Which of them it begins with."""
