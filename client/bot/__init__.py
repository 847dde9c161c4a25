"""A bot that joins a server as a client."""
