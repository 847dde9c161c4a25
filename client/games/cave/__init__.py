"""The Dark Cave, as players see and type it."""
