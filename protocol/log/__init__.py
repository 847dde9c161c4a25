"""What stands in a log: its records, their bodies, TABLE and JOIN, and what can be wrong with them."""
