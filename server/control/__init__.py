"""What an operator asks of a running server, over a socket in its data folder."""
