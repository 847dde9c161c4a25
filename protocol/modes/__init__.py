"""How hidden cards are dealt and proved: one package a mode."""
