"""What lasts: the journal, the dealer's secrets, names, and the folder that holds them."""
