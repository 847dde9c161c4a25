"""Drawing in characters: what a seat sees goes in, lines come out.  Nothing is decided and nothing printed here."""
