"""What a player keeps on this computer: name, keys, settings, known servers and players."""


class BadProfile(ValueError):
    """The profile cannot be used; the message says which file or name and why."""
