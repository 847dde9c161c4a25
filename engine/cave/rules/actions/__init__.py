"""Cards that are played for an effect."""
