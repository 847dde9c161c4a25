"""A round: its deal, its end, its pay; and the end of the game."""
