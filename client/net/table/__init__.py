"""Everything about one table: its log is read, its game followed, and its seat speaks."""
