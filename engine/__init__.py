"""The rules of the games: no I/O, no clock, no chance, no dependency."""
