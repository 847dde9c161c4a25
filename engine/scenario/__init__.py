"""Scenarios: a position and its story as text, and what must follow from the rules.  No file is read here."""
