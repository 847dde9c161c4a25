"""What the client knows of each game: one folder a game, and nothing outside it."""
