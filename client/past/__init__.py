"""The games of a player that are over, or were left: what this computer has of them."""
