"""What a host can set: the table of settings, and how it is read and printed."""
