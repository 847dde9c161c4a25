"""Where slow bots think: in processes beside the server, which hold nothing and may die at any moment."""
