"""What is said about the cave: one row an act, a card, a question and a refusal."""
