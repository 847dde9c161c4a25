"""The full-screen client.  Pure functions draw (`client.render`), widgets only show what they draw and tell of keys."""
