"""The mine in characters: a view goes in, lines come out."""
