"""The full-screen program: what is shown when, colours, the connection."""
