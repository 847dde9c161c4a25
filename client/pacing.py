"""How fast a table may be played; the command line, the form and the lines offer the same."""

PACES, USUAL_PACE = (0, 400, 1000), 400  # milliseconds that a bot takes for a turn
USUAL_BREAK, LONGEST_BREAK = 20, 600  # seconds that the next round waits at most; 0: it is dealt at once
