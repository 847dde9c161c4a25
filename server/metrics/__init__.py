"""What the server counts of itself, and the page on which it stands."""
