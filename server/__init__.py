"""The headless server."""
