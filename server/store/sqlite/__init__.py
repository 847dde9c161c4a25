"""The stores in SQLite: two files in the data folder, each with threads of its own."""
