"""The Twisted edge: connections, sessions, TLS and ports."""
