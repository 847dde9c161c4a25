"""What the mine says: one file a card set or module, each with one `WORDS`."""
