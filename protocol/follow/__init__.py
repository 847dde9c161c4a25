"""What a client runs over a log: it checks every entry and keeps the state."""
