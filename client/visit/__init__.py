"""A person's visit to a server: what lobby and tables look like from one seat.  No terminal, no socket, no view."""
