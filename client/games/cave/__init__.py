"""What the client knows of the cave: so far what simulations count."""
