"""The rules of the Dark Cave, one file a rule."""
