"""One file a rule: its acts, its events, what it allows, and what follows."""
