"""The Dark Cave: its cards, its state, its rules, and the door behind which they stand."""
