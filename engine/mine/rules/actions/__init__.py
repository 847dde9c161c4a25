"""Action cards, one file a card."""
