"""One file for each screen but the table."""
