"""A person's visit to a server: what the lobby and the tables look like from one seat.  No terminal, no socket.

The full-screen client and the line mode show the same visit, each in its own way.
"""
