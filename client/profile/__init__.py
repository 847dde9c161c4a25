"""What a player keeps on this computer: name, keys, settings, known servers and players."""
