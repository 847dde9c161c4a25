"""The author of a log: the server's side of a table, with its bots."""
